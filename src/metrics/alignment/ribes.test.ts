import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainCorrespondence } from '../../text/testing/plainCorrespondence.ts';
import ribes from './ribes.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { shownSteps } from '../testing/shownSteps.ts';

const scores = scorer(ribes);
const split = (text: string) => text.split(' ').filter(Boolean);

/** From the definition; undefined if the reference is empty. */
function plainScore(hypothesis: string, reference: string, alpha: number, beta: number): number | undefined {
  const [h, r] = [split(hypothesis), split(reference)];
  if (r.length === 0) return undefined;
  if (h.length === 0) return 0;
  const ids = [...new Set([...h, ...r])];
  const positions = plainCorrespondence(
    h.map((word) => ids.indexOf(word)),
    r.map((word) => ids.indexOf(word)),
  );
  const pairs = positions.flatMap((a, i) => positions.slice(i + 1).map((b) => a < b));
  const rising = pairs.filter(Boolean).length;
  const order = pairs.length > 0 ? rising / pairs.length : positions.length === 1 && r.length === 1 ? 1 : 0;
  const brevity = Math.min(1, Math.exp(1 - r.length / h.length));
  return 100 * order * (positions.length / h.length) ** alpha * brevity ** beta;
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

describe('by hand', () => {
  it.each([
    // Three words correspond, two of three pairs rise, all of three words are found, one word is missing.
    ['a c b', ['a b c d'], {}, (200 / 3) * Math.exp(-1 / 3) ** 0.1],
    ['a c b', ['a b c d'], { beta: 0 }, 200 / 3],
    ['a x c y', ['c a'], { beta: 2 }, 0],
    ['a x c y', ['a c'], { alpha: 2 }, 25],
    ['a x', ['a'], {}, 100 * 0.5 ** 0.25],
    ['a', ['a b'], {}, 0],
    ['c a', ['a c', 'c x a', ''], {}, 100 * Math.exp(-0.5) ** 0.1],
    ['', ['a'], {}, 0],
    ['a', [''], {}, 0],
    // No context of the word in the middle is found once.
    ['a a a', ['a a a'], {}, 100 * (2 / 3) ** 0.25],
  ] as const)('%j against %j with %j', (hypothesis, references, options, expected) => {
    expect(scores({ tokenizer: 'none', ...options }, [hypothesis], [references]).corpus).toBeCloseTo(expected, 10);
  });

  it('a segment without a reference word is ignored in the mean', () => {
    expect(scores({}, ['a b', 'c'], [['a b'], ['']])).toEqual({ corpus: 100, segments: [100, 0] });
  });
});

it('scores like the plain version, corpus and segments', () => {
  const text = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 12 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 0.25, 1),
      fc.constantFrom(0, 0.1, 1),
      (segments, alpha, beta) => {
        const expected = segments.map(([hypothesis, references]) => {
          const each = references.flatMap((reference) => plainScore(hypothesis, reference, alpha, beta) ?? []);
          return each.length > 0 ? Math.max(...each) : undefined;
        });
        const found = scores(
          { tokenizer: 'none', alpha, beta },
          segments.map(([hypothesis]) => hypothesis),
          segments.map(([, references]) => references),
        );
        expected.forEach((score, i) => expect(found.segments[i]).toBeCloseTo(score ?? 0, 9));
        expect(found.corpus).toBeCloseTo(mean(expected.filter((score) => score !== undefined)), 9);
      },
    ),
    { seed: 20282, numRuns: 1000 },
  );
});

describe.skipIf(goldenMissing)(goldenTitle('RIBES.py 1.03.1 and odashi/mteval, six digits'), () => {
  it.each([
    ['RIBES-1.03.1', 'A1'],
    ['RIBES-1.03.1', 'A2'],
    ['RIBES-1.03.1', 'A3'],
    ['odashi-mteval', 'A1'],
    ['odashi-mteval', 'A3'],
  ] as const)('%s %s', (program, corpus) => {
    const { ids, hypotheses, references } = goldenTexts(corpus);
    const expected = readGolden().reference[`${program}/${corpus}`]!;
    const found = scores({ tokenizer: 'none' }, hypotheses, references);
    // odashi/mteval prints all its metrics in one line.
    const whole = Number(/(?:RIBES=)?([\d.]+)(?=\tWER|$)/.exec(String(expected.corpus))![1]);
    expect(found.corpus / 100).toBeCloseTo(whole, 6);
    ids.forEach((id, i) => {
      const each = expected.segments[id];
      expect(Math.abs(found.segments[i]! / 100 - (each.RIBES ?? each)), id).toBeLessThanOrEqual(6e-7);
    });
  });
});

describe('steps', () => {
  it('of the example of Isozaki et al. (2010)', () => {
    const { values, formulas, wordsBehind } = shownSteps(
      ribes(),
      'he got soaked in the rain because he caught a cold',
      ['he caught a cold because he got soaked in the rain'],
    );
    // Of 55 pairs, the 15 among the first six words and 4 among the last five are in order. By the rule of RIBES 1.03, “because he” makes
    // both “he” correspond to the second one of the reference; in the paper 21 pairs are in order.
    expect(values).toEqual({ m: 11, c: 11, r: 11, a: 19, NKT: 0.345455, P: 1, BP: 1, s: 0.345455, n: 1, score: 34.545455 }); // prettier-ignore
    expect(formulas['s']).toBe('NKT * P ^ 0.25 * BP ^ 0.1');
    expect(wordsBehind('m')).toContain('match soaked → soaked +1');
  });

  it('of a short text, against the better reference', () => {
    const { values, notes, wordsBehind } = shownSteps(ribes({ tokenizer: 'none' }), 'a c b x', ['b a', 'a b c d e']);
    expect(values).toMatchObject({ m: 3, a: 2, NKT: 0.666667, P: 0.75, BP: 0.778801 });
    expect(notes['m']).toBe('reference 2 gives the highest score');
    expect(wordsBehind('m')).toEqual([
      'match a → a (2) +1',
      'match c → c (2) +1',
      'match b → b (2) +1',
      'extra x +0',
      'missing → d (2) +0',
      'missing → e (2) +0',
    ]);
  });
});
