import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import type { Analyser } from '../../text/index.ts';
import bleu from '../ngram/bleu.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import lrscore from './lrscore.ts';

/** Texts for these tests: words with the source positions of each, `house:1 the:0 so:- of:2,3`. */
const inline: Analyser = {
  name: 'inline',
  factors: ['word', 'align'],
  analyse(_, text) {
    const words = text
      .split(' ')
      .filter(Boolean)
      .map((each) => each.split(':'));
    return { word: words.map(([word]) => word!), align: words.map(([, positions]) => positions!) };
  },
};

type Options = NonNullable<Parameters<typeof lrscore>[0]>;

function scoresOf(
  options: Options,
  hypotheses: readonly string[],
  references: readonly (readonly string[])[],
  sources?: readonly string[],
) {
  const metric = lrscore({ analyses: 'x', tokenizer: 'none', ...options }, new Map([['analyses:x', inline]]));
  const measured = measure(metric, { references, ...(sources && { sources }) }, [hypotheses]);
  return { corpus: systemScore(measured, 0), segments: hypotheses.map((_, i) => measured.segmentScore(i)) };
}

/** The word order score alone. */
const orderOf = (options: Options, hypothesis: string, references: readonly string[], source?: string) =>
  scoresOf({ alpha: 1, ...options }, [hypothesis], [references], source === undefined ? undefined : [source]).corpus;

const percentOf = (discordant: number, pairs: number) => 100 * (1 - Math.sqrt(discordant / pairs));

describe('by hand', () => {
  it.each([
    ['the same order', 'a:0 b:1 c:2', ['x:0 y:1 z:2'], 100, 100],
    // Source order in the hypothesis 1 0 2, in the reference 0 1 2.
    ['two reversed', 'a:1 b:0 c:2', ['x:0 y:1 z:2'], percentOf(1, 3), 100 / 3],
    ['all reversed', 'a:2 b:1 c:0', ['x:0 y:1 z:2'], 0, 100 / 3],
    // Unaligned source word 1 follows word 0, which comes last: order 2 0 1 against 0 1 2.
    ['an unaligned source word', 'a:2 b:0', ['x:0 y:1 z:2'], percentOf(2, 3) * Math.exp(-1 / 2), 0],
    // Nothing precedes the first source word: it goes to the start of the text, before word 1 by its position in the source.
    ['an unaligned first source word', 'a:1 b:2 c:-', ['x:0 y:1 z:2'], 100, 100],
    // Source word 0 is aligned with words 0 and 2: the first counts.
    ['a source word with two words', 'a:0 b:1 c:0', ['x:0 y:1 z:1'], 100, 100],
    ['a word with two source words', 'a:1,2 b:0 c:-', ['x:1 y:2 z:0'], 100, 100],
    ['brevity', 'a:0', ['x:0 y:1'], 100 * Math.exp(-1), 100 * Math.exp(-1)],
    ['no penalty for length', 'a:0 b:1 c:- d:-', ['x:0 y:1'], 100, 100],
    ['the best of two', 'a:1 b:0', ['x:0 y:1', 'x:1 y:0'], 100, 100],
    ['one source word', 'a:0', ['x:0'], 100, 100],
    ['no alignment at all', 'a:-', ['x:-'], 100, 100],
    ['an empty hypothesis', '', ['x:0'], 0, 0],
    ['an empty reference', 'a:0', [''], 0, 0],
    ['an empty reference next to another', 'a:0', ['', 'x:0'], 100, 100],
  ] as const)('%s', (_, hypothesis, references, kendall, hamming) => {
    expect(orderOf({ distance: 'kendall' }, hypothesis, references)).toBeCloseTo(kendall, 10);
    expect(orderOf({ distance: 'hamming' }, hypothesis, references)).toBeCloseTo(hamming, 10);
  });

  it('the source may be longer than the alignments', () => {
    expect(orderOf({}, 'a:0 b:1', ['x:0 y:1'], 'r s t u')).toBe(100);
    // Words 2 and 3 have no alignment and follow word 1, so the order is 1 2 3 0 against 0 1 2 3.
    expect(orderOf({ distance: 'hamming' }, 'a:1 b:0', ['x:0 y:1'], 'r s t u')).toBeCloseTo(0, 10);
    expect(orderOf({}, 'a:1 b:0', ['x:0 y:1'], 'r s t u')).toBeCloseTo(percentOf(3, 6), 10);
  });

  it('combines the mean word order score with BLEU', () => {
    const hypotheses = ['a:1 b:0 c:2 d:3', 'x:0'];
    const references = [['a:1 b:0 c:2 e:3'], ['x:0 y:1']];
    const order = (100 + 100 * Math.exp(-1)) / 2;
    const ofBleu = measure(bleu({ tokenizer: 'none' }), { references }, [hypotheses]);
    for (const alpha of [0, 0.3, 0.5, 1]) {
      const found = scoresOf({ alpha }, hypotheses, references);
      expect(found.corpus).toBeCloseTo(alpha * order + (1 - alpha) * systemScore(ofBleu, 0), 9);
      expect(found.segments[1]).toBeCloseTo(alpha * 100 * Math.exp(-1) + (1 - alpha) * ofBleu.segmentScore(1), 9);
    }
  });
});

