/** `assay judge`: collects judgments of people in a web app. */
import { UsageError, suggest } from '../../core/index.ts';
import { media, planTables } from '../../report/index.ts';
import { Plain, defineCommand } from '../command.ts';
import { backUp, exportCampaignFiles, importCampaign, restore } from '../judge/campaignFiles.ts';
import { again, hidden, placeOf } from '../judge/campaignPlace.ts';
import { initCampaign } from '../judge/initCampaign.ts';
import { type JudgeOptions, judgeOptions } from '../judge/judgeOptions.ts';
import { type Served, serveCampaign } from '../judge/serveCampaign.ts';
import { refuseOthers } from '../options.ts';

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
        return new Plain(await backUp(files, given));
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
