/** Does the sign test give the same answer whichever system is the baseline? Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3.1. */
import { sumRows } from '../core/index.ts';
import type { Measured } from '../measure/index.ts';
import { type SignTest, compareScores, signTest } from '../stats/index.ts';
import { type Standing, standingOf, systemStanding } from './standing.ts';

/** Differences with a smaller p are significant. */
const significance = 0.05;

/** The baseline with one output at a time replaced by that of the other system. */
export interface Exchange extends SignTest {
  readonly test: number;
  readonly baseline: number;
  /** The significantly better system, if any. */
  readonly better: number | null;
  /** The baseline with one segment exchanged, on average: its sums moved by 1 / segments towards those of the test system. */
  readonly average: Standing;
}

export interface SignTestFinding {
  /** By system. */
  readonly standings: readonly Standing[];
  /** The second system against the first as the baseline, then the reverse. */
  readonly exchanges: readonly [Exchange, Exchange];
  /** Each system is significantly better than the other, depending on which is the baseline. */
  readonly contradicts: boolean;
  /** A significantly better system has the worse score. If two contradict each other, one of them usually has. */
  readonly againstScores: boolean;
}

/** Tests whether the sign test between the first two systems contradicts itself when the baseline changes. */
export function signTestParadox(measured: Measured): SignTestFinding {
  const standings = [0, 1].map((system) => systemStanding(measured, system));
  const exchanges = [exchange(measured, 1, 0), exchange(measured, 0, 1)] as const;
  const found = new Set(exchanges.flatMap(({ better }) => (better === null ? [] : [better])));
  const [first, second] = standings.map(({ score }) => score);
  const leads = compareScores(second!, first!, measured.higherIsBetter);
  const againstScores = (leads > 0 && found.has(0)) || (leads < 0 && found.has(1));
  return { standings, exchanges, contradicts: found.size > 1, againstScores };
}

function exchange(measured: Measured, test: number, baseline: number): Exchange {
  const result = signTest(measured, test, baseline);
  const { wins, losses, p } = result;
  const from = sumRows(measured, baseline);
  const to = sumRows(measured, test);
  const average = from.map((sum, k) => sum + (to[k]! - sum) / measured.segments);
  return {
    test,
    baseline,
    ...result,
    better: p < significance ? (wins > losses ? test : baseline) : null,
    average: standingOf(measured, average),
  };
}
