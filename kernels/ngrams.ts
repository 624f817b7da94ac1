/**
 * Clipped n-gram matches of many segments at once, from UTF-8: cuts texts into words or characters, numbers those of the references, and
 * counts the n-grams that each hypothesis shares with them. Compiled by AssemblyScript; `src/text/kernel/ngramKernel.ts` calls it, and
 * `NgramMatcher` counts the same in TypeScript, which is the oracle in its test.
 *
 * The caller puts columns of lines into memory, each text followed by LF, and at `columns` where each of them begins: the references,
 * then the systems. Nothing is allocated. A segment that takes too long or too much memory is marked as hard and left to the caller.
 *
 * A token of a hypothesis is looked up among those of the references, which leads to a chain of the positions where it stands there. The
 * run of a position is the number of equal tokens that end there on both sides: one more than that of the position before it. So a
 * position has an n-gram of every length up to its run, and each occurrence takes one position for each length while any is left, which
 * is the clipping. Words have chains of their own; characters repeat too often for that and have chains of pairs.
 */

// What texts are cut into.
const words13a: u32 = 0;
const wordsAtSpaces: u32 = 1;
const wordsOfChrf: u32 = 2;
const wordsByTable: u32 = 3;
const wordsByTableStripped: u32 = 4; // without white space at the start of a line, whose start is then an edge
const characters: u32 = 5;
const charactersAndSpaces: u32 = 6;

// The memory: tables of fixed size, then what the caller puts there.
const classes: usize = 0x10000; // by byte: how it ends a word
const nibbles: usize = 0x10100; // two tables for `bytesOfNote`
const spread: usize = 0x10200; // by lengths as bits: eight counters of 16 bits
const counts: usize = 0x11400; // by character of the reference: how many it has …
const countsLeft: usize = 0x11c00; // … and how many are not taken yet
const columns: usize = 0x12000; // by column: where its next line begins …
const nextLines: usize = 0x16000; // … and where the one after it does
const slots: usize = 0x20000; // words of the references: segment, bytes, first 8 bytes, last 8 bytes, where, last position
const positions: usize = 0xa0000; // tokens of the references: next position of the chain, lengths left, run, reference
const fewHeads: usize = 0xc8000; // by two of 64 characters: the last position where the pair ends
const manyHeads: usize = 0xd0000; // by two of 256
const scratch: usize = 0x120000; // lines with entities decoded
const scratchEnd: usize = 0x320000;
const table: usize = scratch; // for words by a table, which need no decoding: by code point up to 0xffff, its class
export const tableAt: u32 = <u32>table;
const tokens: usize = 0x320000; // words of a line: where, bytes
const numbers: usize = 0x320000; // by code point, where there are no words: base and number
export const dataOfWords: u32 = 0x3a0000; // what the caller puts there begins after the tables that are used
export const dataOfCharacters: u32 = 0x770000;
export const columnsAt: u32 = <u32>columns;
export const mostColumns: u32 = 4096;
export const mostOrder: u32 = 8;
/** In place of a length: this segment, or this system of it, is left to the caller. */
const isHard: u32 = 0xffffffff;

const mostTokens: u32 = 8192; // of all references of a segment
const tokensEnd: usize = 0x3a0000 - 64;
const fewestSlots: u32 = 256;
const mostSlots: u32 = 16384;
const stepsPerToken: i32 = 48; // along chains; more than that is the work of repetitive texts
const mostSteps: u32 = 1 << 27;

// How a byte ends a word.
const space: u32 = 1;
const alone: u32 = 2;
const mark: u32 = 3;
const dash: u32 = 4;
const perhapsSpace: u32 = 5; // first byte of white space beyond ASCII, among other characters

// Classes of the table; see CharClass in characters.ts.
const tableDigit: u32 = 1;
const tableSpace: u32 = 2;
const tableAlone: u32 = 3;
const tableMark: u32 = 4;
const beyondTable: u32 = 7; // of 4 bytes

// How reading a line went.
const fine: u32 = 0;
const needsRewriting: u32 = 1;
const needsMoreSlots: u32 = 2;
const needsMoreNumbers: u32 = 3;
const tooHard: u32 = 4;

