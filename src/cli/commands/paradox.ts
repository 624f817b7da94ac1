/** `assay paradox`: where a metric contradicts itself, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import { type Command, Option } from 'commander';
import { type OptionSpecs, UsageError, pick, suggest } from '../../core/index.ts';
import { type EmptyReferences, type FormatId, type Task, formatIds } from '../../data/index.ts';
import { findParadox, makeUpParadox } from '../../engine/index.ts';
import { type Paradox, paradoxRecipes } from '../../paradox/index.ts';
import { type ParadoxReport, media, paradoxTables } from '../../report/index.ts';
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
import { filesRead } from '../metricFiles.ts';
import { checkOutputs } from '../output.ts';

const formats = ['text', 'markdown', 'latex', 'html', 'json'] as const;

const names = Object.keys(paradoxRecipes) as Paradox[];

/** How many systems a paradox is about. */
const systemsOf: Readonly<Record<Paradox, number>> = { 'sign-test': 2, genres: 2, deletion: 1 };

/** Every size of a recipe is an option of the command. */
const sizes = new Map<string, { help: string; recipes: string[] }>();
for (const ofParadox of Object.values(paradoxRecipes)) {
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
        new Option('--variant <recipe>', 'how sign-test is made up').choices(Object.keys(paradoxRecipes['sign-test'])),
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
    checkOutputs([given.output], filesRead(given, files, [...requests, ...(given.objective ?? [])]));
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
  const variant = given.variant ?? Object.keys(paradoxRecipes[name])[0]!;
  const { sizes: own } = paradoxRecipes[name][variant]!;
  for (const [key] of givenSizes(given)) {
    if (key in own) continue;
    const known = Object.keys(own).map((size) => `--${size}`);
    throw new UsageError(`--${key} is no size of ${variant}, which has ${known.join(', ')}.`);
  }
  const metrics = await requestedMetrics(
    requests.length > 0
      ? requests
      : ['bleu(tok=none,smooth=none)', 'bleu-sbp(tok=none)', '4grr(tok=none)', 'amber(tok=none)'],
  );
  return makeUpParadox(name, metrics, variant, Object.fromEntries(givenSizes(given)));
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
  return findParadox(name, task, metrics, {
    ...pick(given, ['by', 'threads']),
    onProgress: (done) => terminal.progress(done),
  });
}

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
