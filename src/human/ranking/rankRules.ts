/** The rules by which WMT ranked systems, year by year, each as its organisers' scripts computed it. */
import type { Rating } from '../judgments.ts';
import { clustersAfterLast } from './clusters.ts';
import type { ErrorWeight } from './outputScores.ts';
import type { RankOptions } from './rankSystems.ts';
import { type ScoreRule, scoreRules } from './scoreRule.ts';

/** The id of a rule, as typed on the command line. */
export type RankRuleId = 'wmt09' | 'wmt16' | 'wmt21' | 'wmt22' | 'wmt23' | 'wmt24' | 'wmt25' | 'wmt26';

/** A rule by which a shared task ranked systems. */
export interface RankRule {
  readonly id: RankRuleId;
  /** The shared task. */
  readonly title: string;
  /** In a few words. */
  readonly summary: string;
  /** What the score of a system is, as the title of its column; absent if rankings have titles of their own. */
  readonly score?: string;
  /** What it does. */
  readonly does: string;
  /** What Assay concludes otherwise without the rule, and why. */
  readonly otherwise: string;
  /** The published table it was checked against, if any. */
  readonly checked: string;
  /** Where it comes from. */
  readonly source: string;
  /** How it ranks by rankings; absent if it does not. */
  readonly rankings?: Pick<
    RankOptions,
    'by' | 'test' | 'signTies' | 'alpha' | 'samples' | 'level' | 'resampled' | 'clusters'
  >;
  /** How it ranks by ratings of one task; absent if it does not. */
  readonly ratings?: (ratings: readonly Rating[]) => ScoreRule;
  /** Whether it also ranks by marked errors, if outputs have no ratings, and the weights of these. */
  readonly annotations?: { readonly rule: ScoreRule; readonly weights: readonly ErrorWeight[] };
}

const { appraise22, crowd22, appraise23, esa24, esa25, contrastive26 } = scoreRules;

/** The organisers published the ratings of crowd workers standardised, those from Appraise as they were given. */
const directAssessment = (ratings: readonly Rating[]): ScoreRule =>
  ratings.every(({ scale }) => scale === 'z') ? crowd22 : appraise22;

/** Weights of marked errors at WMT24. */
const weights24: readonly ErrorWeight[] = [
  { severity: 'no-error', weight: 0 },
  { severity: 'neutral', weight: 0 },
  { category: 'accuracy/creative reinterpretation', weight: 0 },
  { category: 'non-translation', weight: 25 },
  { category: 'source issue', weight: 0 },
  { severity: 'minor', category: 'fluency/punctuation', weight: 0.1 },
  { severity: 'minor', weight: 1 },
  { severity: 'major', weight: 5 },
  { severity: 'critical', weight: 5 },
];

const clustersByCounts =
  'Rank ranges go from one more than the number of significantly better systems to the number of systems minus the number of significantly worse ones. A cluster ends where the fewest wins of a system so far equal the number of systems left.';

const assessed = {
  summary: 'mean of standardised ratings, Mann–Whitney tests',
  does: `Standardises the ratings of each judge, takes the mean for each segment, then for each system. A system beats one below it if p < 0.05 in a one-sided Mann–Whitney test on the segments that both have. ${clustersByCounts} Ratings that the organisers standardised themselves, those of crowd workers, include repeated outputs; tests then use all segments of a system, and the rank range is that of the cluster.`,
  score: 'z',
  ratings: directAssessment,
} as const;

