import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError, systemScore } from '../core/index.ts';
import { type Measured, measure, measureAll, onlySystems, subset } from '../measure/index.ts';
import { bleu, chrf, f1, ter, wer } from '../metrics/index.ts';
import { genres } from '../paradox/index.ts';
import { genreOf, measuredBy } from '../paradox/testing/measured.ts';
import { compareMeasured } from '../stats/index.ts';
import {
  bucketSegments,
  cuttingOf,
  divideByFrequency,
  divideByLabel,
  divideByLength,
  divideByLengthDifference,
  divideByNumber,
  readWords,
} from './index.ts';
import type { Division } from './division.ts';
import { checkParts } from './bucketSegments.ts';
import { partSettings } from './compareParts.ts';
import { readExamples, settings, someSegments, textsOf } from './testing/examples.ts';

const bucket = (...segments: number[]) => ({ label: `from ${segments[0]}`, from: null, below: null, segments });

/** The score of a system with some segments from another, from the definition. */
function mixedScore(measured: Measured, system: number, from: number, segments: readonly number[]): number {
  return measured.score(
    Uint32Array.from(
      { length: measured.segments },
      (_, i) => (segments.includes(i) ? from : system) * measured.segments + i,
    ),
  );
}

describe('bucketSegments', () => {
  it('compares systems on each bucket as on a test set of its own', () => {
    const { testSet, outputs, labels } = readExamples();
    const metrics = [bleu(), ter(), chrf()];
    const measured = measureAll(metrics, testSet, outputs);
    const texts = readWords(testSet, outputs, cuttingOf(metrics));
    const divisions = [
      divideByLength(texts),
      divideByLengthDifference(texts, 1, 0),
      divideByFrequency(texts),
      divideByLabel(labels, 'document'),
      divideByLabel(labels, 'domain'),
    ];
    for (const division of divisions) {
      const report = bucketSegments(division, measured, settings);
      expect(report.name).toBe(division.name);
      expect(report.buckets.map(({ segments }) => segments)).toEqual(division.buckets.map(({ segments }) => segments));
      report.buckets.forEach(({ segments, byMetric }) => {
        byMetric.forEach(({ systems, comparisons, contributions }, m) => {
          const part = subset(measured[m]!, segments);
          expect(systems.map(({ score }) => score)).toEqual([0, 1, 2, 3].map((s) => systemScore(part, s)));
          const alone = compareMeasured(part, { ...settings, family: division.buckets.length });
          comparisons.forEach(({ first, second, difference, p, interval }, k) => {
            expect(difference).toBeCloseTo(systems[first]!.score - systems[second]!.score, 12);
            expect(p).toBe(segments.length < 6 ? NaN : alone.comparisons[k]!.p);
            if (segments.length >= 6) expect(interval).toEqual(alone.comparisons[k]!.interval);
            const taken = systemScore(measured[m]!, first) - mixedScore(measured[m]!, first, second, segments);
            const given = mixedScore(measured[m]!, second, first, segments) - systemScore(measured[m]!, second);
            expect(contributions[k]).toBeCloseTo((taken + given) / 2, 9);
          });
        });
      });
    }
  });

  it('corrects over the buckets, for each two systems and each metric', () => {
    const { testSet, outputs, labels } = readExamples();
    const measured = measureAll([bleu(), ter()], testSet, outputs);
    for (const correction of ['holm', 'bh', 'none'] as const) {
      const { buckets } = bucketSegments(divideByLabel(labels, 'document'), measured, { ...settings, correction });
      for (const m of [0, 1]) {
        for (let k = 0; k < 6; k++) {
          const found = buckets.map(({ byMetric }) => byMetric[m]!.comparisons[k]!);
          const p = found.map((each) => each.p);
          expect(found.map((each) => each.corrected)).toEqual(
            p.map((each) => {
              const count = p.length; // all documents have 7 or 8 segments
              const sorted = p.toSorted((a, b) => a - b);
              if (correction === 'none') return each;
              if (correction === 'holm')
                return Math.min(1, Math.max(...sorted.map((one, r) => (one <= each ? (count - r) * one : 0))));
              return Math.min(...sorted.map((one, r) => (one >= each ? (count * one) / (r + 1) : 1)));
            }).map((value) => expect.closeTo(value, 12) as number),
          );
          for (const each of found) expect(each.verdict).toBe(each.corrected <= 0.05 ? each.favours : 0);
        }
        expect(buckets.map(({ byMetric }) => byMetric[m]!.family)).toEqual(buckets.map(() => 8));
      }
    }
  }); // prettier-ignore

  it('finds what is just as likely as alpha', () => {
    const { testSet, outputs, labels } = readExamples();
    const measured = measureAll([bleu()], testSet, outputs);
    const division = divideByLabel(labels, 'document');
    const all = (alpha: number) =>
      bucketSegments(division, measured, { ...settings, correction: 'none', alpha }).buckets.flatMap(
        ({ byMetric }) => byMetric[0]!.comparisons,
      );
    const found = all(0.05);
    const at = found.findIndex((each) => each.p > 0.1 && each.favours !== 0);
    const { p, favours } = found[at]!;
    expect([all(p)[at]!.verdict, all(0.99 * p)[at]!.verdict]).toEqual([favours, 0]);
  });

  it('adds up to the whole for a metric that is a mean', () => {
    const { testSet, outputs, labels } = readExamples();
    const [reference] = [testSet.references.map((list) => list[0]!)];
    const measured = measure(wer(), { references: reference }, outputs);
    expect(measured.metric.decomposable).toBe(true);
    const { buckets, checks } = bucketSegments(divideByLabel(labels, 'document'), [measured], settings);
    buckets[0]!.byMetric[0]!.comparisons.forEach(({ first, second }, k) => {
      const sum = buckets.reduce((total, { byMetric }) => total + byMetric[0]!.contributions[k]!, 0);
      expect(sum).toBeCloseTo(systemScore(measured, first) - systemScore(measured, second), 9);
      expect(checks[0]![k]).toMatchObject({ contradicts: false, outside: 0 });
    });
  });

  it('turns round when systems change places', () => {
    fc.assert(
      fc.property(someSegments(2, 3), fc.integer({ min: 1, max: 3 }), (segments, size) => {
        const { testSet, outputs } = textsOf(segments);
        const numbers = segments.map((_, i) => Math.floor(i / size));
        const division = divideByNumber('block', numbers, [1, 2]);
        const [there, back] = [outputs, outputs.toReversed()].map((each) =>
          bucketSegments(division, measureAll([bleu({ tokenizer: 'none' }), f1()], testSet, each), {
            ...settings,
            samples: 20,
          }),
        );
        there!.buckets.forEach(({ byMetric }, b) => {
          byMetric.forEach((scores, m) => {
            const other = back!.buckets[b]!.byMetric[m]!;
            const [one, turned] = [scores.comparisons[0]!, other.comparisons[0]!];
            expect(turned.difference).toBeCloseTo(-one.difference, 12);
            expect(turned.p).toBe(one.p);
            expect(other.contributions[0]).toBeCloseTo(-scores.contributions[0]!, 12);
          });
        });
        there!.checks.flat().forEach((check, m) => {
          const turned = back!.checks.flat()[m]!;
          expect(turned).toMatchObject({
            forFirst: check.forSecond,
            forSecond: check.forFirst,
            even: check.even,
            contradicts: check.contradicts,
          });
          expect(turned.difference).toBeCloseTo(-check.difference, 12);
          expect(turned.outside).toBeCloseTo(check.outside, 12);
        });
      }),
      { seed: 20331, numRuns: 60 },
    );
  });

  it('finds nothing between identical systems', () => {
    const { testSet, outputs, labels } = readExamples();
    const measured = measureAll([bleu(), chrf()], testSet, [outputs.get('good')!, outputs.get('good')!]);
    const { buckets, checks } = bucketSegments(divideByLabel(labels, 'domain'), measured, settings);
    for (const { byMetric } of buckets) {
      for (const { comparisons, contributions } of byMetric) {
        expect(comparisons[0]).toMatchObject({ difference: 0, p: 1, corrected: 1, verdict: 0 });
        expect(contributions).toEqual([0]);
      }
    }
    expect(checks.flat()).toEqual([0, 1].map(() => ({
      ...{ first: 0, second: 1, difference: 0, forFirst: 0, forSecond: 0, even: 2, contradicts: false, outside: 0 },
    })));
  }); // prettier-ignore

  it('does not test buckets of few segments, nor counts them', () => {
    const { testSet, outputs } = readExamples();
    const measured = [measure(bleu(), testSet, outputs)];
    const division = divideByNumber('number', Array.from({ length: 60 }, (_, i) => i), [1, 6, 12]); // prettier-ignore
    const { buckets } = bucketSegments(division, measured, { ...settings, baseline: 0 });
    expect(buckets.map(({ segments }) => segments.length)).toEqual([1, 5, 6, 48]);
    const found = buckets.map(({ byMetric }) => byMetric[0]!);
    expect(found.map(({ family }) => family)).toEqual([2, 2, 2, 2]);
    expect(found.map(({ samples }) => samples)).toEqual([0, 0, 200, 200]);
    for (const { comparisons, systems, leastP, leastCorrected } of found.slice(0, 2)) {
      expect([leastP, leastCorrected]).toEqual([NaN, NaN]);
      for (const { interval, standardError } of systems) expect([interval, standardError]).toEqual([{ low: NaN, high: NaN }, NaN]); // prettier-ignore
      for (const comparison of comparisons) {
        const reason = 'There are fewer than 6 segments.';
        expect(comparison).toMatchObject({ p: NaN, corrected: NaN, verdict: 0, favours: 0, reason });
        expect(comparison.interval).toEqual({ low: NaN, high: NaN });
      }
      expect(systems.every(({ score }) => score >= 0)).toBe(true);
    }
    for (const { comparisons } of found.slice(2)) for (const { p } of comparisons) expect(p).toBeGreaterThan(0);
    expect(found[3]!.comparisons.map(({ first, second }) => [first, second])).toEqual([[1, 0], [2, 0], [3, 0]]); // prettier-ignore
  });

  it('counts the tested buckets of two systems alone', () => {
    const { testSet, outputs } = readExamples();
    const measured = [measure(bleu(), testSet, [...outputs.values()].slice(0, 2))];
    const division = divideByNumber('number', Array.from({ length: 60 }, (_, i) => i), [1, 6, 12]); // prettier-ignore
    const { buckets } = bucketSegments(division, measured, settings);
    expect(buckets.map(({ byMetric }) => byMetric[0]!.family)).toEqual([2, 2, 2, 2]); // one segment and five are too few
  });

  it('exchanges whole documents where asked to', () => {
    const { testSet, outputs, labels } = readExamples();
    const measured = [measure(bleu(), testSet, outputs)];
    const documents = [...new Set(labels.get('document'))];
    const units = Uint32Array.from(labels.get('document')!, (name) => documents.indexOf(name));
    const { buckets } = bucketSegments(divideByLabel(labels, 'domain'), measured, { ...settings, units });
    for (const { byMetric } of buckets) {
      expect(byMetric[0]!.units).toBe(4);
      expect(byMetric[0]!.comparisons[0]!.reason).toBe('There are fewer than 6 documents.');
    }
    // Six are enough: a part that is the whole is compared as the whole is.
    const tens = Uint32Array.from({ length: 60 }, (_, i) => Math.floor(i / 10));
    const whole = { name: 'all', buckets: [bucket(...tens.keys())] };
    const two = onlySystems(measured[0]!, [0, 3]);
    const [all] = bucketSegments(whole, [two], { ...settings, units: tens }).buckets;
    const { comparisons } = compareMeasured(two, { ...settings, units: tens });
    expect(all!.byMetric[0]).toMatchObject({ comparisons, units: 6, family: 1 });
  });

  it('takes a single segment', () => {
    const measured = [measure(bleu(), { references: ['a b c d'] }, [['a b c d'], ['']])];
    const { buckets, checks } = bucketSegments({ name: 'all', buckets: [bucket(0)] }, measured, settings);
    expect(buckets[0]!.byMetric[0]!.comparisons[0]).toMatchObject({ p: NaN });
    expect(buckets[0]!.byMetric[0]!.comparisons[0]!.difference).toBeCloseTo(100, 9);
    expect(buckets[0]!.byMetric[0]!.contributions[0]).toBeCloseTo(100, 9);
    expect(checks[0]![0]).toMatchObject({ forFirst: 1, contradicts: false, outside: 0 });
  });

  it.each<[Division, string]>([
    [{ name: 'x', buckets: [bucket(0)] }, 'The division by x has 1 segments, but 2 were measured.'],
    [{ name: 'x', buckets: [bucket(0, 1), bucket(1)] }, 'The division by x has segment 2 twice.'],
    [{ name: 'x', buckets: [bucket(0, 2)] }, 'The division by x has segment 3 though only 2 were measured.'],
  ])('refuses a division of other segments: %j', (division, message) => {
    const measured = measure(bleu(), { references: ['a', 'b'] }, [['a', 'b'], ['', '']]); // prettier-ignore
    expect(() => bucketSegments(division, [measured], settings)).toThrow(new UsageError(message));
  });
});

