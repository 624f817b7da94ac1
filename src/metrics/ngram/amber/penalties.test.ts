import { describe, expect, it } from 'vitest';
import { measure } from '../../../measure/index.ts';
import { Correspondence, type PieceKind, pieces } from '../../../text/index.ts';
import { tokensOf } from '../../../text/testing/texts.ts';
import { tokenizerNone } from '../../../text/tokenizers/simple.ts';
import { type WorkedExample, goldenMissing, goldenTitle, readWorkedExamples } from '../../testing/golden.ts';
import {
  chunkPenalty,
  continuityAsPrinted,
  continuityPenalty,
  strictBrevity,
  strictRedundancy,
  wordDifference,
} from './formula.ts';
import { WordOrder } from './typeCounter.ts';
import amber from '../amber.ts';

/** By matches of 1, 2, … words, and how many longer ones could follow. */
const continuity = (matches: readonly number[], followers: readonly number[]) =>
  continuityPenalty([...matches, ...followers], 0, matches.length, matches.length);
const printedContinuity = (matches: readonly number[], segments: number) =>
  continuityAsPrinted([7, ...matches], 1, segments, matches.length);

describe('penalties', () => {
  it('are 1 if there is nothing to penalize, and 0 if nothing is left', () => {
    expect(strictBrevity(0, 0)).toBe(1);
    expect(strictBrevity(0, 3)).toBe(0);
    expect(strictBrevity(3, 3)).toBe(1);
    expect(strictRedundancy(0, 0)).toBe(1);
    expect(strictRedundancy(2, 0)).toBe(0);
    expect(strictRedundancy(3, 3)).toBe(1);
    expect(wordDifference(0, 0)).toBe(1);
    expect(wordDifference(1, 0)).toBe(0);
    expect(chunkPenalty(0, 0, 0.1, 3, false)).toBe(1);
    expect(continuity([0, 0], [0])).toBe(1);
    expect(printedContinuity([0, 0], 1)).toBe(1);
    expect(continuity([5], [])).toBe(1);
  });

  it('of chunks never fall below 0, and as printed reward them if β is odd', () => {
    expect(chunkPenalty(5, 5, 1, 3, false)).toBe(0);
    expect(chunkPenalty(4, 8, 0.1, 3, true)).toBeCloseTo(1 + 0.1 / 8, 12);
    expect(chunkPenalty(4, 8, 0.1, 2, true)).toBeCloseTo(1 - 0.1 / 4, 12);
  });

  it('of continuity count no share as more than 1', () => {
    // "b a b" against "a b a": two words and two bigrams match.
    expect(continuity([2, 2], [1])).toBe(1);
    expect(printedContinuity([2, 2], 1)).toBeCloseTo(Math.exp(-2), 12);
  });
});

describe('word order', () => {
  const orderOf = (positions: readonly number[], printed: boolean) => {
    const order = new WordOrder(printed);
    order.set(Int32Array.from(positions), positions.length, Math.max(0, ...positions) + 1);
    return { spearman: order.spearman, kendall: order.kendall };
  };

  it('of fewer than two words has no penalty', () => {
    expect(orderOf([], true)).toEqual({ spearman: 1, kendall: 1 });
    expect(orderOf([3], false)).toEqual({ spearman: 1, kendall: 1 });
  });

  it('is 0 when reversed, but close to 1 by the printed ρ', () => {
    expect(orderOf([9, 5, 2], false)).toEqual({ spearman: 0, kendall: 0 });
    expect(orderOf([9, 5, 2], true).spearman).toBeCloseTo(5 / 6, 12);
  });

  it('gives words in the same position the mean of their ranks', () => {
    // Ranks 3.5, 5, 2, 3.5, 1, 6 of positions 1 … 6: squares 6.25 + 9 + 1 + 0.25 + 16 + 0.
    expect(orderOf([3, 4, 2, 3, 1, 5], true).spearman).toBeCloseTo(1 - 32.5 / 210 / 2, 12);
    expect(orderOf([3, 4, 2, 3, 1, 5], true).kendall).toBeCloseTo(7 / 15, 12);
  });
});

