/** How the words of a hypothesis and a reference relate: the cost of substituting one for the other, and whether they are similar. */
import { type Text, type Tokens, roomFor } from '../../../core/index.ts';
import type { WordNet } from '../../../text/index.ts';
import type { Costs } from './costs.ts';
import type { PhraseCosts } from './phraseTable.ts';

/** Steps of an alignment. The first four align a word with a word. */
export const Step = { exact: 0, substitution: 1, stem: 2, synonym: 3, insertion: 4, deletion: 5, phrase: 6 } as const;

/** Which views of a text hold which facts about its words; views that are not read are left out. The first is always the view of words. */
export interface Columns {
  readonly stem?: number;
  readonly entry?: number;
  /** At least 0 for stop words, otherwise −1. */
  readonly stop?: number;
  /** Numbers in the phrase table. */
  readonly phrase?: number;
}

/** A paraphrase whose phrases both occur: one in the reference, the other's words in the hypothesis. */
export interface Phrase {
  /** Words from … to of the reference. */
  readonly from: number;
  readonly to: number;
  /** Words of the hypothesis, by their numbers in the table. */
  readonly words: Int32Array;
  readonly cost: number;
}

export class Comparison {
  /** Words of the hypothesis. */
  length = 0;
  /** Words of the reference. */
  target = 0;
  /** By hypothesis word and reference word, [h · target + r]: the cost of a substitution and its step. */
  costs = new Float64Array(1024);
  steps = new Uint8Array(1024);
  /** By the same index: whether they are equal or related, whatever a substitution costs. */
  alike = new Uint8Array(1024);
  /** By hypothesis word: 0 for a stop word, otherwise 1. */
  isContent = new Uint8Array(64);
  /** How many of the first reference words are not stop words: [0 … target]. */
  referenceContent = new Int32Array(65);
  phrases: readonly Phrase[] = [];
  /** By hypothesis word, its number in the phrase table. */
  phraseWords = new Int32Array(64);

  set(
    hypothesis: Text,
    reference: Text,
    prices: Costs,
    columns: Columns,
    wordNet: WordNet | undefined,
    paraphrases: PhraseCosts | undefined,
  ): void {
    const words = hypothesis[0]!;
    const others = reference[0]!;
    const length = (this.length = words.end - words.start);
    const target = (this.target = others.end - others.start);
    this.#reserve(length, target);
    this.#setStopWords(hypothesis, reference, columns);
    this.#setPhrases(hypothesis, reference, columns, paraphrases);

    const { costs, steps, alike } = this;
    const stems = columnOf(hypothesis, columns.stem);
    const otherStems = columnOf(reference, columns.stem);
    const entries = columnOf(hypothesis, columns.entry);
    const otherEntries = columnOf(reference, columns.entry);
    let at = 0;
    for (let h = 0; h < length; h++) {
      const word = words.ids[words.start + h]!;
      const stem = stems ? stems.ids[stems.start + h]! : -1;
      const entry = entries ? entries.ids[entries.start + h]! : -1;
      for (let r = 0; r < target; r++, at++) {
        if (others.ids[others.start + r] === word) {
          costs[at] = 0;
          steps[at] = Step.exact;
          alike[at] = 1;
          continue;
        }
        let cost = prices.substitution;
        let step: number = Step.substitution;
        let related = 0;
        if (otherStems && otherStems.ids[otherStems.start + r] === stem) {
          related = 1;
          if (prices.stem < cost) [cost, step] = [prices.stem, Step.stem];
        }
        if (entry >= 0 && wordNet!.share(entry, otherEntries!.ids[otherEntries!.start + r]!)) {
          related = 1;
          if (prices.synonym < cost) [cost, step] = [prices.synonym, Step.synonym];
        }
        costs[at] = cost;
        steps[at] = step;
        alike[at] = related;
      }
    }
  }

  #reserve(length: number, target: number): void {
    this.costs = roomFor(this.costs, length * target);
    this.steps = roomFor(this.steps, length * target);
    this.alike = roomFor(this.alike, length * target);
    this.isContent = roomFor(this.isContent, length);
    this.phraseWords = roomFor(this.phraseWords, length);
    if (target >= this.referenceContent.length) this.referenceContent = new Int32Array(2 * target + 1);
  }

  #setStopWords(hypothesis: Text, reference: Text, { stop }: Columns): void {
    const { isContent, referenceContent } = this;
    const isStop = (tokens: Tokens | undefined, i: number) =>
      tokens !== undefined && tokens.ids[tokens.start + i]! >= 0;
    const [one, other] = [columnOf(hypothesis, stop), columnOf(reference, stop)];
    for (let h = 0; h < this.length; h++) isContent[h] = isStop(one, h) ? 0 : 1;
    for (let r = 0; r < this.target; r++) referenceContent[r + 1] = referenceContent[r]! + (isStop(other, r) ? 0 : 1);
  }

  #setPhrases(hypothesis: Text, reference: Text, { phrase }: Columns, paraphrases: PhraseCosts | undefined): void {
    this.phrases = [];
    if (phrase === undefined || paraphrases === undefined) return;
    const words = hypothesis[phrase]!;
    const found: Phrase[] = [];
    const known = new Set<number>();
    for (let h = 0; h < this.length; h++) known.add((this.phraseWords[h] = words.ids[words.start + h]!));
    const { ids, start, end } = reference[phrase]!;
    for (let from = start; from < end; from++) {
      paraphrases.table.forEachAt(ids, from, end, (entry) => {
        const list = paraphrases.table.hypotheses[entry]!;
        if (!list.every((word) => known.has(word))) return;
        const cost = paraphrases.cost(entry);
        if (cost === Infinity) return;
        const to = from - start + paraphrases.table.references[entry]!.length;
        found.push({ from: from - start, to, words: list, cost });
      });
    }
    this.phrases = found;
  }
}

const columnOf = (text: Text, column: number | undefined): Tokens | undefined =>
  column === undefined ? undefined : text[column];
