import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMetric, printMetric, sumRows } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import bleu from './bleu.ts';
import bleuGrid, { rowsOfTable4 } from './bleu-grid.ts';
import { metrics } from '../index.ts';
import { scorer } from '../testing/cases.ts';
import { caseTexts } from '../testing/caseTexts.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden, readWorkedExamples } from '../testing/golden.ts';
import { type Words, countNgrams, plainReferenceLength, sumOf } from '../testing/plainNgrams.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const scores = scorer(bleuGrid);
const optionsOf = (name: string) => bleuGrid.readName!(name)!;

/** PA1, PAB1, PAC1, …, FGBC9. */
const names = ['P', 'R', 'F'].flatMap((base) =>
  ['A', 'G'].flatMap((mean) =>
    ['', 'B', 'C', 'BC'].flatMap((rest) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${base}${mean}${rest}${n}`)),
  ),
);

describe.skipIf(goldenMissing)(goldenTitle('the oracle'), () => {
  it.each([
    ['song_add1', ''],
    ['song_add1_smoothedBP', '^b'],
    ['song_unsmoothed', '^u'],
  ])('%s gives the segment scores under names with “%s”', (key, marks) => {
    const { ids, hypotheses, references } = goldenTexts('A3');
    const segments = readGolden().oracle.results['A3'].segments;
    const variants = Object.keys(segments[ids[0]!][key]);
    expect(variants.length).toBeGreaterThanOrEqual(15);
    for (const name of variants) {
      const found = scores({ ...optionsOf(`${name}${marks}`), tokenizer: 'none' }, hypotheses, references);
      ids.forEach((id, i) => expect(found.segments[i], `${name} ${id}`).toBeCloseTo(100 * segments[id][key][name], 9));
    }
  });
});

/** song-t2-cand2-*, song-t2-cand3, song-names; the others of Song et al. are in shared/bleuScore.test.ts. */
describe.skipIf(goldenMissing)(goldenTitle('worked examples of Song et al. (2013)'), () => {
  it.each(['song-t2-cand2-text', 'song-t2-cand2-as-extracted', 'song-t2-cand3'])('%s', (id) => {
    const { input, expected } = readWorkedExamples().get(id)!;
    const texts = [input.candidate.join(' ')];
    const references = [[input.references[0].join(' ')]];
    const [clipped, unclipped] = ['PAC1', 'PA1'].map(
      (name) => scores({ ...optionsOf(name), tokenizer: 'none' }, texts, references).corpus,
    );
    expect(clipped).toBeCloseTo((100 * expected.clipped[0]) / expected.clipped[1], 9);
    expect(unclipped).toBeCloseTo((100 * expected.unclipped[0]) / expected.unclipped[1], 9);
  });

  it('reads the names of the paper', () => {
    const { input, expected } = readWorkedExamples().get('song-names')!;
    (input as string[]).forEach((name, i) => {
      const { base, mean, brevity, clip, order } = optionsOf(name);
      expect({ base, mean, bp: brevity, clip, n: order }).toEqual(expected[i]);
    });
  });
});

describe('names', () => {
  it('are read and printed consistently, and belong to no other metric', () => {
    for (const name of names) {
      for (const marks of ['', '^u', ...(name.includes('B') ? ['^b', '^ub'] : [])]) {
        const { definition, options } = findMetric(`${name}${marks}`, metrics);
        expect(definition).toBe(bleuGrid);
        expect(definition(options).name).toBe(`${name}${marks}`);
        expect(printMetric({ definition, options })).toBe(
          name === 'PGBC4' && marks === '' ? 'bleu-grid' : `${name}${marks}`,
        );
      }
    }
  });

  it('may have a comma between marks, as in the paper', () => {
    expect(optionsOf('FGBC4^u,b')).toEqual(optionsOf('FGBC4^ub'));
    expect(optionsOf('FGBC4^{u,b}')).toEqual(optionsOf('FGBC4^ub'));
    expect(optionsOf('FGBC4^{u}')).toEqual(optionsOf('FGBC4^u'));
  });

  it('may be typed in lower case, and the marks in any order', () => {
    expect(optionsOf('fgbc4^BU')).toEqual(optionsOf('FGBC4^ub'));
  });

  it.each([
    'PGCB4',
    'PG0',
    'PG10',
    'PGBC',
    'PGBC4^',
    'PGBC4^c',
    'PGBC4^{u',
    'PGBC4^u}',
    'PGBC4^{}',
    'PGBC4^u^b',
    'RACB1',
  ])('%j is refused, with the format of names', (name) => {
    expect(() => bleuGrid.readName!(name)).toThrow(/then an order from 1 to 9/);
  });

  it.each(['G4', 'P4', ' PG4', 'per', 'rouge-1'])('%j is not a name', (name) => {
    expect(bleuGrid.readName!(name)).toBeUndefined();
  });

  it('do not smooth a brevity penalty that they do not have', () => {
    expect(() => bleuGrid(optionsOf('RAC1^b'))).toThrow(/\^b \(smooth-bp=yes\) .* works only with B/);
  });
});

describe('rows of Table 4', () => {
  it('have names, which its page lists', () => {
    for (const [, typed] of rowsOfTable4) {
      for (const base of ['P', 'R', 'F']) {
        expect(bleuGrid(optionsOf(`${base}${typed}`)).name).toBe(`${base}${typed}`);
        expect(bleuGrid.notes!.join(' ')).toContain(`\`${base}${typed}\``);
      }
    }
  });

  it('of geometric means do not fall to 0 where 4-grams are missing, as unsmoothed ones do', () => {
    const score = (name: string) =>
      scores({ ...optionsOf(name), tokenizer: 'none' }, ['a b c d e'], [['a b c x e f']]).segments[0]!;
    expect(score('PGBC4^ub')).toBe(0);
    // (4 + 1) / (5 + 1), 3 / 5, 2 / 4 and 1 / 3, and a brevity penalty of 6 to 7 words
    const expected = Math.exp(1 - 7 / 6) * ((5 / 6) * (3 / 5) * (2 / 4) * (1 / 3)) ** (1 / 4);
    expect(score('PGBC4^b')).toBeCloseTo(100 * expected, 9);
  });
});

