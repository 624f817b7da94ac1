import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import { runTyped } from '../testing/runTyped.ts';
import score from './score.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const reference = ['-r', example('reference.A.en.txt')];
const labels = ['-l', example('labels.tsv')];
const [good, terse] = [example('good.txt'), example('terse.txt')];

/** Runs the command as typed after `assay score`. */
const run = async (...typed: readonly string[]) => {
  const { result, shown } = await runTyped(score, ['-j', '1', ...typed]);
  return { report: result, shown };
};

/** Scores of both outputs that are easy to add up. */
const made = (system: string, i: number): number => (system === 'good' ? 0.5 : 0.25) + i / 1000;
const numbers = Array.from({ length: 60 }, (_, i) => i);
const perLine = (system: string): string => numbers.map((i) => `${made(system, i)}\n`).join('');
const metricX = (system: string): string =>
  numbers.map((i) => `${JSON.stringify({ hypothesis: '', prediction: 5 - made(system, i) })}\n`).join('');
const files = {
  'good.comet.txt': perLine('good'),
  'terse.comet.txt': perLine('terse'),
  'good.jsonl': metricX('good'),
  'terse.jsonl': metricX('terse'),
  'good.json': '{"name": "BLEU", "score": 52.9}',
  'terse.json': '{"name": "BLEU", "score": 27.7}',
};

