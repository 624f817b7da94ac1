/**
 * Chooses the best compatible candidate links: no word in two of them, most credit, then the lowest cost, then the smallest
 * sum of distances. The reference is read word by word. Partial alignments that leave the same words free and have the same end have the
 * same future; only the best of these is kept, so the search is exact as long as none is dropped for lack of room.
 */
import { enlarged } from '../../core/index.ts';
import { countBits } from '../integers.ts';
import type { Candidates } from './candidates.ts';
import { Frontier } from './frontier.ts';
import { SearchPlan } from './searchPlan.ts';

interface SearchSettings {
  /** What has a cost: a chunk, which is a run of links that are neighbours on both sides, or two links that cross. */
  readonly cost: 'chunks' | 'crossings';
  /** Searches as Meteor 1.5 does: a beam of 40, nothing merged, and distances that are added to the wrong alignment. */
  readonly literal: boolean;
}

/** The initial number of partial alignments kept, as in Meteor. If some had to be dropped, the search is repeated with more room. */
const narrowBeam = 40;
/** The maximum number of partial alignments kept; if there are more at some word, the search is no longer exact. */
const wideBeam = 2000;
/** The maximum number of links of all partial alignments together; for texts of thousands of words the beam is narrower. */
const nodeLimit = 1 << 22;

export class AlignmentSearch {
  /** The candidates chosen, in the order of the reference. */
  chosen = new Int32Array(64);
  chosenCount = 0;
  /** Whether nothing was dropped, so that no alignment is better. */
  exact = true;

  readonly #literal: boolean;
  readonly #plan: SearchPlan;
  /** By group, its words of the reference that are still to be read. */
  #left = new Int32Array(64);
  #here = new Frontier();
  #next = new Frontier();
  #parent = new Int32Array(1024);
  #link = new Int32Array(1024);
  #nodes = 0;
  /** Bits that still matter. */
  #mask = new Int32Array(4);
  /** Where the alignments of a turn are found by what they have in common. */
  #table = new Int32Array(1024);
  #stamp = new Int32Array(1024);
  #turn = 0;
  #known = false;
  #bestGain = 0;
  #bestCost = 0;
  #bestDistance = 0;

  constructor({ cost, literal }: SearchSettings) {
    this.#plan = new SearchPlan(cost === 'chunks');
    this.#literal = literal;
  }

