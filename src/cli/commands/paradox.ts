/** `assay paradox`: where a metric contradicts itself, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import { statSync } from 'node:fs';
import {
  type Metric,
  type OptionSpecs,
  UsageError,
  type ValueKind,
  counted,
  integers,
  numbers,
  oneOf,
  pick,
  present,
  printMetric,
  suggest,
} from '../../core/index.ts';
import { type Task, holdLists, readNbest, withBatches } from '../../data/index.ts';
import { findParadox, studyDeletion } from '../../engine/index.ts';
import { type Paradox, paradoxRecipes } from '../../paradox/index.ts';
import { type DeletionStudyReport, type ParadoxReport, makeUpParadox, paradoxTables } from '../../report/index.ts';
import { deletionDefaults, mertDefaults } from '../../tune/index.ts';
import { type Terminal, defineCommand } from '../command.ts';
import { nbestFormat, nbestRequest, requestedWeights, weightOptions } from '../input/decoderInput.ts';
import { requestedMetrics } from '../input/metricInput.ts';
import { by, digits, metric, openTexts, readingOptions, textOptions } from '../input/sharedOptions.ts';
import { type Given, refuseOthers, setting, texts, toggle, value, values } from '../options.ts';

/** `segments 8, length 10`: the sizes of the made-up outputs, with their defaults. */
const sizesOf = (specs: OptionSpecs): string =>
  Object.values(specs)
    .map(({ key, default: usual }) => `${key}=${usual}`)
    .join(' ');

const sizes = Object.values(paradoxRecipes)
  .flatMap((recipes) => Object.entries(recipes))
  .map(([name, recipe]) => `${name} ${sizesOf(recipe.sizes as OptionSpecs)}`);

/** A size as typed: its name and a number. */
const sizeKind: ValueKind<readonly [name: string, value: string]> = {
  accepts: 'a size and a number, such as segments=50',
  read(typed, flag) {
    const [, name, number] = /^([a-z]+)=(.+)$/.exec(String(typed)) ?? [];
    if (name === undefined || number === undefined) {
      throw new UsageError(`${flag} must be ${this.accepts}, not "${String(typed)}".`);
    }
    return [name, number];
  },
};

const madeUpOnly = { only: ['made-up outputs'] } as const;
const outputsOnly = { only: ['your own outputs'] } as const;
const lists = ['n-best lists'];
const listsOnly = { only: lists };
const filesOnly = { only: ['your own outputs', 'n-best lists'] } as const;

const starting = weightOptions('weights to start from (default: equal weights)');

const paradoxOptions = {
  metric: metric(
    'metrics, as for assay score (default: bleu bleu-sbp 4grr amber, with tok=none and without smoothing for made-up outputs; for n-best lists gtm instead of amber)',
  ),
  variant: value(oneOf(Object.keys(paradoxRecipes['sign-test'])), {
    ...madeUpOnly,
    value: 'recipe',
    help: 'how to make up outputs for sign-test',
  }),
  size: values(sizeKind, {
    ...madeUpOnly,
    value: 'name=number',
    help: `their size; repeat for several (default: ${sizes.join('; ')})`,
  }),
  reference: { ...textOptions.reference, ...filesOnly },
  source: { ...textOptions.source, ...filesOnly },
  labels: { ...textOptions.labels, ...outputsOnly },
  by: {
    ...by('for genres: the label that divides the test set into parts (default: domain)'),
    ...outputsOnly,
  },
  name: { ...textOptions.name, ...outputsOnly },
  systems: value(texts, {
    ...outputsOnly,
    value: 'names',
    help: 'systems to use if the files hold more, separated by commas: two, or one for deletion',
  }),
  steps: toggle({
    only: ['made-up outputs', 'your own outputs'],
    help: 'show how the scores are computed, step by step, before and after the change',
  }),
  digits: digits(2),
  inputFormat: { ...readingOptions.inputFormat, ...outputsOnly },
  columns: { ...readingOptions.columns, ...outputsOnly },
  emptyReferences: { ...readingOptions.emptyReferences, ...filesOnly },
  threads: { ...readingOptions.threads, ...filesOnly },
  lists: toggle({ ...listsOnly, help: 'read the files as n-best lists, if their first lines do not show it' }),
  nbestFormat: { ...nbestFormat, ...listsOnly },
  objective: values(texts, {
    ...listsOnly,
    value: 'metric',
    names: 'metrics',
    help: 'metric to tune to; repeat for several (default: the BLEU variants among -m, else the first)',
  }),
  weights: { ...starting.weights, ...listsOnly },
  missingWeights: { ...starting.missingWeights, ...listsOnly },
  holdOut: setting(lists, numbers(0, 1), 'share of segments held out from tuning', 0.5, 'share'),
  candidates: setting(
    lists,
    integers(1, 1_000_000),
    'number of candidates of each list to delete words from',
    deletionDefaults.first,
  ),
  longest: setting(lists, integers(1, 1000), 'longest run of words to delete', deletionDefaults.longest),
  restarts: setting(lists, integers(0, 1_000_000), 'random starting points of tuning', mertDefaults.restarts),
  seed: setting(lists, integers(0, 2 ** 32 - 1), 'seed of the random numbers', mertDefaults.seed),
};

