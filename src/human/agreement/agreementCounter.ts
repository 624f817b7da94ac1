/**
 * Counts pairs of labels of the same key: those of different judges, those of one judge, and what Fleiss (1971) and Krippendorff (2004)
 * need. As with metrics, each segment has a row of numbers and rows add up; coefficients are functions of a sum of rows.
 */
import type { Labels } from './labels.ts';

/** Where numbers stand in a row; counts of labels follow, then counts of those labels that can be paired. */
export const column = {
  /** Pairs of labels by different judges that are equal, and all; sums over keys of the share of equal pairs, and how many keys have a pair. */
  inter: { agreed: 0, compared: 1, shares: 2, keys: 3 },
  /** The same of pairs of labels by one judge. */
  intra: { agreed: 4, compared: 5, shares: 6, keys: 7 },
  /** With the first label of each judge only: keys that two judges or more labelled, sum of their shares of equal pairs. */
  units: 8,
  unitShares: 9,
  /** Krippendorff's observed disagreement, not yet divided by the number of labels: Σ (unequal ordered pairs) / (labels − 1). */
  disagreement: 10,
  labels: 11,
} as const;

export class AgreementCounter {
  readonly width: number;
  readonly #labels: Labels;
  /** Scratch: how often each label was given to the key, by the judge at hand, and by judges the first time they gave one. */
  readonly #all: Int32Array;
  readonly #own: Int32Array;
  readonly #firsts: Int32Array;

  constructor(labels: Labels) {
    this.#labels = labels;
    this.width = column.labels + 2 * labels.categories;
    this.#all = new Int32Array(labels.categories);
    this.#own = new Int32Array(labels.categories);
    this.#firsts = new Int32Array(labels.categories);
  }

  /** One row for each segment. */
  rows(): Float64Array {
    const { segments, segment, keys } = this.#labels;
    const rows = new Float64Array(segments * this.width);
    for (let key = 0; key < keys; key++) this.#addKey(key, undefined, rows, segment[key]! * this.width);
    return rows;
  }

  /** The sum over all segments, or over those with a 1 in `within`, of the judgments with a 1 in `kept`. */
  sums(kept?: Uint8Array, within?: Uint8Array): Float64Array {
    const { segment, keys } = this.#labels;
    const sums = new Float64Array(this.width);
    for (let key = 0; key < keys; key++) {
      if (within === undefined || within[segment[key]!] === 1) this.#addKey(key, kept, sums, 0);
    }
    return sums;
  }

  #addKey(key: number, kept: Uint8Array | undefined, out: Float64Array, at: number): void {
    const { categories, starts, label, judge, judgment } = this.#labels;
    const start = starts[key]!;
    const end = starts[key + 1]!;
    // Most keys of a ranking campaign are labelled once: there is nothing to compare.
    if (end - start === 1) {
      if (kept === undefined || kept[judgment[start]!] === 1) out[at + column.labels + label[start]!]! += 1;
      return;
    }
    const all = this.#all;
    const own = this.#own;
    const firsts = this.#firsts;
    for (let c = 0; c < categories; c++) all[c] = firsts[c] = 0;
    let seen = 0;
    let agreed = 0;
    let compared = 0;
    let intraAgreed = 0;
    let intraCompared = 0;
    let judges = 0;
    for (let i = start; i < end;) {
      const by = judge[i]!;
      let repeats = 0;
      for (let c = 0; c < categories; c++) own[c] = 0;
      for (; i < end && judge[i] === by; i++) {
        if (kept !== undefined && kept[judgment[i]!] === 0) continue;
        const given = label[i]!;
        if (repeats === 0) {
          firsts[given]!++;
          judges++;
        }
        // Each label is compared with those before it.
        intraAgreed += own[given]!++;
        intraCompared += repeats++;
        agreed += all[given]!++;
        compared += seen++;
      }
    }
    for (let c = 0; c < categories; c++) out[at + column.labels + c]! += all[c]!;
    const interAgreed = agreed - intraAgreed;
    const interCompared = compared - intraCompared;
    if (interCompared > 0) addPairs(out, at, column.inter, interAgreed, interCompared);
    if (intraCompared > 0) addPairs(out, at, column.intra, intraAgreed, intraCompared);
    if (judges < 2) return;
    let equal = 0;
    for (let c = 0; c < categories; c++) {
      const count = firsts[c]!;
      equal += count * (count - 1);
      out[at + column.labels + categories + c]! += count;
    }
    const pairs = judges * (judges - 1);
    out[at + column.units]! += 1;
    out[at + column.unitShares]! += equal / pairs;
    out[at + column.disagreement]! += (pairs - equal) / (judges - 1);
  }
}

type PairColumns = (typeof column)['inter' | 'intra'];

function addPairs(out: Float64Array, at: number, to: PairColumns, agreed: number, compared: number): void {
  out[at + to.agreed]! += agreed;
  out[at + to.compared]! += compared;
  out[at + to.shares]! += agreed / compared;
  out[at + to.keys]! += 1;
}
