/** Options and reading that the commands about shared tasks share. */
import { type Command, Option } from 'commander';
import { type Metric, UsageError, splitMetricList } from '../core/index.ts';
import { type EmptyReferences, type SharedTask, openSharedTask } from '../data/index.ts';
import { type ErrorWeight, type Identical, withOwnWeights } from '../human/index.ts';
import {
  type Combination,
  type SegmentTestId,
  type SystemTestId,
  comparisonMeasures,
  scoreMeasures,
  systemMeasures,
} from '../meta/index.ts';
import { type AnalysesOptions, declareAnalyses, withAnalyses } from './analysesInput.ts';
import { collect, integerBetween, numberBetween, requestedMetrics, separateFiles } from './arguments.ts';
import { declareJudgmentReading } from './judgmentReading.ts';

export interface SharedTaskOptions extends AnalysesOptions {
  metric?: string[];
  scores?: string[];
  lowerIsBetter?: string[];
  higherIsBetter?: string[];
  ulc?: string[];
  ulcNormalized?: string[];
  testSet?: string;
  task?: string[];
  asSystem?: string[];
  human?: string;
  judgmentFormat?: string;
  lenient?: boolean;
  identical: Identical;
  weights?: readonly ErrorWeight[];
  emptyReferences: EmptyReferences;
  systemMeasure?: string[];
  segmentMeasure?: string[];
  systemTest: SystemTestId;
  segmentTest: SegmentTestId;
  alpha: number;
  samples: number;
  seed: number;
  level: number;
  threads: number | 'auto';
}

/** What is computed if no metric is named. */
const usualMetrics = ['bleu', 'bleu-sbp', 'nist', 'chrf', 'ter', 'wer', 'per', 'cder', 'gtm', 'ribes', '4grr', 'amber'];

const swaps = ['systems', 'inputs', 'systems-and-inputs', 'cells'];

export function declareSharedTask(command: Command): void {
  command
    .argument('[folder]', 'the shared task: outputs, references, judgments, scores; see the guide')
    .option(
      '-m, --metric <metric...>',
      `metrics to compute, as for assay score; none for none (default: ${usualMetrics.join(' ')})`,
    )
    .option('--scores <file...>', 'scores of metrics computed elsewhere: TSV, or as WMT and mt-metrics-eval have them')
    .option('--lower-is-better <metric...>', 'metrics in files of scores that count errors')
    .option('--higher-is-better <metric...>', 'metrics in files of scores that do not, though their names say so')
    .option('--ulc <name=metrics>', 'also the mean of metrics: ULC=bleu+meteor+RAC1; repeat for several', collect)
    .option('--ulc-normalized <name=metrics>', 'the same, each first divided by the best score there is', collect)
    .option('--test-set <name>', 'only scores of this test set, where files hold several')
    .option('-t, --task <task>', 'only this task, such as de-en; repeat for several', collect)
    .option('--as-system <name>', 'a reference that also is among the outputs, to be taken as a system', collect)
    .option('--human <name>', 'judgments to hold metrics against: rankings, annotations, ratings, or a name of scores')
    .option(
      '--system-measure <measure...>',
      `agreement over systems: ${systemMeasures.map(({ id }) => id).join(', ')} (default: spearman pearson kendall accuracy soft-accuracy)`,
    )
    .option(
      '--segment-measure <measure...>',
      `agreement over segments: ${[...comparisonMeasures, ...scoreMeasures].map(({ id }) => id).join(', ')}, or a year of WMT`,
    )
    .addOption(
      new Option('--system-test <test>', 'test between metrics over systems')
        .choices(['williams', ...swaps, 'none'])
        .default('williams'),
    )
    .addOption(
      new Option('--segment-test <test>', 'test between metrics over segments: what they exchange')
        .choices([...swaps, 'pairs', 'none'])
        .default('inputs'),
    )
    .option('--alpha <p>', 'greatest p of a significant difference between metrics', numberBetween(0, 1), 0.05)
    .option('--samples <number>', 'resamples and permutations', integerBetween(1, 1_000_000), 1000)
    .option('--seed <number>', 'seed of the resamples', integerBetween(0, Number.MAX_SAFE_INTEGER), 12345)
    .option('--level <percent>', 'confidence level of the intervals', numberBetween(50, 99.99), 95);
  declareJudgmentReading(command);
  declareAnalyses(command);
}

/** The folder, opened, and the metrics to compute. */
export async function requestedTask(
  positional: readonly string[],
  given: SharedTaskOptions,
): Promise<{ task: SharedTask; metrics: Metric[] }> {
  const folder = requestedFolder(positional, given);
  const typed = given.metric ? separateFiles([], given.metric, false).requests : usualMetrics;
  const metrics =
    typed.length === 1 && typed[0] === 'none' ? [] : await requestedMetrics(typed, withAnalyses([], given));
  const task = await openSharedTask(folder, {
    ...(given.task && { tasks: given.task }),
    ...(given.scores && { scores: given.scores }),
    ...(given.lowerIsBetter && { lowerIsBetter: given.lowerIsBetter }),
    ...(given.higherIsBetter && { higherIsBetter: given.higherIsBetter }),
    ...(given.testSet !== undefined && { testSet: given.testSet }),
    ...(given.asSystem && { asSystems: given.asSystem }),
    ...(given.judgmentFormat !== undefined && { judgmentFormat: given.judgmentFormat }),
    ...(given.lenient && { lenient: true }),
  });
  return { task, metrics };
}

/** `-m` takes what follows it, but a folder is no metric. */
export function requestedFolder(positional: readonly string[], { metric = [] }: SharedTaskOptions): string {
  const { files } = separateFiles(positional, metric, false);
  const [folder, ...more] = files;
  if (folder === undefined) throw new UsageError('No folder given. Name that of the shared task; see the guide.');
  if (more.length > 0) throw new UsageError(`One folder is evaluated at a time, not also ${more.join(', ')}.`);
  return folder;
}

/** The settings as the evaluation of metrics takes them. */
export function metaSettings(given: SharedTaskOptions) {
  const { systemTest, segmentTest, alpha, samples, seed, level, identical, threads, emptyReferences, human } = given;
  return {
    systemMeasures: given.systemMeasure ?? ['spearman', 'pearson', 'kendall', 'accuracy', 'soft-accuracy'],
    ...(given.segmentMeasure && { segmentMeasures: given.segmentMeasure }),
    ...(human !== undefined && { human }),
    systemTest,
    segmentTest,
    alpha,
    samples,
    seed,
    level: level / 100,
    identical,
    weights: withOwnWeights(given.weights ?? []),
    threads,
    emptyReferences,
    combinations: [
      ...(given.ulc ?? []).map((typed) => readCombination(typed, '--ulc')),
      ...(given.ulcNormalized ?? []).map((typed) => readCombination(typed, '--ulc-normalized')),
    ],
  };
}

/** `NAME=metric+metric`; the name may be left out. An equals sign in brackets belongs to a metric. */
function readCombination(typed: string, option: '--ulc' | '--ulc-normalized'): Combination {
  const normalized = option === '--ulc-normalized';
  const [, name = normalized ? 'ULC-normalized' : 'ULC', list = typed] = /^([^=+()]*)=(.*)$/s.exec(typed) ?? [];
  const of = splitMetricList(list);
  if (name.trim() === '' || of.length < 2 || of.includes('')) {
    throw new UsageError(
      `${option} must be a name and metrics with + between, as in ULC=bleu+chrf+ter, not "${typed}".`,
    );
  }
  return { name: name.trim(), of, normalized };
}
