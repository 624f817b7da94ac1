import { describe, expect, it } from 'vitest';
import { UsageError, systemScore } from '../core/index.ts';
import { bleu, bleuGrid, ter } from '../metrics/index.ts';
import { type Outputs, type TestSet, bySegment, measure, measureAll } from './index.ts';

describe('measure', () => {
  it('takes a reference or a list of references for each segment', () => {
    const single = measure(ter(), { references: ['a b', 'c d'] }, [['a b', 'c x']]);
    const lists = measure(ter(), { references: [['a b'], ['c d']] }, { only: ['a b', 'c x'] });
    expect(systemScore(single, 0)).toBe(25);
    expect(systemScore(lists, 0)).toBe(25);
    expect(lists.systemNames).toEqual(['only']);
  });

  it.each([
    [bleu, 'bleu is the definition of a metric. Call it to make a metric: bleu().'],
    ['bleu', 'Expected a metric such as bleu(), not "bleu".'],
    [undefined, 'Expected a metric such as bleu(), not undefined.'],
  ])('refuses %s as a metric', (metric, message) => {
    expect(() => measure(metric as never, { references: ['a'] }, [['a']])).toThrow(new UsageError(message));
  });

  it('refuses options that are not an object', () => {
    expect(() => bleu(null as never)).toThrow(new UsageError('Options of bleu must be an object, not null.'));
  });

  it('scores any choice of rows', () => {
    const measured = measure(
      ter(),
      { references: ['a b', 'c d', 'e f'] },
      { one: ['a b', 'c x', 'y z'], two: ['x', 'c d', 'e f'] },
    );
    expect(measured.segmentScore(1)).toBe(50);
    expect(measured.score(Uint32Array.of(1, 2))).toBe(75); // two segments of the first system: 3 edits in 4 words
    expect(measured.score(Uint32Array.of(0, 4))).toBe(0); // first segment of one, second of the other
  });

  it('does not share words between segments', () => {
    const texts = Array.from({ length: 3000 }, (_, i) => `w${i} x${i} y${i} z${i}`);
    expect(systemScore(measure(bleu({ tokenizer: 'none' }), { references: texts }, [texts]), 0)).toBeCloseTo(100, 9);
    const shifted = [...texts.slice(1), texts[0]!];
    expect(systemScore(measure(bleu({ tokenizer: 'none' }), { references: texts }, [shifted]), 0)).toBe(0);
  });

  it.each<[TestSet, Outputs, string]>([
    [
      { references: ['a', 'b'] },
      { sys: ['a'] },
      'sys has 1 segments, but there are references for 2. references must have one entry per segment; bySegment(refA, refB) makes them from whole translations.',
    ],
    // The layout of sacreBLEU: a list for each reference translation.
    [
      { references: [['a', 'b', 'c']] },
      { sys: ['a', 'b', 'c'] },
      'sys has 3 segments, but there are references for 1. references must have one entry per segment; bySegment(refA, refB) makes them from whole translations.',
    ],
    [{ references: ['a', []] }, { sys: ['a', 'b'] }, 'Segment 2 has no reference.'],
    [{ references: [null as never] }, { sys: ['a'] }, 'A reference of segment 1 is null, not a text.'],
    [{ references: [[undefined as never]] }, { sys: ['a'] }, 'A reference of segment 1 is undefined, not a text.'],
    [{ references: ['a'] }, { sys: [7 as never] }, 'Segment 1 of sys is number, not a text.'],
    [{ references: ['a'] }, { sys: 'a' as never }, 'The output of sys must be a list of texts, one per segment.'],
    [{ references: ['a'], sources: [] }, { sys: ['a'] }, 'There are 0 sources, but references for 1 segments.'],
  ])('refuses %j', (testSet, outputs, message) => {
    expect(() => measure(bleu(), testSet, outputs)).toThrow(new UsageError(message));
  });

  it('turns whole translations into references by segment', () => {
    expect(bySegment(['a1', 'b1'], ['a2', undefined])).toEqual([['a1', 'a2'], ['b1']]);
    expect(() => bySegment(['a'], ['a', 'b'])).toThrow(
      new UsageError('Reference translation 2 has 2 segments, the first has 1.'),
    );
  });

  it('counts metrics with the same rows once, and gives each of them all rows', () => {
    const variants = [bleuGrid(), bleuGrid({ base: 'recall', order: 1 }), bleuGrid({ referenceLength: 'shortest' })];
    const testSet = { references: [['a b c d', 'a b'], ['e f']] };
    const outputs = [
      ['a b x', 'e'],
      ['c d', 'e f'],
    ];
    measureAll(variants, testSet, outputs).forEach((measured, m) => {
      expect(measured.rows).toEqual(measure(variants[m]!, testSet, outputs).rows);
    });
  });
});
