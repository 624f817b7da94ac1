/** `assay paradox`: where a metric contradicts itself, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import { type Command, Option } from 'commander';
import {
  type Metric,
  type OptionSpecs,
  UsageError,
  counted,
  resolveOptions,
  suggest,
  version,
} from '../../core/index.ts';
import {
  type Batch,
  type EmptyReferences,
  type FormatId,
  type Task,
  formatIds,
  withBatches,
} from '../../data/index.ts';
import { evaluate } from '../../engine/index.ts';
import { type Measured, groupSegments, measureAll, measurements } from '../../measure/index.ts';
import {
  type Recipe,
  deletion,
  deletionParadox,
  genreParadox,
  genres,
  padding,
  scattered,
  signTestParadox,
} from '../../paradox/index.ts';
import { type ParadoxReport, media, paradoxTables, scoredMetric } from '../../report/index.ts';
import { collect, integerBetween, requestedMetrics, separateFiles, threadCount } from '../arguments.ts';
import type { CliCommand, Terminal } from '../command.ts';
import { chosenSystems } from '../paradox/chosenSystems.ts';
import {
  type ListOptions,
  areLists,
  declareListOptions,
  refuseListOptions,
  studyLists,
} from '../paradox/deletionStudy.ts';
import { openTexts } from '../textInput.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs } from '../output.ts';

const formats = ['text', 'markdown', 'latex', 'html', 'json'] as const;

type Paradox = Exclude<ParadoxReport['paradox'], 'deletion-study'>;

/** By paradox, the ways to make it up; the first is the usual one. */
const recipes: Readonly<Record<Paradox, Readonly<Record<string, Recipe>>>> = {
  'sign-test': { padding, scattered },
  genres: { genres },
  deletion: { deletion },
};
const names = Object.keys(recipes) as Paradox[];

/** How many systems a paradox is about. */
const systemsOf: Readonly<Record<Paradox, number>> = { 'sign-test': 2, genres: 2, deletion: 1 };

/** Every size of a recipe is an option of the command. */
const sizes = new Map<string, { help: string; recipes: string[] }>();
for (const ofParadox of Object.values(recipes)) {
  for (const [recipe, { sizes: specs }] of Object.entries(ofParadox)) {
    for (const { key, help, default: usual } of Object.values(specs as OptionSpecs)) {
      const size = sizes.get(key) ?? { help, recipes: [] };
      size.recipes.push(`${recipe} ${usual}`);
      sizes.set(key, size);
    }
  }
}

interface FileOptions {
  reference?: string[];
  source?: string;
  labels?: string;
  by?: string;
  name?: string[];
  systems?: string;
  inputFormat?: FormatId;
  emptyReferences?: EmptyReferences;
  threads?: number | 'auto';
}

interface ParadoxOptions extends FileOptions, ListOptions {
  metric?: string[];
  variant?: string;
  format: (typeof formats)[number];
  digits: number;
  output?: string;
}

