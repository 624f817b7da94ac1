/** Tests between systems by one metric, rating or imported score: who is better, by how much, and how sure that is. */
import type { Measurement } from '../../core/index.ts';
import {
  type ComparedSystems,
  type ComparisonSettings,
  type SystemComparison,
  comparisonDefaults,
} from './comparison.ts';
import { concludeComparison } from './concludeComparison.ts';
import { planComparison } from './planComparison.ts';
import { drawAll } from './sampler.ts';

/** All pairs of systems, or all with the baseline, on the same samples. The family of the correction are all comparisons made here. */
export function compareMeasured(
  measured: Measurement,
  settings: ComparisonSettings = comparisonDefaults,
): ComparedSystems {
  const plan = planComparison(measured, settings);
  return concludeComparison(plan, drawAll(plan));
}

/** The same comparison, with the systems in the other order. */
export function turned(comparison: SystemComparison): SystemComparison {
  const { first, second, difference, better, favours, verdict, interval, wins, losses, signTest } = comparison;
  return {
    ...comparison,
    first: second,
    second: first,
    difference: negative(difference),
    better: negative(better),
    favours: negative(favours),
    verdict: negative(verdict),
    interval: { low: negative(interval.high), high: negative(interval.low) },
    wins: losses,
    losses: wins,
    ...(signTest && {
      signTest: {
        ...signTest,
        intoFirst: signTest.intoSecond,
        intoSecond: signTest.intoFirst,
        favours: negative(signTest.favours),
        wins: signTest.losses,
        losses: signTest.wins,
      },
    }),
  };
}

/** Without making −0 of 0. */
const negative = <N extends number>(value: N): N => (value === 0 ? value : -value) as N;
