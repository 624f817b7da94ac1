/**
 * What is known about the candidates before the search: where those of each word start, which words have rivals, and the possible gain and
 * necessary cost of the words from each one on.
 */
import { CandidateGroups, type Candidates } from './candidates.ts';

export class SearchPlan {
  /** Whether chunks have a cost, or else crossings. */
  readonly chunks: boolean;
  readonly groups = new CandidateGroups();
  candidates!: Candidates;
  /** By candidate, how many links without rivals it crosses; these are in every alignment. */
  crossed = new Int32Array(256);
  /** Where the candidates of each word of the reference start. */
  first = new Int32Array(64);
  /** The bit of each hypothesis word, those of a group together and in order; −1 if it has no rivals. */
  bit = new Int32Array(64);
  /** The number of integers that hold these bits. */
  width = 1;
  /** By group, where its bits start; they end where the next group's start. */
  groupBits = new Int32Array(64);
  /** By hypothesis word, the last reference word that can take it. */
  lastWanted = new Int32Array(64);
  /** By hypothesis word, the bits of all words to its right; only for crossings. */
  toTheRight = new Int32Array(64);
  /** From each reference word on, the maximum gain and the minimum cost. */
  hope = new Int32Array(64);
  toll = new Int32Array(64);
  /** Candidates by where they end in the reference, as chains; and marks where they end in the hypothesis. */
  #ending = new Int32Array(64);
  #nextEnding = new Int32Array(64);
  #endMark = new Int32Array(64);

  constructor(chunks: boolean) {
    this.chunks = chunks;
  }

  prepare(candidates: Candidates, hypothesisLength: number, referenceLength: number): void {
    this.candidates = candidates;
    const { count, reference } = candidates;
    this.#reserve(hypothesisLength, referenceLength);
    for (let c = 0, j = 0; j <= referenceLength; j++) {
      while (c < count && reference[c]! < j) c++;
      this.first[j] = c;
    }
    this.groups.find(this.candidates, this.first, hypothesisLength, referenceLength);
    this.#assignBits(hypothesisLength);
    if (!this.chunks) this.#crossSingles();
    this.#lookAhead(hypothesisLength, referenceLength);
  }

  #assignBits(hypothesisLength: number): void {
    const { count: groups, ofHypothesis, single } = this.groups;
    const starts = this.groupBits;
    starts.fill(0, 0, groups + 1);
    for (let i = 0; i < hypothesisLength; i++) {
      const group = ofHypothesis[i]!;
      if (group >= 0 && single[group] === 0) starts[group + 1]!++;
    }
    for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!;
    const bits = starts[groups]!;
    this.width = Math.max(1, (bits + 31) >> 5);
    for (let i = 0; i < hypothesisLength; i++) {
      const group = ofHypothesis[i]!;
      this.bit[i] = group >= 0 && single[group] === 0 ? starts[group]!++ : -1;
    }
    for (let group = groups; group > 0; group--) starts[group] = starts[group - 1]!;
    starts[0] = 0;
    const width = this.width;
    if (this.chunks) return;
    const room = (hypothesisLength + 1) * width;
    if (this.toTheRight.length < room) this.toTheRight = new Int32Array(2 * room);
    const right = this.toTheRight.fill(0, hypothesisLength * width, room);
    for (let i = hypothesisLength - 1; i >= 0; i--) {
      const at = i * width;
      for (let w = 0; w < width; w++) right[at + w] = right[at + width + w]!;
      const next = i + 1 < hypothesisLength ? this.bit[i + 1]! : -1;
      if (next >= 0) right[at + (next >> 5)]! |= 1 << (next & 31);
    }
  }

  #crossSingles(): void {
    const { count, hypothesis, reference } = this.candidates;
    const { ofReference, single } = this.groups;
    if (this.crossed.length < count) this.crossed = new Int32Array(2 * count);
    this.crossed.fill(0, 0, count);
    for (let a = 0; a < count; a++) {
      if (single[ofReference[reference[a]!]!] === 0) continue;
      for (let c = 0; c < count; c++) {
        if (single[ofReference[reference[c]!]!] === 1) continue;
        if (hypothesis[a]! < hypothesis[c]! !== reference[a]! < reference[c]!) this.crossed[c]!++;
      }
    }
  }

  /** The maximum gain and the minimum cost of the words from each one on. */
  #lookAhead(hypothesisLength: number, referenceLength: number): void {
    const {
      count,
      hypothesis,
      hypothesisLength: hLength,
      reference,
      referenceLength: rLength,
      credit,
    } = this.candidates;
    const { ofReference, most, size } = this.groups;
    const hope = this.hope;
    const toll = this.toll;
    hope[referenceLength] = toll[referenceLength] = 0;
    this.lastWanted.fill(-1, 0, hypothesisLength);
    this.#endMark.fill(-1, 0, hypothesisLength + 1);
    this.#ending.fill(-1, 0, referenceLength + 1);
    for (let c = 0; c < count; c++) {
      for (let k = 0; k < hLength[c]!; k++) this.lastWanted[hypothesis[c]! + k] = reference[c]!;
      const end = reference[c]! + rLength[c]!;
      this.#nextEnding[c] = this.#ending[end]!;
      this.#ending[end] = c;
    }
    for (let j = referenceLength - 1; j >= 0; j--) {
      hope[j] = hope[j + 1]!;
      toll[j] = toll[j + 1]!;
      const group = ofReference[j]!;
      if (group < 0) continue;
      if (most[group] === -1) {
        for (let c = this.first[j]!; c < this.first[j + 1]!; c++) {
          hope[j] = Math.max(hope[j]!, credit[c]! + hope[j + rLength[c]!]!);
        }
      } else if (this.chunks && most[group] === size[group] && !this.#mayContinue(j)) toll[j]!++;
    }
  }

  /** Whether some candidate for word j could be adjacent to a link that ends before it. */
  #mayContinue(j: number): boolean {
    const { hypothesis, hypothesisLength } = this.candidates;
    const mark = -2 - j;
    for (let b = this.#ending[j]!; b >= 0; b = this.#nextEnding[b]!) {
      this.#endMark[hypothesis[b]! + hypothesisLength[b]!] = mark;
    }
    for (let c = this.first[j]!; c < this.first[j + 1]!; c++) {
      if (this.#endMark[hypothesis[c]!] === mark) return true;
    }
    return false;
  }

  #reserve(hypothesisLength: number, referenceLength: number): void {
    const words = hypothesisLength + referenceLength + 1;
    if (this.first.length < words) {
      this.first = new Int32Array(2 * words);
      this.bit = new Int32Array(2 * words);
      this.groupBits = new Int32Array(2 * words);
      this.lastWanted = new Int32Array(2 * words);
      this.hope = new Int32Array(2 * words);
      this.toll = new Int32Array(2 * words);
      this.#ending = new Int32Array(2 * words);
      this.#endMark = new Int32Array(2 * words);
    }
    if (this.#nextEnding.length < this.candidates.count) this.#nextEnding = new Int32Array(2 * this.candidates.count);
  }
}
