/**
 * How often the gate is wrong, on 1,000 simulated pairs each: it passes a drop as large as the margin, or fails an output that is as good as
 * its baseline, in at most 5 % of cases, up to three standard errors.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Measurement, rowMeasurement, systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { bleu, chrf, ter } from '../../metrics/index.ts';
import { Pcg64 } from '../random.ts';
import { normal, normals } from '../testing/chance.ts';
import { compareTogether } from './compareMeasured.ts';
import { comparisonDefaults } from './comparison.ts';
import { type GateJudgment, judgeDrops } from './judgeDrops.ts';
import { means } from './testing/makeMeasured.ts';

const times = 1000;
const settings = { ...comparisonDefaults, samples: 400, correction: 'none', baseline: 1 } as const;

/** The gate: system 0 is new, system 1 the baseline. */
function gate(measured: readonly Measurement[], margins: readonly (number | undefined)[]): GateJudgment {
  const found = compareTogether(measured, settings);
  return judgeDrops(
    found.map(({ comparisons, higherIsBetter, units }, m) => {
      const { difference, standardError } = comparisons[0]!;
      return { difference, standardError, higherIsBetter, units, ...(margins[m] !== undefined && { margin: margins[m] }) }; // prettier-ignore
    }),
    0.05,
  );
}

/** How often each verdict is given. */
function rates(judge: (random: Pcg64) => GateJudgment, random: Pcg64): Record<GateJudgment['verdict'], number> {
  const counts = { pass: 0, worse: 0, unclear: 0 };
  for (let i = 0; i < times; i++) counts[judge(random).verdict] += 1 / times;
  return counts;
}

const band = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / times);
/** A gate that never says anything would be within the band. */
const least = 0.02;

describe('simulated segment scores', () => {
  /** The new output is worse by `drop`; some outputs are the same. */
  function simulate(segments: number, drop: number, random: Pcg64): Measurement {
    const difficulty = normals(segments, random);
    const baseline = difficulty.map((value) => value + normal(random));
    const fresh = difficulty.map((value, i) => (random.float() < 0.1 ? baseline[i]! : value + normal(random)) - drop);
    return means(fresh, baseline);
  }

  it.each([20, 100, 400])('%d segments: passes a drop as large as the margin in at most 5 %', (segments) => {
    const { pass } = rates((random) => gate([simulate(segments, 0.4, random)], [0.4]), new Pcg64(1));
    expect(pass).toBeLessThanOrEqual(band);
    expect(pass).toBeGreaterThanOrEqual(least);
  });

  it.each([20, 100, 400])('%d segments: fails where there is no drop in at most 5 %', (segments) => {
    const { worse } = rates((random) => gate([simulate(segments, 0, random)], [undefined]), new Pcg64(2));
    expect(worse).toBeLessThanOrEqual(band);
    expect(worse).toBeGreaterThanOrEqual(least);
  });

  it('has the power that it prints', () => {
    let printed = 0;
    const { pass } = rates((random) => {
      const judged = gate([simulate(100, 0, random)], [0.35]);
      printed += judged.drops[0]!.power! / times;
      return judged;
    }, new Pcg64(3));
    expect(printed).toBeGreaterThan(0.6);
    expect(Math.abs(pass - printed)).toBeLessThan(0.05);
  });

  it('on as many segments as it asks for, an output with that drop passes in four of five cases', () => {
    const drop = 0.05;
    // Nine in ten differences have the variance 2, the others 0.
    const standardError = Math.sqrt(1.8 / 60);
    const judged = judgeDrops([{ difference: -drop, standardError, higherIsBetter: true, units: 60, margin: 0.3 }], 0.05); // prettier-ignore
    expect(judged.verdict).toBe('unclear');
    const { needed } = judged.drops[0]!;
    const { pass } = rates((random) => gate([simulate(needed!, drop, random)], [0.3]), new Pcg64(5));
    expect(Math.abs(pass - 0.8)).toBeLessThan(0.08);
  });
});

const data = new URL('../../../../shared/data/wmt09-ranking/', import.meta.url);
const isMissing = !existsSync(data);
const title = `WMT09 outputs${isMissing ? ' (skipped: ../shared/data is not there)' : ''}`;

