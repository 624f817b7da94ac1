/** Paraphrases in TERp's text format: `0.2 <p>of the reference</p> <p>of the hypothesis</p>`, a probability and two phrases per line. */
import { type Text, UsageError } from '../../../core/index.ts';
import { NgramTree, type TextFile } from '../../../text/index.ts';
import { type PhraseWeights, phraseCost } from './costs.ts';

interface PhraseTableSettings {
  readonly lowercase: boolean;
  /** A second probability is for the same direction, as in the program, not for the opposite one, as in the manual. */
  readonly bothForward: boolean;
  /** The limit on words and phrase prefixes in a table; a Map cannot hold more. */
  readonly most?: number;
}

const lineShape = /^(\S+)\s+(?:(\S+)\s+)?<p>(.*)<\/p>\s+<p>(.*)<\/p>$/;
const numberShape = /^[0-9.]+([eE][-+]?[0-9]+)?$/;

export class PhraseTable {
  /** Words by number. */
  readonly words: string[] = [];
  readonly probabilities: number[] = [];
  /** By entry, the words of its hypothesis phrase. */
  readonly hypotheses: Int32Array[] = [];
  /** By entry, the words of its reference phrase. */
  readonly references: Int32Array[] = [];
  readonly #numbers = new Map<string, number>();
  /** The reference phrases, and entries by the node where they end. */
  readonly #tree = new NgramTree();
  readonly #entries = new Map<number, number[]>();

  constructor({ name, lines }: TextFile, { lowercase, bothForward, most = 2 ** 24 }: PhraseTableSettings) {
    if (lines.every((line) => line.trim() === '')) {
      throw new UsageError(`${name} has no paraphrases. Expected a probability and two phrases on each line.`);
    }
    lines.forEach((text, i) => {
      const line = text.trim();
      if (line === '') return;
      const refuse = (why: string) => new UsageError(`${name}, line ${i + 1}: ${why}`);
      const [, first, second, one, other] = lineShape.exec(line) ?? [];
      if (one === undefined || other === undefined) {
        throw refuse('expected PROBABILITY <p>phrase</p> <p>paraphrase</p>, with one or two probabilities.');
      }
      const probabilityOf = (typed: string): number => {
        const value = numberShape.test(typed) ? Number(typed) : NaN;
        if (Number.isFinite(value)) return value;
        throw refuse(`a probability must be a number of at least 0, not "${typed}".`);
      };
      const wordsOf = (phrase: string): string[] => {
        const list = (lowercase ? phrase.toLowerCase() : phrase).split(/\s+/).filter((word) => word !== '');
        if (list.length === 0) throw refuse('a phrase has no words.');
        return list;
      };
      const forward = probabilityOf(first!);
      const backward = second === undefined ? undefined : probabilityOf(second);
      const phrases = [wordsOf(one), wordsOf(other)] as const;
      if (Math.max(this.words.length, this.#tree.size - 1) + phrases[0].length + phrases[1].length > most) {
        throw refuse(
          `the table is too large: it has ${most} different words or phrase prefixes. Remove phrases that occur in no text.`,
        );
      }
      const [reference, hypothesis] = phrases.map((list) => Int32Array.from(list, (word) => this.#number(word))) as [
        Int32Array,
        Int32Array,
      ];
      if (reference.length === hypothesis.length && reference.every((word, k) => word === hypothesis[k])) return;
      this.#add(reference, hypothesis, forward);
      if (backward === undefined) return;
      if (bothForward) this.#add(reference, hypothesis, backward);
      else this.#add(hypothesis, reference, backward);
    });
  }

  /** The number of a word; −1 for a word that is in no phrase. */
  number(word: string): number {
    return this.#numbers.get(word) ?? -1;
  }

  /** Calls `take` for each entry whose reference phrase is at `start` of these words. */
  forEachAt(words: Int32Array, start: number, end: number, take: (entry: number) => void): void {
    let node = 0;
    for (let i = start; i < end && words[i]! >= 0; i++) {
      node = this.#tree.find(node, words[i]!);
      if (node < 0) return;
      const entries = this.#entries.get(node);
      if (entries) for (const entry of entries) take(entry);
    }
  }

  #number(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      this.#numbers.set(word, (number = this.words.length));
      this.words.push(word);
    }
    return number;
  }

  #add(reference: Int32Array, hypothesis: Int32Array, probability: number): void {
    let node = 0;
    for (const word of reference) node = this.#tree.add(node, word);
    const entry = this.probabilities.push(probability) - 1;
    this.references.push(reference);
    this.hypotheses.push(hypothesis);
    const entries = this.#entries.get(node);
    if (entries) entries.push(entry);
    else this.#entries.set(node, [entry]);
  }
}

/** What a view would report for a word. */
export type Look = (word: string) => number;

/** The costs of a table's paraphrases, from their probability and from the cost of turning one phrase into the other word by word. */
export interface PhraseCosts {
  readonly table: PhraseTable;
  cost(entry: number): number;
}

/** `editCost` knows no phrases and reads texts with these views, by the same columns. */
export function phraseCosts(
  table: PhraseTable,
  weights: PhraseWeights,
  editCost: (hypothesis: Text, reference: Text) => number,
  looks: readonly Look[],
): PhraseCosts {
  const costs: number[] = [];
  const textOf = (numbers: Int32Array): Text =>
    [numbers, ...looks.map((look) => numbers.map((number) => look(table.words[number]!)))].map((ids) => ({
      ids,
      start: 0,
      end: ids.length,
    }));
  const find = (entry: number): number => {
    const edits = editCost(textOf(table.hypotheses[entry]!), textOf(table.references[entry]!));
    return phraseCost(weights, table.probabilities[entry]!, edits);
  };
  return { table, cost: (entry) => (costs[entry] ??= find(entry)) };
}
