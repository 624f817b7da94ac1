import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainEdits } from '../../text/testing/plainTer.ts';
import { tokensOf } from '../../text/testing/texts.ts';
import { tercom } from '../../text/index.ts';
import { textAligner } from '../../measure/index.ts';
import { type Case, checkCases, scorer } from '../testing/cases.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import ter from './ter.ts';

/** Every number is from sacreBLEU 2.6.0 (Python 3.11). */
// prettier-ignore
const cases: readonly Case<typeof ter>[] = [
  ['english', {}, 45.16129032258064, [33.33333333333333, 66.66666666666666, 0, 50, 100]],
  ['german', {}, 32.214765100671144, [0, 18.75, 57.14285714285714, 66.66666666666666]],
  ['czech', {}, 68.18181818181817, [50, 88.88888888888889, 40, 100]],
  ['chinese', {}, 100, [100, 100, 100, 100]],
  ['emoji', {}, 42.857142857142854, [75, 40, 25, 0]],
  ['empties', {}, 111.11111111111111, [0, 100, 100, 66.66666666666666, 100]],
  ['spaces', {}, 21.052631578947366, [0, 16.666666666666664, 50, 20]],
  ['moved', {}, 8.333333333333332, [15.384615384615385, 5.555555555555555, 9.090909090909092]],
  ['possessive', {}, 38.46153846153847, [0, 50]],
  ['german', { lowercase: false }, 36.241610738255034, [12.5, 18.75, 57.14285714285714, 66.66666666666666]],
  ['emoji', { lowercase: false }, 50, [75, 60, 25, 0]],
  ['english', { punctuation: false }, 35.483870967741936, [33.33333333333333, 55.55555555555556, 0, 25, 100]],
  ['chinese', { punctuation: false }, 100, [100, 100, 100, 100]],
  ['chinese', { punctuation: false, asianSupport: true }, 100, [100, 100, 100, 100]],
  ['german', { asianSupport: true }, 32.214765100671144, [0, 18.75, 57.14285714285714, 66.66666666666666]],
  ['english', { normalized: true, compat: 'sacrebleu' }, 32.5, [27.27272727272727, 45.45454545454545, 0, 33.33333333333333, 100]],
  ['german', { normalized: true, compat: 'sacrebleu' }, 24.48979591836735, [0, 15.789473684210527, 50, 38.095238095238095]],
  ['chinese', { normalized: true, compat: 'sacrebleu' }, 83.33333333333334, [100, 66.66666666666666, 100, 100]],
  ['possessive', { normalized: true, compat: 'sacrebleu' }, 27.27272727272727, [40, 23.52941176470588]],
  ['empties', { normalized: true, compat: 'sacrebleu' }, 111.11111111111111, [0, 100, 100, 66.66666666666666, 100]],
  ['chinese', { normalized: true, asianSupport: true, compat: 'sacrebleu' }, 29.213483146067414, [24.242424242424242, 28.57142857142857, 35.294117647058826, 36.36363636363637]],
  ['chinese', { normalized: true, asianSupport: true, punctuation: false, compat: 'sacrebleu' }, 26.31578947368421, [27.586206896551722, 24, 33.33333333333333, 20]],
  ['german', { normalized: true, punctuation: false, lowercase: false, compat: 'sacrebleu' }, 32.214765100671144, [12.5, 18.75, 57.14285714285714, 44.44444444444444]],
];

checkCases('sacreBLEU 2.6.0', ter, cases);

const scores = scorer(ter);

describe('a text and itself', () => {
  const text = "That is John's.";

  it('need no edits, with any tokenization', () => {
    for (const normalized of [false, true]) expect(scores({ normalized }, [text], [[text]]).corpus).toBe(0);
  });

  it('need two in sacreBLEU, which tokenizes the reference twice', () => {
    // sacreBLEU 2.6.0: 2 edits, 5 words
    expect(scores({ normalized: true, compat: 'sacrebleu' }, [text], [[text]]).corpus).toBeCloseTo(40, 12);
    expect(scores({ normalized: false, compat: 'sacrebleu' }, [text], [[text]]).corpus).toBe(0);
  });
});

describe('worked examples', () => {
  it('takes one shift, two substitutions and one insertion', () => {
    // Snover et al. (2006), section 3: 4 edits, 13 reference words.
    const hypothesis = 'THIS WEEK THE SAUDIS denied information published in the new york times';
    const reference = 'SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times';
    expect(scores({}, [hypothesis], [[reference]]).corpus).toBeCloseTo((100 * 4) / 13, 12);
  });
});

describe('several references', () => {
  it('count by the fewest edits and the mean length', () => {
    const references = [['a b c d', 'a b', 'x']];
    expect(scores({}, ['a b'], references).corpus).toBe(0);
    expect(scores({}, ['a b c'], references).corpus).toBeCloseTo((100 * 1) / (7 / 3), 12);
  });
});

