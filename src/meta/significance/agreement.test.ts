import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spearmanByDifferences } from '../../stats/index.ts';
import { type Agreement, prepareAgreement } from './agreement.ts';
import { comparableTable } from './scoreTable.ts';
import { plainAgreement } from './testing/plainAgreement.ts';

const agreements: readonly (readonly [string, Agreement])[] = [
  ...(['pearson', 'spearman', 'kendall'] as const).map(
    (correlation) => [`systems, ${correlation}`, { level: 'system', correlation }] as const,
  ),
  ['systems, a function', { level: 'system', correlation: spearmanByDifferences }],
  ...(['none', 'item', 'system'] as const).flatMap((averaging) =>
    (['pearson', 'kendall'] as const).map(
      (correlation) =>
        [`segments, ${averaging}, ${correlation}`, { level: 'segment', averaging, correlation }] as const,
    ),
  ),
];

/** Small numbers, so that there are ties, and holes. */
const score = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 1, arbitrary: fc.constant(NaN) },
);
const scores = (length: number) =>
  fc.array(score, { minLength: length, maxLength: length }).map((values) => Float64Array.from(values));
const counts = (length: number, most: number) =>
  fc.array(fc.nat(most), { minLength: length, maxLength: length }).map((values) => Uint32Array.from(values));

const situation = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 2 }))
  .chain(([systems, segments, metrics]) => {
    const size = systems * segments;
    return fc.record({
      table: fc.record({
        systems: fc.constant(systems),
        segments: fc.constant(segments),
        human: scores(size),
        metrics: fc.array(scores(size), { minLength: metrics, maxLength: metrics }),
      }),
      swapped: counts(size, metrics - 1).map((values) => Uint8Array.from(values)),
      // A draw is of as many as there are; what is drawn does not matter here.
      times: fc.option(fc.record({ ofSystems: draws(systems), ofSegments: draws(segments) }), { nil: undefined }),
    });
  });

function draws(count: number): fc.Arbitrary<Uint32Array> {
  return fc.array(fc.nat(count - 1), { minLength: count, maxLength: count }).map((drawn) => {
    const times = new Uint32Array(count);
    for (const each of drawn) times[each]! += 1;
    return times;
  });
}

describe.each(agreements)('%s', (_, agreement) => {
  it('is that of the definition, whatever is exchanged, drawn and missing', () => {
    fc.assert(
      fc.property(situation, ({ table, swapped, times }) => {
        const arrangement = times ? { swapped, times } : { swapped };
        const values = new Float64Array(table.metrics.length);
        prepareAgreement(agreement, table)(arrangement, values);
        const plain = plainAgreement(agreement, comparableTable(table), arrangement);
        values.forEach((value, side) => {
          if (Number.isNaN(plain[side])) expect(value).toBe(NaN);
          else expect(value).toBeCloseTo(plain[side]!, agreement.level === 'system' ? 7 : 11);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('forgets what it was asked before', () => {
    const table = {
      systems: 3,
      segments: 4,
      human: Float64Array.of(1, 2, 3, 4, 2, 2, 5, 1, 0, 4, 4, 3),
      metrics: [
        Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8),
        Float64Array.of(2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5),
      ],
    };
    const evaluate = prepareAgreement(agreement, table);
    const [before, after] = [new Float64Array(2), new Float64Array(2)];
    evaluate({ swapped: new Uint8Array(12) }, before);
    const times = { ofSystems: Uint32Array.of(2, 0, 1), ofSegments: Uint32Array.of(0, 3, 1, 0) };
    evaluate({ swapped: new Uint8Array(12).fill(1), times }, after);
    evaluate({ swapped: new Uint8Array(12) }, after);
    expect(after).toEqual(before);
    evaluate({ swapped: new Uint8Array(12).fill(1) }, after);
    expect([...after]).toEqual([before[1], before[0]].map((value) => expect.closeTo(value!, 12)));
  });
});

describe('one human score for each system', () => {
  const table = {
    systems: 3,
    segments: 2,
    human: Float64Array.of(0.1, 0.7, 0.4),
    metrics: [Float64Array.of(1, 2, 5, 6, 3, NaN)],
  };
  it('is correlated with the means over segments', () => {
    const values = new Float64Array(1);
    prepareAgreement({ level: 'system', correlation: 'spearman' }, table)({ swapped: new Uint8Array(6) }, values);
    expect(values[0]).toBe(1);
  });

  it('is not enough for segments', () => {
    expect(() => prepareAgreement({ level: 'segment', averaging: 'item', correlation: 'kendall' }, table)).toThrow(
      /human score for each/,
    );
  });
});
