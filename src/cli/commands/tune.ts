/** `assay tune`: tunes feature weights to optimise a metric on n-best lists, lattices or forests. */
import {
  type Metric,
  UsageError,
  integers,
  numbers,
  numbersWithin,
  oneOf,
  pick,
  present,
  suggest,
} from '../../core/index.ts';
import { readForests, readNbest } from '../../data/index.ts';
import { weightStyles, writeWeights } from '../../formats/index.ts';
import { tuneSystems } from '../../engine/index.ts';
import { FeatureNames } from '../../lattice/index.ts';
import { cuttingOptions } from '../../metrics/shared/wordOptions.ts';
import { type MethodSettings, tunePage, tuneRows, tuneTables, tuningMethods } from '../../report/index.ts';
import {
  type TuningSet,
  featureNamesOf,
  mertDefaults,
  miraDefaults,
  proDefaults,
  smoothings,
} from '../../tune/index.ts';
import { type Terminal, defineCommand } from '../command.ts';
import * as decoders from '../input/decoderInput.ts';
import { requestedMetrics } from '../input/metricInput.ts';
import * as shared from '../input/sharedOptions.ts';
import {
  type Given,
  flagOf,
  inputFile,
  inputFiles,
  outputFile,
  refuseOptions,
  refuseOthers,
  setting,
  texts,
  toggle,
  value,
  values,
} from '../options.ts';
import { writeLines, writeWhole } from '../output.ts';

const mert = ['mert'];
const pro = ['pro'];
const mira = ['mira'];
const counts = (least: number) => integers(least, 1_000_000);

/** The method, and its settings; those of another method are refused. */
const methodOptions = {
  method: value(oneOf(tuningMethods), { value: 'method', default: 'mert', help: 'tuning method' }),
  restarts: setting(mert, counts(0), 'random points to start from', mertDefaults.restarts),
  directions: setting(
    mert,
    counts(0),
    'random directions, besides one for each feature',
    mertDefaults.randomDirections,
  ),
  smoothing: setting(
    mert,
    oneOf(smoothings),
    'score an interval of weights together with its neighbours',
    mertDefaults.smoothing.kind,
    'kind',
  ),
  window: setting(mert, counts(0), 'neighbours on each side that smoothing includes', mertDefaults.smoothing.window),
  penalty: setting(mert, numbers(0), 'penalty, in points, for a distance of 1 from the start', mertDefaults.penalty),
  fix: values(texts, {
    only: mert,
    value: 'feature',
    help: 'leave the weight of this feature as it is; repeat for several',
  }),
  draws: setting(pro, counts(1), 'pairs drawn for each segment', proDefaults.draws),
  kept: setting(pro, counts(1), 'pairs kept out of those drawn', proDefaults.kept),
  minDifference: setting(
    pro,
    numbers(0, 1),
    'smallest score difference of a pair; 1 is a perfect score',
    proDefaults.minDifference,
  ),
  lengthGap: setting(pro, numbers(0), 'drop pairs further apart in length, in standard deviations', 'none'),
  l2: setting(pro, numbersWithin(0), 'strength of the prior around 0', proDefaults.l2),
  pull: setting(pro, numbers(0), 'strength of the prior around the start', proDefaults.pull),
  interpolation: setting(
    pro,
    numbers(0, 1),
    'share of the new weights; the rest comes from the old ones',
    proDefaults.interpolation,
  ),
  iterations: setting(pro, counts(1), 'iterations of drawing and learning', proDefaults.iterations),
  maxStep: setting(mira, numbersWithin(0), 'C, the largest step of an update', miraDefaults.maxStep),
  decay: setting(mira, numbers(0, 1), 'share of the background kept after each segment', miraDefaults.decay),
  epochs: setting(mira, counts(1), 'passes over the segments', miraDefaults.epochs),
  background: setting(
    mira,
    oneOf(['hope', 'model']),
    'what the background is made of',
    miraDefaults.background,
    'what',
  ),
};

