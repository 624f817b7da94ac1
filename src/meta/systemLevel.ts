/** Agreement of a metric's scores of systems with those of people: every measure has the same shape. */
import {
  type Correlation,
  fisherInterval,
  kendallTauB,
  madOutliers,
  pearson,
  spearman,
  spearmanByDifferences,
} from '../stats/index.ts';
import { type Fraction, type Interval, valueOf } from './agreement.ts';
import { type Scores, sharedSegments, sharedSystems } from './scores.ts';
import type { CorrelationName } from './significance/agreement.ts';
import { softAccuracy } from './softAccuracy.ts';

export interface SystemMeasure {
  readonly id: string;
  readonly title: string;
  /** What the measure cannot do without: soft accuracy needs scores of segments from both sides. */
  readonly needs: 'systems' | 'segments';
  /** Which correlation it is, of those that are. */
  readonly correlation?: CorrelationName;
  of(human: Scores, metric: Scores, options?: SystemOptions): SystemAgreement;
}

interface SystemOptions {
  /** Of the interval of a correlation. */
  readonly level?: number;
  /** Of the permutations of soft accuracy; the same for all metrics, so that they are compared alike. */
  readonly seed?: number;
}

export interface SystemAgreement {
  /** NaN where the measure is not defined: too few systems, or scores that do not vary. */
  readonly value: number;
  /** How many systems have scores of both. */
  readonly systems: number;
  /** Of a correlation, by Fisher's transformation; none for too few systems. */
  readonly interval?: Interval;
  /** Of an accuracy: what agrees over the number of pairs. */
  readonly fraction?: Fraction;
}

export const systemMeasures: readonly SystemMeasure[] = [
  correlationMeasure('spearman', 'Spearman’s ρ', spearman, 'spearman'),
  correlationMeasure('spearman-d2', 'Spearman’s ρ by 6Σd²', spearmanByDifferences, 'spearman'),
  correlationMeasure('pearson', 'Pearson’s r', pearson, 'pearson'),
  correlationMeasure('kendall', 'Kendall’s τ_b', kendallTauB, 'kendall'),
  {
    id: 'accuracy',
    title: 'pairwise accuracy',
    needs: 'systems',
    of(human, metric) {
      const shared = sharedSystems(human, metric);
      const fraction = pairwiseAccuracy(shared.human, shared.metric);
      return { value: valueOf(fraction), systems: shared.systems.length, fraction };
    },
  },
  {
    id: 'soft-accuracy',
    title: 'soft pairwise accuracy',
    needs: 'segments',
    of(human, metric, { seed } = {}) {
      const shared = sharedSegments(human, metric);
      const fraction = softAccuracy(shared, { ...(seed !== undefined && { seed }) });
      return { value: valueOf(fraction), systems: shared.systems.length, fraction };
    },
  },
];

function correlationMeasure(
  id: string,
  title: string,
  correlate: Correlation,
  correlation: CorrelationName,
): SystemMeasure {
  return {
    id,
    title,
    needs: 'systems',
    correlation,
    of(human, metric, { level = 0.95 } = {}) {
      const shared = sharedSystems(human, metric);
      const systems = shared.systems.length;
      const value = correlate(shared.human, shared.metric);
      const interval = fisherInterval(correlation, value, systems, level);
      return { value, systems, ...(interval && { interval }) };
    },
  };
}

/** Pairs of systems that both put in the same order, a tie agreeing with a tie only: Kocmi et al. (WMT 2021). */
function pairwiseAccuracy(human: Float64Array, metric: Float64Array): Fraction {
  let above = 0;
  let below = 0;
  for (let i = 0; i < human.length; i++) {
    for (let j = i + 1; j < human.length; j++, below++) {
      if (order(human[i]!, human[j]!) === order(metric[i]!, metric[j]!)) above++;
    }
  }
  return { above, below };
}

/** Without a difference, which infinite scores do not have. */
const order = (a: number, b: number): number => (a > b ? 1 : a < b ? -1 : 0);

/**
 * Human scores without the systems that stand out among them, by which a correlation may be made: Mathur, Baldwin and Cohn (ACL 2020).
 * What is not in the human scores is not counted by any measure.
 */
export function withoutOutliers(human: Scores): { readonly human: Scores; readonly outliers: readonly string[] } {
  const scored = human.systems.flatMap((_, s) => (Number.isNaN(human.ofSystems[s]!) ? [] : [s]));
  const found = new Set(madOutliers(scored.map((s) => human.ofSystems[s]!)).map((at) => scored[at]!));
  const kept = human.systems.flatMap((_, s) => (found.has(s) ? [] : [s]));
  const segments = human.segments.length;
  const ofSegments = new Float64Array(kept.length * segments);
  kept.forEach((s, at) => ofSegments.set(human.ofSegments.subarray(s * segments, (s + 1) * segments), at * segments));
  return {
    human: {
      ...human,
      systems: kept.map((s) => human.systems[s]!),
      ofSystems: Float64Array.from(kept, (s) => human.ofSystems[s]!),
      ofSegments,
    },
    outliers: human.systems.filter((_, s) => found.has(s)),
  };
}
