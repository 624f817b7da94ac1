import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError, findMetric, printMetric, systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { type PlainSettings, plainAmber } from './amber/testing/plainAmber.ts';
import { caseTexts } from '../testing/caseTexts.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';
import { metrics } from '../index.ts';
import amber from './amber.ts';

const scores = scorer(amber);

/** The options of the metric that correspond to those of the plain implementation. */
function optionsFor({ weights, ...settings }: Partial<PlainSettings>) {
  const byName = Object.entries(weights ?? {}).map(([name, weight]) => [name.toLowerCase(), weight]);
  return { ...settings, ...Object.fromEntries(byName) } as Parameters<typeof scores>[0];
}

describe('the plain implementation', () => {
  const word = fc.constantFrom(
    ...['the', 'The', 'cat', 'a', 'sat', 'on', 'mats', 'nation', 'international', 'transportation', 'walking', 'gangs'],
    ...['unbreakable', 'mat.', '(1,5)', 'čtyři', '翻译。', '😀', 'c\u030cty'],
  );
  const text = (maxLength: number) => fc.array(word, { maxLength }).map((list) => list.join(' '));
  const settings: fc.Arbitrary<Partial<PlainSettings>> = fc
    .record(
      {
        tokenizer: fc.constantFrom('none', '13a'),
        types: fc.subarray(['0', '1', '2', '3', '4', '5', '6', '7'], { minLength: 1, maxLength: 3 }),
        matching: fc.subarray(['ngram', 'fixed', 'flexible', 'skip'], { minLength: 1 }),
        order: fc.integer({ min: 1, max: 4 }),
        recallOrder: fc.integer({ min: 1, max: 5 }),
        alpha: fc.constantFrom(0, 0.3, 0.9, 1),
        avgP: fc.constantFrom(0, 0.3, 0.5),
        fMean: fc.constantFrom(0, 0.2, 0.5),
        gap: fc.constantFrom(0, 1, 3, 50),
        tfIdf: fc.constantFrom('no', 'yes', 'both'),
        without: fc.subarray(['SBP', 'CKP', 'CTP', 'NKCP']),
        weights: fc.constantFrom(
          {},
          { SBP: 1, SRP: 0.5, CSBP: 0, CSRP: 1, SWDP: 1, LWDP: 0, CKP: 2, CTP: 0, NSCP: 2, NKCP: 0.5 },
        ),
        gamma: fc.constantFrom(0, 0.1, 0.7),
        beta: fc.constantFrom(1, 2, 3),
        chunks: fc.constantFrom('corrected', 'printed'),
        identical: fc.boolean(),
        continuity: fc.constantFrom('corrected', 'printed'),
        spearman: fc.constantFrom('printed', 'standard'),
        wordDifferences: fc.constantFrom('totals', 'segments'),
      },
      { requiredKeys: [] },
    )
    .map(({ gap, ...others }) => ({
      ...others,
      ...(gap !== undefined && others.matching?.includes('skip') && { gap }), // otherwise it is refused
    }));
  const check = (given: Partial<PlainSettings>, segments: readonly (readonly [string, readonly string[]])[]) => {
    const hypotheses = segments.map(([hypothesis]) => hypothesis);
    const references = segments.map(([, list]) => list);
    const weights = { SBP: 0.3, SRP: 0.1, CSBP: 0.15, CSRP: 0.05, SWDP: 0.1, LWDP: 0.2, CKP: 1, CTP: 0.8, NSCP: 0.5, NKCP: 2, ...given.weights }; // prettier-ignore
    const expected = plainAmber(hypotheses, references, { ...given, weights });
    const found = scores(optionsFor(given), hypotheses, references);
    expect(found.corpus).toBeCloseTo(expected.corpus, 8);
    found.segments.forEach((segment, i) => expect(segment).toBeCloseTo(expected.segments[i]!, 8));
  };

  it('gives the same scores under all options', () => {
    const segment = fc.tuple(text(8), fc.array(text(8), { minLength: 1, maxLength: 3 }));
    fc.assert(fc.property(settings, fc.array(segment, { minLength: 1, maxLength: 3 }), check), {
      seed: 20276,
      numRuns: 250,
    });
  });

  it('and for longer texts of few words, and of many', () => {
    const few = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((list) => list.join(' '));
    const segment = fc.oneof(
      fc.tuple(few, fc.array(few, { minLength: 1, maxLength: 3 })),
      fc.tuple(text(16), fc.tuple(text(16))),
    );
    fc.assert(fc.property(settings, fc.tuple(segment), check), { seed: 20277, numRuns: 100 });
  });

  it.each(Object.entries(caseTexts))('and for the texts %s', (_, { hypotheses, references }) => {
    for (const given of [{}, { types: ['0', '2', '3', '5', '7'], tfIdf: 'both' }] as Partial<PlainSettings>[]) {
      check(
        given,
        hypotheses.map((hypothesis, i) => [hypothesis, references[i]!] as const),
      );
    }
  });
});

