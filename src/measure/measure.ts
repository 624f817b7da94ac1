/** Measures systems in memory: texts in, rows out. Uses nothing of Node, so it runs in a browser. */
import {
  type ExactSums,
  type Metric,
  type Measurement,
  UsageError,
  needsReferences,
  rowMeasurement,
  teach,
} from '../core/index.ts';
import { BlockEncoder } from '../text/index.ts';
import { type Outputs, type TestSet, namedOutputs, referenceLists } from './testSet.ts';
import { type SegmentTexts, TextCounter } from './textCounter.ts';

/** A measurement by a metric, with its systems' names and its metric. */
export interface Measured extends Measurement {
  readonly metric: Metric;
  readonly systemNames: readonly string[];
}

/** Measures the outputs of one or more systems by one metric. */
export function measure(metric: Metric, testSet: TestSet, outputs: Outputs): Measured {
  return measureAll([metric], testSet, outputs)[0]!;
}

/**
 * Measures the outputs of one or more systems by several metrics in one pass. Metrics with the same view of texts share the reading of each
 * text.
 */
export function measureAll(untaught: readonly Metric[], testSet: TestSet, outputs: Outputs): Measured[] {
  for (const metric of untaught) checkMetric(metric);
  const references = referenceLists(testSet, untaught.some(needsReferences));
  const metrics = untaught.map((metric) => teach(metric, references));
  const segments = references.length;
  const { names, texts } = namedOutputs(outputs, segments);
  const systems = names.length;
  const rows = metrics.map((metric) => new Float64Array(systems * segments * metric.statistics.length));
  const counter = new TextCounter(metrics);
  const encoder = new BlockEncoder();
  for (let from = 0; from < segments; from += blockSegments) {
    const to = Math.min(segments, from + blockSegments);
    const some: SegmentTexts = {
      size: to - from,
      hypotheses: texts.map((outputs) => outputs.slice(from, to)),
      references: references.slice(from, to),
      sources: testSet.sources?.slice(from, to),
      get block() {
        return encoder.encode(this.hypotheses, this.references);
      },
    };
    counter.count(some, rows, from, segments);
  }
  return metrics.map((metric, m) => measuredRows(metric, names, segments, rows[m]!));
}

/** Segments counted at once: few enough for their texts to stay in cache. */
const blockSegments = 512;

/** JavaScript callers get no type error when they pass a definition. */
function checkMetric(metric: unknown): void {
  if (typeof metric === 'function' && 'id' in metric) {
    throw new UsageError(
      `${String(metric.id)} is the definition of a metric. Call it to make a metric: ${String(metric.id)}().`,
    );
  }
  if (typeof metric !== 'object' || metric === null || !('statistics' in metric)) {
    throw new UsageError(
      `Expected a metric such as bleu(), not ${typeof metric === 'string' ? `"${metric}"` : String(metric)}.`,
    );
  }
}

/** Counted rows as a measurement. */
export function measuredRows(
  metric: Metric,
  systemNames: readonly string[],
  segments: number,
  rows: Float64Array,
): Measured {
  const { name, higherIsBetter, forSegments, statistics } = metric;
  const shape = { name, higherIsBetter, systems: systemNames.length, segments, width: statistics.length };
  return {
    ...rowMeasurement(
      shape,
      rows,
      (sums) => metric.score(sums),
      (row) => forSegments.score(row),
    ),
    metric,
    systemNames,
  };
}

/** The statistics that metrics counted for the outputs of several systems: sums, and rows by segment if they were kept. */
export interface Evaluation {
  readonly systems: readonly string[];
  readonly segments: number;
  /** By metric: the summed rows of system s at [s * width …). */
  readonly sums: readonly Float64Array[];
  /** The same without rounding, to be added to those of other segments. */
  readonly exactSums?: readonly ExactSums[];
  /** By metric, if kept: row of system s and segment i at [(s * segments + i) * width …). */
  readonly rows: readonly Float64Array[] | undefined;
  /** Facts about the segments, if rows were kept: by name, then segment. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** References per segment, or `var`. */
  readonly references: number | 'var';
}

/** The measurement by each metric; empty if the evaluation kept no rows. */
export function measurements(metrics: readonly Metric[], { rows, systems, segments }: Evaluation): Measured[] {
  return rows?.map((ofMetric, m) => measuredRows(metrics[m]!, systems, segments, ofMetric)) ?? [];
}
