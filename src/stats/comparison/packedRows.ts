/**
 * Sums of drawn rows of several metrics, fast. Columns of small integers are added as one, a + m b + n c + …, as long as these sums stay
 * below 2⁵³, where doubles are exact. Columns that all systems have alike are added once.
 *
 * A sample is written in words: for each unit a few bits say how often it is in it. A table has the sums for all values of a digit of such a
 * word, so that one look-up adds several units; many samples use the table before the next is made. These are the "Four Russians" of
 * Arlazarov, Dinic, Kronrod and Faradžev (1970). Numbers that round are added apart, one by one, in the order of units.
 */
import { type Lane, type Rows, Unpacking, columnsOf, placeLanes } from './lanes.ts';
import { type SampleSource, wordsOf } from './sampleSource.ts';

/** Numbers of a unit that lie side by side and are added together: a line of the cache. */
const side = 8;
/** side = 2^logSide: a shift keeps places whole numbers, which engines add faster. */
const logSide = 3;

/** Five digits of six bits: three units that are each in a sample up to three times, or six that are in it or not. */
const wordBits = 30;
const digitBits = 6;
const digitSums = side << digitBits;

/** Samples that share tables: many, so that making one takes little of the time, unless they take too much memory. */
const mostTogether = 500; // no power of 2, of which the cache would keep the same few lines
/** 16 MB. */
const mostWords = 2 ** 22;
/** Samples whose lists of units are added while a block of numbers is in the cache. */
const listsTogether = 16;

export class PackedRows {
  readonly #metrics: readonly Rows[];
  /** Units, and as many zeros as fill up the last word. */
  readonly #room: number;
  /** How many lanes there are, filled up to whole blocks: first those that round. */
  readonly #rounding: number;
  readonly #width: number;
  /** Lane l of unit u at [(⌊l / side⌋ * room + u) * side + l % side]. */
  readonly #numbers: Float64Array;
  readonly #unpacking: Unpacking;
  /**
   * One block of lanes, none of which rounds, as of two systems: to add them as they are drawn takes a little longer, but engines compile that
   * in far less time.
   */
  readonly #asPicked: boolean;
  readonly #table = new Float64Array((wordBits / digitBits) * digitSums);
  readonly #lists: UnitList[];
  readonly #more: UnitList;
  /** Behind the last unit all counts are 0. */
  readonly #tally: Uint32Array;
  #words = new Uint32Array(0);
  #sums = new Float64Array(0);

  /** All metrics have as many units. */
  constructor(metrics: readonly Rows[]) {
    const units = metrics[0]?.segments ?? 0;
    this.#metrics = metrics;
    this.#room = Math.ceil(units / wordBits) * wordBits;
    const { placed, rounding, width } = placeLanes(
      metrics.flatMap((rows, m) => columnsOf(rows, m)),
      side,
    );
    this.#rounding = rounding;
    this.#width = width;
    this.#numbers = this.#pack(placed);
    this.#unpacking = new Unpacking(placed, metrics);
    this.#asPicked = this.#rounding === 0 && this.#width === side;
    this.#lists = Array.from({ length: this.#rounding > 0 ? listsTogether : 0 }, () => new UnitList(units));
    this.#more = new UnitList(units >>> 2);
    this.#tally = new Uint32Array(this.#room);
  }

