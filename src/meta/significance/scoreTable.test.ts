import { describe, expect, it } from 'vitest';
import type { Scores } from '../scores.ts';
import { alignScores, alignSystems, comparableTable } from './scoreTable.ts';

const scoresOf = (
  name: string,
  systems: readonly string[],
  segments: readonly string[],
  ofSegments: readonly number[],
  ofSystems: readonly number[] = systems.map(() => NaN),
  higherIsBetter = true,
): Scores => ({
  name,
  higherIsBetter,
  systems,
  segments,
  ofSystems: Float64Array.from(ofSystems),
  ofSegments: Float64Array.from(ofSegments),
});

const people = scoresOf('people', ['a', 'b', '__proto__'], ['1', '2', '3'], [1, 2, 3, 4, 5, 6, 7, 8, 9], [2, 5, NaN]);
const bleu = scoresOf('bleu', ['__proto__', 'a', 'c'], ['3', '2'], [93, 92, 13, 12, 0, 0], [92.5, 12.5, 0]);
const ter = scoresOf('ter', ['a', '__proto__'], ['2', '3', '4'], [-1, NaN, 0, -4, -5, 0], [3, 4], false);

describe('alignScores', () => {
  it('keeps what all of them name, in the order of people, more being better', () => {
    const table = alignScores(people, [bleu, ter]);
    expect(table).toEqual({
      systems: 2,
      segments: 2,
      human: Float64Array.of(2, 3, 8, 9),
      metrics: [Float64Array.of(12, 13, 92, 93), Float64Array.of(1, NaN, 4, 5)],
    });
  });

  it('may leave nothing', () => {
    const nobody = scoresOf('nobody', [], [], []);
    expect(alignScores(people, [nobody])).toEqual({
      systems: 0,
      segments: 0,
      human: new Float64Array(),
      metrics: [new Float64Array()],
    });
  });
});

describe('alignSystems', () => {
  it('keeps systems that all of them have a score of', () => {
    expect(alignSystems(people, [bleu, ter])).toEqual({
      systems: 1,
      segments: 1,
      human: Float64Array.of(2),
      metrics: [Float64Array.of(12.5), Float64Array.of(-3)],
    });
  });
});

describe('comparableTable', () => {
  it('leaves out what one side lacks, and standardises the rest', () => {
    const table = comparableTable({
      systems: 2,
      segments: 3,
      human: Float64Array.of(1, NaN, 3, 4, 5, 6),
      metrics: [Float64Array.of(10, 99, 20, 30, 40, Infinity), Float64Array.of(1, 1, NaN, 1, 1, 1)],
    });
    expect([...table.cells]).toEqual([0, 3, 4]);
    // 10, 30, 40: mean 80 / 3, variance 1400 / 9.
    const deviation = Math.sqrt(1400 / 9);
    const [first, second] = table.metrics;
    expect([0, 3, 4].map((at) => first![at])).toEqual(
      [10, 30, 40].map((x) => expect.closeTo((x - 80 / 3) / deviation, 14)),
    );
    expect([0, 3, 4].map((at) => second![at])).toEqual([0, 0, 0]);
  });

  it('makes metrics that differ in scale only the same to the last bit', () => {
    const scores = Float64Array.from({ length: 40 }, (_, i) => ((i * 17) % 23) / 7);
    const { metrics } = comparableTable({
      systems: 4,
      segments: 10,
      human: scores,
      metrics: [scores, scores.map((score) => 3.3 * score - 1000)],
    });
    expect(metrics[0]).toEqual(metrics[1]);
  });

  it.each([
    ['too few human scores', { human: new Float64Array(5), metrics: [new Float64Array(6)] }, /6 human scores, not 5/],
    ['too many scores', { human: new Float64Array(6), metrics: [new Float64Array(7)] }, /6 scores, not 7/],
    ['no metric', { human: new Float64Array(6), metrics: [] }, /One or two metrics/],
    ['three metrics', { human: new Float64Array(6), metrics: [0, 1, 2].map(() => new Float64Array(6)) }, /not 3/],
  ])('refuses %s', (_, sides, message) => {
    expect(() => comparableTable({ systems: 2, segments: 3, ...sides })).toThrow(message);
  });
});
