/** Options and readers shared by the commands on shared tasks. */
import { UsageError, oneOf, pick, present, printMetric, splitMetricList } from '../../core/index.ts';
import { openSharedTask } from '../../data/index.ts';
import { parseMetric } from '../../engine/index.ts';
import type { ScoreOptions } from '../../formats/index.ts';
import { withOwnWeights } from '../../human/index.ts';
import {
  type Combination,
  comparisonMeasures,
  scoreMeasures,
  systemMeasures,
  unmetRequests,
} from '../../meta/index.ts';
import { metrics as definitions } from '../../metrics/index.ts';
import type { Ablation } from '../../report/index.ts';
import type { Argument } from '../command.ts';
import { type Given, texts, value, values, words } from '../options.ts';
import { errorWeights, identical, judgmentReading, task } from './judgmentInput.ts';
import { analyses, requestedMetrics, withAnalyses } from './metricInput.ts';
import { scoreFiles } from './scoreInput.ts';
import { namedTexts, testSetOptions } from './testSetInput.ts';
import { alpha, emptyReferences, level, metric, samples, seed, threads } from './sharedOptions.ts';

/** The metrics computed by default. */
const usualMetrics = ['bleu', 'bleu-sbp', 'nist', 'chrf', 'ter', 'wer', 'per', 'cder', 'gtm', 'ribes', '4grr', 'amber'];

const swaps = ['systems', 'inputs', 'systems-and-inputs', 'cells'] as const;

/** Type I error of tests that assume the scores of a system or segment to be independent. */
const tooSure = (share: string, whose: string) =>
  `at 5 %, cells and systems-and-inputs find one of two equally good metrics better in ${share} % of cases if ${whose} have effects of their own`;

export const taskFolder: Argument = {
  typed: '[folder]',
  names: 'folder',
  help: 'the shared task: outputs, references, judgments, scores; see the guide',
};

export const asSystem = values(texts, {
  value: 'name',
  help: 'a reference to evaluate as a system, not as a reference; repeat for several',
});

export const human = (help: string) =>
  value(texts, { value: 'name', help: `${help}: rankings, annotations, ratings, or the name of human scores` });

/** `--ablate`: what the parts of a metric are worth. */
export const ablate = values(texts, {
  value: 'metric',
  help: `evaluate the variants of a metric that its paper studies: ${definitions
    .filter(({ studies }) => studies)
    .map(({ id }) => id)
    .join(', ')}; repeat for several`,
});

