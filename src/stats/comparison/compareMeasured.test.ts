/** The laws of every test between systems, and each test against its definition. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Measurement, UsageError, rowMeasurement, systemScore, wholeSystem } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { bleu, chrf, ter } from '../../metrics/index.ts';
import { bootstrapAll, percentileInterval } from '../bootstrap.ts';
import { Pcg64 } from '../random.ts';
import { compareMeasured, turned } from './compareMeasured.ts';
import { type ComparisonSettings, type ComparisonTestId, comparisonDefaults, comparisonTests } from './comparison.ts';
import { correctP, correctTogether } from './corrections.ts';
import { meanMeasurement } from './meanMeasurement.ts';
import { sacrebleuBootstrapP, sacrebleuRandomizationP } from './sacrebleu.ts';
import { exchanges } from './sampleSource.ts';
import { leaveOneOut } from './bootstrapFindings.ts';
import { planComparison } from './planComparison.ts';
import { means, ratios, reordered, resampled } from './testing/makeMeasured.ts';
import { wilcoxon } from '../wilcoxon.ts';

const settings = (test: ComparisonTestId, more: Partial<ComparisonSettings> = {}): ComparisonSettings => ({
  ...comparisonDefaults,
  test,
  samples: 99,
  ...more,
});

/** Tests of differences between segments need a mean. */
const needsMean = (test: ComparisonTestId): boolean => test === 't' || test === 'wilcoxon';

const isSacrebleu = (test: ComparisonTestId): boolean => test.startsWith('sacrebleu');

const table = (cell: fc.Arbitrary<number>) =>
  fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 9 })).chain(([systems, segments]) =>
    fc.array(fc.array(cell, { minLength: segments, maxLength: segments }), {
      minLength: systems,
      maxLength: systems,
    }),
  );

const wholeNumbers = table(fc.integer({ min: -3, max: 3 }));

const anyMean: fc.Arbitrary<Measurement> = fc
  .oneof(wholeNumbers, table(fc.double({ min: 0, max: 1, noNaN: true })))
  .map((scores) => means(...scores));

const anyRatio: fc.Arbitrary<Measurement> = fc.tuple(table(fc.nat(6)), fc.boolean()).map(([counts, higherIsBetter]) =>
  ratios(
    counts.map((ofSystem, s) => ofSystem.map((count, i) => [count, count + 1 + ((s + i) % 3)] as const)),
    higherIsBetter,
  ),
);

/** Whose differences are 0, or far from it. */
const meanOfWholes = wholeNumbers.map((scores) => means(...scores));

const measuredFor = (test: ComparisonTestId) => (needsMean(test) ? anyMean : fc.oneof(anyMean, anyRatio));
const intervals = fc.constantFrom('percentile' as const, 'bca' as const);