let kind: u32 = 0;
let order: u32 = 4;
let allLengths: u32 = 15;
let several: bool = false; // references
let reference: u32 = 0; // the current one
let segment: u32 = 0; // stamp of the words of these references
let slotMask: u32 = fewestSlots - 1;
let distinct: u32 = 0; // words of these references
let position: u32 = 0; // of the references so far, with a gap before each
let step: u32 = 16; // counts the tokens of all hypotheses, with gaps between them
let length: u32 = 0; // of the line, in tokens
let lineEnd: usize = 0; // its LF
let scratchAt: usize = scratch;
let numberBase: u32 = 1;
let known: u32 = 0; // characters of this reference
let chainBase: u32 = 0; // heads up to it belong to earlier references
let fewerNumbers: bool = true;
// Matches of the hypothesis: lengths 1 to 4 and 5 to 8, in 16 bits each.
let shortMatches: u64 = 0;
let longMatches: u64 = 0;

export function start(kindOfTokens: u32, longest: u32): void {
  kind = kindOfTokens;
  order = longest;
  allLengths = (1 << longest) - 1;
  for (let byte: u32 = 0; byte < 256; byte++) store<u8>(classes + byte, kind == words13a ? class13a(byte) : classOfSpace(byte));
  // By the high half of a byte a bit, by the low half the bits of the high halves with which it is of note.
  for (let high: u32 = 0; high < 16; high++) store<u8>(nibbles + 16 + high, bitOfHigh(high));
  for (let low: u32 = 0; low < 16; low++) {
    let bits: u32 = 0;
    for (let high: u32 = 0; high < 16; high++) {
      if (load<u8>(classes + (high << 4 | low)) != 0) bits |= bitOfHigh(high);
    }
    store<u8>(nibbles + low, bits);
  }
  for (let lengths: u32 = 0; lengths < 256; lengths++) {
    let short: u64 = 0;
    let long: u64 = 0;
    for (let n: u32 = 0; n < 4; n++) {
      if (lengths >> n & 1) short |= (<u64>1) << (16 * n);
      if (lengths >> (n + 4) & 1) long |= (<u64>1) << (16 * n);
    }
    store<u64>(spread + (lengths << 4), short);
    store<u64>(spread + (lengths << 4), long, 8);
  }
}

/** High halves that share a bit take over each other's low halves, so that a few bytes more are looked at; 8 to b are never of note. */
function bitOfHigh(high: u32): u32 {
  if (high < 8) return high == 5 ? 1 << 3 : high == 6 ? 1 << 4 : high == 7 ? 1 << 5 : 1 << high;
  return high == 12 ? 1 << 6 : high == 14 ? 1 << 7 : 0;
}

function classOfSpace(byte: u32): u32 {
  if (byte == 32 || (byte >= 9 && byte <= 13) || (byte >= 28 && byte <= 31)) return space;
  return byte == 0xc2 || (byte >= 0xe1 && byte <= 0xe3) ? perhapsSpace : 0;
}

function class13a(byte: u32): u32 {
  if (byte == 0x2c || byte == 0x2e) return mark;
  if (byte == 0x2d) return dash;
  if (byte != 0x27 && isPunctuation(byte)) return alone;
  return classOfSpace(byte);
}

// @ts-ignore: decorator
@inline function isPunctuation(byte: u32): bool {
  return (byte >= 0x21 && byte <= 0x2f) || (byte >= 0x3a && byte <= 0x40) || (byte >= 0x5b && byte <= 0x60) || (byte >= 0x7b && byte <= 0x7e);
}

// @ts-ignore: decorator
@inline function isDigit(at: usize): bool { return <u32>load<u8>(at) - 48 < 10; }

// @ts-ignore: decorator
@inline function isMark(at: usize): bool { const byte = load<u8>(at); return byte == 0x2c || byte == 0x2e; }

/** Bytes of the white space beyond ASCII at `at`, 0 if there is none. */
function widthOfSpace(at: usize): u32 {
  const first = load<u8>(at);
  const second = load<u8>(at, 1);
  if (first == 0xc2) return second == 0x85 || second == 0xa0 ? 2 : 0;
  const third = load<u8>(at, 2);
  if (first == 0xe1) return second == 0x9a && third == 0x80 ? 3 : 0;
  if (first == 0xe3) return second == 0x80 && third == 0x80 ? 3 : 0;
  if (second == 0x80) return third <= 0x8a || third == 0xa8 || third == 0xa9 || third == 0xaf ? 3 : 0;
  return second == 0x81 && third == 0x9f ? 3 : 0;
}

