/** What a reader of a comparison should know first, as data; the rest of the report is the evidence. */
import type { Explanation } from '../../compare/index.ts';
import type { ComparedRuns, ComparedSystems, Pair } from '../../stats/index.ts';

/** All claims are those of one metric, so that many metrics do not mean many chances to find something. */
export interface ComparisonAnswer {
  /** The primary metric: its place among the metrics. */
  readonly primary: number;
  /** Systems by its score, the best first. */
  readonly order: readonly number[];
  /** Systems that are not significantly beaten by any system compared with them. */
  readonly unbeaten: readonly number[];
  /** Neighbours in this order that do not differ significantly; none with a baseline, where neighbours are not compared. */
  readonly undecided: readonly Pair[];
  /** Metrics that disagree. */
  readonly dissents: readonly Dissent[];
  /** Parts of the test set where the winner is significantly worse than another system; undefined if no parts were tested. */
  readonly losses?: readonly PartLoss[];
}

interface Dissent {
  readonly metric: number;
  /** The best system by it. */
  readonly first: number;
  /** Pairs that it decides the other way, both significantly; the system that it finds better comes first. */
  readonly contradicted: readonly Pair[];
}

export interface PartLoss {
  readonly division: string;
  readonly part: string;
  readonly winner: number;
  readonly other: number;
  /** Score of the winner minus that of the other. */
  readonly difference: number;
  readonly corrected: number;
  readonly isBound: boolean;
}

type Compared = Pick<ComparedSystems | ComparedRuns, 'higherIsBetter' | 'comparisons'> & {
  readonly systems: readonly { readonly score: number }[];
};

/** Systems by score, the best first; of equal ones the first given. */
export function orderByScore({ systems, higherIsBetter }: Omit<Compared, 'comparisons'>): number[] {
  const sign = higherIsBetter ? -1 : 1;
  return Array.from(systems.keys()).sort((a, b) => sign * (systems[a]!.score - systems[b]!.score) || a - b);
}

export function answerComparison(
  compared: readonly Compared[],
  primary: number,
  baseline: number | undefined,
  explanation?: Explanation,
): ComparisonAnswer {
  const decisive = compared[primary]!;
  const order = orderByScore(decisive);
  const decided = decidedPairs(decisive);
  const isDecided = ([better, worse]: Pair): boolean => decided.some(([a, b]) => a === better && b === worse);
  const beaten = new Set(decided.map(([, worse]) => worse));
  return {
    primary,
    order,
    unbeaten: order.filter((system) => !beaten.has(system)),
    undecided:
      baseline === undefined
        ? order.slice(1).flatMap((below, at): Pair[] => {
            const above = order[at]!;
            return isDecided([above, below]) || isDecided([below, above]) ? [] : [[above, below]];
          })
        : [],
    dissents: compared.flatMap((each, metric): Dissent[] => {
      if (metric === primary) return [];
      const first = orderByScore(each)[0]!;
      const contradicted = decidedPairs(each).filter(([better, worse]) => isDecided([worse, better]));
      return first !== order[0] || contradicted.length > 0 ? [{ metric, first, contradicted }] : [];
    }),
    ...(explanation && { losses: lossesOf(explanation, primary, order[0]!) }),
  };
}

/** Pairs that differ significantly, the better system first. */
const decidedPairs = ({ comparisons }: Compared): Pair[] =>
  comparisons.flatMap(({ first, second, verdict }): Pair[] =>
    verdict === 0 ? [] : [verdict > 0 ? [first, second] : [second, first]],
  );

function lossesOf({ divisions }: Explanation, metric: number, winner: number): PartLoss[] {
  return divisions.flatMap(({ name, systems, buckets }) =>
    buckets.flatMap(({ label, byMetric }) =>
      (byMetric[metric]?.comparisons ?? []).flatMap((comparison): PartLoss[] => {
        const { first, second, verdict, difference, corrected, isBound } = comparison;
        const [a, b] = [systems[first]!, systems[second]!];
        const side = a === winner ? 1 : b === winner ? -1 : 0;
        if (side === 0 || verdict !== -side) return [];
        const other = side > 0 ? b : a;
        return [{ division: name, part: label, winner, other, difference: side * difference, corrected, isBound }];
      }),
    ),
  );
}
