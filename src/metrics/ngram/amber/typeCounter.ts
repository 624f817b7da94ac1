/** Counts what AMBER needs for one text type, segment by segment. */
import { type Tokens, UsageError } from '../../../core/index.ts';
import { Correspondence, NgramReaches } from '../../../text/index.ts';
import { ItemMatches } from './itemMatches.ts';
import type { Settings } from './options.ts';
import type { RowLayout, RowSettings } from './rowLayout.ts';
import type { Weights } from './weights.ts';

export interface CounterSettings extends RowSettings, Pick<Settings, 'spearman' | 'identical'> {}

/** A segment of this many pieces takes some seconds; it is not a sentence. */
const mostPieces = 1 << 14;

/** Words with fewer characters are short. */
export const longWord = 4;

/** A text read as sized pieces: its words, and the lengths that the penalties need. */
class SizedText implements Tokens {
  ids: Int32Array = new Int32Array(0);
  start = 0;
  end = 0;
  length = 0;
  characters = 0;
  shortWords = 0;

  /** Reads the text that starts at `at`; returns where it ends. */
  take(ids: Int32Array, at: number): number {
    const length = ids[at]!;
    if (length > mostPieces) {
      throw new UsageError(
        `AMBER takes segments of up to ${mostPieces} word pieces, because its time grows with their square; one segment has ${length}. Split it into sentences.`,
      );
    }
    this.ids = ids;
    this.length = length;
    this.characters = ids[at + 1]!;
    this.shortWords = ids[at + 2]!;
    this.start = at + 3;
    this.end = at + 3 + length;
    return this.end;
  }

  equals(other: SizedText): boolean {
    if (this.length !== other.length) return false;
    for (let i = 0; i < this.length; i++) if (this.ids[this.start + i] !== other.ids[other.start + i]) return false;
    return true;
  }
}

export class TypeCounter {
  readonly #settings: CounterSettings;
  readonly #layout: RowLayout;
  /** Unweighted ones, and those by idf if requested. */
  readonly #weights: readonly Weights[];
  readonly #matches: ItemMatches;
  readonly #correspondence = new Correspondence();
  readonly #reaches = new NgramReaches(); // into one of several references
  readonly #wordOrder: WordOrder;
  readonly #hypothesis = new SizedText();
  readonly #pool: SizedText[] = [];
  #references: SizedText[] = [];
  readonly #totals: Float64Array[] = []; // of each reference, by weights

  constructor(settings: CounterSettings, layout: RowLayout, weights: readonly Weights[]) {
    this.#settings = settings;
    this.#layout = layout;
    this.#weights = weights;
    this.#matches = new ItemMatches(settings, layout.items);
    this.#wordOrder = new WordOrder(settings.spearman === 'printed');
  }

