import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric, RecognitionSettings } from '../../../core/index.ts';
import fourGrr from '../../../metrics/edit/4grr.ts';
import bleu from '../../../metrics/ngram/bleu.ts';
import wrr from '../../../metrics/edit/wrr.ts';
import { Recognition } from '../../../text/index.ts';
import { FeatureNames } from '../../shape/features.ts';
import { type Hypergraph, symbolOf } from '../../shape/hypergraph.ts';
import { HypergraphBuilder } from '../../shape/hypergraphBuilder.ts';
import { LatticeBuilder } from '../../shape/hypergraphBuilder.ts';
import { enumerateDerivations, randomForest, randomHypergraph } from '../../testing/randomHypergraph.ts';
import { RecognitionOracle } from './recognitionOracle.ts';

type Words = readonly string[];

/** The metric's row, counted of the words as they are. */
function rowOf(metric: Metric, words: Words, references: readonly Words[]): [number, number] {
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
  const row = new Float64Array(2);
  counter.collect(tokens(words), row, 0);
  return [row[0]!, row[1]!];
}

const metricOf = ({ order, insertion, deletion }: RecognitionSettings): Metric =>
  fourGrr({ order, alpha: insertion, beta: deletion });

/** The plain way: all derivations one by one. */
function exhaustive(
  hypergraph: Hypergraph,
  references: readonly Words[],
  settings: RecognitionSettings,
  scoreWeight = 0,
) {
  let best = { value: -Infinity, score: -Infinity };
  for (const { words, score } of enumerateDerivations(hypergraph)) {
    const value = rowOf(metricOf(settings), words, references)[0] + scoreWeight * score;
    if (value > best.value + 1e-9 || (value > best.value - 1e-9 && score > best.score)) best = { value, score };
  }
  return best;
}

const usual: RecognitionSettings = { order: 4, insertion: 1, deletion: 0 };

const split = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** One arc for each text, with a score that falls from one to the next. */
const latticeOf = (texts: readonly Words[]): Hypergraph => {
  const builder = new LatticeBuilder(new FeatureNames(), 'lattice');
  builder.start('0');
  texts.forEach((words, i) => builder.arc({ from: '0', to: '1', words, score: -i }));
  builder.final('1');
  return builder.finish();
};

const pathOf = (words: Words): Hypergraph => {
  const builder = new LatticeBuilder(new FeatureNames(), 'path');
  builder.start('0');
  words.forEach((word, i) => builder.arc({ from: `${i}`, to: `${i + 1}`, words: [word], score: -1 }));
  builder.final(`${words.length}`);
  return builder.finish();
};

const randomWords = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__'), { maxLength: 9 });

const randomSettings: fc.Arbitrary<RecognitionSettings> = fc.record({
  order: fc.integer({ min: 1, max: 6 }),
  insertion: fc.constantFrom(1, 0, 0.5, -0.9, 2, Math.SQRT1_2),
  deletion: fc.constantFrom(0, 1, -0.5, 0.25, Math.SQRT1_2),
});

