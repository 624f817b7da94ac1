/** Williams' test between two metrics, from the scores of systems: Graham and Baldwin (EMNLP 2014), as used by WMT. */
import { pearson, williams } from '../../stats/index.ts';
import type { ScoreTable } from './scoreTable.ts';

interface WilliamsOfMetrics extends ReturnType<typeof williams> {
  /** Pearson's correlation with the human scores. */
  readonly first: number;
  readonly second: number;
  /** Pearson's correlation of the metrics with each other. */
  readonly between: number;
  readonly systems: number;
}

/**
 * One-sided: small p if the first metric is better. The table has one column, such as `alignSystems` makes; systems without a score on any
 * side are left out. More is better on all sides, so that a metric that ranks systems the wrong way round is worse, not as good: WMT has
 * compared absolute correlations.
 */
export function williamsOfMetrics(table: ScoreTable): WilliamsOfMetrics {
  const [x, y] = table.metrics;
  if (!x || !y || table.segments !== 1) throw new RangeError('Two metrics are compared by one score for each system.');
  const { human } = table;
  const kept = Array.from(human, (_, system) => system).filter((system) =>
    [human, x, y].every((scores) => Number.isFinite(scores[system])),
  );
  const [z, a, b] = [human, x, y].map((scores) => kept.map((system) => scores[system]!)) as [
    number[],
    number[],
    number[],
  ];
  const first = pearson(a, z);
  const second = pearson(b, z);
  const between = pearson(a, b);
  return { first, second, between, systems: kept.length, ...williams(first, second, between, kept.length) };
}