type ParadoxOptions = Given<typeof paradoxOptions>;

const paradoxes: Readonly<Record<Paradox, string>> = {
  'sign-test': 'two systems, each significantly better than the other',
  genres: 'better on every part of the test set, worse on the whole',
  deletion: 'better when segments or words are left out',
};

/** The number of systems in a paradox. */
const systemsOf: Readonly<Record<Paradox, number>> = { 'sign-test': 2, genres: 2, deletion: 1 };

const paradox = defineCommand({
  name: 'paradox',
  summary: 'Show where metrics contradict themselves, on made-up outputs or your own.',
  examples: [
    ['assay paradox sign-test', 'two systems, each significantly better than the other'],
    ['assay paradox deletion -m bleu --steps', 'how BLEU is computed before and after the deletion'],
    ['assay paradox sign-test --variant scattered --size segments=50', 'another such pair, with more segments'],
    ['assay paradox genres -m bleu chrf ter', 'better on every part, worse on the whole; with other metrics'],
    ['assay paradox deletion -r ref.txt sys.txt', 'segments of your own whose removal raises the score'],
    ['assay paradox deletion -r ref.txt nbest.txt', 'n-best lists: do metrics reward deletions?'],
    ['assay paradox genres -r ref.txt a.txt b.txt -l labels.tsv --by domain', 'your own systems and parts'],
    ['assay paradox sign-test wmt.xml --systems base,new', 'two systems of a file with more'],
  ],

  arguments: [
    { typed: '<paradox>', choices: paradoxes, help: Object.keys(paradoxes).join(', ') },
    {
      typed: '[files...]',
      names: 'input',
      help: 'your own outputs, as for assay score: two systems (one for deletion), or n-best lists',
    },
  ],
  options: paradoxOptions,

  async run([typed, ...files], given, terminal): Promise<ParadoxReport> {
    const name = typed as Paradox;
    if (given.by !== undefined && name !== 'genres') throw new UsageError(`--by is for genres, not for ${name}.`);
    const areNbest = files.length > 0 && given.inputFormat === undefined && (await areLists(files, given));
    if (areNbest && name !== 'deletion') {
      throw new UsageError(`assay paradox ${name} takes outputs of systems, not n-best lists.`);
    }
    refuseOthers(paradoxOptions, given, [
      areNbest ? 'n-best lists' : files.length > 0 ? 'your own outputs' : 'made-up outputs',
    ]);
    if (areNbest) return studyLists(files, given, terminal);
    return files.length === 0 ? madeUp(name, given) : ofFiles(name, files, given, terminal);
  },

  forms: { tables: (report, given) => paradoxTables(report, given.digits, given.steps) },
});

export default paradox;

async function madeUp(name: Paradox, given: ParadoxOptions): Promise<ParadoxReport> {
  if (given.variant !== undefined && name !== 'sign-test') {
    throw new UsageError(`--variant is for sign-test, not for ${name}.`);
  }
  const variant = given.variant ?? Object.keys(paradoxRecipes[name])[0]!;
  const { sizes: own } = paradoxRecipes[name][variant]!;
  for (const [size] of given.size ?? []) {
    if (size in own) continue;
    throw new UsageError(`--size: ${variant} has no size ${size}, only ${Object.keys(own).join(', ')}.`);
  }
  const metrics = await requestedMetrics(
    given.metric ?? ['bleu(tok=none,smooth=none)', 'bleu-sbp(tok=none)', '4grr(tok=none)', 'amber(tok=none)'],
  );
  return makeUpParadox(name, metrics, variant, Object.fromEntries(given.size ?? []));
}

