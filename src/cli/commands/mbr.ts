/** `assay mbr`: of several translations the one that is expected to be best, measured against all others. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Metric, UsageError, counted, pick, printMetric } from '../../core/index.ts';
import { checkStandardInput, formatIds } from '../../data/index.ts';
import { selectMbr } from '../../engine/index.ts';
import { type MbrReport, mbrRows, mbrTables, reportMbr } from '../../report/index.ts';
import { type LinearGain, type MbrUtility, expectedCountMetrics, linearGain } from '../../tune/index.ts';
import { collect, integerBetween, numberBetween, requestedMetrics, separateFiles, threadCount } from '../arguments.ts';
import type { CliCommand, Terminal } from '../command.ts';
import { declareLatticeReading } from '../latticeInput.ts';
import { type MbrInput, type MbrInputOptions, nbestByDefault, readMbrInput } from '../mbrInput.ts';
import { declareListReading } from '../nbestInput.ts';
import { filesRead } from '../metricFiles.ts';
import { checkOutputs, writeWhole } from '../output.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { declareWeights } from '../weightInput.ts';

const forms = ['pairwise', 'expected', 'linear'] as const;

interface MbrOptions extends MbrInputOptions {
  metric?: string[];
  form?: (typeof forms)[number];
  precision?: number;
  ratio?: number;
  order?: number;
  ngrams?: LinearGain['ngrams'];
  score?: string[];
  translations?: string;
  choices?: string;
  threads: number | 'auto';
  format: ReportFormat;
  digits: number;
  output?: string;
}

/** Translations are printed as they are; scores are a report. */
type Result = { readonly lines: readonly string[] } | { readonly report: MbrReport };

/** A translation for each segment, which candidate it is, counted from 1, and what it is worth. */
interface Chosen {
  readonly texts: readonly string[];
  readonly indices?: readonly number[];
  readonly utilities: readonly number[];
}

const mbr: CliCommand<MbrOptions, Result> = {
  name: 'mbr',
  summary: 'Choose the translations that are expected to be best: minimum Bayes risk.',
  examples: [
    ['assay mbr nbest.txt', 'of n-best lists, the candidate most like all probable ones, by BLEU'],
    ['assay mbr nbest.txt -w weights.txt -m chrf -r ref.txt', 'posteriors by weights, another utility, and its scores'],
    ['assay mbr sysA.txt sysB.txt sysC.txt -o chosen.txt', 'the best of three systems, segment by segment'],
    ['assay mbr nbest.txt --form expected --alpha 0.5', 'faster, with flatter posteriors'],
    ['assay mbr --lattice *.lat.tsv --choices choices.tsv', 'the best of all paths of lattices, by linear gain'],
  ],

  declare(command: Command) {
    command
      .argument(
        '[files...]',
        'n-best lists, or outputs of several systems, one file each; .gz too; - for standard input',
      )
      .option('--lattice', 'the files are lattices or forests')
      .option('-m, --metric <metric...>', 'utility: one metric, with options in brackets (default: bleu)')
      .addOption(
        new Option(
          '--form <form>',
          `how utility is computed: pair by pair; against expected n-gram counts, for ${expectedCountMetrics().join(' and ')}; or as linear gain (default: pairwise, of lattices linear)`,
        ).choices(forms),
      );
    declareWeights(command, 'weights of features: candidates are as probable as exp(alpha × weights × features)');
    command
      .option('--alpha <number>', 'scale of scores; 0 makes all candidates alike', numberBetween(0, 1e9), 1)
      .option('--posteriors <file>', 'n-best lists: a number from 0 on for each candidate, one a line')
      .option('--samples', 'n-best lists are samples: all alike, and what is said twice counts twice')
      .option(
        '--system-weight <number>',
        'how probable a system is, in the order of the files; repeat for all',
        (value: string, before: number[] | undefined) => [...(before ?? []), numberBetween(0, 1e9)(value)],
      )
      .option('-n, --name <name>', 'name of a system, in the order of the files; repeat for several', collect)
      .option(
        '--nbest <number>',
        `lattices: how many of the best derivations are candidates (default: ${nbestByDefault})`,
        integerBetween(1, 1e6),
      )
      .option(
        '--prune <number>',
        'lattices: edges to keep for each word of the best derivation',
        numberBetween(0.1, 1e9),
      )
      .option('--precision <number>', 'linear: share of words expected to be right (default: 0.8)', shareAboveZero)
      .option('--ratio <number>', 'linear: by what that falls with each order (default: 0.6)', shareAboveZero)
      .option('--order <number>', 'linear: longest n-gram (default: 4)', integerBetween(1, 9))
      .addOption(
        new Option(
          '--ngrams <what>',
          'linear: whether an n-gram is there, or how often it is expected (default: presence)',
        ).choices(['presence', 'counts']),
      )
      .option('-r, --reference <file>', 'reference translation, to score the choice by; repeat for several', collect)
      .option('-s, --source <file>', 'source text, for metrics that read it')
      .option('--score <metric...>', 'with -r: metrics to score by (default: bleu chrf ter and the utility)')
      .option('--translations <file>', 'with -r: write the chosen translations to a file')
      .option('--choices <file>', 'write a TSV file: segment, which candidate, its expected utility')
      .addOption(
        new Option('--input-format <format>', 'systems: format, where the name does not tell').choices(formatIds),
      );
    declareListReading(command);
    declareLatticeReading(command);
    command
      .addOption(
        new Option('-f, --format <format>', 'with -r: form of the report').choices(reportFormats).default('text'),
      )
      .option('--digits <number>', 'decimals shown', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write to a file what is printed otherwise')
      .option(
        '-j, --threads <number>',
        'threads to choose with; the result is the same for any number',
        threadCount,
        'auto',
      );
  },

  async run(positional, given, terminal) {
    const { files, requests } = separateFiles(positional, given.metric ?? [], given.name !== undefined);
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name n-best lists, outputs of several systems, or with --lattice lattices.',
      );
    }
    checkOptions(given, requests);
    const inputs = filesRead(given, files, [...requests, ...(given.score ?? [])]);
    checkOutputs([given.output, given.translations, given.choices], inputs);
    checkStandardInput(inputs);
    const utility = await utilityOf(given, requests);
    const gain = utility.form === 'linear' ? utility.gain : undefined;
    const input = await readMbrInput(files, given, given.lattice ? gain : undefined, terminal);
    const chosen = await choiceOf(input, utility, given, terminal);
    if (given.choices !== undefined) await writeWhole(given.choices, choiceLines(chosen, input));
    const lines = chosen.texts.map((text) => `${text}\n`);
    const { references } = input;
    if (!references) {
      for (const note of input.notes ?? []) terminal.warn(note);
      return { lines };
    }
    if (given.translations !== undefined) await writeWhole(given.translations, lines);
    const metrics = await scoringMetrics(utility, given.score);
    return { report: reportMbr({ ...input, references, chosen: chosen.texts, utility }, metrics) };
  },

  show(result, { format, digits }, style) {
    if ('lines' in result) return result.lines.join('');
    const { report } = result;
    const ways = { tables: () => mbrTables(report, digits), rows: () => mbrRows(report) };
    return showReport(report, format, ways, style);
  },
};