/** Which of the next 64 bytes may end a word, as bits; each that does is among them. */
// @ts-ignore: decorator
@inline function bytesOfNote(at: usize, lows: v128, highs: v128): u64 {
  return of16(at, lows, highs) | of16(at + 16, lows, highs) << 16 | of16(at + 32, lows, highs) << 32 | of16(at + 48, lows, highs) << 48;
}

// @ts-ignore: decorator
@inline function of16(at: usize, lows: v128, highs: v128): u64 {
  const bytes = v128.load(at);
  const found = v128.and(i8x16.swizzle(lows, v128.and(bytes, i8x16.splat(15))), i8x16.swizzle(highs, i8x16.shr_u(bytes, 4)));
  return <u64>i8x16.bitmask(i8x16.ne(found, i8x16.splat(0)));
}

function findLineEnd(from: usize): usize {
  let at = from;
  while (true) {
    const found = <u32>i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(10)));
    if (found) return at + <usize>ctz(found);
    at += 16;
  }
}

/** Writes where lines end in [from … to): the distances of their LFs from `from`. Returns how many there are. */
export function lineEnds(from: usize, to: usize, out: usize): u32 {
  let count: u32 = 0;
  let returns = i8x16.splat(0);
  for (let at = from; at < to; at += 16) {
    const bytes = v128.load(at);
    returns = v128.or(returns, i8x16.eq(bytes, i8x16.splat(13)));
    let found = <u32>i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(10)));
    if (at + 16 > to) found &= (1 << <u32>(to - at)) - 1;
    for (; found; found &= found - 1) store<u32>(out + (<usize>(count++) << 2), <u32>(at - from) + <u32>ctz(found));
  }
  mayHaveReturns = v128.any_true(returns);
  return count;
}
/** Whether there may be a CR in the lines that were last read so. */
export let mayHaveReturns: bool = false;

function sameMiddle(one: usize, other: usize, bytes: u32): bool {
  for (let i: u32 = 8; i + 8 < bytes; i++) if (load<u8>(one + i) != load<u8>(other + i)) return false;
  return true;
}

/** The first 8 bytes of a word, or all of a shorter one. */
// @ts-ignore: decorator
@inline function firstOf(at: usize, bytes: u32): u64 {
  return load<u64>(at) & (~(<u64>0) >>> <u64>(64 - (min<u32>(bytes, 8) << 3)));
}

// @ts-ignore: decorator
@inline function lastOf(at: usize, bytes: u32): u64 { return select<u64>(load<u64>(at + bytes - 8), 0, bytes >= 8); }

/** Where a word is in the table, or would be: there the slot has another segment. */
// @ts-ignore: decorator
@inline function slotOf(at: usize, bytes: u32, first: u64, last: u64, mask: u32, stamp: u32): usize {
  let hash = first ^ rotl<u64>(last, 29) ^ <u64>bytes;
  if (bytes > 16) hash ^= rotl<u64>(load<u64>(at + (bytes >> 1) - 4), 13);
  let index = <u32>((hash * 0x9e3779b97f4a7c15) >>> 40) & mask;
  while (true) {
    const slot = slots + (index << 5);
    if (load<u32>(slot) != stamp) return slot;
    if (
      ((load<u64>(slot, 8) ^ first) | (load<u64>(slot, 16) ^ last) | <u64>(load<u32>(slot, 4) ^ bytes)) == 0 &&
      (bytes <= 16 || sameMiddle(load<u32>(slot, 24), at, bytes))
    ) return slot;
    index = (index + 1) & mask;
  }
}