async function ofFiles(
  name: Paradox,
  files: readonly string[],
  given: ParadoxOptions,
  terminal: Terminal,
): Promise<ParadoxReport> {
  const metrics = await requestedMetrics(given.metric ?? ['bleu', 'bleu-sbp', '4grr', 'amber']);
  const task = await requestedSystems(name, await openTexts(files, given), given.systems);
  return findParadox(name, task, metrics, {
    ...pick(given, ['by', 'threads']),
    onProgress: terminal.progress,
  });
}

async function requestedSystems(name: Paradox, task: Task, typed: string | undefined): Promise<Task> {
  try {
    return chosenSystems(task, typed, systemsOf[name], `assay paradox ${name}`);
  } catch (error) {
    for await (const _ of task.batches()) break; // closes the files
    throw error;
  }
}

/** The systems to test, out of all that the files hold. `typed` are names separated by commas; without them the files must hold exactly the `wanted` number of systems. */
function chosenSystems(task: Task, typed: string | undefined, wanted: number, command: string): Task {
  const { systems } = task;
  if (typed === undefined) {
    if (systems.length === wanted) return task;
    const meant = wanted === 1 ? 'the one' : 'those';
    const hint = systems.length > wanted ? ` Name ${meant} you mean, as in ${example(systems.slice(0, wanted))}.` : '';
    throw new UsageError(
      `${command} takes the outputs of ${counted(wanted, 'system')}, not of ${systems.length}: ${systems.join(', ')}.${hint}`,
    );
  }
  const names = typed.split(',').map((name) => name.trim());
  const places = names.map((name) => {
    const place = systems.indexOf(name);
    if (place >= 0) return place;
    throw new UsageError(`--systems: there is no system ${name === '' ? '""' : name}. ${suggest(name, systems)}`);
  });
  const twice = names.find((name, n) => names.indexOf(name) < n);
  if (twice !== undefined) throw new UsageError(`--systems names ${twice} twice.`);
  if (places.length !== wanted) {
    throw new UsageError(
      `${command} takes the outputs of ${counted(wanted, 'system')}, but --systems names ${places.length}: ${names.join(', ')}.`,
    );
  }
  const choose = <Of>(all: readonly Of[]): Of[] => places.map((place) => all[place]!);
  return withBatches(task, (batch) => ({ ...batch, hypotheses: choose(batch.hypotheses) }), choose(systems));
}

/** As it can be typed in a shell. */
function example(names: readonly string[]): string {
  const list = names.join(',');
  return `--systems ${/^[\w.,-]+$/.test(list) ? list : `'${list.replaceAll("'", String.raw`'\''`)}'`}`;
}

/** Whether the files are n-best lists. A pipe cannot be read ahead: it needs `--lists` or `--nbest-format`. */
async function areLists(files: readonly string[], { lists, nbestFormat }: ParadoxOptions): Promise<boolean> {
  if (lists || nbestFormat) return true;
  const known = files.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return known.length > 0 && known.length === files.length && holdLists(known);
}

/** Studies on n-best lists whether metrics reward systems that delete words, after tuning to each metric. */
async function studyLists(
  files: readonly string[],
  given: ParadoxOptions,
  terminal: Terminal,
): Promise<DeletionStudyReport> {
  const { reference: references, candidates: first, longest } = given;
  if (!references) throw new UsageError('No reference given. Name a file with -r.');
  const chosen = await requestedObjectives(given.metric, given.objective);
  const set = await readNbest({ ...nbestRequest(files, given), references });
  const start = await requestedWeights(given, set.candidates.featureNames);
  return studyDeletion({
    set,
    ...chosen,
    ...present({ start: start?.weights, notes: start?.notes, share: given.holdOut }),
    ...pick(given, ['restarts', 'seed', 'threads']),
    deletion: present({ first, longest }),
    onProgress: terminal.progress,
  });
}

/** Objectives that are not among the metrics come before them. */
async function requestedObjectives(
  requests: readonly string[] = ['bleu', 'bleu-sbp', '4grr', 'gtm'],
  typed?: readonly string[],
): Promise<{ metrics: Metric[]; objectives: number[] }> {
  const metrics = await requestedMetrics(requests);
  if (!typed) {
    const usual = metrics.flatMap(({ factors }, m) => (factors ? [m] : []));
    return { metrics, objectives: usual.length > 0 ? usual : [0] };
  }
  const sought = await requestedMetrics(typed);
  const known = new Set(metrics.map(printMetric));
  const all = [...sought.filter((metric) => !known.has(printMetric(metric))), ...metrics];
  const places = new Map(all.map((metric, m) => [printMetric(metric), m]));
  return { metrics: all, objectives: sought.map((metric) => places.get(printMetric(metric))!) };
}
