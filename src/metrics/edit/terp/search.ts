/**
 * TERp's search: as long as shifting a block of the hypothesis lowers the cost of the remaining edits, the best shift is made.
 * Snover, Madnani, Dorr and Schwartz (2009), with the limits and the order of their program.
 */
import { type Alignment, type AlignmentLink, type Text, UsageError, roomFor } from '../../../core/index.ts';
import type { WordNet } from '../../../text/index.ts';
import { runsOf } from '../../shared/shiftedItems.ts';
import { BeamDistance } from './beamDistance.ts';
import { type Columns, Comparison, Step } from './comparison.ts';
import type { Preset } from './costs.ts';
import type { PhraseCosts } from './phraseTable.ts';
import { ShiftCandidates } from './shiftCandidates.ts';

interface SearchSettings extends Pick<Preset, 'costs' | 'beam' | 'shifts'> {
  readonly columns: Columns;
  readonly wordNet: WordNet | undefined;
}

/** The limit on segments, 4096 words against 4096; tables for longer texts would be too large. */
const mostCells = 1 << 24;
/** The search for shifts ends after this many cells and keeps the shifts made so far. Texts of 200 words stay far below. */
const mostWork = 2 ** 29;

type Move = NonNullable<Alignment['moves']>[number];

export class TerpSearch {
  readonly #settings: SearchSettings;
  readonly #paraphrases: PhraseCosts | undefined;
  readonly #comparison = new Comparison();
  readonly #distance: BeamDistance;
  readonly #candidates: ShiftCandidates;
  /** By position, which hypothesis word is there. */
  #order = new Int32Array(64);
  #changed = new Int32Array(64); // the same after the shift under consideration
  readonly #moves: Move[] = [];
  #isEmpty = true; // one of the texts is

  constructor(settings: SearchSettings, paraphrases?: PhraseCosts) {
    this.#settings = settings;
    this.#paraphrases = paraphrases;
    this.#distance = new BeamDistance(settings.costs, settings.beam);
    this.#candidates = new ShiftCandidates(settings.shifts);
  }

  /** The lowest cost found of turning the hypothesis into the reference. */
  cost(hypothesis: Text, reference: Text): number {
    const { costs, columns, wordNet, shifts } = this.#settings;
    const comparison = this.#comparison;
    this.#moves.length = 0;
    const length = hypothesis[0]!.end - hypothesis[0]!.start;
    const target = reference[0]!.end - reference[0]!.start;
    this.#isEmpty = length === 0 || target === 0;
    if (this.#isEmpty) return length * costs.insertion + target * costs.deletion;
    if (length * target > mostCells) {
      throw new UsageError(
        `A segment of ${length} words and its reference of ${target} words are too long for TERp. Split them into sentences.`,
      );
    }
    comparison.set(hypothesis, reference, costs, columns, wordNet, this.#paraphrases);
    this.#distance.load(comparison);
    this.#order = roomFor(this.#order, length);
    this.#changed = roomFor(this.#changed, length);
    for (let i = 0; i < length; i++) this.#order[i] = i;

    let moved = 0;
    let left = this.#distance.run(this.#order);
    while (shifts !== 'none' && left > 0 && left >= costs.shift && this.#moveBest(left)) {
      moved += costs.shift;
      left = this.#distance.run(this.#order);
    }
    return left + moved;
  }

  /** Makes the shift that leaves the lowest cost, if it gains more than it costs. `left` is the current cost. */
  #moveBest(left: number): boolean {
    const { shift } = this.#settings.costs;
    const candidates = this.#candidates;
    const count = candidates.find(this.#comparison, this.#order, this.#distance);
    let best = -1;
    let total = left; // including the cost of the shift
    for (let k = 0; k < count && this.#distance.work < mostWork; k++) {
      // The program assumes that a block gains at most two for each of its words.
      const most = 2 * (1 + candidates.sizeClass(k));
      const gained = left - total;
      if (gained > most || (best >= 0 && gained === most)) break;
      const from = this.#shift(candidates.start(k), candidates.size(k), candidates.goal(k));
      const tried = this.#distance.try(this.#changed, from) + shift;
      const gain = total - tried;
      // The first shift may gain nothing; but a shift that costs nothing would be made and undone for ever.
      if (gain > 0 || (gain === 0 && best < 0 && shift > 0)) {
        best = k;
        total = tried;
      }
    }
    if (best < 0) return false;
    const [start, size, goal] = [candidates.start(best), candidates.size(best), candidates.goal(best)];
    this.#shift(start, size, goal);
    this.#moves.push({
      from: start,
      to: start + size,
      before: placeBefore(start, size, goal, this.#comparison.length),
    });
    [this.#order, this.#changed] = [this.#changed, this.#order];
    return true;
  }

  /** Arranges the words as they are after a shift; returns the first position that differs. */
  #shift(start: number, size: number, goal: number): number {
    const { length } = this.#comparison;
    const order = this.#order;
    const changed = this.#changed;
    const before = placeBefore(start, size, goal, length);
    const from = Math.min(start, before);
    let at = 0;
    while (at < from) changed[at] = order[at++]!;
    if (before > start) for (let i = start + size; i < before; i++) changed[at++] = order[i]!;
    for (let i = start; i < start + size; i++) changed[at++] = order[i]!;
    for (let i = before <= start ? before : length; i < start; i++) changed[at++] = order[i]!;
    for (let i = at; i < length; i++) changed[i] = order[i]!;
    return from;
  }

  /** How the texts of the last call of `cost` were matched. */
  links(): AlignmentLink[] {
    const links: AlignmentLink[] = [];
    if (this.#isEmpty) return links;
    this.#distance.trace((step, column, row, toColumn, toRow, cost) => {
      const kind = kinds[step];
      if (kind === undefined) return;
      const reference = { from: row, to: toRow };
      // Shifts may have joined words that were apart: each run of them then has a link, and the first link has the cost.
      for (const [i, hypothesis] of runsOf(this.#order.slice(column, toColumn)).entries()) {
        links.push({ hypothesis, reference, kind, ...(kind !== 'exact' && i === 0 && { cost }) });
      }
    });
    return links.sort((a, b) => a.hypothesis.from - b.hypothesis.from);
  }

  moves(): Move[] {
    return [...this.#moves];
  }
}

/** Names of steps that link words. */
const kinds: Readonly<Partial<Record<number, string>>> = {
  [Step.exact]: 'exact',
  [Step.stem]: 'stem',
  [Step.synonym]: 'synonym',
  [Step.phrase]: 'paraphrase',
  [Step.substitution]: 'substitution',
};

/** The position, before the shift, of the word that will follow the block. A goal within the block counts on from its end by its distance from the start. */
function placeBefore(start: number, size: number, goal: number, length: number): number {
  if (goal < start || goal >= start + size) return goal + 1;
  return Math.min(length, goal + size);
}
