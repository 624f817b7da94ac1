import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import f1 from './f1.ts';
import gtm from './gtm.ts';
import { caseTexts } from '../testing/caseTexts.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const scores = scorer(f1);
const gtmScores = scorer(gtm);

describe('by hand', () => {
  it.each([
    ['the the cat', ['the cat sat down'], (200 * 2) / 7],
    ['a b', ['b a'], 100],
    ['a a a', ['a b a', 'a a'], (200 * 2) / 5], // 4/6 or 4/5
    ['', ['a'], 0],
    ['a', [''], 0],
    ['a', ['', 'a'], 100],
  ] as const)('%j against %j', (hypothesis, references, expected) => {
    expect(scores({ tokenizer: 'none' }, [hypothesis], [references]).corpus).toBeCloseTo(expected, 10);
  });

  it('of a whole text is computed from sums', () => {
    expect(scores({}, ['a b c', 'x'], [['a'], ['x y']]).corpus).toBeCloseTo((200 * 2) / 7, 10);
  });
});

describe('is GTM with exponent 1', () => {
  it.each(Object.entries(caseTexts))('on %s', (_, { hypotheses, references }) => {
    expect(scores({}, hypotheses, references)).toEqual(gtmScores({ exponent: 1 }, hypotheses, references));
  });

  it('on random texts', () => {
    const text = fc.array(fc.constantFrom(...'abcdef'), { maxLength: 12 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
        (segments) => {
          const [hypotheses, references] = [segments.map(([each]) => each), segments.map(([, each]) => each)];
          expect(scores({}, hypotheses, references)).toEqual(gtmScores({ exponent: 1 }, hypotheses, references));
        },
      ),
      { seed: 20285, numRuns: 500 },
    );
  });
});

it('counts words as often as both texts have them', () => {
  const words = fc.array(fc.constantFrom(...'abcdef'), { maxLength: 12 });
  const count = (list: readonly string[], word: string) => list.filter((each) => each === word).length;
  fc.assert(
    fc.property(words, words, (hypothesis, reference) => {
      const common = [...'abcdef'].reduce(
        (sum, word) => sum + Math.min(count(hypothesis, word), count(reference, word)),
        0,
      );
      const both = hypothesis.length + reference.length;
      expect(scores({}, [hypothesis.join(' ')], [[reference.join(' ')]]).corpus).toBeCloseTo(
        both > 0 ? (200 * common) / both : 0,
        9,
      );
    }),
    { seed: 20286, numRuns: 500 },
  );
});

describe.skipIf(goldenMissing)(goldenTitle('the sample of Asiya'), () => {
  it('lower-cased, has the same segment scores as its Fl, whose system score is their mean', () => {
    const { ref, systems } = readGolden().asiya_sample;
    for (const system of Object.values(systems) as { text: string[]; scores: Record<string, unknown> }[]) {
      const expected = system.scores['Fl'] as { segments: number[] };
      const found = scores(
        { tokenizer: 'none', lowercase: true },
        system.text,
        (ref as string[]).map((each) => [each]),
      );
      expected.segments.forEach((each, i) => expect(Math.abs(found.segments[i]! / 100 - each)).toBeLessThan(1e-6));
    }
  });
});

describe('steps', () => {
  it('show the common words', () => {
    const steps = segmentSteps(f1(), 'the the cat', ['the cat sat']);
    expect(steps.words('m')).toEqual([
      'match 1: the | the',
      'clipped 0: the',
      'match 1: cat | cat',
      'missing 0: | sat',
    ]);
    expect(steps.values('m', 'c', 'r')).toEqual([2, 3, 3]);
    expect(steps.step('score').value).toBeCloseTo(200 / 3, 12);
  });

  it('of a segment without a reference are 0', () => {
    expect(segmentSteps(f1(), 'the cat', ['']).step('score').note).toBe('there are no words to compare');
  });
});