describe('plain TER', () => {
  const word = fc.constantFrom('the', 'The', 'cat', 'sat', 'on', 'a', "mat's", 'mat,', '(1.5)', '文字。', '3-4', '😀');
  const text = fc.array(word, { maxLength: 14 }).map((list) => list.join(' '));

  it('scores the same, corpus and segments, under all options', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 4 })), { minLength: 1, maxLength: 4 }),
        fc.record({
          lowercase: fc.boolean(),
          normalized: fc.boolean(),
          punctuation: fc.boolean(),
          asianSupport: fc.boolean(),
          compat: fc.constantFrom('none', 'sacrebleu'),
        }),
        (segments, options) => {
          const { lowercase, normalized, punctuation, asianSupport: asian, compat } = options;
          const tokenizer = tercom({ normalized, punctuation, asian });
          const tokens = (each: string) => tokensOf(tokenizer, lowercase ? each.toLowerCase() : each);
          const counts = segments.map(([hypothesis, list]) => {
            const references = list.map((each) => (compat === 'none' ? tokens(each) : tokens(tokens(each).join(' '))));
            const words = references.reduce((sum, reference) => sum + reference.length, 0);
            const edits = references.map((reference) => plainEdits(tokens(hypothesis), reference).edits);
            return [Math.min(...edits), words / references.length] as const;
          });
          const rate = (edits: number, length: number) => (length > 0 ? (100 * edits) / length : edits > 0 ? 100 : 0);
          const found = scores(
            options,
            segments.map(([hypothesis]) => hypothesis),
            segments.map(([, list]) => list),
          );
          counts.forEach(([edits, length], i) => expect(found.segments[i]).toBeCloseTo(rate(edits, length), 9));
          const edits = counts.reduce((sum, [each]) => sum + each, 0);
          const length = counts.reduce((sum, [, each]) => sum + each, 0);
          expect(found.corpus).toBeCloseTo(rate(edits, length), 9);
        },
      ),
      { seed: 20270, numRuns: 1000 },
    );
  });
});

describe('alignments', () => {
  const align = (hypothesis: string, ...references: string[]) => textAligner(ter())!(hypothesis, references);

  it('show the shift, the substitutions and the insertion of Snover et al. (2006), section 3', () => {
    const { alignment, score } = align(
      'THIS WEEK THE SAUDIS denied information published in the new york times',
      'SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times',
    );
    expect(alignment.moves).toEqual([{ from: 0, to: 2, before: 5 }]);
    const links = alignment.links.map(
      ({ hypothesis, reference, kind }) => `${hypothesis.from}-${reference.from}:${kind}`,
    );
    expect(links).toEqual([
      '0-3:exact', '1-4:exact', '2-0:substitution', '3-1:substitution', '4-2:exact', '5-5:exact', '6-6:exact',
      '7-7:exact', '8-8:exact', '9-10:exact', '10-11:exact', '11-12:exact',
    ]); // prettier-ignore
    expect(score).toBeCloseTo((100 * 4) / 13, 12);
  });

  it('come from the reference that counts: the fewest edits, then the longest', () => {
    expect(align('a b', 'a c', 'x b c', 'a d').alignment.reference).toBe(0);
    expect(align('a b', 'a', 'a b c', 'c').alignment.reference).toBe(1);
    expect(align('', 'a', '').alignment).toEqual({ reference: 1, links: [], moves: [] });
  });

  it('account for every edit', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, text, (hypothesis, reference) => {
        const { alignment, score } = align(hypothesis.join(' '), reference.join(' '));
        const { links, moves = [] } = alignment;
        expect(new Set(links.map((link) => link.hypothesis.from)).size).toBe(links.length);
        expect(new Set(links.map((link) => link.reference.from)).size).toBe(links.length);
        let substitutions = 0;
        for (const { hypothesis: own, reference: other, kind } of links) {
          expect(kind === 'exact').toBe(hypothesis[own.from] === reference[other.from]);
          if (kind === 'substitution') substitutions++;
        }
        const unlinked = hypothesis.length + reference.length - 2 * links.length;
        expect(score).toBeCloseTo((100 * (moves.length + substitutions + unlinked)) / reference.length, 9);
      }),
    );
  });
});

it('explains the example of Snover et al. (2006), section 3', () => {
  const { values, wordsBehind } = shownSteps(
    ter(),
    'this week the saudis denied information published in the new york times',
    ['saudi arabia denied this week information published in the american new york times'],
  );
  expect(values).toEqual({ E: 4, N: 13, score: 30.769231 });
  expect(wordsBehind('E').filter((each) => !each.startsWith('match'))).toEqual([
    'shift this week +1: moved to before word 6',
    'substitution the → saudi +1',
    'substitution saudis → arabia +1',
    'missing → american +1',
  ]);
});
