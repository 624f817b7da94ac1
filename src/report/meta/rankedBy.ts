/** The order of metrics in tables, and which of them are marked. */
import type { MetricTest } from '../../meta/index.ts';

/** From the best to the worst, what has no figure last. */
export function rankedBy<T>(items: readonly T[], figure: (item: T) => { readonly value: number } | undefined): T[] {
  const valueOf = (item: T): number => {
    const value = figure(item)?.value ?? NaN;
    return Number.isNaN(value) ? -Infinity : value;
  };
  return [...items].sort((a, b) => (valueOf(b) > valueOf(a) ? 1 : valueOf(b) < valueOf(a) ? -1 : 0));
}

/** Names of the metrics that no other beats. */
export const winnersOf = (test: MetricTest | undefined): ReadonlySet<string> | undefined =>
  test && new Set(test.ranked.filter(({ isWinner }) => isWinner).map(({ name }) => name));
