/**
 * CDER's distance: the reference is covered word by word while a cursor moves through the hypothesis, which it may leave for any other
 * place by a long jump. Leusch, Ueffing and Ney, EACL 2006; rows as in Moses and in EED.
 * A row holds, by cursor, the cost of covering the reference so far. Its first one is 0, 1, 1, …; the next adds a substitution (0 if the
 * words are equal) along the diagonal or 1 straight on; then everything above the row's least value + 1 is cut down to it, which is the
 * jump. (A step to the right costs 1, too, so it never beats the jump.)
 */
import type { Tokens } from '../core/index.ts';
import { Alphabet } from './alphabet.ts';

/** From 0 to 1, by the numbers of two words from 0 on. From `limit` on it need not be exact, as long as it is not below it. */
export type SubstitutionCost = (hypothesisWord: number, referenceWord: number, limit: number) => number;

export class CoverDistance {
  readonly #alphabet = new Alphabet();
  // Where the words of the hypothesis stand: the last position from 1 on by symbol, and the one before with the same word.
  #heads = new Int32Array(64);
  #next = new Int32Array(65);
  #low = new Int32Array(3); // as bits: cursors at the row's least value; all others are at one more
  #matched = new Int32Array(64);
  #row = new Float64Array(65);

  /** Substituting a word costs 1. Then a row has but two values, and the lower one spreads like bits of a word. */
  between(hypothesis: Tokens, reference: Tokens): number {
    const length = hypothesis.end - hypothesis.start;
    this.#index(hypothesis, length);
    const blocks = (length >>> 5) + 1;
    const low = this.#low.fill(0, 0, blocks);
    const next = this.#next;
    const matched = this.#matched;
    low[0] = 1;
    let least = 0;
    for (let j = reference.start; j < reference.end; j++) {
      const symbol = this.#alphabet.symbol(reference.ids[j]!);
      const first = symbol < 0 ? 0 : this.#heads[symbol]!;
      let matches = 0;
      for (let i = first; i > 0; i = next[i]!) {
        if (((low[(i - 1) >>> 5]! >>> ((i - 1) & 31)) & 1) === 1) matched[matches++] = i;
      }
      if (matches > 0) {
        low.fill(0, 0, blocks);
        for (let k = 0; k < matches; k++) low[matched[k]! >>> 5]! |= 1 << (matched[k]! & 31);
      } else {
        // Every lowest cursor stays or goes on for 1, and a match from any other place is as cheap.
        least++;
        for (let b = blocks - 1; b > 0; b--) low[b]! |= (low[b]! << 1) | (low[b - 1]! >>> 31);
        low[0] |= low[0] << 1;
        for (let i = first; i > 0; i = next[i]!) low[i >>> 5]! |= 1 << (i & 31);
      }
    }
    return least + (((low[length >>> 5]! >>> (length & 31)) & 1) === 1 ? 0 : 1);
  }

  /** Substituting a word costs what `cost` says. */
  weighted(hypothesis: Tokens, reference: Tokens, cost: SubstitutionCost): number {
    const length = hypothesis.end - hypothesis.start;
    const { ids, start } = hypothesis;
    if (length + 1 > this.#row.length) this.#row = new Float64Array(2 * (length + 1));
    const row = this.#row.fill(1, 0, length + 1);
    row[0] = 0;
    let last = 1; // where the jump has cut the row above
    for (let j = reference.start; j < reference.end; j++) {
      const word = reference.ids[j]!;
      // What the jump would cut need not be known. So it is set first by what is likely to be lowest in the new row: equal words,
      // and what follows the cursors below the last jump.
      let jump = last + 1;
      for (let i = 0; i < length; i++) {
        if (row[i]! > last) row[i] = last;
        const from = row[i]!;
        if (ids[start + i] === word) jump = Math.min(jump, from + 1);
        else if (from < last && from + 1 < jump) {
          jump = Math.min(jump, from + 1 + cost(i, j - reference.start, jump - 1 - from));
        }
      }
      let before: number = row[0]; // of the row above, one cursor back
      row[0] = Math.min(before + 1, jump);
      for (let i = 1; i <= length; i++) {
        const above = row[i]!; // the last one may lie above the last jump, and then the new one is below it in any case
        let best = above + 1 < jump ? above + 1 : jump;
        if (before < best) {
          if (ids[start + i - 1] === word) best = before;
          else best = Math.min(best, before + cost(i - 1, j - reference.start, best - before));
          if (best + 1 < jump) jump = best + 1;
        }
        row[i] = best;
        before = above;
      }
      last = jump; // cut when the row is next read
    }
    return Math.min(row[length]!, last);
  }

  #index(hypothesis: Tokens, length: number): void {
    const { ids, start } = hypothesis;
    const alphabet = this.#alphabet;
    alphabet.set([hypothesis]);
    if (alphabet.size > this.#heads.length) this.#heads = new Int32Array(2 * alphabet.size);
    else this.#heads.fill(0, 0, alphabet.size);
    if (length >= this.#next.length) {
      this.#next = new Int32Array(2 * length + 1);
      this.#matched = new Int32Array(2 * length);
      this.#low = new Int32Array((length >>> 4) + 1);
    }
    for (let i = 1; i <= length; i++) {
      const symbol = alphabet.symbol(ids[start + i - 1]!);
      this.#next[i] = this.#heads[symbol]!;
      this.#heads[symbol] = i;
    }
  }
}
