import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import _4grr from './4grr.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readGolden, readWorkedExamples } from '../testing/golden.ts';
import { checkGolden, fractions, segments } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import wer from './wer.ts';
import wrr from './wrr.ts';

const scores = scorer(wrr);

describe('WRR', () => {
  it('is 1-GRR, with any number of references', () => {
    fc.assert(
      fc.property(segments, (texts) => {
        const hypotheses = texts.map(({ hypothesis }) => hypothesis);
        const references = texts.map((each) => each.references);
        const found = scores({}, hypotheses, references);
        const other = scorer(_4grr)({ order: 1 }, hypotheses, references);
        expect(found.corpus).toBeCloseTo(other.corpus, 9);
        other.segments.forEach((segment, i) => expect(found.segments[i]).toBeCloseTo(segment, 9));
      }),
      { seed: 20273, numRuns: 300 },
    );
  });

  it('is 1 − WER: for segments, and with one reference for the corpus', () => {
    fc.assert(
      fc.property(segments, (texts) => {
        const hypotheses = texts.map(({ hypothesis }) => hypothesis);
        const references = texts.map((each) => each.references);
        const errors = scorer(wer)({ divisor: 'best' }, hypotheses, references);
        scores({}, hypotheses, references).segments.forEach((segment, i) => {
          // Empty references next to others count by their weight here, and as all or nothing there.
          if (references[i]!.some((each) => each !== '')) expect(segment).toBeCloseTo(100 - errors.segments[i]!, 9);
        });
        const single = references.map(([first]) => [first!]);
        const found = scores({}, hypotheses, single).corpus;
        expect(found).toBeCloseTo(100 - scorer(wer)({}, hypotheses, single).corpus, 9);
      }),
      { seed: 20273, numRuns: 300 },
    );
  });

  it('goes below 0', () => {
    expect(scores({}, ['x x x x x'], [['a b c d']]).corpus).toBe(-25);
  });
});

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it.each(['A2', 'A3'] as const)('the oracle, %s', (corpus) => {
    const results = readGolden().oracle.results[corpus];
    const expected = {
      corpus: results['WRR'],
      segments: fractions(results.segments, (each: Record<string, number>) => each['WRR']!),
    };
    checkGolden(wrr, {}, corpus, expected);
  });

  it('Moses, A1', () => {
    const { corpus: whole, segments: each } = readGolden().reference['moses-mert-WER/A1']!;
    checkGolden(wrr, {}, 'A1', { corpus: whole.score, segments: fractions(each, ({ score }) => score) });
  });

  const examples = goldenMissing ? [] : [...readWorkedExamples().values()];
  it.each(examples.filter(({ id }) => id.startsWith('chiang-automaton-')).map((each) => [each.id, each] as const))(
    '%s',
    (_, { input, expected }) => {
      const found = scores({ tokenizer: 'none' }, [input.candidate.join(' ')], [[input.reference.join(' ')]]);
      expect(found.corpus).toBeCloseTo((100 * expected.wrr[0]) / expected.wrr[1], 9);
    },
  );
});

it('explains Figure 1 (a) of Chiang et al.', () => {
  // Of the nine words of the baseline, four match in order, and four are inserted.
  const { values, formulas, wordsBehind } = shownSteps(
    wrr(),
    'fei xiaotong was awarded the wheat georgia xaixai prize',
    ['fei xiaotong awarded magsaysay prize'],
  );
  expect(values).toEqual({ g1: 4, I: 4, D: 0, R: 0, N: 5, score: 0 });
  expect(formulas['R']).toBe('g1 - 1 * I - 0 * D');
  expect(wordsBehind('I')).toContain('extra was +1');
});
