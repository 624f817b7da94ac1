import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainCommon, plainLongest, plainSkipBigrams, plainWeighted } from '../../text/testing/plainSubsequences.ts';
import rouge from './rouge.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const scores = scorer(rouge);
type Options = NonNullable<Parameters<typeof rouge>[0]>;

const score = (hypothesis: string, references: readonly string[], options: Options) =>
  scores({ tokenizer: 'none', ...options }, [hypothesis], [references]).corpus;

describe('the examples of Lin (2004)', () => {
  const reference = ['police killed the gunman'];

  it.each([
    ['L', 'police kill the gunman', 300 / 4],
    ['L', 'the gunman kill police', 200 / 4],
    ['2', 'police kill the gunman', 100 / 3],
    ['2', 'the gunman kill police', 100 / 3],
    ['S', 'police kill the gunman', 300 / 6],
    ['S', 'the gunman kill police', 100 / 6],
    ['S', 'the gunman police killed', 200 / 6],
    ['S', 'gunman the killed police', 0],
    ['SU', 'gunman the killed police', 400 / 10],
  ] as const)('ROUGE-%s of “%s”', (variant, hypothesis, expected) => {
    for (const each of ['f', 'p', 'r'] as const) {
      expect(score(hypothesis, reference, { variant, score: each })).toBeCloseTo(expected, 9);
    }
  });

  it.each([
    ['A B C D H I K', 0.571],
    ['A H B K C I D', 0.286],
  ])('ROUGE-W of %s, with k² for a run of k', (hypothesis, expected) => {
    const found = score(hypothesis, ['A B C D E F G'], { variant: 'W', weight: 2 });
    expect(found / 100).toBeCloseTo(expected, 3);
  });
});

describe('by hand', () => {
  it.each([
    ['a b c', ['a b'], { variant: '1', score: 'p' }, 200 / 3],
    ['a b c', ['a b'], { variant: '1', score: 'r' }, 100],
    ['a b c', ['a b'], { variant: '1', alpha: 1 }, 200 / 3],
    ['a b c', ['a b'], { variant: '1', alpha: 0 }, 100],
    ['a b c', ['a b'], { variant: '1' }, 80],
    // F of 4/5 and 1, then pooled 3 of 3 + 3 and 3 of 2 + 1.
    ['a b c', ['a b', 'c'], { variant: '1' }, 80],
    ['a b c', ['a b', 'c'], { variant: '1', references: 'pooled' }, (200 * 3) / 9],
    ['a x b', ['a b'], { variant: 'S', gap: 0, score: 'r' }, 0],
    ['a x b', ['a b'], { variant: 'S', gap: 1, score: 'r' }, 100],
    // Three words and two pairs of neighbours, two words and one pair.
    ['a x b', ['a b'], { variant: 'SU', gap: 0 }, (200 * 2) / (5 + 3)],
    // Of three equal words, only one pair is in the reference.
    ['a a a', ['a a'], { variant: 'S', score: 'p' }, 100 / 3],
    ['', ['a'], {}, 0],
    ['a', [''], {}, 0],
    ['a', ['', 'a'], {}, 100],
    ['a', ['a'], { variant: '2' }, 0],
    ['', [''], { variant: 'W', compat: 'rouge155' }, 0],
  ] as const)('%j against %j with %j', (hypothesis, references, options, expected) => {
    expect(score(hypothesis, references, options)).toBeCloseTo(expected, 9);
  });

  it('the score of a text is the mean over its segments that have reference words', () => {
    const texts = [
      ['a b', 'c', 'd'],
      [['a b'], ['x'], ['']],
    ] as const;
    expect(scores({}, ...texts).corpus).toBe(50);
    expect(scores({ compat: 'rouge155' }, ...texts).corpus).toBeCloseTo(100 / 3, 9);
  });
});

