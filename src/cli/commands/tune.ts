/** `assay tune`: weights of features that make a metric as good as can be on n-best lists, lattices or forests. */
import { type Metric, UsageError, integers, numbersWithin, oneOf, pick, present } from '../../core/index.ts';
import { readForests, readNbest } from '../../data/index.ts';
import { weightStyles, writeWeights } from '../../formats/index.ts';
import { tuneSystems } from '../../engine/index.ts';
import { FeatureNames } from '../../lattice/index.ts';
import { cuttingOptions } from '../../metrics/shared/wordOptions.ts';
import { tuneRows, tuneTables } from '../../report/index.ts';
import { type TuningSet, featureNamesOf } from '../../tune/index.ts';
import { type Terminal, defineCommand } from '../command.ts';
import { latticeReading, latticeReadingOptions, latticeRequest } from '../latticeInput.ts';
import { nbestFiles, nbestFormat, nbestRequest } from '../nbestInput.ts';
import { type Given, flagOf, inputFile, inputFiles, outputFile, refuseOptions, toggle, value } from '../options.ts';
import { writeWhole } from '../output.ts';
import { requestedMetrics } from '../requestedMetrics.ts';
import { by, digits, labels, metric, reference, seed, source, threads } from '../sharedOptions.ts';
import { emptyReferences, textRequest } from '../textInput.ts';
import { checkMethodOptions, methodOptions, methodSettings } from '../tuningSettings.ts';
import { requestedWeights, weightOptions } from '../weightInput.ts';

const options = {
  reference,
  source,
  nbestFormat,
  emptyReferences,
  metric: metric('metrics, as for assay score: the first is tuned to (default: bleu, on lattices bleu(tok=none))'),
  each: toggle({ help: 'tune to each of the metrics in turn' }),
  holdOut: value(numbersWithin(0, 1), {
    value: 'share',
    help: 'hold out this share of the segments, drawn by the seed',
  }),
  testFile: inputFiles({ help: 'hold out these n-best lists or lattices; repeat for several' }),
  testReference: inputFiles({ help: 'their references; repeat for several' }),
  testSource: inputFile({ help: 'their source text' }),
  testLabels: inputFile({ help: 'their labels' }),
  labels,
  by: by('tune to the parts of this label one by one, too'),
  times: value(integers(1, 1_000_000), {
    default: 1,
    help: 'runs, each from a seed of its own, to see how far they differ',
  }),
  seed: seed('where chance starts from'),
  lattice: toggle({ help: 'the files are lattices or forests, as for assay lattice; for mert' }),
  writeWeights: outputFile({ help: 'write the weights tuned to the first metric; of several runs the best' }),
  weightsStyle: value(oneOf(weightStyles), { value: 'style', help: 'how they are written (default: moses)' }),
  translations: outputFile({ help: 'write what these weights choose: of what is held out, else of all' }),
  ...latticeReading,
  ...weightOptions('weights to start from (default: equal weights)'),
  ...methodOptions,
  digits: digits(2),
  threads: threads('search'),
};

type TuneOptions = Given<typeof options>;

