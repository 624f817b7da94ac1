/** `assay oracle`: the best score in lattices, forests or n-best lists, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 4.3. */
import {
  type FoundMetric,
  type Metric,
  type OptionSpecs,
  UsageError,
  counted,
  integers,
  numbers,
  optionNamed,
  pick,
  readAhead,
  teach,
} from '../../core/index.ts';
import { LatticeFiles, digestOf, holdLists, readNbest, readTexts, unequalLattices } from '../../data/index.ts';
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
import { candidateTexts } from '../../tune/index.ts';
import { type Terminal, defineCommand, warnedOfCut } from '../command.ts';
import * as decoders from '../input/decoderInput.ts';
import { digits, emptyReferences, reference, source, textRequest } from '../input/sharedOptions.ts';
import { type Given, outputFile, refuseOptions, refuseOthers, texts, toggle, value, words } from '../options.ts';
import { writeLines, writeWhole } from '../output.ts';

const isNumber = (word: string): boolean => word.trim() !== '' && !Number.isNaN(Number(word));

const options = {
  reference,
  source: { ...source, only: ['n-best lists'] },
  metric: value(texts, {
    letter: 'm',
    value: 'metric',
    names: 'metrics',
    default: '4grr',
    help: `the metric, with options in brackets; inside lattices: ${structuralMetrics().join(', ')}`,
  }),
  worst: toggle({ only: ['n-best lists'], help: 'find the worst score instead of the best' }),
  prunePosterior: words(numbers(0, 1), {
    only: ['lattices'],
    value: 'posterior',
    takes: isNumber,
    help: 'also find the oracle after pruning edges below this posterior; one or more',
  }),
  scale: value(numbers(0, 1e9), {
    only: ['lattices'],
    help: 'scale of these posteriors: exp(scale × score) (default: 1)',
  }),
  seed: value(integers(0, 2 ** 32 - 1), {
    only: ['n-best lists'],
    help: 'seed of the search, for metrics that are not means of segment scores (default: 0)',
  }),
  segments: outputFile({ help: 'write a TSV file: id, both scores and both texts of each segment' }),
  translations: outputFile({ help: 'write the translations that the oracle chose, one per line' }),
  nbestFormat: decoders.nbestFormat,
  emptyReferences,
  ...decoders.latticeReading,
  ...decoders.latticeWeights,
  digits: digits(2),
};

type Options = Given<typeof options>;

const oracle = defineCommand({
  name: 'oracle',
  summary: 'Find the best score in lattices, forests or n-best lists (the oracle), and the score of the model’s best.',
  examples: [
    ['assay oracle *.lat.tsv -r ref.txt', 'the exact oracle inside lattices, by 4-GRR'],
    ['assay oracle a.forest.json b.forest.json -r ref0 -r ref1 -m wrr -w weights', 'forests with weights, by WRR'],
    ['assay oracle lattices.plf -r ref.txt -m bleu', 'a BLEU that was found, and an upper bound'],
    ['assay oracle lattices.plf -r ref.txt --prune-posterior 0.1 0.01 0.001', 'how much pruning loses'],
    ['assay oracle nbest.txt -r ref.txt -m ter --translations best.txt', 'from n-best lists, by any metric'],
    [
      'assay oracle nbest.txt -r ref.txt -m chrf --worst --segments each.tsv',
      'the worst score, and each segment in a file',
    ],
  ],

  arguments: [
    {
      typed: '[files...]',
      names: 'input',
      help: 'lattices and forests, in the order of the segments, or n-best lists; .gz and .zst too; - for standard input',
    },
  ],
  options,

  async run(files, given, terminal) {
    if (files.length === 0) throw new UsageError('No files given. Name lattices, forests or n-best lists.');
    if (!given.reference) throw new UsageError('No reference given. Name a file with -r.');
    const found = parseMetric(given.metric);
    const lists = given.latticeFormat === undefined && (given.nbestFormat !== undefined || (await holdLists(files)));
    const { report, paths } = lists
      ? await ofLists(files, found, given, terminal)
      : await ofLattices(files, found, given, terminal);
    if (given.segments !== undefined) await writeWhole(given.segments, oracleLines(report));
    await writeLines(given.translations, paths);
    return report;
  },

  forms: { tables: (report, given) => oracleTables(report, given.digits), rows: oracleRows },
});

export default oracle;

interface Found {
  readonly report: OracleReport;
  /** The chosen text for each line of the references; empty if there is nothing to choose from. */
  readonly paths: readonly string[];
}

const makeList = 'Make n-best lists with `assay lattice nbest` first, and run `assay oracle` on them.';

/** Lattices are already tokenized, so any tokenizer other than none is refused. */
async function structuralMetric({ definition, options }: FoundMetric, typed: string): Promise<Metric> {
  if (!hasStructuralOracle(definition())) {
    throw new UsageError(
      `${typed} has no oracle inside lattices and forests; only ${structuralMetrics().join(', ')} have one. ${makeList}`,
    );
  }
  const specs = definition.options as OptionSpecs;
  const isSaid = [...typed.matchAll(/[(,|]\s*([\w-]+)\s*[=:]/g)].some(([, key]) => optionNamed(specs, key!) === 'tokenizer'); // prettier-ignore
  if (isSaid && options['tokenizer'] !== 'none') {
    throw new UsageError(
      `${typed}: lattices are already tokenized, so only tok=none works inside them. Leave out the tokenizer, or use n-best lists. ${makeList}`,
    );
  }
  const [metric] = await createMetrics([{ definition, options: { ...options, tokenizer: 'none' } }]);
  return metric!;
}

async function ofLattices(
  files: readonly string[],
  found: FoundMetric,
  given: Options,
  terminal: Terminal,
): Promise<Found> {
  if (given.worst) {
    throw new UsageError(`--worst does not work inside lattices, since a rate is the highest of its alignments. ${makeList}`); // prettier-ignore
  }
  refuseOthers(options, given, ['lattices']);
  const { prunePosterior: posteriors = [] } = given;
  if (given.scale !== undefined && posteriors.length === 0) {
    throw new UsageError('--scale is for --prune-posterior. Give both or neither.');
  }
  const oracles = new LatticeOracles(await structuralMetric(found, given.metric), posteriors, given.scale);
  const source = new LatticeFiles(decoders.latticeRequest(files, given, terminal));
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

async function ofLists(
  files: readonly string[],
  found: FoundMetric,
  given: Options,
  terminal: Terminal,
): Promise<Found> {
  refuseOthers(options, given, ['n-best lists']);
  refuseOptions(given, decoders.latticeReadingOptions, 'n-best lists');
  const [metric] = await createMetrics([found], { programs: true });
  const set = await readNbest({ ...decoders.nbestRequest(files, given), references: given.reference! });
  const weights = await decoders.requestedWeights(given, set.candidates.featureNames);
  const taught = teach(metric!, set.references);
  await readAhead([taught], candidateTexts(set), (share) => terminal.progress({ share, text: 'scores' }));
  warnedOfCut(terminal, [taught]);
  return reportListOracle(taught, set, { ...pick(given, ['worst', 'seed']), ...weights });
}
