/** `assay oracle`: the best score that lattices, forests or n-best lists hold, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 4.3. */
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
import { type Terminal, defineCommand } from '../command.ts';
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
    help: `the metric, with options in brackets; inside lattices ${structuralMetrics().join(', ')}`,
  }),
  worst: toggle({ only: ['n-best lists'], help: 'look for the worst' }),
  prunePosterior: words(numbers(0, 1), {
    only: ['lattices'],
    value: 'posterior',
    takes: isNumber,
    help: 'the oracle also within edges at least so probable; one or more',
  }),
  scale: value(numbers(0, 1e9), { only: ['lattices'], help: 'of these posteriors: exp(scale × score) (default: 1)' }),
  seed: value(integers(0, 2 ** 32 - 1), {
    only: ['n-best lists'],
    help: 'where the search starts for metrics that are no means (default: 0)',
  }),
  segments: outputFile({ help: 'write a TSV file: id, both scores and both texts of each segment' }),
  translations: outputFile({ help: 'write what the oracle chose, one a line' }),
  nbestFormat: decoders.nbestFormat,
  emptyReferences,
  ...decoders.latticeReading,
  ...decoders.latticeWeights,
  digits: digits(2),
};

type Options = Given<typeof options>;

const oracle = defineCommand({
  name: 'oracle',
  summary: 'Find the best score that lattices, forests or n-best lists hold, beside that of the best by the model.',
  examples: [
    ['assay oracle *.lat.tsv -r ref.txt', 'exact, inside lattices, by 4-GRR'],
    ['assay oracle a.forest.json b.forest.json -r ref0 -r ref1 -m wrr -w weights', 'forests with weights, by WRR'],
    ['assay oracle lattices.plf -r ref.txt -m bleu', 'a BLEU that was found, and one that none exceeds'],
    ['assay oracle lattices.plf -r ref.txt --prune-posterior 0.1 0.01 0.001', 'what is lost by pruning'],
    ['assay oracle nbest.txt -r ref.txt -m ter --translations best.txt', 'of n-best lists, by any metric'],
    ['assay oracle nbest.txt -r ref.txt -m chrf --worst --segments each.tsv', 'the worst there is, segment by segment'],
  ],

  arguments: [
    {
      typed: '[files...]',
      names: 'input',
      help: 'lattices and forests, in the order of the segments, or n-best lists; .gz too; - for standard input',
    },
  ],
  options,

  async run(files, given, terminal) {
    if (files.length === 0) throw new UsageError('No files given. Name lattices, forests or n-best lists.');
    if (!given.reference) throw new UsageError('No references given. An oracle needs them: name files with -r.');
    const found = parseMetric(given.metric);
    const lists = given.latticeFormat === undefined && (given.nbestFormat !== undefined || (await holdLists(files)));
    const { report, paths } = lists
      ? await ofLists(files, found, given)
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
  given: Options,
  terminal: Terminal,
): Promise<Found> {
  if (given.worst) {
    throw new UsageError(`The worst inside lattices is not looked for, since a rate is the highest of its alignments. ${makeList}`); // prettier-ignore
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

async function ofLists(files: readonly string[], found: FoundMetric, given: Options): Promise<Found> {
  refuseOthers(options, given, ['n-best lists']);
  refuseOptions(given, decoders.latticeReadingOptions, 'n-best lists');
  const [metric] = await createMetrics([found]);
  const set = await readNbest({ ...decoders.nbestRequest(files, given), references: given.reference! });
  const weights = await decoders.requestedWeights(given, set.candidates.featureNames);
  return reportListOracle(metric!, set, { ...pick(given, ['worst', 'seed']), ...weights });
}
