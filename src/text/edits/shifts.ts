/**
 * Edits of TER: shifts of blocks, found greedily, plus the edit distance that is left. Snover et al. (AMTA 2006),
 * with tercom's limits as in sacreBLEU: blocks of at most 10 words, moved from at most 50 words away, 1000 candidates a segment.
 */
import type { Tokens } from '../../core/index.ts';
import { Alphabet } from '../words/alphabet.ts';
import { BandedDistance } from './bandedDistance.ts';
import { BitDistance } from './bitDistance.ts';

const longestBlock = 10;
const farthestShift = 50;
const mostCandidates = 1000;
const beam = 25;
/** Beyond this the bit table costs more than the beam, which is then likely to bind anyway. */
const longestForBits = 512;

export class ShiftSearch {
  readonly #bits = new BitDistance();
  readonly #band = new BandedDistance();
  #banded = false; // which of the two tables holds the current hypothesis
  // Words as symbols: the reference's distinct words from 0, and one symbol more for all words that are not in it.
  readonly #alphabet = new Alphabet();
  #reference = new Int32Array(64);
  #hypothesis = new Int32Array(64);
  // What the shift under consideration would change: words #from … #to − 1 would be those in #changed.
  #changed = new Int32Array(64);
  #from = 0;
  #to = 0;
  #align = new Int32Array(65); // by reference word: the hypothesis word it stands at, or the last one before
  // Running sums, so that a span has an error if its ends differ.
  #hypothesisErrors = new Int32Array(65);
  #referenceErrors = new Int32Array(65);

  /** Fewest edits found that turn the hypothesis into the reference. */
  edits(hypothesis: Tokens, reference: Tokens): number {
    const length = hypothesis.end - hypothesis.start;
    const target = reference.end - reference.start;
    if (length === 0 || target === 0) return length + target;
    this.#load(hypothesis, length, reference, target);

    let shifts = 0;
    let checked = 0;
    for (;;) {
      const distance = this.#distance(length, target);
      if (distance === 0) return shifts;
      const round = this.#bestShift(length, target, distance, checked);
      checked = round.checked;
      // As in tercom, the shift of the round that reaches the limit is not applied.
      if (checked >= mostCandidates || round.gain <= 0) return shifts + distance;
      shifts++;
      this.#move(round.start, round.size, round.goal, length);
      for (let i = this.#from; i < this.#to; i++) this.#hypothesis[i] = this.#changed[i]!;
    }
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

  /** Distance within the beam; leaves the alignment and the error sums of its path. */
  #distance(length: number, target: number): number {
    this.#banded = target > longestForBits;
    if (!this.#banded) {
      const distance = this.#bits.run(this.#hypothesis, length);
      // If the best path without a beam lies within the beam, it is the one that the beam finds, too.
      if (this.#traceBits(length, target)) return distance;
      this.#banded = true;
    }
    const distance = this.#band.run(this.#hypothesis, length);
    this.#band.trace((i, j, move) => this.#record(i, j, move === 'up' ? 1 : move === 'left' ? 2 : 0));
    this.#sumErrors(length, target);
    return distance;
  }

  /** Walks the path back as the beam would: diagonal, else up, else left. False if it leaves the beam. */
  #traceBits(length: number, target: number): boolean {
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
    this.#sumErrors(length, target);
    return true;
  }

  /** Notes one move of the path into cell (i, j): 0 diagonal, 1 drops hypothesis word i − 1, 2 adds reference word j − 1. */
  #record(i: number, j: number, move: number): void {
    if (move === 0) {
      const error = this.#hypothesis[i - 1] === this.#reference[j - 1] ? 0 : 1;
      this.#hypothesisErrors[i] = error;
      this.#referenceErrors[j] = error;
      this.#align[j - 1] = i - 1;
    } else if (move === 1) this.#hypothesisErrors[i] = 1;
    else {
      this.#referenceErrors[j] = 1;
      this.#align[j - 1] = i - 1;
    }
  }

  #sumErrors(length: number, target: number): void {
    this.#hypothesisErrors[0] = 0;
    this.#referenceErrors[0] = 0;
    for (let i = 1; i <= length; i++) this.#hypothesisErrors[i]! += this.#hypothesisErrors[i - 1]!;
    for (let j = 1; j <= target; j++) this.#referenceErrors[j]! += this.#referenceErrors[j - 1]!;
  }

  /** The shift with the largest gain; of equals the longest block, then the earliest, then the earliest goal. */
  #bestShift(length: number, target: number, distance: number, checkedBefore: number): Round {
    const round: Round = { gain: 0, size: 0, start: 0, goal: 0, checked: checkedBefore };
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
            this.#consider(round, start, size, goal, length, target, distance);
          }
          if (round.checked >= mostCandidates) return round;
        }
      }
    }
    return round;
  }

  #consider(
    round: Round,
    start: number,
    size: number,
    goal: number,
    length: number,
    target: number,
    distance: number,
  ): void {
    this.#move(start, size, goal, length);
    let gain: number;
    if (this.#banded) gain = distance - this.#band.try(this.#changed, this.#from, this.#to);
    else {
      const found = this.#bits.try(this.#hypothesis, this.#changed, this.#from, this.#to);
      gain = distance - found;
      // The beam can only make a distance longer: it matters where it may bind and the candidate would be taken.
      // A path of d edits leaves the diagonal by at most half of d plus the difference in length.
      const free = target < beam || found + Math.abs(length - target) <= 2 * beam - 2;
      if (!free && beats(round, gain, size, start, goal)) gain = distance - this.#distanceWithinBeam(length);
    }
    if (beats(round, gain, size, start, goal)) {
      round.gain = gain;
      round.size = size;
      round.start = start;
      round.goal = goal;
    }
  }

  #distanceWithinBeam(length: number): number {
    const changed = this.#hypothesis.slice(0, length);
    for (let i = this.#from; i < this.#to; i++) changed[i] = this.#changed[i]!;
    return this.#band.run(changed, length);
  }

  /** Lays the words that a shift moves out in `#changed`, and notes which stretch of the hypothesis changes. */
  #move(start: number, size: number, goal: number, length: number): void {
    const words = this.#hypothesis;
    const changed = this.#changed;
    // A goal inside the block moves it on by as many words as the goal is ahead of its start.
    const from = Math.min(start, goal);
    const to = goal < start ? start + size : goal > start + size ? goal : Math.min(length, goal + size);
    let at = from;
    if (goal < start) for (let i = start; i < start + size; i++) changed[at++] = words[i]!;
    const [first, end] = goal < start ? [goal, start] : [start + size, to];
    for (let i = first; i < end; i++) changed[at++] = words[i]!;
    if (goal >= start) for (let i = start; i < start + size; i++) changed[at++] = words[i]!;
    this.#from = from;
    this.#to = to;
  }
}

interface Round {
  gain: number;
  size: number;
  start: number;
  goal: number;
  checked: number;
}

/** Shifts without a gain are never applied, so the first to beat is no gain at all. */
function beats(best: Round, gain: number, size: number, start: number, goal: number): boolean {
  if (gain !== best.gain) return gain > best.gain;
  if (gain <= 0) return false;
  if (size !== best.size) return size > best.size;
  if (start !== best.start) return start < best.start;
  return goal < best.goal;
}