describe('onlySystems', () => {
  it('has the same scores under new numbers', () => {
    const { testSet, outputs } = readExamples();
    const measured = measure(bleu(), testSet, outputs);
    const chosen = onlySystems(measured, [2, 0]);
    expect([chosen.systemNames, chosen.systems, chosen.segments]).toEqual([['verbose', 'good'], 2, 60]);
    expect([0, 1].map((system) => systemScore(chosen, system))).toEqual([2, 0].map((s) => systemScore(measured, s)));
    expect(() => onlySystems(measured, [4])).toThrow(new UsageError('There is no system 4: systems are 0 to 3.'));
  });
});

describe('partSettings', () => {
  it('tests parts by randomization, without margins', () => {
    const whole = { ...settings, test: 't', equivalence: 0.5, power: true, baseline: 1 } as const;
    expect(partSettings(whole)).toEqual({ ...settings, test: 'randomization', baseline: 1 });
  });

  it.each([
    [500, 500],
    [1000, 1000],
    [10_000, 1000],
    [25_001, 2501],
  ])('draws a tenth of %i samples, but at least 1,000 if the whole has as many: %i', (samples, expected) => {
    expect(partSettings({ ...settings, samples }).samples).toBe(expected);
  });
});

/** The made-up set in which BLEU finds each genre translated worse and the whole better: Chiang et al. (EMNLP 2008). */
describe('checkParts', () => {
  const { by, labels } = measuredBy(genres);
  const division: Division = {
    name: 'genre',
    buckets: Array.from(genreOf(labels), ([label, segments]) => ({ label, from: null, below: null, segments })),
  };

  it('warns where no part says what the whole says', () => {
    const { contradicts, forFirst, forSecond, difference, outside } = checkParts(by['bleu']!, division, 1, 0);
    expect({ contradicts, forFirst, forSecond }).toEqual({ contradicts: true, forFirst: 0, forSecond: 2 });
    expect(difference).toBeGreaterThan(0);
    const parts = division.buckets.map(({ segments }) => {
      const part = subset(by['bleu']!, segments);
      return systemScore(part, 1) - systemScore(part, 0);
    });
    expect(outside).toBeCloseTo(difference - Math.max(...parts), 12);
  });

  it('says the same from the other side', () => {
    const there = checkParts(by['bleu']!, division, 1, 0);
    expect(checkParts(by['bleu']!, division, 0, 1)).toEqual({
      ...{ first: 0, second: 1, forFirst: 2, forSecond: 0, even: 0, contradicts: true },
      difference: -there.difference,
      outside: expect.closeTo(there.outside, 12) as number,
    });
  });

  it('is content with a metric that is a mean', () => {
    expect(checkParts(by['4grr']!, division, 1, 0)).toMatchObject({ contradicts: false, outside: 0 });
  });
});
