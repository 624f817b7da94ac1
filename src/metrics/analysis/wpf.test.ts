import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { factoredAnalyser, factoredResources } from '../testing/factoredTexts.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { type Words, clippedMatches, sumOf } from '../testing/plainNgrams.ts';
import wpf from './wpf.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

type Options = NonNullable<Parameters<typeof wpf>[0]>;

const measured = (options: Options, hypotheses: readonly string[], references: readonly (readonly string[])[]) =>
  measure(wpf({ tokenizer: 'none', ...options }, factoredResources()), { references }, [hypotheses]);

const scores = (options: Options, hypotheses: readonly string[], references: readonly (readonly string[])[]) => {
  const found = measured(options, hypotheses, references);
  return { corpus: systemScore(found, 0), segments: hypotheses.map((_, i) => found.segmentScore(i)) };
};

describe('by hand', () => {
  it.each([
    // Words share a and b of three, but no bigram; tags are all the same.
    ['a||X b||X c||X', ['b||X a||X d||X'], { order: 2 }, (2 / 3 + 0 + 1 + 1) / 4],
    ['a||X b||X c||X', ['b||X a||X d||X'], { order: 2, mean: 'geometric' }, 0],
    ['a||X b||X', ['a||X b||Y'], { order: 2 }, (1 + 1 + 1 / 2 + 0) / 4],
    // Hypothesis and reference of different lengths: 2·1/3 of unigrams, and bigrams on one side only.
    ['a||X', ['a||X b||X'], { order: 2 }, (2 / 3 + 0 + 2 / 3 + 0) / 4],
    ['a||X b||X', ['a||X b||X'], { order: 2, mean: 'geometric' }, 1],
    ['a||X b||Y', ['a||X c||Y'], { order: 1, mean: 'geometric' }, Math.sqrt(1 / 2)],
    // Orders that neither side has are ignored.
    ['a||X b||X', ['a||X b||X'], {}, 1],
    ['A||X', ['a||X'], { order: 1 }, 1 / 2],
    ['A||X', ['a||X'], { order: 1, lowercase: true }, 1],
    ['', ['a||X'], {}, 0],
    ['a||X', [''], {}, 0],
    ['', [''], {}, 0],
  ] as const)('%j against %j with %j', (hypothesis, references, options, expected) => {
    expect(scores(options, [hypothesis], [references]).corpus).toBeCloseTo(100 * expected, 9);
  });

  it('scores the sums over all segments, each against its best reference', () => {
    const { corpus, segments } = scores(
      { order: 1 },
      ['a||X b||X', 'c||Y'],
      [
        ['x||X', 'a||X c||X'],
        ['c||Y d||Y e||Y', ''],
      ],
    );
    expect(segments[0]).toBeCloseTo(100 * ((1 / 2 + 1) / 2), 9);
    expect(segments[1]).toBeCloseTo(100 * (1 / 2), 9);
    expect(corpus).toBeCloseTo(100 * ((2 * 2) / 8 / 2 + (2 * 3) / 8 / 2), 9);
  });

  it('ties between references go to the one closest in length, then to the shorter', () => {
    // 2·1/3 against the references of one and of four words: one word in common with two, two in common with four.
    const { rows } = measured({ order: 1 }, ['a||X b||X'], [['a||X b||X c||X d||X', 'a||X']]);
    expect([...rows]).toEqual([1, 1, 2, 1]);
  });

  it('an empty reference is ignored, alone or with others', () => {
    expect(scores({}, ['a||X', 'b||X'], [['', 'a||X'], ['']])).toEqual({ corpus: 100, segments: [100, 0] });
  });

  it('its parts are the F1 of each order', () => {
    const metric = wpf({ tokenizer: 'none', order: 2 }, factoredResources());
    const { rows } = measure(metric, { references: [['a||X b||Y c||X']] }, [['a||X b||Y d||Z']]);
    expect(metric.parts!(rows)).toEqual({
      'F1 of words 1': expect.closeTo((200 * 2) / 6, 9),
      'F1 of words 2': (200 * 1) / 4,
      'F1 of tags 1': expect.closeTo((200 * 2) / 6, 9),
      'F1 of tags 2': (200 * 1) / 4,
    });
  });
});

