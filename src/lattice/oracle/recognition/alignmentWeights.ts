/**
 * The weights of the recognition automaton (Chiang et al., EMNLP 2008, section 4.3), put so that passing over a word of the reference
 * costs nothing: each place of the reference that is left behind earns β, and β · |r| is taken off at the end. Best weights of spans
 * of the reference then never fall when a span grows, and only where they rise need they be kept.
 */
import { type RecognitionSettings, UsageError } from '../../../core/index.ts';

/** Multiples looked at for one that makes whole numbers of α and β. */
const largestUnit = 1000;

export class AlignmentWeights {
  readonly order: number;
  /** K − 1: longer runs count as this one. */
  readonly top: number;
  /** What 1 of the metric weighs: such that α and β are whole numbers and sums of them exact, if they are decimals of up to three digits. */
  readonly unit: number;
  /** Whether weights are whole numbers. */
  readonly exact: boolean;
  readonly insertion: number;
  readonly substitution: number;
  /** By the run that it prolongs. */
  readonly matches: Float64Array;
  /** [p * order + q]: what the first q words of a text, all matched, earn more after a run of p than after none. */
  readonly joins: Float64Array;
  /** [q]: the most that they can earn more. */
  readonly mostJoined: Float64Array;

  constructor({ order, insertion, deletion }: RecognitionSettings) {
    if (!Number.isInteger(order) || order < 1 || order > 15) {
      throw new UsageError(`The longest k-gram must be of 1 to 15 words, not ${order}.`);
    }
    if (!Number.isFinite(insertion) || !Number.isFinite(deletion)) {
      throw new UsageError(
        `Weights of insertions and deletions must be finite numbers, not ${insertion}, ${deletion}.`,
      );
    }
    this.order = order;
    this.top = order - 1;
    let unit = 1;
    const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-9;
    while (unit <= largestUnit && !(isWhole(unit * insertion) && isWhole(unit * deletion))) unit++;
    this.exact = unit <= largestUnit;
    this.unit = this.exact ? unit : 1;
    const weight = (value: number): number => (this.exact ? Math.round(this.unit * value) : value);
    this.insertion = weight(-insertion);
    this.substitution = weight(deletion);
    this.matches = Float64Array.from({ length: order }, (_, run) => weight(run + 1) + this.substitution);
    this.joins = new Float64Array(order * order);
    for (let p = 0; p < order; p++) {
      for (let q = 1; q < order; q++) {
        this.joins[p * order + q] = this.joins[p * order + q - 1]! + weight(Math.min(p + q, order) - q);
      }
    }
    this.mostJoined = this.joins.slice(this.top * order);
  }
}
