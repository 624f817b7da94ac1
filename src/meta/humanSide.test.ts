import { describe, expect, it } from 'vitest';
import { type Annotation, type MarkedError, type Ranking, type Rating, compareRankings } from '../human/index.ts';
import { scoresOfAnnotations, scoresOfRankings, scoresOfRatings } from './humanSide.ts';

const said = { task: 't', judge: 'j', order: 0 };

describe('scoresOfRankings', () => {
  const rankings: Ranking[] = [
    { ...said, segment: '1', systems: ['a', 'b', 'c'], ranks: [1, 2, 2] },
    { ...said, segment: '2', systems: ['a', 'b'], ranks: [2, 1] },
  ];

  it('are shares of comparisons, for whole systems only', () => {
    // a won 2 of 3; b won 1, was alike once and lost 1; c was alike once and lost once.
    const scores = scoresOfRankings(compareRankings('t', rankings));
    expect(scores).toMatchObject({ name: '≥ others', higherIsBetter: true, systems: ['a', 'b', 'c'], segments: [] });
    expect([...scores.ofSystems]).toEqual([2 / 3, 2 / 3, 1 / 2]);
    expect([...scoresOfRankings(compareRankings('t', rankings), 'gt').ofSystems]).toEqual([2 / 3, 1 / 3, 0]);
  });

  it('that depend on chance depend on the seed alone', () => {
    const comparisons = compareRankings('t', rankings);
    expect(scoresOfRankings(comparisons, 'trueskill', 5)).toEqual(scoresOfRankings(comparisons, 'trueskill', 5));
  });

  it('of nothing are none', () => expect(scoresOfRankings(compareRankings('t', [])).systems).toEqual([]));
});

describe('scoresOfRatings', () => {
  const rate = (judge: string, system: string, segment: string, score: number): Rating => ({
    ...said, judge, system, segment, score, item: 'output',
  }); // prettier-ignore
  const ratings = [rate('j', 'a', '1', 80), rate('j', 'b', '1', 40), rate('k', 'a', '1', 60), rate('k', 'b', '2', 20)];

  it('are means, raw or by each judge’s scale', () => {
    const raw = scoresOfRatings('t', ratings, 'raw');
    expect(raw).toMatchObject({ higherIsBetter: true, systems: ['a', 'b'], segments: ['1', '2'] });
    expect([...raw.ofSegments]).toEqual([70, NaN, 40, 20]);
    expect([...raw.ofSystems]).toEqual([70, 30]);
    // Either judge gave two ratings, 40 apart: z = ±20 / (√2 · 20).
    const standardised = scoresOfRatings('t', ratings);
    expect(standardised.ofSegments[0]).toBeCloseTo(Math.SQRT1_2, 11);
    expect(standardised.ofSegments[3]).toBeCloseTo(-Math.SQRT1_2, 11);
  });
});

describe('scoresOfAnnotations', () => {
  const mark = (category: string, severity: string): MarkedError => ({ category, severity, side: 'output' });
  const [minor, comma] = [mark('Accuracy/Omission', 'minor'), mark('Fluency/Punctuation', 'Minor')];
  const annotate = (system: string, segment: string, errors: MarkedError[]): Annotation =>
    ({ ...said, system, segment, errors }); // prettier-ignore

  it('are minus the weights of errors, whatever their order', () => {
    const scores = scoresOfAnnotations('t', [
      annotate('a', '1', [minor, comma, comma]),
      annotate('b', '1', [comma, comma, minor]),
      annotate('b', '2', []),
    ]);
    expect(scores).toMatchObject({ name: 'MQM', higherIsBetter: true, systems: ['a', 'b'], segments: ['1', '2'] });
    // −1 − .1 − .1 is not −.1 − .1 − 1 in doubles.
    expect([...scores.ofSegments]).toEqual([-1.2, NaN, -1.2, 0]);
    const own = scoresOfAnnotations('t', [annotate('a', '1', [minor])], [{ severity: 'minor', weight: 7 }]);
    expect([...own.ofSystems]).toEqual([-7]);
  });
});