const options = {
  reference: shared.reference,
  source: shared.source,
  nbestFormat: decoders.nbestFormat,
  emptyReferences: shared.emptyReferences,
  metric: shared.metric(
    'metrics, as for assay score; weights are tuned to the first (default: bleu, on lattices bleu(tok=none))',
  ),
  each: toggle({ help: 'tune to each of the metrics in turn' }),
  holdOut: value(numbersWithin(0, 1), {
    value: 'share',
    help: 'hold out this share of the segments, drawn at random with --seed',
  }),
  testFile: inputFiles({ help: 'hold out these n-best lists or lattices; repeat for several' }),
  testReference: inputFiles({ help: 'their references; repeat for several' }),
  testSource: inputFile({ help: 'their source text' }),
  testLabels: inputFile({ help: 'their labels' }),
  labels: shared.labels,
  by: shared.by('also tune to each part with this label separately'),
  times: value(integers(1, 1_000_000), {
    default: 1,
    help: 'number of runs, each with its own seed, to see how much they vary',
  }),
  seed: shared.seed('seed of the random numbers'),
  lattice: toggle({ help: 'the files are lattices or forests, as for assay lattice; for mert' }),
  writeWeights: outputFile({ help: 'write the weights tuned to the first metric; of several runs, the best' }),
  weightsStyle: value(oneOf(weightStyles), { value: 'style', help: 'format of the weights (default: moses)' }),
  translations: outputFile({
    help: 'write the translations that these weights choose: of the held-out segments if there are any, else of all',
  }),
  ...decoders.latticeReading,
  ...decoders.weightOptions('weights to start from (default: equal weights)'),
  ...methodOptions,
  digits: shared.digits(2),
  threads: shared.threads('search'),
};

type TuneOptions = Given<typeof options>;

const tune = defineCommand({
  name: 'tune',
  summary: 'Tune feature weights to optimise a metric on n-best lists or lattices.',
  examples: [
    ['assay tune nbest.txt -r ref.txt', 'MERT with BLEU'],
    [
      'assay tune run1.nbest run2.nbest -r ref.txt -w moses.ini --write-weights new.txt',
      'start from given weights, and write the new ones',
    ],
    ['assay tune nbest.txt -r ref.txt -m bleu-sbp ter --hold-out 0.5 --times 5', 'half held out, five runs compared'],
    ['assay tune nbest.txt -r ref.txt -m bleu PABC4 amber --each', 'to each metric in turn'],
    ['assay tune nbest.txt -r ref.txt -l labels.tsv --by domain', 'weights for each domain against weights for all'],
    ['assay tune nbest.txt -r ref.txt --method mira -m chrf', 'another method and metric'],
    ['assay tune --lattice lattices/*.lat.tsv -r ref.txt', 'on lattices, without making lists'],
  ],

  arguments: [decoders.nbestFiles],
  options,

  async run(files, given, terminal) {
    checkOptions(given);
    const metrics = await requestedMetrics(given.metric ?? [given.lattice ? 'bleu(tok=none)' : 'bleu']);
    if (given.lattice) refuseTokenizers(metrics);
    const names = new FeatureNames();
    const set = await readSet(files, given, names, terminal);
    const test = await heldOut(given, names, terminal);
    const features = featureNamesOf(set);
    const start = await decoders.requestedWeights(given, features);
    const { report, weights, translations } = await tuneSystems({
      set,
      ...present({ test, start: start?.weights, by: given.by, notes: start?.notes }),
      metrics,
      objectives: given.each ? metrics.map((_, m) => m) : [0],
      settings: methodSettings(given, features),
      runs: given.times,
      ...pick(given, ['seed', 'threads']),
      onProgress: terminal.progress,
    });
    if (given.writeWeights !== undefined) {
      await writeWhole(given.writeWeights, [writeWeights(report.featureNames, weights, given.weightsStyle)]);
    }
    await writeLines(given.translations, translations);
    return report;
  },

  forms: {
    tables: (report, given) => tuneTables(report, given.digits),
    rows: tuneRows,
    page: (report, given) => tunePage(report, given.digits),
  },
});

export default tune;

