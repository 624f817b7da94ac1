import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { segments, wordsOf } from '../testing/rates.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';
import paraeval from './paraeval.ts';

type Options = NonNullable<Parameters<typeof paraeval>[0]>;
type Entry = readonly [string, string];

const metricWith = (entries: readonly Entry[], options: Options = {}) => {
  const lines = entries.flatMap((entry) => ['0.5', ...entry]);
  const resources = new Map([['text:table', { name: 'table', lines }]]);
  return paraeval({ tokenizer: 'none', paraphrases: 'table', ...options }, resources);
};

const table: readonly Entry[] = [
  ['at once', 'immediately'],
  ['carry out', 'perform'],
  ['the army', 'troops'],
  ['a', 'b'],
  ['c d', 'e'],
];

const score = (hypothesis: string, references: readonly string[], options: Options = {}) =>
  systemScore(measure(metricWith(table, options), { references: [references] }, [[hypothesis]]), 0);

describe('by hand', () => {
  it.each([
    // 2 of 4 reference words by a paraphrase, 1 as it is
    ['he left immediately', ['she left at once'], 3 / 4],
    ['she left at once', ['he left immediately'], 2 / 3],
    // No word is matched twice: one perform, two of them wanted.
    ['perform', ['perform carry out'], 2 / 3],
    ['perform', ['perform'], 1],
    // Tables link in both directions, and phrases must be whole.
    ['at immediately', ['once'], 0],
    ['b', ['a'], 1],
    ['a', ['b'], 1],
    // Equal words come before paraphrases of the same length: a with a, so b with b.
    ['b a', ['a b'], 1],
    ['a b', ['a b'], 1],
    // … but a paraphrase of more reference words comes before an equal word.
    ['e c', ['c d'], 1],
    ['The Army', ['troops'], 1],
    ['x', ['a', 'x y', ''], 1 / 2],
    ['', ['a'], 0],
    ['a', [''], 0],
  ] as const)('%j against %j', (hypothesis, references, expected) => {
    expect(score(hypothesis, references)).toBeCloseTo(100 * expected, 9);
  });

  // Zhou, Lin and Hovy: lexical identity is for fragments that paraphrase matching did not consume.
  it.each([
    // the table links b with a, and a with b
    ['b a', ['a b'], 1],
    ['b x a', ['a x b'], 1],
    ['b', ['a b'], 1 / 2],
    ['e c', ['c d e'], 2 / 3], // e–c d; c cannot be e
    ['e c', ['c e'], 1],
    ['he left immediately', ['she left at once'], 3 / 4],
  ] as const)('compat=paper: %j against %j', (hypothesis, references, expected) => {
    expect(score(hypothesis, references, { compat: 'paper' })).toBeCloseTo(100 * expected, 9);
  });

  it('compat=paper can give a text less than 100 against itself', () => {
    // a covers b c, and c covers e, so nothing is left for the a of the reference.
    const lossy = [['a', 'b c'], ['c', 'e']] as const; // prettier-ignore
    const own = (compat: 'none' | 'paper') =>
      systemScore(measure(metricWith(lossy, { compat }), { references: [['e b c a']] }, [['e b c a']]), 0);
    expect(own('none')).toBe(100);
    expect(own('paper')).toBe(75);
  });

  it('precision and F1 count the words of the output', () => {
    // matched: left, immediately of 3 words; left, at once of 4
    expect(score('he left immediately', ['she left at once'], { base: 'precision' })).toBeCloseTo(200 / 3, 9);
    const f1 = (2 * (2 / 3) * (3 / 4)) / (2 / 3 + 3 / 4);
    expect(score('he left immediately', ['she left at once'], { base: 'f1' })).toBeCloseTo(100 * f1, 9);
  });

  it('shows equal words and paraphrases', () => {
    const steps = segmentSteps(metricWith(table), 'he left immediately', ['she left at once']);
    expect(steps.words('m')).toEqual([
      'paraphrase 2: immediately | at once',
      'match 1: left | left',
      'extra 0: he',
      'missing 0: | she',
    ]);
  });

  it('needs a table', () => {
    expect(() => measure(paraeval(), { references: [['a']] }, [['a']])).toThrow(
      "paraeval needs a table of paraphrases in Meteor's format. Type 'paraeval(paraphrases=FILE)'.",
    );
  });
});

/** All pairs of equal phrases and paraphrases in the order of matching, tried one after the other. */
function plainRecall(
  own: readonly string[],
  theirs: readonly string[],
  entries: readonly Entry[],
  compat: 'none' | 'paper',
): number {
  const linked = new Set(entries.flatMap(([one, other]) => [`${one}|${other}`, `${other}|${one}`]));
  const longest = 3;
  type Pair = Readonly<Record<'from' | 'length' | 'at' | 'size' | 'rank', number>>;
  const pairs: Pair[] = [];
  for (let at = 0; at < theirs.length; at++) {
    for (let size = 1; size <= longest && at + size <= theirs.length; size++) {
      for (let from = 0; from < own.length; from++) {
        for (let length = 1; length <= longest && from + length <= own.length; length++) {
          const [a, b] = [own.slice(from, from + length).join(' '), theirs.slice(at, at + size).join(' ')];
          if (a === b) pairs.push({ from, length, at, size, rank: 0 });
          if (linked.has(`${a}|${b}`)) pairs.push({ from, length, at, size, rank: 1 });
        }
      }
    }
  }
  // Equal phrases compete only up to the longest phrase that the table covers here.
  const most = Math.max(1, ...pairs.filter(({ rank }) => rank === 1).map(({ size }) => size));
  // In the paper, equal words come last, one by one.
  if (compat === 'paper') {
    const order = (p: Pair, q: Pair) =>
      q.rank - p.rank || q.size - p.size || p.at - q.at || p.length - q.length || p.from - q.from;
    pairs.splice(0, pairs.length, ...pairs.filter((pair) => pair.rank === 1 || pair.size === 1).sort(order));
  } else
    pairs.sort((p, q) => q.size - p.size || p.rank - q.rank || p.at - q.at || p.length - q.length || p.from - q.from);
  const [usedOwn, usedTheirs] = [new Set<number>(), new Set<number>()];
  for (const { from, length, at, size } of pairs.filter((pair) => pair.size <= most)) {
    const mine = Array.from({ length }, (_, k) => from + k);
    const others = Array.from({ length: size }, (_, k) => at + k);
    if (mine.some((k) => usedOwn.has(k)) || others.some((k) => usedTheirs.has(k))) continue;
    mine.forEach((k) => usedOwn.add(k));
    others.forEach((k) => usedTheirs.add(k));
  }
  return theirs.length > 0 ? usedTheirs.size / theirs.length : 0;
}

it.each(['none', 'paper'] as const)('equals a plain search, compat=%s', (compat) => {
  const phrase = fc
    .array(fc.constantFrom('the', 'cat', 'sat', 'on', 'a', 'mat', 'mats'), { minLength: 1, maxLength: 3 })
    .map((list) => list.join(' '));
  const entries = fc.array(fc.tuple(phrase, phrase), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(segments, entries, (texts, list) => {
      const references = texts.map((each) => each.references);
      const hypotheses = texts.map(({ hypothesis }) => hypothesis);
      const measured = measure(metricWith(list, { compat }), { references }, [hypotheses]);
      texts.forEach((each, i) => {
        const expected = each.references.map((text) =>
          plainRecall(wordsOf(each.hypothesis), wordsOf(text), list, compat),
        );
        expect(measured.segmentScore(i)).toBeCloseTo(100 * Math.max(...expected), 9);
      });
    }),
    { seed: 27, numRuns: 300 },
  );
});
