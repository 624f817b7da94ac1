/** The significance tests between pairs of systems, on the comparisons of the pair or on whole rankings. */
import { Pcg64, splitProbability } from '../../stats/index.ts';
import { type Comparisons, type PairCounts, cellOf, countsIn, mirrorTies } from '../comparisons.ts';
import type { RankTally } from './clusters.ts';
import type { RankingMethod } from './rankingMethods.ts';

export type PairTestId = 'sign' | 'ranking-permutation' | 'ranking-bootstrap';

export const pairTests: readonly { readonly id: PairTestId; readonly summary: string }[] = [
  { id: 'sign', summary: 'exact sign test on the comparisons of the two systems, as at WMT09' },
  {
    id: 'ranking-permutation',
    summary: 'permutation test: swaps the two systems in each ranking at random and compares the score differences',
  },
  {
    id: 'ranking-bootstrap',
    summary: 'how often the score difference changes sign when rankings are resampled',
  },
];

/** How the sign test treats ties: dropped, or half a win for each side. */
export type SignTies = 'dropped' | 'split';

/** Row r, column c at r * size + c. */
export interface PairTest {
  /** Two-sided and symmetric; 1 on the diagonal. */
  readonly p: Float64Array;
  /** Positive if the row's system is ahead of the column's in the statistic of the test. */
  readonly lead: Float64Array;
}

/** Two-sided and exact. If an odd number of ties is split, one is dropped to keep the counts whole. */
export function signTestPairs({ size, wins, ties }: PairCounts, signTies: SignTies): PairTest {
  return testPairs(size, (i, j) => {
    const won = wins[i * size + j]!;
    const lost = wins[j * size + i]!;
    const half = signTies === 'split' ? Math.floor(ties[i * size + j]! / 2) : 0;
    return { p: splitProbability(won + half, lost + half), lead: won - lost };
  });
}

/** Two-sided percentile test: p = 2 (c + 1) / (samples + 1), where c counts resamples on which the system behind is not behind. */
export function bootstrapPairs(scores: Float64Array, tally: RankTally): PairTest {
  const { size, notBehind } = tally;
  const samples = tally.samples();
  return testPairs(size, (i, j) => {
    const lead = leadOf(scores, i, j);
    const seldom = Math.min(notBehind[i * size + j]!, notBehind[j * size + i]!);
    return { p: lead === 0 ? 1 : Math.min(1, (2 * (seldom + 1)) / (samples + 1)), lead };
  });
}

/**
 * If two systems are equally good, they can be swapped in any ranking. Each ranking is swapped as a whole, because the comparisons of one
 * screen are not independent. p = (c + 1) / (samples + 1), where c counts samples whose score difference is at least as large as the
 * observed one.
 */
export function permutePairs(
  comparisons: Comparisons,
  method: RankingMethod,
  scores: Float64Array,
  samples: number,
  random: Pcg64,
): PairTest {
  const size = scores.length;
  const throwCoins = random.bits();
  const exchange = exchanges(comparisons);
  const cells = new Float64Array(2 * size * size);
  const counts = countsIn(cells, size);
  return testPairs(size, (i, j) => {
    const lead = leadOf(scores, i, j);
    if (Number.isNaN(scores[i]!) || Number.isNaN(scores[j]!)) return { p: 1, lead };
    const { fixed, rankings, ranking, cell, swapped } = exchange(i, j);
    const coins = new Uint8Array(rankings);
    let asFar = 0;
    for (let sample = 0; sample < samples; sample++) {
      throwCoins(coins);
      cells.set(fixed);
      for (let c = 0; c < cell.length; c++) cells[coins[ranking[c]!] === 0 ? cell[c]! : swapped[c]!]!++;
      mirrorTies(counts);
      const permuted = method.scores(counts, random);
      const far = Math.abs(permuted[i]! - permuted[j]!);
      // The tolerance allows for rounding; a missing score also counts.
      if (!(far < Math.abs(lead) - 1e-12)) asFar++;
    }
    return { p: (asFar + 1) / (samples + 1), lead };
  });
}

/** The effect of swapping two systems: the comparisons that involve either, with their cells before and after the swap. */
interface Exchange {
  /** The counts of all other comparisons. */
  readonly fixed: Float64Array;
  /** The number of rankings that those comparisons come from, and the ranking of each comparison. */
  readonly rankings: number;
  readonly ranking: Uint32Array;
  readonly cell: Uint32Array;
  readonly swapped: Uint32Array;
}

/** Prepares swaps of any two systems, using only their comparisons. */
function exchanges(comparisons: Comparisons): (i: number, j: number) => Exchange {
  const { systems, count, first, second, outcome } = comparisons;
  const size = systems.length;
  const all = new Float64Array(2 * size * size);
  const involving = systems.map((): number[] => []);
  for (let c = 0; c < count; c++) {
    all[cellOf(comparisons, c)]!++;
    involving[first[c]!]!.push(c);
    involving[second[c]!]!.push(c);
  }
  return (i, j) => {
    const ofBoth = [...involving[i]!, ...involving[j]!.filter((c) => first[c] !== i && second[c] !== i)];
    const exchange = (system: number): number => (system === i ? j : system === j ? i : system);
    const fixed = all.slice();
    const numbers = new Map<number, number>();
    const ranking = new Uint32Array(ofBoth.length);
    const cell = new Uint32Array(ofBoth.length);
    const swapped = new Uint32Array(ofBoth.length);
    ofBoth.forEach((c, at) => {
      const known = numbers.get(comparisons.ranking[c]!) ?? numbers.size;
      numbers.set(comparisons.ranking[c]!, known);
      ranking[at] = known;
      const counted = cellOf(comparisons, c);
      cell[at] = counted;
      fixed[counted]!--;
      const [a, b] = [exchange(first[c]!), exchange(second[c]!)];
      const sign = outcome[c]!;
      swapped[at] =
        sign === 0 ? size * size + Math.min(a, b) * size + Math.max(a, b) : sign > 0 ? a * size + b : b * size + a;
    });
    return { fixed, rankings: numbers.size, ranking, cell, swapped };
  };
}

/** A system without a score is neither ahead nor behind. */
function leadOf(scores: Float64Array, i: number, j: number): number {
  const lead = scores[i]! - scores[j]!;
  return Number.isNaN(lead) ? 0 : lead;
}

function testPairs(size: number, test: (i: number, j: number) => { p: number; lead: number }): PairTest {
  const all = { p: new Float64Array(size * size).fill(1), lead: new Float64Array(size * size) };
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const { p, lead } = test(i, j);
      all.p[i * size + j] = all.p[j * size + i] = p;
      all.lead[i * size + j] = lead;
      all.lead[j * size + i] = -lead;
    }
  }
  return all;
}
