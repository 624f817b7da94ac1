/**
 * Edits of TER: shifts of blocks, found greedily, plus the remaining edit distance. Snover et al. (AMTA 2006),
 * with tercom's limits as in sacreBLEU: blocks of at most 10 words, shifted by at most 50 words, 1000 candidates per segment.
 */
import type { Alignment, AlignmentLink, Tokens } from '../../core/index.ts';
import { Alphabet } from '../words/alphabet.ts';
import { BandedDistance } from './bandedDistance.ts';
import { BitDistance } from './bitDistance.ts';
import { moveWords } from './phraseShifts.ts';

const longestBlock = 10;
const farthestShift = 50;
const mostCandidates = 1000;
const beam = 25;
/** Above this the bit table costs more than the beam, which is then likely to matter anyway. */
const longestForBits = 512;

export class ShiftSearch {
  readonly #bits = new BitDistance();
  readonly #band = new BandedDistance();
  #banded = false; // which of the two tables holds the current hypothesis
  // Words as symbols: the reference's distinct words from 0, and one symbol more for all words that are not in it.
  readonly #alphabet = new Alphabet();
  #length = 0; // words of the hypothesis
  #target = 0; // words of the reference
  #reference = new Int32Array(64);
  #hypothesis = new Int32Array(64);
  // What the shift under consideration would change: words #from … #to − 1 would become those in #changed.
  #changed = new Int32Array(64);
  #from = 0;
  #to = 0;
  #align = new Int32Array(65); // by reference word: the hypothesis word at its position, or the last one before
  #partner = new Int32Array(65); // by reference word: the hypothesis word on the same diagonal, or -1
  readonly #moves: number[] = []; // of the last search: start, size and new start of each block
  // Running sums: a span has an error if its ends differ.
  #hypothesisErrors = new Int32Array(65);
  #referenceErrors = new Int32Array(65);

