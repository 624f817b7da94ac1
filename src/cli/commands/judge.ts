/** `assay judge`: collects judgments of people in a web app. */
import { statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { UsageError, suggest } from '../../core/index.ts';
import { formatIds } from '../../data/index.ts';
import { planDefaults, taskKinds } from '../../human/index.ts';
import { media, planTables } from '../../report/index.ts';
import { collect, flagOf, integerBetween, numberBetween } from '../arguments.ts';
import { again, hidden } from '../campaignInput.ts';
import type { CliCommand, Shown } from '../command.ts';
import { placeOf } from '../judge/campaignPlace.ts';
import { type ExportOptions, campaignExports, exportCampaignFiles } from '../judge/exportCampaign.ts';
import { type ImportOptions, importCampaign } from '../judge/importCampaign.ts';
import { type InitOptions, initCampaign } from '../judge/initCampaign.ts';
import { checkOutputs } from '../output.ts';
import { type ServeOptions, type Served, serveCampaign } from '../judge/serveCampaign.ts';

const actions = ['init', 'serve', 'export', 'import', 'backup', 'restore'] as const;
type Action = (typeof actions)[number];

type JudgeOptions = InitOptions & ServeOptions & ExportOptions & ImportOptions & { output?: string };

/** Something to print, and for a server something to wait for. */
type Result =
  | { readonly text: string }
  | { readonly plan: Awaited<ReturnType<typeof initCampaign>>; readonly kept: string | undefined }
  | Served;

/** Which options belong to which action; the others take none of them. `--database` is for all. */
const optionsOf: Readonly<Record<Action, readonly string[]>> = {
  init: [
    'reference', 'source', 'labels', 'name', 'inputFormat', 'emptyReferences', 'tasks', 'judges', 'perJudge', 'rankedAtOnce', 'repeats',
    'repeatDistance', 'pool', 'checks', 'title', 'languages', 'seed', 'dryRun', 'despiteProblems', 'consent', 'instructions',
  ],
  serve: ['port', 'host', 'publicUrl', 'proxies', 'newLinks', 'newOrganiserLink'],
  export: ['format', 'firstAnswers', 'folder', 'languages', 'output'],
  import: ['task', 'title', 'judgmentFormat'],
  backup: [],
  restore: [],
}; // prettier-ignore

const share = numberBetween(0, 1);

const judge: CliCommand<JudgeOptions, Result, Shown> = {
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

  declare(command: Command) {
    const usual = planDefaults;
    command
      .argument('<action>', actions.join(', '))
      .argument(
        '[files...]',
        'the folder of the campaign; then, for init and import, files, for backup the file to write; for restore the backup first',
      )
      .option('--database <url>', 'keep the campaign in PostgreSQL and not in a folder: postgres://…')
      .option('-r, --reference <file>', 'init: reference translation; of several the first is shown', collect)
      .option('-s, --source <file>', 'init: source text')
      .option('-l, --labels <file>', 'init: TSV with a row for each segment; its column document gives judges context')
      .option('-n, --name <name>', 'init: name of a system, in the order of the files; repeat for several', collect)
      .addOption(
        new Option('--input-format <format>', 'init: format of the files, where the name does not tell').choices(
          formatIds,
        ),
      )
      .addOption(
        new Option(
          '--empty-references <what>',
          'init: what an empty reference means: a mistake, a missing one, or an empty text',
        )
          .choices(['error', 'missing', 'keep'])
          .default('error'),
      )
      .addOption(new Option('--tasks <task...>', 'init: what judges do').choices(taskKinds).default(['rank']))
      .option('--judges <number>', 'init: how many judges', integerBetween(1, 10_000), usual.judges)
      .option(
        '--per-judge <number>',
        'init: assignments of each task for each judge',
        integerBetween(1, 10_000),
        usual.perJudge,
      )
      .option(
        '--ranked-at-once <number>',
        'init: most translations in one ranking',
        integerBetween(2, 10),
        usual.rankedAtOnce,
      )
      .option('--repeats <share>', 'init: share of assignments that a judge sees twice', share, usual.repeats)
      .option(
        '--repeat-distance <number>',
        'init: others between the two, at least',
        integerBetween(0, 10_000),
        usual.repeatDistance,
      )
      .option('--pool <share>', 'init: share of assignments that judges have in common', share, usual.pool)
      .option('--checks <share>', 'init: share of assignments with a damaged translation in them', share, usual.checks)
      .option('--title <text>', 'init, import: what judges read above everything')
      .option(
        '--languages <pair>',
        'init, export: such as de-en; for the direction of writing, and as the task of judgments',
      )
      .option('--seed <number>', 'init: where chance starts from', integerBetween(0, Number.MAX_SAFE_INTEGER), 12345)
      .option('--consent <file>', 'init: a text that judges agree to before they begin, in place of the usual one')
      .option(
        '--instructions <file>',
        'init: what judges are told: a text for each task, below a line such as "# rank"',
      )
      .option('--dry-run', 'init: print the plan and keep nothing')
      .option('--despite-problems', 'init: keep a plan that has problems')
      .option('--port <number>', 'serve: port; 0 is any that is free', integerBetween(0, 65_535), 8080)
      .option('--host <address>', 'serve: address to listen on', '127.0.0.1')
      .option('--public-url <url>', 'serve: how browsers reach it, where a proxy stands before it')
      .option(
        '--proxies <number>',
        'serve: how many proxies stand before it, whose word is taken',
        integerBetween(0, 9),
      )
      .option('--new-links', 'serve: revoke all secret links, and make new ones')
      .option('--new-organiser-link', 'serve: revoke the links of organisers, and make a new one')
      .addOption(
        new Option('-f, --format <format>', 'export: form of the judgments').choices(campaignExports).default('assay'),
      )
      .option('--first-answers', 'export: the first answer of each assignment, where it was corrected')
      .option('--folder <folder>', 'export: write files to this folder')
      .option('--task <task>', 'import: the task to take, where files have several')
      .option('--judgment-format <format>', 'import: format of the judgments, where their first line does not tell')
      .option('-o, --output <file>', 'export: write to a file');
  },

  async run([typed = '', ...files], given, _terminal) {
    const action = actions.find((each) => each === typed);
    if (!action) throw new UsageError(`Unknown action ${typed}. ${suggest(typed, actions)}`);
    refuseOthers(action, given);
    if (action === 'init') {
      const plan = await initCampaign(files, given);
      return { plan, kept: given.dryRun ? undefined : (given.database ?? files[0]!) };
    }
    if (action === 'serve') return serveCampaign(placeOf(files, given, action), given);
    if (action === 'export') return exportCampaignFiles(placeOf(files, given, action), given);
    if (action === 'import') return importCampaign(files, given);
    return action === 'backup' ? backup(files, given) : restore(files, given);
  },

  show(result, _options, style) {
    if ('text' in result) return result.text;
    if ('stopped' in result) return greetAndWait(result);
    const { plan, kept } = result;
    const tables = media.text(planTables(plan.audit), style);
    if (kept === undefined) return `${tables}\nNothing was kept: this was a dry run.\n`;
    return `${tables}\nKept in ${hidden(kept)}. Next: assay judge serve ${again(kept)}\n`;
  },
};

export default judge;

async function* greetAndWait({ greeting, stopped }: Served): AsyncGenerator<string> {
  yield greeting;
  await stopped;
  yield 'Stopped.\n';
}

/** Options have defaults, so that only those typed can be told from them by their values. */
function refuseOthers(action: Action, given: JudgeOptions): void {
  const own = new Set([...optionsOf[action], 'database']);
  const defaults = new Map<string, unknown>([
    ['judges', planDefaults.judges],
    ['perJudge', planDefaults.perJudge],
    ['rankedAtOnce', planDefaults.rankedAtOnce],
    ['repeats', planDefaults.repeats],
    ['repeatDistance', planDefaults.repeatDistance],
    ['pool', planDefaults.pool],
    ['checks', planDefaults.checks],
    ['seed', 12345],
    ['port', 8080],
    ['host', '127.0.0.1'],
    ['format', 'assay'],
    ['emptyReferences', 'error'],
    ['tasks', undefined],
  ]);
  for (const [option, value] of Object.entries(given)) {
    if (own.has(option) || value === undefined || defaults.get(option) === value || option === 'tasks') continue;
    const owners = actions.filter((each) => optionsOf[each].includes(option));
    throw new UsageError(`${flagOf(option)} is for ${owners.join(', ')}, not for ${action}.`);
  }
}

async function backup(files: readonly string[], given: JudgeOptions): Promise<Result> {
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
  return { text: `Written to ${to}.\n` };
}

async function restore([from, ...rest]: readonly string[], given: JudgeOptions): Promise<Result> {
  if (from === undefined) throw new UsageError('No backup given. Name its file, then the folder to restore it to.');
  const place = placeOf(rest, given, 'restore');
  if (statSync(from, { throwIfNoEntry: false })?.size === 0) throw new UsageError(`${from} is empty: it is no backup.`);
  const { restoreJournal } = await import('../../server/index.ts');
  const journal = await restoreJournal(from, place);
  await journal.close();
  return { text: `Restored to ${hidden(place)}. Next: assay judge serve ${again(place)}\n` };
}
