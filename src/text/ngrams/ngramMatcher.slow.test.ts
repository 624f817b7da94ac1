/** Both ways to match n-grams against counting them as strings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../core/index.ts';
import { Alphabet } from '../words/alphabet.ts';
import { NgramMatcher } from './ngramMatcher.ts';
import { NumberedNgrams } from './numberedNgrams.ts';

const seed = 20262;

/** Counts of n-grams as strings. */
function countNgrams(ids: readonly number[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= ids.length; i++) {
    const ngram = ids.slice(i, i + n).join(' ');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

/** Matches of orders 1 … order, each n-gram at most as often as in the reference that has it most often. */
function plainMatches(text: readonly number[], references: readonly (readonly number[])[], order: number): number[] {
  return Array.from({ length: order }, (_, k) => {
    const limits = references.map((reference) => countNgrams(reference, k + 1));
    let sum = 0;
    for (const [ngram, count] of countNgrams(text, k + 1)) {
      sum += Math.min(count, Math.max(0, ...limits.map((limit) => limit.get(ngram) ?? 0)));
    }
    return sum;
  });
}

/** Tokens in the middle of a longer list, as a reader returns them. */
const tokens = (ids: readonly number[], before = 3): Tokens => ({
  ids: Int32Array.of(...new Array<number>(before).fill(1), ...ids, 1, 2, 3),
  start: before,
  end: before + ids.length,
});

const ids = fc.oneof(
  fc.array(fc.nat(2), { maxLength: 40 }),
  fc.array(fc.nat(30), { maxLength: 60 }),
  fc.array(fc.oneof(fc.nat(0x10ffff), fc.constantFrom(0, 0xffff, 0x10ffff)), { maxLength: 12 }),
);

/** The one for long texts, with an alphabet of its own. */
class Numbered {
  readonly #alphabet = new Alphabet();
  readonly #numbered: NumberedNgrams;

  constructor(order: number) {
    this.#numbered = new NumberedNgrams(order);
  }

  setReferences(references: readonly Tokens[]): void {
    this.#alphabet.set(references);
    this.#numbered.setReferences(references, this.#alphabet);
  }

  match(text: Tokens, matches: Float64Array, at: number): void {
    this.#numbered.match(text, this.#alphabet, matches, at);
  }
}

const orders = [1, 2, 3, 4, 5, 6, 10, 31, 32, 33, 64];

describe.each([
  ['NgramMatcher', NgramMatcher],
  ['NumberedNgrams', Numbered],
])('%s', (_, Kernel) => {
  it('matches like counting strings, for several texts and references, used repeatedly', () => {
    const kernels = new Map(orders.map((order) => [order, new Kernel(order)]));
    fc.assert(
      fc.property(
        fc.array(ids, { minLength: 1, maxLength: 4 }),
        fc.array(ids, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...orders),
        (references, texts, order) => {
          const kernel = kernels.get(order)!;
          kernel.setReferences(references.map((reference) => tokens(reference)));
          for (const text of [...texts, ...references]) {
            const matches = new Float64Array(order + 2).fill(100);
            kernel.match(tokens(text, 7), matches, 1);
            // It adds to the existing counts and changes nothing else.
            const expected = plainMatches(text, references, order).map((count) => 100 + count);
            expect([...matches]).toEqual([100, ...expected, 100]);
          }
        },
      ),
      { seed, numRuns: 2000 },
    );
  });

  it('matches nothing without a reference or with an empty one', () => {
    const kernel = new Kernel(4);
    const matches = new Float64Array(4);
    kernel.setReferences([tokens([1, 2, 3])]);
    kernel.setReferences([]);
    kernel.match(tokens([1, 2, 3]), matches, 0);
    kernel.setReferences([tokens([]), tokens([])]);
    kernel.match(tokens([1, 2, 3]), matches, 0);
    expect([...matches]).toEqual([0, 0, 0, 0]);
  });

  it('counts an n-gram as often as one reference has it, not all of them together', () => {
    const kernel = new Kernel(2);
    const matches = new Float64Array(2);
    kernel.setReferences([tokens([1, 2, 9]), tokens([1, 2, 8, 1, 2]), tokens([7]), tokens([1, 2])]);
    kernel.match(tokens([1, 2, 1, 2, 1, 2, 1, 2]), matches, 0);
    expect([...matches]).toEqual([4, 2]);
  });

  it('does not join the end of a reference to the start of the next', () => {
    const kernel = new Kernel(3);
    const matches = new Float64Array(3);
    kernel.setReferences([tokens([1, 2]), tokens([3, 4])]);
    kernel.match(tokens([1, 2, 3, 4]), matches, 0);
    expect([...matches]).toEqual([4, 2, 0]);
  });

  it('takes long texts: all tokens distinct, all the same, two alternating, and some of each', () => {
    const kernel = new Kernel(6);
    const distinct = Array.from({ length: 3000 }, (_, i) => i);
    const same = new Array<number>(3000).fill(9);
    const turns = distinct.map((i) => i % 2);
    const mixed = distinct.map((i) => (i * i) % 97);
    for (const references of [[distinct], [same], [turns], [mixed], [distinct, same, turns, mixed]]) {
      kernel.setReferences(references.map((reference) => tokens(reference)));
      for (const text of [mixed, turns, same, distinct, [5], mixed.slice(100, 160)]) {
        const matches = new Float64Array(6);
        kernel.match(tokens(text), matches, 0);
        expect([...matches]).toEqual(plainMatches(text, references, 6));
      }
    }
  });
});

describe('NumberedNgrams', () => {
  it('takes texts of many groups, and groups that the table is too small for', () => {
    const random = (size: number, kinds: number) => Array.from({ length: size }, (_, i) => Math.imul((i + 7) * (i + 3), 0x9e3779b1) % kinds & 0xfffff); // prettier-ignore
    const kernel = new Numbered(4);
    const ascending = (length: number) => Array.from({ length }, (_, i) => i);
    for (const [references, text] of [
      // As many distinct tokens as half of a table has entries.
      ...[7, 8, 9, 16, 64].map((length) => [[ascending(length)], []]),
      [[random(70_000, 300), random(30_000, 290)], random(80_000, 310)],
      ...[0, 20_000, 40_000, 60_000].map((from) => [[Array.from({ length: 16_370 }, (_, i) => from + i)], [from + 1, from + 2, from + 9]]), // prettier-ignore
    ] as [number[][], number[]][]) {
      kernel.setReferences(references.map((reference) => ({ ids: Int32Array.from(reference), start: 0, end: reference.length }))); // prettier-ignore
      const matches = new Float64Array(4);
      kernel.match({ ids: Int32Array.from(text), start: 0, end: text.length }, matches, 0);
      expect([...matches]).toEqual(plainMatches(text, references, 4));
    }
  });
});

describe('Alphabet', () => {
  it('numbers tokens by first appearance, and forgets them', () => {
    const alphabet = new Alphabet();
    for (let round = 0; round < 3; round++) {
      alphabet.set([tokens([1000 + round, 7, 1000 + round, 0]), tokens([7, 0x10ffff])]);
      expect([1000 + round, 7, 0, 0x10ffff].map((id) => alphabet.symbol(id))).toEqual([0, 1, 2, 3]);
      expect(alphabet.size).toBe(4);
      for (const id of [1, 999 + round, 1001 + round, 0x110000]) expect(alphabet.symbol(id)).toBe(-1);
      // Small ids need no numbering.
      alphabet.set([tokens([3, 5]), tokens([0])]);
      expect([0, 3, 5, 6, 1000].map((id) => alphabet.symbol(id))).toEqual([0, 3, 5, -1, -1]);
      expect(alphabet.size).toBe(6);
    }
  });
});
