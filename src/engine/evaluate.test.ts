import { describe, expect, it } from 'vitest';
import { UsageError, defineMetric, printMetric, systemScore } from '../core/index.ts';
import { type Task, openTask } from '../data/index.ts';
import { withFiles } from '../data/testing/files.ts';
import type { Batch } from '../formats/index.ts';
import { bySegment, measureAll, measuredRows } from '../measure/index.ts';
import { bleu, chrf, metrics as definitions, nist, ter } from '../metrics/index.ts';
import { reportScores } from '../report/index.ts';
import { characters } from '../text/index.ts';
import { compareTask, createMetrics, evaluate, parseMetric } from './index.ts';

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

  it('counts the same with a list of metrics that was used before, also twice at once and after an error', async () => {
    const list = [bleu(), chrf(), ter()];
    const lines = (from: number): string[] =>
      Array.from(
        { length: 3000 },
        (_, i) => `the ${from + i} cats sat on ${i % 7} mats , ${'and sat '.repeat(i % 5)}.`,
      );
    const [outputs, others, wanted] = [lines(0), lines(5), lines(1)].map((each) => `${each.join('\n')}\n`);
    const files = { 'a.txt': outputs!, 'b.txt': others!, 'r.txt': wanted!, 'bad.txt': outputs!.replace(/.*\n$/, '') };
    await withFiles(files, async (folder) => {
      const sums = async (name: string, metrics: typeof list) => {
        const task = await openTask({ files: [`${folder}/${name}`], references: [`${folder}/r.txt`] });
        return (await evaluate(task, metrics, { threads: 1 })).sums;
      };
      const fresh = [await sums('a.txt', [...list]), await sums('b.txt', [...list])];
      expect(fresh[0]).not.toEqual(fresh[1]);
      expect(await sums('a.txt', list)).toEqual(fresh[0]);
      await expect(sums('bad.txt', list)).rejects.toThrow();
      expect(await Promise.all([sums('b.txt', list), sums('a.txt', list)])).toEqual([fresh[1], fresh[0]]);
    });
  });

  it('counts the metrics that a list has now', async () => {
    const list = [bleu(), chrf()];
    const before = await evaluate(taskOf(3), list, { threads: 1 });
    list.reverse();
    expect((await evaluate(taskOf(3), list, { threads: 1 })).sums).toEqual([...before.sums].reverse());
    list.pop();
    expect((await evaluate(taskOf(3), list, { threads: 1 })).sums).toEqual([before.sums[1]]);
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
    ['AMBER(4)(types=6)', 'AMBER(4)(types=6): types is already set by the name AMBER(4). Use AMBER(6).'],
    ['RACB1', /^RACB1: The name of a BLEU variant is P, R or F/],
    ['AMBER(8)', /^AMBER\(8\): types must be/],
    ['bleu(tok=13a,tok=intl)', 'Option tok is given twice in bleu(tok=13a,tok=intl).'],
    ['chrf++(nw=1)', 'chrf++(nw=1): nw is already set by the name chrf++. Use chrF2+.'],
    ['2grr(k=3)', '2grr(k=3): k is already set by the name 2grr. Use 3-GRR.'],
    ['rac1(smooth=none)', 'rac1(smooth=none): smooth is already set by the name rac1. Use RAC1^u.'],
    ['rac1(smooth=some)', 'rac1(smooth=some): smooth is already set by the name rac1.'],
    ['bleu(4)', '"4" in bleu(4) must be an option and its value, such as bleu(tok=intl,case=lc).'],
    ['bleu(tok=13a', 'The bracket in bleu(tok=13a is not closed.'],
    ['AMBER(4,6);ter', /^";ter" in AMBER\(4,6\);ter follows the closing bracket\./],
    ['bleu,chrf', 'Unknown metric bleu,chrf. Separate metrics by spaces, not commas: -m bleu chrf.'],
    ['12grr', '12grr: k must be an integer from 1 to 9, not "12".'],
    ['rouge-x', 'Unknown metric rouge-x. Did you mean rouge? Run `assay metrics rouge` for names and options.'],
    ['4grr(a=1)', /Unknown option a\. Known: /],
  ])('refuses %j', (typed, message) => {
    expect(() => parseMetric(typed)).toThrow(message instanceof RegExp ? message : new UsageError(message));
  });
});

