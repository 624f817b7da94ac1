/** Pairwise selection, compared with plain scoring of every pair. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Metric, systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { bleu, chrf, _4grr, nist, ter } from '../../metrics/index.ts';
import { metricsForTests } from '../../metrics/testing/resources.ts';
import { type Evidence, choose } from './choose.ts';
import { expectedCountUtility } from './utilities.ts';
import { linearGain, linearGainUtility } from './utilities.ts';
import { pairwiseUtility } from './utilities.ts';
import { normalized } from './evidence.ts';

const seed = 20260801;

const word = fc.constantFrom('the', 'cat', 'sat', 'on', 'mat', ',', 'The', 'constructor');
const text = fc.array(word, { maxLength: 9 }).map((each) => each.join(' '));
const candidate = fc.record({ text, weight: fc.integer({ min: 0, max: 5 }) });
/** Short lists are matched pair by pair, long ones by counts of n-grams. */
const list = fc.oneof(
  fc.array(candidate, { minLength: 1, maxLength: 7 }),
  fc.array(candidate, { minLength: 8, maxLength: 14 }),
);

const evidenceOf = (each: readonly { text: string; weight: number }[]): Evidence => ({
  texts: each.map((candidate) => candidate.text),
  posteriors: normalized(each.map(({ weight }) => weight + 0.5)),
});

/** By its definition: a test set of one segment for each pair. */
function naive(metric: Metric, { texts, posteriors }: Evidence): number[] {
  return texts.map((hypothesis) => {
    let sum = 0;
    texts.forEach((reference, j) => {
      sum += posteriors[j]! * systemScore(measure(metric.forSegments, { references: [reference] }, [[hypothesis]]), 0);
    });
    return sum;
  });
}

describe('choose', () => {
  const metrics = [bleu(), bleu({ smoothing: 'lin-och' }), chrf(), chrf({ wordOrder: 2 }), ter(), ter({ compat: 'sacrebleu' }), _4grr()]; // prettier-ignore

  it.each(metrics.map((metric) => [metric.name, JSON.stringify(metric.options), metric] as const))(
    'takes the candidate that measuring every pair finds best: %s %s',
    (_, _options, metric) => {
      const pairwise = pairwiseUtility(metric);
      fc.assert(
        fc.property(list, (candidates) => {
          const evidence = evidenceOf(candidates);
          const expected = naive(metric, evidence);
          const { index, utility } = choose(pairwise, evidence);
          const best = metric.higherIsBetter ? Math.max(...expected) : Math.min(...expected);
          expect(utility).toBeCloseTo(best, 9);
          expect(expected[index]).toBeCloseTo(best, 9);
          expect(evidence.texts.indexOf(evidence.texts[index]!)).toBe(index);
        }),
        { seed, numRuns: 60 },
      );
    },
  );

  it('finds every metric that has an opinion on a list with an empty candidate', async () => {
    const evidence = evidenceOf([
      { text: 'the cat sat on the mat', weight: 1 },
      { text: '', weight: 1 },
      { text: 'the cat sat on a mat', weight: 1 },
    ]);
    for (const metric of await metricsForTests()) {
      if (metric.learner) continue;
      const { utility, index } = choose(pairwiseUtility(metric), evidence);
      expect(utility, metric.name).not.toBeNaN();
      expect([0, 2], metric.name).toContain(index);
    }
  });

  it('sees candidates that say the same as one, with all their probability', () => {
    const forms = [pairwiseUtility(bleu()), pairwiseUtility(ter()), expectedCountUtility(chrf()), linearGainUtility(linearGain())]; // prettier-ignore
    fc.assert(
      fc.property(list, fc.constantFrom(...forms), fc.infiniteStream(fc.nat(2)), (candidates, form, copies) => {
        const whole = evidenceOf(candidates);
        const split = candidates.flatMap((candidate, k) =>
          Array.from({ length: 1 + copies.next().value! }, () => ({ k, ...candidate })),
        );
        const shares = split.map(({ k }) => whole.posteriors[k]! / split.filter((other) => other.k === k).length);
        const parted = { texts: split.map((each) => each.text), posteriors: Float64Array.from(shares) };
        const a = choose(form, whole);
        const b = choose(form, parted);
        expect(b.utility).toBeCloseTo(a.utility, 9);
      }),
      { seed, numRuns: 100 },
    );
  });

  it('takes the first of equally good ones', () => {
    const posteriors = Float64Array.of(0.25, 0.25, 0.25, 0.25);
    const texts = ['a b', 'c d', 'a b', 'c d'];
    expect(choose(pairwiseUtility(bleu()), { texts, posteriors })).toMatchObject({ index: 0 });
    expect(choose(pairwiseUtility(ter()), { texts, posteriors })).toMatchObject({ index: 0 });
  });

  it('turns to what is probable', () => {
    const texts = ['a b c d', 'e f g h'];
    const of = (p: number) => choose(pairwiseUtility(bleu()), { texts, posteriors: Float64Array.of(p, 1 - p) });
    expect(of(0.6)).toEqual({ index: 0, utility: expect.closeTo(60, 9) as number });
    expect(of(0.25)).toEqual({ index: 1, utility: expect.closeTo(75, 9) as number });
  });

  it('passes over a number that is none, and keeps the first if all are', () => {
    const fixed = (values: readonly number[], higherIsBetter: boolean) =>
      choose({ higherIsBetter, expect: (_texts, _p, _s, into) => into.set(values) }, evidenceOf(values.map((_, k) => ({ text: `t${k}`, weight: 1 })))); // prettier-ignore
    expect(fixed([NaN, 1, 2, NaN], true).index).toBe(2);
    expect(fixed([NaN, 1, 2, NaN], false).index).toBe(1);
    expect(fixed([NaN, NaN], true).index).toBe(0);
  });

  it('works with a metric that was taught', () => {
    const taught = nist();
    const learner = taught.learner!();
    learner.take(['the cat sat', 'a cat sat']);
    const metric = taught.taught(learner.learned());
    const { index } = choose(pairwiseUtility(metric), { texts: ['the cat sat', 'dog'], posteriors: Float64Array.of(0.5, 0.5) }); // prettier-ignore
    expect(index).toBe(0);
  });

  it('refuses an empty list, and posteriors of another length', () => {
    const form = pairwiseUtility(bleu());
    expect(() => choose(form, { texts: [], posteriors: new Float64Array(0) })).toThrow('no candidate');
    expect(() => choose(form, { texts: ['a'], posteriors: new Float64Array(2) })).toThrow('2 posteriors for 1');
  });
});