describe('a missing resource', () => {
  const count = (options: Options, resources?: Parameters<typeof wpf>[1]) =>
    measure(wpf(options, resources), { references: [['a']] }, [['a']]);

  it('is reported when something is counted, not before', () => {
    expect(wpf({ analyses: 'de.conllu' }).name).toBe('wpF');
    expect(() => count({})).toThrow('as the resource analyser:en');
    expect(() => count({ analyses: 'de.conllu' })).toThrow('as the resource analyses:de.conllu');
  });

  it('or factor is reported', () => {
    const resources = new Map([['analyser:en', factoredAnalyser(['word', 'lemma'])]]);
    expect(() => count({}, resources)).toThrow('the texts themselves has no tag for words, only word, lemma.');
  });

  it('or language is reported', () => {
    expect(() => wpf({ language: 'de' as 'en' })).toThrow('give files with words, lemmas and tags: analyses=FILE');
  });
});

interface Row {
  readonly common: readonly (readonly number[])[];
  readonly hypothesis: readonly number[];
  readonly reference: readonly number[];
}

const plainScore = ({ common, hypothesis, reference }: Row, geometric: boolean): number => {
  const terms = common.flatMap((matches) =>
    matches.flatMap((match, n) => {
      const both = hypothesis[n]! + reference[n]!;
      return both > 0 ? [(2 * match) / both] : [];
    }),
  );
  if (terms.length === 0) return 0;
  const product = terms.reduce((all, term) => all * term, 1);
  return 100 * (geometric ? product ** (1 / terms.length) : sumOf(terms) / terms.length);
};

/** From the definition, for each reference that is not empty; the best one by the rule in the notes. */
function plainRow(hypothesis: string, references: readonly string[], order: number, geometric: boolean): Row {
  const split = (text: string): Words[] => {
    const tokens = text.split(' ').filter(Boolean);
    return [0, 2].map((at) => tokens.map((token) => token.split('|')[at]!));
  };
  const h = split(hypothesis);
  const orders = Array.from({ length: order }, (_, n) => n + 1);
  const rows = references
    .map(split)
    .filter(([words]) => words!.length > 0)
    .map((r) => ({
      common: h.map((_, what) => orders.map((n) => clippedMatches(h[what]!, [r[what]!], n))),
      hypothesis: orders.map((n) => Math.max(0, h[0]!.length - n + 1)),
      reference: orders.map((n) => Math.max(0, r[0]!.length - n + 1)),
    }));
  const rounded = (row: Row) => Number(plainScore(row, geometric).toFixed(9));
  const far = ({ reference }: Row) => Math.abs(reference[0]! - h[0]!.length);
  const nothing = { common: [orders, orders].map((all) => all.map(() => 0)), hypothesis: [], reference: [] };
  return (
    rows.sort(
      (a, b) => rounded(b) - rounded(a) || far(a) - far(b) || a.reference[0]! - b.reference[0]! || compareCounts(a, b),
    )[0] ?? { ...nothing, hypothesis: orders.map(() => 0), reference: orders.map(() => 0) }
  );
}

function compareCounts(a: Row, b: Row): number {
  const [ofA, ofB] = [a.common.flat(), b.common.flat()];
  const at = ofA.findIndex((count, k) => count !== ofB[k]);
  return at < 0 ? 0 : ofB[at]! - ofA[at]!;
}

