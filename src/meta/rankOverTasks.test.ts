import { describe, expect, it } from 'vitest';
import type { MetaEvaluation } from './evaluateMetrics.ts';
import { ExchangeDraws, type TaskWeights, rankOverTasks } from './rankOverTasks.ts';

/** By metric: agreement over systems, cluster, agreement over segments, cluster. */
type Figures = Readonly<Record<string, readonly [system: number, rank: number, segment: number, rank: number]>>;

function task(name: string, measure: string, figures: Figures, hasTests = true): MetaEvaluation {
  const names = Object.keys(figures);
  const tested = (value: 0 | 2) => ({
    test: 'inputs' as const,
    measure: '',
    names,
    p: [],
    ranked: names.map((each) => ({
      name: each,
      value: figures[each]![value],
      rank: figures[each]![value === 0 ? 1 : 3],
      isWinner: false,
    })),
  });
  return {
    task: name,
    human: { id: '', name: '' },
    systems: [],
    unscored: [],
    unjudged: [],
    outliers: [],
    systemMeasures: [{ id: measure, title: measure }],
    segmentMeasures: [{ id: 'acc-eq', title: 'acc_eq' }],
    metrics: Object.entries(figures).map(([each, [ofSystems, , ofSegments]]) => ({
      name: each,
      higherIsBetter: true,
      ofSystems: [{ value: ofSystems, systems: 5 }],
      ofSegments: [{ value: ofSegments, counted: 9, missing: 0 }],
    })),
    ...(hasTests && { systemTest: tested(0), segmentTest: tested(2) }),
  };
}

const tasks = (measure: string): MetaEvaluation[] => [
  task('de-en', measure, { a: [0.8, 1, 0.5, 2], b: [0.4, 2, 0.6, 1], c: [0.2, 3, 0.4, 3] }),
  task('en-de', measure, { a: [0.6, 1, 0.5, 1], b: [0.7, 1, 0.5, 1], c: [NaN, 1, 0.3, 2] }),
];

/** All draws of every pair are equal, so that their order does not matter. */
function evenDraws(level: number, segment: number): ExchangeDraws {
  const draws = new ExchangeDraws();
  for (const name of ['de-en', 'en-de']) {
    for (const [first, second] of [['a', 'b'], ['a', 'c'], ['b', 'c']] as const) {
      draws.of(name)('system', first, second, new Float64Array(99).fill(level));
      draws.of(name)('segment', first, second, new Float64Array(99).fill(segment));
    }
  } // prettier-ignore
  return draws;
}

const settings = (weights: TaskWeights = {}) => ({ weights, alpha: 0.05, seed: 1 });

describe('ranking over tasks', () => {
  it('means of agreement and of clusters, worked out by hand', () => {
    const [systems, segments, both] = rankOverTasks(tasks('spearman'), evenDraws(0, 0), settings());
    expect([systems, segments, both].map((each) => [each!.level, each!.isMoved, each!.incomplete])).toEqual([
      ['system', false, ['c']],
      ['segment', false, []],
      ['both', true, ['c']],
    ]);
    // (0.8 + 0.6) / 2 and (0.4 + 0.7) / 2.
    expect(systems!.ranked.map(({ name, mean, meanRank }) => [name, mean.toFixed(6), meanRank])).toEqual([
      ['a', '0.700000', 1],
      ['b', '0.550000', 1.5],
    ]);
    // Correlations are moved to 0–1: (0.9 + 0.8 + 0.5 + 0.5) / 4 and (0.7 + 0.85 + 0.6 + 0.5) / 4.
    expect(both!.ranked.map(({ name, mean, meanRank }) => [name, mean.toFixed(6), meanRank])).toEqual([
      ['a', '0.675000', 1.25],
      ['b', '0.662500', 1.25],
    ]);
  });

  it('weights of tasks and levels, normalised to sum to 1', () => {
    const weights = { 'de-en': 3, segments: 2 };
    const [systems, , both] = rankOverTasks(tasks('accuracy'), evenDraws(0, 0), settings(weights));
    expect(systems!.columns.map(({ weight }) => weight)).toEqual([0.75, 0.25]);
    expect(systems!.ranked[0]).toMatchObject({ name: 'a', mean: 0.75 * 0.8 + 0.25 * 0.6 });
    expect(both!.columns.map(({ weight }) => weight * 12)).toEqual([3, 1, 6, 2]);
    expect(both!.isMoved).toBe(false);
    const meanOfB = (3 * 0.4 + 0.7 + 6 * 0.6 + 2 * 0.5) / 12;
    expect(both!.ranked.find(({ name }) => name === 'b')!.mean).toBeCloseTo(meanOfB, 12);
    // A weight of a task is that of its domains, too.
    const domains = tasks('accuracy').map((each) => ({ ...each, task: `${each.task}/news` }));
    const [ofDomains] = rankOverTasks(domains, new ExchangeDraws(), settings({ 'de-en': 3 }));
    expect(ofDomains!.columns.map(({ weight }) => weight)).toEqual([0.75, 0.25]);
  });

  it('p is the share of mean differences after exchanges that reach the one observed, on a scale of 0–1', () => {
    // Observed over systems, moved: (0.9 + 0.8) / 2 − (0.7 + 0.85) / 2 = 0.075.
    const below = rankOverTasks(tasks('spearman'), evenDraws(0.074, 0), settings())[0]!;
    expect(below.p![0]![1]).toBe(1 / 100);
    expect(below.ranked.map(({ cluster, isWinner }) => [cluster, isWinner])).toEqual([[1, true], [2, false]]); // prettier-ignore
    const above = rankOverTasks(tasks('spearman'), evenDraws(0.076, 0), settings())[0]!;
    expect(above.p![0]![1]).toBe(1);
    expect(above.ranked.map(({ cluster }) => cluster)).toEqual([1, 1]);
    // Turned round, the second metric is hardly better.
    expect(below.p![1]![0]).toBe(1);
  });

  it('draws of tasks are combined as if independent, although their tests may share a seed', () => {
    // In both tasks, half of the draws are +1 and half −1, in the same order: added as they are, the sum would never be 0.
    const draws = new ExchangeDraws();
    const coins = Float64Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? 1 : -1));
    for (const name of ['de-en', 'en-de']) draws.of(name)('system', 'a', 'b', coins);
    const [systems] = rankOverTasks(tasks('spearman'), draws, settings());
    // Sums are −1, 0 and 1 with probabilities ¼, ½ and ¼; only 1 reaches 0.075.
    expect(systems!.p![0]![1]).toBeCloseTo(0.25, 1);
    expect(Math.abs(systems!.p![0]![1]! - 0.25)).toBeLessThan(0.02);
  });

  it('without tests there are means, but no clusters; of one task there is nothing', () => {
    const bare = [task('x', 'spearman', { a: [1, 1, 1, 1] }, false), task('y', 'spearman', { a: [0, 1, 0, 1] }, false)];
    const [systems] = rankOverTasks(bare, new ExchangeDraws(), settings());
    expect(systems!.ranked).toEqual([{ name: 'a', mean: 0.5 }]);
    expect(rankOverTasks(bare.slice(1), new ExchangeDraws(), settings())).toEqual([]);
  });
});
