/** Rows counted many segments at once, in WebAssembly, are those counted segment by segment, in TypeScript. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../core/index.ts';
import { bleu, chrf, metrics } from '../metrics/index.ts';
import { BlockEncoder } from '../text/index.ts';
import { nastyText } from '../text/testing/texts.ts';
import { SegmentCounter } from './segmentCounter.ts';
import { TextCounter } from './textCounter.ts';

type Texts = readonly (readonly string[])[];

/** Counts with the same counters again and again, as a run does. By metric: rows of all systems and segments. */
function bothCounters(of: readonly Metric[]) {
  const [textCounter, segmentCounter, encoder] = [new TextCounter(of, 1), new SegmentCounter(of), new BlockEncoder()];
  return (hypotheses: Texts, references: Texts) => {
    const size = references.length;
    const empty = () => of.map((metric) => new Float64Array(hypotheses.length * size * metric.statistics.length));
    const [atOnce, oneByOne] = [empty(), empty()];
    const block = encoder.encode(hypotheses, references);
    textCounter.count({ size, hypotheses, references, block }, atOnce, 0, size);
    references.forEach((texts, i) => {
      segmentCounter.count(hypotheses.map((outputs) => outputs[i]!), texts, undefined, oneByOne, i, size);
    }); // prettier-ignore
    return { atOnce, oneByOne, block };
  };
}

const measured = [
  ...(['13a', 'none', 'char', 'intl', 'zh'] as const).flatMap((tokenizer) => [
    bleu({ tokenizer }),
    bleu({ tokenizer, lowercase: true, order: 7, referenceLength: 'average' }),
    bleu({ tokenizer, order: 1, referenceLength: 'shortest' }),
  ]),
  bleu({ order: 9 }), // has no block counter: the kernel counts up to 8-grams
  chrf(),
  chrf({ wordOrder: 2 }),
  chrf({ lowercase: true, whitespace: true, charOrder: 8, wordOrder: 3, compat: 'sacrebleu' }),
  chrf({ charOrder: 0, wordOrder: 4 }),
];

const countBoth = bothCounters(measured);

/** A text that has UTF-8 and a single line; others are left to counters of segments. */
const line = (maxLength: number) => nastyText(maxLength).map((text) => text.toWellFormed().replaceAll('\n', ' '));

/** Texts that share much: pieces of a few texts. */
const alike = fc
  .array(line(12), { minLength: 1, maxLength: 4 })
  .map((pieces) => fc.array(fc.constantFrom(...pieces, ' ', ' the ', '.', '1,', '&'), { maxLength: 14 }))
  .chain((pieces) => pieces.map((some) => some.join('')));

const corpus = fc
  .record({ systems: fc.integer({ min: 1, max: 3 }), perSegment: fc.integer({ min: 1, max: 3 }), size: fc.integer({ min: 1, max: 6 }) })
  .chain(({ systems, perSegment, size }) => {
    const texts = (count: number) => fc.array(fc.array(fc.oneof({ weight: 99, arbitrary: alike }, { weight: 99, arbitrary: line(40) }, { weight: 1, arbitrary: nastyText(40) }), { minLength: count, maxLength: count }), { minLength: size, maxLength: size });
    return fc.record({
      hypotheses: texts(systems).map((rows) => Array.from({ length: systems }, (_, s) => rows.map((row) => row[s]!))),
      references: texts(perSegment),
    });
  }); // prettier-ignore

describe('block counters', () => {
  it('are there for the usual metrics', () => {
    const withBlocks = metrics.filter((definition) => definition().blockCounter?.()).map(({ id }) => id);
    expect(withBlocks).toEqual(['bleu', 'chrf']);
    expect(measured.map((metric) => metric.blockCounter?.() !== undefined).filter((has) => !has)).toHaveLength(1);
  });

  it('write the rows of counters', () => {
    const isLong = process.env['ASSAY_TEST_MODE'] === 'systems';
    let [blocks, runs, texts] = [0, 0, 0];
    fc.assert(
      fc.property(corpus, ({ hypotheses, references }) => {
        const { atOnce, oneByOne, block } = countBoth(hypotheses, references);
        runs++;
        if (block) blocks++;
        texts += [...hypotheses, ...references].flat().length;
        expect(atOnce).toEqual(oneByOne);
      }),
      { numRuns: isLong ? 90_000 : 2000, interruptAfterTimeLimit: 1_200_000 },
    );
    expect(blocks).toBeGreaterThan(runs / 2);
    if (isLong) expect(texts).toBeGreaterThan(1_000_000);
  });

  it.each([
    ['a text of several lines', ['a b\nc', 'd'], [['a b\nc'], ['d']]],
    ['half a pair', ['a \ud83d b', 'c'], [['a \ud83e b'], ['c']]],
    ['different numbers of references', ['a b', 'c'], [['a b'], ['c', 'd']]],
    ['empty texts', ['', '', 'a'], [['a'], [''], ['']]],
    ['many words', ['x '.repeat(9000), 'a b c'], [['x '.repeat(9000)], ['a b c']]],
    ['repetitive words', ['a b '.repeat(2000), 'c'], [['a b '.repeat(300)], ['c']]],
    ['many different words', [Array.from({ length: 5000 }, (_, i) => `w${i}`).join(' ')], [[Array.from({ length: 5000 }, (_, i) => `w${(i * 7) % 5003}`).join(' ')]]],
    ['many different characters', [String.fromCharCode(...Array.from({ length: 700 }, (_, i) => 0x4e00 + i))], [[String.fromCharCode(...Array.from({ length: 700 }, (_, i) => 0x4e00 + 2 * i))]]],
    ['100 characters', [String.fromCharCode(...Array.from({ length: 300 }, (_, i) => 0x4e00 + (i % 100)))], [[String.fromCharCode(...Array.from({ length: 300 }, (_, i) => 0x4e00 + ((3 * i) % 100)))]]],
    ['long words with the same ends', [`${'a'.repeat(20)}b${'a'.repeat(20)} ${'a'.repeat(20)}c${'a'.repeat(20)}`], [[`${'a'.repeat(20)}c${'a'.repeat(20)} ${'a'.repeat(41)}`]]],
    ['many entities', ['&amp;lt;'.repeat(1000)], [['&lt;'.repeat(900)]]],
  ] as [string, string[], string[][]][])('count %s', (_, hypothesis, references) => {
    const { atOnce, oneByOne } = countBoth([hypothesis, hypothesis.toReversed()], references);
    expect(atOnce).toEqual(oneByOne);
  }); // prettier-ignore

  it('leave a line to counters that is too long to rewrite', () => {
    const { atOnce, oneByOne } = bothCounters([bleu()])([[`&amp; ${'b '.repeat(1_050_000)}`]], [['b &amp; c']]);
    expect(atOnce).toEqual(oneByOne);
  });

  it('count the same for the thousandth block as for the first', () => {
    const [hypotheses, references] = [[['the cat sat on the mat', 'a b a b']], [['the cat on the mat'], ['b a b a c']]];
    const [counter, encoder] = [new TextCounter([bleu(), chrf()], 1), new BlockEncoder()];
    const count = () => {
      const rows = [new Float64Array(2 * 10), new Float64Array(2 * 18)];
      counter.count({ size: 2, hypotheses, references, block: encoder.encode(hypotheses, references) }, rows, 0, 2);
      return rows;
    };
    const first = count();
    for (let i = 0; i < 998; i++) count();
    expect(count()).toEqual(first);
  });
});
