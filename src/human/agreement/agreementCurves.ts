/**
 * What would become of κ if judgments were left out: the first of every judge, or all of the judges who agree least with the others.
 * Callison-Burch et al. (2009), section 3.4, Figures 4 and 5.
 */
import { AgreementCounter } from './agreementCounter.ts';
import { JudgeCounts, worstFirst } from './judgeAgreement.ts';
import { type Counting, type PairAgreement, pairAgreement } from './labelAgreement.ts';
import type { Labels } from './labels.ts';

export interface CurvePoint {
  /** How many judgments of each judge are left out, or how many judges. */
  readonly dropped: number;
  /** Rankings or verdicts that are left, and their share. */
  readonly judgments: number;
  readonly kept: number;
  readonly inter: PairAgreement;
  readonly intra: PairAgreement;
}

interface WorstPoint extends CurvePoint {
  /** The judge that went last. */
  readonly judge?: string;
  /** κ of different judges on segments that had no part in choosing whom to leave out. */
  readonly heldOut: PairAgreement;
}

export interface AgreementCurves {
  /** Without the first judgments of every judge. */
  readonly first: readonly CurvePoint[];
  /** Without the judges who agree least with the others. */
  readonly worst: readonly WorstPoint[];
}

export interface CurveOptions extends Counting {
  /** Whether to look anew who agrees least after each judge left out, or once at the start. */
  readonly rerank: boolean;
  /** Judges with fewer pairs with others stay: of so few nothing can be said. Half as many are needed in half of the segments. */
  readonly atLeast: number;
  /** Ends of the curves; they end sooner if nothing would be left. */
  readonly mostFirst?: number;
  readonly mostWorst?: number;
}

export function agreementCurves(labels: Labels, options: CurveOptions): AgreementCurves {
  const { mostFirst = 50, mostWorst = 40 } = options;
  const counter = new AgreementCounter(labels);
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

/** Numbers of judges in the order they are left out, judged by some of the segments. */
function dropOrder(
  labels: Labels,
  { rerank, atLeast }: Pick<CurveOptions, 'rerank' | 'atLeast'>,
  most: number,
  within?: Uint8Array,
): number[] {
  const counts = new JudgeCounts(labels);
  const isEnough = (judge: number) => counts.compared[judge]! >= Math.max(1, atLeast);
  const part = within ? { within } : {};
  counts.count(part);
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
    counts.count({ ...part, kept });
  }
  return order;
}

/**
 * Who is chosen by how they agree makes those left agree better, by chance alone. So judges are chosen by every second segment, sorted by
 * task and name, and κ is measured on the others, then the other way round; the counts of both are added.
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
      // There may be fewer to choose from in a half than in the whole: then no more are left out.
      if (k > 0 && k <= order.length) leaveOut(labels, order[k - 1]!, kept);
      counter.sums(kept, measured).forEach((sum, column) => (both[column]! += sum));
    });
  }
  return sums.map((both) => pairAgreement(both, 'inter', labels, options));
}
