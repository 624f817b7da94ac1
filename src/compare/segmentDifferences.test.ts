import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemScore, wholeSystem } from '../core/index.ts';
import { measure } from '../measure/index.ts';
import { bleu, ter } from '../metrics/index.ts';
import { extremeSegments, segmentDifferences } from './segmentDifferences.ts';
import { readExamples, someSegments, textsOf } from './testing/examples.ts';

describe('segmentDifferences', () => {
  it('exchanges one segment after the other', () => {
    fc.assert(
      fc.property(someSegments(3), fc.constantFrom(bleu({ tokenizer: 'none' }), ter()), (segments, metric) => {
        const { testSet, outputs } = textsOf(segments);
        const measured = measure(metric, testSet, outputs);
        const { differences, effects } = segmentDifferences(measured, 2, 1);
        const back = segmentDifferences(measured, 1, 2);
        const count = segments.length;
        const exchanged = (system: number, i: number, from: number) =>
          measured.score(wholeSystem(measured, system).with(i, from * count + i));
        segments.forEach((_, i) => {
          expect(differences[i]).toBe(measured.segmentScore(2 * count + i) - measured.segmentScore(count + i));
          const taken = systemScore(measured, 2) - exchanged(2, i, 1);
          const given = exchanged(1, i, 2) - systemScore(measured, 1);
          expect(effects[i]).toBeCloseTo((taken + given) / 2, 9);
          expect(back.differences[i]).toBeCloseTo(-differences[i]!, 12);
          expect(back.effects[i]).toBeCloseTo(-effects[i]!, 12);
        });
      }),
      { seed: 20371, numRuns: 300 },
    );
  });

  it('is all of the difference with one segment, and nothing between identical systems', () => {
    const measured = measure(bleu(), { references: ['a b c d e'] }, [['a b c d'], ['a b c d e']]);
    expect(segmentDifferences(measured, 0, 1).effects[0]).toBe(systemScore(measured, 0) - systemScore(measured, 1));
    const { testSet, outputs } = readExamples();
    const same = measure(bleu(), testSet, [outputs.get('good')!, outputs.get('good')!]);
    const { differences, effects } = segmentDifferences(same, 0, 1);
    expect([...differences, ...effects].every((value) => value === 0)).toBe(true);
    expect(extremeSegments(effects, true, 5)).toEqual({ first: [], second: [] });
  });
});

describe('extremeSegments', () => {
  it.each([
    [[1, -2, 3, 3, 0, NaN, -2], true, 2, [2, 3], [1, 6]],
    [[1, -2, 3, 3, 0, NaN, -2], false, 9, [1, 6], [2, 3, 0]],
    [[], true, 3, [], []],
    [[5], true, 0, [], []],
    [[0, -0], false, 2, [], []],
  ])('of %j, higher is better: %j, top %i', (values, higherIsBetter, top, first, second) => {
    const listed = (segments: readonly number[]) =>
      segments.map((segment) => ({ segment, difference: values[segment] }));
    expect(extremeSegments(Float64Array.from(values), higherIsBetter, top)).toEqual({
      first: listed(first),
      second: listed(second),
    });
  });
});
