import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../core/index.ts';
import bleu from '../ngram/bleu.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readWorkedExamples } from '../testing/golden.ts';
import { plainReferenceLength } from '../testing/plainNgrams.ts';
import { brevityPenalty } from './bleuScore.ts';
import { effectiveLength, referenceLengths } from './referenceLength.ts';

const ofLength = (length: number): Tokens => ({ ids: new Int32Array(length + 2), start: 1, end: 1 + length });

const scores = scorer(bleu);

it('of any references follows the definition', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }), (length, lengths) => {
      const list = (words: number) => new Array<string>(words).fill('a');
      for (const kind of referenceLengths) {
        const plain = plainReferenceLength(kind, list(length), lengths.map(list));
        expect(effectiveLength[kind](lengths.map(ofLength), length)).toBe(plain);
      }
    }),
    { seed: 20286 },
  );
});

it('is the shorter of two that are equally close', () => {
  expect(effectiveLength.closest([7, 5].map(ofLength), 6)).toBe(5);
  expect(effectiveLength.closest([5, 7].map(ofLength), 6)).toBe(5);
});

/** chiang-efflen, chiang-closest-paradox, chiang-average-paradox. */
describe.skipIf(goldenMissing)(goldenTitle('worked examples of Chiang et al. (2008), section 2'), () => {
  it('gives the three effective lengths', () => {
    const { input, expected } = readWorkedExamples().get('chiang-efflen')!;
    const lengths = (input.reference_lengths as number[]).map(ofLength);
    expect(effectiveLength.closest(lengths, input.candidate_length)).toBe(expected.original_closest);
    expect(effectiveLength.shortest(lengths, input.candidate_length)).toBe(expected.nist_shortest);
    expect(effectiveLength.average(lengths, input.candidate_length)).toBeCloseTo(expected.average, 6);
  });

  it('by the closest length lets a shorter text escape the brevity penalty', () => {
    const { input, expected } = readWorkedExamples().get('chiang-closest-paradox')!;
    const lengths = (input.reference_lengths as number[]).map(ofLength);
    const penalties = (input.candidate_lengths as number[]).map((length) =>
      brevityPenalty(length, effectiveLength.closest(lengths, length)),
    );
    penalties.forEach((penalty, i) => expect(penalty).toBeCloseTo(expected[i], 6));
  });

  it('by the average length gives less than 100 to one of the references', () => {
    const { input, expected } = readWorkedExamples().get('chiang-average-paradox')!;
    const references = [(input.references as string[][]).map((words) => words.join(' '))];
    const found = scores({ tokenizer: 'none', referenceLength: 'average' }, [input.candidate.join(' ')], references);
    expect(found.corpus / 100).toBeCloseTo(expected, 6);
  });
});

describe('signatures', () => {
  it('of BLEU name the reference length only if it is not the default', () => {
    const { referenceLength } = bleu.options;
    expect(referenceLengths.map((kind) => referenceLength.print(kind))).toEqual([undefined, 'shortest', 'average']);
  });
});