/** Enters the words up to `end` as those of the next reference. */
function enterReference(end: usize): u32 {
  const stamp = segment;
  const mask = slotMask;
  let here = positions + (<usize>position << 4);
  for (let token = tokens; token < end; token += 8) {
    const at = <usize>load<u32>(token);
    const bytes = load<u32>(token, 4);
    const first = firstOf(at, bytes);
    const last = lastOf(at, bytes);
    const slot = slotOf(at, bytes, first, last, mask, stamp);
    here += 16;
    if (load<u32>(slot) == stamp) store<u32>(here, load<u32>(slot, 28));
    else {
      store<u32>(slot, stamp);
      store<u32>(slot, bytes, 4);
      store<u64>(slot, first, 8);
      store<u64>(slot, last, 16);
      store<u32>(slot, <u32>at, 24);
      store<u32>(here, 0);
      if (++distinct << 1 > mask) return needsMoreSlots;
    }
    store<u32>(here, allLengths, 4);
    store<u32>(here, reference, 12);
    store<u32>(slot, <u32>here, 28);
  }
  position = <u32>(here - positions) >>> 4;
  return fine;
}

/** Counts the matches of the words up to `end` as those of a hypothesis. */
function matchHypothesis(end: usize): u32 {
  const stamp = segment;
  const mask = slotMask;
  const longest = order;
  const isOfSeveral = several;
  let left = stepsPerToken * (<i32>position + 64);
  let now = step;
  let short: u64 = 0;
  let long: u64 = 0;
  for (let token = tokens; token < end; token += 8) {
    const at = <usize>load<u32>(token);
    const bytes = load<u32>(token, 4);
    now++;
    const slot = slotOf(at, bytes, firstOf(at, bytes), lastOf(at, bytes), mask, stamp);
    if (load<u32>(slot) != stamp) continue;
    let taken: u32 = 0; // lengths that have found a position in any reference
    let takenHere: u32 = 0; // … in the current one
    let current: u32 = isHard;
    let here = <usize>load<u32>(slot, 28);
    do {
      if (isOfSeveral) {
        const its = load<u32>(here, 12);
        if (its != current) { current = its; takenHere = 0; }
      }
      const before = load<u32>(here - 16, 8);
      const run = min<u32>(select<u32>((before & 15) + 1, 1, before >>> 4 == now - 1), longest);
      store<u32>(here, now << 4 | run, 8);
      const open = load<u32>(here, 4);
      const lengths = ((1 << run) - 1) & open & ~takenHere;
      takenHere |= lengths;
      taken |= lengths;
      store<u32>(here, open ^ lengths, 4);
      left--;
      here = load<u32>(here);
    } while (here);
    if (left < 0) {
      step = now;
      return tooHard;
    }
    short += load<u64>(spread + (taken << 4));
    long += load<u64>(spread + (taken << 4), 8);
  }
  step = now;
  shortMatches = short;
  longMatches = long;
  return fine;
}

/** Adds a word to the tokens of the line; returns where the next one goes. */
// @ts-ignore: decorator
@inline function add(token: usize, at: usize, end: usize): usize {
  store<u32>(token, <u32>at);
  store<u32>(token, <u32>(end - at), 4);
  return token + 8;
}

/** Whether an entity or `<skipped>` may begin at `at`. */
function mayChange(at: usize): bool {
  const second = load<u8>(at, 1);
  if (load<u8>(at) == 0x3c) return second == 0x73;
  return second == 0x71 || second == 0x61 || second == 0x6c || second == 0x67;
}