  /**
   * Calls `take` with the sums of every sample from `from` to `to`: by metric, column k of system s at [s * width + k], written over
   * afterwards.
   */
  sumSamples(
    source: SampleSource,
    from: number,
    to: number,
    take: (sums: readonly Float64Array[], sample: number) => void,
  ): void {
    const width = this.#width;
    const asPicked = source.repeats && this.#asPicked;
    const words = asPicked ? 0 : (this.#room * bitsOf(source)) / wordBits;
    const together = Math.max(1, Math.min(mostTogether, to - from, Math.floor(mostWords / Math.max(1, words))));
    if (this.#words.length < words * together) this.#words = new Uint32Array(words * together);
    if (this.#sums.length < width * together) this.#sums = new Float64Array(width * together);
    for (let start = from; start < to; start += together) {
      const count = Math.min(together, to - start);
      this.#sums.fill(0);
      if (asPicked) this.#addPicks(source, start, count);
      else {
        this.#readSamples(source, start, count);
        this.#addWords(words, count, bitsOf(source));
      }
      for (let g = 0; g < count; g++) {
        this.#unpacking.unpack(this.#sums, g * width);
        take(this.#unpacking.byMetric, start + g);
      }
    }
  }

  #addPicks(source: SampleSource, start: number, count: number): void {
    const picks = this.#tally.subarray(0, source.units);
    for (let g = 0; g < count; g++) {
      const picked = source.pick(start + g, picks);
      addPicked(this.#numbers, picks, picked, this.#sums, g * side);
    }
  }

  /** Writes words of samples, word w of sample g at [w * count + g], and adds all that words do not hold. */
  #readSamples(source: SampleSource, start: number, count: number): void {
    const { units, repeats } = source;
    const whole = this.#tally;
    const tally = whole.subarray(0, repeats ? units : wordsOf(units));
    const sums = this.#sums;
    const lists = this.#lists;
    for (let g = 0; g < count; g++) {
      source.tally(start + g, tally);
      if (repeats) {
        writeCounts(whole, this.#words, g, count, this.#more);
        for (let lane = this.#rounding; lane < this.#width; lane += side)
          addUnits(this.#block(lane), this.#more, sums, g * this.#width + lane);
      } else writeBits(tally, units, this.#words, g, count);
      if (lists.length === 0) continue;
      const list = lists[g % listsTogether]!;
      if (repeats) listCounted(tally, list);
      else listBits(tally, units, list);
      if (g % listsTogether < listsTogether - 1 && g < count - 1) continue;
      const first = g - (g % listsTogether);
      for (let lane = 0; lane < this.#rounding; lane += side) {
        const numbers = this.#block(lane);
        for (let l = first; l <= g; l++) addUnits(numbers, lists[l - first]!, sums, l * this.#width + lane);
      }
    }
  }

  #addWords(words: number, count: number, bits: number): void {
    const unitsOfWord = wordBits / bits;
    for (let lane = this.#rounding; lane < this.#width; lane += side) {
      const numbers = this.#block(lane);
      for (let w = 0; w < words; w++) {
        fillTable(this.#table, numbers, w * unitsOfWord * side, 2 ** bits);
        addDigits(this.#table, this.#words, w * count, count, this.#sums, lane, this.#width);
      }
    }
  }

  #block(lane: number): Float64Array {
    return this.#numbers.subarray(lane * this.#room, (lane + side) * this.#room);
  }

  #pack(lanes: readonly Lane[]): Float64Array {
    const numbers = new Float64Array(this.#width * this.#room);
    lanes.forEach((lane, l) => {
      const start = Math.floor(l / side) * this.#room * side + (l % side);
      for (const part of lane) addPart(numbers, start, part, this.#metrics[part.metric]!);
    });
    return numbers;
  }
}

/** Bits of a word that say how often a unit is in a sample; counts above 3 are listed as well. */
const bitsOf = ({ repeats }: SampleSource): number => (repeats ? 2 : 1);

/** Adds a column to a lane, whose numbers stand `side` apart from `start` on. */
function addPart(
  numbers: Float64Array,
  start: number,
  { system, column, base, factor }: Lane[number],
  { rows, width, segments: units }: Rows,
): void {
  for (let unit = 0, to = start, from = system * units * width; unit < units; unit++, to += side, from += width) {
    const value = rows[from + column]!;
    numbers[to]! += factor * (base === undefined ? value : rows[from + base]! - value);
  }
}

/** Units, each followed by how often it counts. */
class UnitList {
  readonly entries: Uint32Array;
  length = 0;

  constructor(units: number) {
    // Room for one more: a unit that is not in the sample is written behind the last that is.
    this.entries = new Uint32Array(2 * units + 2);
  }
}

/** sums[at …] += Σ times · numbers of the unit. */
function addUnits(numbers: Float64Array, { entries, length }: UnitList, sums: Float64Array, at: number): void {
  let a = sums[at]!;
  let b = sums[at + 1]!;
  let c = sums[at + 2]!;
  let d = sums[at + 3]!;
  let e = sums[at + 4]!;
  let f = sums[at + 5]!;
  let g = sums[at + 6]!;
  let h = sums[at + 7]!;
  for (let i = 0; i < length; i += 2) {
    const unit = entries[i]! << logSide;
    const times = entries[i + 1]!;
    a += times * numbers[unit]!;
    b += times * numbers[unit + 1]!;
    c += times * numbers[unit + 2]!;
    d += times * numbers[unit + 3]!;
    e += times * numbers[unit + 4]!;
    f += times * numbers[unit + 5]!;
    g += times * numbers[unit + 6]!;
    h += times * numbers[unit + 7]!;
  }
  sums[at] = a;
  sums[at + 1] = b;
  sums[at + 2] = c;
  sums[at + 3] = d;
  sums[at + 4] = e;
  sums[at + 5] = f;
  sums[at + 6] = g;
  sums[at + 7] = h;
}

/** sums[at …] = Σ numbers of the units picked. */
function addPicked(numbers: Float64Array, picks: Uint32Array, picked: number, sums: Float64Array, at: number): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let i = 0; i < picked; i++) {
    const unit = picks[i]! << logSide;
    a += numbers[unit]!;
    b += numbers[unit + 1]!;
    c += numbers[unit + 2]!;
    d += numbers[unit + 3]!;
    e += numbers[unit + 4]!;
    f += numbers[unit + 5]!;
    g += numbers[unit + 6]!;
    h += numbers[unit + 7]!;
  }
  sums[at] = a;
  sums[at + 1] = b;
  sums[at + 2] = c;
  sums[at + 3] = d;
  sums[at + 4] = e;
  sums[at + 5] = f;
  sums[at + 6] = g;
  sums[at + 7] = h;
}

/**
 * Writes for each digit the sums for all its values, where every unit takes one of `values`. Some are of more units than a sample has and
 * may exceed 2⁵³; no sample looks them up.
 */
function fillTable(table: Float64Array, numbers: Float64Array, first: number, values: number): void {
  let unit = first;
  for (let start = 0; start < table.length; start += digitSums) {
    table.fill(0, start, start + side);
    for (let filled = side; filled < digitSums; filled *= values, unit += side) {
      const a = numbers[unit]!;
      const b = numbers[unit + 1]!;
      const c = numbers[unit + 2]!;
      const d = numbers[unit + 3]!;
      const e = numbers[unit + 4]!;
      const f = numbers[unit + 5]!;
      const g = numbers[unit + 6]!;
      const h = numbers[unit + 7]!;
      const end = start + filled * values;
      for (let from = start, to = start + filled; to < end; from += side, to += side) {
        table[to] = table[from]! + a;
        table[to + 1] = table[from + 1]! + b;
        table[to + 2] = table[from + 2]! + c;
        table[to + 3] = table[from + 3]! + d;
        table[to + 4] = table[from + 4]! + e;
        table[to + 5] = table[from + 5]! + f;
        table[to + 6] = table[from + 6]! + g;
        table[to + 7] = table[from + 7]! + h;
      }
    }
  }
}

/** Adds to the sums of each sample what the table has for the five digits of its word. */
function addDigits(
  table: Float64Array,
  words: Uint32Array,
  first: number,
  count: number,
  sums: Float64Array,
  lane: number,
  width: number,
): void {
  const mask = digitSums - side;
  for (let g = 0, at = lane; g < count; g++, at += width) {
    const word = words[first + g]!;
    const p = (word << 3) & mask;
    const q = digitSums + ((word >>> 3) & mask);
    const r = 2 * digitSums + ((word >>> 9) & mask);
    const s = 3 * digitSums + ((word >>> 15) & mask);
    const t = 4 * digitSums + ((word >>> 21) & mask);
    sums[at]! += table[p]! + table[q]! + table[r]! + table[s]! + table[t]!;
    sums[at + 1]! += table[p + 1]! + table[q + 1]! + table[r + 1]! + table[s + 1]! + table[t + 1]!;
    sums[at + 2]! += table[p + 2]! + table[q + 2]! + table[r + 2]! + table[s + 2]! + table[t + 2]!;
    sums[at + 3]! += table[p + 3]! + table[q + 3]! + table[r + 3]! + table[s + 3]! + table[t + 3]!;
    sums[at + 4]! += table[p + 4]! + table[q + 4]! + table[r + 4]! + table[s + 4]! + table[t + 4]!;
    sums[at + 5]! += table[p + 5]! + table[q + 5]! + table[r + 5]! + table[s + 5]! + table[t + 5]!;
    sums[at + 6]! += table[p + 6]! + table[q + 6]! + table[r + 6]! + table[s + 6]! + table[t + 6]!;
    sums[at + 7]! += table[p + 7]! + table[q + 7]! + table[r + 7]! + table[s + 7]! + table[t + 7]!;
  }
}

/** Writes two bits for each unit, and lists what they do not hold, which is a multiple of 4. */
function writeCounts(counts: Uint32Array, words: Uint32Array, first: number, step: number, more: UnitList): void {
  const unitsOfWord = wordBits / 2;
  more.length = 0;
  for (let unit = 0, at = first; unit < counts.length; at += step) {
    const start = unit;
    let word = 0;
    let any = 0;
    for (let shift = 0; shift < wordBits; shift += digitBits, unit += 3) {
      const a = counts[unit]!;
      const b = counts[unit + 1]!;
      const c = counts[unit + 2]!;
      any |= a | b | c;
      word |= ((a & 3) | ((b & 3) << 2) | ((c & 3) << 4)) << shift;
    }
    words[at] = word;
    if (any > 3) listMore(counts, start, start + unitsOfWord, more);
  }
}

function listMore(counts: Uint32Array, from: number, to: number, more: UnitList): void {
  const { entries } = more;
  let listed = more.length;
  for (let unit = from; unit < to; unit++) {
    const times = counts[unit]!;
    if (times < 4) continue;
    entries[listed++] = unit;
    entries[listed++] = times - (times & 3);
  }
  more.length = listed;
}

/** The same bits, fewer to a word. Those behind the last unit are of zeros. */
function writeBits(bits: Uint32Array, units: number, words: Uint32Array, first: number, step: number): void {
  for (let bit = 0, at = first; bit < units; bit += wordBits, at += step) {
    const from = bit >>> 5;
    const shift = bit & 31;
    // Shifted by 1 and then by the rest, so that a shift of 0 brings in nothing.
    const next = from + 1 < bits.length ? (bits[from + 1]! << 1) << (31 - shift) : 0;
    words[at] = (bits[from]! >>> shift) | next;
  }
}

/** Lists units that were counted at all. */
function listCounted(counts: Uint32Array, list: UnitList): void {
  const { entries } = list;
  let at = 0;
  for (let unit = 0; unit < counts.length; unit++) {
    const drawn = counts[unit]!;
    entries[at] = unit;
    entries[at + 1] = drawn;
    at += ((0 - drawn) >>> 31) << 1; // 2 if it is drawn, else 0: a branch that goes either way takes far longer
  }
  list.length = at;
}

/** Lists units whose bits are set. */
function listBits(bits: Uint32Array, units: number, list: UnitList): void {
  const { entries } = list;
  let at = 0;
  for (let unit = 0; unit < units; unit++) {
    entries[at] = unit;
    entries[at + 1] = 1;
    at += ((bits[unit >>> 5]! >>> (unit & 31)) & 1) << 1;
  }
  list.length = at;
}
