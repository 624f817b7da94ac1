/** `assay oracle`: the best score that lattices, forests or n-best lists hold, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 4.3. */
import { type Command, Option } from 'commander';
import {
  type FoundMetric,
  type Metric,
  type OptionSpecs,
  UsageError,
  counted,
  optionNamed,
  pick,
} from '../../core/index.ts';
import {
  LatticeFiles,
  checkStandardInput,
  digestOf,
  holdLists,
  readNbest,
  readTexts,
  unequalLattices,
} from '../../data/index.ts';
import { createMetrics, parseMetric } from '../../engine/index.ts';
import { hasStructuralOracle, structuralMetrics } from '../../lattice/index.ts';
import {
  LatticeOracles,
  type OracleReport,
  oracleLines,
  oracleRows,
  oracleTables,
  reportListOracle,
} from '../../report/index.ts';
import { collect, integerBetween, numberBetween, refuseOptions } from '../arguments.ts';
import type { CliCommand, Terminal } from '../command.ts';
import {
  type LatticeOptions,
  declareLatticeReading,
  latticeReadingOptions,
  latticeRequest,
  weightsSummary,
} from '../latticeInput.ts';
import { type NbestOptions, declareListReading, nbestRequest } from '../nbestInput.ts';
import { filesRead } from '../metricFiles.ts';
import { checkOutputs, writeWhole } from '../output.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { textRequest } from '../textInput.ts';
import { declareWeights, requestedWeights } from '../weightInput.ts';

interface Options extends NbestOptions, LatticeOptions {
  metric: string;
  worst?: boolean;
  prunePosterior?: string[];
  scale?: number;
  seed?: number;
  segments?: string;
  paths?: string;
  format: ReportFormat;
  digits: number;
  output?: string;
}