describe('RecognitionOracle', () => {
  it('finds what exhaustive enumeration finds, on lattices and forests', () => {
    const oracles = new Map<string, RecognitionOracle>();
    fc.assert(
      fc.property(
        randomHypergraph(),
        fc.array(randomWords, { minLength: 1, maxLength: 3 }),
        randomSettings,
        (hypergraph, references, settings) => {
          const key = JSON.stringify(settings);
          const oracle = oracles.get(key) ?? new RecognitionOracle(metricOf(settings));
          oracles.set(key, oracle);
          const { recognized, toRecognize, rate, derivation } = oracle.find(hypergraph, references);
          const best = exhaustive(hypergraph, references, settings);
          expect(recognized).toBeCloseTo(best.value, 9);
          expect(derivation.score).toBeCloseTo(best.score, 9);
          // The derivation is one of the structure's, and the row is that of its words.
          const same = enumerateDerivations(hypergraph).find(({ edges }) => edges.join() === derivation.edges.join())!;
          expect(derivation.words).toEqual(same.words);
          expect([recognized, toRecognize]).toEqual(rowOf(metricOf(settings), same.words, references));
          expect(100 * rate).toBeCloseTo(metricOf(settings).score([recognized, toRecognize]), 9);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('finds it in forests with long runs of few words', () => {
    const words = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 });
    fc.assert(
      fc.property(
        randomForest({ maxNodes: 8, words: ['a', 'b'], maxWords: 3, maxDerivations: 200 }),
        words,
        randomSettings,
        (hypergraph, reference, settings) => {
          const { recognized, derivation } = new RecognitionOracle(metricOf(settings)).find(hypergraph, [reference]);
          const best = exhaustive(hypergraph, [reference], settings);
          expect(recognized).toBeCloseTo(best.value, 9);
          expect(derivation.score).toBeCloseTo(best.score, 9);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('weighs scores in', () => {
    fc.assert(
      fc.property(
        randomHypergraph(),
        fc.array(randomWords, { minLength: 1, maxLength: 2 }),
        randomSettings,
        fc.constantFrom(0.1, 1, -0.5, 10),
        (hypergraph, references, settings, scoreWeight) => {
          const { recognized, derivation } = new RecognitionOracle(metricOf(settings), { scoreWeight }).find(
            hypergraph,
            references,
          );
          const { value } = exhaustive(hypergraph, references, settings, scoreWeight);
          expect(recognized + scoreWeight * derivation.score).toBeCloseTo(value, 9);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('weighs a plain string as the metric does', () => {
    fc.assert(
      fc.property(randomWords, randomWords, randomSettings, (words, reference, settings) => {
        const { recognized, toRecognize, derivation } = new RecognitionOracle(metricOf(settings)).find(pathOf(words), [
          reference,
        ]);
        expect(derivation.words).toEqual(words);
        expect([recognized, toRecognize]).toEqual(rowOf(metricOf(settings), words, [reference]));
        const [hypothesis, other] = [words, reference].map((text) => {
          const ids = Int32Array.from(text, (word) => ['a', 'b', 'c', '__proto__'].indexOf(word));
          return { ids, start: 0, end: ids.length };
        });
        expect(recognized).toBeCloseTo(new Recognition(settings).weigh(hypothesis!, other!), 12);
      }),
    );
  });

  it('is WRR with order 1', () => {
    const oracle = new RecognitionOracle(wrr());
    fc.assert(
      fc.property(
        randomHypergraph(),
        fc.array(randomWords, { minLength: 1, maxLength: 3 }),
        (hypergraph, references) => {
          const { recognized } = oracle.find(hypergraph, references);
          const rows = enumerateDerivations(hypergraph).map(({ words }) => rowOf(wrr(), words, references)[0]);
          expect(recognized).toBeCloseTo(Math.max(...rows), 9);
        },
      ),
    );
  });

  it.each<[string, Words[], Words[], RecognitionSettings, number, string]>([
    // By hand: 4-GRR of n words in a row is 1 + 2 + 3 + 4 + 4 …; the first text is the better one by score.
    ['takes the longer run', ['a x b x c', 'a b c'].map(split), ['a b c'].map(split), usual, 6, 'a b c'],
    ['takes the higher score of equals', ['y a', 'a x', 'x a'].map(split), ['a'].map(split), usual, 0, 'y a'],
    ['takes the empty text for an empty reference', ['a b', 'a', ''].map(split), [[]], usual, 0, ''],
    [
      'takes the longest text where words earn',
      ['a', 'a b', ''].map(split),
      [[]],
      { ...usual, insertion: -1 },
      2,
      'a b',
    ],
    ['lets an empty reference rate the empty text', ['x', ''].map(split), [[], ['a']], usual, 0.5, ''],
    ['lets an empty reference save from less', ['x y', 'x'].map(split), [[], ['a']], usual, 0, 'x y'],
    ['counts the reference with the highest rate', ['a b', 'c'].map(split), [split('a b c d'), ['c']], usual, 5.5, 'c'],
  ])('%s', (_, texts, references, settings, recognized, text) => {
    const found = new RecognitionOracle(metricOf(settings)).find(latticeOf(texts), references);
    expect([found.recognized, found.derivation.text]).toEqual([recognized, text]);
  });

  it('reads chains of nodes with one tail, and edges that say nothing', () => {
    const builder = new HypergraphBuilder(new FeatureNames(), 'forest');
    const [leaf, middle, nothing, goal] = ['leaf', 'middle', 'nothing', 'goal'].map((label) => builder.node(label));
    for (const word of ['b', 'c']) builder.edge({ head: leaf!, symbols: [builder.word(word)] });
    builder.edge({ head: middle!, symbols: [symbolOf(leaf!)] });
    builder.edge({ head: nothing!, symbols: [] });
    const [a, d] = [builder.word('a'), builder.word('d')];
    const symbols = [a, symbolOf(nothing!), symbolOf(middle!), symbolOf(nothing!), d, symbolOf(middle!)];
    builder.edge({ head: goal!, symbols });
    const { recognized, derivation } = new RecognitionOracle(metricOf(usual)).find(builder.finish(goal!), [
      split('a b d c'),
    ]);
    expect([recognized, derivation.text]).toEqual([10, 'a b d c']);
  });

  it('refuses what has no meaning', () => {
    const oracle = new RecognitionOracle(metricOf(usual));
    expect(() => oracle.find(latticeOf([['a']]), [])).toThrow('An oracle needs a reference, but none was given.');
    expect(() => new RecognitionOracle(bleu())).toThrow('This oracle is for recognition rates, not for BLEU.');
    expect(() => metricOf({ ...usual, order: 0 })).toThrow('k must be');
    expect(() => metricOf({ ...usual, insertion: NaN })).toThrow();
    expect(() => new RecognitionOracle(metricOf(usual), { scoreWeight: Infinity })).toThrow(
      'must be finite, not Infinity',
    );
  });
});
