/** Options and reading that the commands about shared tasks share. */
import { UsageError, oneOf, pick, present, splitMetricList } from '../../core/index.ts';
import { openSharedTask } from '../../data/index.ts';
import { withOwnWeights } from '../../human/index.ts';
import {
  type Combination,
  comparisonMeasures,
  scoreMeasures,
  systemMeasures,
  unmetRequests,
} from '../../meta/index.ts';
import type { Argument } from '../command.ts';
import { type Given, texts, value, values, words } from '../options.ts';
import { errorWeights, identical, judgmentReading, task } from './judgmentInput.ts';
import { analyses, requestedMetrics, withAnalyses } from './metricInput.ts';
import { alpha, emptyReferences, level, metric, samples, seed, threads } from './sharedOptions.ts';

/** What is computed if no metric is named. */
const usualMetrics = ['bleu', 'bleu-sbp', 'nist', 'chrf', 'ter', 'wer', 'per', 'cder', 'gtm', 'ribes', '4grr', 'amber'];

const swaps = ['systems', 'inputs', 'systems-and-inputs', 'cells'] as const;

export const taskFolder: Argument = {
  typed: '[folder]',
  names: 'folder',
  help: 'the shared task: outputs, references, judgments, scores; see the guide',
};

export const asSystem = values(texts, {
  value: 'name',
  help: 'a reference that also is among the outputs, to be taken as a system',
});

export const human = (help: string) =>
  value(texts, { value: 'name', help: `${help}: rankings, annotations, ratings, or a name of scores` });

export const sharedTaskOptions = {
  metric: metric(`metrics to compute, as for assay score; none for none (default: ${usualMetrics.join(' ')})`),
  scores: words(texts, {
    value: 'file',
    names: 'input',
    help: 'scores of metrics computed elsewhere: TSV, or as WMT and mt-metrics-eval have them',
  }),
  lowerIsBetter: words(texts, { value: 'metric', help: 'metrics in files of scores that count errors' }),
  higherIsBetter: words(texts, {
    value: 'metric',
    help: 'metrics in files of scores that do not, though their names say so',
  }),
  ulc: values(texts, {
    value: 'name=metrics',
    help: 'also the mean of metrics: ULC=bleu+meteor+RAC1; repeat for several',
  }),
  ulcNormalized: values(texts, {
    value: 'name=metrics',
    help: 'the same, each first divided by the best score there is',
  }),
  testSet: value(texts, { value: 'name', help: 'only scores of this test set, where files hold several' }),
  task: task('only this task, such as de-en; repeat for several'),
  asSystem,
  human: human('judgments to hold metrics against'),
  systemMeasure: words(texts, {
    value: 'measure',
    help: `agreement over systems: ${systemMeasures.map(({ id }) => id).join(', ')} (default: spearman pearson kendall accuracy soft-accuracy)`,
  }),
  segmentMeasure: words(texts, {
    value: 'measure',
    help: `agreement over segments: ${[...comparisonMeasures, ...scoreMeasures].map(({ id }) => id).join(', ')}, or a year of WMT`,
  }),
  systemTest: value(oneOf(['williams', ...swaps, 'none']), {
    value: 'test',
    default: 'williams',
    help: 'test between metrics over systems',
  }),
  segmentTest: value(oneOf([...swaps, 'pairs', 'none']), {
    value: 'test',
    default: 'inputs',
    help: 'test between metrics over segments: what they exchange',
  }),
  alpha: alpha('greatest p of a significant difference between metrics'),
  samples: samples('resamples and permutations'),
  seed: seed('seed of the resamples'),
  level: level(),
  identical,
  errorWeights,
  emptyReferences,
  ...judgmentReading,
  threads: threads(),
  analyses,
};

export type SharedTaskOptions = Given<typeof sharedTaskOptions>;

/** The folder, opened, and the metrics to compute. */
export async function requestedTask([folder, ...more]: readonly string[], given: SharedTaskOptions) {
  if (folder === undefined) throw new UsageError('No folder given. Name that of the shared task; see the guide.');
  if (more.length > 0) throw new UsageError(`One folder is evaluated at a time, not also ${more.join(', ')}.`);
  const typed = given.metric ?? usualMetrics;
  const metrics =
    typed.length === 1 && typed[0] === 'none' ? [] : await requestedMetrics(typed, withAnalyses([], given));
  const shared = await openSharedTask(folder, {
    ...present({ tasks: given.task, asSystems: given.asSystem }),
    ...pick(given, ['scores', 'lowerIsBetter', 'higherIsBetter', 'testSet', 'judgmentFormat', 'lenient']),
  });
  return { task: shared, metrics };
}

/** The settings as the evaluation of metrics takes them. */
export function metaSettings(given: SharedTaskOptions) {
  return {
    systemMeasures: given.systemMeasure ?? ['spearman', 'pearson', 'kendall', 'accuracy', 'soft-accuracy'],
    ...present({ segmentMeasures: given.segmentMeasure, human: given.human }),
    ...pick(given, ['systemTest', 'segmentTest', 'alpha', 'samples', 'seed']),
    level: given.level / 100,
    identical: given.identical,
    weights: withOwnWeights(given.errorWeights ?? []),
    ...pick(given, ['threads', 'emptyReferences']),
    combinations: [
      ...(given.ulc ?? []).map((typed) => readCombination(typed, '--ulc')),
      ...(given.ulcNormalized ?? []).map((typed) => readCombination(typed, '--ulc-normalized')),
    ],
  };
}

/** What was asked for and cannot be measured, of each task. */
export const unmetNotes = (
  tasks: readonly Parameters<typeof unmetRequests>[0][],
  { systemMeasure, segmentTest }: SharedTaskOptions,
): readonly string[] =>
  tasks.flatMap((each) => unmetRequests(each, { segmentTest, ...present({ systemMeasures: systemMeasure }) }));

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
