/** Features of a segment, which are scores of metrics and their parts; and the file format of a learned metric: features, each with a weight. */
import { type Metric, UsageError, suggest } from '../../../core/index.ts';

/** One value of one metric: a part of its score by name, or the score itself. */
interface MetricFeature {
  /** The index of the metric among the given ones. */
  readonly metric: number;
  readonly part?: string;
}

/** The names of the parts of a segment's score; empty for a metric that does not report parts. */
export function partNames({ forSegments, statistics }: Metric): string[] {
  return Object.keys(forSegments.parts?.(new Float64Array(statistics.length)) ?? {});
}

/** Throws if the metric has no part of that name. */
export function checkPart(metric: Metric, part: string, typed: string): void {
  const names = partNames(metric);
  if (names.length === 0) throw new UsageError(`${typed}: ${metric.name} does not report parts of its score.`);
  if (!names.includes(part))
    throw new UsageError(`${typed}: ${metric.name} has no part ${part}. ${suggest(part, names)}`);
}

/** Writes the features of one segment to out[at …]; `row(m)` is the row of metric m. */
type ReadFeatures = (row: (metric: number) => ArrayLike<number>, out: Float64Array, at: number) => void;

export function featureReader(metrics: readonly Metric[], features: readonly MetricFeature[]): ReadFeatures {
  const byMetric = metrics.map((metric, m) => ({
    metric: metric.forSegments,
    scores: placesWhere(features, (each) => each.metric === m && each.part === undefined),
    parts: placesWhere(features, (each) => each.metric === m && each.part !== undefined),
  }));
  return (row, out, at) => {
    byMetric.forEach(({ metric, scores, parts }, m) => {
      const sums = row(m);
      if (scores.length > 0) {
        const score = metric.score(sums);
        for (const k of scores) out[at + k] = score;
      }
      if (parts.length > 0) {
        const values = metric.parts!(sums);
        for (const k of parts) out[at + k] = values[features[k]!.part!]!;
      }
    });
  };
}

const placesWhere = <T>(list: readonly T[], is: (item: T) => boolean): number[] =>
  list.flatMap((item, at) => (is(item) ? [at] : []));

/** What it was learned from: which of two outputs is better, or how good one is. */
export type ModelKind = 'pairwise' | 'absolute';

const modelFormat = 'assay learned metric';
const modelVersion = 1;

export interface LearnedModel {
  readonly format: typeof modelFormat;
  /** The version of the format. */
  readonly version: typeof modelVersion;
  readonly kind: ModelKind;
  readonly features: readonly WeighedFeature[];
  /** The mean rating for an absolute model; undefined for a pairwise one, where it cancels out. */
  readonly intercept: number;
  /** How it was made; this does not affect scores. */
  readonly made?: unknown;
}

export interface ModelFeature {
  /** As typed: `bleu(tok=intl)`. */
  readonly metric: string;
  /** The name of a part of the metric's score; without one, the score itself. */
  readonly part?: string;
}

/** A value counts weight · (value − mean) / scale. */
interface WeighedFeature extends ModelFeature {
  readonly mean: number;
  readonly scale: number;
  readonly weight: number;
  readonly interval?: { readonly low: number; readonly high: number };
}

/** As typed on the command line. */
export const printFeature = ({ metric, part }: ModelFeature): string =>
  part === undefined ? metric : `${metric}::${part}`;

export const newModel = (model: Omit<LearnedModel, 'format' | 'version'>): LearnedModel => ({
  format: modelFormat,
  version: modelVersion,
  ...model,
});

/** Reads and checks the text of a model; `name` is the name of the file. */
export function readModel(text: string, name: string): LearnedModel {
  const refuse = (what: string): UsageError => new UsageError(`Cannot read ${name} as a learned metric: ${what}.`);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw refuse(`it is not JSON (${(error as Error).message})`);
  }
  if (!isRecord(read) || read['format'] !== modelFormat) throw refuse('assay learn did not write it');
  if (read['version'] !== modelVersion) {
    throw new UsageError(
      `${name} has version ${String(read['version'])} of the format, but only version ${modelVersion} can be read. Learn the metric again with assay learn.`,
    );
  }
  const { kind, features, intercept } = read;
  if (kind !== 'pairwise' && kind !== 'absolute') throw refuse('its kind must be pairwise or absolute');
  if (!isNumber(intercept)) throw refuse(`its intercept must be a number${bounds}`);
  if (!Array.isArray(features) || features.length === 0) throw refuse('it has no features');
  const known = new Set<string>();
  features.forEach((feature: unknown, k) => {
    const where = `feature ${k + 1}`;
    if (!isRecord(feature) || typeof feature['metric'] !== 'string') throw refuse(`${where} names no metric`);
    const part = feature['part'];
    if (part !== undefined && typeof part !== 'string') throw refuse(`the part of ${where} must be text`);
    for (const field of ['mean', 'scale', 'weight']) {
      if (!isNumber(feature[field])) throw refuse(`the ${field} of ${where} must be a number${bounds}`);
    }
    if (Number(feature['scale']) < leastScale) throw refuse(`the scale of ${where} must be at least ${leastScale}`);
    const printed = printFeature(feature as unknown as ModelFeature);
    if (known.has(printed)) throw refuse(`it has the feature ${printed} twice`);
    known.add(printed);
  });
  return read as unknown as LearnedModel;
}

/** Far beyond any learned value, yet small enough that every score stays finite. */
const greatest = 1e12;
const leastScale = 1e-30;
const bounds = ' from −1e12 to 1e12';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= greatest;
