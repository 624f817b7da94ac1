/** Scores the outputs of one part of a shared task by any of our metrics: systems, and each of their segments. */
import { type Metric, UsageError, needsReferences, present } from '../../core/index.ts';
import { type Task, type TaskPart, openTask } from '../../data/index.ts';
import type { EmptyReferences } from '../../formats/index.ts';
import { type Evaluation, measurements } from '../../measure/index.ts';
import type { Scores, SegmentGroups } from '../../meta/index.ts';
import { metricTitles, scoredMetric } from '../../report/index.ts';
import { type Progress, evaluate } from '../evaluate.ts';

export interface ScoreOutputsOptions {
  /** As in `evaluate`; the result is the same for any number. */
  readonly threads?: number | 'auto';
  readonly emptyReferences?: EmptyReferences;
  readonly onProgress?: (done: Progress) => void;
}

/** Small enough that a few thousand segments keep several threads busy to the end. */
const batchSize = 256;

/**
 * Scores the outputs of one part of a shared task and returns the scores of systems and segments for each metric. Scores have the metric's
 * name as in table headings, or the metric as typed where two have the same name. Segments are named by line number, starting at 1.
 */
export async function scoreOutputs(
  part: TaskPart,
  metrics: readonly Metric[],
  options: ScoreOutputsOptions = {},
): Promise<Scores[]> {
  return (await scoreGrouped(part, metrics, options)).map(({ scores }) => scores);
}

interface GroupOptions extends ScoreOutputsOptions {
  /** Also score these groups of segments. */
  readonly groups?: SegmentGroups;
  /** Adds systems to those that are read. */
  readonly extend?: (task: Task) => Task;
}

/** The scores by a metric, and those of groups of segments: group g of system s at s * groups + g. */
export interface GroupedScores {
  readonly scores: Scores;
  readonly ofGroups?: Float64Array;
}

/** The same, with scores of groups of segments: of their sums, so BLEU of a document is that of a corpus. */
export async function scoreGrouped(
  part: TaskPart,
  metrics: readonly Metric[],
  options: GroupOptions = {},
): Promise<GroupedScores[]> {
  const opened = await openPart(part, 'score', options, metrics.filter(needsReferences));
  const task = options.extend?.(opened) ?? opened;
  const counted = await countOutputs(task, metrics, metrics.map((_, m) => segmentScore(metrics, m)), options); // prettier-ignore
  const described = metrics.map((metric) => scoredMetric(metric, { references: counted.references }));
  const titles = metricTitles(described);
  return metrics.map((metric, m) => ({
    scores: scoresOf(titles[m]!, described[m]!.metric, metrics, m, counted, counted.columns[m]!),
    ...(counted.groupSums && { ofGroups: scoresOfSums(metric, counted.groupSums[m]!) }),
  }));
}

/** The same from rows that were counted before. */
export function scoreRows(metrics: readonly Metric[], evaluation: Evaluation, groups?: SegmentGroups): GroupedScores[] {
  const { systems, segments, references, sums } = evaluation;
  const described = metrics.map((metric) => scoredMetric(metric, { references }));
  const titles = metricTitles(described);
  const counted = { systems, segments: keysOf(segments), references, sums, columns: [] };
  const grouped = groups && evaluation.rows ? new GroupSums(groups, systems.length, metrics) : undefined;
  grouped?.add(0, segments, evaluation.rows!);
  return measurements(metrics, evaluation).map((measured, m) => {
    const ofSegments = Float64Array.from({ length: systems.length * segments }, (_, i) => measured.segmentScore(i));
    return {
      scores: scoresOf(titles[m]!, described[m]!.metric, metrics, m, counted, ofSegments),
      ...(grouped && { ofGroups: scoresOfSums(metrics[m]!, grouped.sums[m]!) }),
    };
  });
}

/** Adds up rows by system and group of segments. */
class GroupSums {
  /** By metric: the sum of system s and group g at [(s * groups + g) * width …). */
  readonly sums: readonly Float64Array[];
  readonly #groups: SegmentGroups;
  readonly #systems: number;
  readonly #widths: readonly number[];

  constructor(groups: SegmentGroups, systems: number, metrics: readonly Metric[]) {
    this.#groups = groups;
    this.#systems = systems;
    this.#widths = metrics.map(({ statistics }) => statistics.length);
    this.sums = this.#widths.map((width) => new Float64Array(systems * groups.names.length * width));
  }

  /** Of segments from `start` on: the row of system s and segment i at [(s * size + i) * width …). */
  add(start: number, size: number, rows: readonly Float64Array[]): void {
    const { names, ofLines } = this.#groups;
    this.#widths.forEach((width, m) => {
      for (let s = 0; s < this.#systems; s++) {
        for (let i = 0; i < size; i++) {
          const from = (s * size + i) * width;
          const into = (s * names.length + ofLines[start + i]!) * width;
          for (let k = 0; k < width; k++) this.sums[m]![into + k]! += rows[m]![from + k]!;
        }
      }
    });
  }
}

