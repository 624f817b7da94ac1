/**
 * Chooses among candidate links those that fit together best: no word in two of them, most credit, then the least cost, then the smallest
 * sum of distances. The reference is read word by word. Partial alignments that leave the same words free and end alike have the same
 * future; of these only the best is kept, so that the search is exact as long as none is dropped for want of room.
 */
import { enlarged } from '../../core/index.ts';
import { CandidateGroups, type Candidates } from './candidates.ts';

interface SearchSettings {
  /** What costs: a chunk, which is a run of links that are neighbours on both sides, or two links that cross. */
  readonly cost: 'chunks' | 'crossings';
  /** Searches as Meteor 1.5 does: a beam of 40, nothing merged, and distances that are added to the wrong alignment. */
  readonly literal: boolean;
}

/** Partial alignments kept at first, as many as in Meteor. If some had to be dropped, the search is repeated with more room. */
const narrowBeam = 40;
/** So many partial alignments are kept at most; if there are more at some word, the search is no longer exact. */
const wideBeam = 2000;
/** Links of all partial alignments together; for texts of thousands of words the beam is narrower. */
const nodeLimit = 1 << 22;

/** The partial alignments at a word of the reference, in columns. */
class Frontier {
  count = 0;
  /** Credit of all links, and without that of groups which all alignments get in the end. */
  credit = new Int32Array(512);
  gain = new Int32Array(512);
  cost = new Int32Array(512);
  distance = new Float64Array(512);
  /** Where the last link ends in the hypothesis; −1 if the word before is not linked. */
  end = new Int32Array(512);
  /** The first word of the reference that the last link does not cover. */
  until = new Int32Array(512);
  /** The last link, in the store of links; −1 if there is none. */
  node = new Int32Array(512);
  /** Which words of the hypothesis are taken, a bit each. */
  used = new Int32Array(1024);

  reserve(count: number, width: number): void {
    while (this.credit.length < count) {
      this.credit = enlarged(this.credit);
      this.gain = enlarged(this.gain);
      this.cost = enlarged(this.cost);
      this.distance = enlarged(this.distance);
      this.end = enlarged(this.end);
      this.until = enlarged(this.until);
      this.node = enlarged(this.node);
    }
    while (this.used.length < count * width) this.used = enlarged(this.used);
  }

  isBetter(a: number, b: number): boolean {
    const { credit, cost, distance } = this;
    if (credit[a] !== credit[b]) return credit[a]! > credit[b]!;
    return cost[a] !== cost[b] ? cost[a]! < cost[b]! : distance[a]! < distance[b]!;
  }
}

export class AlignmentSearch {
  /** The candidates chosen, in the order of the reference. */
  chosen = new Int32Array(64);
  chosenCount = 0;
  /** Whether nothing was dropped, so that there is no better alignment. */
  exact = true;

  readonly #literal: boolean;
  readonly #chunks: boolean;
  readonly #groups = new CandidateGroups();
  #candidates!: Candidates;
  /** By candidate, how many links without rivals it crosses; these are in every alignment. */
  #crossed = new Int32Array(256);
  /** Where the candidates of each word of the reference start. */
  #first = new Int32Array(64);
  /** The bit of each word of the hypothesis, those of a group together and in order; −1 if it has no rivals. */
  #bit = new Int32Array(64);
  /** By group, where its bits start; the next group's are where they end. */
  #groupBits = new Int32Array(64);
  /** By group, its words of the reference that are still to be read. */
  #left = new Int32Array(64);
  /** By word of the hypothesis, the last word of the reference that wants it. */
  #lastWanted = new Int32Array(64);
  /** By word of the hypothesis, the bits of all words to its right; only for crossings. */
  #toTheRight = new Int32Array(64);
  /** From each word of the reference on, the most that can be gained and the least it must cost. */
  #hope = new Int32Array(64);
  #toll = new Int32Array(64);
  /** Candidates by where they end in the reference, as chains; and marks on where they end in the hypothesis. */
  #ending = new Int32Array(64);
  #nextEnding = new Int32Array(64);
  #endMark = new Int32Array(64);
  #width = 1;

