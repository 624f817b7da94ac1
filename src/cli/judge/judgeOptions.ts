/** What can be typed after `assay judge`. */
import { integers, numbers, oneOf } from '../../core/index.ts';
import { exportFormats } from '../../engine/index.ts';
import { planDefaults as usual, taskKinds } from '../../human/index.ts';
import { type Given, inputFile, outputFile, texts, toggle, value, words } from '../options.ts';
import { emptyReferences, inputFormat, labels, name, reference, seed, source } from '../input/sharedOptions.ts';

/** Which action an option is for. `--database` is for all. */
const init = { only: ['init'] } as const;
const serve = { only: ['serve'] } as const;
const exporting = { only: ['export'] } as const;
const importing = { only: ['import'] } as const;

/** Numbers of a plan. */
const count = (least: number, most: number, usually: number, help: string) =>
  value(integers(least, most), { ...init, default: usually, help });
const share = (usually: number, help: string) =>
  value(numbers(0, 1), { ...init, value: 'share', default: usually, help });

export const judgeOptions = {
  database: value(texts, {
    value: 'url',
    help: 'keep the campaign in PostgreSQL and not in a folder: postgres://…',
  }),
  reference: { ...reference, ...init, help: 'reference translation; of several the first is shown' },
  source: { ...source, ...init, help: 'source text' },
  labels: { ...labels, ...init, help: 'TSV with a row for each segment; its column document gives judges context' },
  name: { ...name, ...init },
  inputFormat: { ...inputFormat, ...init },
  emptyReferences: { ...emptyReferences, ...init },
  tasks: words(oneOf(taskKinds), { ...init, value: 'task', default: ['rank'], help: 'what judges do' }),
  judges: count(1, 10_000, usual.judges, 'how many judges'),
  perJudge: count(1, 10_000, usual.perJudge, 'assignments of each task for each judge'),
  rankedAtOnce: count(2, 10, usual.rankedAtOnce, 'most translations in one ranking'),
  repeats: share(usual.repeats, 'share of assignments that a judge sees twice'),
  repeatDistance: count(0, 10_000, usual.repeatDistance, 'others between the two, at least'),
  pool: share(usual.pool, 'share of assignments that judges have in common'),
  checks: share(usual.checks, 'share of assignments with a damaged translation in them'),
  title: value(texts, { only: ['init', 'import'], value: 'text', help: 'what judges read above everything' }),
  languages: value(texts, {
    only: ['init', 'export'],
    value: 'pair',
    help: 'such as de-en; for the direction of writing, and as the task of judgments',
  }),
  seed: { ...seed('where chance starts from'), ...init },
  consent: inputFile({ ...init, help: 'a text that judges agree to before they begin, in place of the usual one' }),
  instructions: inputFile({
    ...init,
    help: 'what judges are told: a text for each task, below a line such as "# rank"',
  }),
  dryRun: toggle({ ...init, help: 'print the plan and keep nothing' }),
  despiteProblems: toggle({ ...init, help: 'keep a plan that has problems' }),
  port: value(integers(0, 65_535), { ...serve, default: 8080, help: 'port; 0 is any that is free' }),
  host: value(texts, { ...serve, value: 'address', default: '127.0.0.1', help: 'address to listen on' }),
  publicUrl: value(texts, { ...serve, value: 'url', help: 'how browsers reach it, where a proxy stands before it' }),
  proxies: value(integers(0, 9), { ...serve, help: 'how many proxies stand before it, whose word is taken' }),
  newLinks: toggle({ ...serve, help: 'revoke all secret links, and make new ones' }),
  newOrganiserLink: toggle({ ...serve, help: 'revoke the links of organisers, and make a new one' }),
  format: value(oneOf(exportFormats), {
    ...exporting,
    letter: 'f',
    value: 'format',
    default: 'assay',
    help: 'form of the judgments',
  }),
  firstAnswers: toggle({ ...exporting, help: 'the first answer of each assignment, where it was corrected' }),
  folder: value(texts, { ...exporting, value: 'folder', help: 'write files to this folder' }),
  task: value(texts, { ...importing, value: 'task', help: 'the task to take, where files have several' }),
  judgmentFormat: value(texts, {
    ...importing,
    value: 'format',
    help: 'format of the judgments, where their first line does not tell',
  }),
  output: outputFile({ ...exporting, letter: 'o', help: 'write to a file' }),
};

export type JudgeOptions = Given<typeof judgeOptions>;