const paradox: CliCommand<ParadoxOptions, ParadoxReport> = {
  name: 'paradox',
  summary: 'Show where metrics contradict themselves, on made-up outputs or your own.',
  examples: [
    ['assay paradox sign-test', 'two systems, each significantly better than the other'],
    ['assay paradox sign-test --variant scattered --segments 50', 'another such pair, larger'],
    ['assay paradox genres -m bleu chrf ter', 'better on every part, worse on the whole; other metrics'],
    ['assay paradox deletion -r ref.txt sys.txt', 'segments of your own that can be left out'],
    ['assay paradox deletion -r ref.txt nbest.txt', 'of n-best lists: do metrics reward what leaves something out?'],
    ['assay paradox genres -r ref.txt a.txt b.txt -l labels.tsv --by domain', 'your own systems and parts'],
    ['assay paradox sign-test wmt.xml --systems base,new', 'two systems of a file that holds more'],
  ],

  declare(command: Command) {
    command
      .argument('<paradox>', names.join(', '))
      .argument('[files...]', 'outputs of your own, as for assay score: two systems, for deletion one, or n-best lists')
      .option(
        '-m, --metric <metric...>',
        'metrics, as for assay score (default: bleu bleu-sbp 4grr amber, with tok=none and without smoothing for made-up outputs; of n-best lists gtm instead of amber)',
      )
      .addOption(
        new Option('--variant <recipe>', 'how sign-test is made up').choices(Object.keys(recipes['sign-test'])),
      );
    for (const [key, { help, recipes: usual }] of sizes) {
      command.option(`--${key} <number>`, `made up: ${help.replace(/\.$/, '')} (default: ${usual.join(', ')})`);
    }
    command
      .option('-r, --reference <file>', 'reference translation; repeat for several', collect)
      .option('-s, --source <file>', 'source text, for metrics that read it')
      .option('-l, --labels <file>', 'TSV with a header and a row for each segment: document, domain, …')
      .option('--by <label>', 'for genres: the label that says to which part a segment belongs (default: domain)')
      .option('-n, --name <name>', 'name of a system, in the order of the files; repeat for several', collect)
      .option('--systems <names>', 'where files hold more: two systems, for deletion one, with commas between')
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(formats).default('text'))
      .option('-w, --digits <number>', 'decimals shown', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write the report to a file')
      .addOption(
        new Option('--input-format <format>', 'format of the files, where the name does not tell').choices(formatIds),
      )
      .addOption(
        new Option(
          '--empty-references <what>',
          'what an empty reference means: a mistake (default), a missing one, or an empty text',
        ).choices(['error', 'missing', 'keep']),
      )
      .option('-j, --threads <number>', 'threads to count with; the result is the same for any number', threadCount);
    declareListOptions(command);
  },

  async run([typed = '', ...positional], given, terminal) {
    const name = names.find((each) => each === typed);
    if (!name) throw new UsageError(`Unknown paradox ${typed}. ${suggest(typed, names)}`);
    const { files, requests } = separateFiles(positional, given.metric ?? [], given.name !== undefined);
    checkOutputs(
      [given.output],
      [
        ...files,
        ...(given.reference ?? []),
        given.source,
        given.labels,
        given.weights,
        ...filesOfMetrics(requests),
        ...filesOfMetrics(given.objective),
      ],
    );
    if (given.by !== undefined && name !== 'genres') throw new UsageError(`--by is for genres, not for ${name}.`);
    if (files.length > 0 && given.inputFormat === undefined && (await areLists(files, given))) {
      if (name !== 'deletion')
        throw new UsageError(`assay paradox ${name} takes outputs of systems, not n-best lists.`);
      refuseOutputOptions(given);
      return studyLists(files, given, requests, terminal);
    }
    refuseListOptions(given);
    return files.length === 0 ? madeUp(name, given, requests) : ofFiles(name, files, given, requests, terminal);
  },

  show(report, { format, digits }, style) {
    if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
    return media[format](paradoxTables(report, digits), style);
  },
};

export default paradox;

const givenSizes = (given: ParadoxOptions): [key: string, value: unknown][] =>
  Object.entries(given).filter(([key, value]) => sizes.has(key) && value !== undefined);

async function madeUp(name: Paradox, given: ParadoxOptions, requests: readonly string[]): Promise<ParadoxReport> {
  refuseFileOptions(given);
  if (given.variant !== undefined && name !== 'sign-test') {
    throw new UsageError(`--variant is for sign-test, not for ${name}.`);
  }
  const variant = given.variant ?? Object.keys(recipes[name])[0]!;
  const recipe = recipes[name][variant]!;
  for (const [key] of givenSizes(given)) {
    if (key in recipe.sizes) continue;
    const own = Object.keys(recipe.sizes as OptionSpecs).map((size) => `--${size}`);
    throw new UsageError(`--${key} is no size of ${variant}, which has ${own.join(', ')}.`);
  }
  const chosen = resolveOptions(recipe.sizes as OptionSpecs, Object.fromEntries(givenSizes(given))) as Record<
    string,
    number
  >;
  const { references, systems, labels } = recipe.build(chosen);
  const metrics = await requestedMetrics(
    requests.length > 0
      ? requests
      : ['bleu(tok=none,smooth=none)', 'bleu-sbp(tok=none)', '4grr(tok=none)', 'amber(tok=none)'],
  );
  const facts = {
    version,
    systems: [...systems.keys()],
    segments: references.length,
    metrics: described(metrics, 1),
    made: {
      recipe: variant,
      summary: recipe.summary,
      sizes: chosen,
      bleuContradictsItself: recipe.bleuContradictsItself,
    },
  };
  if (name !== 'deletion') {
    return { ...facts, ...compared(name, measureAll(metrics, { references }, systems), labels, 'genre') };
  }
  const [baseline, deleted] = [...systems.values()] as [readonly string[], readonly string[]];
  const measured = measureAll(metrics, { references }, [baseline, baseline.map(() => '')]);
  const emptied = deleted.flatMap((text, segment) => (text === '' ? [segment] : []));
  return {
    ...facts,
    systems: [facts.systems[0]!],
    paradox: name,
    ...deletionParadox(measured, baseline.map(sizeOf), emptied),
  };
}

