/** The smoothing methods of BLEU that are not sacreBLEU's, and the brevity penalty; sacreBLEU's are tested with BLEU itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumRows, systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import bleu from '../ngram/bleu.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden, readWorkedExamples } from '../testing/golden.ts';
import { type Words, clippedMatches, plainReferenceLength, sumOf } from '../testing/plainNgrams.ts';
import { type BleuSmoothing, brevityPenalty } from './bleuScore.ts';
import { type ReferenceLength, referenceLengths } from './referenceLength.ts';

const scores = scorer(bleu);
const corpora = ['A1', 'A2', 'A3'] as const;

describe.skipIf(goldenMissing)(goldenTitle('mteval-v13a.pl, multi-bleu.perl, odashi/mteval and an oracle'), () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- each program reports its own shape
  const program = (run: string): any => readGolden().reference[run];
  const lengths = { default_closest_smoothed: 'closest', shortest: 'shortest' } as const;
  const unsmoothed = { no_smoothing: 'closest', shortest_no_smoothing: 'shortest' } as const;
  const tokenizer = 'none';

  it.each(corpora)('smooth=mteval scores %s as mteval does', (corpus) => {
    const { ids, hypotheses, references } = goldenTexts(corpus);
    for (const [run, referenceLength] of Object.entries(lengths)) {
      const golden = program(`mteval-v13a/${corpus}/${run}`).BLEU;
      const found = scores({ tokenizer, smoothing: 'mteval', referenceLength }, hypotheses, references);
      expect(found.corpus).toBeCloseTo(100 * golden.corpus, 9);
      ids.forEach((id, i) => expect(found.segments[i], id).toBeCloseTo(100 * golden.segments[id], 9));
    }
  });

  it.each(corpora)('smooth=none scores %s as mteval --no-smoothing does', (corpus) => {
    const { ids, hypotheses, references } = goldenTexts(corpus);
    for (const [run, referenceLength] of Object.entries(unsmoothed)) {
      const golden = program(`mteval-v13a/${corpus}/${run}`).BLEU;
      const metric = bleu({ tokenizer, smoothing: 'none', referenceLength });
      const measured = measure(metric, { references }, [hypotheses]);
      expect(systemScore(measured, 0)).toBeCloseTo(100 * golden.corpus, 9);
      // Segments as a corpus of one each, because mteval has no effective order.
      ids.forEach((id, i) => {
        expect(measured.score(Uint32Array.of(i)), id).toBeCloseTo(100 * golden.segments[id], 9);
      });
    }
  });

  it.each(corpora)('%s has the score, precisions and penalty of multi-bleu', (corpus) => {
    const { hypotheses, references } = goldenTexts(corpus);
    const metric = bleu({ tokenizer, smoothing: 'none' });
    const sums = sumRows(measure(metric, { references }, [hypotheses]), 0);
    const parts = metric.parts!(sums);
    const precisions = [1, 2, 3, 4].map((n) => parts[`precision ${n}`]!.toFixed(1)).join('/');
    const [penalty, ratio] = [parts['brevity penalty']!, parts['length ratio']!].map((part) => part.toFixed(3));
    expect(program(`multi-bleu/${corpus}`).stdout).toBe(
      `BLEU = ${metric.score(sums).toFixed(2)}, ${precisions} (BP=${penalty}, ratio=${ratio}, hyp_len=${sums[0]}, ref_len=${sums[1]})`,
    );
  });

  it.each(['A1', 'A3'] as const)('smooth=lin-och scores %s as odashi/mteval does with smooth=1', (corpus) => {
    const { ids, hypotheses, references } = goldenTexts(corpus);
    const golden = program(`odashi-mteval/${corpus}`);
    const found = scores({ tokenizer, smoothing: 'lin-och' }, hypotheses, references);
    const [, smoothed] = [...(golden.corpus as string).matchAll(/BLEU=([\d.]+)/g)].map(([, value]) => Number(value));
    expect(found.corpus / 100).toBeCloseTo(smoothed!, 6);
    ids.forEach((id, i) => expect(found.segments[i]! / 100, id).toBeCloseTo(golden.segments[id].BLEU, 6));
  });

  it.each(['A2', 'A3'] as const)('%s scores as the oracle says', (corpus) => {
    const { hypotheses, references } = goldenTexts(corpus);
    for (const referenceLength of ['closest', 'shortest'] as const) {
      const golden = readGolden().oracle.results[corpus][`BLEU(${referenceLength})`];
      const found = scores({ tokenizer, smoothing: 'none', referenceLength }, hypotheses, references);
      expect(found.corpus).toBeCloseTo(100 * golden.score, 9);
    }
  });
});

/** BLEU with these smoothing methods as published; for mteval, as in the program. */
function plainBleu(
  hypotheses: readonly Words[],
  references: readonly (readonly Words[])[],
  order: number,
  smoothing: BleuSmoothing,
  kind: ReferenceLength,
): number {
  const length = sumOf(hypotheses.map((words) => words.length));
  const wanted = sumOf(hypotheses.map((words, i) => plainReferenceLength(kind, words, references[i]!)));
  const orders = Array.from({ length: order }, (_, n) => n + 1);
  const matches = orders.map((n) => sumOf(hypotheses.map((words, i) => clippedMatches(words, references[i]!, n))));
  const totals = orders.map((n) => sumOf(hypotheses.map((words) => Math.max(0, words.length - n + 1))));
  if (length === 0) return 0;
  const penalty = (c: number, r: number) => Math.exp(Math.min(0, 1 - r / c));
  const mean = (logs: readonly number[]) => Math.exp(sumOf(logs) / order);

  if (smoothing === 'lin-och') {
    if (matches[0] === 0) return 0;
    const logs = matches.map((match, n) => Math.log(n === 0 ? match / totals[n]! : (match + 1) / (totals[n]! + 1)));
    return 100 * penalty(length, wanted) * mean(logs);
  }
  if (smoothing === 'mteval') {
    let smooth = 1;
    const logs = matches.map((match, n) => {
      if (totals[n] === 0) return 0;
      if (match > 0) return Math.log(match / totals[n]!);
      smooth *= 2;
      return Math.log(1 / (smooth * totals[n]!));
    });
    return 100 * penalty(length, wanted) * mean(logs);
  }
  const logs = matches.map((match, n) => Math.log((match + 1) / (totals[n]! + 1)));
  const more = smoothing === 'chiang-bp' ? 1 : 0;
  return 100 * penalty(length + more, wanted + more) * mean(logs);
}

