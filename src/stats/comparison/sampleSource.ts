/** Which units a sample holds, and how often: resamples, random exchanges, or all exchanges. */
import { Pcg64 } from '../random.ts';

export interface SampleSource {
  readonly units: number;
  /**
   * Writes how often each unit is in that sample. Samples are the same in whatever order they are asked for; rising order is quick, since a
   * stream of chance has to be read from its start.
   */
  read(sample: number, times: Uint32Array): void;
}

/** As many units as there are, drawn with replacement: the rows of NumPy's `choice(units, (samples, units))`. */
export function resamples(units: number, seed: number | bigint): SampleSource {
  const draws = new Uint32Array(units);
  return fromStream(units, () => {
    const random = new Pcg64(seed);
    return (times) => {
      random.fillBelow(draws, units);
      times.fill(0);
      for (let i = 0; i < units; i++) times[draws[i]!]!++;
    };
  });
}

/** Each unit is exchanged or not, with equal chance: the rows of NumPy's `integers(2, size=(samples, units), dtype=bool)`. */
export function exchanges(units: number, seed: number | bigint): SampleSource {
  const bits = new Uint8Array(units);
  return fromStream(units, () => {
    const nextBits = new Pcg64(seed).bits();
    return (times) => {
      nextBits(bits);
      times.set(bits);
    };
  });
}

/** How many exchanges there are that differ in more than which system is called first. */
export const countAllExchanges = (units: number): number => 2 ** (units - 1);

/** Exchange number n exchanges unit i if bit i of n is set; the last unit stays. The first exchanges nothing. */
export const allExchanges = (units: number): SampleSource => ({
  units,
  read(sample, times) {
    for (let i = 0; i < units; i++) times[i] = (sample >>> i) & 1;
  },
});

function fromStream(units: number, start: () => (times: Uint32Array) => void): SampleSource {
  let next = start();
  let at = 0;
  return {
    units,
    read(sample, times) {
      if (sample < at) {
        next = start();
        at = 0;
      }
      for (; at <= sample; at++) next(times);
    },
  };
}
