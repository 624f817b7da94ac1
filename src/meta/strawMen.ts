/**
 * Straw men: made-up systems that no reader would accept, added to a task to see which metrics prefer them to real systems. Chiang et al.
 * (EMNLP 2008, section 5) ask for such systems in data on agreement with people: real systems differ too little in some respects to tell a
 * metric that punishes a fault from one that rewards it.
 */
import { spearman } from '../stats/index.ts';
import { type Scores, sharedSystems } from './scores.ts';

export interface StrawMan {
  readonly id: 'source' | 'shortened' | 'shuffled' | 'dropped' | 'repeated';
  readonly title: string;
  /** What it is, for a note. */
  readonly is: string;
  /** What it is made of; `best` is the output of the system that people find best. */
  readonly madeOf: 'source' | 'reference' | 'best';
}

export const strawMen: readonly StrawMan[] = [
  { id: 'source', title: 'source', is: 'the source, not translated', madeOf: 'source' },
  { id: 'shortened', title: 'half reference', is: 'the first half of the words of the first reference', madeOf: 'reference' }, // prettier-ignore
  { id: 'shuffled', title: 'shuffled reference', is: 'the words of the first reference in random order', madeOf: 'reference' }, // prettier-ignore
  { id: 'dropped', title: 'sentences dropped', is: 'the best output by people with every third segment empty', madeOf: 'best' }, // prettier-ignore
  { id: 'repeated', title: 'said twice', is: 'the best output by people with every segment twice', madeOf: 'best' },
];

/** How a metric places straw men among the systems that people judged. */
export interface StrawManStandings {
  readonly metric: string;
  /** By straw man: its score, NaN if there is none, and how many of the judged systems the metric finds worse. */
  readonly standings: readonly { readonly score: number; readonly beats: number }[];
  /** How many judged systems the metric scored. */
  readonly systems: number;
  /** Spearman's ρ over the judged systems, and with the straw men, all of them tied below the worst system. */
  readonly rho: number;
  readonly rhoWithStrawMen: number;
}

/** `ofStrawMen` are the metric's scores of the straw men. */
export function standStrawMen(human: Scores, metric: Scores, ofStrawMen: readonly number[]): StrawManStandings {
  const { human: people, metric: machine } = sharedSystems(human, metric);
  const upwards = ofStrawMen.map((score) => (metric.higherIsBetter ? score : -score));
  const scored = upwards.filter((score) => !Number.isNaN(score));
  const worst = Math.min(...people) - 1;
  return {
    metric: metric.name,
    standings: upwards.map((score, at) => ({
      score: ofStrawMen[at]!,
      beats: machine.reduce((count, other) => count + (score > other ? 1 : 0), 0),
    })),
    systems: machine.length,
    rho: spearman(people, machine),
    rhoWithStrawMen: spearman([...people, ...scored.map(() => worst)], [...machine, ...scored]),
  };
}

/** A metric falls for a straw man if it prefers it to at least half of the judged systems. */
export const fallsFor = (beats: number, systems: number): boolean => systems > 0 && 2 * beats >= systems;
