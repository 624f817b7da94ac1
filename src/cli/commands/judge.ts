/** `assay judge`: collects judgments of people in a web app. */
import { statSync } from 'node:fs';
import { UsageError, suggest } from '../../core/index.ts';
import { media, planTables } from '../../report/index.ts';
import { again, hidden } from '../campaignInput.ts';
import { Plain, defineCommand } from '../command.ts';
import { placeOf } from '../judge/campaignPlace.ts';
import { exportCampaignFiles } from '../judge/exportCampaign.ts';
import { importCampaign } from '../judge/importCampaign.ts';
import { initCampaign } from '../judge/initCampaign.ts';
import { type JudgeOptions, judgeOptions } from '../judge/judgeOptions.ts';
import { refuseOthers } from '../options.ts';
import { checkOutputs } from '../output.ts';
import { type Served, serveCampaign } from '../judge/serveCampaign.ts';

const actions = ['init', 'serve', 'export', 'import', 'backup', 'restore'] as const;

const judge = defineCommand({
  name: 'judge',
  summary: 'Collect judgments of people in a web app: plan, serve, export.',
  examples: [
    ['assay judge init campaign -r ref.txt -s src.txt systems/*.txt --tasks rank edit accept --judges 12', 'plan a campaign'],
    ['assay judge init campaign -r ref.txt systems/*.txt --dry-run', 'only look at the plan'],
    ['assay judge serve campaign', 'serve it on this machine; prints a secret link for everybody'],
    ['assay judge serve campaign --port 8443 --public-url https://judging.example.org --proxies 1', 'behind a proxy'],
    ['assay judge serve --database postgres://user@host/judging', 'the same on PostgreSQL, several servers side by side'],
    ['assay judge export campaign --format wmt-csv', 'what was judged so far'],
    ['assay rank campaign', 'what follows from it; likewise assay agree and assay accept'],
    ['assay judge backup campaign campaign.backup', 'while it runs'],
    ['assay judge restore campaign.backup other', 'the same campaign in another place'],
  ], // prettier-ignore

  arguments: [
    { typed: '<action>', help: actions.join(', ') },
    {
      typed: '[files...]',
      help: 'the folder of the campaign; then, for init and import, files, for backup the file to write; for restore the backup first',
    },
  ],
  options: judgeOptions,

  async run([typed = '', ...files], given) {
    const action = actions.find((each) => each === typed);
    if (!action) throw new UsageError(`Unknown action ${typed}. ${suggest(typed, actions)}`);
    refuseOthers(judgeOptions, given, [action]);
    switch (action) {
      case 'init':
        return init(files, given);
      case 'serve':
        return new Plain(greetAndWait(await serveCampaign(placeOf(files, given, action), given)));
      case 'export':
        return new Plain(await exportCampaignFiles(placeOf(files, given, action), given));
      case 'import':
        return new Plain(await importCampaign(files, given));
      case 'backup':
        return new Plain(await backup(files, given));
      case 'restore':
        return new Plain(await restore(files, given));
    }
  },
});

export default judge;

async function init(files: readonly string[], given: JudgeOptions): Promise<Plain> {
  const plan = await initCampaign(files, given);
  const kept = given.dryRun ? undefined : (given.database ?? files[0]!);
  const next =
    kept === undefined
      ? 'Nothing was kept: this was a dry run.'
      : `Kept in ${hidden(kept)}. Next: assay judge serve ${again(kept)}`;
  return new Plain((style) => `${media.text(planTables(plan.audit), style)}\n${next}\n`);
}

async function* greetAndWait({ greeting, stopped }: Served): AsyncGenerator<string> {
  yield greeting;
  await stopped;
  yield 'Stopped.\n';
}

async function backup(files: readonly string[], given: JudgeOptions): Promise<string> {
  const to = files.at(-1);
  if (to === undefined || files.length === (given.database === undefined ? 1 : 0)) {
    throw new UsageError('No file given for the backup. Name one after the campaign.');
  }
  const place = placeOf(files.slice(0, -1), given, 'backup');
  checkOutputs([to], []);
  const { openJournal } = await import('../../server/index.ts');
  const journal = await openJournal(place, { readOnly: true });
  try {
    await journal.backup(to);
  } finally {
    await journal.close();
  }
  return `Written to ${to}.\n`;
}

async function restore([from, ...rest]: readonly string[], given: JudgeOptions): Promise<string> {
  if (from === undefined) throw new UsageError('No backup given. Name its file, then the folder to restore it to.');
  const place = placeOf(rest, given, 'restore');
  if (statSync(from, { throwIfNoEntry: false })?.size === 0) throw new UsageError(`${from} is empty: it is no backup.`);
  const { restoreJournal } = await import('../../server/index.ts');
  const journal = await restoreJournal(from, place);
  await journal.close();
  return `Restored to ${hidden(place)}. Next: assay judge serve ${again(place)}\n`;
}