  #here = new Frontier();
  #next = new Frontier();
  #parent = new Int32Array(1024);
  #link = new Int32Array(1024);
  #nodes = 0;
  /** Bits that still matter. */
  #mask = new Int32Array(4);
  /** Where alignments of a turn are found by what they have in common. */
  #table = new Int32Array(1024);
  #stamp = new Int32Array(1024);
  #turn = 0;
  #order = new Int32Array(512);
  #spare = new Int32Array(512);
  #keys = new Float64Array(1024);
  #known = false;
  #bestGain = 0;
  #bestCost = 0;
  #bestDistance = 0;

  constructor({ cost, literal }: SearchSettings) {
    this.#chunks = cost === 'chunks';
    this.#literal = literal;
  }

  run(candidates: Candidates, hypothesisLength: number, referenceLength: number): void {
    this.#candidates = candidates;
    this.#prepare(hypothesisLength, referenceLength);
    this.#known = false;
    this.chosenCount = 0;
    this.exact = this.#pass(narrowBeam, referenceLength, true);
    if (this.exact || this.#literal) return;
    // All that were kept may have ended where no word was left for a group that needs one; then any alignment is a beginning.
    if (!this.#known) this.#pass(narrowBeam, referenceLength, false);
    this.exact = this.#pass(wideBeam, referenceLength, true);
  }

  #prepare(hypothesisLength: number, referenceLength: number): void {
    const { count, reference } = this.#candidates;
    this.#reserve(hypothesisLength, referenceLength);
    for (let c = 0, j = 0; j <= referenceLength; j++) {
      while (c < count && reference[c]! < j) c++;
      this.#first[j] = c;
    }
    this.#groups.find(this.#candidates, this.#first, hypothesisLength, referenceLength);
    this.#assignBits(hypothesisLength);
    if (!this.#chunks) this.#crossSingles();
    this.#lookAhead(hypothesisLength, referenceLength);
  }

  #assignBits(hypothesisLength: number): void {
    const { count: groups, ofHypothesis, single } = this.#groups;
    const starts = this.#groupBits;
    starts.fill(0, 0, groups + 1);
    for (let i = 0; i < hypothesisLength; i++) {
      const group = ofHypothesis[i]!;
      if (group >= 0 && single[group] === 0) starts[group + 1]!++;
    }
    for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!;
    const bits = starts[groups]!;
    this.#width = Math.max(1, (bits + 31) >> 5);
    for (let i = 0; i < hypothesisLength; i++) {
      const group = ofHypothesis[i]!;
      this.#bit[i] = group >= 0 && single[group] === 0 ? starts[group]!++ : -1;
    }
    for (let group = groups; group > 0; group--) starts[group] = starts[group - 1]!;
    starts[0] = 0;
    const width = this.#width;
    if (this.#mask.length < width) this.#mask = new Int32Array(2 * width);
    if (this.#chunks) return;
    if (this.#toTheRight.length < hypothesisLength * width)
      this.#toTheRight = new Int32Array(2 * hypothesisLength * width);
    this.#mask.fill(0, 0, width);
    for (let i = hypothesisLength - 1; i >= 0; i--) {
      for (let w = 0; w < width; w++) this.#toTheRight[i * width + w] = this.#mask[w]!;
      const bit = this.#bit[i]!;
      if (bit >= 0) this.#mask[bit >> 5]! |= 1 << (bit & 31);
    }
  }

  #crossSingles(): void {
    const { count, hypothesis, reference } = this.#candidates;
    const { ofReference, single } = this.#groups;
    if (this.#crossed.length < count) this.#crossed = new Int32Array(2 * count);
    this.#crossed.fill(0, 0, count);
    for (let a = 0; a < count; a++) {
      if (single[ofReference[reference[a]!]!] === 0) continue;
      for (let c = 0; c < count; c++) {
        if (single[ofReference[reference[c]!]!] === 1) continue;
        if (hypothesis[a]! < hypothesis[c]! !== reference[a]! < reference[c]!) this.#crossed[c]!++;
      }
    }
  }

  /** What the words from each one on can bring at most and must cost at least. */
  #lookAhead(hypothesisLength: number, referenceLength: number): void {
    const {
      count,
      hypothesis,
      hypothesisLength: hLength,
      reference,
      referenceLength: rLength,
      credit,
    } = this.#candidates;
    const { ofReference, most, size } = this.#groups;
    const hope = this.#hope;
    const toll = this.#toll;
    hope[referenceLength] = toll[referenceLength] = 0;
    this.#lastWanted.fill(-1, 0, hypothesisLength);
    this.#endMark.fill(-1, 0, hypothesisLength + 1);
    this.#ending.fill(-1, 0, referenceLength + 1);
    for (let c = 0; c < count; c++) {
      for (let k = 0; k < hLength[c]!; k++) this.#lastWanted[hypothesis[c]! + k] = reference[c]!;
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
        for (let c = this.#first[j]!; c < this.#first[j + 1]!; c++) {
          hope[j] = Math.max(hope[j]!, credit[c]! + hope[j + rLength[c]!]!);
        }
      } else if (this.#chunks && most[group] === size[group] && !this.#mayContinue(j)) toll[j]!++;
    }
  }

  /** Whether some candidate for word j could be the neighbour of a link that ends before it. */
  #mayContinue(j: number): boolean {
    const { hypothesis, hypothesisLength } = this.#candidates;
    const mark = -2 - j;
    for (let b = this.#ending[j]!; b >= 0; b = this.#nextEnding[b]!) {
      this.#endMark[hypothesis[b]! + hypothesisLength[b]!] = mark;
    }
    for (let c = this.#first[j]!; c < this.#first[j + 1]!; c++) {
      if (this.#endMark[hypothesis[c]!] === mark) return true;
    }
    return false;
  }

  /**
   * Reads the reference once and keeps the best alignment, if it beats the one known. If it is strict, all groups must have as many links
   * as they can. Whether nothing was dropped.
   */
  #pass(beam: number, referenceLength: number, strict: boolean): boolean {
    const { count, hypothesis, reference, credit } = this.#candidates;
    const { ofReference, single, most, size } = this.#groups;
    const literal = this.#literal;
    let here = this.#here;
    let next = this.#next;
    let whole = true;
    this.#nodes = 0;
    this.#mask.fill(-1, 0, this.#width);
    for (let group = 0; group < this.#groups.count; group++) this.#left[group] = size[group]!;
    here.count = 1;
    here.reserve(1, this.#width);
    here.credit[0] = here.gain[0] = here.cost[0] = here.distance[0] = here.until[0] = 0;
    here.end[0] = here.node[0] = -1;
    here.used.fill(0, 0, this.#width);

    for (let j = 0; j < referenceLength; j++) {
      const from = this.#first[j]!;
      const to = this.#first[j + 1]!;
      const group = ofReference[j]!;
      if (group >= 0) this.#left[group]!--;
      const forced = group >= 0 && single[group] === 1 && to > from;
      // Where all pairs are candidates, links that cross could be exchanged for others that do not.
      const turned = !this.#chunks && group >= 0 && this.#groups.complete[group] === 1;
      const bound = literal || !strict || group < 0 ? -1 : most[group]!;
      const room = Math.max(1, Math.min(beam, Math.floor((nodeLimit - this.#nodes) / (count - from + 1))));
      const ordered = literal || here.count > room;
      if (literal) this.#sort(here);
      else if (here.count > room) this.#select(here, room);
      if (here.count > room) whole = false;
      const kept = Math.min(here.count, room);
      if (!literal) this.#startTurn(j, group, kept * (to - from + 1));
      next.count = 0;
      for (let rank = 0; rank < kept; rank++) {
        const s = ordered ? this.#order[rank]! : rank;
        if (here.until[s]! > j) {
          this.#put(here, s, next, j, -1, 0, here.cost[s]!, here.distance[s]!);
          continue;
        }
        let distance = here.distance[s]!;
        for (let c = from; c < to; c++) {
          if (!forced && this.#isTaken(here, s, c)) continue;
          if (turned && this.#isTurned(here, s, c, group, bound)) continue;
          const cost = this.#chunks
            ? here.cost[s]! + (here.end[s] === hypothesis[c] ? 0 : 1)
            : here.cost[s]! + this.#crossed[c]! + this.#crossings(here, s, c);
          const apart = Math.abs(hypothesis[c]! - reference[c]!);
          this.#put(
            here,
            s,
            next,
            j,
            c,
            bound === -1 ? credit[c]! : 0,
            cost,
            literal && !forced ? distance : distance + apart,
          );
          if (literal) distance += apart;
        }
        if (forced) continue;
        // A group that cannot reach its most without this word needs it.
        if (bound >= 0 && this.#takenIn(here, s, group) + this.#left[group]! < bound) continue;
        this.#put(here, s, next, j, -1, 0, here.cost[s]!, distance);
      }
      [here, next] = [next, here];
    }
    this.#here = here;
    this.#next = next;
    this.#finish(here, beam, strict);
    return whole;
  }

  /** The best of the complete alignments. */
  #finish(here: Frontier, beam: number, strict: boolean): void {
    let best = -1;
    if (this.#literal) this.#sort(here);
    // Meteor closes the last chunk only now, which may change who is best among those that its beam keeps.
    const kept = this.#literal ? Math.min(here.count, beam) : here.count;
    for (let rank = 0; rank < kept; rank++) {
      const s = this.#literal ? this.#order[rank]! : rank;
      if (best < 0 || here.isBetter(s, best)) best = s;
    }
    if (best < 0) return; // nothing is better than what is known
    this.#known = strict;
    this.#bestGain = here.gain[best]!;
    this.#bestCost = here.cost[best]!;
    this.#bestDistance = here.distance[best]!;
    let count = 0;
    for (let node = here.node[best]!; node >= 0; node = this.#parent[node]!) count++;
    if (this.chosen.length < count) this.chosen = new Int32Array(2 * count);
    this.chosenCount = count;
    for (let node = here.node[best]!; node >= 0; node = this.#parent[node]!) this.chosen[--count] = this.#link[node]!;
  }

  /** Enters what becomes of a partial alignment at word j: it takes a candidate, or none if that is −1. */
  #put(
    here: Frontier,
    s: number,
    next: Frontier,
    j: number,
    candidate: number,
    gain: number,
    cost: number,
    distance: number,
  ): void {
    const { hypothesis, hypothesisLength, referenceLength, credit } = this.#candidates;
    const taken = candidate >= 0;
    const until = taken ? j + referenceLength[candidate]! : Math.max(here.until[s]!, j + 1);
    const gained = here.gain[s]! + gain;
    if (this.#known && this.#isHopeless(gained + this.#hope[until]!, cost + this.#toll[until]!, distance)) return;
    const width = this.#width;
    let at = next.count;
    next.reserve(at + 1, width);
    for (let w = 0; w < width; w++) next.used[at * width + w] = here.used[s * width + w]!;
    if (taken) {
      for (let i = hypothesis[candidate]!; i < hypothesis[candidate]! + hypothesisLength[candidate]!; i++) {
        const bit = this.#bit[i]!;
        if (bit >= 0) next.used[at * width + (bit >> 5)]! |= 1 << (bit & 31);
      }
    }
    next.credit[at] = here.credit[s]! + (taken ? credit[candidate]! : 0);
    next.gain[at] = gained;
    next.cost[at] = cost;
    next.distance[at] = distance;
    const end = here.until[s]! > j ? here.end[s]! : -1; // amid a phrase, or a word is passed over
    next.end[at] = taken ? hypothesis[candidate]! + hypothesisLength[candidate]! : end;
    next.until[at] = until;
    if (!this.#literal) {
      for (let w = 0; w < width; w++) next.used[at * width + w]! &= this.#mask[w]!;
      const twin = this.#findTwin(next, at);
      if (twin !== at) {
        if (!next.isBetter(at, twin)) return;
        next.credit[twin] = next.credit[at]!;
        next.gain[twin] = gained;
        next.cost[twin] = cost;
        next.distance[twin] = distance;
        at = twin;
      }
    }
    if (at === next.count) next.count++;
    next.node[at] = taken ? this.#store(here.node[s]!, candidate) : here.node[s]!;
  }

  #store(parent: number, candidate: number): number {
    if (this.#nodes === this.#parent.length) {
      this.#parent = enlarged(this.#parent);
      this.#link = enlarged(this.#link);
    }
    this.#parent[this.#nodes] = parent;
    this.#link[this.#nodes] = candidate;
    return this.#nodes++;
  }

  /** Whether the alignment already known is at least as good as anything that can come of this one. */
  #isHopeless(gain: number, cost: number, distance: number): boolean {
    if (gain !== this.#bestGain) return gain < this.#bestGain;
    return cost > this.#bestCost || (cost === this.#bestCost && distance >= this.#bestDistance);
  }

  #isTaken(here: Frontier, s: number, candidate: number): boolean {
    const start = this.#candidates.hypothesis[candidate]!;
    for (let i = start; i < start + this.#candidates.hypothesisLength[candidate]!; i++) {
      const bit = this.#bit[i]!;
      if (bit >= 0 && ((here.used[s * this.#width + (bit >> 5)]! >> (bit & 31)) & 1) === 1) return true;
    }
    return false;
  }

  /** How many words of the hypothesis in a group are taken. */
  #takenIn(here: Frontier, s: number, group: number): number {
    return this.#countBits(here, s, this.#groupBits[group]!, this.#groupBits[group + 1]!);
  }

  /** Whether a word to the right is taken by the same group, whose links would then cross, or too few are left there for the others. */
  #isTurned(here: Frontier, s: number, candidate: number, group: number, bound: number): boolean {
    const bit = this.#bit[this.#candidates.hypothesis[candidate]!]!;
    if (bit < 0) return false;
    const end = this.#groupBits[group + 1]!;
    return this.#takenIn(here, s, group) + end - bit < bound || this.#countBits(here, s, bit + 1, end) > 0;
  }

  #countBits({ used }: Frontier, s: number, from: number, to: number): number {
    let count = 0;
    for (let bit = from; bit < to;) {
      const stop = Math.min(to, (bit | 31) + 1);
      const some = stop - bit === 32 ? -1 : ((1 << (stop - bit)) - 1) << (bit & 31);
      count += bitCount(used[s * this.#width + (bit >> 5)]! & some);
      bit = stop;
    }
    return count;
  }

  /** How many links of this alignment a candidate would cross: all end before it in the reference, so those to its right in the hypothesis. */
  #crossings({ used }: Frontier, s: number, candidate: number): number {
    const i = this.#candidates.hypothesis[candidate]!;
    if (this.#bit[i]! < 0) return 0; // what it crosses is known to the others
    const width = this.#width;
    let crossings = 0;
    for (let w = 0; w < width; w++) crossings += bitCount(used[s * width + w]! & this.#toTheRight[i * width + w]!);
    return crossings;
  }

  /** Makes room to find twins in, and strikes off words of the hypothesis that nothing after j wants. Crossings need them all. */
  #startTurn(j: number, group: number, expected: number): void {
    let size = this.#table.length;
    while (size < 2 * expected + 2) size *= 2;
    if (size !== this.#table.length) {
      this.#table = new Int32Array(size);
      this.#stamp = new Int32Array(size);
      this.#turn = 0;
    }
    this.#turn++;
    if (!this.#chunks || group < 0) return;
    if (this.#groups.most[group] !== -1) {
      // How many are taken counts until the group is through.
      if (this.#left[group] !== 0) return;
      for (let bit = this.#groupBits[group]!; bit < this.#groupBits[group + 1]!; bit++) this.#strike(bit);
      return;
    }
    const { hypothesis, hypothesisLength } = this.#candidates;
    for (let c = this.#first[j]!; c < this.#first[j + 1]!; c++) {
      for (let i = hypothesis[c]!; i < hypothesis[c]! + hypothesisLength[c]!; i++) {
        if (this.#lastWanted[i] === j) this.#strike(this.#bit[i]!);
      }
    }
  }

  #strike(bit: number): void {
    if (bit >= 0) this.#mask[bit >> 5]! &= ~(1 << (bit & 31));
  }

  /** An alignment entered at this turn that has the same future; the one at `at` itself if there is none. */
  #findTwin({ used, end, until }: Frontier, at: number): number {
    const width = this.#width;
    // A chunk can be continued where the last link ends; crossings do not depend on it.
    const chunks = this.#chunks;
    let hash = Math.imul((chunks ? end[at]! : 0) + 2, 0x9e3779b1) ^ Math.imul(until[at]!, 0x85ebca6b);
    for (let w = 0; w < width; w++) {
      hash = Math.imul(hash ^ used[at * width + w]!, 0xc2b2ae35);
      hash ^= hash >>> 15;
    }
    const last = this.#table.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      if (this.#stamp[slot] !== this.#turn) {
        this.#stamp[slot] = this.#turn;
        this.#table[slot] = at;
        return at;
      }
      const other = this.#table[slot]!;
      if ((chunks && end[other] !== end[at]) || until[other] !== until[at]) continue;
      let w = 0;
      while (w < width && used[other * width + w] === used[at * width + w]) w++;
      if (w === width) return other;
    }
  }

  /** Picks the best, as many as there is room for, in the order they are in; of equal ones the first. */
  #select(frontier: Frontier, room: number): void {
    const { count, credit, cost, distance } = frontier;
    if (this.#keys.length < 2 * count) this.#keys = new Float64Array(4 * count);
    this.#reserveOrder(count);
    const keys = this.#keys;
    for (let s = 0; s < count; s++) {
      // One number for all three; what huge texts lose of their distances is no matter, as something is dropped anyway.
      keys[s] = keys[count + s] = (cost[s]! - credit[s]! * 2 ** 20) * 2 ** 20 + Math.min(distance[s]!, 2 ** 20 - 1);
    }
    const limit = smallest(keys.subarray(count, 2 * count), room - 1);
    let better = 0;
    for (let s = 0; s < count; s++) if (keys[s]! < limit) better++;
    let equal = room - better;
    let kept = 0;
    for (let s = 0; s < count; s++) {
      if (keys[s]! < limit || (keys[s] === limit && equal-- > 0)) this.#order[kept++] = s;
    }
  }

  #reserveOrder(count: number): void {
    if (this.#order.length >= count) return;
    this.#order = new Int32Array(2 * count);
    this.#spare = new Int32Array(2 * count);
  }

  /** Orders the alignments from best to worst as Meteor does; equal ones stay in their order. */
  #sort(frontier: Frontier): void {
    const { count } = frontier;
    this.#reserveOrder(count);
    let order = this.#order;
    let spare = this.#spare;
    for (let s = 0; s < count; s++) order[s] = s;
    for (let size = 1; size < count; size *= 2) {
      for (let start = 0; start < count; start += 2 * size) {
        const middle = Math.min(start + size, count);
        const stop = Math.min(start + 2 * size, count);
        let a = start;
        let b = middle;
        for (let k = start; k < stop; k++) {
          const takesSecond = a === middle || (b < stop && this.#precedes(frontier, order[b]!, order[a]!));
          spare[k] = takesSecond ? order[b++]! : order[a++]!;
        }
      }
      [order, spare] = [spare, order];
    }
    this.#order = order;
    this.#spare = spare;
  }

  /** Meteor counts a chunk when it ends; here it is counted when it begins. */
  #precedes({ credit, cost, distance, end }: Frontier, a: number, b: number): boolean {
    if (credit[a] !== credit[b]) return credit[a]! > credit[b]!;
    const costA = cost[a]! - (end[a]! >= 0 ? 1 : 0);
    const costB = cost[b]! - (end[b]! >= 0 ? 1 : 0);
    return costA !== costB ? costA < costB : distance[a]! < distance[b]!;
  }

  #reserve(hypothesisLength: number, referenceLength: number): void {
    const words = hypothesisLength + referenceLength + 1;
    if (this.#first.length < words) {
      this.#first = new Int32Array(2 * words);
      this.#bit = new Int32Array(2 * words);
      this.#groupBits = new Int32Array(2 * words);
      this.#left = new Int32Array(2 * words);
      this.#lastWanted = new Int32Array(2 * words);
      this.#hope = new Int32Array(2 * words);
      this.#toll = new Int32Array(2 * words);
      this.#ending = new Int32Array(2 * words);
      this.#endMark = new Int32Array(2 * words);
    }
    if (this.#nextEnding.length < this.#candidates.count) this.#nextEnding = new Int32Array(2 * this.#candidates.count);
  }
}

/** The value that would be at place k if they were sorted; they are put in some other order. */
function smallest(values: Float64Array, k: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return values[k]!;
}

function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
