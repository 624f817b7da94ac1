import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../../core/index.ts';
import fourGrr from '../../metrics/edit/4grr.ts';
import bleu from '../../metrics/ngram/bleu.ts';
import chrf from '../../metrics/ngram/chrf.ts';
import ter from '../../metrics/edit/ter.ts';
import wer from '../../metrics/edit/wer.ts';
import wrr from '../../metrics/edit/wrr.ts';
import type { Candidates } from './candidates.ts';
import { measureCandidates } from '../tuningSet.ts';
import { nbestOracle } from './nbestOracle.ts';

const candidatesOf = (lists: readonly (readonly string[])[]): Candidates => {
  const texts = lists.flat();
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length));
  const features = {
    starts: new Int32Array(texts.length + 1),
    indices: new Int32Array(0),
    values: new Float64Array(0),
  };
  return { segments: lists.length, starts, texts, featureNames: [], features, totals: new Float64Array(texts.length) };
};

/** Exhaustive search. */
function allScores(metric: Metric, { segments, starts }: Candidates, rows: Float64Array): number[] {
  const width = metric.statistics.length;
  let sums: Float64Array[] = [new Float64Array(width)];
  for (let i = 0; i < segments; i++) {
    if (starts[i] === starts[i + 1]) continue;
    sums = sums.flatMap((sum) =>
      Array.from({ length: starts[i + 1]! - starts[i]! }, (_, c) =>
        sum.map((value, k) => value + rows[(starts[i]! + c) * width + k]!),
      ),
    );
  }
  return sums.map((sum) => metric.score(sum));
}

const randomText = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), { maxLength: 7 })
  .map((words) => words.join(' '));

const randomPool = fc.array(
  fc.record({
    list: fc.array(randomText, { maxLength: 4 }),
    references: fc.array(randomText, { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 4 },
);

const decomposable = [fourGrr({ tokenizer: 'none' }), wrr({ tokenizer: 'none' }), fourGrr({ alpha: -0.9, beta: 1 })];
const others = [
  bleu(),
  bleu({ order: 2, smoothing: 'none' }),
  bleu({ smoothing: 'lin-och' }),
  bleu({ smoothing: 'chiang-bp', referenceLength: 'average' }),
  bleu({ smoothing: 'floor', effectiveOrder: true }),
  bleu({ smoothing: 'mteval' }),
  bleu({ smoothing: 'add-k[0.5]', referenceLength: 'shortest' }),
  chrf(),
  ter(),
  wer(),
];

describe('nbestOracle', () => {
  it('is exact for means over segments', () => {
    fc.assert(
      fc.property(randomPool, fc.constantFrom(...decomposable), (pool, metric) => {
        const candidates = candidatesOf(pool.map(({ list }) => list));
        const measured = measureCandidates(metric, { candidates, references: pool.map(({ references }) => references) }); // prettier-ignore
        const scores = allScores(metric, candidates, measured.rows);
        const best = nbestOracle(metric, measured);
        const worst = nbestOracle(metric, measured, { worst: true });
        // With nothing to recognize in any segment, scores are 0 or 100, and not a mean.
        fc.pre(best.sums[1]! > 0);
        expect(best.score).toBeCloseTo(Math.max(...scores), 9);
        expect(worst.score).toBeCloseTo(Math.min(...scores), 9);
        expect([best.exact, best.bound, worst.bound]).toEqual([true, best.score, worst.score]);
      }),
      { numRuns: 300 },
    );
  });

  it('finds scores that exist and are mostly the best, and its bound always holds', () => {
    let [cases, equal, bounded] = [0, 0, 0];
    fc.assert(
      fc.property(randomPool, fc.constantFrom(...others), (pool, metric) => {
        const candidates = candidatesOf(pool.map(({ list }) => list));
        const measured = measureCandidates(metric, { candidates, references: pool.map(({ references }) => references) }); // prettier-ignore
        const scores = allScores(metric, candidates, measured.rows);
        const [low, high] = [Math.min(...scores), Math.max(...scores)];
        for (const worst of [false, true]) {
          const { score, choices, bound } = nbestOracle(metric, measured, { worst });
          const target = metric.higherIsBetter === worst ? low : high;
          const sign = metric.higherIsBetter === worst ? -1 : 1;
          expect(scores.some((each) => Math.abs(each - score) < 1e-9)).toBe(true);
          choices.forEach((c, i) => {
            const [from, to] = [candidates.starts[i]!, candidates.starts[i + 1]!];
            expect(from === to ? c === -1 : c >= from && c < to).toBe(true);
          });
          cases++;
          if (Math.abs(score - target) < 1e-9) equal++;
          if (bound === undefined) continue;
          bounded++;
          expect(sign * bound).toBeGreaterThanOrEqual(sign * target - 1e-9);
        }
      }),
      { numRuns: 500 },
    );
    expect(equal / cases).toBeGreaterThan(0.97);
    expect(bounded / cases).toBeGreaterThan(0.2);
  });

  it('gives the same choice for the same seed, and is never worse than the initial choice', () => {
    const candidates = candidatesOf([
      ['a b c d', 'a b', 'x'],
      ['e f g h', 'e f h', ''],
    ]);
    const measured = measureCandidates(bleu(), { candidates, references: [['a b c d'], ['e f h g']] });
    const once = nbestOracle(bleu(), measured, { seed: 7 });
    expect(nbestOracle(bleu(), measured, { seed: 7 })).toEqual(once);
    expect(once.choices).toEqual(Int32Array.of(0, 4));
    const first = Int32Array.of(0, 3);
    const score = nbestOracle(bleu(), measured, { first }).score;
    expect(score).toBeGreaterThanOrEqual(50);
  });

  it('has nothing to choose from empty lists', () => {
    const candidates = candidatesOf([[], []]);
    const { choices, score } = nbestOracle(bleu(), { candidates, rows: new Float64Array(0), width: 10 });
    expect([...choices, score]).toEqual([-1, -1, 0]);
  });

  it('refuses rows of a different metric', () => {
    expect(() =>
      nbestOracle(bleu(), { candidates: candidatesOf([['a']]), rows: new Float64Array(2), width: 2 }),
    ).toThrow('Cannot split 2 numbers into rows of 10 for 1 candidate.');
  });
});
