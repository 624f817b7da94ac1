import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainCommonRuns } from '../../text/testing/plainCommonRuns.ts';
import gtm from './gtm.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const scores = scorer(gtm);
const split = (text: string) => text.split(' ').filter(Boolean);

interface Plain {
  readonly size: number;
  readonly hypothesis: number;
  readonly reference: number;
}

const plainF1 = ({ size, hypothesis, reference }: Plain): number => {
  const [precision, recall] = [size / hypothesis, size / reference];
  return size > 0 ? (200 * precision * recall) / (precision + recall) : 0;
};

/** From the definition, against each reference that is not empty; the best, with ties going to the closest in length, then the shorter. */
function plainSegment(hypothesis: string, references: readonly string[], exponent: number): Plain | undefined {
  const h = split(hypothesis);
  const all = references
    .map(split)
    .filter((r) => r.length > 0)
    .map((r) => {
      const sum = plainCommonRuns(h, r).reduce((powers, run) => powers + run ** exponent, 0);
      return { size: sum ** (1 / exponent), hypothesis: h.length, reference: r.length };
    });
  const rounded = (plain: Plain) => Number(plainF1(plain).toFixed(9));
  return all.sort(
    (a, b) =>
      rounded(b) - rounded(a) ||
      Math.abs(a.reference - h.length) - Math.abs(b.reference - h.length) ||
      a.reference - b.reference,
  )[0];
}

describe('by hand', () => {
  it.each([
    // Runs of two and one.
    ['a b x c', ['a b c'], { exponent: 1 }, (200 * 3) / 7],
    ['a b x c', ['a b c'], { exponent: 2 }, (200 * Math.sqrt(5)) / 7],
    ['a b x c', ['a b c'], { exponent: 0.5 }, (200 * (Math.SQRT2 + 1) ** 2) / 7],
    ['a b c', ['a b c'], { exponent: 1.7 }, 100],
    ['a b c', ['a b c'], { exponent: 100 }, 100],
    ['a', ['b', 'a a'], {}, 200 / 3],
    ['', ['a'], {}, 0],
    ['a', [''], {}, 0],
    ['', [''], {}, 0],
  ] as const)('%j against %j with %j', (hypothesis, references, options, expected) => {
    expect(scores({ tokenizer: 'none', ...options }, [hypothesis], [references]).corpus).toBeCloseTo(expected, 9);
  });

  it('ties between references go to the one closest in length', () => {
    // Both have F1 2/3: two of two and four words, one of two and one word.
    const { corpus } = scores({ exponent: 1 }, ['a b', 'x'], [['a b c d', 'a'], ['x y z']]);
    expect(corpus).toBeCloseTo((200 * (1 + 1)) / (2 + 1 + 1 + 3), 9);
  });

  it('an empty reference is ignored, alone or with others', () => {
    expect(scores({}, ['a', 'b c'], [['', 'a'], ['']])).toEqual({ corpus: 100, segments: [100, 0] });
  });
});

it('exceeds 100 with an exponent below 1', () => {
  expect(scores({ exponent: 0.5 }, ['a b c'], [['c b a']]).corpus).toBeCloseTo(300, 9);
});

it('reads its exponent from its name', () => {
  expect(gtm().name).toBe('GTM-1.2');
  for (const name of ['gtm-2', 'GTM2', 'Gtm-2.0']) expect(gtm.readName!(name)).toEqual({ exponent: 2 });
  expect(gtm.readName!('gtm.5')).toEqual({ exponent: 0.5 });
  for (const name of ['gtm', 'gtm-', 'gtm-x', 'gtm--2']) expect(gtm.readName!(name)).toBeUndefined();
  expect(() => gtm.readName!('gtm-0')).toThrow('e must be a number from 0.1 to 100');
});

