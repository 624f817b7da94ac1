/**
 * Samples of units and the sums of their rows: draws four streams of chance at once, writes samples as digits, and adds up the rows of many
 * samples by tables of the sums for all values of a digit. Compiled by AssemblyScript; `src/stats/comparison/sampleKernel.ts` calls it and
 * says where everything is in memory, and `PackedRows` does the same in TypeScript, which is the oracle in its test.
 *
 * Streams are those of `Xoshiro128`. Each makes 64 samples; the samples that four streams make at the same step lie side by side.
 * Functions do little work in each call, since engines replace code by faster code from one call to the next. Those that do it are exported,
 * though nobody else calls them: the compiler would make them part of the loops that do.
 */

/** Streams that are drawn at once, and the bytes of a row of numbers: 8 doubles, a line of the cache. */
const streams: u32 = 4;
const logRow: u32 = 6;

// The memory: tables of fixed size, then counts, whose size depends on the number of units, then what the caller puts there.
const states: usize = 0x10000; // of the streams: word 0 of each, then word 1 …
const nextState: usize = 0x10040; // of the stream that is started next
const tables: usize = 0x10400; // of two digits: 256 rows each
const counts: usize = 0x20000; // by unit and stream, how often it is in the sample, a byte; the first four are of draws that do not count
export const nextStateAt: u32 = <u32>nextState;
export const countsAt: u32 = <u32>counts;

let units: u32 = 0;
let room: u32 = 0; // units of a block, filled up with zeros
let together: u32 = 0; // samples
let roundingBlocks: u32 = 0; // of 8 lanes; they come first
let blocks: u32 = 0; // all
let digits: usize = 0; // by digit and sample, a byte
let sums: usize = 0; // by block and sample, 8 doubles
let numbers: usize = 0; // by block and unit, 8 doubles

export function start(unitCount: u32, roomForUnits: u32, samplesTogether: u32): void {
  units = unitCount;
  room = roomForUnits;
  together = samplesTogether;
}

export function place(ofRounding: u32, ofAll: u32, digitsAt: usize, sumsAt: usize, numbersAt: usize): void {
  roundingBlocks = ofRounding;
  blocks = ofAll;
  digits = digitsAt;
  sums = sumsAt;
  numbers = numbersAt;
}

// Columns, whose numbers are `step` bytes apart.

/** The largest number; Infinity if not all are integers of at least 0, NaN if one is not finite. */
export function largest(column: usize, step: usize, count: u32): f64 {
  let most: f64 = 0;
  let areIntegers = true;
  for (let i: u32 = 0; i < count; i++, column += step) {
    const value = load<f64>(column);
    if (!(abs(value) < Infinity)) return NaN;
    if (floor(value) != value || value < 0) areIntegers = false;
    most = max(most, value);
  }
  return areIntegers ? most : Infinity;
}

/** By how much a column is larger than another at most; −1 if it is smaller anywhere, or larger by more than `most`. */
export function largestExcess(column: usize, than: usize, step: usize, count: u32, most: f64): f64 {
  let found: f64 = 0;
  for (let i: u32 = 0; i < count; i++, column += step, than += step) {
    const excess = load<f64>(column) - load<f64>(than);
    if (excess < 0 || excess > most) return -1;
    found = max(found, excess);
  }
  return found;
}

export function isAlike(column: usize, other: usize, step: usize, count: u32): bool {
  for (let i: u32 = 0; i < count; i++, column += step, other += step) {
    if (load<f64>(column) != load<f64>(other)) return false;
  }
  return true;
}

/** Adds a column, or by how much its base is larger, to a lane. */
export function addColumn(column: usize, base: usize, hasBase: bool, step: usize, factor: f64, lane: usize): void {
  for (let i: u32 = 0; i < units; i++, column += step, base += step, lane += 1 << logRow) {
    const value = load<f64>(column);
    store<f64>(lane, load<f64>(lane) + factor * (hasBase ? load<f64>(base) - value : value));
  }
}

/** Adds rows to the sums at `to`; false if not all are integers of at least 0 whose sums are exact. */
export function addRows(rows: usize, count: u32, width: u32, to: usize): bool {
  let areExact = true;
  const end = to + (width << 3);
  for (let i: u32 = 0; i < count; i++) {
    for (let sum = to; sum < end; sum += 8, rows += 8) {
      const value = load<f64>(rows);
      const added = load<f64>(sum) + value;
      store<f64>(sum, added);
      areExact = areExact && floor(value) == value && value >= 0 && added < 9007199254740992;
    }
  }
  return areExact;
}

