/** `assay tune`: weights of features that make a metric as good as can be on n-best lists, lattices or forests. */
import { type Command, Option } from 'commander';
import { type Metric, UsageError, pick, present } from '../../core/index.ts';
import {
  type WeightStyle,
  checkStandardInput,
  readForests,
  readNbest,
  weightStyles,
  writeWeights,
} from '../../data/index.ts';
import { tuneSystems } from '../../engine/index.ts';
import { FeatureNames } from '../../lattice/index.ts';
import { cuttingOptions } from '../../metrics/shared/wordOptions.ts';
import { type TuneReport, tuneRows, tuneTables } from '../../report/index.ts';
import { type TuningSet, featureNamesOf } from '../../tune/index.ts';
import {
  collect,
  flagOf,
  integerBetween,
  numberAbove,
  refuseOptions,
  requestedMetrics,
  separateFiles,
  threadCount,
} from '../arguments.ts';
import type { CliCommand, Terminal } from '../command.ts';
import { type LatticeOptions, declareLatticeReading, latticeReadingOptions, latticeRequest } from '../latticeInput.ts';
import { type NbestOptions, declareNbestInput, nbestRequest } from '../nbestInput.ts';
import { filesRead } from '../metricFiles.ts';
import { checkOutputs, writeWhole } from '../output.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { textRequest } from '../textInput.ts';
import { type MethodOptions, checkMethodOptions, declareMethodOptions, methodSettings } from '../tuningSettings.ts';
import { declareWeights, requestedWeights } from '../weightInput.ts';

interface TuneOptions extends NbestOptions, LatticeOptions, MethodOptions {
  lattice?: boolean;
  metric?: string[];
  each?: boolean;
  holdOut?: number;
  test?: string[];
  testReference?: string[];
  testSource?: string;
  testLabels?: string;
  by?: string;
  runs: number;
  seed: number;
  threads: number | 'auto';
  writeWeights?: string;
  weightsStyle?: WeightStyle;
  translations?: string;
  format: ReportFormat;
  digits: number;
  output?: string;
}

const tune: CliCommand<TuneOptions, TuneReport> = {
  name: 'tune',
  summary: 'Find weights that make a metric as good as can be on n-best lists or lattices.',
  examples: [
    ['assay tune nbest.txt -r ref.txt', 'MERT to BLEU'],
    ['assay tune run1.nbest run2.nbest -r ref.txt -w moses.ini --write-weights new.txt', 'from weights, to weights'],
    ['assay tune nbest.txt -r ref.txt -m bleu-sbp ter --hold-out 0.5 --runs 5', 'half held out, five runs compared'],
    ['assay tune nbest.txt -r ref.txt -m bleu PABC4 amber --each', 'to each metric in turn'],
    ['assay tune nbest.txt -r ref.txt -l labels.tsv --by domain', 'weights for each domain against weights for all'],
    ['assay tune nbest.txt -r ref.txt --method mira -m chrf', 'another method and metric'],
    ['assay tune --lattice lattices/*.lat.tsv -r ref.txt', 'on lattices, without making lists'],
  ],

  declare(command: Command) {
    declareNbestInput(command);
    command
      .option(
        '-m, --metric <metric...>',
        'metrics, as for assay score: the first is tuned to (default: bleu, on lattices bleu(tok=none))',
      )
      .option('--each', 'tune to each of the metrics in turn')
      .option('--hold-out <share>', 'hold out this share of the segments, drawn by the seed', numberAbove(0, 1))
      .option('--test <file>', 'hold out these n-best lists or lattices; repeat for several', collect)
      .option('--test-reference <file>', 'their references; repeat for several', collect)
      .option('--test-source <file>', 'their source text')
      .option('--test-labels <file>', 'their labels')
      .option('-l, --labels <file>', 'TSV with a header and a row for each segment: document, domain, …')
      .option('--by <label>', 'tune to the parts of this label one by one, too')
      .option(
        '--runs <number>',
        'runs, each from a seed of its own, to see how far they differ',
        integerBetween(1, 1_000_000),
        1,
      )
      .option('--seed <number>', 'where chance starts from', integerBetween(0, Number.MAX_SAFE_INTEGER), 12345)
      .option('--lattice', 'the files are lattices or forests, as for assay lattice; for mert')
      .option('--write-weights <file>', 'write the weights tuned to the first metric; of several runs the best')
      .addOption(new Option('--weights-style <style>', 'how they are written (default: moses)').choices(weightStyles))
      .option('--translations <file>', 'write what these weights choose: of what is held out, else of all');
    declareLatticeReading(command);
    declareWeights(command, 'weights to start from (default: equal weights)');
    declareMethodOptions(command);
    command
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('--digits <number>', 'decimals shown', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write the report to a file')
      .option(
        '-j, --threads <number>',
        'threads to search with; the result is the same for any number',
        threadCount,
        'auto',
      );
  },

  async run(positional, given, terminal) {
    const { files, requests } = separateFiles(positional, given.metric ?? [], false);
    checkOptions(given);
    const inputs = filesRead(given, [...files, ...(given.test ?? [])], requests);
    checkStandardInput(inputs);
    checkOutputs([given.output, given.writeWeights, given.translations], inputs);
    const metrics = await requestedMetrics(
      requests.length === 0 ? [given.lattice ? 'bleu(tok=none)' : 'bleu'] : requests,
    );
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
      ...pick(given, ['runs', 'seed', 'threads']),
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

  show(report, { format, digits }, style) {
    const forms = { tables: () => tuneTables(report, digits), rows: () => tuneRows(report) };
    return showReport(report, format, forms, style);
  },
};

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
  if (given.test && given.holdOut !== undefined) {
    throw new UsageError('--test and --hold-out both say what is held out: give one of them.');
  }
  if (given.test && !given.testReference) throw new UsageError('--test needs --test-reference.');
  const [lonely] = (['testReference', 'testSource', 'testLabels'] as const).filter((each) => given[each] !== undefined);
  if (!given.test && lonely) throw new UsageError(`${flagOf(lonely)} belongs to --test, which is not given.`);
  if (given.test && given.by !== undefined && given.testLabels === undefined) {
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
  if (!given.test) return undefined;
  const { testReference: reference, testSource: source, testLabels: labels, source: _, labels: __, ...rest } = given;
  return readSet(given.test, { ...rest, ...present({ reference, source, labels }) }, names, terminal);
}
