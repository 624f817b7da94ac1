import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Metric, UsageError, systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import fourGrr from '../../metrics/edit/4grr.ts';
import bleu from '../../metrics/ngram/bleu.ts';
import ter from '../../metrics/edit/ter.ts';
import wrr from '../../metrics/edit/wrr.ts';
import { FeatureNames } from '../shape/features.ts';
import type { Hypergraph } from '../shape/hypergraph.ts';
import { LatticeBuilder } from '../shape/hypergraphBuilder.ts';
import { enumerateDerivations, randomHypergraph } from '../testing/randomHypergraph.ts';
import { CorpusOracleSearch } from './corpusOracle.ts';

function onePath(words: readonly string[]): Hypergraph {
  const builder = new LatticeBuilder(new FeatureNames(), 'test');
  builder.start('0', 1);
  words.forEach((word, i) => builder.arc({ from: String(i), to: String(i + 1), words: [word], line: 1 }));
  builder.final(String(words.length), { line: 1 });
  return builder.finish();
}

const metrics: readonly [string, Metric][] = [
  ['4grr', fourGrr({ tokenizer: 'none' })],
  ['2grr, lower case', fourGrr({ tokenizer: 'none', order: 2, lowercase: true })],
  ['wrr', wrr({ tokenizer: 'none' })],
  ['bleu', bleu({ tokenizer: 'none' })],
];

describe('CorpusOracleSearch', () => {
  it.each(metrics)('scores a lattice of one path as its text: %s', (_, metric) => {
    const texts = ['the cat  sat on The mat', 'a dog did not'];
    const references = [['The cat sat on the mat', 'the Cat lay on a mat'], ['a dog did not , it did']];
    const search = new CorpusOracleSearch(metric);
    texts.forEach((text, i) => search.take(onePath(text.split(/ +/)), references[i]!, 'test'));
    const { first, oracle, segments } = search.finish();
    const measured = measure(metric, { references }, { texts });
    expect(first).toBe(systemScore(measured, 0));
    expect(oracle).toBe(first);
    expect(segments.map((each) => each.oracle.score)).toEqual([0, 1].map((i) => measured.segmentScore(i)));
  });

  it.each(metrics.slice(0, 3))('finds what enumeration finds: %s', (_, metric) => {
    const words = fc.array(fc.constantFrom('a', 'b', 'B', 'c'), { minLength: 1, maxLength: 5 });
    const segment = fc.tuple(randomHypergraph({ words: ['a', 'A', 'b', 'c'] }), fc.array(words, { minLength: 1, maxLength: 2 })); // prettier-ignore
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (segments) => {
        const references = segments.map(([, texts]) => texts.map((text) => text.join(' ')));
        const search = new CorpusOracleSearch(metric);
        segments.forEach(([hypergraph], i) => search.take(hypergraph, references[i]!, 'test'));
        const found = search.finish();
        const best = segments.map(([hypergraph], i) => {
          const texts = enumerateDerivations(hypergraph).map((each) => each.words.join(' '));
          const scores = texts.map((text) => measure(metric, { references: [references[i]!] }, { text: [text] }).segmentScore(0)); // prettier-ignore
          return texts[scores.indexOf(Math.max(...scores))]!;
        });
        expect(found.oracle).toBeCloseTo(systemScore(measure(metric, { references }, { best }), 0), 9);
        expect(found.exact && found.bound === found.oracle && found.first <= found.oracle + 1e-9).toBe(true);
      }),
      { seed: 6, numRuns: 60 },
    );
  });

  it('shows words as they are, though the metric lower-cases them', () => {
    const search = new CorpusOracleSearch(wrr({ tokenizer: 'none', lowercase: true }));
    search.take(onePath(['The', 'CAT']), ['the Cat'], 'test');
    expect(search.finish()).toMatchObject({ oracle: 100, segments: [{ oracle: { text: 'The CAT', words: 2 } }] });
  });

  it('refuses what a metric would not read as one word', () => {
    const take = (word: string) => new CorpusOracleSearch(wrr({ tokenizer: 'none' })).take(onePath([word]), ['a'], 'x, line 3'); // prettier-ignore
    expect(() => take('a b')).toThrow(new UsageError('x, line 3: "a b" is not a word: it contains white space. Split it into words, or remove it.')); // prettier-ignore
    expect(() => take('')).toThrow('is empty');
    expect(() => take('a\u00a0')).toThrow('white space');
  });

  it('refuses other metrics and tokenizers', () => {
    expect(() => new CorpusOracleSearch(wrr())).toThrow('Use WRR with tok=none');
    expect(() => new CorpusOracleSearch(ter())).toThrow(UsageError);
  });
});
