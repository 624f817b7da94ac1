import { expect, it } from 'vitest';
import { williams } from '../../stats/index.ts';
import { williamsOfMetrics } from '../testMetrics.ts';

const column = (human: number[], first: number[], second: number[]) => ({
  systems: human.length,
  segments: 1,
  human: Float64Array.from(human),
  metrics: [Float64Array.from(first), Float64Array.from(second)],
});

it('correlates each with each, over systems that all have', () => {
  const result = williamsOfMetrics(column([1, 2, 3, 4, 5, NaN, 7], [1, 3, 2, 5, 4, 0, NaN], [5, 4, 1, 3, 2, 0, 0]));
  expect(result.first).toBeCloseTo(0.8, 14);
  expect(result.second).toBeCloseTo(-0.7, 14);
  expect(result.between).toBeCloseTo(-0.3, 14);
  expect(result.systems).toBe(5);
  const { t, df, p } = williams(0.8, -0.7, -0.3, 5);
  expect(result).toMatchObject({ t: expect.closeTo(t, 10), df, p: expect.closeTo(p, 10) });
});

it.each([
  ['three systems', column([1, 2, 3], [1, 3, 2], [2, 1, 3])],
  ['a metric that does not vary', column([1, 2, 3, 4, 5], [1, 1, 1, 1, 1], [1, 3, 2, 5, 4])],
  ['no systems', column([], [], [])],
])('%s: no answer', (_, table) => {
  expect(williamsOfMetrics(table).p).toBe(NaN);
});

it('finds no difference between a metric and itself', () => {
  expect(williamsOfMetrics(column([1, 2, 3, 4, 5], [1, 3, 2, 5, 4], [1, 3, 2, 5, 4])).p).toBe(0.5);
});

it('refuses segments, and one metric', () => {
  const table = column([1, 2, 3, 4], [1, 2, 4, 3], [4, 3, 2, 1]);
  expect(() => williamsOfMetrics({ ...table, systems: 2, segments: 2 })).toThrow(RangeError);
  expect(() => williamsOfMetrics({ ...table, metrics: [table.human] })).toThrow(RangeError);
});