it('scores like the plain version, corpus and segments', () => {
  const token = fc.tuple(fc.constantFrom(...'abcd'), fc.constantFrom('X', 'Y')).map(([word, tag]) => `${word}||${tag}`);
  const text = fc.array(token, { maxLength: 9 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('arithmetic', 'geometric'),
      (segments, order, mean) => {
        const geometric = mean === 'geometric';
        const found = scores(
          { order, mean },
          segments.map(([hypothesis]) => hypothesis),
          segments.map(([, references]) => references),
        );
        const rows = segments.map(([hypothesis, references]) => plainRow(hypothesis, references, order, geometric));
        rows.forEach((row, i) => expect(found.segments[i]).toBeCloseTo(plainScore(row, geometric), 9));
        const add = (lists: readonly (readonly number[])[]) => lists[0]!.map((_, k) => sumOf(lists.map((l) => l[k]!)));
        const sums = {
          common: [0, 1].map((what) => add(rows.map(({ common }) => common[what]!))),
          hypothesis: add(rows.map(({ hypothesis }) => hypothesis)),
          reference: add(rows.map(({ reference }) => reference)),
        };
        expect(found.corpus).toBeCloseTo(plainScore(sums, geometric), 9);
      },
    ),
    { seed: 20285, numRuns: 1000 },
  );
});

describe.skipIf(goldenMissing)(goldenTitle('the oracle of the golden file'), () => {
  interface Sample {
    readonly items: readonly {
      readonly hyp: readonly (readonly [string, string])[];
      readonly ref: readonly (readonly [string, string])[];
      readonly wpF_sentence: number;
      readonly 'counts[word,pos][n]=(match,hyp,ref)': readonly (readonly (readonly [number, number, number])[])[];
    }[];
    readonly wpF_corpus: number;
  }
  const textOf = (words: readonly (readonly [string, string])[]) =>
    words.map(([word, tag]) => `${word}||${tag}`).join(' ');

  it('has the same counts and scores', () => {
    const { items, wpF_corpus: corpus } = readGolden().oracle.results['wp_sample'] as Sample;
    expect(items).toHaveLength(2);
    const hypotheses = items.map(({ hyp }) => textOf(hyp));
    const references = items.map(({ ref }) => [textOf(ref)]);
    const found = scores({}, hypotheses, references);
    expect(found.corpus / 100).toBeCloseTo(corpus, 9);
    const { rows } = measured({}, hypotheses, references);
    items.forEach((item, i) => {
      expect(found.segments[i]! / 100).toBeCloseTo(item.wpF_sentence, 9);
      const [words, tags] = item['counts[word,pos][n]=(match,hyp,ref)'];
      const expected = [
        ...words!.map(([match]) => match),
        ...tags!.map(([match]) => match),
        ...words!.map(([, hypothesis]) => hypothesis),
        ...words!.map(([, , reference]) => reference),
      ];
      expect([...rows.subarray(16 * i, 16 * (i + 1))]).toEqual(expected);
    });
  });
});

describe('steps', () => {
  it('show the words and the tags in common', () => {
    // As above: (2/3 + 1 + 0 + 1) / 4.
    const steps = segmentSteps(wpf({ tokenizer: 'none', order: 2 }, factoredResources()), 'a||X b||X c||X', [
      'b||X a||X d||X',
    ]);
    expect(steps.words('w1')).toEqual(['match 1: a | a', 'match 1: b | b', 'extra 0: c', 'missing 0: | d']);
    expect(steps.words('g2')).toEqual(['match 2: X X … X X | X X … X X']);
    expect(steps.values('Fw1', 'Fg1', 'Fw2', 'Fg2')).toEqual([2 / 3, 1, 0, 1]);
    expect(steps.step('score').formula).toBe('100 * ((Fw1 + Fg1 + Fw2 + Fg2) / 4)');
  });

  it('say which reference counts', () => {
    const metric = wpf({ tokenizer: 'none', order: 1, mean: 'geometric' }, factoredResources());
    expect(segmentSteps(metric, 'a||X', ['b||X', '', 'a||X']).step('r1').note).toBe(
      'reference 3, which gives the highest score',
    );
    expect(segmentSteps(metric, 'a||X', ['b||X']).step('score').note).toBe('an F1 is 0, so their geometric mean is 0');
  });
});