// Chance. Four streams are in vectors; `s0` to `s3` are words of their states.

// @ts-ignore: decorator
@inline function rotated(words: v128, by: i32): v128 { return v128.or(i32x4.shl(words, by), i32x4.shr_u(words, 32 - by)); }

// @ts-ignore: decorator
@inline function scrambled(s1: v128): v128 {
  const turned = rotated(i32x4.add(i32x4.shl(s1, 2), s1), 7);
  return i32x4.add(i32x4.shl(turned, 3), turned);
}

function scrambledWord(s1: u32): u32 { return rotl<u32>(s1 * 5, 7) * 9; }

/** One step of the stream whose state is `step` bytes from word to word. Returns its draw. */
function drawWord(state: usize, step: usize): u32 {
  let s0 = load<u32>(state);
  let s1 = load<u32>(state + step);
  let s2 = load<u32>(state + 2 * step);
  let s3 = load<u32>(state + 3 * step);
  const draw = scrambledWord(s1);
  const shifted = s1 << 9;
  s2 ^= s0;
  s3 ^= s1;
  s1 ^= s2;
  s0 ^= s3;
  s2 ^= shifted;
  store<u32>(state, s0);
  store<u32>(state + step, s1);
  store<u32>(state + 2 * step, s2);
  store<u32>(state + 3 * step, rotl<u32>(s3, 11));
  return draw;
}

/** Moves the start of the next stream on: 2⁶⁴ steps, as a polynomial over bits. */
export function jump(): void {
  const state = nextState;
  let a: u32 = 0;
  let b: u32 = 0;
  let c: u32 = 0;
  let d: u32 = 0;
  for (let bit: u32 = 0; bit < 128; bit++) {
    const word: u32 = bit < 32 ? 0x8764000b : bit < 64 ? 0xf542d2d3 : bit < 96 ? 0x6fa035c3 : 0x77f2db5b;
    if (word >>> (bit & 31) & 1) {
      a ^= load<u32>(state);
      b ^= load<u32>(state, 4);
      c ^= load<u32>(state, 8);
      d ^= load<u32>(state, 12);
    }
    drawWord(state, 4);
  }
  store<u32>(state, a);
  store<u32>(state, b, 4);
  store<u32>(state, c, 8);
  store<u32>(state, d, 12);
}

/** Starts the next four streams. */
export function startStreams(): void {
  for (let stream: u32 = 0; stream < streams; stream++) {
    for (let word: u32 = 0; word < 4; word++) {
      store<u32>(states + (word << 4 | stream << 2), load<u32>(nextState + (word << 2)));
    }
    jump();
  }
}

/**
 * Draws as many units as there are, with replacement, by each stream, and counts them. Of each draw the upper and the lower half make a unit,
 * as in `tallyFromHalves`. A half that would make some units likelier than others goes to the first place, which nobody reads. A unit is
 * drawn 256 times with a chance below 1 / 256!, which is never.
 */
