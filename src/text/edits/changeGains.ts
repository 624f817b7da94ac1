/**
 * How much closer a change brings a hypothesis to the reference: removing a word, inserting a word, or replacing a run of words by as
 * many others.
 * All of that follows from detours: by how much the shortest path through a cell of the table is longer than the overall shortest. If a
 * change reaches a cell with fewer edits than before, the gain is that number minus the detour. With one exception, only detours of 0
 * and 1 matter. Their cells are found from the end of the table backward, with one bit per reference word, like the
 * distances.
 */
import { BitColumns } from './bitColumns.ts';
import type { BitDistance } from './bitDistance.ts';

export class ChangeGains {
  readonly #table: BitDistance;
  readonly #columns = new BitColumns();
  #hypothesis: Int32Array = new Int32Array(0);
  #distance = 0;
  #removal = new Int8Array(64); // by hypothesis word
  // By row and block: columns without a detour, and with a detour of at most 1. The column before the first word has no bit.
  #free = new Int32Array(64);
  #near = new Int32Array(64);

  constructor(table: BitDistance) {
    this.#table = table;
  }

  /** Takes the last hypothesis and its distance. */
  find(hypothesis: Int32Array, length: number, distance: number): void {
    const { blocks, equal, rise, fall, diagonal, above } = this.#table;
    this.#reserve(length, blocks);
    this.#hypothesis = hypothesis;
    this.#distance = distance;
    const removal = this.#removal;
    const allFree = this.#free;
    const allNear = this.#near;
    this.#findInLastRow(length);
    let freeEdge = 0; // of the column before the first word
    let nearEdge = 0;
    for (let i = length - 1; i >= 0; i--) {
      const symbol = hypothesis[i]! * blocks;
      let freeDrops = freeEdge; // along that column every step is a drop
      let nearDrops = nearEdge;
      let freeIn = 0; // what passes from a block to the one before it
      let nearIn = 0;
      for (let b = blocks - 1; b >= 0; b--) {
        const at = i * blocks + b;
        const nearBelow = allNear[at + blocks]!;
        if ((nearBelow | nearIn) === 0) {
          allFree[at] = allNear[at] = freeIn = 0;
          continue;
        }
        const freeBelow = allFree[at + blocks]!;
        const rises = rise[at]!;
        const ups = above[at + blocks]!;
        const keeps = diagonal[at + blocks]!;
        // Steps that drop a word. Straight down, the distance falls where it rises to the right and stays the same along the diagonal.
        const drops = freeBelow & ups;
        const dropsNear = (nearBelow & ups) | (freeBelow & ~(keeps & rises));
        freeDrops |= drops;
        nearDrops |= dropsNear;
        // Steps along the diagonal.
        const cheap = equal[symbol + b]! | ~keeps;
        const passes = freeBelow & cheap;
        const passesNear = freeBelow | (nearBelow & cheap);
        // Steps that add a word.
        const free = smeared(drops | (passes >>> 1) | (freeIn << 31), rises);
        const flat = free & ~fall[at]!;
        const near = smeared(free | dropsNear | ((passesNear | flat) >>> 1) | (nearIn << 31), rises);
        allFree[at] = free;
        allNear[at] = near;
        freeIn = (passes | (free & rises)) & 1;
        nearIn = (passesNear | flat | (near & rises)) & 1;
      }
      freeEdge |= freeIn;
      nearEdge |= nearIn;
      removal[i] = freeDrops !== 0 ? 1 : nearDrops !== 0 ? 0 : -1;
    }
  }

