/** How far each judge agrees with the others, and with what the same judge said before. */
import type { Labels } from './labels.ts';

/** How many pairs of labels were equal, of how many. */
interface Share {
  readonly agreed: number;
  readonly compared: number;
  /** NaN, in JSON null, where nothing was compared. */
  readonly share: number;
}

export interface JudgeAgreement {
  readonly judge: string;
  readonly judgments: number;
  /** Pooled over all pairs of a label of this judge and a label of another. */
  readonly withOthers: Share;
  /** The same for the first half of what the judge did, by time, and for the rest. */
  readonly firstHalf: Share;
  readonly lastHalf: Share;
  /** Pairs of labels that the judge gave to the same thing at different times. */
  readonly withSelf: Share;
}

/** Sorted by agreement with the others, lowest first; judges who share nothing with others come last. */
export function agreementOfJudges(labels: Labels): JudgeAgreement[] {
  const { judges, judgmentsOf, placesOf, placeOf, judgeOf } = labels;
  const all = new JudgeCounts(labels).count();
  const isEarly = placeOf.map((place, j) => (2 * place < placesOf[judgeOf[j]!]! ? 1 : 0));
  const early = new JudgeCounts(labels).count({ counted: Uint8Array.from(isEarly) });
  return judges
    .map((_, j) => j)
    .sort((a, b) => worstFirst(all, a, b))
    .map((j) => ({
      judge: judges[j]!,
      judgments: judgmentsOf[j]!,
      withOthers: shareOf(all.agreed[j]!, all.compared[j]!),
      firstHalf: shareOf(early.agreed[j]!, early.compared[j]!),
      lastHalf: shareOf(all.agreed[j]! - early.agreed[j]!, all.compared[j]! - early.compared[j]!),
      withSelf: shareOf(all.selfAgreed[j]!, all.selfCompared[j]!),
    }));
}

const shareOf = (agreed: number, compared: number): Share => ({ agreed, compared, share: agreed / compared });

/** The order in which judges are dropped: least agreement first; of equals, the one who was compared more often. */
export function worstFirst(
  { agreed, compared }: Pick<JudgeCounts, 'agreed' | 'compared'>,
  a: number,
  b: number,
): number {
  const without = Number(compared[a] === 0) - Number(compared[b] === 0);
  if (without !== 0) return without;
  // Cross-multiplied: whole numbers compare exactly.
  return agreed[a]! * compared[b]! - agreed[b]! * compared[a]! || compared[b]! - compared[a]! || a - b;
}

/** Counts pairs of labels by judge. */
export class JudgeCounts {
  readonly agreed: Float64Array;
  readonly compared: Float64Array;
  readonly selfAgreed: Float64Array;
  readonly selfCompared: Float64Array;
  readonly #labels: Labels;
  readonly #all: Int32Array;
  readonly #own: Int32Array;

  constructor(labels: Labels) {
    this.#labels = labels;
    const judges = labels.judges.length;
    this.agreed = new Float64Array(judges);
    this.compared = new Float64Array(judges);
    this.selfAgreed = new Float64Array(judges);
    this.selfCompared = new Float64Array(judges);
    this.#all = new Int32Array(labels.categories);
    this.#own = new Int32Array(labels.categories);
  }

  /**
   * Counts anew. `kept`, by judgment, says which there are at all, `within` which segments count; `counted`, by judgment, for which labels
   * the judge's account is kept, and has no part in what they are compared with.
   */
  count({ kept, within, counted }: { kept?: Uint8Array; within?: Uint8Array; counted?: Uint8Array } = {}): this {
    const { categories, keys, starts, segment, label, judge, judgment } = this.#labels;
    const all = this.#all;
    const own = this.#own;
    for (const each of [this.agreed, this.compared, this.selfAgreed, this.selfCompared]) each.fill(0);
    for (let key = 0; key < keys; key++) {
      if (within !== undefined && within[segment[key]!] === 0) continue;
      const end = starts[key + 1]!;
      if (end - starts[key]! < 2) continue;
      all.fill(0);
      let total = 0;
      for (let i = starts[key]!; i < end; i++) {
        if (kept !== undefined && kept[judgment[i]!] === 0) continue;
        all[label[i]!]!++;
        total++;
      }
      for (let i = starts[key]!; i < end;) {
        const by = judge[i]!;
        const first = i;
        own.fill(0);
        let repeats = 0;
        for (; i < end && judge[i] === by; i++) {
          if (kept !== undefined && kept[judgment[i]!] === 0) continue;
          own[label[i]!]!++;
          repeats++;
        }
        for (let c = 0; c < categories; c++) this.selfAgreed[by]! += (own[c]! * (own[c]! - 1)) / 2;
        this.selfCompared[by]! += (repeats * (repeats - 1)) / 2;
        for (let j = first; j < i; j++) {
          if (kept !== undefined && kept[judgment[j]!] === 0) continue;
          if (counted !== undefined && counted[judgment[j]!] === 0) continue;
          this.agreed[by]! += all[label[j]!]! - own[label[j]!]!;
          this.compared[by]! += total - repeats;
        }
      }
    }
    return this;
  }
}
