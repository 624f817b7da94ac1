import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { type Ranking, compareRankings } from '../../human/index.ts';
import { Pcg64, percentileInterval } from '../../stats/index.ts';
import type { Scores } from '../scores.ts';
import { asErrors, makeScores } from '../testing/makeScores.ts';
import { comparisonMeasures, measureOfYear, scoreMeasures } from './segmentMeasures.ts';

const byComparisons = (id: string) => comparisonMeasures.find((each) => each.id === id)!;
const byScores = (id: string) => scoreMeasures.find((each) => each.id === id)!;

let order = 0;
const ranking = (segment: number, ranks: readonly (readonly [string, number])[], judge = 'j'): Ranking => ({
  task: 't',
  segment: String(segment),
  judge,
  order: order++,
  systems: ranks.map(([system]) => system),
  ranks: ranks.map(([, rank]) => rank),
});
const compare = (rankings: readonly Ranking[]) => compareRankings('t', rankings);

describe('by comparisons', () => {
  // 5 concordant, 3 discordant, 2 ties of the metric, 4 of people, 1 of both: a segment for each.
  const relations = [...'ccccc', ...'ddd', ...'mm', ...'hhhh', 'b'];
  const rankings = relations.map((relation, g) =>
    ranking(g + 1, [['b', relation === 'h' || relation === 'b' ? 1 : 2], ['a', 1]]),
  ); // prettier-ignore
  const metric = makeScores([
    ['a', relations.map((relation) => (relation === 'd' ? 0.1 : relation === 'm' || relation === 'b' ? 0.2 : 0.3))],
    ['b', relations.map(() => 0.2)],
  ]);

  it.each([
    ['consistency', 2008, 5, 10],
    ['consistency', 2009, 5, 10],
    ['wmt10', 2010, 5 - 3 - 2, 10],
    ['wmt10', 2012, 5 - 3 - 2, 10],
    ['wmt13', 2013, 5 - 3, 8],
    ['wmt14', 2014, 5 - 3, 10],
    ['wmt14', 2016, 5 - 3, 10],
    ['xties', undefined, 5 - 3 + 1, 15],
  ])('%s, the rule of %s: %i of %i', (id, year, above, below) => {
    const measure = byComparisons(id);
    if (year !== undefined) expect(measureOfYear(year)).toBe(measure);
    const agreement = measure.of(compare(rankings), metric);
    expect(agreement).toEqual({
      value: above / below,
      counted: below,
      missing: 0,
      fraction: { above, below },
      counts: { concordant: 5, discordant: 3, metricTies: 2, humanTies: 4, bothTies: 1 },
    });
    expect(measure.of(compare(rankings), asErrors(metric))).toEqual(agreement);
  });

  it('what the metric has no score for is left out and counted', () => {
    const comparisons = compare([
      ranking(1, [['a', 1], ['b', 2], ['unknown', 3]]),
      ranking(2, [['a', 1], ['b', 2]]),
      ranking(3, [['a', 2], ['b', 1]]),
      ranking(99, [['a', 1], ['b', 2]]),
    ]); // prettier-ignore
    const holes = makeScores([
      ['b', [1, NaN, 1]],
      ['a', [2, 2, 2]],
      ['__proto__', [3, 3, 3]],
    ]);
    const { counts, missing } = byComparisons('consistency').of(comparisons, holes);
    expect(counts).toEqual({ concordant: 1, discordant: 1, metricTies: 0, humanTies: 0, bothTies: 0 });
    expect(missing).toBe(4);
  });

  it('equal infinite scores are a tie', () => {
    const comparisons = compare([ranking(1, [['a', 1], ['b', 2]]), ranking(2, [['a', 1], ['b', 2]])]); // prettier-ignore
    const infinite = makeScores([
      ['a', [-Infinity, 1]],
      ['b', [-Infinity, -Infinity]],
    ]);
    expect(byComparisons('wmt13').of(comparisons, infinite).counts).toMatchObject({ concordant: 1, metricTies: 1 });
  });

  it.each(comparisonMeasures.map(({ id }) => id))('%s of nothing is not a number and has no interval', (id) => {
    const resampling = { samples: 10, seed: 1, level: 0.95 };
    const nothing = byComparisons(id).of(compare([]), metric, resampling);
    expect(nothing).toMatchObject({ value: NaN, counted: 0, missing: 0 });
    expect(nothing.interval).toBeUndefined();
    // All ties of people: only one rule counts them.
    const ties = byComparisons(id).of(compare([ranking(1, [['a', 1], ['b', 1]])]), metric, resampling); // prettier-ignore
    expect(ties.value).toBe(id === 'xties' ? 0 : NaN);
  });

  it('intervals draw segments, with all that was said of each', () => {
    const comparisons = compare([
      ...rankings,
      ...rankings.slice(0, 6).map((each, i) => ({ ...each, judge: 'k', ranks: i % 2 === 0 ? [1, 2] : [2, 1] })),
    ]);
    const resampling = { samples: 200, seed: 7, level: 0.9 };
    const measure = byComparisons('wmt14');
    const random = new Pcg64(7);
    const draws = new Uint32Array(relations.length);
    const values = Array.from({ length: 200 }, () => {
      random.fillBelow(draws, relations.length);
      let [above, below] = [0, 0];
      for (const g of draws) {
        for (let c = 0; c < comparisons.count; c++) {
          if (comparisons.segments[comparisons.segment[c]!] !== String(g + 1) || comparisons.outcome[c] === 0) continue;
          below++;
          above += comparisons.outcome[c]! * Math.sign(metric.ofSegments[g]! - 0.2);
        }
      }
      return above / below;
    }).sort((a, b) => a - b);
    const agreement = measure.of(comparisons, metric, resampling);
    expect(agreement.interval).toEqual(percentileInterval(values, 0.9));
    expect(agreement.counted).toBe(16);
  });
});