const tune = defineCommand({
  name: 'tune',
  summary: 'Find weights that make a metric as good as can be on n-best lists or lattices.',
  examples: [
    ['assay tune nbest.txt -r ref.txt', 'MERT to BLEU'],
    ['assay tune run1.nbest run2.nbest -r ref.txt -w moses.ini --write-weights new.txt', 'from weights, to weights'],
    ['assay tune nbest.txt -r ref.txt -m bleu-sbp ter --hold-out 0.5 --times 5', 'half held out, five runs compared'],
    ['assay tune nbest.txt -r ref.txt -m bleu PABC4 amber --each', 'to each metric in turn'],
    ['assay tune nbest.txt -r ref.txt -l labels.tsv --by domain', 'weights for each domain against weights for all'],
    ['assay tune nbest.txt -r ref.txt --method mira -m chrf', 'another method and metric'],
    ['assay tune --lattice lattices/*.lat.tsv -r ref.txt', 'on lattices, without making lists'],
  ],

  arguments: [nbestFiles],
  options,

  async run(files, given, terminal) {
    checkOptions(given);
    const metrics = await requestedMetrics(given.metric ?? [given.lattice ? 'bleu(tok=none)' : 'bleu']);
    if (given.lattice) refuseTokenizers(metrics);
    const names = new FeatureNames();
    const set = await readSet(files, given, names, terminal);
    const test = await heldOut(given, names, terminal);
    const features = featureNamesOf(set);
    const start = await requestedWeights(given, features);
    const { report, weights, translations } = await tuneSystems({
      set,
      ...present({ test, start: start?.weights, by: given.by, notes: start?.notes }),
      metrics,
      objectives: given.each ? metrics.map((_, m) => m) : [0],
      settings: methodSettings(given, features),
      runs: given.times,
      ...pick(given, ['seed', 'threads']),
      onProgress: (done) => terminal.progress(done),
    });
    if (given.writeWeights !== undefined) {
      await writeWhole(given.writeWeights, [writeWeights(report.featureNames, weights, given.weightsStyle)]);
    }
    if (given.translations !== undefined) {
      await writeWhole(given.translations, translations.map((text) => `${text}\n`)); // prettier-ignore
    }
    return report;
  },

  forms: { tables: (report, given) => tuneTables(report, given.digits), rows: tuneRows },
});

export default tune;

function checkOptions(given: TuneOptions): void {
  checkMethodOptions(given);
  if (given.lattice && given.method !== 'mert') {
    throw new UsageError(
      `--method ${given.method} tunes on n-best lists, not on lattices. Make lists with assay lattice nbest, or use mert.`,
    );
  }
  if (given.weightsStyle !== undefined && given.writeWeights === undefined) {
    throw new UsageError('--weights-style says how weights are written: name a file for them with --write-weights.');
  }
  if (given.by !== undefined && given.labels === undefined) {
    throw new UsageError(`--by ${given.by} needs labels: name a TSV of them with -l.`);
  }
  if (given.testFile && given.holdOut !== undefined) {
    throw new UsageError('--test-file and --hold-out both say what is held out: give one of them.');
  }
  if (given.testFile && !given.testReference) throw new UsageError('--test-file needs --test-reference.');
  const [lonely] = (['testReference', 'testSource', 'testLabels'] as const).filter((each) => given[each] !== undefined);
  if (!given.testFile && lonely) throw new UsageError(`${flagOf(lonely)} belongs to --test-file, which is not given.`);
  if (given.testFile && given.by !== undefined && given.testLabels === undefined) {
    throw new UsageError(`--by ${given.by} needs labels of what is held out, too: name them with --test-labels.`);
  }
}

/** Words of lattices are what they are; a tokenizer would cut them into others. */
function refuseTokenizers(metrics: readonly Metric[]): void {
  const cutting = metrics.find((metric) => (cuttingOptions(metric).tokenizer ?? 'none') !== 'none');
  if (cutting) {
    const { id } = cutting.definition;
    throw new UsageError(`Lattices hold words, which ${id} must not cut again: ask for ${id}(tok=none).`);
  }
}

/** Features have their numbers from `names`, which what is held out shares. Weights are not read here: they are where tuning starts. */
async function readSet(
  files: readonly string[],
  given: TuneOptions,
  names: FeatureNames,
  terminal: Terminal,
): Promise<TuningSet> {
  const { reference: references } = given;
  if (!references) throw new UsageError('No reference given. Name a file with -r.');
  if (!given.lattice) {
    refuseOptions(given, latticeReadingOptions, 'n-best lists');
    return readNbest({ ...nbestRequest(files, given), references, names });
  }
  refuseOptions(given, ['nbestFormat'], 'lattices');
  const { weights: _, ...unweighted } = latticeRequest(files, given, terminal);
  return readForests({ ...unweighted, ...textRequest(given), references, features: names });
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