  /** Begins a segment with this many references; each is then read by `takeReference`. */
  begin(references: number): void {
    while (this.#pool.length < references) {
      this.#pool.push(new SizedText());
      this.#totals.push(new Float64Array(this.#layout.items.width * this.#weights.length));
    }
    if (this.#references.length !== references) this.#references = this.#pool.slice(0, references);
  }

  /** Reads a reference from sized pieces at ids[at …]; returns where it ends. `known` is the same text as known words, for idf. */
  takeReference(r: number, ids: Int32Array, at: number, known: Tokens | undefined): number {
    const reference = this.#references[r]!;
    const end = reference.take(ids, at);
    const { width } = this.#layout.items;
    for (let w = 0; w < this.#weights.length; w++) {
      this.#weights[w]!.total(reference.length, known, this.#totals[r]!, w * width);
    }
    if (r === this.#references.length - 1) this.#matches.setReferences(this.#references);
    return end;
  }

  /** Writes the row of a hypothesis, given in the same way; returns where it ends. */
  collect(ids: Int32Array, from: number, known: Tokens | undefined, rows: Float64Array, at: number): number {
    const hypothesis = this.#hypothesis;
    const end = hypothesis.take(ids, from);
    this.#matches.setHypothesis(hypothesis);
    const closest = this.#closest();
    const { width } = this.#layout.items;
    for (let w = 0; w < this.#weights.length; w++) {
      const weights = this.#weights[w]!;
      const start = at + 3 * width * w;
      this.#matches.match(weights, known, rows, start);
      weights.total(hypothesis.length, known, rows, start + width);
      const totals = this.#totals[closest]!;
      for (let k = 0; k < width; k++) rows[start + 2 * width + k] = totals[w * width + k]!;
      for (let r = 0; r < this.#references.length; r++) {
        if (r !== closest && this.#isClosest(r, closest))
          this.#lower(rows, start + 2 * width, this.#totals[r]!, w * width);
      }
    }
    this.#writeLengths(this.#references[closest]!, rows, at);
    this.#writeChunks(rows, at);
    this.#writeWordOrder(closest, rows, at);
    return end;
  }

  /** After `collect`: the references that are closest, the one that counts first. */
  closestReferences(): number[] {
    const closest = this.#closest();
    const others = [...this.#references.keys()].filter((r) => r !== closest && this.#isClosest(r, closest));
    return [closest, ...others];
  }

  /** Lowers the totals in a row to those of a reference, if these are lower; only idf makes equally close references differ. */
  #lower(rows: Float64Array, at: number, totals: Float64Array, from: number): void {
    for (let k = 0; k < this.#layout.items.width; k++) rows[at + k] = Math.min(rows[at + k]!, totals[from + k]!);
  }

  /** The reference closest in words; ties go to the shorter one, then to the closest in characters and in short words. An empty one only if all are. */
  #closest(): number {
    let best = 0;
    for (let r = 1; r < this.#references.length; r++) {
      if (this.#compare(this.#references[r]!, this.#references[best]!) < 0) best = r;
    }
    return best;
  }

  /** Others may be equally close; their order must not matter. */
  #isClosest(r: number, closest: number): boolean {
    return r === closest || this.#compare(this.#references[r]!, this.#references[closest]!) === 0;
  }

  #compare(one: SizedText, other: SizedText): number {
    const { length, characters, shortWords } = this.#hypothesis;
    return (
      Number(one.length === 0) - Number(other.length === 0) ||
      Math.abs(one.length - length) - Math.abs(other.length - length) ||
      one.length - other.length ||
      Math.abs(one.characters - characters) - Math.abs(other.characters - characters) ||
      one.characters - other.characters ||
      Math.abs(one.shortWords - shortWords) - Math.abs(other.shortWords - shortWords) ||
      one.shortWords - other.shortWords
    );
  }

  #writeLengths(reference: SizedText, rows: Float64Array, at: number): void {
    const hypothesis = this.#hypothesis;
    const { shorter, characters, shortWords } = this.#layout;
    rows[at + shorter] = Math.min(hypothesis.length, reference.length);
    rows[at + characters] = hypothesis.characters;
    rows[at + characters + 1] = reference.characters;
    rows[at + characters + 2] = Math.min(hypothesis.characters, reference.characters);
    const byTotals = this.#settings.wordDifferences === 'totals';
    const less = hypothesis.shortWords - reference.shortWords;
    rows[at + shortWords] = byTotals ? hypothesis.shortWords : Math.abs(less);
    rows[at + shortWords + 1] = byTotals ? reference.shortWords : Math.abs(hypothesis.length - reference.length - less);
  }

  #writeChunks(rows: Float64Array, at: number): void {
    const { order } = this.#settings;
    const { chunks, continuity } = this.#layout;
    const isWhole =
      this.#settings.identical && this.#references.some((reference) => this.#hypothesis.equals(reference));
    // With several references more bigrams than words may match.
    rows[at + chunks] = isWhole ? 0 : Math.max(0, rows[at]! - rows[at + 1]!);
    if (this.#settings.continuity === 'printed') rows[at + continuity] = 1;
    else for (let n = 0; n < order - 1; n++) rows[at + continuity + n] = Math.max(0, rows[at + n]! - 1);
  }

  #writeWordOrder(closest: number, rows: Float64Array, at: number): void {
    const { wordOrder } = this.#layout;
    let spearman = 0;
    let kendall = 0;
    for (let r = 0; r < this.#references.length; r++) {
      if (!this.#isClosest(r, closest)) continue;
      this.#setWordOrder(r);
      spearman = Math.max(spearman, this.#wordOrder.spearman);
      kendall = Math.max(kendall, this.#wordOrder.kendall);
    }
    rows[at + wordOrder] = this.#references[closest]!.length * spearman;
    rows[at + wordOrder + 1] = this.#references[closest]!.length * kendall;
  }

  #setWordOrder(r: number): void {
    const { pairs, arePaired } = this.#matches;
    const { length } = this.#references[r]!;
    if (!arePaired) {
      const count = this.#correspondence.align(this.#hypothesis, this.#references[r]!);
      this.#wordOrder.set(this.#correspondence.positions, count, length);
      return;
    }
    let { reaches } = this.#matches;
    if (this.#references.length > 1) {
      reaches = this.#reaches;
      reaches.set(pairs, pairs.begins[r]!, pairs.ends[r]!);
    }
    this.#wordOrder.set(reaches.positions, reaches.positionCount, length);
  }
}

/** How far the words common to two texts are in the same order: Chen and Kuhn (WMT 2011), equations 16–19. */
export class WordOrder {
  /** (1 + ρ) / 2, equation 17. */
  spearman = 1;
  /** (1 + τ) / 2, equation 19. */
  kendall = 1;
  readonly #factor: number;
  #places = new Int32Array(64); // by reference position + 1: words there; then, words there and before

  /** Equation 16 as printed lacks the 6 of Spearman's ρ. */
  constructor(printed: boolean) {
    this.#factor = printed ? 1 : 6;
  }

  /** `positions` in the reference of the corresponding words of the translation, in order; fewer than two have no order to differ in. */
  set(positions: Int32Array, count: number, referenceLength: number): void {
    this.spearman = 1;
    this.kendall = 1;
    if (count < 2) return;
    const distances = this.#squaredDistances(positions, count, referenceLength);
    this.spearman = 1 - (this.#factor * distances) / (2 * (count + 1) * count * (count - 1));
    let rising = 0;
    let furthest = positions[0]!;
    for (let j = 1; j < count; j++) {
      const position = positions[j]!;
      if (position > furthest) {
        rising += j;
        furthest = position;
      } else for (let i = 0; i < j; i++) rising += (positions[i]! - position) >>> 31; // 1 if it is before
    }
    this.kendall = rising / ((count * (count - 1)) / 2);
  }

  /** Words at the same position share the mean of their ranks. */
  #squaredDistances(positions: Int32Array, count: number, referenceLength: number): number {
    if (referenceLength + 1 > this.#places.length) this.#places = new Int32Array(2 * referenceLength + 2);
    const places = this.#places.fill(0, 0, referenceLength + 1);
    for (let i = 0; i < count; i++) places[positions[i]! + 1]!++;
    for (let p = 1, before = 0; p <= referenceLength; p++) places[p] = before += places[p]!;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const rank = (places[positions[i]!]! + 1 + places[positions[i]! + 1]!) / 2;
      sum += (i + 1 - rank) * (i + 1 - rank);
    }
    return sum;
  }
}