describe('without references', () => {
  /** Characters of the output by those of the source, in percent: it needs no reference. */
  const lengthRatio = defineMetric({
    id: 'length-ratio',
    summary: '',
    cite: '',
    example: '',
    options: {},
    create: () => ({
      name: 'ratio',
      range: { worst: 0, best: Infinity, unit: 100 },
      decomposable: false,
      reads: [characters({ lowercase: false, whitespace: true })],
      uses: { references: false, source: true },
      statistics: ['output', 'source'],
      counter: () => {
        let length = 0;
        return {
          prepare: (_, source) => (length = source![0]!.end - source![0]!.start),
          collect([hypothesis], rows, at) {
            rows[at] = hypothesis!.end - hypothesis!.start;
            rows[at + 1] = length;
          },
        };
      },
      score: (sums) => (100 * sums[0]!) / sums[1]!,
    }),
  })();
  const texts = { 'a.txt': 'abc\nde\n', 'b.txt': 'a\nb\n', 'src.txt': 'uvwx\nyz\n', 'l.tsv': 'domain\nnews\ntalk\n' };
  const open = (directory: string, needReferences?: readonly string[]) =>
    openTask({
      files: [`${directory}/a.txt`, `${directory}/b.txt`],
      sources: `${directory}/src.txt`,
      labels: `${directory}/l.tsv`,
      ...(needReferences && { needReferences }),
    });

  it('scores, compares and explains by metrics that need none', async () => {
    await withFiles(texts, async (directory) => {
      const evaluation = await evaluate(await open(directory, []), [lengthRatio], { keepRows: true, threads: 1 });
      expect(evaluation).toMatchObject({ segments: 2, references: 0 });
      // 5 and 2 characters of 6.
      expect([...evaluation.sums[0]!]).toEqual([5, 6, 2, 6]);
      const report = await reportScores([lengthRatio], evaluation, {
        by: ['domain'],
        input: { sha256: '', notes: [] },
      });
      expect(report.groups.map(({ block }) => block.scores[0]![0]!.score)).toEqual([75, 100]);
      const { report: compared } = await compareTask(await open(directory, []), [lengthRatio], {
        settings: { test: 'bootstrap', correction: 'holm', samples: 20, seed: 1, level: 0.95, alpha: 0.05, interval: 'percentile' },
        threads: 1,
        explain: { top: 3 },
      }); // prettier-ignore
      expect(compared.compared[0]!.systems.map(({ score }) => score)).toEqual([500 / 6, 200 / 6]);
      expect(compared.explanation!.divisions.map(({ name }) => name)).toEqual(['domain']);
    });
  });

  it('measures in memory', () => {
    const [measured] = measureAll([lengthRatio], { references: [[], []], sources: ['uvwx', 'yz'] }, [['abc', 'de']]);
    expect(systemScore(measured!, 0)).toBe(500 / 6);
    expect(() => measureAll([lengthRatio, bleu()], { references: [[]] }, [['a']])).toThrow(
      'Segment 1 has no reference.',
    );
  });

  it('says which metrics need them', async () => {
    await withFiles(texts, async (directory) => {
      await expect(open(directory)).rejects.toThrow(/^No references given\. /);
      await expect(open(directory, ['bleu'])).rejects.toThrow(/^No references given, which bleu needs\. /);
      await expect(open(directory, ['bleu', 'ter'])).rejects.toThrow(
        /^No references given, which bleu and ter need\. /,
      );
    });
  });
});