  /** Paths end in the last column, and missing words are added. */
  #findInLastRow(length: number): void {
    const { blocks, rise, fall, lastBit } = this.#table;
    let freeIn = 0;
    let nearIn = 0;
    for (let b = blocks - 1; b >= 0; b--) {
      const at = length * blocks + b;
      const free = smeared(b === blocks - 1 ? lastBit : freeIn << 31, rise[at]!);
      const flat = free & ~fall[at]!;
      const near = smeared(free | (flat >>> 1) | (nearIn << 31), rise[at]!);
      this.#free[at] = free;
      this.#near[at] = near;
      freeIn = free & rise[at]! & 1;
      nearIn = (flat | (near & rise[at]!)) & 1;
    }
  }

  /** By how many edits the distance falls when word i is removed: 1, 0 or −1. */
  removal(i: number): number {
    return this.#removal[i]!;
  }

  /** By how many edits the distance falls when a word with this symbol is inserted before word i. */
  insertion(symbol: number, i: number): number {
    const { blocks, equal, rise, fall } = this.#table;
    let gain = -1;
    for (let b = 0, at = i * blocks; b < blocks; b++, at++) {
      const matches = equal[symbol * blocks + b]!;
      const free = this.#free[at]!;
      const rises = rise[at]!;
      if ((free & rises & matches) !== 0) return 1; // instead of a step that adds it
      const near = (this.#near[at]! & rises) | (free & ~fall[at]!);
      if (((free & rises) | (near & matches)) !== 0) gain = 0;
    }
    return gain;
  }

  /** By how many edits the distance falls when words from … to − 1 become those in `changed`; some value below `least` (at least 1) if it is below. */
  change(changed: Int32Array, from: number, to: number, least: number): number {
    const table = this.#table;
    const { blocks } = table;
    const columns = this.#columns;
    const { symbols, steps, rise, fall } = columns;
    columns.equal = table.equal;
    for (let i = from; i < to; i++) {
      symbols[i - from] = changed[i]! * blocks;
      steps[i - from] = 1; // the column before the first word counts the rows
    }
    for (let b = 0, at = from * blocks; b < blocks; b++, at++) {
      rise[b] = table.rise[at]!;
      fall[b] = table.fall[at]!;
    }
    columns.cross(to - from, blocks, 31);

    return this.#gainAt(to, changed, from, least);
  }

  /** The gain where the columns reach a row after which nothing has changed. */
  #gainAt(row: number, changed: Int32Array, from: number, least: number): number {
    const table = this.#table;
    const { blocks } = table;
    const { rise, fall } = this.#columns;
    let lead = 0; // by how many edits the current row is below the old one, up to the current column
    let gain = least - 1;
    let most = gain;
    for (let b = 0, at = row * blocks; b < blocks; b++, at++) {
      const rises = rise[b]!;
      const falls = fall[b]!;
      const oldRises = table.rise[at]!;
      const oldFalls = table.fall[at]!;
      let left = b < blocks - 1 ? -1 : (table.lastBit << 1) - 1;
      let changes = ((rises ^ oldRises) | (falls ^ oldFalls)) & left;
      for (;;) {
        const next = changes & -changes;
        const alike = next === 0 ? left : left & (next - 1); // columns up to the next change
        if (lead > gain && alike !== 0) {
          if ((this.#free[at]! & alike) !== 0) gain = lead;
          else if ((this.#near[at]! & alike) !== 0) gain = lead - 1 > gain ? lead - 1 : gain;
          else if (lead - 2 > most) most = lead - 2;
        }
        if (next === 0) break;
        left &= ~alike;
        changes ^= next;
        lead += bit(oldRises & next) - bit(oldFalls & next) - bit(rises & next) + bit(falls & next);
      }
    }
    // If the detour is unknown, all remaining rows must be processed.
    return most > gain ? this.#distance - table.try(this.#hypothesis, changed, from, row) : gain;
  }

  #reserve(length: number, blocks: number): void {
    this.#columns.reserve(length, blocks);
    if (length > this.#removal.length) this.#removal = new Int8Array(2 * length);
    const size = (length + 1) * blocks;
    if (size <= this.#free.length) return;
    this.#free = new Int32Array(2 * size);
    this.#near = new Int32Array(2 * size);
  }
}

/** Each bit spreads to the one below it, as far as the others are set. */
function smeared(bits: number, through: number): number {
  let all = bits;
  for (let more = bits; more !== 0; all |= more) more = ((all & through) >>> 1) & ~all;
  return all;
}

/** 1 if any bit is set, otherwise 0. */
const bit = (bits: number): number => (bits !== 0 ? 1 : 0);
