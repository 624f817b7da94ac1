/** Errors of the first kind of the tests that exchange what metrics say of pairs: the others have theirs beside them. */
import { describe, expect, it } from 'vitest';
import { Pcg64 } from '../stats/index.ts';
import { expectHonest, rejections } from '../stats/testing/chance.ts';
import { scoreMeasures } from './segmentLevel/segmentMeasures.ts';
import { simulateTable } from './significance/testing/simulated.ts';
import { type SegmentTestId, testSegments } from './testMetrics.ts';

/** One-sided p-values, both ways, of two metrics on tables made by chance; human scores are rounded, so that there are ties. */
function pValues(
  id: string,
  test: SegmentTestId,
  { systems, times, noise = [1, 1] }: { systems: number; times: number; noise?: readonly [number, number] },
): { greater: Float64Array; less: Float64Array } {
  const measure = scoreMeasures.find((each) => each.id === id)!;
  const segments = 40;
  const named = {
    higherIsBetter: true,
    systems: Array.from({ length: systems }, (_, s) => String(s)),
    segments: Array.from({ length: segments }, (_, g) => String(g)),
    ofSystems: new Float64Array(systems),
  };
  const random = new Pcg64(times);
  const greater = new Float64Array(times);
  const less = new Float64Array(times);
  for (let seed = 0; seed < times; seed++) {
    const { human, metrics } = simulateTable({ systems, segments, noise }, random);
    const people = { ...named, name: 'people', ofSegments: human.map((score) => 20 * Math.round(score)) };
    const scores = metrics.map((ofSegments, m) => ({ ...named, name: String(m), ofSegments }));
    const settings = { alpha: 0.05, samples: 99, seed };
    const found = scores.map((metric) => measure.of(people, metric));
    const { p } = testSegments(test, measure, { id: 'x', scores: people }, scores, found, settings, () => {})!;
    greater[seed] = p[0]![1]!;
    less[seed] = p[1]![0]!;
  }
  return { greater, less };
}

describe.each(['acc-eq', 'darr'])('%s', (id) => {
  it.each([4, 15])('exchange of segments, %i systems: equally good metrics', (systems) => {
    const { greater, less } = pValues(id, 'inputs', { systems, times: 500 });
    for (const each of [greater, less]) expectHonest(each, { atLeast: 0.4 });
  });

  it('exchange of segments finds a better metric, on the right side', () => {
    const { greater, less } = pValues(id, 'inputs', { systems: 6, times: 40, noise: [0.3, 2] });
    expect(rejections(greater, 0.05)).toBeGreaterThan(0.9);
    expect(rejections(less, 0.05)).toBe(0);
  });

  // Of two systems there is one pair for each segment; of more, pairs share outputs and are not independent.
  it('exchange of pairs: honest with two systems, and far from it with many', () => {
    expectHonest(pValues(id, 'pairs', { systems: 2, times: 500 }).greater);
    expect(rejections(pValues(id, 'pairs', { systems: 15, times: 300 }).greater, 0.05)).toBeGreaterThan(0.08);
  });
});