export default mbr;

function shareAboveZero(value: string): number {
  const share = numberBetween(0, 1)(value);
  if (share === 0) throw new InvalidArgumentError('It must be a number above 0 and at most 1.');
  return share;
}

const linearOptions = ['precision', 'ratio', 'order', 'ngrams'] as const;

function checkOptions(given: MbrOptions, requests: readonly string[]): void {
  if (requests.length > 1)
    throw new UsageError(`There is one utility, not ${requests.length}: ${requests.join(', ')}.`);
  const form = formOf(given, requests);
  if (form === 'linear' && requests.length > 0) {
    throw new UsageError('The linear gain is a utility of its own: leave out -m, or choose another --form.');
  }
  const unused = linearOptions.find((option) => given[option] !== undefined);
  if (form !== 'linear' && unused) throw new UsageError(`--${unused} is for the linear gain: add --form linear.`);
  if (given.reference) return;
  const forScores = (['score', 'translations'] as const).find((option) => given[option] !== undefined);
  if (forScores) throw new UsageError(`--${forScores} is for scores, which need references: give them with -r.`);
  if (given.format !== 'text') {
    throw new UsageError('--format is for scores, which need references: give them with -r, or leave out --format.');
  }
}

/** A metric asked for on lattices is computed pair by pair on their n best. */
const formOf = ({ form, lattice }: MbrOptions, requests: readonly string[]): MbrUtility['form'] =>
  form ?? (lattice && requests.length === 0 ? 'linear' : 'pairwise');

async function utilityOf(given: MbrOptions, requests: readonly string[]): Promise<MbrUtility> {
  const form = formOf(given, requests);
  if (form === 'linear') {
    return { form, gain: linearGain(pick(given, linearOptions)) };
  }
  const [metric] = await requestedMetrics(requests.length === 0 ? ['bleu'] : requests);
  return { form, metric: metric! };
}

async function scoringMetrics(utility: MbrUtility, score: readonly string[] | undefined): Promise<Metric[]> {
  if (score) return requestedMetrics(score);
  const usual = ['bleu', 'chrf', 'ter'];
  const own = utility.form === 'linear' ? [] : [printMetric(utility.metric)];
  return requestedMetrics([...usual, ...own.filter((typed) => !usual.includes(typed))]);
}

async function choiceOf(
  { evidence, paths }: MbrInput,
  utility: MbrUtility,
  { threads }: MbrOptions,
  terminal: Terminal,
): Promise<Chosen> {
  if (paths) {
    return { texts: paths.map(({ words }) => words.join(' ')), utilities: paths.map(({ gain }) => gain) };
  }
  const choices = await selectMbr(evidence!, utility, {
    threads,
    onProgress: ({ segments, share }) => terminal.progress({ share, text: counted(segments, 'segment') }),
  });
  return {
    texts: choices.map(({ index }, i) => evidence![i]!.texts[index]!),
    indices: choices.map(({ index }) => index + 1),
    utilities: choices.map(({ utility: worth }) => worth),
  };
}

/** Segments and candidates are counted from 1. */
function* choiceLines({ texts, indices, utilities }: Chosen, { from, rivals }: MbrInput): Generator<string> {
  const which = from === 'systems' ? ['candidate', 'system'] : indices ? ['candidate'] : [];
  yield `${['segment', ...which, 'utility'].join('\t')}\n`;
  for (let i = 0; i < texts.length; i++) {
    const candidate = indices ? [String(indices[i])] : [];
    const system = from === 'systems' ? [rivals[indices![i]! - 1]!.name] : [];
    yield `${[String(i + 1), ...candidate, ...system, String(utilities[i])].join('\t')}\n`;
  }
}
