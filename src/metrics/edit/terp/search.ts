/**
 * TERp's search: while a block of the hypothesis can be moved so that the edits that are left cost less, the best such move is made.
 * Snover, Madnani, Dorr and Schwartz (2009), with the limits and the order of their program.
 */
import { type Alignment, type AlignmentLink, type Text, UsageError, roomFor } from '../../../core/index.ts';
import type { WordNet } from '../../../text/index.ts';
import { BeamDistance } from './beamDistance.ts';
import { type Columns, Comparison, Step } from './comparison.ts';
import type { Preset } from './costs.ts';
import type { PhraseCosts } from './phraseTable.ts';
import { ShiftCandidates } from './shiftCandidates.ts';

interface SearchSettings extends Pick<Preset, 'costs' | 'beam' | 'shifts'> {
  readonly columns: Columns;
  readonly wordNet: WordNet | undefined;
}

/** Tables for longer texts would be too large: 4096 words against as many. */
const mostCells = 1 << 24;
/** The search for moves ends when it has gone through as many cells, with those made so far. Texts of 200 words do not come near. */
const mostWork = 2 ** 29;

type Move = NonNullable<Alignment['moves']>[number];

export class TerpSearch {
  readonly #settings: SearchSettings;
  readonly #paraphrases: PhraseCosts | undefined;
  readonly #comparison = new Comparison();
  readonly #distance: BeamDistance;
  readonly #candidates: ShiftCandidates;
  /** By place, which word of the hypothesis stands there. */
  #order = new Int32Array(64);
  #changed = new Int32Array(64); // the same after the move under consideration
  readonly #moves: Move[] = [];
  #isEmpty = true; // one of the texts is

  constructor(settings: SearchSettings, paraphrases?: PhraseCosts) {
    this.#settings = settings;
    this.#paraphrases = paraphrases;
    this.#distance = new BeamDistance(settings.costs, settings.beam);
    this.#candidates = new ShiftCandidates(settings.shifts);
  }

  /** The least cost found of turning the hypothesis into the reference. */
  cost(hypothesis: Text, reference: Text): number {
    const { costs, columns, wordNet, shifts } = this.#settings;
    const comparison = this.#comparison;
    this.#moves.length = 0;
    const length = hypothesis[0]!.end - hypothesis[0]!.start;
    const target = reference[0]!.end - reference[0]!.start;
    this.#isEmpty = length === 0 || target === 0;
    if (this.#isEmpty) return length * costs.insertion + target * costs.deletion;
    if (length * target > mostCells) {
      throw new UsageError(`A segment of ${length} words and its reference of ${target} are too long for TERp.`);
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

  /** Makes the move after which the least is left, if it is worth its cost. `left` is what is left now. */
  #moveBest(left: number): boolean {
    const { shift } = this.#settings.costs;
    const candidates = this.#candidates;
    const count = candidates.find(this.#comparison, this.#order, this.#distance);
    let best = -1;
    let total = left; // with the cost of the move
    for (let k = 0; k < count && this.#distance.work < mostWork; k++) {
      // The program expects no block to gain more than two for each of its words.
      const most = 2 * (1 + candidates.sizeClass(k));
      const gained = left - total;
      if (gained > most || (best >= 0 && gained === most)) break;
      const from = this.#shift(candidates.start(k), candidates.size(k), candidates.goal(k));
      const tried = this.#distance.try(this.#changed, from) + shift;
      const gain = total - tried;
      // The first may be one that gains nothing; but one for free would be made and undone for ever.
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

  /** Lays the words out as they are after a move; from where on they differ. */
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
      // Moves may have brought words together that stood apart: then each run of them has a link, and the first one the cost.
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

/** Numbers as runs of successive ones. */
function runsOf(numbers: Int32Array): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === number) last.to++;
    else runs.push({ from: number, to: number + 1 });
  }
  return runs;
}

/** The place, before the move, of the word that then follows the block. A goal within it means so many words farther on as it is behind its start. */
function placeBefore(start: number, size: number, goal: number, length: number): number {
  if (goal < start || goal >= start + size) return goal + 1;
  return Math.min(length, goal + size);
}
