/** Which units a sample holds: resamples, random exchanges, or all exchanges. */
import { Pcg64, type Random } from '../random.ts';
import { xoshiroStreams } from '../xoshiro128.ts';

export interface SampleSource {
  readonly units: number;
  /** Whether a unit may be in a sample more than once. */
  readonly repeats: boolean;
  /** Of `xoshiroStreams`, where they draw it: a stream for every `samplesTogether`. */
  readonly seed?: number | bigint;
  /**
   * Writes the units of that sample, each as often as it is in it, and returns how many there are; `picks` has room for `units`. Samples are
   * the same in whatever order they are asked for; rising order is quick, since a stream of chance has to be read from its start.
   */
  pick(sample: number, picks: Uint32Array): number;
  /**
   * The same sample, without an order: how often each unit is in it or, where none is in it twice, a bit for each, from the least
   * significant one of the first word.
   */
  tally(sample: number, into: Uint32Array): void;
}

/** The next sample of a stream of chance, written in either way. */
interface Stream {
  pick(picks: Uint32Array): number;
  tally(into: Uint32Array): void;
}

/** Samples that share a stream of chance, so that any thread can start at any multiple of it. */
export const samplesTogether = 64;

/** As many units as there are, drawn with replacement. */
export function resamples(units: number, seed: number | bigint): SampleSource {
  const streams = xoshiroStreams(seed);
  const source = fromStreams(units, true, samplesTogether, (stream) => {
    const random = streams(stream);
    return { ...drawnBy(random, units), tally: (counts) => random.tallyBelow(counts) };
  });
  return { ...source, seed };
}

/** Each unit is exchanged or not, with equal chance: a bit for each, from the least significant of a draw, in draws of the sample's own. */
export function exchanges(units: number, seed: number | bigint): SampleSource {
  const streams = xoshiroStreams(seed);
  const source = fromStreams(units, false, samplesTogether, (stream) => {
    const random = streams(stream);
    return exchangeStream(units, (words) => {
      for (let w = 0; w < words.length; w++) words[w] = random.uint32();
    });
  });
  return { ...source, seed };
}

/** The rows of NumPy's `choice(units, (samples, units))`, as sacreBLEU draws them. */
export function numpyResamples(units: number, seed: number | bigint): SampleSource {
  return fromStreams(units, true, Infinity, () => drawnBy(new Pcg64(seed), units));
}

/** As many units as there are, drawn with replacement by a generator of any kind. */
export function drawnBy(random: Random, units: number): Stream {
  let picks: Uint32Array | undefined;
  return {
    pick(into) {
      random.fillBelow(into, units);
      return units;
    },
    tally(counts) {
      random.fillBelow((picks ??= new Uint32Array(units)), units);
      countPicks(picks, counts);
    },
  };
}

function countPicks(picks: Uint32Array, counts: Uint32Array): void {
  counts.fill(0);
  for (let i = 0; i < picks.length; i++) counts[picks[i]!]!++;
}

/** The rows of NumPy's `integers(2, size=(samples, units), dtype=bool)`, as sacreBLEU draws them. */
export function numpyExchanges(units: number, seed: number | bigint): SampleSource {
  const bits = new Uint8Array(units);
  return fromStreams(units, false, Infinity, () => {
    const nextBits = new Pcg64(seed).bits();
    return exchangeStream(units, (words) => {
      nextBits(bits);
      words.fill(0);
      for (let unit = 0; unit < units; unit++) words[unit >>> 5]! |= bits[unit]! << (unit & 31);
    });
  });
}

/** How many words hold a bit for each unit. */
export const wordsOf = (units: number): number => Math.ceil(units / 32);

/** Units whose bits are set. */
function exchangeStream(units: number, tally: (words: Uint32Array) => void): Stream {
  const words = new Uint32Array(wordsOf(units));
  return {
    tally,
    pick(picks) {
      tally(words);
      let count = 0;
      for (let unit = 0; unit < units; unit++) if ((words[unit >>> 5]! >>> (unit & 31)) & 1) picks[count++] = unit;
      return count;
    },
  };
}

/** How many exchanges there are that differ in more than which system is called first. */
export const countAllExchanges = (units: number): number => 2 ** (units - 1);

/** Exchange number n exchanges unit i if bit i of n is set; the last unit stays. The first exchanges nothing. */
export function allExchanges(units: number): SampleSource {
  let next = 0;
  const stream = exchangeStream(units, (words) => (words[0] = next));
  const at = (sample: number): Stream => {
    next = sample;
    return stream;
  };
  return {
    units,
    repeats: false,
    pick: (sample, picks) => at(sample).pick(picks),
    tally: (sample, words) => at(sample).tally(words),
  };
}

/** `start` begins the stream with a given number, which makes `together` samples in a row. */
function fromStreams(
  units: number,
  repeats: boolean,
  together: number,
  start: (stream: number) => Stream,
): SampleSource {
  const skipped = new Uint32Array(units);
  let stream = start(0);
  let next = 0;
  const at = (sample: number): Stream => {
    const first = sample - (sample % together);
    if (next <= first || next > sample) {
      stream = start(first / together);
      next = first;
    }
    for (; next < sample; next++) stream.pick(skipped);
    next++;
    return stream;
  };
  return {
    units,
    repeats,
    pick: (sample, picks) => at(sample).pick(picks),
    tally: (sample, into) => at(sample).tally(into),
  };
}
