/** `assay judge`: collects human judgments in a web app. */
import { UsageError } from '../../core/index.ts';
import { media, planTables } from '../../report/index.ts';
import { Plain, defineCommand } from '../command.ts';
import { backUp, exportCampaignFiles, importCampaign, restore, verify } from '../judge/campaignFiles.ts';
import { again, hidden, placeOf } from '../judge/campaignPlace.ts';
import { initCampaign } from '../judge/initCampaign.ts';
import { type JudgeOptions, judgeOptions } from '../judge/judgeOptions.ts';
import { type Served, serveCampaign } from '../judge/serveCampaign.ts';
import { refuseOthers } from '../options.ts';

const actions = {
  init: 'plan a campaign',
  serve: 'run the web app and print a link for every judge',
  export: 'write the judgments so far',
  import: 'create a campaign from judgments collected elsewhere',
  backup: 'copy a campaign to a file, even while it runs',
  restore: 'create a campaign from a backup',
  verify: 'check that nobody has changed a campaign or a backup',
  demo: 'run a campaign with made-up judges, to look at',
};

const judge = defineCommand({
  name: 'judge',
  summary: 'Collect human judgments in a web app: plan, serve, export.',
  examples: [
    ['assay judge init campaign -r ref.txt -s src.txt systems/*.txt --tasks rank edit accept --judges 12', 'plan a campaign'],
    ['assay judge init campaign -s src.txt -l documents.tsv systems/*.txt --protocol esa', 'a protocol: what judges see, mark and score'],
    ['assay judge init campaign -r ref.txt systems/*.txt --dry-run', 'show the plan without creating anything'],
    ['assay judge serve campaign', 'serve it on this machine and print a secret link for each person'],
    ['assay judge serve campaign --port 8443 --public-url https://judging.example.org --proxies 1', 'behind a proxy'],
    ['assay judge serve --database postgres://user@host/judging', 'on PostgreSQL, with several servers if needed'],
    ['assay judge serve campaign --enrol PROLIFIC_PID', 'one link for everybody who takes part'],
    ['assay judge export campaign --format wmt-csv', 'the judgments so far'],
    ['assay rank campaign', 'the ranking so far; assay agree and assay accept work the same way'],
    ['assay judge backup campaign campaign.backup', 'back up a running campaign'],
    ['assay judge restore campaign.backup other', 'restore it in another place'],
    ['assay judge verify campaign.backup', 'check that no entry was changed or removed'],
    ['assay judge demo --protocol cesa', 'look at a campaign with made-up judges; nothing is kept'],
  ], // prettier-ignore

  arguments: [
    { typed: '<action>', choices: actions, help: Object.keys(actions).join(', ') },
    {
      typed: '[files...]',
      help: 'the campaign folder, followed by the files to use (init, import) or the file to write (backup); for restore, the backup comes first',
    },
  ],
  options: judgeOptions,

  async run([typed, ...files], given) {
    const action = typed as keyof typeof actions;
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
      case 'verify':
        return new Plain(await verify(placeOf(files, given, action)));
      case 'demo': {
        if (files.length > 0) throw new UsageError('assay judge demo takes no files: it uses the example texts.');
        const { demoCampaign } = await import('../judge/demoCampaign.ts');
        return new Plain(greetAndWait(await demoCampaign(given)));
      }
    }
  },
});

export default judge;

async function init(files: readonly string[], given: JudgeOptions): Promise<Plain> {
  const plan = await initCampaign(files, given);
  const kept = given.dryRun ? undefined : (given.database ?? files[0]!);
  const next =
    kept === undefined
      ? 'Dry run: nothing was saved.'
      : `Saved in ${hidden(kept)}. Next: assay judge serve ${again(kept)}`;
  return new Plain((style) => `${media.text(planTables(plan.audit), style)}\n${next}\n`);
}

async function* greetAndWait({ greeting, stopped }: Served): AsyncGenerator<string> {
  yield greeting;
  await stopped;
  yield 'Stopped.\n';
}