it('scores like the plain version, corpus and segments', () => {
  const text = fc.array(fc.constantFrom(...'abcdef'), { maxLength: 12 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0.5, 1, 1.2, 2, 3),
      (segments, exponent) => {
        const found = scores(
          { tokenizer: 'none', exponent },
          segments.map(([hypothesis]) => hypothesis),
          segments.map(([, references]) => references),
        );
        const sums = { size: 0, hypothesis: 0, reference: 0 };
        segments.forEach(([hypothesis, references], i) => {
          const expected = plainSegment(hypothesis, references, exponent);
          expect(found.segments[i]).toBeCloseTo(expected ? plainF1(expected) : 0, 9);
          sums.size += expected?.size ?? 0;
          sums.hypothesis += expected?.hypothesis ?? 0;
          sums.reference += expected?.reference ?? 0;
        });
        expect(found.corpus).toBeCloseTo(plainF1(sums), 9);
      },
    ),
    { seed: 20284, numRuns: 1000 },
  );
});

interface Sample {
  readonly ref: readonly string[];
  readonly systems: Readonly<
    Record<
      string,
      {
        readonly text: readonly string[];
        readonly scores: Readonly<Record<string, { readonly system: number; readonly segments: readonly number[] }>>;
      }
    >
  >;
}

describe.skipIf(goldenMissing)(goldenTitle('values of others'), () => {
  it.each([1, 2, 3])('GTM 1.4 with exponent %d, from the sample of Asiya', (exponent) => {
    const { ref, systems } = readGolden().asiya_sample as Sample;
    expect(Object.keys(systems)).toHaveLength(6);
    for (const { text, scores: printed } of Object.values(systems)) {
      const expected = printed[`GTM-${exponent}`]!;
      const found = scores(
        { tokenizer: 'none', exponent },
        text,
        ref.map((each) => [each]),
      );
      expect(Math.abs(found.corpus / 100 - expected.system)).toBeLessThan(1e-6);
      expect(found.segments).toHaveLength(3);
      expected.segments.forEach((each, i) => expect(Math.abs(found.segments[i]! / 100 - each)).toBeLessThan(1e-6));
    }
  });

  it.each([0.5, 1, 1.2, 2, 3])('the oracle of the golden file with exponent %d', (exponent) => {
    const { ids, hypotheses, references } = goldenTexts('A3');
    const oracle = readGolden().oracle.results['A3'];
    const found = scores({ tokenizer: 'none', exponent }, hypotheses, references);
    expect(found.corpus / 100).toBeCloseTo(oracle.GTM[String(exponent)] as number, 9);
    ids.forEach((id, i) => {
      expect(found.segments[i]! / 100).toBeCloseTo(oracle.segments[id].GTM[String(exponent)].F1 as number, 9);
    });
  });
});

it('warns if other texts may score more than a perfect one', () => {
  expect(gtm({ exponent: 0.5 }).caution).toMatch(/^GTM-0\.5: with an exponent below 1/);
  expect(gtm({ exponent: 1 }).caution).toBeUndefined();
});

describe('steps', () => {
  it('show the common runs', () => {
    // Runs of three words and one: the match size is √(3² + 1²).
    const steps = segmentSteps(gtm({ exponent: 2 }), 'B A B C x', ['A B C y B']);
    expect(steps.words('S')).toEqual(['run 1: A B C | A B C', 'run 0.1111: B | B']);
    expect(steps.step('m').value).toBeCloseTo(Math.sqrt(10), 12);
    expect(steps.step('score').value).toBeCloseTo(20 * Math.sqrt(10), 10);
  });

  it('of the best reference say which it is', () => {
    const steps = segmentSteps(gtm({ exponent: 1 }), 'the cat', ['a dog', '', 'the cat sat']);
    expect(steps.words('m')).toEqual(['run 2: the cat | the cat']);
    expect(steps.step('r').note).toBe('reference 3, which gives the highest score');
    expect(steps.values('m', 'c', 'r', 'score')).toEqual([2, 2, 3, 80]);
  });
});
