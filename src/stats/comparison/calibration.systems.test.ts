/** How often tests find a difference where there is none, and where there is one. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Measurement, rowMeasurement } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { bleu } from '../../metrics/index.ts';
import { Pcg64 } from '../random.ts';
import { expectHonest, normal, normals, rejections, repeat } from '../testing/chance.ts';
import { compareMeasured } from './compareMeasured.ts';
import { type ComparisonSettings, type ComparisonTestId, comparisonDefaults } from './comparison.ts';
import { means } from './testing/makeMeasured.ts';

/** With 199 samples p can be 0.05 exactly. */
const settings = (test: ComparisonTestId, more: Partial<ComparisonSettings> = {}): ComparisonSettings => ({
  ...comparisonDefaults,
  test,
  samples: test === 'sign' || test === 't' || test === 'wilcoxon' || test === 'exact' ? 1 : 199,
  ...more,
});

const pOf = (measured: Measurement, asked: ComparisonSettings): number =>
  compareMeasured(measured, asked).comparisons[0]!.p;

/** Of all p-values, those of at most 0.05, up to three standard errors of as many rejections as there should be. */
function expectOnTarget(pValues: Float64Array): void {
  const rate = rejections(pValues, 0.05);
  const standardError = Math.sqrt((0.05 * 0.95) / pValues.length);
  expect(Math.abs(rate - 0.05), `rate ${rate}`).toBeLessThanOrEqual(3 * standardError);
}

/** Segments differ in difficulty, systems in luck; some outputs are the same. The second system is better by `shift`. */
function simulate(segments: number, shift: number, random: Pcg64): Measurement {
  const difficulty = normals(segments, random);
  const one = difficulty.map((value) => value + normal(random));
  const other = difficulty.map((value, i) => (random.float() < 0.1 ? one[i]! : value + normal(random)) + shift);
  return means(one, other);
}

describe('simulated segment scores', () => {
  const times = 1000;

  it.each<[ComparisonTestId, number]>([
    ['bootstrap', 100],
    ['randomization', 100],
    ['t', 100],
    ['t', 10],
    ['wilcoxon', 100],
    ['exact', 10],
  ])('%s on %d segments finds something as often as it says where there is nothing', (test, segments) => {
    expectOnTarget(repeat(times, (random) => pOf(simulate(segments, 0, random), settings(test)), new Pcg64(1)));
  });

  it.each<[ComparisonTestId, number]>([
    ['sign', 100],
    ['wilcoxon', 12],
  ])('%s on %d segments, whose p has few values, finds no more', (test, segments) => {
    const pValues = repeat(times, (random) => pOf(simulate(segments, 0, random), settings(test)), new Pcg64(2));
    expectHonest(pValues, { atLeast: 0.5 });
  });

  it.each<ComparisonTestId>(['bootstrap', 'randomization', 'sign', 't', 'wilcoxon', 'exact'])(
    '%s finds a clear difference',
    (test) => {
      const segments = test === 'exact' ? 14 : 60;
      const pValues = repeat(100, (random) => pOf(simulate(segments, 1.4, random), settings(test)), new Pcg64(3));
      expect(rejections(pValues, 0.05)).toBeGreaterThan(0.9);
    },
  );

  it("sacreBLEU's bootstrap finds something twice as often as it should", () => {
    const pValues = repeat(times, (random) => pOf(simulate(100, 0, random), settings('sacrebleu-bs')), new Pcg64(1));
    expect(rejections(pValues, 0.05)).toBeGreaterThan(0.09);
    expect(rejections(pValues, 0.1)).toBeGreaterThan(0.2);
    // Nor can it say that systems are equal.
    expect(Math.max(...pValues)).toBeLessThan(0.6);
  });

  it("sacreBLEU's randomization is honest but for equal systems", () => {
    const pValues = repeat(times, (random) => pOf(simulate(100, 0, random), settings('sacrebleu-ar')), new Pcg64(4));
    expectOnTarget(pValues);
  });

  it('intervals hold the true difference as often as they say', () => {
    for (const interval of ['percentile', 'bca'] as const) {
      const missed = repeat(
        times,
        (random) => {
          const { low, high } = compareMeasured(simulate(80, 0.3, random), settings('bootstrap', { interval }))
            .comparisons[0]!.interval;
          return low <= -0.3 && -0.3 <= high ? 1 : 0;
        },
        new Pcg64(5),
      );
      const rate = rejections(missed, 0.5);
      expect(rate, interval).toBeGreaterThan(0.035);
      expect(rate, interval).toBeLessThan(0.08);
    }
  });
});