function drawUnits(): void {
  memory.fill(counts, 0, (<usize>room + 1) * streams);
  const bound = i32x4.splat(units);
  const threshold = i32x4.splat(0x10000 % units);
  const last = i32x4.splat(units - 1);
  const low = i32x4.splat(0xffff);
  const places = i32x4.splat(0x3fffc);
  const first = i32x4(4, 5, 6, 7);
  const two = i32x4.splat(2);
  let s0 = v128.load(states);
  let s1 = v128.load(states, 16);
  let s2 = v128.load(states, 32);
  let s3 = v128.load(states, 48);
  let drawn = i32x4.splat(0);
  while (i32x4.all_true(i32x4.lt_s(drawn, last))) {
    const draw = scrambled(s1);
    const shifted = i32x4.shl(s1, 9);
    s2 = v128.xor(s2, s0);
    s3 = v128.xor(s3, s1);
    s1 = v128.xor(s1, s2);
    s0 = v128.xor(s0, s3);
    s2 = v128.xor(s2, shifted);
    s3 = rotated(s3, 11);
    const upper = i32x4.mul(i32x4.shr_u(draw, 16), bound);
    const lower = i32x4.mul(v128.and(draw, low), bound);
    const noUpper = i32x4.lt_s(v128.and(upper, low), threshold); // −1 if it does not count
    const noLower = i32x4.lt_s(v128.and(lower, low), threshold);
    const ofUpper = v128.andnot(i32x4.add(v128.and(i32x4.shr_u(upper, 14), places), first), noUpper);
    const ofLower = v128.andnot(i32x4.add(v128.and(i32x4.shr_u(lower, 14), places), first), noLower);
    drawn = i32x4.add(i32x4.add(drawn, two), i32x4.add(noUpper, noLower));
    const a = i32x4.extract_lane(ofUpper, 0);
    store<u8>(a, load<u8>(a, counts) + 1, counts);
    const b = i32x4.extract_lane(ofUpper, 1);
    store<u8>(b, load<u8>(b, counts) + 1, counts);
    const c = i32x4.extract_lane(ofUpper, 2);
    store<u8>(c, load<u8>(c, counts) + 1, counts);
    const d = i32x4.extract_lane(ofUpper, 3);
    store<u8>(d, load<u8>(d, counts) + 1, counts);
    const e = i32x4.extract_lane(ofLower, 0);
    store<u8>(e, load<u8>(e, counts) + 1, counts);
    const f = i32x4.extract_lane(ofLower, 1);
    store<u8>(f, load<u8>(f, counts) + 1, counts);
    const g = i32x4.extract_lane(ofLower, 2);
    store<u8>(g, load<u8>(g, counts) + 1, counts);
    const h = i32x4.extract_lane(ofLower, 3);
    store<u8>(h, load<u8>(h, counts) + 1, counts);
  }
  v128.store(states, s0);
  v128.store(states, s1, 16);
  v128.store(states, s2, 32);
  v128.store(states, s3, 48);
  finishStream(0, i32x4.extract_lane(drawn, 0));
  finishStream(1, i32x4.extract_lane(drawn, 1));
  finishStream(2, i32x4.extract_lane(drawn, 2));
  finishStream(3, i32x4.extract_lane(drawn, 3));
}

/** Draws what a stream lacks that was slower than another: two units of a draw, but a single last one of upper halves alone. */
function finishStream(stream: u32, drawn: u32): void {
  while (drawn < units) {
    const draw = drawWord(states + (stream << 2), 16);
    const isLast = drawn == units - 1;
    drawn += takeHalf(stream, draw >>> 16);
    if (!isLast) drawn += takeHalf(stream, draw & 0xffff);
  }
}

function takeHalf(stream: u32, half: u32): u32 {
  const product = half * units;
  if ((product & 0xffff) < 0x10000 % units) return 0;
  const at = counts + ((product >>> 16) + 1) * streams + stream;
  store<u8>(at, load<u8>(at) + 1);
  return 1;
}

/** Draws a resample by each stream and writes their digits, from sample `g` on. */
export function resample(g: u32): void {
  drawUnits();
  const mask: u32 = 0x03030303;
  let to = digits + g;
  let from = counts + streams;
  for (let unit: u32 = 0; unit < units; unit += 4, from += 16, to += together) {
    const a = load<u32>(from);
    const b = load<u32>(from, 4);
    const c = load<u32>(from, 8);
    const d = load<u32>(from, 12);
    store<u32>(to, (a & mask) | (b & mask) << 2 | (c & mask) << 4 | (d & mask) << 6);
    if ((a | b | c | d) & ~mask) addMany(unit, g);
  }
  if (roundingBlocks) addInOrder(g);
}

/** Adds what digits do not hold of four units: a multiple of 4 of those that are in a sample more often. */
function addMany(unit: u32, g: u32): void {
  for (let cell: u32 = 0; cell < 16; cell++) {
    const times = load<u8>(counts + (unit + 1) * streams + cell) & 0xfc;
    if (times == 0) continue;
    const factor = f64x2.splat(times);
    for (let block = roundingBlocks; block < blocks; block++) {
      const from = numbers + ((block * room + unit + (cell >> 2)) << logRow);
      const to = sums + ((block * together + g + (cell & 3)) << logRow);
      v128.store(to, f64x2.add(v128.load(to), f64x2.mul(factor, v128.load(from))));
      v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(factor, v128.load(from, 16))), 16);
      v128.store(to, f64x2.add(v128.load(to, 32), f64x2.mul(factor, v128.load(from, 32))), 32);
      v128.store(to, f64x2.add(v128.load(to, 48), f64x2.mul(factor, v128.load(from, 48))), 48);
    }
  }
}