describe.each(comparisonTests)('%s', (test) => {
  it('keeps the laws', () => {
    fc.assert(
      fc.property(measuredFor(test), intervals, fc.nat(1000), (measured, interval, seed) => {
        const asked = settings(test, { interval, seed, equivalence: 0.1, power: true });
        const found = compareMeasured(measured, asked);
        expect(found.comparisons).toHaveLength((measured.systems * (measured.systems - 1)) / 2);
        for (const comparison of found.comparisons) {
          const { first, second, difference, p, corrected, wins, losses, ties, favours, verdict } = comparison;
          expect(difference).toBe(systemScore(measured, first) - systemScore(measured, second));
          expect(wins + losses + ties).toBeCloseTo(1, 12);
          expect(Math.min(wins, losses, ties)).toBeGreaterThanOrEqual(0);
          expect(comparison.interval.low).toBeLessThanOrEqual(comparison.interval.high);
          if (comparison.reason !== undefined) expect(p).toBe(NaN);
          else {
            expect(p).toBeGreaterThan(0);
            expect(p).toBeLessThanOrEqual(1);
            expect(corrected).toBeGreaterThanOrEqual(p * (1 - 1e-12));
          }
          expect(verdict).toBe(corrected <= 0.05 ? favours : 0);
        }
        // The same seed, the same result.
        expect(compareMeasured(measured, asked)).toEqual(found);
      }),
      { numRuns: 40 },
    );
  });

  it('turns round with two systems, and no order of systems matters', () => {
    fc.assert(
      fc.property(
        measuredFor(test).chain((measured) =>
          fc.record({
            measured: fc.constant(measured),
            order: fc.shuffledSubarray([...new Array(measured.systems).keys()], { minLength: measured.systems }),
          }),
        ),
        intervals,
        ({ measured, order }, interval) => {
          const asked = settings(test, { interval, equivalence: 0.1, power: true });
          const found = compareMeasured(measured, asked);
          const again = compareMeasured(reordered(measured, order), asked);
          for (const comparison of again.comparisons) {
            const renamed = { ...comparison, first: order[comparison.first]!, second: order[comparison.second]! };
            const original = found.comparisons.find(
              ({ first, second }) =>
                Math.min(first, second) === Math.min(renamed.first, renamed.second) &&
                Math.max(first, second) === Math.max(renamed.first, renamed.second),
            )!;
            expect(renamed).toEqual(original.first === renamed.first ? original : turned(original));
          }
          order.forEach((system, at) => {
            expect(again.systems[at]).toEqual(found.systems[system]);
            expect(again.ranking!.places[at]).toEqual(found.ranking!.places[system]);
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it.skipIf(isSacrebleu(test))('identical systems have p = 1', () => {
    fc.assert(
      fc.property(measuredFor(test), (measured) => {
        const twice = reordered(measured, [0, 1, 0]);
        const found = compareMeasured(twice, settings(test));
        const same = found.comparisons.find(({ first, second }) => first === 0 && second === 2)!;
        expect(same).toMatchObject({ difference: 0, better: 0, p: 1, corrected: 1, verdict: 0, ties: 1 });
        expect(same.interval).toEqual({ low: 0, high: 0 });
      }),
      { numRuns: 30 },
    );
  });

  it.skipIf(test === 'sign' || isSacrebleu(test))(
    'counts wins and says p as picks of rows do, by the definition',
    () => {
      fc.assert(
        fc.property(needsMean(test) ? meanOfWholes : fc.oneof(meanOfWholes, anyRatio), (measured) => {
          const { segments: units, higherIsBetter } = measured;
          const scores = resampled(measured, 99, 12345);
          for (const comparison of compareMeasured(measured, settings(test, { equivalence: 0.2, correction: 'none' }))
            .comparisons) {
            const { first, second, difference, wins, losses, counted } = comparison;
            const ofUnit = (s: number, u: number) => measured.score(Uint32Array.of(s * units + u));
            const margins = (
              counted === 'resamples'
                ? Array.from(scores[first]!, (score, b) => score - scores[second]![b]!)
                : Array.from({ length: units }, (_, u) => ofUnit(first, u) - ofUnit(second, u))
            ).map((margin) => (higherIsBetter ? margin : -margin));
            expect(wins).toBeCloseTo(margins.filter((margin) => margin > 1e-11).length / margins.length, 12);
            expect(losses).toBeCloseTo(margins.filter((margin) => margin < -1e-11).length / margins.length, 12);
            const scatter = Array.from(scores[first]!, (score, b) => score - scores[second]![b]! - difference);
            const above = scatter.filter((each) => each >= difference + 0.2 - 1e-11).length;
            const below = scatter.filter((each) => -each >= 0.2 - difference - 1e-11).length;
            expect(comparison.equivalence!.p).toBeCloseTo((Math.max(above, below) + 1) / 100, 12);
          }
        }),
        { numRuns: 20 },
      );
    },
  );

  it('finds a clear difference, and says who is better whatever is better', () => {
    const scores = [
      Array.from({ length: 14 }, (_, i) => 10 + (i % 5)),
      Array.from({ length: 14 }, (_, i) => 20 + ((3 * i) % 5)),
    ];
    for (const higherIsBetter of [true, false]) {
      const measured = meanMeasurement({ name: 'mean', higherIsBetter, systemNames: ['low', 'high'], scores });
      const [found] = compareMeasured(measured, settings(test, { samples: 999 })).comparisons;
      const winner = higherIsBetter ? -1 : 1;
      expect(found).toMatchObject({ better: winner, favours: winner, verdict: winner });
      expect(found!.p).toBeLessThan(0.005);
      expect(found!.interval.high).toBeLessThan(-8);
      expect([found!.wins, found!.losses]).toEqual(higherIsBetter ? [0, 1] : [1, 0]);
    }
  });

  it('compares all others with the baseline, with the same numbers', () => {
    const measured = means([1, 2, 4, 2, 3], [5, 2, 6, 3, 3], [0, 1, 1, 9, 2]);
    const all = compareMeasured(measured, settings(test, { family: 2 }));
    const withBaseline = compareMeasured(measured, settings(test, { baseline: 1 }));
    expect(withBaseline.comparisons.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [2, 1],
    ]);
    expect(withBaseline.comparisons.map(({ p }) => p)).toEqual([all.comparisons[0]!.p, all.comparisons[2]!.p]);
    expect(withBaseline.family).toBe(2);
    expect(withBaseline.ranking).toBeUndefined();
  });

  it('is defined for a single segment', () => {
    const [found] = compareMeasured(means([1], [2]), settings(test, { interval: 'bca', power: true })).comparisons;
    if (test === 't' || test === 'bootstrap') expect(found).toMatchObject({ p: NaN, verdict: 0 });
    else expect(found!.p).toBeGreaterThan(0);
  });

  it('does not take a single segment for proof that systems are equal', () => {
    const asked = settings(test, { equivalence: 5, power: true });
    const [found] = compareMeasured(means([1], [2]), asked).comparisons;
    expect(found).toMatchObject({
      equivalence: { p: NaN, corrected: NaN, isEquivalent: false },
      detectable: { difference: NaN, units: NaN },
    });
  });
});

/** A ratio that is not a mean, with ties and rounding. */
const measured = ratios([
  [[3, 5], [1, 4], [2, 2], [0, 3], [4, 9], [1, 6], [5, 7], [2, 8]],
  [[2, 4], [2, 6], [1, 2], [1, 2], [6, 9], [1, 6], [3, 7], [4, 8]],
  [[1, 5], [1, 4], [0, 2], [0, 3], [2, 9], [1, 7], [1, 7], [2, 9]],
]); // prettier-ignore
const score = (rows: readonly (readonly [number, number])[]): number =>
  rows.reduce((sum, [matches]) => sum + matches, 0) / rows.reduce((sum, [, length]) => sum + length, 0);
const rowsOf = (system: number): [number, number][] =>
  Array.from({ length: 8 }, (_, i) => [measured.rows[2 * (system * 8 + i)]!, measured.rows[2 * (system * 8 + i) + 1]!]);

describe('leaveOneOut', () => {
  it('scores all segments but one', () => {
    fc.assert(
      fc.property(fc.oneof(anyMean, anyRatio), (given) => {
        leaveOneOut(given).forEach((without, at) => {
          const [s, u] = [Math.floor(at / given.segments), at % given.segments];
          const others = wholeSystem(given, s).filter((_, i) => i !== u);
          expect(without).toBeCloseTo(given.score(others), 9);
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe('bootstrap', () => {
  const samples = 500;
  const found = compareMeasured(measured, settings('bootstrap', { samples, seed: 5 }));
  const scores = resampled(measured, samples, 5);

  it.each(found.comparisons.map((comparison) => [comparison.first, comparison.second, comparison] as const))(
    '%d and %d: p, shares and interval are those of the definition',
    (first, second, comparison) => {
      const differences = scores[first]!.map((value, b) => value - scores[second]![b]!);
      const observed = score(rowsOf(first)) - score(rowsOf(second));
      const far = differences.filter((difference) => Math.abs(difference - observed) >= Math.abs(observed) - 1e-12);
      expect(comparison.p).toBeCloseTo((far.length + 1) / (samples + 1), 12);
      expect(comparison.wins).toBeCloseTo(differences.filter((difference) => difference > 1e-12).length / samples, 12);
      const { low, high } = percentileInterval(differences.toSorted(), 0.95);
      expect(comparison.interval.low).toBeCloseTo(low, 12);
      expect(comparison.interval.high).toBeCloseTo(high, 12);
    },
  );

  it('has intervals and standard errors of single systems', () => {
    const sorted = scores[0]!.toSorted();
    expect(found.systems[0]!.score).toBeCloseTo(score(rowsOf(0)), 12);
    expect(found.systems[0]!.interval.low).toBeCloseTo(percentileInterval(sorted, 0.95).low, 12);
    const mean = sorted.reduce((sum, value) => sum + value, 0) / samples;
    const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (samples - 1);
    expect(found.systems[0]!.standardError).toBeCloseTo(Math.sqrt(variance), 12);
  });

  it('corrects over all pairs of the metric', () => {
    const p = found.comparisons.map((comparison) => comparison.p);
    expect(found.comparisons.map(({ corrected }) => corrected)).toEqual([...correctP(p, 'holm')]);
    expect(found).toMatchObject({ family: 3, leastP: 1 / 501 });
    expect(found.leastCorrected).toBeCloseTo(3 / 501, 12);
  });
});

/** Differences after every exchange of segments that `masks` name. */
function exchanged(first: number, second: number, masks: readonly (readonly number[])[]): number[] {
  const [a, b] = [rowsOf(first), rowsOf(second)];
  return masks.map((mask) => {
    const one = a.map((row, i) => (mask[i] ? b[i]! : row));
    const other = b.map((row, i) => (mask[i] ? a[i]! : row));
    return Math.abs(score(one) - score(other));
  });
}

describe('exact and randomization', () => {
  const all = Array.from({ length: 2 ** 8 }, (_, n) => Array.from({ length: 8 }, (__, i) => (n >> i) & 1));

  it('exact counts all exchanges', () => {
    for (const { first, second, difference, p } of compareMeasured(measured, settings('exact')).comparisons) {
      const far = exchanged(first, second, all).filter((value) => value >= Math.abs(difference) - 1e-12);
      expect(p).toBeCloseTo(far.length / all.length, 12);
    }
  });

  it('randomization counts those that were drawn, and the one observed', () => {
    const samples = 300;
    const found = compareMeasured(measured, settings('randomization', { samples, seed: 8 }));
    const source = exchanges(8, 8);
    const masks = Array.from({ length: samples }, (_, sample) => {
      const picks = new Uint32Array(8);
      const taken = picks.subarray(0, source.pick(sample, picks));
      return Array.from({ length: 8 }, (__, i) => (taken.includes(i) ? 1 : 0));
    });
    for (const { first, second, difference, p } of found.comparisons) {
      const far = exchanged(first, second, masks).filter((value) => value >= Math.abs(difference) - 1e-12);
      expect(p).toBeCloseTo((far.length + 1) / (samples + 1), 12);
    }
  });

  it('come to the same with many exchanges', () => {
    const exact = compareMeasured(measured, settings('exact'));
    const random = compareMeasured(measured, settings('randomization', { samples: 20_000 }));
    exact.comparisons.forEach(({ p }, i) => expect(Math.abs(random.comparisons[i]!.p - p)).toBeLessThan(0.015));
  });

  it('refuses to try all exchanges of many segments', () => {
    const many = means(new Float64Array(21), new Float64Array(21));
    expect(() => compareMeasured(many, settings('exact'))).toThrow(
      new UsageError(
        'The exact test tries all exchanges of outputs, which is possible for up to 20 segments; there are 21. Use randomization, which tries a random sample of them.',
      ),
    );
    const units = Uint32Array.from({ length: 21 }, (_, i) => i % 7);
    expect(compareMeasured(many, settings('exact', { units })).comparisons[0]!.p).toBe(1);
    // It takes a while, but is done.
    const twenty = means(new Float64Array(20), new Float64Array(20));
    expect(planComparison(twenty, settings('exact')).exchanges!.count).toBe(2 ** 19);
    const alone = Uint32Array.from({ length: 21 }, (_, i) => i);
    expect(() => planComparison(many, settings('exact', { units: alone }))).toThrow(/up to 20 documents; there are 21/);
  });
});

describe('as sacreBLEU', () => {
  const lines = (name: string): string[] =>
    readFileSync(new URL(`../../../examples/${name}.txt`, import.meta.url), 'utf8')
      .replace(/\n$/, '')
      .split('\n');

  // sacreBLEU 2.6.0, PairedTest on files of examples/ with reference A, the first system as the baseline.
  it.each([
    ['BLEU', bleu(), 'terse', 'verbose', 378 / 1001, 9369 / 10001],
    ['chrF2', chrf(), 'verbose', 'shuffled', 143 / 1001, 3740 / 10001],
    ['TER', ter(), 'terse', 'good', 1 / 1001, 1 / 10001],
  ] as const)('%s has its p-values', (_, metric, baseline, system, pOfBootstrap, pOfRandomization) => {
    const outputs = [lines(baseline), lines(system)];
    const real = measure(metric, { references: lines('reference.A.en') }, outputs);
    const pOf = (test: ComparisonTestId, size: number): number =>
      compareMeasured(real, settings(test, { samples: size, baseline: 0 })).comparisons[0]!.p;
    expect(pOf('sacrebleu-bs', 1000)).toBe(pOfBootstrap);
    expect(pOf('sacrebleu-ar', 10_000)).toBe(pOfRandomization);
  });

  const samples = 200;
  const observed = (first: number, second: number): number => Math.abs(score(rowsOf(first)) - score(rowsOf(second)));

  it('bootstrap', () => {
    const scores = bootstrapAll(measured, samples, new Pcg64(12345));
    const found = compareMeasured(measured, settings('sacrebleu-bs', { samples, baseline: 0 }));
    for (const { first, second, p } of found.comparisons) {
      expect(p).toBe(sacrebleuBootstrapP(scores[second]!, scores[first]!, observed(first, second)));
    }
  });

  it('randomization', () => {
    const bits = new Pcg64(12345).bits();
    const masks = Array.from({ length: samples }, () => {
      const mask = new Uint8Array(8);
      bits(mask);
      return [...mask];
    });
    const found = compareMeasured(measured, settings('sacrebleu-ar', { samples, baseline: 0 }));
    for (const { first, second, p } of found.comparisons) {
      const differences = exchanged(first, second, masks);
      expect(p).toBe(sacrebleuRandomizationP(differences, new Float64Array(samples), observed(first, second)));
    }
  });

  it.each(['sacrebleu-bs', 'sacrebleu-ar'] as const)('%s finds a system better than itself', (test) => {
    const [found] = compareMeasured(means([1, 2, 3], [1, 2, 3]), settings(test)).comparisons;
    expect(found!.p).toBe(1 / 100);
  });

  it.each(['sacrebleu-bs', 'sacrebleu-ar'] as const)('%s knows no documents', (test) => {
    const units = Uint32Array.of(0, 0, 1);
    expect(() => compareMeasured(means([1, 2, 3], [1, 2, 3]), settings(test, { units }))).toThrow(
      new UsageError(`sacreBLEU draws segments, not documents: use bootstrap or randomization instead of ${test}.`),
    );
  });
});

describe('documents as units', () => {
  const units = Uint32Array.of(7, 7, 7, 2, 2, 9, 9, 4);
  const bounds = [[0, 3], [3, 5], [5, 7], [7, 8]] as const; // prettier-ignore
  const joined = ratios(
    [0, 1, 2].map((s) =>
      bounds.map(([from, to]) => {
        const rows = rowsOf(s).slice(from, to);
        return [rows.reduce((sum, [m]) => sum + m, 0), rows.reduce((sum, [, l]) => sum + l, 0)] as const;
      }),
    ),
  );

  it.each(['bootstrap', 'randomization', 'exact', 'sign'] as const)('%s is that of whole documents', (test) => {
    const byDocument = compareMeasured(measured, settings(test, { units, interval: 'bca' }));
    const ofDocuments = compareMeasured(joined, settings(test, { interval: 'bca' }));
    expect(byDocument).toMatchObject({ segments: 8, units: 4 });
    expect(byDocument.comparisons).toEqual(ofDocuments.comparisons);
  });

  it.each(['t', 'wilcoxon'] as const)('%s adds up what segments of a document contribute', (test) => {
    const scores = [[1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 5, 4, 6, 9, 8, 8]]; // prettier-ignore
    const sums = scores.map((each) =>
      bounds.map(([from, to]) => each.slice(from, to).reduce((sum, value) => sum + value, 0)),
    );
    const [byDocument] = compareMeasured(means(...scores), settings(test, { units })).comparisons;
    const [ofSums] = compareMeasured(means(...sums), settings(test)).comparisons;
    expect(byDocument!.p).toBeCloseTo(ofSums!.p, 12);
  });

  it('needs a unit for every segment', () => {
    expect(() => compareMeasured(measured, settings('bootstrap', { units: Uint32Array.of(1, 2) }))).toThrow(
      new UsageError('There are 8 segments, but units for 2.'),
    );
  });
});

describe('tests of segments', () => {
  it.each([
    ['t', 'the t test'],
    ['wilcoxon', "Wilcoxon's test"],
  ] as const)('%s refuses what is not a mean', (test, name) => {
    expect(() => compareMeasured(measured, settings(test))).toThrow(
      `The ratio of a system is not a mean of its segments, so ${name} does not apply. Use bootstrap or randomization.`,
    );
  });

  it.each(['t', 'wilcoxon'] as const)('%s takes weighted means, by what a segment contributes', (test) => {
    const scores = [[0.5, 0.25, 1, 0, 0.5, 0.75], [0.25, 0.5, 0.5, 0, 0.25, 0.5]] as const; // prettier-ignore
    const weights = [4, 8, 2, 1, 4, 4];
    const weighted = meanMeasurement({
      name: 'w',
      higherIsBetter: true,
      systemNames: ['a', 'b'],
      scores,
      weights,
    });
    const contributions = scores.map((each) => each.map((value, i) => value * weights[i]!));
    const [found] = compareMeasured(weighted, settings(test)).comparisons;
    const [expected] = compareMeasured(means(...contributions), settings(test)).comparisons;
    expect(found!.p).toBeCloseTo(expected!.p, 12);
  });

  it('t refuses weights that are not the same for all systems', () => {
    const shape = { name: 'mean', systems: 2, segments: 3, higherIsBetter: true, width: 2 };
    const weighted = (weights: readonly number[]) =>
      rowMeasurement(shape, Float64Array.from([1, 2, 3, 4, 6, 5].flatMap((score, at) => [score, weights[at]!])), (sums) => sums[0]! / sums[1]!); // prettier-ignore
    expect(compareMeasured(weighted([1, 2, 3, 1, 2, 3]), settings('t')).comparisons[0]!.p).toBeGreaterThan(0);
    expect(() => compareMeasured(weighted([1, 2, 3, 1, 3, 2]), settings('t'))).toThrow(/is not a mean/);
    // Nor a score that is not linear in what segments add.
    const squared = rowMeasurement(shape, weighted([1, 1, 1, 1, 1, 1]).rows, (sums) => (sums[0]! / sums[1]!) ** 2);
    expect(() => compareMeasured(squared, settings('t'))).toThrow(/is not a mean/);
  });

  it('says why t is undefined, and leaves that out of the family', () => {
    const constant = means([1, 2, 3], [2, 3, 4], [1, 5, 1]);
    const found = compareMeasured(constant, settings('t'));
    expect(found.comparisons[0]).toMatchObject({
      p: NaN,
      corrected: NaN,
      verdict: 0,
      reason: 'All units differ by the same, so that t has no spread to go by.',
    });
    expect(found.family).toBe(2);
  });

  it('Wilcoxon knows whom it speaks for where a score falls as its rows grow', () => {
    const errors = [[1, 2, 0, 1, 3, 1, 0, 2], [2, 4, 3, 1, 5, 2, 1, 3]]; // prettier-ignore
    const accuracy = rowMeasurement(
      { name: 'accuracy', systems: 2, segments: 8, higherIsBetter: true, width: 2 },
      Float64Array.from(errors.flatMap((ofSystem) => ofSystem.flatMap((count) => [count, 10]))),
      (sums) => 1 - sums[0]! / sums[1]!,
    );
    expect(compareMeasured(accuracy, settings('wilcoxon')).comparisons[0]).toMatchObject({
      better: 1,
      favours: 1,
      verdict: 1,
    });
  });

  it('Wilcoxon takes decimals for equal as people do', () => {
    // Written as decimals, 0.3 − 0.1 and 0.5 − 0.3 differ in the last bit.
    const scores = [[3, 5, 12, 9, 7, 1, 8, 4], [1, 3, 9, 12, 7, 4, 6, 7]]; // prettier-ignore
    const decimals = scores.map((each) => each.map((value) => Number((value / 10).toFixed(1))));
    const [whole] = compareMeasured(means(...scores), settings('wilcoxon')).comparisons;
    const [tenths] = compareMeasured(means(...decimals), settings('wilcoxon')).comparisons;
    expect(tenths!.p).toBe(whole!.p);
    expect(wilcoxon(decimals[0]!.map((value, i) => value - decimals[1]![i]!)).p).not.toBe(whole!.p);
  });

  it('Wilcoxon may deny the scores', () => {
    const denied = means([0, ...new Array<number>(9).fill(1.1)], [20, ...new Array<number>(9).fill(1)]);
    expect(compareMeasured(denied, settings('wilcoxon')).comparisons[0]).toMatchObject({ better: -1, favours: 1 });
  });
});

describe('the smallest p there can be', () => {
  const six = means([1, 2, 3, 4, 5, 6], [2, 3, 5, 9, 6, 7], [0, 0, 0, 0, 0, 1]);

  it.each([
    ['bootstrap', 1 / 292], // at least 4 · 3 / 0.05 samples: the 99 asked for, and three streams of 64
    ['randomization', 1 / 292],
    ['sacrebleu-bs', 1 / 100],
    ['sacrebleu-ar', 1 / 100],
    ['exact', 1 / 2 ** 5],
    ['sign', 2 / 2 ** 6],
    ['wilcoxon', 2 / 2 ** 6],
    ['t', 0],
  ] as const)('%s: %d', (test, least) => {
    const found = compareMeasured(six, settings(test));
    expect(found.leastP).toBeCloseTo(least, 12);
    expect(found.leastCorrected).toBeCloseTo(3 * least, 12);
    for (const { p } of found.comparisons) expect(p).toBeGreaterThanOrEqual(found.leastP * (1 - 1e-12));
  });

  it('and the usual settings are those that the documentation names', () => {
    expect(comparisonDefaults).toEqual({
      ...{ test: 'bootstrap', correction: 'holm', interval: 'percentile' },
      ...{ samples: 10_000, seed: 12345, level: 0.95, alpha: 0.05 },
    });
  });
});

describe('correctTogether', () => {
  it('finds what is just as likely as alpha: a difference, or equivalence', () => {
    const asked = settings('bootstrap', { correction: 'none', equivalence: 0.3 });
    const compared = compareMeasured(measured, asked);
    compared.comparisons.forEach(({ p, favours, equivalence }, k) => {
      const at = (alpha: number) => correctTogether([compared], { correction: 'none', alpha })[0]!.comparisons[k]!;
      expect([at(p).verdict, at(0.99 * p).verdict]).toEqual([favours, 0]);
      const margin = equivalence!.p;
      expect([at(margin), at(0.99 * margin)].map((found) => found.equivalence!.isEquivalent)).toEqual([true, false]);
    });
  });

  it('makes one family of several metrics', () => {
    const asked = settings('exact', { correction: 'holm', equivalence: 0.3 });
    const both = [compareMeasured(measured, asked), compareMeasured(means([1, 2, 3, 4], [2, 3, 9, 9]), asked)];
    const joined = correctTogether(both, asked);
    const p = both.flatMap(({ comparisons }) => comparisons.map((comparison) => comparison.p));
    expect(joined.flatMap(({ comparisons }) => comparisons.map(({ corrected }) => corrected))).toEqual([
      ...correctP(p, 'holm'),
    ]);
    const margins = both.flatMap(({ comparisons }) => comparisons.map(({ equivalence }) => equivalence!.p));
    expect(joined.flatMap(({ comparisons }) => comparisons.map(({ equivalence }) => equivalence!.corrected))).toEqual([
      ...correctP(margins, 'holm'),
    ]);
    expect(joined.map(({ family }) => family)).toEqual([4, 4]);
    // One metric alone comes out as before.
    expect(correctTogether([joined[0]!], asked)).toEqual([both[0]]);
  });
});

describe('what cannot be compared', () => {
  const two = means([1, 2], [3, 4]);
  const shape = { name: 'mean', systems: 2, segments: 2, higherIsBetter: true, width: 2 };
  const noNumber = rowMeasurement(shape, two.rows, () => NaN);
  // The whole systems add up to 3 and 7, a segment that is drawn twice to something else.
  const atTimes = rowMeasurement(shape, two.rows, ({ 0: sum }) => (sum === 3 || sum === 7 ? 1 : NaN));
  const hole = rowMeasurement(
    { name: 'holes', systems: 2, segments: 2, higherIsBetter: true, width: 2 },
    Float64Array.of(1, 1, 2, 1, 3, 1, NaN, 1),
    (sums) => sums[0]! / sums[1]!,
  );

  it.each<[string, Measurement, Partial<ComparisonSettings>, string]>([
    ['one system', means([1, 2]), {}, 'A comparison needs two systems; there is 1.'],
    ['no system', means(), {}, 'A comparison needs two systems; there are 0.'],
    ['no segments', means([], []), {}, 'There are no segments to compare.'],
    ['NaN in rows', hole, {}, 'holes of segment 2 of system 2 is NaN. Leave a missing segment out of all systems.'],
    ['NaN as a score', noNumber, {}, 'mean of system 1 is NaN, which cannot be compared.'],
    ['NaN on a resample', atTimes, {}, 'mean of system 1 is NaN on a resample, which cannot be compared.'],
    [
      'too few rows',
      { ...hole, rows: Float64Array.of(1, 1) },
      {},
      'holes: 2 systems with 2 segments have 8 numbers, not 2.',
    ],
    [
      'a baseline that is not there',
      two,
      { baseline: 2 },
      'There is no system 2 to be the baseline: systems are 0 to 1.',
    ],
    ['a negative baseline', two, { baseline: -1 }, 'There is no system -1 to be the baseline: systems are 0 to 1.'],
    ['half a baseline', two, { baseline: 0.5 }, 'There is no system 0.5 to be the baseline: systems are 0 to 1.'],
    [
      'sums beyond all numbers',
      rowMeasurement(shape, Float64Array.of(1.7e308, 1, 1.7e308, 1, 3, 1, 4, 1), () => 1),
      {},
      'mean of system 1 overflows: its values are too large.',
    ],
    [
      'Infinity in rows',
      rowMeasurement(shape, Float64Array.of(1, 1, 2, 1, 3, 1, 4, Infinity), () => 1),
      {},
      'mean of segment 2 of system 2 is Infinity. Leave a missing segment out of all systems.',
    ],
    [
      'too many samples',
      two,
      { samples: 2 ** 32 },
      'The number of resamples must be an integer of at least 1, not 4294967296.',
    ],
    ['level 0', two, { level: 0 }, 'The level of intervals must lie between 0 and 1, not 0.'],
    ['alpha 1', two, { alpha: 1 }, 'Alpha must lie between 0 and 1, not 1.'],
    [
      'a margin without end',
      two,
      { equivalence: Infinity },
      'The margin of equivalence must be above 0, in points of the metric, not Infinity.',
    ],
    [
      'an unknown interval',
      two,
      { interval: 'exact' as never },
      'The interval must be one of percentile, bca, not exact.',
    ],
    ['no samples', two, { samples: 0 }, 'The number of resamples must be an integer of at least 1, not 0.'],
    ['half a sample', two, { samples: 1.5 }, 'The number of resamples must be an integer of at least 1, not 1.5.'],
    ['level 1', two, { level: 1 }, 'The level of intervals must lie between 0 and 1, not 1.'],
    ['alpha 0', two, { alpha: 0 }, 'Alpha must lie between 0 and 1, not 0.'],
    [
      'a margin of 0',
      two,
      { equivalence: 0 },
      'The margin of equivalence must be above 0, in points of the metric, not 0.',
    ],
    ['a negative seed', two, { seed: -1 }, 'A seed must be a whole number of at least 0, not -1.'],
    [
      'an unknown test',
      two,
      { test: 'z' as never },
      'The test must be one of bootstrap, randomization, sign, t, wilcoxon, exact, sacrebleu-bs, sacrebleu-ar, not z.',
    ],
    [
      'an unknown correction',
      two,
      { correction: 'bonferroni' as never },
      'The correction must be one of holm, bh, none, not bonferroni.',
    ],
  ])('%s', (_, given, more, message) => {
    expect(() => compareMeasured(given, settings('bootstrap', more))).toThrow(new UsageError(message));
  });

  it.each<[string, Partial<Parameters<typeof meanMeasurement>[0]>, string]>([
    [
      'NaN',
      {
        scores: [
          [1, 2],
          [3, NaN],
        ],
      },
      'x of segment 2 of b is NaN. Leave a missing segment out of all systems.',
    ],
    ['unequal systems', { scores: [[1, 2], [3]] }, 'x: b has scores for 1 segments, a for 2.'],
    ['names', { systemNames: ['a'] }, 'x: 1 system name given for scores of 2 systems.'],
    ['weights', { weights: [1] }, 'x: 1 weight given for 2 segments.'],
    [
      'a score without end',
      {
        scores: [
          [1, -Infinity],
          [3, 4],
        ],
      },
      'x of segment 2 of a is -Infinity. Leave a missing segment out of all systems.',
    ],
    ['a weight without end', { weights: [Infinity, 1] }, 'x: the weight of segment 1 must be above 0, not Infinity.'],
    ['no weight', { weights: [1, 0] }, 'x: the weight of segment 2 must be above 0, not 0.'],
  ])('imported scores: %s', (_, more, message) => {
    const scores = { name: 'x', higherIsBetter: true, systemNames: ['a', 'b'], scores: [[1, 2], [3, 4]], ...more }; // prettier-ignore
    expect(() => meanMeasurement(scores)).toThrow(new UsageError(message));
  });

  it.each([1, 2 ** 30, 2 ** -30])(
    'ratings that cancel out, and differ by rounding alone, do not differ: %d',
    (scale) => {
      const scaled = (...ratings: number[]) => ratings.map((rating) => scale * rating);
      const cancelling = means(scaled(0.1, 0.2, 0.3, -0.6), scaled(0.1 + 0.2, 0.3, -0.6, 0));
      expect(systemScore(cancelling, 0)).not.toBe(systemScore(cancelling, 1));
      expect(compareMeasured(cancelling, settings('randomization')).comparisons[0]).toMatchObject({ better: 0, p: 1 });
    },
  );

  it('detects, in four test sets of five, a difference of z(97.5 %) + z(80 %) standard errors', () => {
    const measured = means([3, 1, 4, 1, 5, 9, 2, 6], [2, 1, 3, 1, 6, 5, 2, 4]);
    const [found] = compareMeasured(measured, settings('bootstrap', { power: true })).comparisons;
    // Tables of the normal distribution; the error shrinks with the root of the number of segments.
    const least = (1.959964 + 0.841621) * found!.standardError;
    expect(found!.detectable!.difference).toBeCloseTo(least, 5);
    expect(found!.detectable!.units).toBe(Math.ceil(8 * (least / found!.difference) ** 2));
  });

  it('constant scores are not an error: nothing differs', () => {
    const constant = means([5, 5, 5], [5, 5, 5]);
    for (const test of comparisonTests.filter((each) => !isSacrebleu(each))) {
      const asked = settings(test, { interval: 'bca', power: true, equivalence: 1 });
      expect(compareMeasured(constant, asked).comparisons[0]).toMatchObject({
        p: 1,
        interval: { low: 0, high: 0 },
        equivalence: { isEquivalent: true },
        detectable: { difference: 0, units: Infinity },
      });
    }
  });
});
