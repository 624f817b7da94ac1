import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import type { Analyser } from '../../text/index.ts';
import { factoredResources } from '../testing/factoredTexts.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';
import overlap from './overlap.ts';
import spOp from './sp-op.ts';

type Options = NonNullable<Parameters<typeof overlap>[0]>;

/** Texts such as `dogs|dog|NNS|A0`; a missing factor is `-`. */
const analyser: Analyser = {
  name: 'the texts themselves',
  factors: ['word', 'lemma', 'tag', 'role', 'tecto'],
  analyse: (words) => {
    const column = (at: number) => words.map((word) => word.split('|')[at] ?? '-');
    return { word: column(0), lemma: column(1), tag: column(2), role: column(3), tecto: column(1) };
  },
};
const resources = new Map([['analyses:roles', analyser]]);

const scores = (options: Options, hypotheses: readonly string[], references: readonly (readonly string[])[]) => {
  const given = options.factor === undefined ? {} : { analyses: 'roles' };
  const found = measure(overlap({ tokenizer: 'none', ...given, ...options }, resources), { references }, [hypotheses]);
  return { corpus: systemScore(found, 0), segments: hypotheses.map((_, i) => found.segmentScore(i)) };
};

const role = { factor: 'role' } as const;

describe('by hand', () => {
  it.each([
    // a 2 over 3, b 0 over 1, c 0 over 2
    ['a a b', ['a a a c c'], {}, 2 / 6],
    ['A b', ['a b'], {}, 1],
    ['A b', ['a b'], { lowercase: false }, 1 / 3],
    ['dogs|dog bark|bark', ['dog|dog barks|bark'], { factor: 'lemma' }, 1],
    // The same words fill the same role, whatever their order; words without a role do not count.
    ['cats|cat|N|A1 chase|chase|V dogs|dog|N|A0', ['dogs|dog|N|A0 hunt|hunt|V cats|cat|N|A1'], role, 1],
    // dogs as A0 against dogs as A1, cats as A1 against cats as A0
    ['dogs|dog|N|A0 chase|chase|V cats|cat|N|A1', ['cats|cat|N|A0 chase|chase|V dogs|dog|N|A1'], role, 0],
    ['dogs|dog|N|A0 chase|chase|V cats|cat|N|A1', ['cats|cat|N|A0 chase|chase|V dogs|dog|N|A1'], { ...role, items: 'none' }, 1], // prettier-ignore
    ['dog|dog|N|A0 x|x|N|A1', ['dogs|dog|N|A0 y|y|N|A1'], { ...role, items: 'lemma' }, 1 / 3],
    ['dog|dog|N|A0 x|x|N|A1', ['dog|dog|N|A0 y|y|N|A1'], { ...role, class: 'A0' }, 1],
    ['dog|dog|N|A0 x|x|N|AM-TMP', ['dog|dog|N|A1 x|x|N|AM-LOC'], { ...role, class: 'AM*', items: 'none' }, 0],
    ['a|a b|-', ['a|a c|-'], { factor: 'tecto' }, 1],
    ['', ['a'], {}, 0],
    ['a', [''], {}, 0],
  ] as const)('%j against %j with %j', (hypothesis, references, options, expected) => {
    expect(scores(options, [hypothesis], [references]).corpus).toBeCloseTo(100 * expected, 9);
  });

  it('segments without a role on either side are ignored', () => {
    const { corpus } = scores(role, ['a|a|N|A0', 'b|b|N', 'c|c|N'], [['a|a|N|A0'], ['b|b|N'], ['d|d|N|A0']]);
    expect(corpus).toBeCloseTo(50, 9);
  });

  it('shows the words behind the score', () => {
    const metric = overlap({ ...role, tokenizer: 'none', analyses: 'roles' }, resources);
    const steps = segmentSteps(metric, 'dogs|d|N|A0 bark|b|V now|n|R|AM', ['dogs|d|N|A0 howl|h|V|A1']);
    expect(steps.values('m', 'c', 'r')).toEqual([1, 2, 2]);
    expect(steps.words('m')).toContain('match 1: dogs | dogs');
    expect(steps.step('m').name).toBe('words with their role in common');
  });
});

it('with tags and lemmas it equals sp-op', () => {
  const word = fc.constantFrom('a|a|NN', 'as|a|NNS', 'b|b|VB', 'bs|b|NNS', 'A|A|NN', 'c|c|JJ');
  const text = fc.array(word, { maxLength: 8 }).map((list) => list.join(' '));
  const segment = fc.record({ hypothesis: text, references: fc.array(text, { minLength: 1, maxLength: 3 }) });
  const classes = fc.constantFrom('*', 'NN', 'NN*', 'VB+JJ');
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), classes, (segments, tags) => {
      const texts = { references: segments.map(({ references }) => references) };
      const hypotheses = segments.map(({ hypothesis }) => hypothesis);
      const options = { tokenizer: 'none', class: tags } as const;
      const [one, other] = [
        overlap({ ...options, factor: 'tag', items: 'lemma' }, factoredResources()),
        spOp(options, factoredResources()),
      ].map((metric) => measure(metric, texts, [hypotheses]).rows);
      expect(one).toEqual(other);
    }),
    { seed: 27, numRuns: 200 },
  );
});

it('of words equals a plain count', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(text, text, (own, theirs) => {
      const count = (list: readonly string[], word: string) => list.filter((each) => each === word).length;
      const words = [...new Set([...own, ...theirs])];
      const total = (pick: (a: number, b: number) => number) =>
        words.reduce((sum, word) => sum + pick(count(own, word), count(theirs, word)), 0);
      const found = scores({}, [own.join(' ')], [[theirs.join(' ')]]).corpus;
      expect(found).toBeCloseTo((100 * total(Math.min)) / total(Math.max), 9);
    }),
    { seed: 27, numRuns: 200 },
  );
});

it.each([
  [{ items: 'lemma' }, 'items works only with'],
  [{ factor: 'lemma', class: 'NN' }, 'class works only with'],
] as const)('%j is refused', (options, message) => {
  expect(() => overlap(options)).toThrow(message);
});
