/** Numbers for n-grams of word numbers. The empty one is 0; all parts of a known n-gram are known. */

/** Room for a word's number in a key, so that keys stay exact: n-grams × words < 2⁵³. */
const maxWords = 2 ** 22;

export class NgramTrie {
  readonly #children = new Map<number, number>();
  readonly #parents: number[] = [-1];
  readonly #lastWords: number[] = [-1];
  readonly #suffixes: number[] = [0];
  readonly #lengths: number[] = [0];

  /** How many there are, the empty one included. */
  get size(): number {
    return this.#parents.length;
  }

  /** The number of an n-gram and one more word, or −1 if it is not known. */
  find(ngram: number, word: number): number {
    return this.#children.get(ngram * maxWords + word) ?? -1;
  }

  /** The number of the n-gram of these words, or −1. */
  findAll(words: ArrayLike<number>): number {
    let ngram = 0;
    for (let at = 0; at < words.length && ngram >= 0; at++) ngram = this.find(ngram, words[at]!);
    return ngram;
  }

  /** The number of an n-gram and one more word, which is made known. */
  extend(ngram: number, word: number): number {
    if (word >= maxWords) throw new RangeError(`More than ${maxWords} words.`);
    const key = ngram * maxWords + word;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const suffix = ngram === 0 ? 0 : this.extend(this.#suffixes[ngram]!, word);
    const made = this.size;
    this.#children.set(key, made);
    this.#parents.push(ngram);
    this.#lastWords.push(word);
    this.#suffixes.push(suffix);
    this.#lengths.push(this.#lengths[ngram]! + 1);
    return made;
  }

  /** Without the last word. */
  prefix(ngram: number): number {
    return this.#parents[ngram]!;
  }

  /** Without the first word. */
  suffix(ngram: number): number {
    return this.#suffixes[ngram]!;
  }

  length(ngram: number): number {
    return this.#lengths[ngram]!;
  }

  words(ngram: number): number[] {
    const words: number[] = [];
    for (let at = ngram; at > 0; at = this.#parents[at]!) words.push(this.#lastWords[at]!);
    return words.reverse();
  }
}