describe('scores from elsewhere', () => {
  it('stand in the tables beside computed ones, with intervals and parts where they have segments', async () => {
    await withFiles(files, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      const { report, shown } = await run(
        ...reference, good, terse, ...labels, '-m', 'bleu', '--by', 'domain', '--confidence', '--samples', '50', '--scores',
        `COMET=${at('good.comet.txt')}`, `COMET=${at('terse.comet.txt')}`, at('good.jsonl'), at('terse.jsonl'), at('good.json'), at('terse.json'),
      ); // prettier-ignore
      expect(report.metrics.map(({ name, higherIsBetter }) => [name, higherIsBetter])).toEqual([
        ['BLEU', true],
        ['COMET', true],
        ['MetricX', false],
        ['BLEU', true],
      ]);
      // Means of 0.5 + i / 1000 for i from 0 to 59, and of 5 minus that.
      const scores = report.all.scores.map((row) => row.map(({ score: value }) => value));
      expect(scores[0]![1]).toBeCloseTo(0.5295, 12);
      expect(scores[1]![1]).toBeCloseTo(0.2795, 12);
      expect(scores[0]![2]).toBeCloseTo(4.4705, 12);
      expect(scores.map((row) => row[3])).toEqual([52.9, 27.7]);
      expect(report.all.scores[0]!.map(({ interval }) => interval !== undefined)).toEqual([true, true, true, false]);
      const values = readFileSync(example('labels.tsv'), 'utf8').trim().split('\n').slice(1);
      for (const { value, block } of report.groups) {
        const members = numbers.filter((i) => values[i]!.endsWith(`\t${value}`));
        const mean = members.reduce((sum, i) => sum + made('terse', i), 0) / members.length;
        expect(block.scores[1]![1]!.score).toBeCloseTo(mean, 12);
        expect(block.scores[1]![3]!.score).toBeNaN();
      }
      expect(shown).toMatch(/^good +52\.86 +\[.*\] +0\.5295 +\[0\.\d{4}, 0\.\d{4}\] +4\.47 +\[.*\] +52\.90$/m);
      expect(shown).not.toMatch(/NaN|undefined|null/);
    });
  });

  it('are in rows of segments and documents', async () => {
    await withFiles(files, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      const written = ['--segments', at('segments.tsv'), '--documents', at('documents.tsv')];
      await run(good, ...labels, ...written, '--scores', `BLEURT=${at('good.comet.txt')}`, at('good.json'));
      const [header, first, ...others] = readFileSync(at('segments.tsv'), 'utf8').trim().split('\n');
      expect(header).toBe('segment\tdocument\tdomain\tsystem\tmetric\tscore');
      expect(first).toBe('1\tnews-1\tnews\tgood\tBLEURT\t0.5');
      expect(others).toHaveLength(59);
      expect(readFileSync(at('documents.tsv'), 'utf8').split('\n')[1]).toMatch(/^news-1\t8\tgood\tBLEURT\t0\.50/);
    });
  });

  it('of systems that are not means of segment scores stay as they are', async () => {
    const segments = numbers.map((i) => `good\t${i + 1}\tprism\t${made('good', i)}`);
    const contents = ['system\tsegment\tmetric\tscore', 'good\t\tprism\t40', ...segments, ''].join('\n');
    await withFiles({ 'x.tsv': contents }, async (directory) => {
      const typed = ['-m', 'none', ...labels, '--by', 'domain', '--confidence', '--samples', '10'];
      const { report } = await run(good, '--scores', `${directory}/x.tsv`, ...typed);
      expect(report.all.scores).toEqual([[{ score: 40 }]]);
      expect(report.groups[0]!.block.scores).toEqual([[{ score: NaN }]]);
      expect(report.input.notes.at(-1)).toMatch(/^prism: system scores from files, not means of segment scores/);
    });
  });

  it('need no references, nor outputs', async () => {
    await withFiles(files, async (directory) => {
      const { report, shown } = await run(good, '--scores', `${directory}/good.jsonl`);
      expect(report.metrics.map(({ name }) => name)).toEqual(['MetricX']);
      expect(report.input.references).toBe(0);
      expect(shown).toContain('Left out, because there are no references: BLEU, chrF2, TER.');
      const alone = await run('--scores', `${directory}/good.json`, `${directory}/terse.json`);
      expect(alone.shown).toMatch(/^good +52\.90\nterse +27\.70$/m);
      expect(alone.shown).not.toContain('segments');
    });
  });

  const wmt = 'pair\tsystem\tmetric\tscore\nde-en\tgood\tBLEURT\t1\nde-fr\tgood\tBLEURT\t2\n';
  it('are of the task asked for', async () => {
    await withFiles({ 'x.tsv': wmt }, async (directory) => {
      const { report } = await run(good, '-m', 'none', '--scores', `${directory}/x.tsv`, '--task', 'de-fr');
      expect(report.all.scores).toEqual([[{ score: 2 }]]);
    });
  });

  it('by document are joined by the label document', async () => {
    const rows = ['b', 'a'].map((document) => JSON.stringify({ document_id: document, metric_scores: { BLEURT: document === 'a' ? [1, 2] : [3] } })); // prettier-ignore
    const contents = {
      'sys.txt': 'x\ny\nz\n',
      'sys.jsonl': `${rows.join('\n')}\n`,
      'l.tsv': 'document\na\nb\na\n',
    };
    await withFiles(contents, async (directory) => {
      const typed = [`${directory}/sys.txt`, '--scores', `${directory}/sys.jsonl`];
      await run(...typed, '-l', `${directory}/l.tsv`, '--segments', `${directory}/s.tsv`);
      const lines = readFileSync(`${directory}/s.tsv`, 'utf8').trim().split('\n').slice(1);
      expect(lines.map((line) => line.split('\t').at(-1))).toEqual(['1', '3', '2']);
      await expect(run(...typed)).rejects.toThrow(/segment b::1, .* give the documents of the outputs with -l, in a column named document\.$/); // prettier-ignore
    });
  });

  it.each<[string, Readonly<Record<string, string>>, string[], RegExp]>([
    ['no files', {}, [], /^No files given/],
    ['no metric', {}, [good, '-m', 'none'], /^-m none computes no metric/],
    ['a metric that needs references', {}, [good, '-m', 'bleu', '--scores', 'x.tsv'], /^No references given, which bleu needs\. Pass them with -r/],
    ['a direction without scores', {}, [...reference, good, '--higher-is-better', 'M'], /^--higher-is-better names metrics of --scores/],
    ['outputs after scores', { 'x.tsv': wmt }, ['--scores', 'x.tsv', good], /^Cannot read .* Outputs must come before --scores\.$/],
    ['several tasks', { 'x.tsv': wmt }, [good, '--scores', 'x.tsv'], /hold several tasks: de-en, de-fr\. Choose one with --task\.$/],
    ['an unknown task', { 'x.tsv': wmt }, [good, '--scores', 'x.tsv', '--task', 'de-es'], /^--task de-es: the files of --scores hold de-en, de-fr/],
    ['no task', { 'x.tsv': 'system\tmetric\tscore\ngood\tprism\t1\n' }, [good, '--scores', 'x.tsv', '--task', 'de-es'], /name no task\. Leave out --task\.$/],
    ['a missing system', { 'x.tsv': 'system\tmetric\tscore\ngoood\tprism\t1\n' }, [good, '--scores', 'x.tsv'], /x\.tsv: prism has no scores of good\. Did you mean goood\? If it has another name there/],
    ['too few segments', { 'x.txt': '1\n2\n' }, [good, '--scores', 'BLEURT=x.txt'], /x\.txt: BLEURT has no score of segment 3 of good: 58 of 60 are missing/],
    ['too many segments', { 'x.txt': perLine('good').repeat(2) }, [good, '--scores', 'BLEURT=x.txt'], /x\.txt: BLEURT has a score of segment 61, which is not one of the 60 segments/],
    ['an input as output', { 'x.txt': '1\n' }, [good, '--scores', 'BLEURT=x.txt', '--segments', 'x.txt'], /x\.txt is read by the same command/],
  ])('%s', async (_, contents, typed, message) => {
    await withFiles(contents, async (directory) => {
      const words = typed.map((word) => word.replace(/(^|=)(x\.\w+)$/, `$1${directory}/$2`));
      const error = await run(...words).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UsageError);
      expect((error as UsageError).message).toMatch(message);
    });
  }); // prettier-ignore
});
