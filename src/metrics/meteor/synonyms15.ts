/**
 * How Meteor 1.5 looks up synonyms: the senses of the word and those of its base, which is that of an irregular form or the first known
 * word that an ending leads to, whatever its part of speech. It knows senses by their places in WordNet's files without saying which file,
 * so that a noun and a verb may meet by chance.
 */
import type { WordColumn, WordNet } from '../../text/index.ts';

/** In the order in which they are tried, for all parts of speech. */
const endings: readonly (readonly [ending: string, base: string])[] = [
  ['s', ''],
  ['ses', 's'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['men', 'man'],
  ['ies', 'y'],
  ['es', 'e'],
  ['es', ''],
  ['ed', 'e'],
  ['ed', ''],
  ['ing', 'e'],
  ['ing', ''],
  ['er', ''],
  ['est', ''],
  ['er', 'e'],
  ['est', 'e'],
];

/** Senses are numbered within a part of speech by these bits. */
const place = (1 << 28) - 1;

/** One for each WordNet, since metrics share what a view reads and so must agree on numbers. */
const known = new WeakMap<WordNet, Synonyms15>();

export function synonyms15Of(wordNet: WordNet): Synonyms15 {
  const synonyms = known.get(wordNet) ?? new Synonyms15(wordNet);
  known.set(wordNet, synonyms);
  return synonyms;
}

class Synonyms15 implements WordColumn {
  readonly #wordNet: WordNet;
  readonly #numbers = new Map<string, number>();
  readonly #places: Int32Array[] = [];

  constructor(wordNet: WordNet) {
    this.#wordNet = wordNet;
  }

  number(word: string): number {
    const places = this.#placesOf(word);
    if (places.length === 0) return -1;
    const key = places.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#numbers.set(key, (number = this.#places.length));
      this.#places.push(places);
    }
    return number;
  }

  share(a: number, b: number): boolean {
    const [one, other] = [this.#places[a]!, this.#places[b]!];
    let i = 0;
    let j = 0;
    while (i < one.length && j < other.length) {
      if (one[i] === other[j]) return true;
      if (one[i]! < other[j]!) i++;
      else j++;
    }
    return false;
  }

  #placesOf(word: string): Int32Array {
    const wordNet = this.#wordNet;
    const senses = [...wordNet.senses(wordNet.entry(word, 'exceptions'))];
    if (!wordNet.isIrregular(word)) senses.push(...wordNet.senses(this.#baseOf(word)));
    return Int32Array.from(new Set(senses.map((sense) => sense & place))).sort();
  }

  #baseOf(word: string): number {
    if (word.endsWith('ss') || word.length <= 2) return -1;
    for (const [ending, base] of endings) {
      if (!word.endsWith(ending)) continue;
      const entry = this.#wordNet.entry(word.slice(0, word.length - ending.length) + base, 'word');
      if (entry >= 0) return entry;
    }
    return -1;
  }
}
