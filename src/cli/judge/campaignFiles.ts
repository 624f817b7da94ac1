/** Files of campaigns: exported judgments, imported judgments, backups. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError, counted, present } from '../../core/index.ts';
import { readJudgments } from '../../data/index.ts';
import { exportCampaign } from '../../engine/index.ts';
import { droppedText, importJudgments } from '../../human/index.ts';
import { checkAddress } from '../../server/store/postgresPlace.ts';
import { checkOutputs, makeFolder, writeWhole } from '../output.ts';
import { again, hidden, keepCampaign, placeOf, readCampaign, withJournal } from './campaignPlace.ts';
import { languagesOf } from './initCampaign.ts';
import type { JudgeOptions } from './judgeOptions.ts';

/** `assay judge export`: the judgments so far. Without a folder it prints them, if they are one file. */
export async function exportCampaignFiles(
  place: string,
  { format, firstAnswers, folder, languages }: JudgeOptions,
): Promise<string> {
  if (folder === undefined && format === 'mtme') {
    throw new UsageError('The format mtme has several files. Name a folder with --folder.');
  }
  if (folder !== undefined && existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new UsageError(`${folder} is a file. Name a folder with --folder.`);
  }
  const { task } = languagesOf(languages);
  const record = await readCampaign(place);
  const files = exportCampaign(record, format, { ...(firstAnswers && { answers: 'first' }), ...(task && { task }) });
  if (folder === undefined) return [...files.values()][0]!;
  for (const [name, text] of files) {
    const path = join(folder, name);
    makeFolder(dirname(path));
    await writeWhole(path, [text]);
  }
  return [...files.keys()].map((name) => `${join(folder, name)}\n`).join('');
}

/** `assay judge import`: makes a campaign from judgments made elsewhere, to view them on the live page. */
export async function importCampaign(
  given: readonly string[],
  { database, task, title, judgmentFormat }: JudgeOptions,
): Promise<string> {
  const [place, files] = database === undefined ? [given[0], given.slice(1)] : [database, given];
  if (place === undefined)
    throw new UsageError('No folder given. Name a folder for the campaign, then the files of judgments.');
  checkAddress(place);
  if (files.length === 0)
    throw new UsageError(`No judgments given. Name the files of judgments after ${hidden(place)}.`);
  const { judgments } = await readJudgments({ files, ...present({ format: judgmentFormat, task }) });
  const { events, dropped } = importJudgments(judgments, present({ task, title }));
  await keepCampaign(place, database === undefined, events);
  const left = [...judgments.dropped, ...dropped].map((each) => `${droppedText(each)} (first: ${each.first})`);
  return [
    `${counted(events.filter(({ kind }) => kind === 'answered').length, 'answer')} in ${hidden(place)}. Next: assay judge serve ${again(place)}`,
    ...left.map((each) => `Left out: ${each}`),
    '',
  ].join('\n');
}

/** `assay judge backup`: works even while a server runs. */
export async function backUp(files: readonly string[], given: JudgeOptions): Promise<string> {
  const to = files.at(-1);
  if (to === undefined || files.length === (given.database === undefined ? 1 : 0)) {
    throw new UsageError('No file given for the backup. Name a file after the campaign.');
  }
  const place = placeOf(files.slice(0, -1), given, 'backup');
  checkOutputs([to], []);
  if (existsSync(to) && !given.overwrite)
    throw new UsageError(`${to} exists. Name another file for the backup, or add --overwrite.`);
  await withJournal(place, (journal) => journal.backup(to));
  return `Written to ${to}.\n`;
}

/** `assay judge verify`: reads a campaign or a backup completely. */
export async function verify(place: string): Promise<string> {
  const { verifyJournal } = await import('../../server/store/openJournal.ts');
  const { entries, unsealed, head } = await verifyJournal(place);
  const sealed = entries - unsealed;
  return [
    sealed > 0
      ? `Sound: ${sealed} ${sealed === 1 ? 'entry' : 'entries'}, each unchanged and in its place.`
      : 'Readable, but without hashes: changes cannot be found.',
    ...(unsealed > 0
      ? [`Entries 1 to ${unsealed} come from an earlier version of Assay, which stored no hashes.`]
      : []),
    ...(sealed > 0
      ? [`Last hash: ${head}`, 'Keep this hash elsewhere: it shows later whether entries were cut off.']
      : []),
    '',
  ].join('\n');
}

/** `assay judge restore`: the same campaign in another place. */
export async function restore([from, ...rest]: readonly string[], given: JudgeOptions): Promise<string> {
  if (from === undefined)
    throw new UsageError('No backup given. Name the backup file, then the folder to restore it to.');
  const place = placeOf(rest, given, 'restore');
  if (statSync(from, { throwIfNoEntry: false })?.size === 0)
    throw new UsageError(`${from} is empty, so it is not a backup.`);
  const { restoreJournal } = await import('../../server/store/openJournal.ts');
  await (await restoreJournal(from, place)).close();
  return `Restored to ${hidden(place)}. Next: assay judge serve ${again(place)}\n`;
}