export const sharedTaskOptions = {
  metric: metric(`metrics to compute, as for assay score; none to compute none (default: ${usualMetrics.join(' ')})`),
  ...scoreFiles,
  ulc: values(texts, {
    value: 'name=metrics',
    help: 'also evaluate the mean of several metrics: ULC=bleu+meteor+RAC1; repeat for several',
  }),
  ulcNormalized: values(texts, {
    value: 'name=metrics',
    help: 'the same, with each metric first divided by its best score',
  }),
  testSet: value(texts, { value: 'name', help: 'only scores of this test set, if files hold several' }),
  task: task('only this task, such as de-en; repeat for several'),
  ...testSetOptions,
  referenceSet: words(texts, {
    value: 'name',
    help: 'only these references, such as refA; scores in files that use others are left out',
  }),
  asSystem,
  primary: words(texts, {
    value: 'metric',
    help: 'of the metrics in files only these, such as COMET or COMET-refA; computed metrics stay, as baselines',
  }),
  human: human('judgments to evaluate metrics against'),
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
    help: `test between metrics over systems (default: williams for pearson, systems for other measures); ${tooSure('32–38', 'systems')}`,
  }),
  segmentTest: value(oneOf([...swaps, 'pairs', 'none']), {
    value: 'test',
    default: 'inputs',
    help: `test between metrics over segments, by the unit of permutation; ${tooSure('17–21', 'segments')}, and pairs in 8–20 %`,
  }),
  alpha: alpha('significance level of differences between metrics'),
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
export async function requestedTask(
  [folder, ...more]: readonly string[],
  given: SharedTaskOptions & { readonly ablate?: readonly string[] } & Pick<ScoreOptions, 'unknownDirection'>,
) {
  if (folder === undefined) throw new UsageError('No folder given. Name the folder of a shared task; see the guide.');
  if (more.length > 0) throw new UsageError(`Give one folder at a time. Leave out ${more.join(', ')}.`);
  const ablations = (given.ablate ?? []).flatMap(requestedStudies);
  const typed = given.metric ?? (ablations.length > 0 ? [] : usualMetrics);
  const isNone = typed.length === 1 && typed[0] === 'none';
  const asked = new Set((isNone ? [] : typed).map((each) => printMetric(parseMetric(each))));
  const variants = ablations.flatMap((study) => study.variants.map(({ metric: variant }) => variant));
  const added = [...new Set(variants)].filter((variant) => !asked.has(variant));
  const metrics = await requestedMetrics([...(isNone ? [] : typed), ...added], withAnalyses([], given));
  const shared = await openSharedTask(folder, {
    ...present({ tasks: given.task, asSystems: given.asSystem, named: namedTexts(given) }),
    ...pick(given, ['referenceSet', 'primary']),
    // Studio asks elsewhere: it leaves out what is not answered.
    unknownDirection: given.unknownDirection ?? 'refuse',
    ...pick(given, ['scores', 'lowerIsBetter', 'higherIsBetter', 'testSet', 'judgmentFormat', 'lenient', 'strict']),
  });
  return { task: shared, metrics, ...(ablations.length > 0 && { ablations }) };
}

/** The studies that a metric declares, with its variants as typed; options given with it apply to all of them. */
function requestedStudies(typed: string): Ablation[] {
  const { definition, options } = parseMetric(typed);
  const { id, studies } = definition;
  if (!studies) {
    const able = definitions.filter((each) => each.studies).map((each) => each.id);
    throw new UsageError(`--ablate: there is no ablation study of ${id}. Known: ${able.join(', ')}.`);
  }
  return studies.map(({ title, variants }) => ({
    metric: typed,
    title,
    variants: variants.map((variant) => ({
      name: variant.name,
      metric: printMetric({ definition, options: { ...options, ...variant.options } }),
    })),
  }));
}

/** The settings as the evaluation of metrics takes them. */
export function metaSettings(given: SharedTaskOptions) {
  return {
    systemMeasures: given.systemMeasure ?? ['spearman', 'pearson', 'kendall', 'accuracy', 'soft-accuracy'],
    ...present({ segmentMeasures: given.segmentMeasure, human: given.human }),
    ...present({ systemTest: given.systemTest }),
    ...pick(given, ['segmentTest', 'alpha', 'samples', 'seed']),
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

/** Requested measures that cannot be computed, for each task. */
export const unmetNotes = (
  tasks: readonly Parameters<typeof unmetRequests>[0][],
  { systemMeasure, systemTest, segmentTest }: SharedTaskOptions,
): readonly string[] =>
  tasks.flatMap((each) =>
    unmetRequests(each, { segmentTest, ...present({ systemMeasures: systemMeasure, systemTest }) }),
  );

/** `NAME=metric+metric`; the name may be left out. An equals sign in brackets belongs to a metric. */
function readCombination(typed: string, option: '--ulc' | '--ulc-normalized'): Combination {
  const normalized = option === '--ulc-normalized';
  const [, name = normalized ? 'ULC-normalized' : 'ULC', list = typed] = /^([^=+()]*)=(.*)$/s.exec(typed) ?? [];
  const of = splitMetricList(list);
  if (name.trim() === '' || of.length < 2 || of.includes('')) {
    throw new UsageError(`${option} must be a name and metrics joined by +, as in ULC=bleu+chrf+ter, not "${typed}".`);
  }
  return { name: name.trim(), of, normalized };
}
