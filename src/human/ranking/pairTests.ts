/** Which systems differ significantly: tests of each pair, on the comparisons of the two or on whole rankings. */
import { Pcg64, splitProbability } from '../../stats/index.ts';
import { type Comparisons, type PairCounts, cellOf, countsIn, mirrorTies } from '../comparisons.ts';
import type { RankTally } from './clusters.ts';
import type { RankingMethod } from './rankingMethods.ts';

export type PairTestId = 'sign' | 'ranking-permutation' | 'ranking-bootstrap';

export const pairTests: readonly { readonly id: PairTestId; readonly summary: string }[] = [
  { id: 'sign', summary: 'exact sign test on the comparisons of the two, as at WMT09' },
  {
    id: 'ranking-permutation',
    summary: 'difference of the two scores when a coin for each ranking decides whether the two change places in it',
  },
  {
    id: 'ranking-bootstrap',
    summary: 'how often the difference of the two scores changes sign when rankings are drawn anew',
  },
];

/** What the sign test makes of ties: nothing, or half a win for each side. */
export type SignTies = 'dropped' | 'split';

/** Row r, column c at r * size + c. */
export interface PairTest {
  /** Two-sided, the same either way round; 1 on the diagonal. */
  readonly p: Float64Array;
  /** Above 0 where the row's system is ahead of the column's in what the test looks at. */
  readonly lead: Float64Array;
}

/** Two-sided and exact. Of an odd number of ties to be split, one is dropped, so that tosses stay whole. */
export function signTestPairs({ size, wins, ties }: PairCounts, signTies: SignTies): PairTest {
  return testPairs(size, (i, j) => {
    const won = wins[i * size + j]!;
    const lost = wins[j * size + i]!;
    const half = signTies === 'split' ? Math.floor(ties[i * size + j]! / 2) : 0;
    return { p: splitProbability(won + half, lost + half), lead: won - lost };
  });
}

/** Two-sided percentile test: p = 2 (c + 1) / (samples + 1), c being how often the one behind is not behind on a resample. */
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
 * If two systems are equally good, their names may change places in any ranking. A coin is thrown for each ranking as a whole, since the
 * comparisons of one screen are not independent. p = (c + 1) / (samples + 1), c being how often the scores come to differ as much as they do.
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
      // A little less counts, too, for rounding; so does a score that is not there.
      if (!(far < Math.abs(lead) - 1e-12)) asFar++;
    }
    return { p: (asFar + 1) / (samples + 1), lead };
  });
}

/** What an exchange of two systems changes: comparisons in which either takes part, by where they count as they are and exchanged. */
interface Exchange {
  /** The counts of all other comparisons. */
  readonly fixed: Float64Array;
  /** How many rankings those comparisons are from, and by comparison which of these. */
  readonly rankings: number;
  readonly ranking: Uint32Array;
  readonly cell: Uint32Array;
  readonly swapped: Uint32Array;
}

/** Finds exchanges of any two systems, looking only at comparisons of these. */
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