it('reads its variant from its name, and has it there', () => {
  const names: readonly (readonly [string, Options, string])[] = [
    ['rouge-1', { variant: '1' }, 'ROUGE-1'],
    ['ROUGE9', { variant: '9' }, 'ROUGE-9'],
    ['ROUGE-L', { variant: 'L' }, 'ROUGE-L'],
    ['rouge-w', { variant: 'W' }, 'ROUGE-W-1.2'],
    ['rouge-w-1.5', { variant: 'W', weight: 1.5 }, 'ROUGE-W-1.5'],
    ['rouge-s', { variant: 'S' }, 'ROUGE-S*'],
    ['rouge-s4', { variant: 'S', gap: 4 }, 'ROUGE-S4'],
    ['rouge-su', { variant: 'SU' }, 'ROUGE-SU*'],
    ['ROUGE-SU*', { variant: 'SU', gap: Infinity }, 'ROUGE-SU*'],
    ['ROUGE-SU4', { variant: 'SU', gap: 4 }, 'ROUGE-SU4'],
  ];
  for (const [typed, options, name] of names) {
    expect(rouge.readName!(typed), typed).toEqual(options);
    expect(rouge(options).name).toBe(name);
    expect(rouge.readName!(name), name).toEqual(expect.objectContaining(options));
  }
  for (const none of ['rouge', 'rouge-x', 'rouge-l4', 'rouge-u']) expect(rouge.readName!(none), none).toBeUndefined();
  for (const wrong of ['rouge-0', 'rouge-10'])
    expect(() => rouge.readName!(wrong)).toThrow('variant must be one of 1, 2');
  for (const old of ['rouge155', 'ROUGE-1.5.5']) expect(rouge.readName!(old)).toEqual({ compat: 'rouge155' });
});

it('refuses options that make no sense', () => {
  expect(() => rouge({ gap: 4 })).toThrow('gap works only with variant=S and variant=SU.');
  expect(() => rouge({ weight: 2 })).toThrow('weight works only with variant=W.');
  for (const gap of [-1, 1.5, 'x', '', null]) {
    expect(() => rouge({ variant: 'S', gap: gap as number })).toThrow(
      'gap must be unlimited or an integer of at least 0',
    );
  }
});

/** Common units, units of the hypothesis and of the reference, from the definitions. */
function plainCounts(hypothesis: string[], reference: string[], options: Options): [number, number, number] {
  const { variant = 'L', weight = 1.2, gap = Infinity, compat = 'none' } = options;
  const f = (k: number) => k ** weight;
  if (variant === 'L') return [plainLongest(hypothesis, reference), hypothesis.length, reference.length];
  if (variant === 'W') {
    const { heaviest, traced } = plainWeighted(hypothesis, reference, weight);
    const [h, r] = [f(hypothesis.length), f(reference.length)];
    return compat === 'none' ? [heaviest, h, r] : [traced, h, f(r)];
  }
  const unitsOf = (text: string[]): string[] => {
    if (variant === 'S') return plainSkipBigrams(text, gap);
    if (variant === 'SU') return [...plainSkipBigrams(text, gap), ...(compat === 'none' ? text : text.slice(0, -1))];
    const n = Number(variant);
    return text.flatMap((_, i) => (i + n <= text.length ? [text.slice(i, i + n).join(' ')] : []));
  };
  const [inHypothesis, inReference] = [unitsOf(hypothesis), unitsOf(reference)];
  return [plainCommon(inHypothesis, inReference), inHypothesis.length, inReference.length];
}

