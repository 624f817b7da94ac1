/**
 * Which blocks of a hypothesis TERp tries to shift, and where to. A block must match some words of the reference from first to last word,
 * with an error on both sides and more than stop words on both; it goes where the words that it matches are aligned, or close to it.
 */
import { enlarged } from '../../../core/index.ts';
import type { BeamDistance } from './beamDistance.ts';
import { type Comparison, Step } from './comparison.ts';
import type { ShiftKind } from './costs.ts';

const longestBlock = 10;
const farthestShift = 50;
/** A round of the search considers at most this many candidates; lines of 200 words stay far below. */
const mostCandidates = 1 << 20;

export class ShiftCandidates {
  readonly #kind: ShiftKind;
  #comparison!: Comparison;
  #order!: Int32Array;
  // Running sums of errors, and of hypothesis words that are not stop words.
  #errors = new Int32Array(65);
  #referenceErrors = new Int32Array(65);
  #content = new Int32Array(65);
  // Where words are aligned: by reference word, the hypothesis word at its position or the last one before it; and vice versa.
  #place = new Int32Array(64);
  #referencePlace = new Int32Array(64);
  /** Candidates as numbers, see `#add`, in the order in which they are tried. */
  #codes = new Float64Array(256);
  #count = 0;

  constructor(kind: ShiftKind) {
    this.#kind = kind;
  }

  /** Finds the candidates for the word order and path of the last run; returns how many there are. */
  find(comparison: Comparison, order: Int32Array, distance: BeamDistance): number {
    this.#comparison = comparison;
    this.#order = order;
    this.#count = 0;
    const { length, target } = comparison;
    this.#reserve(length, target);
    this.#takeUp(distance);
    for (let r = 0; r < target; r++) {
      for (let h = 0; h < length; h++) this.#extend(h, r, 0, 0);
    }
    // As in the program, each is tried once: longer blocks first, then by start, length and goal.
    const codes = this.#codes.subarray(0, this.#count).sort();
    let kept = 0;
    for (let i = 0; i < codes.length; i++) if (i === 0 || codes[i] !== codes[i - 1]) codes[kept++] = codes[i]!;
    return (this.#count = kept);
  }

  /** The number of words on the larger side of the k-th candidate, minus 1; the program expects gains of at most twice that. */
  sizeClass(k: number): number {
    return longestBlock - Math.floor(this.#codes[k]! / this.#unit() / 16 / this.#comparison.length);
  }

  start(k: number): number {
    return Math.floor(this.#codes[k]! / this.#unit() / 16) % this.#comparison.length;
  }

  size(k: number): number {
    return Math.floor(this.#codes[k]! / this.#unit()) % 16;
  }

  /** The word that the block follows afterwards, −1 for the beginning. */
  goal(k: number): number {
    return (this.#codes[k]! % this.#unit()) - 1;
  }

  #unit(): number {
    return this.#comparison.length + 1;
  }

  #add(sizeClass: number, start: number, size: number, goal: number): void {
    if (this.#count >= mostCandidates) return;
    if (this.#count === this.#codes.length) this.#codes = enlarged(this.#codes);
    const block = ((longestBlock - sizeClass) * this.#comparison.length + start) * 16 + size;
    this.#codes[this.#count++] = block * this.#unit() + goal + 1;
  }

  #reserve(length: number, target: number): void {
    if (length >= this.#errors.length) {
      this.#errors = new Int32Array(2 * length + 1);
      this.#content = new Int32Array(2 * length + 1);
      this.#referencePlace = new Int32Array(2 * length);
    }
    if (target >= this.#referenceErrors.length) {
      this.#referenceErrors = new Int32Array(2 * target + 1);
      this.#place = new Int32Array(2 * target);
    }
  }

  /** Records errors and positions along the path. Anything but an exact match is an error, even if it costs nothing. */
  #takeUp(distance: BeamDistance): void {
    const { length, target, isContent } = this.#comparison;
    const errors = this.#errors;
    const referenceErrors = this.#referenceErrors;
    distance.trace((step, column, row, toColumn, toRow) => {
      const isError = step === Step.exact ? 0 : 1;
      for (let h = column; h < toColumn; h++) {
        errors[h + 1] = isError;
        this.#referencePlace[h] = step === Step.insertion ? row - 1 : row;
      }
      for (let r = row; r < toRow; r++) {
        referenceErrors[r + 1] = isError;
        this.#place[r] = step === Step.deletion ? column - 1 : column;
      }
    });
    for (let h = 0; h < length; h++) {
      errors[h + 1]! += errors[h]!;
      this.#content[h + 1] = this.#content[h]! + isContent[this.#order[h]!]!;
    }
    for (let r = 0; r < target; r++) referenceErrors[r + 1]! += referenceErrors[r]!;
  }

  /** Extends a block of `size` words that begins at `start` and matches `width` reference words from `at`. */
  #extend(start: number, at: number, size: number, width: number): void {
    const { length, target, alike, steps } = this.#comparison;
    const isExact = this.#kind === 'exact';
    const longest = Math.min(longestBlock - size, length - start - size, target - at - width);
    for (let more = 0; more < longest; more++) {
      const h = start + size + more;
      const r = at + width + more;
      if (this.#kind === 'relaxed') this.#jump(start, at, h, r);
      const pair = this.#order[h]! * target + r;
      if (isExact ? steps[pair] !== Step.exact : alike[pair] === 0) return;
      this.#propose(start, h + 1, at, r + 1);
    }
  }

  /** Continues after the paraphrases that begin here. A block may therefore contain paraphrases, but not end in one. */
  #jump(start: number, at: number, h: number, r: number): void {
    const { length, phrases, phraseWords } = this.#comparison;
    if (phrases.length === 0) return;
    // Only paraphrases within the distance of a shift.
    if (r < this.#referencePlace[Math.max(0, h - farthestShift)]!) return;
    if (r > this.#referencePlace[Math.min(length - 1, h + farthestShift)]!) return;
    for (const { from, to, words } of phrases) {
      if (from !== r || h + words.length > length) continue;
      if (!words.every((word, i) => phraseWords[this.#order[h + i]!] === word)) continue;
      const size = h - start + words.length;
      if (size < longestBlock) this.#extend(start, at, size, to - at);
    }
  }

  /** Adds the ways to shift the words start … end − 1, which match reference words at … atEnd − 1. */
  #propose(start: number, end: number, at: number, atEnd: number): void {
    const { target, referenceContent } = this.#comparison;
    const place = this.#place;
    if (this.#errors[start] === this.#errors[end] || this.#referenceErrors[at] === this.#referenceErrors[atEnd]) return;
    if (this.#content[start] === this.#content[end] || referenceContent[at] === referenceContent[atEnd]) return;
    const goal = place[at]!;
    if (goal >= start && goal < end) return;
    if (Math.abs(goal - start) > farthestShift) return;
    const sizeClass = Math.min(Math.max(end - start, atEnd - at), longestBlock + 1) - 1;
    if (at === 0) this.#add(sizeClass, start, end - start, -1);
    for (let offset = -1; offset < end - start; offset++) {
      const r = at + offset;
      if (r < 0 || r >= target) continue;
      if (place[r] === start || (offset !== 0 && place[r] === goal)) continue;
      this.#add(sizeClass, start, end - start, place[r]!);
    }
  }
}