describe('a text and itself', () => {
  const text = 'the quick brown fox jumps over the lazy dog .';

  it('score slightly below 100, because they are one chunk', () => {
    // Equation 13: 1 − 0.1 · (1 / 10)³
    expect(scores({ types: ['1'] }, [text], [[text]]).corpus).toBeCloseTo(99.99, 10);
    expect(scores({ types: ['1'] }, ['hello'], [['hello']]).corpus).toBeCloseTo(90, 10);
  });

  it('score 100 without chunks, in all text types and matchings', () => {
    for (const type of ['0', '1', '2', '3', '4', '5', '6', '7'] as const) {
      const options = { types: [type], matching: ['ngram', 'fixed', 'flexible', 'skip'], identical: true } as const;
      expect(scores(options, [text, 'hello'], [[text], ['hello']]).corpus).toBeCloseTo(100, 10);
    }
  });

  it('score 0 if they are empty', () => expect(scores({}, [''], [['']]).corpus).toBe(0));
});

describe('several references', () => {
  // Type 7 takes long words only: of “is on it” nothing is left.
  it.each([
    [{ types: ['7'] }, 'walking gangs', 'is on it', 'walking gangs fast home soon'],
    [{ types: ['7'], tfIdf: 'yes' }, 'walking gangs', 'is on it', 'walking gangs fast home soon'],
    [{ types: ['7'] }, 'it is', 'is on it', 'walking gangs fast home soon'],
    [{}, 'a b', '', 'a b c d e'],
  ] as const)('%j: one that the cut leaves empty contributes nothing', (options, hypothesis, empty, other) => {
    const alone = scores(options, [hypothesis], [[other]]).corpus;
    expect(scores(options, [hypothesis], [[empty, other]]).corpus).toBe(alone);
    expect(scores(options, [hypothesis], [[other, empty]]).corpus).toBe(alone);
    if (hypothesis === 'walking gangs' && !('tfIdf' in options)) expect(alone).toBeCloseTo(11.06, 2);
  });

  it('never make recall more than 1', () => {
    // "a b c d" has all its words in the two references together; the closer one has only three.
    const found = measure(amber({ types: ['1'], tokenizer: 'none' }), { references: [['a b x', 'c d y y y y']] }, [
      ['a b c d'],
    ]);
    const parts = found.metric.parts!(found.rows);
    expect(parts['Fmean(1)']!).toBeLessThanOrEqual(1);
    expect(systemScore(found, 0)).toBeLessThan(100);
  });
});

describe('penalties', () => {
  const hypotheses = ['the cat sat on a mat', 'a dog barked'];
  const references = [['on the mat sat the cat'], ['the dog barked loudly today']];
  const types = ['1'] as const;

  it('left out are as if they had weight 0', () => {
    const without = scores({ types, without: ['CKP', 'NKCP'] }, hypotheses, references).corpus;
    expect(without).toBe(scores({ types, ckp: 0, nkcp: 0 }, hypotheses, references).corpus);
    expect(without).toBeGreaterThan(scores({ types }, hypotheses, references).corpus);
  });

  it('with other weights need no new rows', () => {
    expect(amber({ ckp: 0, without: ['SBP'], alpha: 0.5 }).rowKey).toBe(amber().rowKey);
    for (const options of [
      { types },
      { spearman: 'standard' },
      { matching: ['ngram'] },
      { tokenizer: 'none' },
    ] as const) {
      expect(amber(options).rowKey).not.toBe(amber().rowKey);
    }
  });

  it('and the score are shown as parts', () => {
    const measured = measure(amber({ types }), { references }, [hypotheses]);
    const parts = measured.metric.parts!(measured.rows.subarray(0, measured.width));
    expect(Object.keys(parts)).toEqual(
      ['AMBER', 'AvgP', 'Fmean', 'AvgF', 'score', 'penalty', 'SBP', 'SRP', 'CSBP', 'CSRP', 'SWDP', 'LWDP', 'CKP', 'CTP', 'NSCP', 'NKCP'].map((name) => `${name}(1)`), // prettier-ignore
    );
    expect(100 * parts['AMBER(1)']!).toBe(measured.segmentScore(0));
    expect(parts['AMBER(1)']).toBe(parts['score(1)']! * parts['penalty(1)']!);
  });
});