function checkOptions(given: TuneOptions): void {
  refuseOthers(methodOptions, given, [given.method]);
  if (given.window !== undefined && (given.smoothing ?? 'none') === 'none') {
    throw new UsageError('--window needs --smoothing average or min. Add it, or leave out --window.');
  }
  if (given.lattice && given.method !== 'mert') {
    throw new UsageError(
      `--method ${given.method} tunes on n-best lists, not on lattices. Make lists with \`assay lattice nbest\`, or use --method mert.`,
    );
  }
  if (given.weightsStyle !== undefined && given.writeWeights === undefined) {
    throw new UsageError('--weights-style needs a file to write to: name one with --write-weights.');
  }
  if (given.by !== undefined && given.labels === undefined) {
    throw new UsageError(`--by ${given.by} needs labels: name a TSV file with -l.`);
  }
  if (given.testFile && given.holdOut !== undefined) {
    throw new UsageError('--test-file and --hold-out both define the held-out segments. Give one of them.');
  }
  if (given.testFile && !given.testReference) throw new UsageError('--test-file needs --test-reference.');
  const lonely = (['testReference', 'testSource', 'testLabels'] as const).find((each) => given[each] !== undefined);
  if (!given.testFile && lonely) throw new UsageError(`${flagOf(lonely)} needs --test-file.`);
  if (given.testFile && given.by !== undefined && given.testLabels === undefined) {
    throw new UsageError(
      `--by ${given.by} also needs labels of the held-out segments: name a file with --test-labels.`,
    );
  }
}

/** Lattices are already tokenized; a tokenizer would split their words again. */
function refuseTokenizers(metrics: readonly Metric[]): void {
  const cutting = metrics.find((metric) => (cuttingOptions(metric).tokenizer ?? 'none') !== 'none');
  if (cutting) {
    const { id } = cutting.definition;
    throw new UsageError(`Lattices are already tokenized: use ${id}(tok=none).`);
  }
}

/** Features are numbered by `names`, which the held-out set shares. Weights are not read here: tuning starts from them. */
async function readSet(
  files: readonly string[],
  given: TuneOptions,
  names: FeatureNames,
  terminal: Terminal,
): Promise<TuningSet> {
  const { reference: references } = given;
  if (!references) throw new UsageError('No reference given. Name a file with -r.');
  if (!given.lattice) {
    refuseOptions(given, decoders.latticeReadingOptions, 'n-best lists');
    return readNbest({ ...decoders.nbestRequest(files, given), references, names });
  }
  refuseOptions(given, ['nbestFormat'], 'lattices');
  const { weights: _, ...unweighted } = decoders.latticeRequest(files, given, terminal);
  return readForests({ ...unweighted, ...shared.textRequest(given), references, features: names });
}

async function heldOut(
  given: TuneOptions,
  names: FeatureNames,
  terminal: Terminal,
): Promise<TuningSet | { readonly share: number } | undefined> {
  if (given.holdOut !== undefined) return { share: given.holdOut };
  if (!given.testFile) return undefined;
  const { source: _, labels: __, ...rest } = given;
  const texts = present({ reference: given.testReference, source: given.testSource, labels: given.testLabels });
  return readSet(given.testFile, { ...rest, ...texts }, names, terminal);
}

function methodSettings(given: TuneOptions, features: readonly string[]): MethodSettings {
  const { method } = given;
  if (method === 'mert') {
    const { restarts, directions, smoothing, window, penalty, fix = [] } = given;
    const fixed = fix.map((name) => {
      const feature = features.indexOf(name);
      if (feature < 0) throw new UsageError(`There is no feature ${name} to fix. ${suggest(name, features)}`);
      return feature;
    });
    if (fixed.length > 0 && features.every((_, feature) => fixed.includes(feature))) {
      throw new UsageError('All features are fixed, so there is nothing to tune.');
    }
    return {
      method,
      smoothing: { kind: smoothing ?? mertDefaults.smoothing.kind, window: window ?? mertDefaults.smoothing.window },
      ...present({ restarts, randomDirections: directions, penalty }),
      ...(fixed.length > 0 && { fixed }),
    };
  }
  if (method === 'mira') return { method, ...pick(given, ['maxStep', 'decay', 'epochs', 'background']) };
  const settings = pick(given, ['draws', 'kept', 'minDifference', 'l2', 'pull', 'interpolation', 'iterations']);
  return { method, ...settings, ...present({ maxLengthGap: given.lengthGap }) };
}