  /** The fewest edits found that turn the hypothesis into the reference. */
  edits(hypothesis: Tokens, reference: Tokens): number {
    const length = (this.#length = hypothesis.end - hypothesis.start);
    const target = (this.#target = reference.end - reference.start);
    this.#moves.length = 0;
    if (length === 0 || target === 0) return length + target;
    this.#load(hypothesis, length, reference, target);

    let shifts = 0;
    let checked = 0;
    for (;;) {
      const distance = this.#distance();
      if (distance === 0) return shifts;
      const round = this.#bestShift(distance, checked);
      checked = round.checked;
      // As in tercom, the shift of the round that reaches the limit is not applied.
      if (checked >= mostCandidates || round.gain <= 0) return shifts + distance;
      shifts++;
      this.#moves.push(round.start, round.size, this.#move(round.start, round.size, round.goal));
      for (let i = this.#from; i < this.#to; i++) this.#hypothesis[i] = this.#changed[i]!;
    }
  }

  /** How the last search matched the words of texts that are not empty, and what it moved before. */
  alignment(): Required<Pick<Alignment, 'links' | 'moves'>> {
    const isEmpty = this.#length === 0 || this.#target === 0;
    const order = Int32Array.from({ length: this.#length }, (_, i) => i);
    const changed = new Int32Array(this.#length);
    const moves = [];
    for (let m = 0; m < this.#moves.length; m += 3) {
      const [start, size, to] = this.#moves.slice(m, m + 3) as [number, number, number];
      moves.push({ from: start, to: start + size, before: to > start ? to + size : to });
      moveWords(order, start, size, to, changed);
      const [first, last] = [Math.min(start, to), Math.max(start, to) + size];
      order.set(changed.subarray(first, last), first);
    }
    const links: AlignmentLink[] = [];
    for (let j = 0; j < (isEmpty ? 0 : this.#target); j++) {
      const partner = this.#partner[j]!;
      if (partner < 0) continue;
      const at = order[partner]!;
      const kind = this.#hypothesis[partner] === this.#reference[j] ? 'exact' : 'substitution';
      links.push({ hypothesis: { from: at, to: at + 1 }, reference: { from: j, to: j + 1 }, kind });
    }
    return { links: links.sort((a, b) => a.hypothesis.from - b.hypothesis.from), moves };
  }

  #load(hypothesis: Tokens, length: number, reference: Tokens, target: number): void {
    if (length > this.#hypothesis.length) {
      this.#hypothesis = new Int32Array(2 * length);
      this.#changed = new Int32Array(2 * length);
      this.#hypothesisErrors = new Int32Array(2 * length + 1);
    }
    if (target > this.#reference.length) {
      this.#reference = new Int32Array(2 * target);
      this.#align = new Int32Array(2 * target);
      this.#partner = new Int32Array(2 * target);
      this.#referenceErrors = new Int32Array(2 * target + 1);
    }
    const alphabet = this.#alphabet;
    alphabet.set([reference]);
    for (let j = 0; j < target; j++) this.#reference[j] = alphabet.symbol(reference.ids[reference.start + j]!);
    for (let i = 0; i < length; i++) {
      const symbol = alphabet.symbol(hypothesis.ids[hypothesis.start + i]!);
      this.#hypothesis[i] = symbol < 0 ? alphabet.size : symbol;
    }
    if (target <= longestForBits) this.#bits.setReference(this.#reference, target, alphabet.size);
    this.#band.setReference(this.#reference, target);
  }

  /** The distance within the beam; records the alignment and the error sums of its path. */
  #distance(): number {
    this.#banded = this.#target > longestForBits;
    if (!this.#banded) {
      const distance = this.#bits.run(this.#hypothesis, this.#length);
      // If the best path without a beam lies within the beam, the beam finds the same path.
      if (this.#traceBits()) return distance;
      this.#banded = true;
    }
    const distance = this.#band.run(this.#hypothesis, this.#length);
    this.#band.trace((i, j, move) => this.#record(i, j, move));
    this.#sumErrors();
    return distance;
  }

  /** Traces the path back as the beam would: diagonal, else up, else left. False if it leaves the beam. */
  #traceBits(): boolean {
    const length = this.#length;
    const target = this.#target;
    const bits = this.#bits;
    const hypothesis = this.#hypothesis;
    const reference = this.#reference;
    const ratio = target / length;
    const half = ratio / 2 > beam ? Math.ceil(ratio / 2 + beam) : beam;
    const narrow = target >= beam; // shorter references have every column in the beam
    let i = length;
    let j = target;
    while (i > 0 || j > 0) {
      if (narrow && i > 0) {
        const centre = Math.floor(i * ratio);
        if (j < centre - half || (j >= centre + half && i < length)) return false;
      }
      let move = 2;
      if (j === 0) move = 1;
      else if (i > 0) {
        if (hypothesis[i - 1] === reference[j - 1] || !bits.keepsDiagonal(i, j)) move = 0;
        else if (bits.risesFromAbove(i, j)) move = 1;
      }
      this.#record(i, j, move);
      if (move !== 2) i--;
      if (move !== 1) j--;
    }
    this.#sumErrors();
    return true;
  }

  /** Records one move of the path into cell (i, j): 0 diagonal, 1 drops hypothesis word i − 1, 2 adds reference word j − 1. */
  #record(i: number, j: number, move: number): void {
    if (move === 0) {
      const error = this.#hypothesis[i - 1] === this.#reference[j - 1] ? 0 : 1;
      this.#hypothesisErrors[i] = error;
      this.#referenceErrors[j] = error;
      this.#align[j - 1] = i - 1;
      this.#partner[j - 1] = i - 1;
    } else if (move === 1) this.#hypothesisErrors[i] = 1;
    else {
      this.#referenceErrors[j] = 1;
      this.#align[j - 1] = i - 1;
      this.#partner[j - 1] = -1;
    }
  }

  #sumErrors(): void {
    this.#hypothesisErrors[0] = 0;
    this.#referenceErrors[0] = 0;
    for (let i = 1; i <= this.#length; i++) this.#hypothesisErrors[i]! += this.#hypothesisErrors[i - 1]!;
    for (let j = 1; j <= this.#target; j++) this.#referenceErrors[j]! += this.#referenceErrors[j - 1]!;
  }

  /** The shift with the largest gain; ties go to the longest block, then to the earliest, then to the earliest goal. */
  #bestShift(distance: number, checked: number): Round {
    const round: Round = { gain: 0, size: 0, start: 0, goal: 0, checked };
    const length = this.#length;
    const target = this.#target;
    const hypothesis = this.#hypothesis;
    const reference = this.#reference;
    const align = this.#align;
    const hypothesisErrors = this.#hypothesisErrors;
    const referenceErrors = this.#referenceErrors;
    for (let start = 0; start < length; start++) {
      const word = hypothesis[start]!;
      const lastGoal = Math.min(target - 1, start + farthestShift);
      for (let at = Math.max(0, start - farthestShift); at <= lastGoal; at++) {
        if (reference[at] !== word) continue;
        const longest = Math.min(longestBlock, length - start, target - at);
        for (let size = 1; size <= longest && hypothesis[start + size - 1] === reference[at + size - 1]; size++) {
          if (hypothesisErrors[start + size] === hypothesisErrors[start]) continue;
          if (referenceErrors[at + size] === referenceErrors[at]) continue;
          if (align[at]! >= start && align[at]! < start + size) continue;
          let previous = -1;
          for (let offset = -1; offset < size; offset++) {
            const goal = at + offset === -1 ? 0 : align[at + offset]! + 1;
            if (goal === previous) continue;
            previous = goal;
            round.checked++;
            this.#consider(round, start, size, goal, distance);
          }
          if (round.checked >= mostCandidates) return round;
        }
      }
    }
    return round;
  }

  #consider(round: Round, start: number, size: number, goal: number, distance: number): void {
    this.#move(start, size, goal);
    let gain: number;
    if (this.#banded) gain = distance - this.#band.try(this.#changed, this.#from, this.#to);
    else {
      const found = this.#bits.try(this.#hypothesis, this.#changed, this.#from, this.#to);
      gain = distance - found;
      // The beam can only make a distance longer: it matters if it may bind and the candidate would be taken.
      // A path of d edits leaves the diagonal by at most half of d plus the difference in length.
      const free = this.#target < beam || found + Math.abs(this.#length - this.#target) <= 2 * beam - 2;
      if (!free && beats(round, gain, size, start, goal)) gain = distance - this.#distanceWithinBeam();
    }
    if (beats(round, gain, size, start, goal)) {
      round.gain = gain;
      round.size = size;
      round.start = start;
      round.goal = goal;
    }
  }

  #distanceWithinBeam(): number {
    const changed = this.#hypothesis.slice(0, this.#length);
    for (let i = this.#from; i < this.#to; i++) changed[i] = this.#changed[i]!;
    return this.#band.run(changed, this.#length);
  }

  /** Writes the words that a shift moves to `#changed` and records which part of the hypothesis changes; returns where the block then starts. */
  #move(start: number, size: number, goal: number): number {
    // A goal inside the block moves it on by the distance between the goal and the start of the block.
    const ahead = goal > start + size ? goal - size : Math.min(this.#length - size, goal);
    const to = goal < start ? goal : ahead;
    moveWords(this.#hypothesis, start, size, to, this.#changed);
    this.#from = Math.min(start, to);
    this.#to = Math.max(start, to) + size;
    return to;
  }
}

interface Round {
  gain: number;
  size: number;
  start: number;
  goal: number;
  checked: number;
}

/** Shifts without a gain are never applied, so the initial value to beat is a gain of 0. */
function beats(best: Round, gain: number, size: number, start: number, goal: number): boolean {
  if (gain !== best.gain) return gain > best.gain;
  if (gain <= 0) return false;
  if (size !== best.size) return size > best.size;
  if (start !== best.start) return start < best.start;
  return goal < best.goal;
}