describe('steps', () => {
  // Chen and Kuhn (2011), section 2.2, the example of equations 16 and 18: ranks 1, 3, 4, 2.
  const steps = segmentSteps(amber({ types: ['1'] }), 'Bob reading book likes', ['Bob likes reading book']);

  it('of word order have the ranks of the paper’s example', () => {
    expect(steps.words('d')).toEqual([
      'match 0: bob | bob',
      'moved 1: reading | reading',
      'moved 1: book | book',
      'moved 4: likes | likes',
    ]);
    expect(steps.words('up')).toEqual([
      'match 4: 4 pairs in the same order',
      'swapped 0: reading … likes | reading … likes',
      'swapped 0: book … likes | book … likes',
    ]);
    const [spearman, kendall] = steps.values('NSCP', 'NKCP');
    expect(spearman).toBeCloseTo(0.95, 12);
    expect(kendall).toBeCloseTo(2 / 3, 12);
    expect(steps.step('NKCP').note).toBe('weight 2');
  });

  it('show each kind of match and the chunks', () => {
    expect(steps.words('m2')).toEqual([
      'extra 0: bob reading',
      'match 1: reading book | reading book',
      'extra 0: book likes',
      'missing 0: | bob likes',
      'missing 0: | likes reading',
    ]);
    expect(steps.words('m2fix')).toEqual([]); // Bob … book, reading … likes; in the reference Bob … reading, likes … book
    expect(steps.words('m2flex')).toEqual(['match 1: bob … book | bob … book']);
    expect(steps.words('m3flex')).toEqual([]);
    expect(steps.words('chunks')).toEqual(['chunk 1: bob', 'chunk 1: reading book', 'chunk 1: likes']);
    // 4 of 4 words; (1/3 + 0/2 + 1/3) / 3 of items of two words: flexible are bob … book, bob … likes, reading … likes.
    expect(steps.values('P1', 'R1', 'AvgP')).toEqual([1, 1, 0]);
    expect(steps.step('P2').value).toBeCloseTo(2 / 9, 12);
    expect(steps.step('CKP').value).toBeCloseTo(1 - 0.1 * (3 / 4) ** 3, 12);
  });

  it('are those of each type, then their mean', () => {
    const both = segmentSteps(amber({ types: ['1', '4'] }), 'the gangs', ['the gang', 'gangs of the city']);
    expect(both.words('m1_1')).toEqual(['match 1: the | the', 'match 1: gangs | gangs', 'missing 0: | gang']);
    expect(both.words('m1_4')).toEqual(['match 1: the | the', 'match 1: gang | gang', 'match 1: gs | gs']);
    expect(both.step('r1_1').note).toBe('reference 1, the closest in length');
    expect(both.step('score').formula).toBe('100 * ((AMBER_1 + AMBER_4) / 2)');
  });
});

describe('names and options', () => {
  it.each([
    ['AMBER(1)', 'AMBER(1)'],
    ['AMBER(4,6)', 'AMBER(4,6)'],
    ['amber(6,4)', 'AMBER(4,6)'],
    ['AMBER(1,4,6)', 'amber'],
    ['amber', 'amber'],
  ])('%s is %s', (name, typed) => {
    const { definition, options } = findMetric(name, metrics);
    expect(printMetric(definition(options))).toBe(typed);
    expect(definition).toBe(amber);
  });

  it('is named by its types', () => expect(amber({ types: ['4', '6'] }).name).toBe('AMBER(4,6)'));

  it('takes lists as typed and as arrays, in any order', () => {
    const typed = { types: '6+1', without: 'ckp+SBP' } as unknown as Parameters<typeof amber>[0];
    expect(amber(typed).options).toEqual(amber({ types: ['1', '6'], without: ['SBP', 'CKP'] }).options);
  });

  it.each([
    [{ types: [] }, 'types must be any of 0, 1, 2, 3, 4, 5, 6, 7, joined by +, not "".'],
    [{ types: ['8'] }, 'types must be any of 0, 1, 2, 3, 4, 5, 6, 7, joined by +, not "8".'],
    [
      { matching: ['ngram', 'ngram'] },
      'match must be any of ngram, fixed, flexible, skip, joined by +, not "ngram+ngram".',
    ],
    [{ avgP: 0.6, fMean: 0.5 }, 'avgp + fmean must be at most 1.'],
    [{ gap: 3 }, 'gap works only with match=skip.'],
    [{ matching: ['skip'], order: 5 }, 'match=skip works only with n up to 4.'],
    [
      { chunks: 'printed', beta: 1.5 },
      'chunks=printed needs an integer beta, because it raises a negative number to that power.',
    ],
  ] as const)('refuses %j', (options, message) => {
    expect(() => amber(options as unknown as Parameters<typeof amber>[0])).toThrow(new UsageError(message));
  });
});