/** Adds the numbers that round, one by one, in the order of units: of a unit that is not in the sample 0, which changes nothing. */
function addInOrder(g: u32): void {
  for (let block: u32 = 0; block < roundingBlocks; block++) {
    for (let stream: u32 = 0; stream < streams; stream++) addBlockInOrder(block, stream, g + stream);
  }
}

function addBlockInOrder(block: u32, stream: u32, g: u32): void {
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  let c = f64x2.splat(0);
  let d = f64x2.splat(0);
  let from = numbers + (block * room << logRow);
  let times = counts + streams + stream;
  for (let unit: u32 = 0; unit < units; unit++, from += 1 << logRow, times += streams) {
    const factor = f64x2.splat(load<u8>(times));
    a = f64x2.add(a, f64x2.mul(factor, v128.load(from)));
    b = f64x2.add(b, f64x2.mul(factor, v128.load(from, 16)));
    c = f64x2.add(c, f64x2.mul(factor, v128.load(from, 32)));
    d = f64x2.add(d, f64x2.mul(factor, v128.load(from, 48)));
  }
  const to = sums + ((block * together + g) << logRow);
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, d, 48);
}

/** Draws what the next streams draw, `steps` samples each, from sample `g` on. */
export function drawGroup(g: u32, steps: u32, repeats: bool): void {
  startStreams();
  for (const end = g + steps * streams; g < end; g += streams) {
    if (repeats) resample(g);
    else exchange(g);
  }
}

/** Draws by each stream which units are exchanged, a bit for each, and writes their digits, from sample `g` on. */
export function exchange(g: u32): void {
  let s0 = v128.load(states);
  let s1 = v128.load(states, 16);
  let s2 = v128.load(states, 32);
  let s3 = v128.load(states, 48);
  const one = i32x4.splat(1);
  let to = digits + g;
  for (let unit: u32 = 0; unit < units; unit += 32, to += 4 * together) {
    const draw = scrambled(s1);
    const shifted = i32x4.shl(s1, 9);
    s2 = v128.xor(s2, s0);
    s3 = v128.xor(s3, s1);
    s1 = v128.xor(s1, s2);
    s0 = v128.xor(s0, s3);
    s2 = v128.xor(s2, shifted);
    s3 = rotated(s3, 11);
    const ofDigits = i8x16.shuffle(draw, draw, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    v128.store_lane<u32>(to, ofDigits, 0);
    v128.store_lane<u32>(to + together, ofDigits, 1);
    v128.store_lane<u32>(to + 2 * together, ofDigits, 2);
    v128.store_lane<u32>(to + 3 * together, ofDigits, 3);
    if (roundingBlocks) {
      let word = draw;
      for (let place = counts + (unit + 1) * streams, end = place + 32 * streams; place < end; place += streams) {
        const bits = v128.and(word, one);
        const few = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(bits, bits), i16x8.narrow_i32x4_u(bits, bits));
        v128.store_lane<u32>(place, few, 0);
        word = i32x4.shr_u(word, 1);
      }
    }
  }
  v128.store(states, s0);
  v128.store(states, s1, 16);
  v128.store(states, s2, 32);
  v128.store(states, s3, 48);
  if (roundingBlocks) addInOrder(g);
}

/**
 * Writes the sums of a block for all values of a digit, each of whose units is in a sample up to `values` − 1 times. Some are of more units
 * than a sample has and may exceed 2⁵³; no sample looks them up.
 */
function fillTable(table: usize, from: usize, values: u32): void {
  const zero = f64x2.splat(0);
  v128.store(table, zero);
  v128.store(table, zero, 16);
  v128.store(table, zero, 32);
  v128.store(table, zero, 48);
  for (let filled: usize = 1 << logRow; filled < 256 << logRow; filled *= values, from += 1 << logRow) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const d = v128.load(from, 48);
    const end = table + filled * values;
    for (let less = table, to = table + filled; to < end; less += 1 << logRow, to += 1 << logRow) {
      v128.store(to, f64x2.add(v128.load(less), a));
      v128.store(to, f64x2.add(v128.load(less, 16), b), 16);
      v128.store(to, f64x2.add(v128.load(less, 32), c), 32);
      v128.store(to, f64x2.add(v128.load(less, 48), d), 48);
    }
  }
}