/** Cuts a line as 13a does. Returns where its tokens end, or how it failed. */
function cut13a(from: usize, isRaw: bool): usize {
  const lows = v128.load(nibbles);
  const highs = v128.load(nibbles, 16);
  let token = tokens;
  let wordStart = from;
  let handled = from; // up to here
  let base = from;
  let found = bytesOfNote(base, lows, highs);
  while (true) {
    while (found == 0) {
      base += 64;
      found = bytesOfNote(base, lows, highs);
    }
    const at = base + <usize>ctz(found);
    found &= found - 1;
    if (at < handled) continue;
    const byte = load<u8>(at);
    const how: u32 = load<u8>(classes + byte);
    let to = at + 1; // characters up to here end the word, and are words of their own unless they are white space
    if (how == space) {
      if (at > wordStart) token = add(token, wordStart, at);
      if (byte == 10) {
        lineEnd = at;
        return token;
      }
    } else if (how == perhapsSpace) {
      to = at + widthOfSpace(at);
      if (to == at) continue;
      if (at > wordStart) token = add(token, wordStart, at);
    } else {
      if (how == mark) {
        const afterDigit = at > from && isDigit(at - 1);
        let next = at;
        while (isMark(next)) next++;
        handled = next;
        // Marks are split off in pairs with their neighbours; see `fateOf` in cut.ts.
        const isLeftOver = (<u32>(next - at) & 1) == <u32>afterDigit;
        to = isLeftOver && isDigit(next) ? next - 1 : next;
        if (to == at) continue;
      } else if (how == alone) {
        if (isRaw && (byte == 0x26 || byte == 0x3c) && mayChange(at)) return needsRewriting;
      } else if (how != dash || at == from || !isDigit(at - 1)) continue;
      if (at > wordStart) token = add(token, wordStart, at);
      for (let each = at; each < to && token < tokensEnd; each++) token = add(token, each, each + 1);
    }
    if (token >= tokensEnd) return tooHard;
    wordStart = to;
  }
}

/** Cuts a line at white space; chrF separates one mark from the end of a word or, if there is none, from its start. */
// @ts-ignore: decorator
@inline function cutWords(from: usize, ofChrf: bool): usize {
  const lows = v128.load(nibbles);
  const highs = v128.load(nibbles, 16);
  let token = tokens;
  let wordStart = from;
  let base = from;
  let found = bytesOfNote(base, lows, highs);
  while (true) {
    while (found == 0) {
      base += 64;
      found = bytesOfNote(base, lows, highs);
    }
    const at = base + <usize>ctz(found);
    found &= found - 1;
    const byte = load<u8>(at);
    const how: u32 = load<u8>(classes + byte);
    if (how == 0) continue;
    const width = how == space ? 1 : widthOfSpace(at);
    if (width == 0) continue;
    if (at > wordStart) {
      let middle = at;
      if (ofChrf && at > wordStart + 1) {
        if (isPunctuation(load<u8>(at - 1))) middle = at - 1;
        else if (isPunctuation(load<u8>(wordStart))) middle = wordStart + 1;
      }
      token = add(token, wordStart, middle);
      if (middle < at) token = add(token, middle, at);
      if (token >= tokensEnd) return tooHard;
    }
    wordStart = at + width;
    if (byte == 10) {
      lineEnd = at;
      return token;
    }
  }
}

function cutAtSpaces(from: usize): usize { return cutWords(from, false); }
function cutOfChrf(from: usize): usize { return cutWords(from, true); }