/** For one segment; undefined if it is ignored. */
function plainScore(hypothesis: string, references: readonly string[], options: Options): number | undefined {
  const { variant = 'L', weight = 1.2, alpha = 0.5, score: which = 'f', compat = 'none' } = options;
  const split = (text: string) => text.split(' ').filter(Boolean);
  const counted = references.map(split).filter((each) => each.length > 0 || compat !== 'none');
  const rate = (common: number, total: number) =>
    total === 0 ? 0 : variant === 'W' ? (common / total) ** (1 / weight) : common / total;
  const scoresOf = ([common, h, r]: readonly [number, number, number]) => {
    const [p, recall] = [rate(common, h), rate(common, r)];
    return { p, r: recall, f: p > 0 && recall > 0 ? (p * recall) / ((1 - alpha) * p + alpha * recall) : 0 };
  };
  const counts = counted.map((reference) => plainCounts(split(hypothesis), reference, options));
  if (counts.length === 0) return undefined;
  if (options.references === 'pooled') {
    return 100 * scoresOf(counts.reduce(([a, b, c], [d, e, g]) => [a + d, b + e, c + g]))[which];
  }
  const each = counts.map(scoresOf);
  const most = Math.max(...each.map(({ r }) => r));
  return 100 * Math.max(...each.filter(({ r }) => compat === 'none' || r === most).map((one) => one[which]));
}

it('scores like the plain version, corpus and segments', () => {
  const text = fc.array(fc.constantFrom(...'abcdef'), { maxLength: 12 }).map((list) => list.join(' '));
  const variant = fc.oneof(
    fc.record({ variant: fc.constantFrom('1', '2', '3', '9', 'L') }),
    // Powers of integers are exact; otherwise ties on the way back may depend on the last bit.
    fc.record({ variant: fc.constant('W'), weight: fc.constantFrom(1, 2, 3) }),
    fc.record({ variant: fc.constantFrom('S', 'SU'), gap: fc.constantFrom(0, 1, 4, Infinity) }),
  ) as fc.Arbitrary<Options>;
  const others = fc.record({
    score: fc.constantFrom('f', 'p', 'r'),
    alpha: fc.constantFrom(0, 0.5, 0.8, 1),
    references: fc.constantFrom('best', 'pooled'),
    compat: fc.constantFrom('none', 'rouge155'),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
      variant,
      others,
      (segments, first, second) => {
        const options: Options = { tokenizer: 'none', ...first, ...second };
        const expected = segments.map(([hypothesis, references]) => plainScore(hypothesis, references, options));
        const found = scores(
          options,
          segments.map(([hypothesis]) => hypothesis),
          segments.map(([, references]) => references),
        );
        expected.forEach((each, i) => expect(found.segments[i]).toBeCloseTo(each ?? 0, 8));
        const counted = expected.filter((each) => each !== undefined);
        const mean = counted.reduce((sum, each) => sum + each, 0) / Math.max(1, counted.length);
        expect(found.corpus).toBeCloseTo(mean, 8);
      },
    ),
    { seed: 20289, numRuns: 3000 },
  );
});

describe.skipIf(goldenMissing)(goldenTitle('ROUGE-1.5.5 -n 4 -w 1.2 -2 -1 -U -f A -p 0.5, five digits'), () => {
  const measures = ['ROUGE-1', 'ROUGE-2', 'ROUGE-3', 'ROUGE-4', 'ROUGE-L', 'ROUGE-W-1.2', 'ROUGE-S*', 'ROUGE-SU*'];

  it.each(measures.flatMap((name) => (['A1', 'A2', 'A3'] as const).map((corpus) => [name, corpus] as const)))(
    '%s %s',
    (name, corpus) => {
      const expected = readGolden().reference[`ROUGE-1.5.5/${corpus}`] as unknown as {
        average: Record<string, number>;
        segments: Record<string, Record<string, Record<'R' | 'P' | 'F', number>>>;
      };
      const { ids, ...texts } = goldenTexts(corpus);
      // Segments without ASCII letters on one side were left out, because the program fails on them.
      const kept = ids.flatMap((id, i) => (id in expected.segments ? [i] : []));
      expect(kept.length).toBe(Object.keys(expected.segments).length);
      for (const which of ['R', 'P', 'F'] as const) {
        const options: Options = { ...rouge.readName!(name), references: 'pooled', compat: 'rouge155' };
        const found = scores(
          { ...options, score: which.toLowerCase() as 'f' | 'p' | 'r' },
          kept.map((i) => texts.hypotheses[i]!),
          kept.map((i) => texts.references[i]!),
        );
        // F is made of rounded P and R there.
        const tolerance = which === 'F' ? 1.6e-5 : 5.1e-6;
        const values = kept.map((i) => expected.segments[ids[i]!]![name]![which]);
        values.forEach((value, k) => {
          expect(Math.abs(found.segments[k]! / 100 - value), `${ids[kept[k]!]!} ${which}`).toBeLessThan(tolerance);
        });
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        expect(Math.abs(found.corpus / 100 - mean), which).toBeLessThan(tolerance);
        // The average it prints is that of 1000 bootstrap samples.
        expect(Math.abs(found.corpus / 100 - expected.average[`${name}_${which}`]!), which).toBeLessThan(0.01);
      }
    },
  );
});

