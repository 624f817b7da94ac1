/** Shared n-grams against counting them as strings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../core/index.ts';
import { SharedNgrams } from './sharedNgrams.ts';

type Ids = readonly number[];

/** Tokens in the middle of a longer list, as a reader returns them. */
const tokens = (ids: Ids, before = 3): Tokens => ({
  ids: Int32Array.of(...new Array<number>(before).fill(1), ...ids, 1, 2, 3),
  start: before,
  end: before + ids.length,
});

const ngrams = (ids: Ids, n: number): string[] =>
  ids.map((_, i) => ids.slice(i, i + n)).flatMap((ngram) => (ngram.length === n ? [ngram.join(' ')] : []));

const countIn = (list: readonly string[], ngram: string): number => list.filter((each) => each === ngram).length;

/** How many n-grams of `text` are in one of `others`: each at most as often as in the one that has it most often, and all. */
function plainCounts(text: Ids, others: readonly Ids[], n: number): [clipped: number, found: number] {
  const own = ngrams(text, n);
  const theirs = others.map((other) => ngrams(other, n));
  let clipped = 0;
  for (const ngram of new Set(own)) {
    clipped += Math.min(countIn(own, ngram), Math.max(0, ...theirs.map((list) => countIn(list, ngram))));
  }
  return [clipped, own.filter((ngram) => theirs.some((list) => list.includes(ngram))).length];
}

function expectPlain(kernel: SharedNgrams, order: number, text: Ids, references: readonly Ids[]): void {
  // Row by row: clipped, found; starting at 100, because counts are added to the existing ones.
  const expectRow = (counts: Float64Array, plain: (n: number) => [number, number]) => {
    const expected = Array.from({ length: order }, (_, n) => plain(n + 1).map((count) => 100 + count));
    expect([...counts]).toEqual([...expected.map(([clipped]) => clipped), ...expected.map(([, found]) => found)]);
  };
  const counts = new Float64Array(2 * order).fill(100);
  kernel.match(tokens(text, 7), counts, 0, order);
  expectRow(counts, (n) => plainCounts(text, references, n));
  references.forEach((reference, r) => {
    counts.fill(100);
    kernel.recall(r, counts, 0, order);
    expectRow(counts, (n) => plainCounts(reference, [text], n));
  });
}

const ids = fc.oneof(
  fc.array(fc.nat(2), { maxLength: 30 }),
  fc.array(fc.nat(30), { maxLength: 40 }),
  fc.array(fc.oneof(fc.nat(0x10ffff), fc.constantFrom(0, 0x10ffff)), { maxLength: 12 }),
);

describe('SharedNgrams', () => {
  it('counts like strings, for several texts and references, used repeatedly', () => {
    const kernels = new Map([1, 2, 4, 9].map((order) => [order, new SharedNgrams(order)]));
    fc.assert(
      fc.property(
        fc.array(ids, { maxLength: 4 }),
        fc.array(ids, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...kernels.keys()),
        (references, texts, order) => {
          const kernel = kernels.get(order)!;
          kernel.setReferences(references.map((reference) => tokens(reference)));
          for (const text of [...texts, ...references]) expectPlain(kernel, order, text, references);
        },
      ),
      { seed: 20285, numRuns: 600 },
    );
  });

  it('takes long texts: all tokens distinct, and all the same', () => {
    const order = 9;
    const kernel = new SharedNgrams(order);
    const length = 20_000;
    const distinct = Array.from({ length }, (_, i) => i);
    const same = new Array<number>(length).fill(7);
    kernel.setReferences([tokens(distinct), tokens(same)]);
    const counts = new Float64Array(2 * order);
    kernel.match(tokens(same), counts, 0, order);
    kernel.match(tokens(distinct), counts, 0, order);
    expect([...counts]).toEqual([...counts.keys()].map((k) => 2 * (length - (k % order))));
    counts.fill(0);
    kernel.recall(1, counts, 0, order);
    expect([...counts]).toEqual([...counts.keys()].map((k) => (k % order === 0 ? [1, length][k / order]! : 0)));
  });
});
