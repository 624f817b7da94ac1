import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainDistance } from '../testing/plainDistances.ts';
import { BitDistance } from './bitDistance.ts';
import { ChangeGains } from './changeGains.ts';

const symbols = 5; // of the reference; one more for words that are not in it
const text = (most: number, maxLength: number) => fc.array(fc.nat(most), { minLength: 1, maxLength, size: 'max' });

const table = new BitDistance();
const gains = new ChangeGains(table);

function take(hypothesis: readonly number[], reference: readonly number[]): number {
  const words = Int32Array.from(hypothesis);
  table.setReference(Int32Array.from(reference), reference.length, symbols);
  const distance = table.run(words, words.length);
  gains.find(words, words.length, distance);
  return distance;
}

it.each([8, 31, 100])(
  'the gain of removing or inserting a word agrees with the distance, for up to %d words',
  (most) => {
    fc.assert(
      fc.property(text(symbols, most), text(symbols - 1, most), (hypothesis, reference) => {
        const distance = take(hypothesis, reference);
        hypothesis.forEach((_, i) => {
          expect(gains.removal(i)).toBe(distance - plainDistance(hypothesis.toSpliced(i, 1), reference));
        });
        for (let i = 0; i <= hypothesis.length; i += 1 + (most >> 3)) {
          for (let symbol = 0; symbol <= symbols; symbol++) {
            const longer = hypothesis.toSpliced(i, 0, symbol);
            expect(gains.insertion(symbol, i)).toBe(distance - plainDistance(longer, reference));
          }
        }
      }),
      { seed: 20281, numRuns: most > 31 ? 15 : 150 },
    );
  },
);

it.each([8, 40, 100])('the gain of a changed run of words agrees with the distance, for up to %d words', (most) => {
  fc.assert(
    fc.property(
      text(symbols, most),
      text(symbols - 1, most),
      text(symbols, most),
      fc.nat(most),
      fc.integer({ min: 1, max: 4 }),
      (hypothesis, reference, others, start, least) => {
        const distance = take(hypothesis, reference);
        const from = start % hypothesis.length;
        const to = Math.min(hypothesis.length, from + others.length);
        const changed = hypothesis.map((word, i) => (i >= from && i < to ? others[i - from]! : word));
        const expected = distance - plainDistance(changed, reference);
        const found = gains.change(Int32Array.from(changed), from, to, least);
        if (expected >= least) expect(found).toBe(expected);
        else expect(found).toBeLessThan(least);
      },
    ),
    { seed: 20281, numRuns: 400 },
  );
});
