/** Agreement of each judge with the others and with their own earlier judgments, and κ with some judgments left out. */
import {
  type AgreementCounter,
  agreementCounter,
  type Counting,
  type PairAgreement,
  pairAgreement,
} from './labelAgreement.ts';
import type { Labels } from './labels.ts';

/** Number of equal pairs of labels, and of all pairs. */
interface Share {
  readonly agreed: number;
  readonly compared: number;
  /** NaN, in JSON null, if nothing was compared. */
  readonly share: number;
}

export interface JudgeAgreement {
  readonly judge: string;
  readonly judgments: number;
  /** Pooled over all pairs of a label of this judge and a label of another. */
  readonly withOthers: Share;
  /** The same for the first half of the judge's judgments, by time, and for the second. */
  readonly firstHalf: Share;
  readonly lastHalf: Share;
  /** Pairs of labels that the judge gave to the same item at different times. */
  readonly withSelf: Share;
}

/** Sorted by agreement with the others, lowest first; judges without items in common with others come last. */
export function agreementOfJudges(labels: Labels): JudgeAgreement[] {
  const { judges, judgmentsOf, placesOf, placeOf, judgeOf } = labels;
  const all = countByJudge(labels);
  const isEarly = placeOf.map((place, j) => (2 * place < placesOf[judgeOf[j]!]! ? 1 : 0));
  const early = countByJudge(labels, { counted: Uint8Array.from(isEarly) });
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

/** The order in which judges are dropped: least agreement first; ties by more comparisons. */
function worstFirst({ agreed, compared }: JudgeCounts, a: number, b: number): number {
  const without = Number(compared[a] === 0) - Number(compared[b] === 0);
  if (without !== 0) return without;
  // Cross-multiplied: whole numbers compare exactly.
  return agreed[a]! * compared[b]! - agreed[b]! * compared[a]! || compared[b]! - compared[a]! || a - b;
}

/** Counts of pairs of labels by judge. */
type JudgeCounts = ReturnType<typeof countByJudge>;

/**
 * `kept` selects judgments and `within` segments. `counted` selects the judgments whose labels are counted for their judge; they are still
 * compared with all kept ones.
 */
function countByJudge(
  { judges, categories, keys, starts, segment, label, judge, judgment }: Labels,
  { kept, within, counted }: { kept?: Uint8Array; within?: Uint8Array; counted?: Uint8Array } = {},
) {
  const [agreed, compared] = [new Float64Array(judges.length), new Float64Array(judges.length)];
  const [selfAgreed, selfCompared] = [new Float64Array(judges.length), new Float64Array(judges.length)];
  const all = new Int32Array(categories);
  const own = new Int32Array(categories);
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
      for (let c = 0; c < categories; c++) selfAgreed[by]! += (own[c]! * (own[c]! - 1)) / 2;
      selfCompared[by]! += (repeats * (repeats - 1)) / 2;
      for (let j = first; j < i; j++) {
        if (kept !== undefined && kept[judgment[j]!] === 0) continue;
        if (counted !== undefined && counted[judgment[j]!] === 0) continue;
        agreed[by]! += all[label[j]!]! - own[label[j]!]!;
        compared[by]! += total - repeats;
      }
    }
  }
  return { agreed, compared, selfAgreed, selfCompared };
}

export interface CurvePoint {
  /** Number of judgments left out per judge, or of judges left out. */
  readonly dropped: number;
  /** Number of remaining rankings or verdicts, and their share. */
  readonly judgments: number;
  readonly kept: number;
  readonly inter: PairAgreement;
  readonly intra: PairAgreement;
}

interface WorstPoint extends CurvePoint {
  /** The judge left out last. */
  readonly judge?: string;
  /** κ between judges on segments that were not used to choose whom to leave out. */
  readonly heldOut: PairAgreement;
}

export interface AgreementCurves {
  /** Without the first judgments of every judge. */
  readonly first: readonly CurvePoint[];
  /** Without the judges who agree least with the others. */
  readonly worst: readonly WorstPoint[];
}

export interface CurveOptions extends Counting {
  /** Whether to find the judge who agrees least again after each one left out, or only once at the start. */
  readonly rerank: boolean;
  /** Judges with fewer pairs with others are kept, because there is too little evidence. In half of the segments, half as many pairs are needed. */
  readonly atLeast: number;
  /** Maximum lengths of the curves; they end earlier if nothing would be left. */
  readonly mostFirst?: number;
  readonly mostWorst?: number;
}

