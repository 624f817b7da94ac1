import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { mannWhitney } from '../../stats/index.ts';
import type { Annotation, Rating } from '../judgments.ts';
import { errorWeights, meanScores } from './outputScores.ts';
import { rankAnnotations, rankByBootstrap, rankByMannWhitney, rankRatings } from './rankScores.ts';

/** Twenty segments; each system's scores are its level and a little more from segment to segment. */
const scoresOf = (
  levels: Readonly<Record<string, number>>,
  missing: (system: string, g: number) => boolean = () => false,
) => {
  const systems = Object.keys(levels).sort();
  const segments = Array.from({ length: 20 }, (_, g) => String(g));
  const scored = systems.flatMap((system) =>
    segments.map((segment, g) => ({ system, segment, score: missing(system, g) ? NaN : levels[system]! + ((g * 7) % 20) / 20 })),
  ); // prettier-ignore
  return meanScores(scored);
};
const rowsOf = (systems: readonly { system: string; ranks: { best: number; worst: number }; cluster: number }[]) =>
  systems.map(({ system, ranks, cluster }) => [system, ranks.best, ranks.worst, cluster]);

describe('by Mann–Whitney tests', () => {
  it('ranges lie between the significantly better and worse systems, lines where all differ', () => {
    // By pairs: d and c are better than a and b; the steps between neighbours are too small.
    const { systems, p } = rankByMannWhitney(scoresOf({ a: 0, b: 0.05, c: 1.5, d: 1.55 }), 0.05);
    expect(rowsOf(systems)).toEqual([['d', 1, 2, 1], ['c', 1, 2, 1], ['b', 3, 4, 2], ['a', 3, 4, 2]]); // prettier-ignore
    expect(p[0]![2]).toBeLessThan(1e-6);
    expect(p[2]![0]).toBe(1);
  });

  it('a chain is one cluster, no matter how far its ends are apart', () => {
    const chain = rankByMannWhitney(scoresOf({ a: 0, b: 0.12, c: 0.24, d: 0.36 }), 0.05);
    expect(rowsOf(chain.systems)).toEqual([['d', 1, 2, 1], ['c', 1, 3, 1], ['b', 2, 4, 1], ['a', 3, 4, 1]]); // prettier-ignore
  });

  it('uses common segments only', () => {
    // The second half of b is missing, on which a would look bad.
    const scores = scoresOf({ a: 0.2, b: 0 }, (system, g) => system === 'b' && g >= 10);
    const half = (s: number) => scores.ofSegments.slice(s * 20, s * 20 + 10);
    const [first, second] = scores.ofSystems[0]! > scores.ofSystems[1]! ? [0, 1] : [1, 0];
    expect(rankByMannWhitney(scores, 0.05).p[0]![1]).toBe(mannWhitney(half(first), half(second), 'greater').p);
    expect(rankByMannWhitney(scores, 0.05).systems.find(({ system }) => system === 'b')!.segments).toBe(10);
  });

  it('without common segments nothing is significant', () => {
    const scores = scoresOf({ a: 9, b: 0 }, (system, g) => (system === 'a') === g < 10);
    expect(rowsOf(rankByMannWhitney(scores, 0.05).systems)).toEqual([['a', 1, 2, 1], ['b', 1, 2, 1]]); // prettier-ignore
  });

  it('systems that are not listed are left out; one without scores comes last', () => {
    const scores = scoresOf({ a: 0, b: 5, c: 9 }, (system) => system === 'a');
    expect(rowsOf(rankByMannWhitney(scores, 0.05, (system) => system !== 'c').systems)).toEqual([['b', 1, 2, 1], ['a', 1, 2, 1]]); // prettier-ignore
  });

  it('one system, none', () => {
    expect(rowsOf(rankByMannWhitney(scoresOf({ a: 0 }), 0.05).systems)).toEqual([['a', 1, 1, 1]]);
    expect(rankByMannWhitney(scoresOf({}), 0.05)).toEqual({ systems: [], p: [] });
  });
});

