import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumRows } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import bleu from './bleu.ts';
import bleuSbp from './bleu-sbp.ts';
import { type ReferenceLength, referenceLengths } from '../shared/referenceLength.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden, readWorkedExamples } from '../testing/golden.ts';
import { type Words, clippedMatches, plainReferenceLength, sumOf } from '../testing/plainNgrams.ts';

const scores = scorer(bleuSbp);
const bleuScores = scorer(bleu);
const join = (words: Words) => words.join(' ');

describe.skipIf(goldenMissing)(goldenTitle('the oracle'), () => {
  it.each(['A2', 'A3'] as const)('has the scores and sums of %s', (corpus) => {
    const { hypotheses, references } = goldenTexts(corpus);
    for (const referenceLength of ['closest', 'shortest'] as const) {
      const { score, ...rest } = readGolden().oracle.results[corpus][`BLEU-SBP(${referenceLength})`];
      const options = { tokenizer: 'none', referenceLength } as const;
      expect(scores(options, hypotheses, references).corpus).toBeCloseTo(100 * score, 9);
      const sums = sumRows(measure(bleuSbp(options), { references }, [hypotheses]), 0);
      const counts = [0, 1, 2, 3].flatMap((n) => [sums[2 + n], sums[6 + n]]);
      expect(Object.values(rest)).toEqual([[...counts, sums[10], sums[1]]]);
    }
  });
});

/** chiang-licence, chiang-fig1-corpus. */
describe.skipIf(goldenMissing)(goldenTitle('worked examples of Chiang et al. (2008)'), () => {
  it('gives no licence to shorten a segment', () => {
    const { input, expected } = readWorkedExamples().get('chiang-licence')!;
    const text = (length: number) => join(new Array<string>(length).fill('a'));
    const lengths = Array.from({ length: input.N }, (_, i) =>
      i === 0 ? input.r_i - expected.allowed_shortening : input.r_i + input.eps,
    );
    const references = lengths.map(() => [text(input.r_i)]);
    const [loose, strict] = [bleu(), bleuSbp()].map((metric) =>
      metric.parts!(sumRows(measure(metric, { references }, [lengths.map(text)]), 0)),
    );
    expect(loose!['brevity penalty']).toBe(expected.bp_at_10);
    expect(strict!['brevity penalty']).toBeCloseTo(Math.exp(1 - 220 / 210), 12);
  });

  it('scores the sentences of Figure 1 as one test set', () => {
    const examples = readWorkedExamples();
    const sentences = ['a', 'b', 'c'].map((letter) => examples.get(`chiang-fig1${letter}`)!.input);
    const references = sentences.map(({ reference }) => [reference]);
    const expected = examples.get('chiang-fig1-corpus')!.expected;
    for (const system of ['baseline', 'delete']) {
      const hypotheses = sentences.map((sentence) => sentence[system] as string);
      const [strict, loose] = [scores, bleuScores].map((score) => score({ tokenizer: 'none' }, hypotheses, references));
      expect(strict!.corpus / 100).toBeCloseTo(expected[system].bleu_sbp, 6);
      expect(loose!.corpus / 100).toBeCloseTo(expected[system].bleu, 6);
    }
  });
});

/** Equations 1, 2 and 4, written plainly. */
function plainBleuSbp(
  hypotheses: readonly Words[],
  references: readonly (readonly Words[])[],
  order: number,
  kind: ReferenceLength,
): number {
  const lengths = hypotheses.map((words, i) => plainReferenceLength(kind, words, references[i]!));
  const x = sumOf(hypotheses.map((words, i) => Math.min(words.length, lengths[i]!))) / sumOf(lengths);
  let logs = 0;
  for (let n = 1; n <= order; n++) {
    const matches = sumOf(hypotheses.map((words, i) => clippedMatches(words, references[i]!, n)));
    const total = sumOf(hypotheses.map((words) => Math.max(0, words.length - n + 1)));
    if (matches === 0) return 0;
    logs += Math.log(matches / total) / order;
  }
  return 100 * (x > 0 ? Math.exp(1 - 1 / x) : sumOf(lengths) === 0 ? 1 : 0) * Math.exp(logs);
}

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 });
const corpus = fc.array(fc.tuple(words, fc.array(words, { minLength: 1, maxLength: 3 })), {
  minLength: 1,
  maxLength: 4,
});

it('scores a corpus like the plain version', () => {
  fc.assert(
    fc.property(
      corpus,
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(...referenceLengths),
      (segments, order, kind) => {
        const hypotheses = segments.map(([hypothesis]) => hypothesis);
        const references = segments.map(([, list]) => list);
        const found = scores(
          { tokenizer: 'none', order, referenceLength: kind },
          hypotheses.map(join),
          references.map((list) => list.map(join)),
        );
        expect(found.corpus).toBeCloseTo(plainBleuSbp(hypotheses, references, order, kind), 9);
      },
    ),
    { seed: 20288, numRuns: 1000 },
  );
});

it('scores single segments as BLEU does, and a corpus never higher', () => {
  fc.assert(
    fc.property(
      corpus,
      fc.constantFrom('none', 'exp', 'mteval', 'lin-och', 'chiang', 'chiang-bp', 'floor', 'add-k[0.5]'),
      fc.constantFrom(...referenceLengths),
      (segments, smoothing, referenceLength) => {
        const hypotheses = segments.map(([hypothesis]) => join(hypothesis));
        const references = segments.map(([, list]) => list.map(join));
        const options = { tokenizer: 'none', smoothing, referenceLength } as const;
        const strict = scores(options, hypotheses, references);
        const loose = bleuScores(options, hypotheses, references);
        strict.segments.forEach((score, i) => expect(score).toBeCloseTo(loose.segments[i]!, 9));
        const unsmoothed = bleuScores({ ...options, smoothing: 'none' }, hypotheses, references);
        expect(strict.corpus).toBeLessThanOrEqual(unsmoothed.corpus + 1e-9);
      },
    ),
    { seed: 20289, numRuns: 500 },
  );
});