/**
 * How κ changes when judgments are left out: the first of every judge, or all of the judges who agree least with the others. Callison-Burch
 * et al. (2009), section 3.4, Figures 4 and 5.
 */
export function agreementCurves(labels: Labels, options: CurveOptions): AgreementCurves {
  const { mostFirst = 50, mostWorst = 40 } = options;
  const counter = agreementCounter(labels);
  const pointOf = (dropped: number, kept: Uint8Array): CurvePoint => {
    const sums = counter.sums(kept);
    const judgments = kept.reduce((sum, each) => sum + each, 0);
    return {
      dropped,
      judgments,
      kept: judgments / kept.length,
      inter: pairAgreement(sums, 'inter', labels, options),
      intra: pairAgreement(sums, 'intra', labels, options),
    };
  };

  const first: CurvePoint[] = [];
  for (let n = 0; n <= mostFirst; n++) {
    const kept = Uint8Array.from(labels.placeOf, (place) => (place >= n ? 1 : 0));
    if (!kept.includes(1)) break;
    first.push(pointOf(n, kept));
  }

  const order = dropOrder(labels, options, mostWorst);
  const heldOut = heldOutCurve(labels, counter, options, order.length);
  const kept = new Uint8Array(labels.judgeOf.length).fill(1);
  const worst: WorstPoint[] = [];
  for (let k = 0; k <= order.length; k++) {
    if (k > 0) leaveOut(labels, order[k - 1]!, kept);
    if (!kept.includes(1)) break;
    const judge = k > 0 ? { judge: labels.judges[order[k - 1]!]! } : {};
    worst.push({ ...pointOf(k, kept), ...judge, heldOut: heldOut[k]! });
  }
  return { first, worst };
}

function leaveOut({ judgeOf }: Labels, judge: number, kept: Uint8Array): void {
  for (let j = 0; j < kept.length; j++) if (judgeOf[j] === judge) kept[j] = 0;
}

/** Judge indices in the order they are left out, chosen on some of the segments. */
function dropOrder(
  labels: Labels,
  { rerank, atLeast }: Pick<CurveOptions, 'rerank' | 'atLeast'>,
  most: number,
  within?: Uint8Array,
): number[] {
  const part = within ? { within } : {};
  let counts = countByJudge(labels, part);
  const isEnough = (judge: number) => counts.compared[judge]! >= Math.max(1, atLeast);
  const candidates = labels.judges.map((_, judge) => judge).filter(isEnough);
  if (!rerank) return candidates.sort((a, b) => worstFirst(counts, a, b)).slice(0, most);
  const kept = new Uint8Array(labels.judgeOf.length).fill(1);
  const order: number[] = [];
  while (order.length < most) {
    const left = candidates.filter((judge) => !order.includes(judge) && isEnough(judge));
    if (left.length === 0) break;
    const judge = left.reduce((worst, each) => (worstFirst(counts, each, worst) < 0 ? each : worst));
    order.push(judge);
    leaveOut(labels, judge, kept);
    counts = countByJudge(labels, { ...part, kept });
  }
  return order;
}

/**
 * Leaving out the judges with the lowest agreement raises the agreement of the rest by chance alone. So judges are chosen on every second
 * segment, sorted by task and name, and κ is measured on the others, and vice versa; the counts of both are added.
 */
function heldOutCurve(labels: Labels, counter: AgreementCounter, options: CurveOptions, most: number): PairAgreement[] {
  const { rerank, atLeast } = options;
  const sums = Array.from({ length: most + 1 }, () => new Float64Array(counter.width));
  for (const half of [0, 1]) {
    const chosenBy = new Uint8Array(labels.segments).map((_, segment) => (segment % 2 === half ? 1 : 0));
    const measured = chosenBy.map((inHalf) => 1 - inHalf);
    const order = dropOrder(labels, { rerank, atLeast: Math.ceil(atLeast / 2) }, most, chosenBy);
    const kept = new Uint8Array(labels.judgeOf.length).fill(1);
    sums.forEach((both, k) => {
      // A half may have fewer candidates than the whole: then no more are left out.
      if (k > 0 && k <= order.length) leaveOut(labels, order[k - 1]!, kept);
      counter.sums(kept, measured).forEach((sum, column) => (both[column]! += sum));
    });
  }
  return sums.map((both) => pairAgreement(both, 'inter', labels, options));
}
