import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { scorer } from '../testing/cases.ts';
import nist from './nist.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const scores = scorer(nist);

/** From the definition, with n-grams as strings: information from all references, matches clipped by the reference that has most. */
function plainNist(hypotheses: readonly string[], references: readonly (readonly string[])[], order: number) {
  const split = (text: string) => text.split(' ').filter((word) => word !== '');
  const ngrams = (list: readonly string[], n: number) =>
    list.flatMap((_, i) => (i + n <= list.length ? [list.slice(i, i + n).join(' ')] : []));
  const count = (list: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const each of list) counts.set(each, (counts.get(each) ?? 0) + 1);
    return counts;
  };
  const all = references.flat().map(split);
  const counts = count(all.flatMap((list) => Array.from({ length: order }, (_, n) => ngrams(list, n + 1)).flat()));
  const total = all.reduce((sum, list) => sum + list.length, 0);
  const information = (ngram: string) => {
    const list = ngram.split(' ');
    const history = list.length === 1 ? total : counts.get(list.slice(0, -1).join(' '))!;
    return Math.log2(history / counts.get(ngram)!);
  };
  const gained = new Array<number>(order).fill(0);
  const totals = new Array<number>(order).fill(0);
  let length = 0;
  let wanted = 0;
  hypotheses.forEach((hypothesis, i) => {
    const list = split(hypothesis);
    const refs = references[i]!.map(split);
    length += list.length;
    wanted += refs.reduce((sum, ref) => sum + ref.length, 0) / refs.length;
    for (let n = 1; n <= order; n++) {
      totals[n - 1]! += Math.max(0, list.length - n + 1);
      for (const [ngram, times] of count(ngrams(list, n))) {
        const most = Math.max(...refs.map((ref) => count(ngrams(ref, n)).get(ngram) ?? 0));
        if (most > 0) gained[n - 1]! += Math.min(times, most) * information(ngram);
      }
    }
  });
  const sum = gained.reduce((score, gain, n) => score + (totals[n]! > 0 ? gain / totals[n]! : 0), 0);
  const ratio = Math.min(1, wanted > 0 ? length / wanted : 1);
  return ratio === 0 ? 0 : sum * Math.exp((Math.log(0.5) / Math.log(1.5) ** 2) * Math.log(ratio) ** 2);
}

describe('the definition', () => {
  it('is followed by hand', () => {
    // Five words in all references: "a" twice, the rest once. a: log2(5/2), b: log2 5; "a b": log2(2/1) = 1.
    const references = [['a b c'], ['a d']];
    const expected = (Math.log2(5 / 2) + Math.log2(5)) / 3 + 1 / 2;
    expect(scores({ tokenizer: 'none', order: 2 }, ['a b x'], [references[0]!]).corpus).toBeCloseTo(
      (Math.log2(3) * 2) / 3 + 0, // alone, each word occurs once and a bigram follows from its first word
      12,
    );
    const row = scores({ tokenizer: 'none', order: 2 }, ['a b x', 'a d'], references);
    expect(row.segments[0]).toBeCloseTo(expected, 12);
  });

  it('halves the score at two thirds of the length', () => {
    const full = scores({ tokenizer: 'none', order: 1 }, ['a b c'], [['a b c']]).corpus;
    const short = scores({ tokenizer: 'none', order: 1 }, ['a b'], [['a b c']]).corpus;
    expect(short / full).toBeCloseTo(0.5, 12);
  });

  it('agrees with a plain implementation', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', '0', 'e'), { maxLength: 12 })
      .map((list) => list.join(' '));
    const segments = fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(segments, fc.integer({ min: 1, max: 5 }), (list, order) => {
        const hypotheses = list.map(([hypothesis]) => hypothesis);
        const references = list.map(([, each]) => each);
        const found = scores({ tokenizer: 'none', order }, hypotheses, references).corpus;
        expect(found).toBeCloseTo(plainNist(hypotheses, references, order), 9);
      }),
      { numRuns: 500 },
    );
  });
});

describe('repetitive texts', () => {
  it('are counted like all others', () => {
    const repeated = (words: string, times: number) => new Array<string>(times).fill(words).join(' ');
    const hypotheses = [repeated('a', 130), `b ${repeated('a', 200)} b ${repeated('a', 3)}`, repeated('a b a', 60)];
    const references = [
      [repeated('a', 120), `${repeated('a', 90)} b ${repeated('a', 40)}`],
      [`${repeated('a', 150)} c b a a`, 'a b a'],
      [repeated('a a b', 70)],
    ];
    const found = scores({ tokenizer: 'none' }, hypotheses, references).corpus;
    expect(found).toBeCloseTo(plainNist(hypotheses, references, 5), 9);
  });
});

describe.skipIf(goldenMissing)(goldenTitle('mteval-v13a'), () => {
  it.each(['A1', 'A2', 'A3'] as const)('%s', (corpus) => {
    const { ids, hypotheses, references } = goldenTexts(corpus);
    const { NIST } = readGolden().reference[`mteval-v13a/${corpus}/shortest`] as unknown as {
      NIST: { corpus: number; segments: Record<string, number> };
    };
    const found = scores({ tokenizer: 'none' }, hypotheses, references);
    expect(found.corpus).toBeCloseTo(NIST.corpus, 6);
    ids.forEach((id, i) => expect(found.segments[i], id).toBeCloseTo(NIST.segments[id]!, 6));
  });
});

describe('steps', () => {
  it('add the information of each matched n-gram', () => {
    const steps = segmentSteps(nist({ order: 2 }), 'the cat sat', ['the cat is on the mat']);
    // Of six words, two are “the” and one is “cat”; one of the two “the” is before “cat”.
    expect(steps.words('i1').slice(0, 3)).toEqual(['match 1.585: the | the', 'match 2.585: cat | cat', 'extra 0: sat']);
    expect(steps.words('i2').slice(0, 2)).toEqual(['match 1: the cat | the cat', 'extra 0: cat sat']);
    expect(steps.step('g1').value).toBeCloseTo((Math.log2(3) + Math.log2(6)) / 3, 12);
    expect(steps.values('i2', 't2', 'g2')).toEqual([1, 2, 0.5]);
    expect(steps.step('score').formula).toBe('(g1 + g2) * BP');
  });
});
