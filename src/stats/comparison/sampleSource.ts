/** Which units a sample holds: resamples, random exchanges, or all exchanges. */
import { Pcg64 } from '../random.ts';
import { xoshiroStreams } from '../xoshiro128.ts';

export interface SampleSource {
  readonly units: number;
  /** Whether a unit may be in a sample more than once. */
  readonly repeats: boolean;
  /**
   * Writes the units of that sample, each as often as it is in it, and returns how many there are; `picks` has room for `units`. Samples are
   * the same in whatever order they are asked for; rising order is quick, since a stream of chance has to be read from its start.
   */
  pick(sample: number, picks: Uint32Array): number;
}

/** Samples that share a stream of chance, so that any thread can start at any multiple of it. */
export const samplesTogether = 64;

/** As many units as there are, drawn with replacement. */
export function resamples(units: number, seed: number | bigint): SampleSource {
  const streams = xoshiroStreams(seed);
  return fromStreams(units, true, samplesTogether, (stream) => {
    const random = streams(stream);
    return (picks) => {
      random.fillBelow(picks, units);
      return units;
    };
  });
}

/** Each unit is exchanged or not, with equal chance: a bit for each, from the least significant of a draw, in draws of the sample's own. */
export function exchanges(units: number, seed: number | bigint): SampleSource {
  const streams = xoshiroStreams(seed);
  return fromStreams(units, false, samplesTogether, (stream) => {
    const random = streams(stream);
    return (picks) => {
      let count = 0;
      let bits = 0;
      for (let unit = 0; unit < units; unit++) {
        bits = (unit & 31) === 0 ? random.uint32() : bits >>> 1;
        picks[count] = unit;
        count += bits & 1;
      }
      return count;
    };
  });
}

/** The rows of NumPy's `choice(units, (samples, units))`, as sacreBLEU draws them. */
export function numpyResamples(units: number, seed: number | bigint): SampleSource {
  return fromStreams(units, true, Infinity, () => {
    const random = new Pcg64(seed);
    return (picks) => {
      random.fillBelow(picks, units);
      return units;
    };
  });
}

/** The rows of NumPy's `integers(2, size=(samples, units), dtype=bool)`, as sacreBLEU draws them. */
export function numpyExchanges(units: number, seed: number | bigint): SampleSource {
  const bits = new Uint8Array(units);
  return fromStreams(units, false, Infinity, () => {
    const nextBits = new Pcg64(seed).bits();
    return (picks) => {
      nextBits(bits);
      let count = 0;
      for (let unit = 0; unit < units; unit++) {
        picks[count] = unit;
        count += bits[unit]!;
      }
      return count;
    };
  });
}

/** How many exchanges there are that differ in more than which system is called first. */
export const countAllExchanges = (units: number): number => 2 ** (units - 1);

/** Exchange number n exchanges unit i if bit i of n is set; the last unit stays. The first exchanges nothing. */
export const allExchanges = (units: number): SampleSource => ({
  units,
  repeats: false,
  pick(sample, picks) {
    let count = 0;
    for (let unit = 0; unit < units; unit++) if ((sample >>> unit) & 1) picks[count++] = unit;
    return count;
  },
});

/** `start` begins the stream with a given number, which makes `together` samples in a row. */
function fromStreams(
  units: number,
  repeats: boolean,
  together: number,
  start: (stream: number) => (picks: Uint32Array) => number,
): SampleSource {
  let next = start(0);
  let at = 0;
  return {
    units,
    repeats,
    pick(sample, picks) {
      const first = sample - (sample % together);
      if (at <= first || at > sample) {
        next = start(first / together);
        at = first;
      }
      for (; at < sample; at++) next(picks);
      at++;
      return next(picks);
    },
  };
}