describe('by resampling segments', () => {
  const options = () => ({ samples: 300, level: 0.95, seed: 1 });

  it('all systems on the same draws: a small lead everywhere is significant', () => {
    expect(rowsOf(rankByBootstrap(scoresOf({ a: 0, b: 0.01, c: 3 }), options()))).toEqual([['c', 1, 1, 1], ['b', 2, 2, 2], ['a', 3, 3, 3]]); // prettier-ignore
  });

  it('equal scores share their ranks', () => {
    expect(rowsOf(rankByBootstrap(scoresOf({ a: 0, b: 0 }), options()))).toEqual([['a', 1, 2, 1], ['b', 1, 2, 1]]); // prettier-ignore
  });

  it('missing scores widen the ranges', () => {
    const holes = scoresOf({ a: 0, b: 0.1 }, (system, g) => g % 2 === (system === 'a' ? 0 : 1));
    expect(rowsOf(rankByBootstrap(holes, options())).map(([, ...rest]) => rest)).toEqual([[1, 2, 1], [1, 2, 1]]); // prettier-ignore
  });

  it('needs a sample', () => {
    expect(() => rankByBootstrap(scoresOf({ a: 0 }), { ...options(), samples: 0 })).toThrow(UsageError);
  });
});

describe('of ratings', () => {
  const rating = (judge: string, system: string, g: number, score: number, item: Rating['item'] = 'output'): Rating => ({
    task: 'x-y', segment: String(g), judge, order: 0, system, score, item,
  }); // prettier-ignore
  const segments = [...Array(12).keys()];
  // The careful judge prefers b and notices damage; the careless one, who gives high ratings, prefers a and does not.
  const ratings = segments.flatMap((g) => [
    rating('careful', 'a', g, 20 + g),
    rating('careful', 'b', g, 40 + g),
    rating('careful', 'a', g, 2, 'damaged'),
    rating('careless', 'a', g, 95 + (g % 3)),
    rating('careless', 'b', g, 90 + (g % 2)),
    rating('careless', 'b', g, 99, 'damaged'),
  ]);
  const options = { scale: 'standardised', alpha: 0.05, excludeUnreliable: false } as const;

  it('reports both scales, ordered by the requested one', () => {
    const { systems, ratings: count } = rankRatings('x-y', ratings, { ...options, scale: 'raw' });
    expect(count).toBe(48);
    expect(systems.map(({ system, score, raw, ratings: own }) => [system, score === raw, own])).toEqual([['b', true, 24], ['a', true, 24]]); // prettier-ignore
    const standardised = rankRatings('x-y', ratings, options).systems;
    expect(standardised.every(({ score, standardised: z }) => score === z)).toBe(true);
  });

  it('leaves out unreliable judges on request', () => {
    const kept = rankRatings('x-y', ratings, options);
    expect(kept.judges.map(({ judge, reliable }) => [judge, reliable])).toEqual([['careful', true], ['careless', false]]); // prettier-ignore
    expect(kept.excluded).toEqual([]);
    const { systems, excluded, ratings: count } = rankRatings('x-y', ratings, { ...options, excludeUnreliable: true });
    expect(excluded).toEqual(['careless']);
    expect(count).toBe(24);
    expect(rowsOf(systems)).toEqual([['b', 1, 1, 1], ['a', 2, 2, 2]]); // prettier-ignore
    const careless = ratings.filter(({ judge }) => judge === 'careless');
    expect(() => rankRatings('x-y', careless, { ...options, excludeUnreliable: true })).toThrow(
      new UsageError('No judge of x-y noticed damaged outputs, so excluding unreliable judges leaves no ratings.'),
    );
  });
});

it('of annotations', () => {
  const annotation = (system: string, segment: string, judge: string, majors: number): Annotation => ({
    task: 'x-y', segment, judge, order: 0, system,
    errors: Array.from({ length: majors }, () => ({ category: 'Accuracy', severity: 'Major', side: 'output' })),
  }); // prettier-ignore
  const annotations = ['1', '2', '3', '4'].flatMap((segment) => [annotation('a', segment, 'j', 2), annotation('b', segment, 'j', 1), annotation('b', segment, 'k', 0)]); // prettier-ignore
  const found = rankAnnotations('x-y', annotations, { weights: errorWeights, samples: 100, seed: 1, level: 0.95 });
  expect(found).toEqual({
    task: 'x-y',
    annotations: 12,
    judges: 2,
    systems: [
      { system: 'b', score: -2.5, segments: 4, ranks: { best: 1, worst: 1 }, cluster: 1, annotations: 8, errors: 4 },
      { system: 'a', score: -10, segments: 4, ranks: { best: 2, worst: 2 }, cluster: 2, annotations: 4, errors: 8 },
    ],
  });
});
