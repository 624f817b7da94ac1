import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError, systemScore } from '../core/index.ts';
import { measure } from '../measure/index.ts';
import { bleu, bleuGrid, bleuSbp, bleusp4114, chrf } from '../metrics/index.ts';
import { decomposeBleu } from './decomposeBleu.ts';
import { readExamples, someSegments, textsOf } from './testing/examples.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('decomposeBleu', () => {
  it('splits a difference by hand', () => {
    // 5 of 6 and 4 of 4 words, 3 of 5 and 3 of 3 bigrams; the reference has 6 words.
    const measured = measure(bleu({ tokenizer: 'none', order: 2 }), { references: ['a b c d e f'] }, [['a b c x e f'], ['a b c d']]); // prettier-ignore
    const { first, second, difference, parts } = decomposeBleu(measured, 0, 1)!;
    expect(first).toMatchObject({ brevityPenalty: 1, hypothesisLength: 6, referenceLength: 6, lengthRatio: 1 });
    expect(first.precisions).toEqual([(100 * 5) / 6, 60]);
    expect(second).toMatchObject({ precisions: [100, 100], hypothesisLength: 4, lengthRatio: 4 / 6 });
    expect(second.brevityPenalty).toBeCloseTo(Math.exp(1 - 6 / 4), 14);
    const logs = [Math.log(5 / 6) / 2, Math.log(0.6) / 2, 0.5];
    expect(parts!.map(({ part }) => part)).toEqual([1, 2, 'brevity penalty']);
    parts!.forEach(({ log, points }, k) => {
      expect(log).toBeCloseTo(logs[k]!, 14);
      expect(points).toBeCloseTo((logs[k]! * difference) / sum(logs), 10);
    });
    expect(difference).toBeCloseTo(100 * Math.sqrt(0.5) - 100 * Math.exp(-0.5), 10);
  });

  it('adds up on both scales and turns round, however smoothed', () => {
    fc.assert(
      fc.property(
        someSegments(2),
        fc.constantFrom('exp', 'floor', 'add-k', 'none', 'chiang-bp', 'mteval', 'lin-och'),
        fc.boolean(),
        (segments, smoothing, effectiveOrder) => {
          const { testSet, outputs } = textsOf(segments);
          const metric = bleu({ tokenizer: 'none', smoothing, effectiveOrder });
          const measured = measure(metric, testSet, outputs);
          const scores = [systemScore(measured, 0), systemScore(measured, 1)];
          const found = decomposeBleu(measured, 0, 1)!;
          const back = decomposeBleu(measured, 1, 0)!;
          expect([found.first, found.second]).toEqual([back.second, back.first]);
          expect([found.first.score, found.second.score]).toEqual(scores);
          expect(found.difference).toBeCloseTo(scores[0]! - scores[1]!, 12);
          if (scores.includes(0)) {
            expect([found.parts, back.parts]).toEqual([null, null]);
            return;
          }
          const parts = found.parts!;
          expect(sum(parts.map(({ log }) => log))).toBeCloseTo(Math.log(scores[0]! / scores[1]!), 10);
          expect(sum(parts.map(({ points }) => points))).toBeCloseTo(found.difference, 9);
          parts.forEach(({ part, log, points }, k) => {
            const turned = back.parts![k]!;
            expect(turned.part).toBe(part);
            expect(turned.log).toBeCloseTo(-log, 12);
            expect(turned.points).toBeCloseTo(-points, 10);
            expect(Math.sign(points)).toBe(Math.sign(log));
          });
        },
      ),
      { seed: 20361, numRuns: 700 },
    );
  });

  it('sees what examples were made to show', () => {
    const { testSet, outputs } = readExamples();
    const measured = measure(bleu(), testSet, outputs);
    const [good, terse, verbose] = [0, 1, 2];
    const part = (first: number, second: number) =>
      new Map(decomposeBleu(measured, first, second)!.parts!.map(({ part: name, points }) => [name, points]));
    // The terse system loses by brevity, the verbose one by precision alone.
    expect(part(good, terse).get('brevity penalty')).toBeGreaterThan(5);
    expect(part(good, verbose).get('brevity penalty')).toBeLessThan(1);
    expect(part(good, verbose).get(1)).toBeGreaterThan(1);
  });

  it('splits equal scores into what each part gives and takes', () => {
    // 6 of 8 words and 2 of 6 bigrams against 4 of 8 and 3 of 6: √(6 · 2) = √(4 · 3).
    const references = ['a b c d', 'e f g h'];
    const measured = measure(bleu({ tokenizer: 'none', order: 2, smoothing: 'none' }), { references }, [['a b x c', 'e f x g'], ['a b c d', 'w x y z']]); // prettier-ignore
    const { first, second, difference, parts } = decomposeBleu(measured, 0, 1)!;
    expect([first.score, second.score]).toEqual([50, 50].map(() => expect.closeTo(50, 12) as number));
    expect(difference).toBeCloseTo(0, 12);
    const log = Math.log(6 / 4) / 2;
    expect(parts).toEqual(
      [log, -log, 0].map((share, n) => ({
        part: n < 2 ? n + 1 : 'brevity penalty',
        log: expect.closeTo(share, 12) as number,
        points: expect.closeTo(50 * share, 9) as number,
      })),
    );
  });

  it('weighs the orders that each output has', () => {
    // One word has no bigrams: with the effective order, ln BLEU is ln p₁ + 1 − 2 / 1, against (ln p₁ + ln p₂) / 2.
    const metric = bleu({ tokenizer: 'none', order: 2, effectiveOrder: true });
    const { parts } = decomposeBleu(measure(metric, { references: ['a b'] }, [['a'], ['a b']]), 0, 1)!;
    expect(parts!.map(({ log }) => log)).toEqual([0, 0, -1].map((share) => expect.closeTo(share, 12) as number));
  });

  it('has no lengths of a metric that does not say where they are', () => {
    const measured = measure(bleu({ tokenizer: 'none', order: 1 }), { references: ['a b'] }, [['a'], ['a b']]);
    const { lengths: _, ...metric } = measured.metric;
    const known = decomposeBleu(measured, 0, 1)!;
    expect(decomposeBleu({ ...measured, metric }, 0, 1)).toEqual({
      ...known,
      first: { ...known.first, hypothesisLength: NaN, referenceLength: NaN, lengthRatio: 0 },
      second: { ...known.second, hypothesisLength: NaN, referenceLength: NaN, lengthRatio: 0 },
    });
  });

  it('has nothing to split between identical systems', () => {
    const { testSet, outputs } = readExamples();
    const measured = measure(bleu(), testSet, [outputs.get('good')!, outputs.get('good')!]);
    const { difference, parts } = decomposeBleu(measured, 0, 1)!;
    expect(difference).toBe(0);
    expect(parts!.map(({ log, points }) => [log, points])).toEqual(parts!.map(() => [0, 0]));
  });

  it('knows its relatives by their parts, and what is none', () => {
    const { testSet, outputs } = readExamples();
    const decompose = (metric: ReturnType<typeof bleu>) => decomposeBleu(measure(metric, testSet, outputs), 0, 3);
    const plain = decompose(bleu({ smoothing: 'none' }))!;
    const grid = decompose(bleuGrid())!; // PGBC4, which is BLEU
    expect(grid.difference).toBeCloseTo(plain.difference, 9);
    grid.parts!.forEach(({ log }, k) => expect(log).toBeCloseTo(plain.parts![k]!.log, 9));
    expect(decompose(bleuSbp())!.parts).toHaveLength(5);
    expect(decompose(bleuGrid({ mean: 'arithmetic' }))).toBeUndefined();
    expect(decompose(bleusp4114())).toBeUndefined(); // weighs orders
    const nothing = measure(bleusp4114(), { references: ['a'] }, [['b'], ['c']]);
    expect(decomposeBleu(nothing, 0, 1)).toBeUndefined(); // also where its score is 0
    expect(decompose(chrf())).toBeUndefined();
  });

  it('refuses a system that is not there', () => {
    const measured = measure(bleu(), { references: ['a'] }, [['a']]);
    const message = 'There is no system 1: systems are 0 to 0.';
    expect(() => decomposeBleu(measured, 0, 1)).toThrow(new UsageError(message));
    expect(() => decomposeBleu(measured, 1, 0)).toThrow(new UsageError(message));
  });
});