describe('steps', () => {
  // Lin (2004), sections 3.1 and 4.
  const reference = 'police killed the gunman';
  const [second, third] = ['police kill the gunman', 'the gunman kill police'];

  it('of L show the subsequence of the paper’s example', () => {
    const steps = segmentSteps(rouge({ variant: 'L' }), second, [reference]);
    expect(steps.words('m')).toEqual(['run 1: police | police', 'run 2: the gunman | the gunman']);
    expect(steps.values('m', 't', 'u', 'P', 'R', 's', 'score')).toEqual([3, 4, 4, 0.75, 0.75, 0.75, 75]);
    expect(segmentSteps(rouge({ variant: 'L' }), third, [reference]).words('m')).toEqual([
      'run 2: the gunman | the gunman',
    ]);
  });

  it('of S and SU show pairs of words', () => {
    const steps = segmentSteps(rouge({ variant: 'S' }), second, [reference]);
    expect(steps.words('m')).toEqual([
      'match 1: police … the | police … the',
      'match 1: police … gunman | police … gunman',
      'match 1: the gunman | the gunman',
    ]);
    expect(steps.values('m', 't', 'u', 'score')).toEqual([3, 6, 6, 50]);
    const both = segmentSteps(rouge({ variant: 'SU', gap: 0 }), third, [reference]);
    expect(both.words('pairs')).toEqual(['match 1: the gunman | the gunman']);
    expect(both.values('pairs', 'words', 'm', 't', 'u')).toEqual([1, 3, 4, 7, 7]);
  });

  it('of W weight the runs, as in the example of section 4', () => {
    const stepsOf = (output: string) =>
      segmentSteps(rouge({ variant: 'W', weight: 2, score: 'r' }), output, ['A B C D E F G']);
    const contiguous = stepsOf('A B C D H I K');
    expect(contiguous.words('m')).toEqual(['run 16: A B C D | A B C D']);
    expect(contiguous.step('s').value).toBeCloseTo(0.571, 3);
    const scattered = stepsOf('A H B K C I D');
    expect(scattered.values('m', 'u')).toEqual([4, 49]);
    expect(scattered.step('s').value).toBeCloseTo(0.286, 3);
  });

  it('of n-grams are those of the best reference, or pooled', () => {
    const references = ['a dog', '', 'the cat sat'];
    const steps = segmentSteps(rouge({ variant: '2' }), 'the cat', references);
    expect(steps.words('m')).toEqual(['match 1: the cat | the cat', 'missing 0: | cat sat']);
    expect(steps.step('u').note).toBe('reference 3, which gives the highest score');
    const pooled = segmentSteps(rouge({ variant: '1', references: 'pooled' }), 'the cat', references);
    expect(pooled.values('m', 't', 'u')).toEqual([2, 4, 5]);
    expect(segmentSteps(rouge(), 'the cat', ['']).step('score').value).toBe(0);
  });
});
