/**
 * Agreement as the official script of WMT13 to WMT16 counts it, for comparison with figures published in those years. It differs from
 * agreement between judges: it includes pairs of one judge, and it compares two judgments of a pair of systems only if both list the
 * systems in the same order.
 */
import type { Ranking } from '../judgments.ts';
import { kappa } from './labelAgreement.ts';
import { inOrder, numberSegments } from './labels.ts';

export interface Wmt16Agreement {
  readonly inter: Wmt16Figures;
  readonly intra: Wmt16Figures;
}

/** The columns of the script's table; figures are NaN, in JSON null, if the script prints none. */
interface Wmt16Figures {
  readonly pA: number;
  readonly pE: number;
  readonly kappa: number;
  readonly agreed: number;
  readonly compared: number;
  readonly ties: number;
  readonly labels: number;
}

/** Agreement on the rankings of one task. */
export function wmt16Agreement(rankings: readonly Ranking[]): Wmt16Agreement {
  const sorted = inOrder(rankings);
  const { segmentOf } = numberSegments(sorted);
  const inter = new Tally();
  const intra = new Tally();
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (end < sorted.length && segmentOf[end] === segmentOf[start]) end++;
    const inSegment = sorted.slice(start, end);
    inter.add(inSegment);
    for (const judge of new Set(inSegment.map((each) => each.judge))) {
      // If a judge repeats a single pair, all of that judge's labels for the segment count in the share of ties.
      intra.add(
        inSegment.filter((each) => each.judge === judge),
        true,
      );
    }
    start = end;
  }
  return { inter: inter.figures(), intra: intra.figures() };
}

class Tally {
  #agreed = 0;
  #compared = 0;
  #ties = 0;
  #labels = 0;

  /** Counts rankings of one segment; if `repeated`, only if at least one pair was judged twice. */
  add(rankings: readonly Ranking[], repeated = false): void {
    const outcomes = new Map<string, number[]>();
    for (const ranking of rankings) {
      const { names, ranks } = shownOnce(ranking);
      for (let i = 0; i < names.length; i++) {
        for (let j = i + 1; j < names.length; j++) {
          if (Number.isNaN(ranks[i]!) || Number.isNaN(ranks[j]!)) continue;
          const pair = JSON.stringify([names[i], names[j]]);
          const before = outcomes.get(pair) ?? [];
          outcomes.set(pair, before);
          before.push(Math.sign(ranks[i]! - ranks[j]!));
        }
      }
    }
    const lists = [...outcomes.values()];
    if (repeated && lists.every(({ length }) => length < 2)) return;
    for (const list of lists) {
      list.forEach((outcome, i) => {
        this.#agreed += list.slice(0, i).filter((earlier) => earlier === outcome).length;
        this.#compared += i;
        this.#ties += Number(outcome === 0);
        this.#labels++;
      });
    }
  }

  figures(): Wmt16Figures {
    const pA = this.#agreed / this.#compared;
    const tied = this.#ties / this.#labels;
    const pE = tied * tied + 2 * ((1 - tied) / 2) ** 2;
    return {
      pA,
      pE,
      kappa: kappa(pA, pE),
      agreed: this.#agreed,
      compared: this.#compared,
      ties: this.#ties,
      labels: this.#labels,
    };
  }
}

/** Systems with identical outputs shown once are one entry, named by all of them. */
function shownOnce({ systems, ranks, shown }: Ranking): { names: string[]; ranks: number[] } {
  if (!shown) return { names: [...systems], ranks: [...ranks] };
  const entries = [...new Set(shown)].map((number) => shown.indexOf(number));
  return {
    names: entries.map((entry) =>
      systems
        .filter((_, s) => shown[s] === shown[entry])
        .toSorted()
        .join('+'),
    ),
    ranks: entries.map((entry) => ranks[entry]!),
  };
}
