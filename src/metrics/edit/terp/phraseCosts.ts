/** What paraphrases of a table cost: by their probability, and by what it would cost to turn one phrase into the other word by word. */
import type { Text } from '../../../core/index.ts';
import { type PhraseWeights, phraseCost } from './costs.ts';
import type { PhraseTable } from './phraseTable.ts';

/** What a view would tell of a word. */
export type Look = (word: string) => number;

export class PhraseCosts {
  readonly table: PhraseTable;
  readonly #weights: PhraseWeights;
  readonly #editCost: (hypothesis: Text, reference: Text) => number;
  readonly #looks: readonly Look[];
  readonly #costs: number[] = [];

  /** `editCost` knows no phrases and reads texts of these looks, by the same columns. */
  constructor(
    table: PhraseTable,
    weights: PhraseWeights,
    editCost: (hypothesis: Text, reference: Text) => number,
    looks: readonly Look[],
  ) {
    this.table = table;
    this.#weights = weights;
    this.#editCost = editCost;
    this.#looks = looks;
  }

  cost(entry: number): number {
    return (this.#costs[entry] ??= this.#find(entry));
  }

  #find(entry: number): number {
    const { hypotheses, references, probabilities } = this.table;
    const edits = this.#editCost(this.#text(hypotheses[entry]!), this.#text(references[entry]!));
    return phraseCost(this.#weights, probabilities[entry]!, edits);
  }

  #text(numbers: Int32Array): Text {
    const { words } = this.table;
    return [numbers, ...this.#looks.map((look) => numbers.map((number) => look(words[number]!)))].map((ids) => ({
      ids,
      start: 0,
      end: ids.length,
    }));
  }
}