/** A variant by its name, written plainly; `added` is 1 for smoothed segments. */
function plainScore(
  name: string,
  hypotheses: readonly Words[],
  references: readonly (readonly Words[])[],
  added: number,
  addedToLengths: number,
): number {
  const [base, mean] = name;
  const length = sumOf(hypotheses.map((words) => words.length));
  if (length === 0) return 0;
  // Among the references closest in length, the one with more in common: by clipped unigrams, then bigrams, …, then unclipped ones.
  const chosen = hypotheses.map((hypothesis, i) => {
    const wanted = plainReferenceLength('closest', hypothesis, references[i]!);
    const ranked = references[i]!.filter((words) => words.length === wanted).map((words) => {
      const counts = [true, false].flatMap((clip) =>
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => found(words, [hypothesis], n, clip)),
      );
      return { words, key: counts.map((count) => String(count).padStart(3, '0')).join() };
    });
    return ranked.sort((a, b) => (a.key < b.key ? 1 : -1))[0]!.words;
  });
  const terms = Array.from({ length: Number(name.at(-1)) }, (_, k) => {
    const n = k + 1;
    const clip = name.includes('C');
    const ngrams = (texts: readonly Words[]) => sumOf(texts.map((words) => Math.max(0, words.length - n + 1))) + added;
    const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
    const precise = sumOf(hypotheses.map((words, i) => found(words, references[i]!, n, clip))) + added;
    const recalled = sumOf(chosen.map((words, i) => found(words, [hypotheses[i]!], n, clip))) + added;
    const [p, r] = [share(precise, ngrams(hypotheses)), share(recalled, ngrams(chosen))];
    return base === 'P' ? p : base === 'R' ? r : share(10 * p * r, 9 * p + r);
  });
  const product = terms.reduce((all, term) => all * term, 1);
  const average = mean === 'A' ? sumOf(terms) / terms.length : product ** (1 / terms.length);
  const wanted = sumOf(chosen.map((words) => words.length));
  const penalty = Math.exp(Math.min(0, 1 - (wanted + addedToLengths) / (length + addedToLengths)));
  return 100 * average * (name.includes('B') ? penalty : 1);
}