describe('by scores', () => {
  const human = makeScores([
    ['a', [3, 1, 4, 1, 5, 9]],
    ['b', [2, 6, NaN, 3, 5, 8]],
    ['c', [9, 7, 9, 3, 5, 3]],
    ['d', [2, 3, 8, 4, 5, 2]],
  ]);
  const metric = makeScores([
    ['a', [0.3, 0.1, 0.5, 0.1, 0.5, 0.7]],
    ['b', [0.2, 0.5, 0.4, 0.3, 0.4, 0.9]],
    ['c', [0.6, 0.6, 0.9, NaN, 0.3, 0.3]],
    ['d', [0.2, 0.4, 0.7, 0.3, 0.1, 0.2]],
  ]);

  // SciPy 1.17: pearsonr and kendalltau; of the fifth segment, which people found alike in all systems, there is none.
  it.each([
    ['pearson', 0.8795622632731943],
    ['pearson-item', 0.953969167523218],
    ['pearson-system', 0.8694801879787635],
    ['kendall', 0.7751284898803398],
    ['kendall-item', 0.8966326495188787],
    ['kendall-system', 0.7685740771895057],
  ])('%s is SciPy’s', (id, expected) => {
    const agreement = byScores(id).of(human, metric);
    expect(agreement.value).toBeCloseTo(expected, 12);
    expect(agreement).toMatchObject({ counted: 22, missing: 1 });
    expect(byScores(id).of(human, asErrors(metric)).value).toBeCloseTo(expected, 12);
    expect(byScores(id).of(asErrors(human), metric).value).toBeCloseTo(expected, 12);
  });

  it('daRR takes pairs of a segment that are at least 25 points apart, a tie of the metric being wrong', () => {
    const raw = makeScores([
      ['a', [80, 175 / 3, 50]],
      ['b', [55, 100 / 3, 26]],
      ['c', [20, 90, 50]],
    ]);
    const scores = makeScores([
      ['a', [3, 1, 1]],
      ['b', [2, 1, 2]],
      ['c', [2.5, 0, 3]],
    ]);
    // First segment: a–b 25 +, a–c 60 +, b–c 35 −; second: a–b 25 (thirds), tied, a–c 31.7 −, b–c 56.7 −; third: 24 is too near.
    const agreement = byScores('darr').of(raw, scores);
    expect(measureOfYear(2017)).toBe(byScores('darr'));
    expect(measureOfYear(2020)).toBe(byScores('darr'));
    expect(agreement.counts).toEqual({ concordant: 2, discordant: 3, metricTies: 1, humanTies: 0, bothTies: 0 });
    expect(agreement.value).toBe((2 - 4) / 6);
  });

  it.each([
    [2021, 'kendall'],
    [2023, 'acc-eq'],
    [2025, 'acc-eq'],
  ])('the rule of %i is %s', (year, id) => expect(measureOfYear(year)).toBe(byScores(id)));

  it('a year without a rule is refused', () => {
    expect(() => measureOfYear(2007)).toThrow(UsageError);
    expect(() => measureOfYear(2007)).toThrow(/2008 to 2025/);
  });

  it('τ_eq is 2 acc_eq − 1, with its interval and chance level', () => {
    const resampling = { samples: 50, seed: 3, level: 0.8 };
    const accuracy = byScores('acc-eq').of(human, metric, resampling);
    const tau = byScores('tau-eq').of(human, metric, resampling);
    expect(tau).toEqual({
      ...accuracy,
      value: 2 * accuracy.value - 1,
      interval: { low: 2 * accuracy.interval!.low - 1, high: 2 * accuracy.interval!.high - 1 },
      chance: 2 * accuracy.chance! - 1,
    });
    expect(accuracy.counts!.bothTies).toBeGreaterThan(0);
  });

  it.each(scoreMeasures.map(({ id }) => id))('%s of nothing, or without a common segment, is not a number', (id) => {
    const resampling = { samples: 10, seed: 1, level: 0.95 };
    const elsewhere: Scores = { ...human, segments: human.segments.map((segment) => `x${segment}`) };
    for (const [people, missing] of [
      [makeScores([]), 0],
      [elsewhere, 23],
    ] as const) {
      // prettier-ignore
      const nothing = byScores(id).of(people, metric, resampling);
      expect(nothing).toMatchObject({ value: NaN, counted: 0, missing });
      expect(nothing.interval).toBeUndefined();
    }
  });

  it.each(scoreMeasures.filter(({ id }) => id !== 'darr').map(({ id }) => id))(
    '%s has an interval around its value, the same with the same seed',
    (id) => {
      const random = new Pcg64(5);
      const rows = Array.from({ length: 4 }, (_, s) =>
        Array.from({ length: 80 }, () => Math.round(4 * random.float()) + s / 2),
      );
      const people = makeScores(rows.map((row, s) => [`s${s}`, row]));
      const machine = makeScores(rows.map((row, s) => [`s${s}`, row.map((score) => score + 2 * random.float())]));
      const resampling = { samples: 200, seed: 11, level: 0.95 };
      const { value, interval } = byScores(id).of(people, machine, resampling);
      expect(interval!.low).toBeLessThan(value);
      expect(interval!.high).toBeGreaterThan(value);
      expect(interval!.high - interval!.low).toBeLessThan(0.25);
      expect(byScores(id).of(people, machine, resampling).interval).toEqual(interval);
    },
  );

  it('Kendall’s τ and daRR know only the order of the metric’s scores', () => {
    const rows = fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 }), {
      minLength: 3,
      maxLength: 3,
    });
    const named = (all: readonly (readonly number[])[]) => makeScores(all.map((row, s) => [`s${s}`, row]));
    fc.assert(
      fc.property(rows, rows, (people, machine) => {
        const bent = machine.map((row) => row.map((score) => score ** 3 + score));
        for (const id of ['kendall', 'kendall-item', 'kendall-system', 'darr']) {
          const { value } = byScores(id).of(named(people), named(machine));
          expect(byScores(id).of(named(people), named(bent)).value).toEqual(value);
        }
      }),
    );
  });
});