describe('plain BLEU', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 });

  it('scores the same, corpus and segments, with every smoothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, fc.array(words, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
        fc.record({
          smoothing: fc.constantFrom('mteval', 'lin-och', 'chiang', 'chiang-bp'),
          order: fc.integer({ min: 1, max: 5 }),
          effectiveOrder: fc.boolean(),
          referenceLength: fc.constantFrom(...referenceLengths),
        }),
        (segments, options) => {
          const { smoothing, order, referenceLength } = options;
          const hypotheses = segments.map(([hypothesis]) => hypothesis);
          const references = segments.map(([, list]) => list);
          const found = scores(
            { tokenizer: 'none', ...options },
            hypotheses.map((list) => list.join(' ')),
            references.map((lists) => lists.map((list) => list.join(' '))),
          );
          const plain = plainBleu(hypotheses, references, order, smoothing, referenceLength);
          expect(found.corpus).toBeCloseTo(plain, 9);
          hypotheses.forEach((hypothesis, i) => {
            const alone = plainBleu([hypothesis], [references[i]!], order, smoothing, referenceLength);
            expect(found.segments[i]).toBeCloseTo(alone, 9);
          });
        },
      ),
      { seed: 20287, numRuns: 1000 },
    );
  });
});

/** song-t1-*, song-t2-cand1, song-t2-cand1-bp, song-smoothed-bp, song-bp-boundary, song-t8-*, chiang-phi-*, chiang-multiset, chiang-licence. */
describe.skipIf(goldenMissing)(goldenTitle('worked examples'), () => {
  const examples = goldenMissing ? new Map<string, never>() : readWorkedExamples();
  const idsFrom = (start: string) => [...examples.keys()].filter((id) => id.startsWith(start));
  const rowOf = (candidate: Words, references: readonly Words[]) => {
    const texts = references.map((words) => words.join(' '));
    return [...measure(bleu({ tokenizer: 'none' }), { references: [texts] }, [[candidate.join(' ')]]).rows];
  };

  it('counts Papineni’s example as Song et al. do', () => {
    const { input, expected } = examples.get('song-t1-all-orders')!;
    const [length, closest, ...counts] = rowOf(input.candidate, input.references);
    expect([length, closest]).toEqual([expected.lengths[0], expected.closest]);
    expect([0, 1, 2, 3].map((n) => [counts[n], counts[4 + n]])).toEqual(expected.matches_totals);
    const { expected: unigram } = examples.get('song-t1-unigram')!;
    expect([counts[0], counts[4]]).toEqual([unigram.matches, unigram.total]);
    const { input: short, expected: all } = examples.get('song-t2-cand1')!;
    const row = rowOf(short.candidate, short.references);
    expect([row[2], row[6]]).toEqual([all.matches, all.total]);
  });

  it('counts what two multisets share', () => {
    const { input, expected } = examples.get('chiang-multiset')!;
    const [size, other, shared] = rowOf(input.X, [input.Y]);
    expect([size, shared, size! + other! - shared!]).toEqual([expected['|X|'], expected['|X∩Y|'], expected['|X∪Y|']]);
  });

  it.each(['song-t2-cand1-bp', 'song-smoothed-bp', 'song-bp-boundary'])('%s', (id) => {
    const { input, expected } = examples.get(id)!;
    expect(brevityPenalty(input.c, input.r, input.alpha)).toBeCloseTo(expected, 6);
  });

  it.each(idsFrom('chiang-phi-'))('%s', (id) => {
    const { input, expected } = examples.get(id)!;
    expect(brevityPenalty(input, 1)).toBeCloseTo(expected, 6);
  });

  it.each(idsFrom('song-t8-'))('%s', (id) => {
    const { input, expected, tolerance } = examples.get(id)!;
    const sums = [1e4 * input.length_ratio, 1e4, ...(input.p as number[]).map((p) => 1e4 * p), 1e4, 1e4, 1e4, 1e4];
    expect(Math.abs(bleu().score(sums) / 100 - expected)).toBeLessThanOrEqual(tolerance);
  });

  it('lets one segment be as much shorter as all others are longer', () => {
    const { input, expected } = examples.get('chiang-licence')!;
    const wanted = input.N * input.r_i;
    const shortened = (by: number) => (input.N - 1) * (input.r_i + input.eps) + input.r_i - by;
    const allowed = expected.allowed_shortening;
    expect(brevityPenalty(shortened(allowed), wanted)).toBe(expected.bp_at_10);
    expect(brevityPenalty(shortened(allowed + 1), wanted) < 1).toBe(expected.bp_at_11_below_1);
  });
});
