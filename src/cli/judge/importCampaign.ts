/** `assay judge import`: judgments made elsewhere as a campaign, to look at them on its live page. */
import { existsSync, rmSync } from 'node:fs';
import { UsageError, counted } from '../../core/index.ts';
import { readJudgments } from '../../data/index.ts';
import { type JournalEntry, droppedText, importJudgments } from '../../human/index.ts';
import { again, hidden } from '../campaignInput.ts';
import { checkAddress } from '../../server/store/postgresPlace.ts';
import { makeFolder } from '../output.ts';
import type { JudgeOptions } from './judgeOptions.ts';

export async function importCampaign(
  given: readonly string[],
  { database, task, title, judgmentFormat }: JudgeOptions,
): Promise<string> {
  const [place, files] = database === undefined ? [given[0], given.slice(1)] : [database, given];
  if (place === undefined) throw new UsageError('No folder given. Name one for the campaign, then files of judgments.');
  checkAddress(place);
  if (files.length === 0) throw new UsageError(`No judgments given. Name their files after ${hidden(place)}.`);
  const { judgments } = await readJudgments({
    files,
    ...(judgmentFormat !== undefined && { format: judgmentFormat }),
    ...(task !== undefined && { task }),
  });
  const { events, dropped } = importJudgments(judgments, {
    ...(task !== undefined && { task }),
    ...(title !== undefined && { title }),
  });
  const { createJournal } = await import('../../server/index.ts');
  const at = new Date().toISOString();
  const entries = events.map((event, i): JournalEntry => ({ seq: i + 1, at, event }));
  const isNew = database === undefined && !existsSync(place);
  if (database === undefined) makeFolder(place);
  try {
    const journal = await createJournal(place, { entries });
    await journal.close();
  } catch (error) {
    if (isNew) rmSync(place, { recursive: true, force: true });
    throw error;
  }
  const left = [...judgments.dropped, ...dropped].map((each) => `${droppedText(each)} (first: ${each.first})`);
  return [
    `${counted(events.filter(({ kind }) => kind === 'answered').length, 'answer')} in ${hidden(place)}. Next: assay judge serve ${again(place)}`,
    ...left.map((each) => `Left out: ${each}`),
    '',
  ].join('\n');
}