describe('long segments', () => {
  const long = Array.from({ length: 3000 }, (_, i) => `w${(i * i) % 601}`).join(' ');

  it('take time in proportion to their length', () => {
    expect(scores({ types: ['1'] }, [long], [[long]]).corpus).toBeGreaterThan(99.99);
  });

  it('with too many pieces are refused', () => {
    const endless = 'word '.repeat(20_000);
    expect(() => scores({ types: ['1'] }, ['word'], [[endless]])).toThrow(
      /up to 16384 word pieces.*one segment has 20000/,
    );
  });

  it('with skip n-grams, too, within the gap', () => {
    const text = long.split(' ').slice(0, 400).join(' ');
    expect(scores({ types: ['1'], matching: ['skip'], gap: 20 }, [text], [[text]]).corpus).toBeGreaterThan(99.99);
  });
});

const noTexts = { hypotheses: [], references: [], ids: [] };

describe.skipIf(goldenMissing)(goldenTitle('an independent program for design notes (oracle AMBER, A3)'), () => {
  // Code of a suite outside its tests runs even if the suite is skipped.
  const { hypotheses, references, ids } = goldenMissing ? noTexts : goldenTexts('A3');
  const results = goldenMissing ? {} : readGolden().oracle.results['A3'];
  const types = ['1'] as const;
  const tokenizer = 'none';
  const names = ['SBP', 'SRP', 'CSBP', 'CSRP', 'SWDP', 'LWDP', 'CKP', 'CTP', 'NSCP', 'NKCP'] as const;
  const measured = measure(amber({ types, tokenizer }), { references }, [hypotheses]);
  const rowOf = (i: number) => measured.rows.subarray(i * measured.width, (i + 1) * measured.width);
  const sums = measured.rows.slice(0, measured.width).map((_, k) => ids.reduce((sum, _, i) => sum + rowOf(i)[k]!, 0));

  /**
   * If two words have the same position, as in `overlong`, that program gives both the higher rank, while we give the mean of both; so its
   * NSCP replaces ours.
   */
  function expectAlike(
    parts: Readonly<Record<string, number>>,
    // oxlint-disable-next-line typescript/no-explicit-any -- a tree of numbers
    expected: Record<string, any>,
    sameOrder: boolean,
  ): void {
    for (const name of ['AvgP', 'Fmean', 'AvgF', 'score'] as const) {
      expect(parts[`${name}(1)`], name).toBeCloseTo(expected[name], 9);
    }
    for (const name of names) {
      if (sameOrder || name !== 'NSCP') expect(parts[`${name}(1)`], name).toBeCloseTo(expected['penalties'][name], 9);
    }
    const swapped = Math.sqrt(expected['penalties']['NSCP'] / parts['NSCP(1)']!);
    expect(parts['AMBER(1)']! * swapped).toBeCloseTo(expected['AMBER'], 9);
  }

  it('gives the same parts and score for type 1', () => {
    expectAlike(measured.metric.parts!(sums), results['AMBER(type1)'], false);
  });

  it.each(ids.map((id, i) => [id, i] as const))('and for the segment %s', (id, i) => {
    expectAlike(measured.metric.parts!(rowOf(i)), results.segments[id]['AMBER(type1)'], id !== 'overlong');
    const printed = measure(amber({ types, tokenizer, continuity: 'printed' }), { references: [references[i]!] }, [
      [hypotheses[i]!],
    ]);
    expect(printed.metric.parts!(printed.rows)['CTP(1)']).toBeCloseTo(
      results.segments[id]['AMBER(type1)'].penalties.CTP_as_printed,
      9,
    );
    if (id === 'overlong') return;
    const plain = scores({ types, tokenizer, matching: ['ngram'] }, [hypotheses[i]!], [references[i]!]).corpus;
    expect(plain).toBeCloseTo(100 * results.segments[id]['AMBER(type1,n-gram only)'], 7);
    const four = scores({ types: ['4'], tokenizer }, [hypotheses[i]!], [references[i]!]).corpus;
    expect(four).toBeCloseTo(100 * results.segments[id]['AMBER(type4)'], 7);
  });
});
