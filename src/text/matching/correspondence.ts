/**
 * Which reference word each hypothesis word corresponds to, by the rule of RIBES 1.03: Isozaki et al., EMNLP 2010.
 * A word found once on each side corresponds. Any other is looked up with one more word of context at a time, first to its left,
 * then to its right, until the words together are found once on each side; if they never are, it is left out.
 *
 * For two positions with the same word, the run is the number of equal words that end there. A context of some length is found at all
 * positions with a run of that length or more. So it is found once on each side if it is no longer than the longest run into the
 * reference, but longer than the second longest, and than any other run to where the longest leads.
 */
import type { Tokens } from '../../core/index.ts';

const never = 0x7fffffff;

export class Correspondence {
  /** By aligned hypothesis word, in the order of the hypothesis: its position in the reference, from 0. Two may share one. */
  positions = new Int32Array(64);
  /** … and its position in the hypothesis. */
  words = new Int32Array(64);
  // By id: the first and the last position + 1 in the reference, or 0; by position: the next and the one before it with the same word.
  #first = new Int32Array(256);
  #last = new Int32Array(256);
  #next = new Int32Array(64);
  #before = new Int32Array(64);
  // By hypothesis position: the longest run into the reference, where that is, and the second longest.
  #longest = new Int32Array(64);
  #longestAt = new Int32Array(64);
  #secondLongest = new Int32Array(64);
  // By reference position: the longest run of any hypothesis word, and the second longest.
  #top = new Int32Array(64);
  #second = new Int32Array(64);
  // By reference position + 1: its run with hypothesis position #runFor.
  #run = new Int32Array(64);
  #runFor = new Int32Array(64);
  // By hypothesis position: words of the shortest context found once on each side, and where in the reference. A word that is found
  // once by itself is not searched again to the right, and no others have the same position.
  #left = new Int32Array(64);
  #leftAt = new Int32Array(64);
  #right = new Int32Array(64);
  #rightAt = new Int32Array(64);

  /** Fills `positions` and `words` up to the number returned. */
  align(hypothesis: Tokens, reference: Tokens): number {
    const words = hypothesis.end - hypothesis.start;
    const referenceWords = reference.end - reference.start;
    if (words === 0 || referenceWords === 0) return 0;
    this.#reserve(words, referenceWords);
    this.#load(reference);
    this.#left.fill(never, 0, words);
    this.#findRuns(hypothesis, referenceWords, 1);
    if (this.#settle(words, this.#left, this.#leftAt)) {
      this.#findRuns(hypothesis, referenceWords, -1);
      this.#settle(words, this.#right, this.#rightAt);
    } else this.#right.fill(never, 0, words);
    return this.#setPositions(words);
  }

  #load({ ids, start, end }: Tokens): void {
    let most = 0;
    for (let i = start; i < end; i++) if (ids[i]! > most) most = ids[i]!;
    if (most >= this.#last.length) {
      this.#first = new Int32Array(2 * most);
      this.#last = new Int32Array(2 * most);
    }
    const first = this.#first.fill(0);
    const last = this.#last.fill(0);
    for (let j = 0; j < end - start; j++) {
      const id = ids[start + j]!;
      const before = last[id]!;
      if (before === 0) first[id] = j + 1;
      else this.#next[before - 1] = j + 1;
      this.#before[j] = before;
      this.#next[j] = 0;
      last[id] = j + 1;
    }
  }

  /** Runs to the left (step 1) or to the right. Words that the reference lacks end every run. */
  #findRuns({ ids, start, end }: Tokens, referenceWords: number, step: 1 | -1): void {
    const words = end - start;
    this.#clear(words, referenceWords);
    // In this order the run at the previous position is still that of the previous hypothesis position.
    const heads = step > 0 ? this.#last : this.#first;
    const links = step > 0 ? this.#before : this.#next;
    const run = this.#run;
    const runFor = this.#runFor.fill(-2, 0, referenceWords + 2); // no position
    for (let n = 0, i = step > 0 ? 0 : words - 1; n < words; n++, i += step) {
      const id = ids[start + i]!;
      for (let j = id < heads.length ? heads[id]! - 1 : -1; j >= 0; j = links[j]! - 1) {
        const equal = runFor[j + 1 - step] === i - step ? run[j + 1 - step]! + 1 : 1;
        run[j + 1] = equal;
        runFor[j + 1] = i;
        if (this.#left[i] !== 1) this.#note(i, j, equal);
      }
    }
  }

  #note(i: number, j: number, run: number): void {
    if (run > this.#longest[i]!) {
      this.#secondLongest[i] = this.#longest[i]!;
      this.#longest[i] = run;
      this.#longestAt[i] = j;
    } else if (run > this.#secondLongest[i]!) this.#secondLongest[i] = run;
    if (run > this.#top[j]!) {
      this.#second[j] = this.#top[j]!;
      this.#top[j] = run;
    } else if (run > this.#second[j]!) this.#second[j] = run;
  }

  /** Sets, by hypothesis word, the shortest context and where it is found. Returns whether any word that the reference has needs context. */
  #settle(words: number, lengths: Int32Array, places: Int32Array): boolean {
    let needsMore = false;
    for (let i = 0; i < words; i++) {
      const longest = this.#longest[i]!;
      const j = this.#longestAt[i]!;
      lengths[i] = never;
      if (longest === 0) continue;
      const other = longest === this.#top[j]! ? this.#second[j]! : this.#top[j]!;
      const least = Math.max(this.#secondLongest[i]!, other) + 1;
      if (least > 1) needsMore = true;
      if (least > longest) continue;
      lengths[i] = least;
      places[i] = j;
    }
    return needsMore;
  }

  #setPositions(words: number): number {
    let count = 0;
    for (let i = 0; i < words; i++) {
      const left = this.#left[i]!;
      const right = this.#right[i]!;
      if (left === never && right === never) continue;
      this.words[count] = i;
      this.positions[count++] = left <= right ? this.#leftAt[i]! : this.#rightAt[i]!;
    }
    return count;
  }

  #clear(words: number, referenceWords: number): void {
    this.#longest.fill(0, 0, words);
    this.#secondLongest.fill(0, 0, words);
    this.#top.fill(0, 0, referenceWords);
    this.#second.fill(0, 0, referenceWords);
  }

  #reserve(words: number, referenceWords: number): void {
    if (words > this.positions.length) {
      const room = 2 * words;
      this.positions = new Int32Array(room);
      this.words = new Int32Array(room);
      this.#longest = new Int32Array(room);
      this.#longestAt = new Int32Array(room);
      this.#secondLongest = new Int32Array(room);
      this.#left = new Int32Array(room);
      this.#leftAt = new Int32Array(room);
      this.#right = new Int32Array(room);
      this.#rightAt = new Int32Array(room);
    }
    if (referenceWords + 2 > this.#run.length) {
      const room = 2 * referenceWords + 2;
      this.#next = new Int32Array(room);
      this.#before = new Int32Array(room);
      this.#top = new Int32Array(room);
      this.#second = new Int32Array(room);
      this.#run = new Int32Array(room);
      this.#runFor = new Int32Array(room);
    }
  }
}