/** Adds to the sums of `count` samples what two digits say of a block. Each has the next `unitsOfDigit` units. */
export function addDigits(block: u32, digit: u32, unitsOfDigit: u32, count: u32): void {
  const values: u32 = unitsOfDigit == 8 ? 2 : 4;
  const from = numbers + ((block * room + digit * unitsOfDigit) << logRow);
  const other = tables + (256 << logRow);
  fillTable(tables, from, values);
  fillTable(other, from + (unitsOfDigit << logRow), values);
  let to = sums + (block * together << logRow);
  let at = digits + digit * together;
  const step = together;
  for (const end = at + count; at < end; at++, to += 1 << logRow) {
    const p = tables + (<usize>load<u8>(at) << logRow);
    const q = other + (<usize>load<u8>(at + step) << logRow);
    v128.store(to, f64x2.add(v128.load(to), f64x2.add(v128.load(p), v128.load(q))));
    v128.store(to, f64x2.add(v128.load(to, 16), f64x2.add(v128.load(p, 16), v128.load(q, 16))), 16);
    v128.store(to, f64x2.add(v128.load(to, 32), f64x2.add(v128.load(p, 32), v128.load(q, 32))), 32);
    v128.store(to, f64x2.add(v128.load(to, 48), f64x2.add(v128.load(p, 48), v128.load(q, 48))), 48);
  }
}

/** Adds to the sums of `count` samples what all digits say, two by two, of the blocks that do not round. */
export function addAllDigits(digitCount: u32, unitsOfDigit: u32, count: u32): void {
  for (let block = roundingBlocks; block < blocks; block++) {
    for (let digit: u32 = 0; digit < digitCount; digit += 2) addDigits(block, digit, unitsOfDigit, count);
  }
}

// What tells the sums of lanes apart: see `Unpacking`.
let lanes: u32 = 0;
let starts: usize = 0; // the first part of each lane, then the end
let places: usize = 0; // by part
let factors: usize = 0;
let belowBase: usize = 0; // pairs of places: of sums that are what is missing to their base …
let copies: usize = 0; // … and of sums that all systems share
let copiesEnd: usize = 0;
let out: usize = 0;

export function placeUnpacking(
  laneCount: u32, startsAt: usize, placesAt: usize, factorsAt: usize,
  belowBaseAt: usize, copiesAt: usize, end: usize, outAt: usize,
): void {
  lanes = laneCount;
  starts = startsAt;
  places = placesAt;
  factors = factorsAt;
  belowBase = belowBaseAt;
  copies = copiesAt;
  copiesEnd = end;
  out = outAt;
}

/** Writes the sums of columns of sample `g`. */
export function unpack(g: u32): void {
  for (let lane: u32 = 0; lane < lanes; lane++) {
    let part = load<u32>(starts + (lane << 2));
    const end = load<u32>(starts + (lane << 2), 4);
    if (part == end) continue; // a lane that fills up a block
    let rest = load<f64>(sums + (((lane >> 3) * together + g) << logRow) + ((lane & 7) << 3));
    for (; part < end - 1; part++) {
      const factor = load<f64>(factors + (part << 3));
      let sum = floor(rest / factor);
      if (sum * factor > rest) sum -= 1; // the quotient was rounded up
      rest -= sum * factor;
      store<f64>(out + (load<u32>(places + (part << 2)) << 3), sum);
    }
    store<f64>(out + (load<u32>(places + (part << 2)) << 3), rest);
  }
  for (let pair = belowBase; pair < copies; pair += 8) {
    const to = out + (load<u32>(pair) << 3);
    store<f64>(to, load<f64>(out + (load<u32>(pair, 4) << 3)) - load<f64>(to));
  }
  for (let pair = copies; pair < copiesEnd; pair += 8) {
    store<f64>(out + (load<u32>(pair, 4) << 3), load<f64>(out + (load<u32>(pair) << 3)));
  }
}