describe('documents', () => {
  /** Which system is better depends on the document, but not on average. */
  function simulateDocuments(random: Pcg64): { measured: Measurement; units: Uint32Array } {
    const units = Uint32Array.from({ length: 240 }, (_, i) => Math.floor(i / 8));
    const leaning = normals(30, random);
    const one = normals(240, random);
    const other = normals(240, random).map((value, i) => value + leaning[units[i]!]!);
    return { measured: means(one, other), units };
  }

  it.each(['bootstrap', 'randomization'] as const)('%s of whole documents is honest, of segments it is not', (test) => {
    const ofDocuments = repeat(
      600,
      (random) => {
        const { measured, units } = simulateDocuments(random);
        return pOf(measured, settings(test, { units }));
      },
      new Pcg64(6),
    );
    expect(rejections(ofDocuments, 0.05)).toBeLessThan(0.085);
    expect(rejections(ofDocuments, 0.05)).toBeGreaterThan(0.03);
    const ofSegments = repeat(300, (random) => pOf(simulateDocuments(random).measured, settings(test)), new Pcg64(6));
    expect(rejections(ofSegments, 0.05)).toBeGreaterThan(0.2);
  });
});

describe('equivalence', () => {
  const isEquivalent = (shift: number) => (random: Pcg64) =>
    compareMeasured(simulate(100, shift, random), settings('bootstrap', { equivalence: 0.5 })).comparisons[0]!
      .equivalence!.p;

  it('is found falsely in at most 5 % of all cases', () => {
    expectHonest(repeat(800, isEquivalent(0.5), new Pcg64(7)), { atLeast: 0.6 });
    expectHonest(repeat(800, isEquivalent(-0.5), new Pcg64(8)), { atLeast: 0.6 });
  });

  it('is found where systems are equal', () => {
    expect(rejections(repeat(200, isEquivalent(0), new Pcg64(9)), 0.05)).toBeGreaterThan(0.85);
  });
});

describe('power', () => {
  it('a detectable difference is found in four of five test sets, and in as many with the units it asks for', () => {
    const { detectable } = compareMeasured(
      simulate(150, 0.35, new Pcg64(10)),
      settings('bootstrap', { samples: 2000, power: true }),
    ).comparisons[0]!;
    const found = (segments: number, shift: number) =>
      rejections(
        repeat(400, (random) => pOf(simulate(segments, shift, random), settings('bootstrap')), new Pcg64(11)),
        0.05,
      );
    expect(Math.abs(found(150, detectable!.difference) - 0.8)).toBeLessThan(0.08);
    // Units are those that would show the difference that was observed, whatever the true one.
    const observed = compareMeasured(simulate(150, 0.35, new Pcg64(10)), settings('t')).comparisons[0]!.difference;
    expect(Math.abs(found(detectable!.units, Math.abs(observed)) - 0.8)).toBeLessThan(0.08);
  });
});

const data = new URL('../../../../shared/data/wmt09-ranking/', import.meta.url);
const isMissing = !existsSync(data);
const title = `WMT09 outputs with labels shuffled between two systems${isMissing ? ' (skipped: ../shared/data is not there)' : ''}`;

describe.skipIf(isMissing)(title, () => {
  const read = (path: string): string[] => readFileSync(new URL(path, data), 'utf8').replace(/\n$/, '').split('\n');
  const outputs = isMissing ? [] : ['uka', 'umd'].map((name) => read(`outputs/de-en/${name}.txt`));
  const whole = isMissing ? undefined : measure(bleu(), { references: read('text/newstest2009.en.txt') }, outputs);

  /** Two systems of some of the segments, in each of which a coin says who said what. */
  function shuffled(segments: number, random: Pcg64): Measurement {
    const { rows, width, segments: all, scoreSums, name, higherIsBetter } = whole!;
    const drawn = new Float64Array(2 * segments * width);
    for (let i = 0; i < segments; i++) {
      const segment = random.below(all);
      const coin = random.below(2);
      for (const [system, from] of [coin, 1 - coin].entries()) {
        const at = (from * all + segment) * width;
        drawn.set(rows.subarray(at, at + width), (system * segments + i) * width);
      }
    }
    return rowMeasurement({ name, higherIsBetter, systems: 2, segments, width }, drawn, scoreSums);
  }

  it.each<ComparisonTestId>(['bootstrap', 'randomization'])('%s of BLEU is on target', (test) => {
    expectOnTarget(repeat(600, (random) => pOf(shuffled(200, random), settings(test)), new Pcg64(12)));
  });

  it('the exact test of BLEU is on target', () => {
    expectOnTarget(repeat(400, (random) => pOf(shuffled(10, random), settings('exact')), new Pcg64(13)));
  });

  it('the sign test of BLEU finds no more than it says', () => {
    const pValues = repeat(600, (random) => pOf(shuffled(200, random), settings('sign')), new Pcg64(14));
    expectHonest(pValues, { atLeast: 0.3 });
  });

  it("sacreBLEU's bootstrap of BLEU misses it", () => {
    const pValues = repeat(600, (random) => pOf(shuffled(200, random), settings('sacrebleu-bs')), new Pcg64(12));
    expect(rejections(pValues, 0.05)).toBeGreaterThan(0.085);
    expect(rejections(pValues, 0.1)).toBeGreaterThan(0.2);
  });
});