describe.skipIf(isMissing)(title, () => {
  const read = (path: string): string[] => readFileSync(new URL(path, data), 'utf8').replace(/\n$/, '').split('\n');
  const metrics = [bleu(), chrf(), ter()];
  const outputs = isMissing ? [] : ['umd', 'uka'].map((name) => read(`outputs/de-en/${name}.txt`));
  const references = isMissing ? [] : read('text/newstest2009.en.txt');
  const whole = isMissing ? [] : metrics.map((metric) => measure(metric, { references }, outputs));
  const segments = 300;

  /** A test set of segments drawn from all; with `shuffle`, a coin says who said what, so that none is better. */
  function draw(random: Pcg64, shuffle: boolean): Measurement[] {
    const picks = Array.from({ length: segments }, () => random.below(whole[0]!.segments));
    const coins = picks.map(() => (shuffle ? random.below(2) : 0));
    return whole.map(({ rows, width, segments: all, scoreSums, name, higherIsBetter }) => {
      const drawn = new Float64Array(2 * segments * width);
      picks.forEach((segment, i) => {
        for (const system of [0, 1]) {
          const at = ((system ^ coins[i]!) * all + segment) * width;
          drawn.set(rows.subarray(at, at + width), (system * segments + i) * width);
        }
      });
      return rowMeasurement({ name, higherIsBetter, systems: 2, segments, width }, drawn, scoreSums);
    });
  }

  /** Of all segments, from which test sets are drawn: by metric, how much the worse system is worse. */
  const truth = whole.map((measured) => {
    const difference = systemScore(measured, 1) - systemScore(measured, 0);
    return measured.higherIsBetter ? difference : -difference;
  });
  const worse = truth.map((drop) => (drop > 0 ? drop : undefined));

  it.each(metrics.map((metric, m) => [metric.name, m] as const))(
    '%s: passes a drop as large as the margin in at most 5 %%',
    (_, m) => {
      // The system that is better by this metric is the baseline.
      const turn = truth[m]! < 0;
      const { pass } = rates(
        (random) => {
          const measured = draw(random, false)[m]!;
          return gate([turn ? turned(measured) : measured], [Math.abs(truth[m]!)]);
        },
        new Pcg64(5 + m),
      );
      expect(pass).toBeLessThanOrEqual(band);
      expect(pass).toBeGreaterThanOrEqual(least);
    },
  );

  it.each(metrics.map((metric, m) => [metric.name, m] as const))(
    '%s: fails where none is better in at most 5 %%',
    (_, m) => {
      const { worse: failed } = rates((random) => gate([draw(random, true)[m]!], [undefined]), new Pcg64(8 + m));
      expect(failed).toBeLessThanOrEqual(band);
      expect(failed).toBeGreaterThanOrEqual(least);
    },
  );

  it('three metrics together: fails where none is better in at most 5 %', () => {
    const { worse: failed } = rates(
      (random) =>
        gate(
          draw(random, true),
          metrics.map(() => undefined),
        ),
      new Pcg64(11),
    );
    expect(failed).toBeLessThanOrEqual(band);
    expect(failed).toBeGreaterThanOrEqual(0.01);
  });

  it('three metrics together: passes if one has dropped by its margin in at most 5 %', () => {
    // Only the first that drops is at its margin; those of the others are wide.
    const first = worse.findIndex((drop) => drop !== undefined);
    expect(first).toBeGreaterThanOrEqual(0);
    const margins = truth.map((_, m) => (m === first ? worse[first] : 50));
    const { pass } = rates((random) => gate(draw(random, false), margins), new Pcg64(12));
    expect(pass).toBeLessThanOrEqual(band);
    expect(pass).toBeGreaterThanOrEqual(least);
  });
});

/** With the two systems exchanged. */
function turned({ rows, width, segments, name, higherIsBetter, scoreSums }: Measurement): Measurement {
  const size = segments * width;
  const moved = new Float64Array(2 * size);
  moved.set(rows.subarray(size), 0);
  moved.set(rows.subarray(0, size), size);
  return rowMeasurement({ name, higherIsBetter, systems: 2, segments, width }, moved, scoreSums);
}