/** The rules of shared tasks, in order of years. */
export const rankRules: readonly RankRule[] = [
  {
    id: 'wmt09',
    title: 'WMT09',
    summary: 'share of comparisons judged better or equal, sign test',
    does: 'Orders systems by the share of their comparisons in which they were judged better or equal. A system wins if no other is significantly better: two-sided sign test on the comparisons of the two, without ties, p ≤ 0.10. WMT09 printed no rank ranges or clusters; those shown are from 1,000 resamples of whole rankings.',
    otherwise: 'The default for rankings is the same.',
    checked:
      'Table 6 of the paper: all 31 wins, all 26 constrained wins, and 85 of 90 scores; the other five were rounded twice.',
    source: 'Callison-Burch et al., 2009',
    rankings: { by: 'ge', test: 'sign', signTies: 'dropped', alpha: 0.1, samples: 1000, level: 0.95 },
  },
  {
    id: 'wmt16',
    title: 'WMT16',
    summary: 'TrueSkill, clusters by resampled comparisons',
    does: 'Orders systems by TrueSkill: the mean of 1,000 runs, each on as many comparisons of two systems as there are, drawn with replacement. The rank range leaves out 2.5 % of the ranks at either end. A cluster ends after a system whose range ends before all ranges below it begin.',
    otherwise:
      'Assay orders by the share of comparisons judged better or equal. With --rank-by trueskill the order is the same, but it draws whole rankings, because the comparisons on one screen are not independent, and it draws a line only where no range crosses. Ranges are wider, and clusters merge.',
    checked: 'English–Romanian: order, rank ranges and the three clusters as published; scores within 0.005.',
    source: 'Bojar et al., 2016; Sakaguchi, Post and Van Durme, 2014',
    rankings: {
      by: 'trueskill',
      test: 'sign',
      signTies: 'dropped',
      alpha: 0.1,
      samples: 1000,
      level: 0.95,
      resampled: 'comparisons',
      clusters: clustersAfterLast,
    },
  },
  {
    id: 'wmt21',
    title: 'WMT21',
    ...assessed,
    otherwise:
      'The score and the test are the same, but always on the segments that both systems have, and without repeats, which check the judges. A line is drawn only where every system above is significantly better than every system below.',
    checked:
      'Czech–English of crowd workers: scores, numbers of segments and ratings, wins and clusters as published. Pairs judged in Appraise: not checked.',
    source: 'Akhbardeh et al., 2021',
  },
  {
    id: 'wmt22',
    title: 'WMT22',
    ...assessed,
    otherwise:
      'The score and the test are the same, but always on the segments that both systems have, and without repeats, which check the judges. A line is drawn only where every system above is significantly better than every system below.',
    checked:
      'Czech–English of crowd workers: scores, numbers of segments and ratings, wins and clusters as published. Pairs judged in Appraise: not checked.',
    source: 'Kocmi et al., 2022',
  },
  {
    id: 'wmt23',
    title: 'WMT23',
    summary: 'mean of raw ratings, Mann–Whitney tests',
    does: `Leaves out documents in which a judge saw damaged outputs, takes the mean of raw ratings for each segment, then for each system; repeats count. A system beats one below it if p < 0.05 in a one-sided Mann–Whitney test on the segments that both have. ${clustersByCounts}`,
    otherwise:
      'Assay standardises ratings, since judges use the scale in different ways, keeps documents with damaged outputs (but not the damaged outputs), and does not count repeats.',
    checked: 'Against an independent implementation only, not against a published table.',
    source: 'Kocmi et al., 2023',
    score: 'mean',
    ratings: () => appraise23,
  },
  {
    id: 'wmt24',
    title: 'WMT24',
    summary: 'mean over domains of raw scores, signed-rank tests by domain',
    does: 'If a judge rated an output several times, the last rating counts. Ratings of one wave are averaged; each wave is an observation of its own. The score of a system is the mean over domains of its mean in each. Two systems are compared by a two-sided signed-rank test in each domain; Stouffer’s method combines the p-values, and below 0.05 the system with the higher score is better. Rank ranges go from one more than the number of better systems to the number of systems minus the number of worse ones; a cluster ends where all above are better than all below. Marked errors without ratings are weighted as MQM.',
    otherwise:
      'Assay standardises ratings, gives each segment, not each domain, the same weight, and tests with Mann–Whitney. Combining two-sided p-values, as WMT24 did, ignores their direction: a system that is better in one domain and worse in another can come out as significantly better.',
    checked:
      'Wave 3 against an independent implementation with SciPy: all scores and rank ranges. The published tables pool four waves, and not all of these were available.',
    source: 'Kocmi et al., 2024',
    score: 'mean of domains',
    ratings: () => esa24,
    annotations: { rule: esa24, weights: weights24 },
  },
  {
    id: 'wmt25',
    title: 'WMT25',
    summary: 'mean of raw scores, signed-rank tests of both waves',
    does: 'Every rating is an observation, so the two waves of judging count separately. A system beats one below it if p < 0.025 in a one-sided signed-rank test on the differences of all their observations of the same segment. A rank range reaches up and down to the first system that differs significantly; a cluster ends where no range crosses. Marked errors without ratings are weighted as MQM.',
    otherwise:
      'Assay standardises ratings, and takes the mean over judges before it tests with Mann–Whitney, since ratings of one output are not independent. Its ranges count all significant differences, not only those up to the first.',
    checked: 'Against an independent implementation only, not against a published table.',
    source: 'Kocmi et al., 2025',
    score: 'mean',
    ratings: () => esa25,
    annotations: { rule: esa25, weights: weights24 },
  },
  {
    id: 'wmt26',
    title: 'WMT26',
    summary: 'mean of raw scores, bootstrap bounds, without unlikely judges',
    does: 'Leaves out judges of at least three pages whose differences between systems fit the means of the systems badly. Takes the mean of raw ratings for each segment, then for each system. A system beats one below it if the 95 % lower bound of a BCa bootstrap with 100 resamples is above 0, of the paired differences or of the difference of both means. A rank range reaches up and down to the first system that differs significantly, but, as in the organisers’ script, the last rank is only in the range of the last system; a cluster ends where all above are better than all below.',
    otherwise:
      'Assay standardises ratings, leaves out no judges unless --exclude-unreliable says so, and tests with Mann–Whitney. Two chances for a bound above 0 find more differences than 5 % would allow. The organisers’ resamples had no seed, so that their result cannot be recomputed exactly.',
    checked: 'Against an independent implementation only, not against a published table.',
    source: 'the organisers’ scripts',
    score: 'mean',
    ratings: () => contrastive26,
  },
];
