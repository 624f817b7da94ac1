/** The methods of scoring systems by human rankings, including the official method of each year of WMT. */
import type { Pcg64 } from '../../stats/index.ts';
import { bradleyTerry } from './bradleyTerry.ts';
import { type PairCounts, totalOf } from '../comparisons.ts';
import { trueSkill } from './trueSkill.ts';

/** The id of a method of ranking systems. */
export type RankingMethodId = 'ge' | 'gt' | 'bojar' | 'expected-wins' | 'trueskill' | 'bradley-terry';

export interface RankingMethod {
  /** As typed on the command line. */
  readonly id: RankingMethodId;
  /** Column title in tables. */
  readonly title: string;
  readonly summary: string;
  /** Who proposed or used it. */
  readonly source: string;
  /** Whether scores are random; systems are then ordered by the mean over resamples. */
  readonly byChance: boolean;
  /** By system, higher is better; NaN if the system was never compared. */
  scores(counts: PairCounts, random: Pcg64): Float64Array;
}

export const rankingMethods: readonly RankingMethod[] = [
  {
    id: 'ge',
    title: '≥ others',
    summary: 'share of comparisons in which the system was judged better or equal',
    source: 'official at WMT08 and WMT09',
    byChance: false,
    scores: (counts) => shares(counts, ({ wins, ties, losses }) => (wins + ties) / (wins + ties + losses)),
  },
  {
    id: 'gt',
    title: '> others',
    summary: 'share of comparisons in which the system was judged better',
    source: 'in the appendix of WMT09',
    byChance: false,
    scores: (counts) => shares(counts, ({ wins, ties, losses }) => wins / (wins + ties + losses)),
  },
  {
    id: 'bojar',
    title: 'wins/(wins+losses)',
    summary: 'share of decided comparisons that the system won, ties dropped',
    source: 'Bojar et al. (2011), official at WMT12',
    byChance: false,
    // Only ties: 0.5.
    scores: (counts) => shares(counts, ({ wins, losses }) => (wins + losses === 0 ? 0.5 : wins / (wins + losses))),
  },
  {
    id: 'expected-wins',
    title: 'expected wins',
    summary:
      'mean over the other systems of the share of decided comparisons won; 0 against systems never met or only tied with',
    source: 'Koehn (2012), official at WMT13',
    byChance: false,
    scores: expectedWins,
  },
  {
    id: 'trueskill',
    title: 'TrueSkill',
    summary: 'mean skill over runs on resamples; in each run, systems of similar skill meet',
    source: 'Sakaguchi et al. (2014), official at WMT14 to WMT16',
    byChance: true,
    scores: trueSkill,
  },
  {
    id: 'bradley-terry',
    title: 'Bradley–Terry',
    summary: 'log of the maximum-likelihood strength; a tie is half a win for each side',
    source: 'Bradley and Terry (1952)',
    byChance: false,
    scores: bradleyTerry,
  },
];

function shares(counts: PairCounts, share: (total: ReturnType<typeof totalOf>) => number): Float64Array {
  return Float64Array.from({ length: counts.size }, (_, s) => {
    const total = totalOf(counts, s);
    return total.wins + total.ties + total.losses === 0 ? NaN : share(total);
  });
}

/** As in WMT13, a pair without decided comparisons adds 0 and still counts in the denominator. */
function expectedWins(counts: PairCounts): Float64Array {
  const { size, wins } = counts;
  return shares(counts, () => 0).map((known, i) => {
    if (Number.isNaN(known)) return NaN;
    let sum = 0;
    for (let j = 0; j < size; j++) {
      const won = wins[i * size + j]!;
      const decided = won + wins[j * size + i]!;
      if (decided > 0) sum += won / decided;
    }
    return sum / (size - 1);
  });
}