describe.skipIf(goldenMissing)(goldenTitle('worked examples of the paper'), () => {
  const examples = goldenMissing ? new Map<string, WorkedExample>() : readWorkedExamples();
  const example = (id: string): WorkedExample => examples.get(id)!;
  const expectNear = ({ tolerance }: WorkedExample, found: number, expected: number) =>
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(tolerance);

  it('amber-sbp, amber-srp', () => {
    for (const [id, choose, penalty] of [
      ['amber-sbp', Math.min, strictBrevity],
      ['amber-srp', Math.max, strictRedundancy],
    ] as const) {
      const { input, expected } = example(id);
      const chosen = input.t.reduce((sum: number, t: number, i: number) => sum + choose(t, input.r[i]), 0);
      const reference = input.r.reduce((sum: number, r: number) => sum + r, 0);
      expectNear(example(id), penalty(chosen, reference), expected);
    }
  });

  it('amber-ckp', () => {
    const { input, expected } = example('amber-ckp');
    expectNear(
      example('amber-ckp'),
      chunkPenalty(input.chunks, input.matches, input.gamma, input.beta, false),
      expected,
    );
  });

  it('amber-ctp: as printed 0.37 for contiguous matches, corrected 1', () => {
    const { input, expected } = example('amber-ctp');
    expectNear(example('amber-ctp'), printedContinuity(input.matches_1_to_4, input.segments), expected);
    const followers = input.matches_1_to_4.slice(0, 3).map((matches: number) => matches - input.segments);
    expect(continuity(input.matches_1_to_4, followers)).toBe(1);
  });

  it('amber-ctp-degenerate: an order without a denominator is ignored', () => {
    const { input, expected } = example('amber-ctp-degenerate');
    const [two, three] = expected.ratios;
    expect(expected.ratios[2]).toBeNull();
    const mean = (two + three) / 2;
    expectNear(
      example('amber-ctp-degenerate'),
      printedContinuity(input.matches_1_to_4, input.segments),
      Math.exp(-mean),
    );
    const followers = input.matches_1_to_4.slice(0, 3).map((matches: number) => matches - input.segments);
    expectNear(example('amber-ctp-degenerate'), continuity(input.matches_1_to_4, followers), Math.exp(mean - 1));
  });

  it.each(['amber-chunks', 'amber-continuity'])('%s', (id) => {
    const { input, expected } = example(id);
    // Matching words are the same on both sides; in the reference each run is separated by other words; x matches nothing.
    const hypotheses = input.segments.map((segment: string[]) => segment.join(' '));
    const references = hypotheses.map((text: string) => [text.replaceAll('x', 'y')]);
    const { rows, width, metric } = measure(amber({ types: ['1'], tokenizer: 'none', order: 2 }), { references }, [
      hypotheses,
    ]);
    const sum = (name: string) => {
      const k = metric.statistics.indexOf(`type 1: ${name}`);
      return rows[k]! + rows[width + k]!;
    };
    expect(sum('matching 1-grams')).toBe(expected.matched_unigrams);
    expect(sum('matching 2-grams')).toBe(expected.matched_bigrams);
    if (expected.chunks !== undefined) expect(sum('chunks')).toBe(expected.chunks);
    else {
      const followers = sum('matching 1-grams that another could follow');
      expectNear(example(id), sum('matching 2-grams') / followers, expected.ratio);
    }
  });

  it('amber-spearman, amber-nscp, amber-kendall, amber-nkcp', () => {
    const { input, expected: rho } = example('amber-spearman');
    const ids = (words: string[]) => {
      const list = Int32Array.from(words, (word) => input.reference.indexOf(word));
      return { ids: list, start: 0, end: list.length };
    };
    const correspondence = new Correspondence();
    const count = correspondence.align(ids(input.translation), ids(input.reference));
    const ranks = [...correspondence.positions.subarray(0, count)].map((position) => position + 1);
    expect(ranks).toEqual(input.ranks);
    const printed = new WordOrder(true);
    printed.set(correspondence.positions, count, 4);
    const standard = new WordOrder(false);
    standard.set(correspondence.positions, count, 4);
    expectNear(example('amber-spearman'), 2 * printed.spearman - 1, rho);
    expectNear(example('amber-nscp'), printed.spearman, example('amber-nscp').expected.as_printed);
    expectNear(example('amber-nscp'), standard.spearman, example('amber-nscp').expected.with_standard_rho);
    expectNear(example('amber-kendall'), 2 * printed.kendall - 1, example('amber-kendall').expected.tau);
    expectNear(example('amber-nkcp'), printed.kendall, example('amber-nkcp').expected);
  });

  it('amber-short-long', () => {
    const { input, expected } = example('amber-short-long');
    const { rows, metric } = measure(amber({ types: ['1'], tokenizer: 'none' }), { references: [['x']] }, [
      [input.join(' ')],
    ]);
    const short = rows[metric.statistics.indexOf('type 1: hypothesis short words')]!;
    expect(short).toBe(expected.short);
    expect(input.length - short).toBe(expected.long);
  });

  it.each<[string, PieceKind]>([
    ['amber-split1', 'ends'],
    ['amber-split1-gang', 'ends'],
    ['amber-split1-garden', 'ends'],
    ['amber-split1-gangster', 'ends'],
    ['amber-2-stemmed', 'first'],
    ['amber-3-suffixed', 'last'],
    ['amber-5-split', 'fours'],
  ])('%s', (id, kind) => {
    const { input, expected } = example(id);
    expect(tokensOf(pieces(tokenizerNone, kind), input)).toEqual([expected].flat());
  });
});