const oracle: CliCommand<Options, OracleReport> = {
  name: 'oracle',
  summary: 'Find the best score that lattices, forests or n-best lists hold, beside that of the best by the model.',
  examples: [
    ['assay oracle *.lat.tsv -r ref.txt', 'exact, inside lattices, by 4-GRR'],
    ['assay oracle a.forest.json b.forest.json -r ref0 -r ref1 -m wrr -w weights', 'forests with weights, by WRR'],
    ['assay oracle lattices.plf -r ref.txt -m bleu', 'a BLEU that was found, and one that none exceeds'],
    ['assay oracle lattices.plf -r ref.txt --prune-posterior 0.1 0.01 0.001', 'what is lost by pruning'],
    ['assay oracle nbest.txt -r ref.txt -m ter --paths best.txt', 'of n-best lists, by any metric'],
    ['assay oracle nbest.txt -r ref.txt -m chrf --worst --segments each.tsv', 'the worst there is, segment by segment'],
  ],

  declare(command: Command) {
    command
      .argument(
        '[files...]',
        'lattices and forests, in the order of the segments, or n-best lists; .gz too; - for standard input',
      )
      .option('-r, --reference <file>', 'reference translation; repeat for several', collect)
      .option('-s, --source <file>', 'n-best lists: source text, for metrics that read it')
      .option(
        '-m, --metric <metric>',
        `the metric, with options in brackets; inside lattices ${structuralMetrics().join(', ')}`,
        '4grr',
      )
      .option('--worst', 'n-best lists: look for the worst')
      .option(
        '--prune-posterior <posterior...>',
        'lattices: the oracle also within edges at least so probable; one or more',
      )
      .option('--scale <number>', 'of these posteriors: exp(scale × score) (default: 1)', numberBetween(0, 1e9))
      .option(
        '--seed <number>',
        'n-best lists: where the search starts for metrics that are no means (default: 0)',
        integerBetween(0, 2 ** 32 - 1),
      ) // prettier-ignore
      .option('--segments <file>', 'write a TSV file: id, both scores and both texts of each segment')
      .option('--paths <file>', 'write what the oracle chose, one a line');
    declareListReading(command);
    declareLatticeReading(command);
    declareWeights(command, weightsSummary);
    command
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('--digits <number>', 'decimals shown', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write the report to a file');
  },

  async run(positional, given, terminal) {
    const { files, posteriors } = separatePosteriors(positional, given.prunePosterior ?? []);
    if (files.length === 0) throw new UsageError('No files given. Name lattices, forests or n-best lists.');
    if (!given.reference) throw new UsageError('No references given. An oracle needs them: name files with -r.');
    const inputs = filesRead(given, files, [given.metric]);
    checkOutputs([given.output, given.segments, given.paths], inputs);
    checkStandardInput(inputs);
    const found = parseMetric(given.metric);
    const lists = given.latticeFormat === undefined && (given.nbestFormat !== undefined || (await holdLists(files)));
    const { report, paths } = lists
      ? await ofLists(files, found, given)
      : await ofLattices(files, found, posteriors, given, terminal);
    if (given.segments !== undefined) await writeWhole(given.segments, oracleLines(report));
    if (given.paths !== undefined) await writeWhole(given.paths, paths.map((text) => `${text}\n`)); // prettier-ignore
    return report;
  },

  show(report, { format, digits }, style) {
    const forms = { tables: () => oracleTables(report, digits), rows: () => oracleRows(report) };
    return showReport(report, format, forms, style);
  },
};

export default oracle;

/** `--prune-posterior` takes what follows it; what is no number is meant as a file. */
function separatePosteriors(
  positional: readonly string[],
  words: readonly string[],
): { files: string[]; posteriors: number[] } {
  const isNumber = (word: string) => word.trim() !== '' && !Number.isNaN(Number(word));
  const posteriors = words.filter(isNumber).map(Number);
  const bad = posteriors.find((posterior) => !(posterior >= 0 && posterior <= 1));
  if (bad !== undefined) throw new UsageError(`The posterior to prune by is ${bad}: it must lie between 0 and 1.`);
  const files = [...positional, ...words.filter((word) => !isNumber(word))];
  if (posteriors.length === 0 && words.length > 0) {
    throw new UsageError('--prune-posterior needs a number from 0 to 1, or several.');
  }
  return { files, posteriors };
}

interface Found {
  readonly report: OracleReport;
  /** What was chosen, by line of the references; empty where there is nothing to choose. */
  readonly paths: readonly string[];
}

const makeList = 'Make an n-best list of them first, with `assay lattice nbest`, and ask for its oracle.';

/** Words of lattices are not cut again, so a tokenizer other than none would not do what it says. */
async function structuralMetric({ definition, options }: FoundMetric, typed: string): Promise<Metric> {
  if (!hasStructuralOracle(definition())) {
    throw new UsageError(
      `${typed} has no oracle inside lattices and forests; ${structuralMetrics().join(', ')} have. ${makeList}`,
    );
  }
  const specs = definition.options as OptionSpecs;
  const isSaid = [...typed.matchAll(/[(,|]\s*([\w-]+)\s*[=:]/g)].some(([, key]) => optionNamed(specs, key!) === 'tokenizer'); // prettier-ignore
  if (isSaid && options['tokenizer'] !== 'none') {
    throw new UsageError(
      `${typed}: words of lattices are not cut again, so inside them there is only tok=none. Leave out the tokenizer, or: ${makeList}`,
    );
  }
  const [metric] = await createMetrics([{ definition, options: { ...options, tokenizer: 'none' } }]);
  return metric!;
}

async function ofLattices(
  files: readonly string[],
  found: FoundMetric,
  posteriors: readonly number[],
  given: Options,
  terminal: Terminal,
): Promise<Found> {
  refuseOptions(given, ['source', 'seed'], 'lattices');
  if (given.worst) {
    throw new UsageError(`The worst inside lattices is not looked for, since a rate is the highest of its alignments. ${makeList}`); // prettier-ignore
  }
  if (given.scale !== undefined && posteriors.length === 0) {
    throw new UsageError('--scale is for --prune-posterior. Give both or neither.');
  }
  const oracles = new LatticeOracles(await structuralMetric(found, given.metric), posteriors, given.scale);
  const source = new LatticeFiles(latticeRequest(files, given, terminal));
  const { references, sha256, notes } = await readTexts({ ...textRequest(given), references: given.reference! });
  if (files.length > references.length) throw unequalLattices(references.length, `at least ${files.length} lattices`);
  let taken = 0;
  for await (const lattice of source.read(references.length)) {
    const texts = references[taken++];
    if (!texts) throw unequalLattices(references.length, `more lattices: ${lattice.place} is number ${taken}`);
    oracles.take(lattice, texts);
  }
  if (taken < references.length) throw unequalLattices(references.length, counted(taken, 'lattice'));
  const report = oracles.report({
    sha256: digestOf([source.digest(), sha256]),
    notes: [...notes, ...source.scoreNotes, ...source.weightNotes],
  });
  return { report, paths: report.bySegment.map(({ oracle: { text } }) => text) };
}

async function ofLists(files: readonly string[], found: FoundMetric, given: Options): Promise<Found> {
  refuseOptions(given, ['prunePosterior', 'scale', ...latticeReadingOptions], 'n-best lists');
  const [metric] = await createMetrics([found]);
  const set = await readNbest({ ...nbestRequest(files, given), references: given.reference! });
  const weights = await requestedWeights(given, set.candidates.featureNames);
  return reportListOracle(metric!, set, { ...pick(given, ['worst', 'seed']), ...weights });
}
