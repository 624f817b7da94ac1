/** `assay oracle`: the best score that lattices, forests or n-best lists hold, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 4.3. */
import { type Command, Option } from 'commander';
import {
  type FoundMetric,
  type Metric,
  type OptionSpecs,
  UsageError,
  counted,
  optionNamed,
  teach,
  version,
} from '../../core/index.ts';
import { digestOf, readReferences } from '../../data/index.ts';
import { createMetrics, parseMetric, scoredMetric } from '../../engine/index.ts';
import {
  CorpusOracleSearch,
  atPlace,
  hasStructuralOracle,
  pruneByPosterior,
  structuralMetrics,
} from '../../lattice/index.ts';
import { referencesPerSegment } from '../../measure/index.ts';
import { type OracleReport, oracleLines, oracleRows, oracleTables } from '../../report/index.ts';
import { countWords } from '../../text/index.ts';
import {
  type Candidates,
  bestCandidates,
  chosenTexts,
  firstCandidates,
  measureCandidates,
  nbestOracle,
  segmentsWithCandidates,
} from '../../tune/index.ts';
import { collect, integerBetween, numberBetween, refuseOptions } from '../arguments.ts';
import type { CliCommand, Terminal } from '../command.ts';
import {
  LatticeFiles,
  type LatticeOptions,
  declareLatticeReading,
  latticeReadingOptions,
  unequalLattices,
  weightsSummary,
} from '../latticeInput.ts';
import { type NbestOptions, declareListReading, holdLists, requestedNbest } from '../nbestInput.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs, writeWhole } from '../output.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
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
    checkOutputs(
      [given.output, given.segments, given.paths],
      [...files, ...given.reference, given.source, given.weights, given.symbols, ...filesOfMetrics([given.metric])],
    );
    const found = parseMetric(given.metric);
    const lists = given.latticeFormat === undefined && (await holdLists(files, given.nbestFormat));
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
  const { scale = 1 } = given;
  const metric = await structuralMetric(found, given.metric);
  const source = await LatticeFiles.open(files, given, terminal, { others: given.reference! });
  const against = await readReferences({ references: given.reference!, emptyReferences: given.emptyReferences });
  const { references } = against;
  if (files.length > references.length) throw unequalLattices(references.length, `at least ${files.length} lattices`);
  const whole = new CorpusOracleSearch(metric);
  const parts = posteriors.map((posterior) => ({ posterior, search: new CorpusOracleSearch(metric), edges: 0 }));
  const ids: string[] = [];
  let edges = 0;
  for await (const { id, place, hypergraph } of source.read(references.length)) {
    const texts = references[ids.length];
    if (!texts) throw unequalLattices(references.length, `more lattices: ${place} is number ${ids.length + 1}`);
    ids.push(id);
    edges += hypergraph.edges;
    whole.take(hypergraph, texts, place);
    for (const part of parts) {
      const pruned = atPlace(place, () => pruneByPosterior(hypergraph, part.posterior, scale));
      part.edges += pruned.edges;
      part.search.take(pruned, texts, place);
    }
  }
  if (ids.length < references.length) throw unequalLattices(references.length, counted(ids.length, 'lattice'));
  const { segments, first, oracle: score, exact, bound } = whole.finish();
  const report: OracleReport = {
    version,
    from: 'lattices',
    looksFor: 'best',
    metric: scoredMetric(metric, { references: referencesPerSegment(references) }),
    segments: ids.length,
    size: edges,
    scores: { first, oracle: score, exact, bound },
    pruned: parts.map(({ posterior, search, edges: kept }) => {
      const { segments: _, ...scores } = search.finish();
      return { posterior, edges: kept, ...scores };
    }),
    ...(posteriors.length > 0 && { scale }),
    bySegment: segments.map((each, i) => ({ id: ids[i]!, ...each })),
    input: {
      references: referencesPerSegment(references),
      sha256: digestOf([source.digest(), against.sha256]),
      notes: [
        'Words of lattices count as they are, and references are cut at white space: tok=none.',
        ...against.notes,
        ...source.scoreNotes,
        ...source.weightNotes,
      ],
    },
  };
  return { report, paths: segments.map((each) => each.oracle.text) };
}

async function ofLists(files: readonly string[], found: FoundMetric, given: Options): Promise<Found> {
  refuseOptions(given, ['prunePosterior', 'scale', ...latticeReadingOptions], 'n-best lists');
  const [untaught] = await createMetrics([found]);
  const { candidates, against, notes, sha256 } = await requestedNbest(files, given);
  const { references, sources } = against!;
  const metric = teach(untaught!, references);
  const { first, weightNotes } = await modelChoice(candidates, given);
  const rows = measureCandidates(metric, candidates, references, sources);
  const { worst = false, seed } = given;
  const best = nbestOracle(metric, candidates, rows, { worst, first, ...(seed !== undefined && { seed }) });
  const width = metric.statistics.length;
  const rowOf = (c: number) => rows.subarray(c * width, (c + 1) * width);
  const sums = new Float64Array(width);
  for (const c of first) if (c >= 0) rowOf(c).forEach((value, k) => (sums[k]! += value));
  const textOf = (c: number) => {
    const text = candidates.texts[c]!;
    return { text, words: countWords(text), score: metric.forSegments.score(rowOf(c)) };
  };
  const members = segmentsWithCandidates(candidates);
  const report: OracleReport = {
    version,
    from: 'lists',
    looksFor: worst ? 'worst' : 'best',
    metric: scoredMetric(untaught!, { references: referencesPerSegment(references) }),
    segments: members.length,
    size: candidates.texts.length,
    scores: {
      first: metric.score(sums),
      oracle: best.score,
      exact: best.exact,
      ...(best.bound !== undefined && { bound: best.bound }),
    },
    pruned: [],
    // By number from 1, as in all reports; the files count from 0.
    bySegment: members.map((i) => ({
      id: String(i + 1),
      first: textOf(first[i]!),
      oracle: textOf(best.choices[i]!),
    })),
    input: { references: referencesPerSegment(references), sha256, notes: [...notes, ...weightNotes] },
  };
  return { report, paths: chosenTexts(candidates, best.choices) };
}

/** What the model likes best: the first of each list, or the best by the weights. */
async function modelChoice(
  candidates: Candidates,
  given: Options,
): Promise<{ first: Int32Array; weightNotes: readonly string[] }> {
  const matched = await requestedWeights(given, candidates.featureNames);
  if (!matched) return { first: firstCandidates(candidates), weightNotes: [] };
  return { first: bestCandidates(candidates, matched.weights), weightNotes: matched.notes };
}
