import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import bleu from '../ngram/bleu.ts';
import { factoredResources } from '../testing/factoredTexts.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import wpbleu from './wpbleu.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

type Options = NonNullable<Parameters<typeof wpbleu>[0]>;

const scores = (options: Options, hypotheses: readonly string[], references: readonly (readonly string[])[]) => {
  const metric = wpbleu({ tokenizer: 'none', ...options }, factoredResources());
  const found = measure(metric, { references }, [hypotheses]);
  return { corpus: systemScore(found, 0), segments: hypotheses.map((_, i) => found.segmentScore(i)) };
};

describe('by hand', () => {
  it.each([
    // Unigrams only: half of the words, all of the tags.
    ['a||X b||Y', ['a||X c||Y'], { order: 1 }, (1 / 2 + 1) / 2],
    // Words with different case are different words, unless both are lower-cased; tags stay the same.
    ['A||X', ['a||x'], { order: 1 }, 0],
    ['A||X', ['a||x'], { order: 1, lowercase: true }, 1 / 2],
    ['', ['a||X'], {}, 0],
    ['', [''], {}, 0],
  ] as const)('%j against %j with %j', (hypothesis, references, options, expected) => {
    expect(scores(options, [hypothesis], [references]).corpus).toBeCloseTo(100 * expected, 9);
  });

  it('its parts are the two scores', () => {
    const metric = wpbleu({ tokenizer: 'none', order: 1 }, factoredResources());
    const { rows } = measure(metric, { references: [['a||X c||Y']] }, [['a||X b||Y']]);
    expect(metric.parts!(rows)).toEqual({ BLEU: expect.closeTo(50, 9), 'BLEU of tags': expect.closeTo(100, 9) });
  });
});

it('is the mean of BLEU of words and BLEU of tags, each computed as a text', () => {
  const token = fc.tuple(fc.constantFrom(...'abcdE'), fc.constantFrom('X', 'Y', 'Z'));
  const text = fc.array(token, { maxLength: 9 });
  const option = fc.record({
    order: fc.integer({ min: 1, max: 5 }),
    smoothing: fc.constantFrom('none', 'exp', 'lin-och', 'floor[0.1]'),
    effectiveOrder: fc.boolean(),
    lowercase: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
      option,
      (segments, options) => {
        const show = (of: (token: readonly [string, string]) => string) => (list: readonly [string, string][]) =>
          list.map(of).join(' ');
        const texts = (of: (token: readonly [string, string]) => string) => ({
          hypotheses: segments.map(([hypothesis]) => show(of)(hypothesis)),
          references: segments.map(([, references]) => references.map(show(of))),
        });
        const both = texts(([word, tag]) => `${word}||${tag}`);
        const found = scores(options, both.hypotheses, both.references);
        const [ofWords, ofTags] = [texts(([word]) => word), texts(([, tag]) => tag)].map(
          ({ hypotheses, references }, what) =>
            measure(
              bleu({ tokenizer: 'none', ...options, lowercase: options.lowercase && what === 0 }),
              { references },
              [hypotheses],
            ),
        );
        expect(found.corpus).toBeCloseTo((systemScore(ofWords!, 0) + systemScore(ofTags!, 0)) / 2, 9);
        segments.forEach((_, i) =>
          expect(found.segments[i]).toBeCloseTo((ofWords!.segmentScore(i) + ofTags!.segmentScore(i)) / 2, 9),
        );
      },
    ),
    { seed: 20286, numRuns: 500 },
  );
});

describe.skipIf(goldenMissing)(goldenTitle('the oracle of the golden file'), () => {
  it('has the same score', () => {
    const { items, wpBLEU: expected } = readGolden().oracle.results['wp_sample'] as {
      readonly items: readonly Readonly<Record<'hyp' | 'ref', readonly (readonly [string, string])[]>>[];
      readonly wpBLEU: number;
    };
    const textOf = (words: readonly (readonly [string, string])[]) =>
      words.map(([word, tag]) => `${word}||${tag}`).join(' ');
    const { corpus } = scores(
      { smoothing: 'none' },
      items.map(({ hyp }) => textOf(hyp)),
      items.map(({ ref }) => [textOf(ref)]),
    );
    expect(corpus / 100).toBeCloseTo(expected, 9);
  });
});

describe('steps', () => {
  it('are those of BLEU of words and of BLEU of tags, then their mean', () => {
    const metric = wpbleu({ tokenizer: 'none', order: 1 }, factoredResources());
    const steps = segmentSteps(metric, 'a||X b||Y', ['a||X c||Y']);
    expect(steps.words('m1_words')).toEqual(['match 1: a | a', 'extra 0: b', 'missing 0: | c']);
    expect(steps.words('m1_tags')).toEqual(['match 1: X | X', 'match 1: Y | Y']);
    expect(steps.step('m1_tags').name).toBe('tags: 1-grams matched');
    expect(steps.values('p1_words', 'p1_tags')).toEqual([50, 100]);
    expect(steps.step('score').formula).toBe('(words + tags) / 2');
  });
});
