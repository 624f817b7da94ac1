/** Which entries of WordNet have a synonym in common: some word that shares a sense with each of them. */
import { NumberedSets } from './numberedSets.ts';

/** Word w has senses[starts[w] … starts[w + 1]). */
interface WordSenses {
  readonly starts: Int32Array;
  readonly senses: Int32Array;
}

export class WordNetSynonyms {
  readonly #sensesOf: (entry: number) => Int32Array;
  readonly #wordsOf = new Map<number, number[]>(); // by sense
  readonly #sets = new NumberedSets(); // of words in place of senses
  readonly #setOf: number[] = []; // by entry

  constructor({ starts, senses }: WordSenses, sensesOf: (entry: number) => Int32Array) {
    this.#sensesOf = sensesOf;
    for (let w = 0; w + 1 < starts.length; w++) {
      for (let i = starts[w]!; i < starts[w + 1]!; i++) {
        const words = this.#wordsOf.get(senses[i]!);
        if (words) words.push(w);
        else this.#wordsOf.set(senses[i]!, [w]);
      }
    }
  }

  share(a: number, b: number): boolean {
    return a >= 0 && b >= 0 && (a === b || this.#sets.share(this.#set(a), this.#set(b)));
  }

  #set(entry: number): number {
    const known = this.#setOf[entry];
    if (known !== undefined) return known;
    const words = new Set<number>();
    for (const sense of this.#sensesOf(entry)) for (const word of this.#wordsOf.get(sense)!) words.add(word);
    return (this.#setOf[entry] = this.#sets.numberOf(words));
  }
}