function compared(name: 'sign-test' | 'genres', measured: readonly Measured[], labels: Batch['labels'], label: string) {
  if (name === 'sign-test') return { paradox: name, findings: measured.map(signTestParadox) } as const;
  const parts = groupSegments(labels, label);
  if (parts.size < 2) {
    const [only = ''] = parts.keys();
    throw new UsageError(
      `All segments have the same ${label}, ${JSON.stringify(only)}: it takes two parts to compare.`,
    );
  }
  return { paradox: name, label, findings: measured.map((each) => genreParadox(each, parts)) } as const;
}

async function ofFiles(
  name: Paradox,
  files: readonly string[],
  given: ParadoxOptions,
  requests: readonly string[],
  terminal: Terminal,
): Promise<ParadoxReport> {
  const [size] = givenSizes(given);
  const unused = size ? `--${size[0]}` : given.variant === undefined ? undefined : '--variant';
  if (unused) throw new UsageError(`${unused} is for made-up outputs. Leave it out, or leave out the files.`);
  const metrics = await requestedMetrics(requests.length > 0 ? requests : ['bleu', 'bleu-sbp', '4grr', 'amber']);
  const task = await requestedSystems(name, await openTexts(files, given), given.systems);
  const outputSizes: number[] = [];
  const evaluation = await evaluate(name === 'deletion' ? withEmptySystem(task, outputSizes) : task, metrics, {
    threads: given.threads ?? 'auto',
    keepRows: true,
    onProgress: ({ segments, share }) => terminal.progress({ share, text: counted(segments, 'segment') }),
  });
  const measured = measurements(metrics, evaluation);
  const { references, segments } = evaluation;
  const facts = {
    version,
    systems: task.systems,
    segments,
    metrics: described(metrics, references),
    input: { references, sha256: task.checksum ?? '', notes: task.notes },
  };
  return name === 'deletion'
    ? { ...facts, paradox: name, ...deletionParadox(measured, outputSizes) }
    : { ...facts, ...compared(name, measured, evaluation.labels, given.by ?? 'domain') };
}

const described = (metrics: readonly Metric[], references: number | 'var') =>
  metrics.map((metric) => ({ ...scoredMetric(metric, { references }), decomposable: metric.decomposable }));

function refuseFileOptions(given: FileOptions): void {
  const flags: Readonly<Record<keyof FileOptions, string>> = {
    reference: '-r',
    source: '-s',
    labels: '-l',
    by: '--by',
    name: '-n',
    systems: '--systems',
    inputFormat: '--input-format',
    emptyReferences: '--empty-references',
    threads: '-j',
  };
  for (const [option, flag] of Object.entries(flags)) {
    if (given[option as keyof FileOptions] !== undefined) {
      throw new UsageError(
        `${flag} is for outputs of your own, but no files are given. Name them, or leave out ${flag}.`,
      );
    }
  }
}

/** What is for outputs of systems, or for made-up ones, but not for n-best lists. */
function refuseOutputOptions(given: ParadoxOptions): void {
  const [size] = givenSizes(given);
  const flags: [flag: string, value: unknown][] = [
    [`--${size?.[0]}`, size],
    ['--variant', given.variant],
    ['-l', given.labels],
    ['-n', given.name],
    ['--systems', given.systems],
  ];
  const [unused] = flags.find(([, value]) => value !== undefined) ?? [];
  if (unused) throw new UsageError(`${unused} is not for n-best lists. Leave it out.`);
}

async function requestedSystems(name: Paradox, task: Task, typed: string | undefined): Promise<Task> {
  try {
    return chosenSystems(task, typed, systemsOf[name], `assay paradox ${name}`);
  } catch (error) {
    for await (const _ of task.batches()) break; // closes the files
    throw error;
  }
}

/** The same task with one more system, which translates nothing; `sizes` takes up the size of each output of the first. */
function withEmptySystem(task: Task, sizes: number[]): Task {
  const addEmpty = (batch: Batch): Batch => {
    const [outputs = []] = batch.hypotheses;
    for (const text of outputs) sizes.push(sizeOf(text));
    return { ...batch, hypotheses: [...batch.hypotheses, outputs.map(() => '')] };
  };
  return withBatches(task, addEmpty, [...task.systems, '(empty)']);
}

/** Characters other than white space. */
const sizeOf = (text: string): number => text.replace(/\s+/g, '').length;
