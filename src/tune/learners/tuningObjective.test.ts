import { describe, expect, it } from 'vitest';
import { bleu, chrf, nist, ribes, ter } from '../../metrics/index.ts';
import { share } from '../testing/syntheticPool.ts';
import { scaleOf, segmentGains, tuningObjective } from './tuningObjective.ts';

describe('an objective', () => {
  it.each([
    ['BLEU', bleu(), 100, 'reference length'],
    ['TER', ter(), 100, 'mean reference length'],
    ['NIST', nist(), Infinity, 'mean reference length'],
    ['chrF', chrf(), 100, undefined],
    ['RIBES', ribes(), 100, undefined],
  ])('of %s knows its scale and lengths', (_, metric, scale, statistic) => {
    const found = tuningObjective(metric);
    expect(found).toMatchObject({ higherIsBetter: metric.higherIsBetter, scale });
    expect(found.lengthAt === undefined ? undefined : metric.statistics[found.lengthAt]).toBe(statistic);
  });

  it('scores segments like the metric, or like a named one', () => {
    const row = [3, 3, 2, 1, 0, 0, 3, 2, 1, 0];
    const metric = bleu();
    expect(tuningObjective(metric).segmentScore(row)).toBe(metric.forSegments.score(row));
    // BLEU+1 of Moses: (3/4 · 2/3 · 1/2 · 1/1)^¼, all in percent
    expect(tuningObjective(metric, bleu({ smoothing: 'chiang' })).segmentScore(row)).toBeCloseTo(100 * 0.25 ** 0.25, 9);
    expect(() => tuningObjective(metric, ter())).toThrow('TER cannot score the segments of BLEU');
  });

  it('negates scores if lower is better', () => {
    const rows = Float64Array.of(1, 4, 3, 4);
    expect([...segmentGains(share, rows, 2)]).toEqual([25, 75]);
    expect([...segmentGains({ ...share, higherIsBetter: false }, rows, 2)]).toEqual([-25, -75]);
    expect(() => segmentGains({ ...share, segmentScore: () => NaN }, rows, 2)).toThrow('Candidate 1 has no score.');
  });

  it.each([
    [100, [1, 2], 100],
    [Infinity, [1, 4, 2], 3],
    [Infinity, [2, 2], 1],
    [Infinity, [], 1],
  ])('with scale %s over %j has the scale %d', (scale, gains, expected) => {
    expect(scaleOf({ ...share, scale }, Float64Array.from(gains))).toBe(expected);
  });
});
