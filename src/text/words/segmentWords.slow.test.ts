import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashUnits } from './cut.ts';
import { SegmentWords } from './segmentWords.ts';

function interner() {
  const segment = new SegmentWords();
  const { units } = segment;
  return {
    segment,
    id(word: string, before = '') {
      units.append(before + word);
      const start = units.start + before.length;
      return segment.intern(start, units.end, hashUnits(units.values, start, units.end));
    },
  };
}

describe('SegmentWords', () => {
  it('agrees with a Map of strings, segment after segment, even when it grows', () => {
    const words = fc.array(
      fc.oneof(
        fc.string({ maxLength: 3, unit: fc.constantFrom('a', 'b', '\0', '\uffff', '中') }),
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.nat(5000).map(String),
      ),
      { maxLength: 1200 },
    );
    const { id, segment } = interner();
    fc.assert(
      fc.property(words, (list) => {
        segment.forget();
        const ids = new Map<string, number>();
        for (const word of list) {
          if (!ids.has(word)) ids.set(word, ids.size);
          expect(id(word, 'x ')).toBe(ids.get(word));
        }
      }),
      { seed: 20281, numRuns: 100 },
    );
  });

  it('keeps many words of one segment: none is lost and none is merged', () => {
    const { id } = interner();
    const word = (i: number) => `w${i * 7919}${'x'.repeat(i % 17)}`;
    for (let i = 0; i < 20_000; i++) expect(id(word(i))).toBe(i);
    for (let i = 19_999; i >= 0; i -= 7) expect(id(word(i))).toBe(i);
  });
});
