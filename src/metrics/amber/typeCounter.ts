/** Counts what AMBER needs of one text type, segment by segment. */
import type { Tokens } from '../../core/index.ts';
import { Correspondence } from '../../text/index.ts';
import { ClippedMatches } from './clippedMatches.ts';
import { FlexibleGaps } from './flexibleGaps.ts';
import { NumberedTexts } from './numberedTexts.ts';
import type { RowLayout, RowSettings } from './rowLayout.ts';
import { SkipMatches } from './skipMatches.ts';
import type { Weights } from './weights.ts';
import { WordOrder } from './wordOrder.ts';

export interface CounterSettings extends RowSettings {
  readonly spearmanAsPrinted: boolean;
  /** A segment that equals a reference has no chunks. */
  readonly identicalWhole: boolean;
}

/** Words with fewer characters are short. */
const longWord = 4;

/** A text read as sized words: its words, and what the penalties ask about their lengths. */
class SizedText implements Tokens {
  ids: Int32Array = new Int32Array(0);
  start = 0;
  end = 0;
  length = 0;
  characters = 0;
  shortWords = 0;

  take({ ids, start, end }: Tokens): void {
    this.ids = ids;
    this.start = start;
    this.end = (start + end) / 2;
    this.length = this.end - start;
    this.characters = 0;
    this.shortWords = 0;
    for (let i = this.end; i < end; i++) {
      this.characters += ids[i]!;
      if (ids[i]! < longWord) this.shortWords++;
    }
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
  /** Plain ones, and those by idf if wanted. */
  readonly #weights: readonly Weights[];
  readonly #texts: NumberedTexts;
  readonly #ngrams = new ClippedMatches(false);
  readonly #fixed = new ClippedMatches(true);
  readonly #flexible: FlexibleGaps;
  readonly #skips: SkipMatches;
  readonly #correspondence = new Correspondence();
  readonly #wordOrder: WordOrder;
  readonly #hypothesis = new SizedText();
  readonly #pool: SizedText[] = [];
  #references: SizedText[] = [];
  #totals: Float64Array[] = []; // of each reference, by weights

  constructor(settings: CounterSettings, layout: RowLayout, weights: readonly Weights[]) {
    this.#settings = settings;
    this.#layout = layout;
    this.#weights = weights;
    this.#texts = new NumberedTexts(settings.longest, settings.matching.includes('fixed'));
    this.#flexible = new FlexibleGaps(settings.order);
    this.#skips = new SkipMatches(settings.order, settings.gap);
    this.#wordOrder = new WordOrder(settings.spearmanAsPrinted);
  }

  /** The references as sized words and, if there are weights by idf, as known words. */
  prepare(references: readonly Tokens[], known: readonly Tokens[]): void {
    const { width } = this.#layout.items;
    const count = references.length;
    while (this.#pool.length < count) this.#pool.push(new SizedText());
    if (this.#references.length !== count) this.#references = this.#pool.slice(0, count);
    for (let r = 0; r < count; r++) this.#references[r]!.take(references[r]!);
    this.#texts.setReferences(this.#references);
    for (let r = 0; r < count; r++) {
      const totals = (this.#totals[r] ??= new Float64Array(width * this.#weights.length));
      for (let w = 0; w < this.#weights.length; w++) {
        this.#weights[w]!.total(this.#references[r]!.length, known[r], totals, w * width);
      }
    }
  }

  collect(sized: Tokens, known: Tokens | undefined, rows: Float64Array, at: number): void {
    const hypothesis = this.#hypothesis;
    hypothesis.take(sized);
    this.#texts.setHypothesis(hypothesis);
    const closest = this.#closest();
    const { width } = this.#layout.items;
    for (let w = 0; w < this.#weights.length; w++) {
      const weights = this.#weights[w]!;
      const start = at + 3 * width * w;
      rows.fill(0, start, start + width);
      weights.setTexts(this.#texts, known);
      this.#match(weights, rows, start);
      weights.total(hypothesis.length, known, rows, start + width);
      const totals = this.#totals[closest]!;
      for (let k = 0; k < width; k++) rows[start + 2 * width + k] = totals[w * width + k]!;
    }
    this.#writeLengths(this.#references[closest]!, rows, at);
    this.#writeChunks(rows, at);
    this.#writeWordOrder(this.#references[closest]!, rows, at);
  }

  #match(weights: Weights, rows: Float64Array, at: number): void {
    const { order, longest, matching } = this.#settings;
    const { items } = this.#layout;
    const base = (kind: 'fixed' | 'flexible' | 'skip') => at + items.at(kind, 2) - 2;
    this.#ngrams.match(this.#texts, weights.ngram, 1, longest, rows, at - 1);
    if (order === 1) return;
    if (matching.includes('fixed')) {
      this.#fixed.match(this.#texts, weights.words, 2, order, rows, base('fixed'));
    }
    if (matching.includes('flexible')) {
      this.#flexible.match(this.#texts, weights.words, weights.isEqual, rows, base('flexible'));
    }
    if (matching.includes('skip')) this.#skips.match(this.#texts, weights.words, rows, base('skip'));
  }

  /** The reference closest in words; of equally close ones the shorter; then likewise in characters and in short words. */
  #closest(): number {
    let best = 0;
    for (let r = 1; r < this.#references.length; r++) {
      if (this.#compare(this.#references[r]!, this.#references[best]!) < 0) best = r;
    }
    return best;
  }

  #compare(one: SizedText, other: SizedText): number {
    const { length, characters, shortWords } = this.#hypothesis;
    return (
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
    const { order, identicalWhole, continuityAsPrinted } = this.#settings;
    const { chunks, continuity } = this.#layout;
    const isWhole = identicalWhole && this.#references.some((reference) => this.#hypothesis.equals(reference));
    // With several references more bigrams than words may match.
    rows[at + chunks] = isWhole ? 0 : Math.max(0, rows[at]! - rows[at + 1]!);
    if (continuityAsPrinted) rows[at + continuity] = 1;
    else for (let n = 0; n < order - 1; n++) rows[at + continuity + n] = Math.max(0, rows[at + n]! - 1);
  }

  #writeWordOrder(reference: SizedText, rows: Float64Array, at: number): void {
    const { wordOrder } = this.#layout;
    let spearman = 0;
    let kendall = 0;
    // Others may be as close; which comes first must not matter.
    for (let r = 0; r < this.#references.length; r++) {
      const each = this.#references[r]!;
      if (each !== reference && this.#compare(each, reference) !== 0) continue;
      const count = this.#correspondence.align(this.#hypothesis, each);
      this.#wordOrder.set(this.#correspondence.positions, count, each.length);
      spearman = Math.max(spearman, this.#wordOrder.spearman);
      kendall = Math.max(kendall, this.#wordOrder.kendall);
    }
    rows[at + wordOrder] = reference.length * spearman;
    rows[at + wordOrder + 1] = reference.length * kendall;
  }
}
