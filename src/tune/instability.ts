/**
 * How much scores and weights vary between runs of the same tuner with different seeds. Clark, Dyer, Lavie and Smith (ACL 2011): a
 * difference between systems that were each tuned once may be due to the runs alone.
 */
import { type Measurement, UsageError, counted, systemScore } from '../core/index.ts';
import { Pcg64, bootstrapAll } from '../stats/index.ts';
import { checkWeights } from './checks.ts';
import { l1Norm } from './weights.ts';

export interface TunedRun {
  readonly weights: Float64Array;
  /** On the lists tuned on. */
  readonly score: number;
}

export interface Spread {
  readonly mean: number;
  /** The standard deviation, with n − 1; undefined for a single value. */
  readonly deviation: number | undefined;
  readonly min: number;
  readonly max: number;
}

export interface Instability {
  readonly runs: number;
  /** Scores on the lists tuned on. */
  readonly dev: Spread;
  /** Scores on the test set. Its deviation is s_test in the paper. */
  readonly test: Spread | undefined;
  /** How much the test scores vary with the test set: the standard deviation over resamples, averaged over runs. s_sel in the paper. */
  readonly selection: number | undefined;
  /** By feature; the weights of each run are divided by their L1 norm, because their size has no effect. */
  readonly weights: readonly (Spread & { readonly name: string })[];
  /** Cosines of the angles between the weights of each two runs; undefined without two runs whose weights are not all 0. */
  readonly similarity: Spread | undefined;
}

export interface InstabilitySettings {
  readonly featureNames: readonly string[];
  /** The results of the runs on a test set: its systems are the runs. */
  readonly test?: Measurement;
  /** Resamples of the test set. */
  readonly samples: number;
  readonly seed: number;
}

/** Measures how much tuning varies from run to run: the spread of scores and weights of runs with different seeds. */
export function instability(
  runs: readonly TunedRun[],
  { featureNames, test, samples, seed }: InstabilitySettings,
): Instability {
  if (runs.length === 0) throw new UsageError('There are no runs. Give at least two to measure instability.');
  for (const [r, { weights, score }] of runs.entries()) {
    checkWeights(weights, featureNames, `Run ${r + 1}`);
    if (!Number.isFinite(score)) throw new UsageError(`Run ${r + 1} scores ${score}. A score must be a finite number.`);
  }
  if (test && test.systems !== runs.length) {
    throw new UsageError(
      `Got ${counted(runs.length, 'run')}, but test scores of ${test.systems}. Give the test scores of every run.`,
    );
  }
  const normalized = runs.map(({ weights }) => {
    const size = l1Norm(weights) || 1;
    return weights.map((weight) => weight / size);
  });
  const cosines = normalized
    .flatMap((a, i) => normalized.slice(i + 1).map((b) => cosine(a, b)))
    .filter(Number.isFinite);
  return {
    runs: runs.length,
    dev: spread(runs.map(({ score }) => score)),
    test: test && spread(runs.map((_, run) => systemScore(test, run))),
    selection: test && test.segments > 0 ? selectionOf(test, samples, seed) : undefined,
    weights: featureNames.map((name, f) => ({ name, ...spread(normalized.map((weights) => weights[f]!)) })),
    similarity: cosines.length > 0 ? spread(cosines) : undefined,
  };
}

function selectionOf(test: Measurement, samples: number, seed: number): number {
  const deviations = bootstrapAll(test, samples, new Pcg64(seed)).map((scores) => spread(scores).deviation ?? 0);
  return spread(deviations).mean;
}

function spread(values: ArrayLike<number>): Spread {
  const list = Array.from(values);
  const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
  const squares = list.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return {
    mean,
    deviation: list.length > 1 ? Math.sqrt(squares / (list.length - 1)) : undefined,
    min: list.reduce((low, value) => Math.min(low, value), Infinity),
    max: list.reduce((high, value) => Math.max(high, value), -Infinity),
  };
}

/** NaN if one of them is 0. */
function cosine(a: Float64Array, b: Float64Array): number {
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (let f = 0; f < a.length; f++) {
    product += a[f]! * b[f]!;
    squaresA += a[f]! * a[f]!;
    squaresB += b[f]! * b[f]!;
  }
  return Math.max(-1, Math.min(1, product / Math.sqrt(squaresA * squaresB)));
}
