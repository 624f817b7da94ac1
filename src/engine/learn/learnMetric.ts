/** Learns a metric, or the weights inside one, from judgments: counts features of outputs and hands them over with what people said. */
import { type Metric, UsageError, counted, present, printMetric, suggest } from '../../core/index.ts';
import type { SharedTask, TaskPart } from '../../data/index.ts';
import type { EmptyReferences } from '../../formats/index.ts';
import type { ErrorWeight, Identical } from '../../human/index.ts';
import { type HumanSide, humanSides, numberSentences } from '../../meta/index.ts';
import type { ModelKind } from '../../metrics/combined/learned/model.ts';
import {
  type LearnInput,
  type LearnOptions,
  type LearnReport,
  type LearnedMetric,
  type RequestedFeatures,
  checkKind,
  learnableWeights,
  reportLearned,
  reportLearnedWeights,
} from '../../report/index.ts';
import { createMetrics } from '../createMetrics.ts';
import { type ScoreOutputsOptions, referencesOf } from '../tasks/scoreOutputs.ts';
import { countFeatures, countRows } from './countFeatures.ts';

/** The data and settings to learn a metric from: shared task, features, judgments, baselines. */
export interface LearnRequest extends LearnOptions {
  readonly shared: SharedTask;
  /** Tasks to learn from, and others to test on. */
  readonly tasks: readonly string[];
  readonly tests: readonly string[];
  readonly features: RequestedFeatures;
  /** Other metrics to compare with. */
  readonly baselines: readonly Metric[];
  /** By default as people judged: comparisons of outputs, or ratings. */
  readonly kind?: ModelKind;
  /** Which judgments, by id; by default the first. */
  readonly human?: string;
  readonly identical: Identical;
  readonly weights?: readonly ErrorWeight[];
  readonly threads?: number | 'auto';
  readonly emptyReferences?: EmptyReferences;
}

/** Learns a metric from judgments: counts the features of outputs and fits their weights to what people said. */
export async function learnMetric(request: LearnRequest): Promise<LearnedMetric> {
  const { features, baselines } = request;
  const { kind, input } = await gather(request, request.kind, {
    count: (part, options) => countFeatures(part, features, baselines, options),
    said: (segments) => `features of ${counted(segments, 'segment')}`,
  });
  const materials = input.materials.map(({ table, sentences, side, scores }) => ({
    table: { ...table, sentences },
    side,
    scores,
  }));
  return reportLearned(kind, { ...input, materials }, features, baselines, request);
}

/** Learns the weights inside a metric from judgments, such as those of AMBER’s penalties. */
export async function learnWeights(
  metric: Metric,
  request: Omit<LearnRequest, 'features' | 'kind'>,
): Promise<LearnReport> {
  learnableWeights(metric);
  const others = request.baselines.filter((each) => printMetric(each) !== printMetric(metric));
  const metrics = [metric, ...others] as const;
  const { input } = await gather(request, 'pairwise', {
    count: (part, options) => countRows(part, metrics, options),
    said: (segments) => `${segments} segments scored`,
  });
  return reportLearnedWeights(input, metrics, request, createMetrics);
}

/** What was said and what is counted of the tasks to learn from, then of those to test on. */
async function gather<Counted extends { readonly texts: readonly (readonly string[])[] }>(
  request: Omit<LearnRequest, 'features' | 'kind'>,
  asked: ModelKind | undefined,
  {
    count,
    said,
  }: { count: (part: TaskPart, options: ScoreOutputsOptions) => Promise<Counted>; said: (segments: number) => string },
): Promise<{
  kind: ModelKind;
  input: LearnInput<Counted & { side: HumanSide; sentences: Int32Array }>;
}> {
  const { shared, tasks, tests, threads, emptyReferences, onProgress } = request;
  const parts = [...tasks, ...tests].map((task) => partOf(shared, task));
  const sides = parts.map((part) => sideOf(part, request));
  const kind = asked ?? (sides.some(({ comparisons }) => comparisons) ? 'pairwise' : 'absolute');
  parts.forEach(({ task }, p) => checkKind(kind, task, sides[p]!));
  const counts: Counted[] = [];
  for (const [p, part] of parts.entries()) {
    const found = await count(part, {
      ...present({ threads, emptyReferences }),
      onProgress: ({ share, segments }) =>
        onProgress?.({
          share: share === undefined ? undefined : (p + share) / parts.length,
          text: `${part.task}: ${said(segments)}`,
        }),
    });
    counts.push(found);
  }
  const sentences = numberSentences(counts.map(({ texts }) => texts));
  const { name, formats, judgments, notes, sha256 } = shared;
  const input = {
    name,
    tasks,
    references: referencesOf(parts.slice(0, tasks.length)),
    materials: counts.map((each, p) => ({ ...each, side: sides[p]!, sentences: sentences[p]! })),
    input: { formats, dropped: judgments.dropped, notes, sha256 },
  };
  return { kind, input };
}

function partOf({ parts, name }: SharedTask, task: string): TaskPart {
  const found = parts.find((part) => part.task === task);
  if (found) return found;
  throw new UsageError(`${name} has no task ${task}. ${suggest(task, parts.map((part) => part.task))}`); // prettier-ignore
}

function sideOf(
  part: TaskPart,
  { shared, human, identical, weights }: Pick<LearnRequest, 'shared' | 'human' | 'identical' | 'weights'>,
): HumanSide {
  const sides = humanSides(part.task, shared.judgments, part.humanScores, identical, weights);
  if (sides.length === 0) throw new UsageError(`There are no judgments of ${part.task} to learn from.`);
  const side = human === undefined ? sides[0] : sides.find(({ id }) => id === human);
  if (side) return side;
  throw new UsageError(
    `There are no human scores of ${part.task} named ${human!}. ${suggest(human!, sides.map(({ id }) => id))}`, // prettier-ignore
  );
}