function scoresOfSums(metric: Metric, sums: Float64Array): Float64Array {
  const { length: width } = metric.statistics;
  return Float64Array.from({ length: sums.length / width }, (_, at) => metric.score(sums.subarray(at * width, (at + 1) * width))); // prettier-ignore
}

/** Throws if there is nothing to `score` or `learn from`; `needy` are metrics that need references, if that is known. */
export function openPart(
  { task, outputs, references, source: sources }: TaskPart,
  purpose: string,
  { emptyReferences }: ScoreOutputsOptions,
  needy?: readonly Metric[],
): Promise<Task> {
  if (outputs.length === 0) throw new UsageError(`There are no outputs of ${task} to ${purpose}.`);
  if (references.length === 0 && needy?.length !== 0)
    throw new UsageError(`There is no reference of ${task} to score its outputs against.`);
  return openTask({
    files: outputs.map(({ path }) => path),
    names: outputs.map(({ name }) => name),
    references: references.map(({ path }) => path),
    ...(needy && { needReferences: needy.map(({ name }) => name) }),
    ...present({ sources, emptyReferences }),
    batchSize,
  });
}

/** References of the parts, if all have as many. */
export function referencesOf(parts: readonly TaskPart[]): number | 'var' {
  const counts = new Set(parts.map(({ references }) => references.length));
  const [only = 1] = counts;
  return counts.size > 1 ? 'var' : only;
}

/** Numbers that are made of the rows of an output, one row by metric. */
interface OutputNumbers {
  readonly width: number;
  readonly write: (rowOf: (metric: number) => Float64Array, into: Float64Array, at: number) => void;
}

/** The score of a single segment, under the metric's settings for those. */
export const segmentScore = (metrics: readonly Metric[], m: number): OutputNumbers => ({
  width: 1,
  write: (rowOf, into, at) => (into[at] = metrics[m]!.forSegments.score(rowOf(m))),
});

interface CountedOutputs {
  readonly systems: readonly string[];
  /** By line, from 1 on. */
  readonly segments: readonly string[];
  readonly references: number | 'var';
  /** By metric: the summed rows of system s at [s * width …). */
  readonly sums: readonly Float64Array[];
  /** By wanted numbers: those of system s and segment i at [(s * segments + i) * width …). */
  readonly columns: readonly Float64Array[];
  /** By metric: the summed rows of system s and group g at [(s * groups + g) * width …). */
  readonly groupSums?: readonly Float64Array[];
}

/** Rows are turned into numbers when their batch is counted, so that of all rows only these are kept. */
export async function countOutputs(
  task: Task,
  metrics: readonly Metric[],
  wanted: readonly OutputNumbers[],
  { threads = 'auto', onProgress, groups }: GroupOptions,
): Promise<CountedOutputs> {
  const { systems } = task;
  const grouped = groups && new GroupSums(groups, systems.length, metrics);
  const pieces: { start: number; size: number; columns: Float64Array[] }[] = [];
  const { segments, sums, references } = await evaluate(task, metrics, {
    threads,
    onRows: ({ start, size }, rows) => {
      grouped?.add(start, size, rows);
      const outputs = systems.length * size;
      const columns = wanted.map(({ width, write }) => {
        const column = new Float64Array(outputs * width);
        for (let i = 0; i < outputs; i++) {
          const rowOf = (m: number): Float64Array => {
            const { length } = metrics[m]!.statistics;
            return rows[m]!.subarray(i * length, (i + 1) * length);
          };
          write(rowOf, column, i * width);
        }
        return column;
      });
      pieces.push({ start, size, columns });
    },
    ...present({ onProgress }),
  });
  const columns = wanted.map(({ width }, w) => {
    const whole = new Float64Array(systems.length * segments * width);
    for (const { start, size, columns: of } of pieces) {
      for (let s = 0; s < systems.length; s++) {
        whole.set(of[w]!.subarray(s * size * width, (s + 1) * size * width), (s * segments + start) * width);
      }
    }
    return whole;
  });
  return {
    systems,
    segments: keysOf(segments),
    references,
    sums,
    columns,
    ...(grouped && { groupSums: grouped.sums }),
  };
}

export const keysOf = (segments: number): string[] => Array.from({ length: segments }, (_, i) => String(i + 1));

/** Of one of the metrics that were counted. */
export function scoresOf(
  name: string,
  typed: string,
  metrics: readonly Metric[],
  m: number,
  { systems, segments, sums }: CountedOutputs,
  ofSegments: Float64Array,
): Scores {
  const metric = metrics[m]!;
  const { length: width } = metric.statistics;
  const ofSystems = Float64Array.from(systems, (_, s) => metric.score(sums[m]!.subarray(s * width, (s + 1) * width)));
  return { name, metric: typed, higherIsBetter: metric.higherIsBetter, systems, segments, ofSystems, ofSegments };
}
