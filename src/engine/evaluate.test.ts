import { describe, expect, it } from 'vitest';
import { UsageError, printMetric, systemScore } from '../core/index.ts';
import type { Task } from '../data/index.ts';
import type { Batch } from '../formats/index.ts';
import { bySegment, measureAll, measuredRows } from '../measure/index.ts';
import { bleu, chrf, metrics as definitions, nist, ter } from '../metrics/index.ts';
import { createMetrics, evaluate, parseMetric } from './index.ts';

const hypotheses = [
  ['the cat sat', 'a dog', '', 'one two three four five'],
  ['cat the sat', 'the dog barked', 'x', 'five four three two one'],
];
const references = bySegment(
  ['the cat sat down', 'a dog barked', 'nothing', 'one two three four five'],
  ['a cat sat', undefined, 'none', 'one two'],
);

/** A task from memory, in batches of any size. */
function taskOf(batchSize: number): Task {
  return {
    systems: ['one', 'two'],
    bytes: undefined,
    bytesRead: 0,
    checksum: undefined,
    notes: [],
    async *batches(): AsyncGenerator<Batch> {
      for (let start = 0; start < references.length; start += batchSize) {
        const cut = <T>(list: readonly T[]) => list.slice(start, start + batchSize);
        yield {
          start,
          size: cut(references).length,
          hypotheses: hypotheses.map(cut),
          references: cut(references),
          labels: new Map([['domain', cut(['a', 'b', 'a', 'b'])]]),
        };
      }
    },
  };
}

describe('evaluate', () => {
  const metrics = [bleu(), chrf({ wordOrder: 2 }), nist(), ter()];
  const expected = measureAll(metrics, { references }, { one: hypotheses[0]!, two: hypotheses[1]! });

  it.each([1, 2, 3, 4, 100])('gives what measure gives, in batches of %d', async (batchSize) => {
    const kept = await evaluate(taskOf(batchSize), metrics, { keepRows: true, threads: 1 });
    const flat = await evaluate(taskOf(batchSize), metrics);
    expect(kept).toMatchObject({ systems: ['one', 'two'], segments: 4, references: 'var' });
    expect([...kept.labels]).toEqual([['domain', ['a', 'b', 'a', 'b']]]);
    expect(flat.rows).toBeUndefined();
    metrics.forEach((metric, m) => {
      expect(kept.rows![m]).toEqual(expected[m]!.rows);
      const measured = measuredRows(metric, kept.systems, kept.segments, kept.rows![m]!);
      const width = metric.statistics.length;
      [0, 1].forEach((system) => {
        const score = systemScore(expected[m]!, system);
        expect(systemScore(measured, system)).toBe(score);
        expect(metric.score(flat.sums[m]!.subarray(system * width, (system + 1) * width))).toBe(score);
      });
    });
  });

  it('reports progress', async () => {
    const seen: number[] = [];
    await evaluate(taskOf(3), metrics, { onProgress: ({ segments }) => seen.push(segments) });
    expect(seen).toEqual([3, 4]);
  });

  it('reports progress by segments where all of them were read before the first was counted', async () => {
    const seen: (number | undefined)[] = [];
    await evaluate(taskOf(1), [nist()], { threads: 1, onProgress: ({ share }) => seen.push(share) });
    expect(seen).toEqual([0.25, 0.5, 0.75, 1]);
  });
});

const ids = definitions.map(({ id }) => id).join(', ');

describe('parseMetric', () => {
  it.each([
    ['bleu', 'bleu'],
    ['BLEU', 'bleu'],
    ['bleu()', 'bleu'],
    [' bleu ( tok = intl , case=lc ) ', 'bleu(case=lc,tok=intl)'],
    ['chrf(word_order=2)', 'chrF2++'],
    ['chrF++', 'chrF2++'],
    ['chrF3+(nc=4)', 'chrF3+(nc=4)'],
    ['bleu(smooth=floor[0.5])', 'bleu(smooth=floor[0.50])'],
    ['bleu(smooth=add1)', 'bleu(smooth=lin-och)'],
    ['pgbc4^bu', 'PGBC4^ub'],
    ['AMBER( 4, 6 )', 'AMBER(4,6)'],
    ['AMBER(4,6)', 'AMBER(4,6)'],
    ['amber(1)(without=CKP+CTP)', 'AMBER(1,without=CKP+CTP)'],
    ['AMBER(4, 6, without=CKP)', 'AMBER(4,6,without=CKP)'],
    ['amber(types=6+1, match=ngram)', 'AMBER(1,6,match=ngram)'],
    ['rac1(level=segment)', 'RAC1(level=segment)'],
  ])('%s is %s', async (typed, expected) => {
    const [metric] = await createMetrics([parseMetric(typed)]);
    expect(printMetric(metric!)).toBe(expected);
    expect(printMetric((await createMetrics([parseMetric(expected)]))[0]!)).toBe(expected);
  });

  it.each([
    ['blue', 'Unknown metric blue. Did you mean bleu?'],
    ['', `Unknown metric "". Known: ${ids}.`],
    ['bleu(tok)', '"tok" in bleu(tok) must be an option and its value, such as bleu(tok=intl,case=lc).'],
    ['bleu(4)', '"4" in bleu(4) must be an option and its value, such as bleu(tok=intl,case=lc).'],
    ['AMBER(4)(types=6)', 'AMBER(4)(types=6): types is already said by the name AMBER(4).'],
    ['RACB1', /^RACB1: A variant of BLEU is named P, R or F/],
    ['AMBER(8)', /^AMBER\(8\): types must be/],
    ['bleu(tok=13a,tok=intl)', 'Option tok is given twice in bleu(tok=13a,tok=intl).'],
    ['chrf++(nw=1)', 'chrf++(nw=1): nw is already said by the name chrf++.'],
    ['2grr(k=3)', '2grr(k=3): k is already said by the name 2grr.'],
    ['bleu(4)', '"4" in bleu(4) must be an option and its value, such as bleu(tok=intl,case=lc).'],
    ['bleu(tok=13a', 'The bracket in bleu(tok=13a is not closed.'],
    ['AMBER(4,6);ter', /^";ter" in AMBER\(4,6\);ter stands behind the bracket\./],
    [
      'bleu,chrf',
      'Unknown metric bleu,chrf. Metrics are typed with spaces between them, not with commas: -m bleu chrf.',
    ],
    ['12grr', '12grr: k must be an integer from 1 to 9, not "12".'],
    [
      'rouge-x',
      'Unknown metric rouge-x. Did you mean rouge? Which names and options it has, `assay metrics rouge` tells.',
    ],
    ['4grr(a=1)', /Unknown option a\. Known: /],
  ])('refuses %j', (typed, message) => {
    expect(() => parseMetric(typed)).toThrow(message instanceof RegExp ? message : new UsageError(message));
  });
});
