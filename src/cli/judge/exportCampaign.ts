/** `assay judge export`: what was judged so far, as files for other programs. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../core/index.ts';
import { exportCampaign } from '../../engine/index.ts';
import { makeFolder, writeWhole } from '../output.ts';
import { languagesOf } from './initCampaign.ts';
import type { JudgeOptions } from './judgeOptions.ts';

/** Without a folder the judgments themselves are printed, if they are one file. */
export async function exportCampaignFiles(
  place: string,
  { format, firstAnswers, folder, languages }: JudgeOptions,
): Promise<string> {
  if (folder === undefined && format === 'mtme') {
    throw new UsageError('mtme is several files: name a folder for them with --folder.');
  }
  if (folder !== undefined && existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new UsageError(`${folder} is a file: name a folder with --folder.`);
  }
  const { task } = languagesOf(languages);
  const { FollowedRecord, openJournal } = await import('../../server/index.ts');
  const journal = await openJournal(place, { readOnly: true });
  try {
    const { record } = await FollowedRecord.open(journal);
    const files = exportCampaign(record, format, { ...(firstAnswers && { answers: 'first' }), ...(task && { task }) });
    if (folder === undefined) return [...files.values()][0]!;
    for (const [name, text] of files) {
      const path = join(folder, name);
      makeFolder(dirname(path));
      await writeWhole(path, [text]);
    }
    return [...files.keys()].map((name) => `${join(folder, name)}\n`).join('');
  } finally {
    await journal.close();
  }
}
