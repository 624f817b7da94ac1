/** The options of `assay judge`. */
import { integers, numbers, oneOf } from '../../core/index.ts';
import { exportFormats } from '../../engine/index.ts';
import { planDefaults as usual, protocolIds, taskKinds } from '../../human/index.ts';
import { type Given, inputFile, outputFile, texts, toggle, value, words } from '../options.ts';
import {
  columns,
  emptyReferences,
  inputFormat,
  labels,
  name,
  reference,
  seed,
  source,
} from '../input/sharedOptions.ts';

/** The actions that an option belongs to. `--database` belongs to all. */
const init = { only: ['init'] } as const;
const serve = { only: ['serve'] } as const;
const exporting = { only: ['export'] } as const;
const importing = { only: ['import'] } as const;

export const shownSides = ['source', 'reference', 'both'] as const;
export const contexts = ['none', 'neighbours', 'document'] as const;

/** `source`, or `rank:source`. */
const isPerTask = (typed: string, choices: readonly string[]): boolean => {
  const [task, choice] = typed.includes(':') ? typed.split(':', 2) : [undefined, typed];
  return choices.includes(choice) && (task === undefined || (taskKinds as readonly string[]).includes(task));
};

/** Numbers of a plan. */
const count = (least: number, most: number, usually: number, help: string) =>
  value(integers(least, most), { ...init, default: usually, help });
const share = (usually: number, help: string) =>
  value(numbers(0, 1), { ...init, value: 'share', default: usually, help });

export const judgeOptions = {
  database: value(texts, {
    value: 'url',
    help: 'keep the campaign in PostgreSQL instead of a folder: postgres://…',
  }),
  reference: { ...reference, ...init, help: 'reference translation; if there are several, judges see the first' },
  source: { ...source, ...init, help: 'source text' },
  labels: {
    ...labels,
    ...init,
    help: 'TSV with a row for each segment; its column document defines the context shown to judges',
  },
  name: { ...name, ...init },
  inputFormat: { ...inputFormat, ...init },
  columns: { ...columns, ...init },
  emptyReferences: { ...emptyReferences, ...init },
  protocol: value(oneOf(protocolIds), {
    only: ['init', 'demo'],
    value: 'name',
    help: 'what judges see and do, as in an official campaign',
  }),
  campaign: inputFile({
    ...init,
    help: 'JSON file that changes any part of the protocol, with tutorial, checks and completion',
  }),
  tasks: words(oneOf(taskKinds), {
    ...init,
    value: 'task',
    help: 'tasks of the judges, without a protocol (default: rank)',
  }),
  show: words(texts, {
    ...init,
    value: 'text',
    takes: (typed) => isPerTask(typed, shownSides),
    help: 'what judges see with the translations: source, reference or both; for one task: rank:reference',
  }),
  context: words(texts, {
    ...init,
    value: 'context',
    takes: (typed) => isPerTask(typed, contexts),
    help: 'what is shown around a segment: none, neighbours or document; for one task: mark:document',
  }),
  categories: value(texts, {
    ...init,
    value: 'list',
    help: 'categories of errors: google, core, none, or a JSON file with a list of them',
  }),
  prefilled: inputFile({ ...init, help: 'judgments with error spans that judges start from (esa-ai)' }),
  tutorial: inputFile({
    ...init,
    help: "JSON file with items that every judge does first, as in a campaign file or Appraise's",
  }),
  constituents: inputFile({
    ...init,
    help: 'JSON Lines with the part of each segment to judge: segment, source, outputs',
  }),
  assignment: value(oneOf(['plan', 'stream', 'dynamic']), {
    ...init,
    value: 'way',
    help: 'how judges get their assignments: by a plan, from a common stream, or by the rank of systems so far',
  }),
  judges: count(1, 10_000, usual.judges, 'number of judges'),
  perJudge: count(1, 10_000, usual.perJudge, 'assignments of each task for each judge'),
  rankedAtOnce: count(2, 10, usual.rankedAtOnce, 'maximum number of translations in one ranking'),
  repeats: share(usual.repeats, 'share of assignments that a judge sees twice'),
  repeatDistance: count(0, 10_000, usual.repeatDistance, 'minimum number of other assignments between the two'),
  pool: share(usual.pool, 'share of assignments from the pool that judges share'),
  checks: share(usual.checks, 'share of assignments with a damaged translation (attention checks)'),
  title: value(texts, { only: ['init', 'import'], value: 'text', help: 'title at the top of the judging pages' }),
  languages: value(texts, {
    only: ['init', 'export'],
    value: 'pair',
    help: 'language pair such as de-en; sets the writing direction and the task name of the judgments',
  }),
  seed: { ...seed('seed of the random numbers'), ...init },
  consent: inputFile({ ...init, help: 'text that judges agree to before they begin, instead of the default' }),
  instructions: inputFile({
    ...init,
    help: 'instructions for judges: a text for each task, below a line such as "# rank"',
  }),
  dryRun: toggle({ ...init, help: 'print the plan without saving it' }),
  despiteProblems: toggle({ ...init, help: 'save a plan that has problems' }),
  port: value(integers(0, 65_535), { only: ['serve', 'demo'], default: 8080, help: 'port; 0 picks any free port' }),
  host: value(texts, { only: ['serve', 'demo'], value: 'address', default: '127.0.0.1', help: 'address to listen on' }),
  publicUrl: value(texts, {
    ...serve,
    value: 'url',
    help: 'address that browsers use, if the server is behind a proxy',
  }),
  proxies: value(integers(0, 9), { ...serve, help: 'number of trusted proxies in front of the server' }),
  enrol: value(texts, {
    ...serve,
    value: 'parameter',
    help: 'let people become judges by one link; the parameter of the address that identifies them, such as PROLIFIC_PID',
  }),
  quota: value(integers(1, 10_000), { ...serve, help: 'most people who can enrol (default: all judges of the plan)' }),
  newLinks: toggle({ ...serve, help: 'revoke all secret links and create new ones' }),
  newOrganiserLink: toggle({ ...serve, help: 'revoke the organiser links and create a new one' }),
  format: value(oneOf(exportFormats), {
    ...exporting,
    letter: 'f',
    value: 'format',
    default: 'assay',
    help: 'format of the judgments',
  }),
  firstAnswers: toggle({ ...exporting, help: 'use the first answer to each assignment, not the last correction' }),
  folder: value(texts, { ...exporting, value: 'folder', help: 'write files to this folder' }),
  task: value(texts, { ...importing, value: 'task', help: 'the task to import, if the files have several' }),
  judgmentFormat: value(texts, {
    ...importing,
    value: 'format',
    help: 'format of the judgments, if it cannot be recognised from the first line',
  }),
  overwrite: toggle({ only: ['backup'], help: 'replace an existing backup' }),
  output: outputFile({ ...exporting, letter: 'o', help: 'write to a file' }),
};

export type JudgeOptions = Given<typeof judgeOptions>;