/** From the definition: source words sorted by position; then every pair. */
function plainOrder(hypothesis: readonly (readonly number[])[], reference: readonly (readonly number[])[]) {
  const length = Math.max(-1, ...hypothesis.flat(), ...reference.flat()) + 1;
  const placesOf = (text: readonly (readonly number[])[]) => {
    const targets: number[] = [];
    for (let s = 0; s < length; s++) {
      const first = text.findIndex((positions) => positions.includes(s));
      targets.push(first >= 0 ? first : s > 0 ? targets[s - 1]! : 0);
    }
    const order = targets.map((_, s) => s).sort((a, b) => targets[a]! - targets[b]! || a - b);
    return targets.map((_, s) => order.indexOf(s));
  };
  const [a, b] = [placesOf(hypothesis), placesOf(reference)];
  const brevity = Math.min(1, Math.exp(1 - reference.length / hypothesis.length));
  let [turned, pairs] = [0, 0];
  for (let i = 0; i < length; i++) {
    for (let j = i + 1; j < length; j++) {
      pairs++;
      if (a[i]! < a[j]! !== b[i]! < b[j]!) turned++;
    }
  }
  return {
    kendall: 100 * brevity * (pairs === 0 ? 1 : 1 - Math.sqrt(turned / pairs)),
    hamming: 100 * brevity * (length === 0 ? 1 : a.filter((place, s) => place === b[s]).length / length),
  };
}

it('scores like the plain version', () => {
  const text = fc.array(fc.uniqueArray(fc.nat(7), { maxLength: 2 }), { minLength: 1, maxLength: 9 });
  const written = (words: readonly (readonly number[])[]) =>
    words.map((positions, w) => `w${w}:${positions.length === 0 ? '-' : positions.join(',')}`).join(' ');
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (hypothesis, references) => {
      for (const distance of ['kendall', 'hamming'] as const) {
        const single = references.map((reference) => plainOrder(hypothesis, reference)[distance]);
        const found = orderOf({ distance }, written(hypothesis), references.map(written));
        expect(found).toBeCloseTo(Math.max(...single), 9);
      }
    }),
    { seed: 20285, numRuns: 500 },
  );
});

describe('mistakes', () => {
  it.each([
    [
      'a position beyond the source',
      'a:0 b:5',
      'r s t',
      /"a:0 b:5" has a word aligned with source word 5 \(counted from 0\), but the source has 3/,
    ],
    [
      'a position that no source has',
      'a:0 b:99999999999',
      undefined,
      /aligned with source word 99999999999.*no source has more than 65536/,
    ],
    ['no number', 'a:0 b:x', undefined, /"x" must be the source positions of a word/],
    ['a hole', 'a:0 b:', undefined, /"" must be the source positions of a word/],
    ['below 0', 'a:-1', undefined, /"-1" must be the source positions/],
  ] as const)('%s', (_, hypothesis, source, message) => {
    expect(() => orderOf({}, hypothesis, ['x:0'], source)).toThrow(message);
  });

  it('no alignments', () => {
    const run = (metric: ReturnType<typeof lrscore>) => () => measure(metric, { references: [['a']] }, [['a']]);
    expect(run(lrscore())).toThrow('LRscore needs alignments of hypotheses and references with the source');
    expect(run(lrscore({ analyses: 'x' }))).toThrow(/must be loaded first/);
    const bare: Analyser = { name: 'my.tsv', factors: ['word'], analyse: (words) => ({ word: words }) };
    expect(run(lrscore({ analyses: 'x' }, new Map([['analyses:x', bare]])))).toThrow(
      'my.tsv has no align for words, only word.',
    );
  });
});

it('a source of thousands of words in reverse order', () => {
  const words = Array.from({ length: 20_000 }, (_, w) => `w:${w}`);
  expect(orderOf({}, words.toReversed().join(' '), [words.join(' ')])).toBe(0);
});

it('explains the order of source words, and BLEU', () => {
  // Source words in the order 2 0 1 against 0 1 2, as above: two of three pairs are in opposite order, and one word is missing.
  const metric = lrscore({ analyses: 'x', tokenizer: 'none' }, new Map([['analyses:x', inline]]));
  const { values, formulas, notes, wordsBehind } = shownSteps(metric, 'a:2 b:0', ['', 'x:0 y:1 z:2']);
  expect(values).toMatchObject({ l: 3, x: 2, K: 0.183503, w: 2, v: 3, B: 0.606531, o: 0.1113, n: 1, O: 11.130045 });
  expect(values).toMatchObject({ c: 2, m1: 0, BLEU: 0, score: 5.565022 });
  expect(formulas).toMatchObject({ K: '1 - sqrt(x / (l * (l - 1) / 2))', score: '0.5 * O + (1 - 0.5) * BLEU' });
  expect(notes['l']).toBe('reference 2 has the highest order score');
  expect(wordsBehind('l')).toEqual([
    'moved b → x (2) source word 1: place 2 in the output, 1 in the reference',
    'moved → y (2) source word 2: place 3 in the output, 2 in the reference',
    'moved a → z (2) source word 3: place 1 in the output, 3 in the reference',
  ]);
});