  run(candidates: Candidates, hypothesisLength: number, referenceLength: number): void {
    this.#plan.prepare(candidates, hypothesisLength, referenceLength);
    const { groups, width } = this.#plan;
    if (this.#mask.length < width) this.#mask = new Int32Array(2 * width);
    if (this.#left.length < groups.count) this.#left = new Int32Array(2 * groups.count);
    this.#known = false;
    this.chosenCount = 0;
    this.exact = this.#pass(narrowBeam, referenceLength, true);
    if (this.exact || this.#literal) return;
    // All kept alignments may have ended where no word was left for a group that needs one; then any alignment is a start.
    if (!this.#known) this.#pass(narrowBeam, referenceLength, false);
    this.exact = this.#pass(wideBeam, referenceLength, true);
  }

  /**
   * Reads the reference once and keeps the best alignment, if it beats the known one. If `strict`, all groups must have as many links
   * as they can. Returns whether nothing was dropped.
   */
  #pass(beam: number, referenceLength: number, strict: boolean): boolean {
    const { count, hypothesis, reference, credit } = this.#plan.candidates;
    const { ofReference, single, most, size } = this.#plan.groups;
    const literal = this.#literal;
    let here = this.#here;
    let next = this.#next;
    let whole = true;
    this.#nodes = 0;
    this.#mask.fill(-1, 0, this.#plan.width);
    for (let group = 0; group < this.#plan.groups.count; group++) this.#left[group] = size[group]!;
    here.count = 1;
    here.reserve(1, this.#plan.width);
    here.credit[0] = here.gain[0] = here.cost[0] = here.distance[0] = here.until[0] = 0;
    here.end[0] = here.node[0] = -1;
    here.used.fill(0, 0, this.#plan.width);

    for (let j = 0; j < referenceLength; j++) {
      const from = this.#plan.first[j]!;
      const to = this.#plan.first[j + 1]!;
      const group = ofReference[j]!;
      if (group >= 0) this.#left[group]!--;
      const forced = group >= 0 && single[group] === 1 && to > from;
      // If all pairs are candidates, links that cross could be exchanged for others that do not.
      const turned = !this.#plan.chunks && group >= 0 && this.#plan.groups.complete[group] === 1;
      const bound = literal || !strict || group < 0 ? -1 : most[group]!;
      const room = Math.max(1, Math.min(beam, Math.floor((nodeLimit - this.#nodes) / (count - from + 1))));
      const ordered = literal || here.count > room;
      if (literal) here.sort();
      else if (here.count > room) here.select(room);
      if (here.count > room) whole = false;
      const kept = Math.min(here.count, room);
      if (!literal) this.#startTurn(j, group, kept * (to - from + 1));
      next.count = 0;
      for (let rank = 0; rank < kept; rank++) {
        const s = ordered ? here.order[rank]! : rank;
        if (here.until[s]! > j) {
          this.#put(here, s, next, j, -1, 0, here.cost[s]!, here.distance[s]!);
          continue;
        }
        let distance = here.distance[s]!;
        for (let c = from; c < to; c++) {
          if (!forced && this.#isTaken(here, s, c)) continue;
          if (turned && this.#isTurned(here, s, c, group, bound)) continue;
          const cost = this.#plan.chunks
            ? here.cost[s]! + (here.end[s] === hypothesis[c] ? 0 : 1)
            : here.cost[s]! + this.#plan.crossed[c]! + this.#crossings(here, s, c);
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
        // A group that cannot reach its maximum without this word needs it.
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
    if (this.#literal) here.sort();
    // Meteor closes the last chunk only now, which may change the best among those that its beam keeps.
    const kept = this.#literal ? Math.min(here.count, beam) : here.count;
    for (let rank = 0; rank < kept; rank++) {
      const s = this.#literal ? here.order[rank]! : rank;
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

  /** Enters the continuation of a partial alignment at word j: it takes a candidate, or none if that is −1. */
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
    const { hypothesis, hypothesisLength, referenceLength, credit } = this.#plan.candidates;
    const taken = candidate >= 0;
    const until = taken ? j + referenceLength[candidate]! : Math.max(here.until[s]!, j + 1);
    const gained = here.gain[s]! + gain;
    if (this.#known && this.#isHopeless(gained + this.#plan.hope[until]!, cost + this.#plan.toll[until]!, distance))
      return;
    const width = this.#plan.width;
    let at = next.count;
    next.reserve(at + 1, width);
    for (let w = 0; w < width; w++) next.used[at * width + w] = here.used[s * width + w]!;
    if (taken) {
      for (let i = hypothesis[candidate]!; i < hypothesis[candidate]! + hypothesisLength[candidate]!; i++) {
        const bit = this.#plan.bit[i]!;
        if (bit >= 0) next.used[at * width + (bit >> 5)]! |= 1 << (bit & 31);
      }
    }
    next.credit[at] = here.credit[s]! + (taken ? credit[candidate]! : 0);
    next.gain[at] = gained;
    next.cost[at] = cost;
    next.distance[at] = distance;
    const end = here.until[s]! > j ? here.end[s]! : -1; // within a phrase, or a word is skipped
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

  /** Whether the known alignment is at least as good as any continuation of this one. */
  #isHopeless(gain: number, cost: number, distance: number): boolean {
    if (gain !== this.#bestGain) return gain < this.#bestGain;
    return cost > this.#bestCost || (cost === this.#bestCost && distance >= this.#bestDistance);
  }

  #isTaken(here: Frontier, s: number, candidate: number): boolean {
    const start = this.#plan.candidates.hypothesis[candidate]!;
    for (let i = start; i < start + this.#plan.candidates.hypothesisLength[candidate]!; i++) {
      const bit = this.#plan.bit[i]!;
      if (bit >= 0 && ((here.used[s * this.#plan.width + (bit >> 5)]! >> (bit & 31)) & 1) === 1) return true;
    }
    return false;
  }

  /** How many hypothesis words of a group are taken. */
  #takenIn(here: Frontier, s: number, group: number): number {
    return this.#countBetween(here, s, this.#plan.groupBits[group]!, this.#plan.groupBits[group + 1]!);
  }

  /** Whether a word to the right is taken by the same group, whose links would then cross, or too few are left there for the others. */
  #isTurned(here: Frontier, s: number, candidate: number, group: number, bound: number): boolean {
    const bit = this.#plan.bit[this.#plan.candidates.hypothesis[candidate]!]!;
    if (bit < 0) return false;
    const end = this.#plan.groupBits[group + 1]!;
    return this.#takenIn(here, s, group) + end - bit < bound || this.#countBetween(here, s, bit + 1, end) > 0;
  }

  #countBetween({ used }: Frontier, s: number, from: number, to: number): number {
    let count = 0;
    for (let bit = from; bit < to;) {
      const stop = Math.min(to, (bit | 31) + 1);
      const some = stop - bit === 32 ? -1 : ((1 << (stop - bit)) - 1) << (bit & 31);
      count += countBits(used[s * this.#plan.width + (bit >> 5)]! & some);
      bit = stop;
    }
    return count;
  }

  /** How many links of this alignment a candidate would cross: all end before it in the reference, so those to its right in the hypothesis. */
  #crossings({ used }: Frontier, s: number, candidate: number): number {
    const i = this.#plan.candidates.hypothesis[candidate]!;
    if (this.#plan.bit[i]! < 0) return 0; // its crossings are counted by the others
    const width = this.#plan.width;
    let crossings = 0;
    for (let w = 0; w < width; w++)
      crossings += countBits(used[s * width + w]! & this.#plan.toTheRight[i * width + w]!);
    return crossings;
  }

  /** Makes room to find twins, and drops hypothesis words that no word after j needs. Crossings need them all. */
  #startTurn(j: number, group: number, expected: number): void {
    let size = this.#table.length;
    while (size < 2 * expected + 2) size *= 2;
    if (size !== this.#table.length) {
      this.#table = new Int32Array(size);
      this.#stamp = new Int32Array(size);
      this.#turn = 0;
    }
    this.#turn++;
    if (!this.#plan.chunks || group < 0) return;
    if (this.#plan.groups.most[group] !== -1) {
      // The number taken counts until the group is complete.
      if (this.#left[group] !== 0) return;
      for (let bit = this.#plan.groupBits[group]!; bit < this.#plan.groupBits[group + 1]!; bit++) this.#strike(bit);
      return;
    }
    const { hypothesis, hypothesisLength } = this.#plan.candidates;
    for (let c = this.#plan.first[j]!; c < this.#plan.first[j + 1]!; c++) {
      for (let i = hypothesis[c]!; i < hypothesis[c]! + hypothesisLength[c]!; i++) {
        if (this.#plan.lastWanted[i] === j) this.#strike(this.#plan.bit[i]!);
      }
    }
  }

  #strike(bit: number): void {
    if (bit >= 0) this.#mask[bit >> 5]! &= ~(1 << (bit & 31));
  }

  /** An alignment entered in this turn that has the same future; the one at `at` itself if there is none. */
  #findTwin({ used, end, until }: Frontier, at: number): number {
    const width = this.#plan.width;
    // A chunk can be continued where the last link ends; crossings do not depend on it.
    const chunks = this.#plan.chunks;
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
}
