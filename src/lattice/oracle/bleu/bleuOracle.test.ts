import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../../../core/index.ts';
import bleu from '../../../metrics/ngram/bleu.ts';
import ter from '../../../metrics/edit/ter.ts';
import { FeatureNames } from '../../shape/features.ts';
import type { Hypergraph } from '../../shape/hypergraph.ts';
import { LatticeBuilder } from '../../shape/hypergraphBuilder.ts';
import { bestDerivation } from '../../derivations/bestDerivation.ts';
import { enumerateDerivations, randomHypergraph } from '../../testing/randomHypergraph.ts';
import { bleuOracle } from './bleuOracle.ts';

type Words = readonly string[];

/** Rows of all texts of a segment, each once. */
function rowsOf(metric: Metric, hypergraph: Hypergraph, references: readonly Words[]): Float64Array[] {
  const numbers = new Map<string, number>();
  const tokens = (text: Words) => {
    const ids = Int32Array.from(text, (word) => {
      if (!numbers.has(word)) numbers.set(word, numbers.size);
      return numbers.get(word)!;
    });
    return [{ ids, start: 0, end: ids.length }];
  };
  const counter = metric.counter();
  counter.prepare(references.map(tokens), undefined);
  const texts = new Map(enumerateDerivations(hypergraph).map(({ words }) => [words.join(' '), words]));
  const rows = new Map<string, Float64Array>();
  for (const words of texts.values()) {
    const row = new Float64Array(metric.statistics.length);
    counter.collect(tokens(words), row, 0);
    rows.set(row.join(), row);
  }
  return [...rows.values()];
}

/** The plain way: every choice of one row from each segment. */
function exhaustive(metric: Metric, lists: readonly Float64Array[][]): number {
  let sums: Float64Array[] = [new Float64Array(metric.statistics.length)];
  for (const rows of lists) {
    const next = new Map<string, Float64Array>();
    for (const sum of sums) {
      for (const row of rows) {
        const added = sum.map((value, k) => value + row[k]!);
        next.set(added.join(), added);
      }
    }
    sums = [...next.values()];
  }
  return Math.max(...sums.map((sum) => metric.score(sum)));
}

const randomWords = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__'), { maxLength: 8 });

const randomSegments = fc.array(
  fc.record({
    hypergraph: randomHypergraph({ maxNodes: 5, maxDerivations: 60 }),
    references: fc.array(randomWords, { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 2 },
);

const randomBleu = fc
  .record({
    order: fc.constantFrom(1, 2, 4),
    smoothing: fc.constantFrom('none', 'exp', 'lin-och', 'chiang', 'chiang-bp', 'floor', 'add-k[0.5]', 'mteval'),
    effectiveOrder: fc.boolean(),
    referenceLength: fc.constantFrom('closest', 'shortest', 'average'),
  })
  .map((options) => bleu(options as Parameters<typeof bleu>[0]));

describe('bleuOracle', () => {
  it('lies between the best by scores and the true oracle, and that below the bound', () => {
    let [cases, equal] = [0, 0];
    fc.assert(
      fc.property(randomSegments, randomBleu, (segments, metric) => {
        const { score, bound, bestScore, sums, derivations } = bleuOracle(metric, segments);
        const lists = segments.map(({ hypergraph, references }) => rowsOf(metric, hypergraph, references));
        const exact = exhaustive(metric, lists);
        expect(score).toBeLessThanOrEqual(exact + 1e-9);
        expect(bound).toBeGreaterThanOrEqual(exact - 1e-9);
        expect(score).toBeGreaterThanOrEqual(bestScore);
        expect(metric.score(sums)).toBe(score);
        derivations.forEach(({ edges, words }, i) => {
          const all = enumerateDerivations(segments[i]!.hypergraph);
          expect(all.find((each) => each.edges.join() === edges.join())!.words).toEqual(words);
        });
        cases++;
        if (score >= exact - 1e-9) equal++;
      }),
      { numRuns: 400 },
    );
    expect(equal / cases).toBeGreaterThan(0.9);
  });

  it('finds the reference where it is in the lattice', () => {
    const builder = new LatticeBuilder(new FeatureNames(), 'lattice');
    builder.start('0');
    'the cat sat on the mat'.split(' ').forEach((word, i) => {
      builder.arc({ from: `${i}`, to: `${i + 1}`, words: [word], score: -1 });
      builder.arc({ from: `${i}`, to: `${i + 1}`, words: ['dog'], score: 1 });
    });
    builder.final('6');
    const hypergraph = builder.finish();
    const references = ['the cat sat on the mat'.split(' ')];
    const { score, bound, bestScore, derivations } = bleuOracle(bleu(), [{ hypergraph, references }]);
    expect(bestDerivation(hypergraph).text).toBe('dog dog dog dog dog dog');
    expect([score, bestScore, derivations[0]!.text]).toEqual([100.00000000000004, 0, 'the cat sat on the mat']);
    expect(bound).toBeGreaterThanOrEqual(100);
    expect(bound).toBeLessThan(100.001);
  });

  it('refuses another metric and a segment without references', () => {
    expect(() => bleuOracle(ter(), [])).toThrow('This oracle is for BLEU, not for TER.');
    const builder = new LatticeBuilder(new FeatureNames(), 'lattice');
    builder.start('0');
    builder.final('0');
    expect(() => bleuOracle(bleu(), [{ hypergraph: builder.finish(), references: [] }])).toThrow(
      'Segment 1 has no reference.',
    );
  });
});
