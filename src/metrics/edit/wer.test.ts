import { describe, expect, it } from 'vitest';
import { plainDistance } from '../../text/testing/plainDistances.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { checkErrorRate, checkGolden, fractions } from '../testing/rates.ts';
import wer from './wer.ts';

const scores = scorer(wer);

describe('plain WER', () => checkErrorRate(wer, {}, plainDistance));

describe('several references', () => {
  const references = [['a b c d', 'x b', 'a']];

  it('count by the fewest edits and the mean length', () => {
    expect(scores({}, ['a b'], references).corpus).toBeCloseTo((100 * 1) / (7 / 3), 12);
  });

  it('count by the lowest rate if requested, with ties going to the longest', () => {
    expect(scores({ divisor: 'best' }, ['a b'], references).corpus).toBe(50);
    // One edit of two words or two of four: the same for the segment, not for the corpus.
    const { corpus } = scores({ divisor: 'best' }, ['a b', 'u'], [references[0]!, ['v w']]);
    expect(corpus).toBeCloseTo((100 * (2 + 2)) / (4 + 2), 12);
  });
});

describe('empty texts', () => {
  it('make every reference word an error, or any error 100', () => {
    expect(scores({}, ['', 'a b', ''], [['a b'], [''], ['']])).toEqual({ corpus: 200, segments: [100, 100, 0] });
  });
});

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it.each(['A1', 'A3'] as const)('Moses, %s', (corpus) => {
    const { corpus: whole, segments } = readGolden().reference[`moses-mert-WER/${corpus}`]!;
    const expected = { corpus: 1 - whole.score, segments: fractions(segments, ({ score }) => 1 - score) };
    checkGolden(wer, {}, corpus, expected);
  });

  it.each(['A1', 'A3'] as const)('odashi-mteval, %s', (corpus) => {
    // Not its corpus score, which is a mean of rates, and not its 0 for an empty hypothesis.
    const { empty_hyp: _, ...segments } = fractions(
      readGolden().reference[`odashi-mteval/${corpus}`]!.segments,
      ({ WER }) => WER as number,
    );
    checkGolden(wer, {}, corpus, { corpus: undefined, segments });
  });
});
