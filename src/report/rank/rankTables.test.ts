import { describe, expect, it } from 'vitest';
import { type Judgments, type Ranking, type Rating, errorWeights } from '../../human/index.ts';
import { type RankSettings, media, rankRows, rankTables, reportRanking } from '../index.ts';
import { significanceMark } from './rankingTable.ts';

const none: Judgments = { rankings: [], ratings: [], annotations: [], edits: [], verdicts: [], dropped: [] };
const input = { formats: ['assay'], counts: { rankings: 3 }, dropped: [], sha256: '0123456789abcdef0123' };
const settings: RankSettings = {
  by: 'ge',
  test: 'sign',
  signTies: 'dropped',
  identical: 'ties',
  alpha: 0.1,
  ratingAlpha: 0.05,
  scale: 'standardised',
  excludeUnreliable: false,
  weights: errorWeights,
  samples: 20,
  seed: 1,
  level: 0.95,
};
const ranking = (systems: readonly string[], ranks: readonly number[], shown?: readonly number[]): Ranking => ({
  task: 'x-y', segment: '1', judge: 'j', order: 0, systems, ranks, ...(shown && { shown }),
}); // prettier-ignore
const shown = (judgments: Judgments, given: Partial<RankSettings> = {}, pairwise = true) =>
  media.text(rankTables(reportRanking(judgments, input, { ...settings, ...given }), pairwise));

describe('what is not known is a dash, an empty field, null', () => {
  const judgments = { ...none, rankings: [ranking(['a', 'b', 'c'], [1, 2, NaN]), ranking(['c'], [1])] };
  const report = reportRanking(judgments, input, settings);

  it('as text', () => {
    const text = media.text(rankTables(report, true));
    expect(text).toMatch(/^c +– +– +1–3 +1 +0$/m);
    expect(text).toMatch(/^a +\.00 +–$/m);
    expect(text).toMatch(/^≥ others +1\.00 +\.00 +–$/m);
    expect(text).toMatch(/^– +never compared: c$/m);
    expect(text).not.toContain('NaN');
  });

  it('as CSV', () => {
    const csv = media.csv(rankRows(report, true));
    expect(csv).toMatch(/^x-y,c,,,,,,,0,0,0,1,1,3,1,0,0,0,0$/m);
    expect(csv).toMatch(/^x-y,a,c,0,0,0,,1$/m);
  });

  it('as JSON', () => {
    const [task] = (JSON.parse(JSON.stringify(report)) as { rankings: { systems: unknown[] }[] }).rankings;
    expect(task!.systems[2]).toMatchObject({ system: 'c', score: null, scores: { ge: null, 'bradley-terry': null } });
  });
});

it('judgments of no named task have a table without a name', () => {
  const judgments = { ...none, rankings: [{ ...ranking(['a', 'b'], [1, 2]), task: '' }] };
  expect(shown(judgments)).toMatch(/^1 ranking by 1 judge, 1 comparison$/m);
  expect(shown(judgments)).toMatch(/^how often the system of the column/m);
});

it('identical outputs: ties, or not compared', () => {
  const judgments = { ...none, rankings: [ranking(['a', 'b', 'c'], [1, 1, 2], [0, 0, 1])] };
  expect(shown(judgments)).toContain('3 comparisons');
  expect(shown(judgments)).not.toMatch(/^identical /m);
  expect(shown(judgments, { identical: 'left-out' })).toContain('2 comparisons');
  expect(shown(judgments, { identical: 'left-out' })).toMatch(/^identical +systems with the same output/m);
});

it('the score that orders systems comes first, once', () => {
  const judgments = { ...none, rankings: [ranking(['a', 'b'], [1, 2])] };
  expect(shown(judgments, { by: 'gt' }, false)).toMatch(/^system +> others +≥ others +win/m);
  expect(shown(judgments, { by: 'bojar' }, false)).toMatch(/^system +wins\/\(wins\+losses\) +≥ others +> others +win/m);
});

it('ratings: the scale that orders systems comes first, and judges are checked only if there are checks', () => {
  const rating = (system: string, segment: string, score: number): Rating => ({
    task: 'x-y', segment, judge: 'j', order: 0, system, score, item: 'output',
  }); // prettier-ignore
  const judgments = { ...none, ratings: [rating('a', '1', 10), rating('b', '1', 20), rating('a', '2', 30)] };
  expect(shown(judgments)).toMatch(/^system +standardised +raw /m);
  expect(shown(judgments, { scale: 'raw' })).toMatch(/^system +raw +standardised /m);
  expect(shown(judgments)).not.toMatch(/damaged|reliable/);
});

it('progress goes from 0 to 1 over all tasks', () => {
  const shares: number[] = [];
  const rankings = [ranking(['a', 'b'], [1, 2]), { ...ranking(['a', 'b'], [1, 2]), task: 'y-x' }];
  reportRanking({ ...none, rankings }, input, settings, { onProgress: ({ share }) => shares.push(share) });
  expect(shares).toHaveLength(40);
  expect(shares[0]).toBe(0.025);
  expect(shares.at(-1)).toBe(1);
});

it.each([
  [0.01, '‡'],
  [0.011, '†'],
  [0.05, '†'],
  [0.1, '*'],
  [0.101, ''],
])('p = %d is marked %s', (p, mark) => {
  expect(significanceMark(p)).toBe(mark);
});