/** How many n-grams of `words` are in `others`, clipped or not. */
function found(words: Words, others: readonly Words[], n: number, clip: boolean): number {
  const limits = others.map((other) => countNgrams(other, n));
  let sum = 0;
  for (const [ngram, count] of countNgrams(words, n)) {
    const most = Math.max(...limits.map((limit) => limit.get(ngram) ?? 0));
    sum += clip ? Math.min(count, most) : most > 0 ? count : 0;
  }
  return sum;
}

describe('plain variants', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  const join = (list: Words) => list.join(' ');

  it('score the same, corpus and segments, under every name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, fc.array(words, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...names),
        fc.constantFrom('', '^u', '^b', '^ub'),
        (segments, name, marks) => {
          const all = name.includes('B') ? marks : marks.replace(/\^?b/, '');
          const hypotheses = segments.map(([hypothesis]) => hypothesis);
          const references = segments.map(([, list]) => list);
          const texts = references.map((list) => list.map(join));
          const { corpus, segments: alone } = scores(
            { ...optionsOf(`${name}${all}`), tokenizer: 'none' },
            hypotheses.map(join),
            texts,
          );
          expect(corpus).toBeCloseTo(plainScore(name, hypotheses, references, 0, 0), 9);
          const [added, addedToLengths] = [all.includes('u') ? 0 : 1, all.includes('b') ? 1 : 0];
          hypotheses.forEach((hypothesis, i) => {
            const plain = plainScore(name, [hypothesis], [references[i]!], added, addedToLengths);
            expect(alone[i]).toBeCloseTo(plain, 9);
          });
        },
      ),
      { seed: 20291, numRuns: 2000 },
    );
  });
});

describe('one measurement', () => {
  const { hypotheses, references } = caseTexts.german;
  const measured = measure(bleuGrid(), { references }, [hypotheses]);

  it('is scored under every name as if measured under it', () => {
    for (const name of names) {
      const metric = bleuGrid(optionsOf(name));
      expect(metric.score(sumRows(measured, 0))).toBe(scores(optionsOf(name), hypotheses, references).corpus);
    }
  });

  it('has the BLEU of its corpus as PGBC4', () => {
    const unsmoothed = scorer(bleu)({ smoothing: 'none' }, hypotheses, references);
    expect(bleuGrid().score(sumRows(measured, 0))).toBeCloseTo(unsmoothed.corpus, 9);
  });
});

describe('steps', () => {
  // Papineni et al. (2002), example 2: the clipped precision of words is 2/7; without clipping it would be 7/7.
  const output = 'the the the the the the the';
  const references = ['the cat is on the mat', 'there is a cat on the mat'];
  const stepsOf = (options: Parameters<typeof bleuGrid>[0]) =>
    segmentSteps(
      bleuGrid({ order: 1, mean: 'arithmetic', brevity: false, smoothing: 'none', ...options }),
      output,
      references,
    );

  it('clip the paper’s “the the the”', () => {
    const steps = stepsOf({});
    expect(steps.values('m1', 't1', 'p1')).toEqual([2, 7, 2 / 7]);
    expect(steps.words('m1').slice(0, 2)).toEqual([
      'match 2: the … the | the … the',
      'clipped 0: the … the … the … the … the',
    ]);
    expect(stepsOf({ clip: false }).values('m1', 'p1')).toEqual([7, 1]);
  });

  it('of recall are those of the reference closest in length', () => {
    const steps = stepsOf({ base: 'recall' });
    expect(steps.values('k1', 'u1', 'q1')).toEqual([1, 7, 1 / 7]);
    expect(steps.step('u1').note).toBe('reference 2, the closest in length');
    expect(steps.words('k1').filter((item) => item.startsWith('match'))).toEqual(['match 1: the | the']);
  });

  it('of F combine both', () => {
    const steps = stepsOf({ base: 'f' });
    expect(steps.step('f1').formula).toBe('10 * p1 * q1 / (9 * p1 + q1)');
    expect(steps.step('score').value).toBeCloseTo((100 * 10 * (2 / 49)) / (18 / 7 + 1 / 7), 10);
  });
});
