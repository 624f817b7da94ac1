/**
 * Approximate randomisation: Noreen (1989); for translation Riezler and Maxwell (2005). If two systems are equally good, who said what in a
 * unit may be exchanged without making a difference: how often does that separate them as far as they are?
 *
 * With the same exchanges for all pairs, the sums of exchanged rows are needed once for each system, not for each pair: with M for these and
 * T for the whole, the sums of the two after the exchange are T₁ + (M₂ − M₁) and T₂ − (M₂ − M₁).
 */
import { type Measurement, sumRows } from '../../core/index.ts';
import { PackedRows } from './packedRows.ts';
import type { Pair } from './pairs.ts';
import type { SampleSource } from './sampleSource.ts';

/** Which differences count: those as large as the one observed, up to rounding, or, as in sacreBLEU, only larger ones. */
export type Counted = 'at least' | 'larger';

export interface Exchangeable {
  readonly measured: Measurement;
  readonly pairs: readonly Pair[];
  /** Of the whole systems, and what they may be wrong by. */
  readonly scores: ArrayLike<number>;
  readonly rounding: number;
  readonly counted: Counted;
}

/** Adds for every metric and pair how many of the exchanges `from` to `to` separate the two systems so far. */
export type ExchangeCounter = (source: SampleSource, from: number, to: number, counts: readonly Uint32Array[]) => void;

/** Of several metrics on the same units: what has to be prepared is done here, once. */
export function countExchanges(exchanged: readonly Exchangeable[]): ExchangeCounter {
  const isFar = exchanged.map(({ pairs, scores, rounding, counted }) => {
    const observed = pairs.map(([first, second]) => Math.abs(scores[first]! - scores[second]!));
    return counted === 'larger'
      ? (pair: number, difference: number): boolean => Math.abs(difference) > observed[pair]!
      : (pair: number, difference: number): boolean => Math.abs(difference) >= observed[pair]! - rounding;
  });
  const separators = exchanged.map(({ measured, pairs }) => rowSeparator(measured, pairs));
  const packed = new PackedRows(exchanged.map(({ measured }) => measured));
  return (source, from, to, counts) => {
    packed.sumSamples(source, from, to, (sums) => {
      for (let m = 0; m < separators.length; m++) {
        separators[m]!(sums[m]!, (pair, difference) => {
          if (isFar[m]!(pair, difference)) counts[m]![pair]!++;
        });
      }
    });
  };
}

type TakeDifference = (pair: number, difference: number) => void;

/** From the sums of exchanged rows to the differences of all pairs after the exchange. */
function rowSeparator(
  measured: Measurement,
  pairs: readonly Pair[],
): (sums: Float64Array, take: TakeDifference) => void {
  const { width, systems } = measured;
  const whole = Array.from({ length: systems }, (_, s) => sumRows(measured, s));
  const one = new Float64Array(width);
  const other = new Float64Array(width);
  return (sums, take) => {
    for (let p = 0; p < pairs.length; p++) {
      const [first, second] = pairs[p]!;
      const ofFirst = whole[first]!;
      const ofSecond = whole[second]!;
      for (let k = 0; k < width; k++) {
        const moved = sums[second * width + k]! - sums[first * width + k]!;
        one[k] = ofFirst[k]! + moved;
        other[k] = ofSecond[k]! - moved;
      }
      take(p, measured.scoreSums(one) - measured.scoreSums(other));
    }
  };
}