/** Bytes of the character at `at`. */
// @ts-ignore: decorator
@inline function widthOf(at: usize): u32 {
  const byte = load<u8>(at);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

// @ts-ignore: decorator
@inline function classAt(at: usize): u32 {
  const byte: u32 = load<u8>(at);
  if (byte < 0x80) return load<u8>(table + byte);
  if (byte < 0xe0) return load<u8>(table + ((byte & 31) << 6 | (load<u8>(at, 1) & 63)));
  if (byte < 0xf0) return load<u8>(table + ((byte & 15) << 12 | <u32>(load<u8>(at, 1) & 63) << 6 | (load<u8>(at, 2) & 63)));
  return beyondTable;
}

/** Cuts a line by the classes of its characters, as `cutMarks` in cut.ts does; its ends behave like digits. */
function cutByTable(begin: usize): usize {
  lineEnd = findLineEnd(begin);
  let from = begin;
  let end = lineEnd;
  while (end > from) {
    let last = end - 1;
    while ((load<u8>(last) & 0xc0) == 0x80) last--;
    if (classAt(last) != tableSpace) break;
    end = last;
  }
  if (kind == wordsByTableStripped) while (from < end && classAt(from) == tableSpace) from += widthOf(from);
  let token = tokens;
  let wordStart = from;
  let before: u32 = tableDigit;
  let at = from;
  while (at < end) {
    const how = classAt(at);
    let to = at + widthOf(at); // characters up to here end the word, and are words of their own unless they are white space
    if (how <= tableDigit) {
      at = to;
      before = how;
      continue;
    }
    if (how == beyondTable) return tooHard;
    let next = to;
    if (how == tableMark) {
      // Marks are split off in pairs with their neighbours; see `fateOf` in cut.ts.
      let last = at;
      let count: u32 = 1;
      let after: u32 = tableMark;
      while (true) {
        after = next < end ? classAt(next) : tableDigit;
        if (after != tableMark) break;
        last = next;
        next += widthOf(next);
        count++;
      }
      if (after == beyondTable) return tooHard;
      const isLeftOver = (count & 1) == <u32>(before == tableDigit);
      to = isLeftOver && after == tableDigit ? last : next;
    } else if (how > tableMark && (before != tableDigit || at == from)) to = at; // a dash
    before = how;
    if (to > at) {
      if (at > wordStart) token = add(token, wordStart, at);
      if (how != tableSpace) {
        for (let each = at; each < to && token < tokensEnd;) {
          const width = widthOf(each);
          token = add(token, each, each + width);
          each += width;
        }
      }
      if (token >= tokensEnd) return tooHard;
      wordStart = to;
    }
    at = next;
  }
  if (at > wordStart) token = add(token, wordStart, at);
  return token;
}

/** Cuts a line into words. Returns where the tokens end, or how it failed. */
function cut(from: usize, isRaw: bool): usize {
  const end = kind == words13a ? cut13a(from, isRaw) : kind == wordsAtSpaces ? cutAtSpaces(from) : kind == wordsOfChrf ? cutOfChrf(from) : cutByTable(from);
  length = <u32>(end - tokens) >>> 3;
  return end;
}

// @ts-ignore: decorator
@inline function isSpaceBeyondAscii(code: u32): bool {
  if (code < 0x1680) return code == 0x85 || code == 0xa0;
  return code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

/** Reads a line as characters; there are 1 << `bits` numbers for those of the reference. */
// @ts-ignore: decorator
@inline function readCharacters(from: usize, ofReference: bool, bits: u32, heads: usize): u32 {
  const keepsSpaces = kind == charactersAndSpaces;
  let at = from;
  let count: u32 = 0;
  let previous: i32 = -1;
  let now = step;
  let short: u64 = 0;
  let long: u64 = 0;
  let left = stepsPerToken * (<i32>position + 64);
  while (true) {
    let code: u32 = load<u8>(at++);
    if (code < 0x80) {
      if (code <= 32 && classOfSpace(code)) {
        if (code == 10) break;
        if (!keepsSpaces) continue;
      }
    } else {
      if (code < 0xe0) {
        code = (code & 31) << 6 | (load<u8>(at) & 63);
        at++;
      } else if (code < 0xf0) {
        code = (code & 15) << 12 | <u32>(load<u8>(at) & 63) << 6 | (load<u8>(at, 1) & 63);
        at += 2;
      } else {
        code = (code & 7) << 18 | <u32>(load<u8>(at) & 63) << 12 | <u32>(load<u8>(at, 1) & 63) << 6 | (load<u8>(at, 2) & 63);
        at += 3;
      }
      if (!keepsSpaces && isSpaceBeyondAscii(code)) continue;
    }
    count++;
    const entry = numbers + (<usize>code << 2);
    let number = load<u32>(entry) - numberBase; // below `known` if it is known
    if (ofReference) {
      if (number >= known) {
        number = known++;
        if (number >= 1 << bits) return bits == 8 ? tooHard : needsMoreNumbers;
        store<u32>(entry, numberBase + number);
        store<u32>(counts + (number << 2), 0);
      }
      store<u32>(counts + (number << 2), load<u32>(counts + (number << 2)) + 1);
      if (count > mostTokens - 4) return tooHard;
      const here = positions + (<usize>count << 4);
      store<u32>(here, 0);
      store<u32>(here, allLengths, 4);
      if (previous >= 0) {
        const head = heads + ((<u32>previous << bits | number) << 2);
        store<i32>(here, load<i32>(head) - <i32>chainBase); // above 0 if it is of this reference
        store<u32>(head, chainBase + count);
      }
      previous = <i32>number;
    } else {
      now++;
      if (number >= known) {
        previous = -1;
        continue;
      }
      let taken: u32 = 0;
      const own = countsLeft + (number << 2);
      const more = load<u32>(own);
      if (more) {
        store<u32>(own, more - 1);
        taken = 1;
      }
      if (previous >= 0) {
        let q = load<i32>(heads + ((<u32>previous << bits | number) << 2)) - <i32>chainBase;
        while (q > 0) {
          const here = positions + (<usize>q << 4);
          const before = load<u32>(here - 16, 8);
          let run: u32 = before >>> 4 == now - 1 ? (before & 15) + 1 : 2;
          if (run > order) run = order;
          store<u32>(here, now << 4 | run, 8);
          const open = load<u32>(here, 4);
          const lengths = ((1 << run) - 2) & open & ~taken;
          taken |= lengths;
          store<u32>(here, open ^ lengths, 4);
          left--;
          q = load<i32>(here);
        }
        if (left < 0) {
          step = now;
          return tooHard;
        }
      }
      short += load<u64>(spread + (taken << 4));
      long += load<u64>(spread + (taken << 4), 8);
      previous = <i32>number;
    }
  }
  lineEnd = at - 1;
  length = count;
  if (ofReference) position = count;
  else {
    step = now;
    shortMatches = short;
    longMatches = long;
  }
  return fine;
}

function referenceFew(at: usize): u32 { return readCharacters(at, true, 6, fewHeads); }
function hypothesisFew(at: usize): u32 { return readCharacters(at, false, 6, fewHeads); }
function referenceMany(at: usize): u32 { return readCharacters(at, true, 8, manyHeads); }
function hypothesisMany(at: usize): u32 { return readCharacters(at, false, 8, manyHeads); }

function readReference(at: usize, isRaw: bool): u32 {
  position++; // a gap, so that no run crosses from one reference to the next
  if (kind >= characters) return fewerNumbers ? referenceFew(at) : referenceMany(at);
  const end = cut(at, isRaw);
  if (end < tokens) return <u32>end;
  return position + length > mostTokens - 4 ? tooHard : enterReference(end);
}

function readHypothesis(at: usize, isRaw: bool): u32 {
  step += 2; // a gap
  if (kind >= characters) {
    memory.copy(countsLeft, counts, known << 2);
    return fewerNumbers ? hypothesisFew(at) : hypothesisMany(at);
  }
  const end = cut(at, isRaw);
  return end < tokens ? <u32>end : matchHypothesis(end);
}

/** Forgets the references so far. */
function begin(): void {
  segment++;
  distinct = 0;
  numberBase += known;
  known = 0;
  chainBase += mostTokens;
  position = 0;
  scratchAt = scratch;
  if (chainBase > 1 << 30) {
    chainBase = 0;
    memory.fill(fewHeads, 0, 64 * 64 * 4);
    memory.fill(manyHeads, 0, 256 * 256 * 4);
  }
}

/** Gives the positions of the references back, for the next hypothesis. */
function giveBack(): void {
  for (let here = positions + 16; here <= positions + (<usize>position << 4); here += 16) store<u32>(here, allLengths, 4);
}

function replaceAll(at: usize, bytes: u32, entity: u64, width: u32, by: u8): u32 {
  const whole = ((<u64>1) << (width << 3)) - 1;
  let to: u32 = 0;
  for (let from: u32 = 0; from < bytes;) {
    if (from + width <= bytes && (load<u64>(at + from) & whole) == entity) {
      store<u8>(at + to++, by);
      from += width;
    } else store<u8>(at + to++, load<u8>(at + from++));
  }
  return to;
}

/** A copy of a line with `<skipped>` removed and four entities decoded, in the order of 13a; 0 if it is too long. */
function rewritten(from: usize, end: usize): usize {
  const copy = scratchAt;
  if (copy + (end - from) + 64 > scratchEnd) return 0;
  let bytes: u32 = 0;
  for (let at = from; at < end;) {
    if (at + 9 <= end && load<u64>(at) == 0x64657070696b733c && load<u8>(at, 8) == 0x3e) at += 9;
    else store<u8>(copy + bytes++, load<u8>(at++));
  }
  bytes = replaceAll(copy, bytes, 0x3b746f757126, 6, 0x22); // &quot;
  bytes = replaceAll(copy, bytes, 0x3b706d6126, 5, 0x26); // &amp;
  bytes = replaceAll(copy, bytes, 0x3b746c26, 4, 0x3c); // &lt;
  bytes = replaceAll(copy, bytes, 0x3b746726, 4, 0x3e); // &gt;
  store<u8>(copy + bytes, 10);
  scratchAt = copy + bytes + 1;
  return copy;
}

/** The line of a column to read; its end is kept, so that the column can move on. */
function lineOf(column: u32, isRaw: bool): usize {
  const from = <usize>load<u32>(columns + (column << 2));
  if (isRaw) return from;
  const end = findLineEnd(from);
  store<u32>(nextLines + (column << 2), <u32>end + 1);
  return rewritten(from, end);
}

/** Counts one segment; the numbers it writes are described at `count`. */
function countSegment(references: u32, systems: u32, isApart: bool, isRaw: bool, out: usize): u32 {
  const groups: u32 = isApart ? references : 1;
  const inGroup: u32 = isApart ? 1 : references;
  let to = out + (references << 2);
  for (let group: u32 = 0; group < groups; group++) {
    begin();
    for (let r: u32 = 0; r < inGroup; r++) {
      reference = group + r;
      const line = lineOf(reference, isRaw);
      if (line == 0) return tooHard;
      const trouble = readReference(line, isRaw);
      if (trouble) return trouble;
      if (isRaw) store<u32>(nextLines + (reference << 2), <u32>lineEnd + 1);
      store<u32>(out + (reference << 2), length);
    }
    for (let s: u32 = 0; s < systems; s++) {
      if (s > 0) giveBack();
      const column = references + s;
      const line = lineOf(column, isRaw);
      const trouble = line == 0 ? tooHard : readHypothesis(line, isRaw);
      if (trouble == needsRewriting) return trouble;
      if (trouble) {
        store<u32>(nextLines + (column << 2), <u32>findLineEnd(load<u32>(columns + (column << 2))) + 1);
        store<u32>(to, isHard);
      } else {
        if (isRaw) store<u32>(nextLines + (column << 2), <u32>lineEnd + 1);
        store<u32>(to, length);
      }
      for (let n: u32 = 0; n < order; n++) {
        const matches = n < 4 ? shortMatches >>> <u64>(n << 4) : longMatches >>> <u64>((n - 4) << 4);
        store<u32>(to + ((n + 1) << 2), <u32>(matches & 0xffff));
      }
      to += (order + 1) << 2;
    }
  }
  return fine;
}

/**
 * Counts `size` segments of all columns. Writes for each the lengths of the references, in tokens; then for each system its length and
 * the matches of each order, with all references together or, if `isApart`, first with one, then with the next.
 */
export function count(size: u32, references: u32, systems: u32, isApart: bool, out: usize): void {
  const all = references + systems;
  const width = (references + (isApart ? references : 1) * systems * (order + 1)) << 2;
  several = !isApart && references > 1;
  if (step > mostSteps) {
    step = 16;
    memory.fill(positions, 0, (mostTokens + 2) << 4);
  }
  if (segment > 0xf0000000) {
    segment = 0;
    memory.fill(slots, 0, mostSlots << 5);
  }
  if (numberBase > 0xf0000000) {
    numberBase = 1;
    memory.fill(numbers, 0, 0x110000 << 2);
  }
  for (let i: u32 = 0; i < size; i++, out += width) {
    fewerNumbers = true;
    let trouble = countSegment(references, systems, isApart, true, out);
    let isRaw = true;
    while (trouble && trouble != tooHard) {
      if (trouble == needsRewriting) isRaw = false;
      else if (trouble == needsMoreNumbers) fewerNumbers = false;
      else if (slotMask + 1 < mostSlots) slotMask = slotMask << 1 | 1;
      else break;
      trouble = countSegment(references, systems, isApart, isRaw, out);
    }
    if (trouble) {
      store<u32>(out, isHard);
      for (let column: u32 = 0; column < all; column++) {
        store<u32>(nextLines + (column << 2), <u32>findLineEnd(load<u32>(columns + (column << 2))) + 1);
      }
    }
    // A small table stays in the fastest cache.
    if (slotMask >= fewestSlots && distinct << 3 < slotMask) slotMask >>= 1;
    memory.copy(columns, nextLines, all << 2);
  }
}
