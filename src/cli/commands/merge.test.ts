import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Metric, UsageError, teach } from '../../core/index.ts';
import { type NamedStatistics, type Task, mergeStatistics, printStatistics, readStatistics } from '../../data/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import { evaluate } from '../../engine/index.ts';
import { metricsForTests } from '../../metrics/testing/resources.ts';
import { reportStatistics, statisticsOf } from '../input/statisticsInput.ts';
import { runTyped } from '../testing/runTyped.ts';
import merge from './merge.ts';
import score from './score.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const linesOf = (name: string): string[] => readFileSync(example(name), 'utf8').trimEnd().split('\n');
const reference = ['-r', example('reference.A.en.txt'), '-r', example('reference.B.en.txt')];
const outputs = ['good.txt', 'terse.txt'].map(example);
const texts = [...reference, ...outputs];

const hypotheses = ['good.txt', 'shuffled.txt'].map(linesOf);
// Three, so that mean lengths of references round.
const references = linesOf('reference.A.en.txt').map((first, i) => [
  first,
  linesOf('reference.B.en.txt')[i]!,
  linesOf('verbose.txt')[i]!,
]);

/** Some segments as a task. */
const taskOf = (members: readonly number[], checksum: string): Task => ({
  systems: ['good', 'shuffled'],
  bytes: undefined,
  bytesRead: 0,
  notes: [],
  checksum,
  async *batches() {
    yield await Promise.resolve({
      start: 0,
      size: members.length,
      hypotheses: hypotheses.map((lines) => members.map((i) => lines[i]!)),
      references: members.map((i) => references[i]!),
      labels: new Map(),
    });
  },
});

describe('merged statistics', () => {
  const segments = [...references.keys()].slice(0, 24);

  /** The statistics of some segments, as a file that was written and read. */
  async function fileOf(
    metrics: readonly Metric[],
    members: readonly number[],
    name: string,
    directory: string,
  ): Promise<NamedStatistics> {
    const task = taskOf(members, name);
    const evaluation = await evaluate(task, metrics, { threads: 1 });
    const file = `${directory}/${name}`;
    writeFileSync(file, printStatistics(statisticsOf(task, metrics, evaluation, {}, { notes: [] })));
    return readStatistics(file);
  }

  it('of random parts, in any order and grouping, are those of one run, for every metric without a model', async () => {
    const untaught = await metricsForTests();
    expect(untaught.length).toBeGreaterThan(25);
    const metrics = untaught.map((metric) =>
      teach(
        metric,
        segments.map((i) => references[i]!),
      ),
    );
    const partition = fc.integer({ min: 1, max: 50 }).chain((shards) =>
      fc.record({
        shardOf: fc.array(fc.nat(shards - 1), { minLength: segments.length, maxLength: segments.length }),
        order: fc.array(fc.nat(), { minLength: 50, maxLength: 50 }),
      }),
    );
    await withFiles({}, async (directory) => {
      const whole = await fileOf(metrics, segments, 'whole', directory);
      const expected = JSON.stringify(await reportStatistics(whole, metrics, {}));
      const property = fc.asyncProperty(partition, async ({ shardOf, order }) => {
        const shards = [...new Set(shardOf)];
        let files = await Promise.all(
          shards.map((shard) => {
            const members = segments.filter((_, i) => shardOf[i] === shard);
            return fileOf(metrics, members, `part-${shard}`, directory);
          }),
        );
        for (let round = 0; files.length > 1; round++) {
          const count = Math.min(files.length, 2 + (order[round % 50]! % 4));
          const from = order[(round + 7) % 50]! % (files.length - count + 1);
          const chosen = files.slice(from, from + count);
          const file = `${directory}/merged-${round}`;
          writeFileSync(file, printStatistics(mergeStatistics(chosen.reverse())));
          files = [...files.filter((each) => !chosen.includes(each)), readStatistics(file)];
        }
        expect(files[0]!.metrics).toEqual(whole.metrics);
        const report = await reportStatistics({ ...files[0]!, parts: whole.parts }, metrics, {});
        expect(JSON.stringify(report)).toBe(expected);
      });
      await fc.assert(property, { seed: 25, numRuns: 20 });
    });
  });
});

/** Runs a command and gives what it printed. */
const shownBy = (name: 'score' | 'merge', ...typed: readonly string[]) =>
  name === 'score' ? runTyped(score, ['-j', '1', ...typed]) : runTyped(merge, typed);

const metrics = ['-m', 'bleu', 'chrf', 'ter', 'gtm', 'ribes', 'wer'];

describe('assay merge', () => {
  it.each(['text', 'json', 'csv', 'markdown', 'latex', 'html'])(
    'gives what one run gives, to the byte, as %s',
    async (format) => {
      await withFiles({}, async (directory) => {
        const files = [1, 2, 3, 4, 5, 6, 7].map((part) => `${directory}/${part}.json`);
        for (const [i, file] of files.entries()) {
          await shownBy('score', ...texts, ...metrics, '--shard', `${i + 1}/7`, '--statistics', file);
        }
        const last = `${directory}/last.json`;
        await shownBy('merge', ...files.slice(4).reverse(), '--statistics', last);
        const options = ['-f', format, '-d', '5', '--primary', 'ter'];
        const merged = await shownBy('merge', last, ...files.slice(0, 4), '--expect', '7', ...options);
        const whole = await shownBy('score', ...texts, ...metrics, ...options);
        expect(merged.shown).toBe(whole.shown);
        expect(merged.warnings).toEqual(whole.warnings);
      });
    },
  );

  it('merges files of parts that were split by hand', async () => {
    const cut = (name: string) =>
      [linesOf(name).slice(0, 11), linesOf(name).slice(11)].map((lines) => `${lines.join('\n')}\n`);
    const [refA, sys] = [cut('reference.A.en.txt'), cut('good.txt')];
    await withFiles(
      { 'r1.txt': refA[0]!, 'r2.txt': refA[1]!, 's1.txt': sys[0]!, 's2.txt': sys[1]! },
      async (directory) => {
        const at = (name: string) => `${directory}/${name}`;
        for (const part of [1, 2]) {
          await shownBy('score', '-r', at(`r${part}.txt`), at(`s${part}.txt`), '-n', 'good', ...metrics, '--statistics', at(`${part}.json`)); // prettier-ignore
        }
        const merged = await shownBy('merge', at('2.json'), at('1.json'), '--expect', '2');
        const whole = await shownBy('score', '-r', example('reference.A.en.txt'), outputs[0]!, ...metrics);
        expect(merged.result.all).toEqual(whole.result.all);
        expect(merged.result.metrics).toEqual(whole.result.metrics);
      },
    );
  });

  it('recognises finished work, and does it again if the file is damaged or the input has changed', async () => {
    await withFiles({ 'ref.txt': 'a b c\nd e\n', 'sys.txt': 'a b\nd e\n' }, async (folder) => {
      const [ref, sys, file] = ['ref.txt', 'sys.txt', 'part.json'].map((name) => `${folder}/${name}`) as [
        string,
        string,
        string,
      ];
      const typed = ['score', '-r', ref, sys, '--statistics', file] as const;
      const first = await shownBy(...typed);
      expect(first.warnings).toEqual([]);
      const before = { text: readFileSync(file, 'utf8'), time: statSync(file).mtimeMs };
      const again = await shownBy(...typed);
      expect(again.shown).toBe(first.shown);
      expect(again.warnings).toEqual([
        `${file} is complete and was left as it is: the same input and options gave it before.`,
      ]);
      // With rows, the work is done again, but the file stays.
      expect((await shownBy(...typed, '--confidence', '--samples', '10')).warnings).toEqual(again.warnings);
      expect(statSync(file).mtimeMs).toBe(before.time);
      writeFileSync(file, before.text.slice(0, -40));
      expect((await shownBy(...typed)).warnings).toEqual([]);
      expect(readFileSync(file, 'utf8')).toBe(before.text);
      writeFileSync(sys, 'a b\nd f\n');
      expect((await shownBy(...typed)).warnings).toEqual([]);
      expect(readFileSync(file, 'utf8')).not.toBe(before.text);
      // Other options are other work.
      expect((await shownBy(...typed, '-m', 'bleu')).warnings).toEqual([]);
    });
  });

  /** Files of three shards, and of other runs, to be merged in wrong ways. */
  let directory = '';
  const at = (name: string) => `${directory}/${name}`;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'assay-merge-'));
    const write = (name: string, ...typed: string[]) => shownBy('score', ...typed, '--statistics', at(name));
    for (const part of ['1', '2', '3']) {
      await write(`${part}.json`, ...texts, '-m', 'bleu', '--shard', `${part}/3`);
    }
    const second = ['--shard', '2/3'];
    const renamed = [example('verbose.txt'), '-n', 'good', '-n', 'terse'];
    await write('half.json', ...texts, '-m', 'bleu', '--shard', '1/2');
    await write('whole.json', ...texts, '-m', 'bleu');
    await write('one-reference.json', ...reference.slice(0, 2), ...outputs, '-m', 'bleu', ...second);
    await write('other-system.json', ...reference, outputs[0]!, '-m', 'bleu', ...second);
    await write('other-metric.json', ...texts, '-m', 'chrf', ...second);
    await write('other-setting.json', ...texts, '-m', 'bleu(tok=intl)', ...second);
    await write('other-input.json', ...reference, outputs[0]!, ...renamed, '-m', 'bleu', ...second);
    await write('other-reading.json', ...texts, '-m', 'bleu', ...second, '--empty-references', 'keep');
    const text = readFileSync(at('2.json'), 'utf8');
    writeFileSync(at('truncated.json'), text.slice(0, 700));
    writeFileSync(at('empty.json'), '');
    writeFileSync(at('damaged.json'), text.replace(/"segments":(\d)/, '"segments":9'));
    writeFileSync(at('version.json'), text.replace('"version":1', '"version":2'));
    writeFileSync(at('report.json'), '{"version": 1}');
    const { metrics: made, ...rest } = readStatistics(at('2.json'));
    const old = made.map((each) => ({ ...each, signature: each.signature.replace(/assay-[\d.]+/, 'assay-0.0.1') }));
    writeFileSync(at('other-signature.json'), printStatistics({ ...rest, metrics: old }));
    writeFileSync(at('old.json'), printStatistics({ ...readStatistics(at('whole.json')), metrics: old }));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each([
    { files: ['1', '2', '2'], message: '2.json and 2.json both have shard 2/3. Give each part once.' },
    { files: ['whole', 'whole'], message: 'both have the same input, sha256:' },
    { files: ['1', '3'], message: 'Shard 2 of 3 is missing. Score and add it. To merge only these, write' },
    { files: ['1', '3'], expect: '3', message: 'Shard 2 of 3 is missing.' },
    { files: ['2'], expect: '3', message: 'Shards 1 and 3 of 3 are missing.' },
    { files: ['1', '2', '3'], expect: '4', message: '--expect 4: these are shards of 3.' },
    { files: ['whole'], expect: '2', message: '--expect 2: these files hold 1 part.' },
    { files: ['1', 'truncated', '3'], message: 'truncated.json is damaged: it ends too early or was changed.' },
    { files: ['1', 'empty', '3'], message: 'empty.json is not a file of assay statistics.' },
    { files: ['1', 'damaged', '3'], message: 'damaged.json is damaged: its content does not match its checksum.' },
    { files: ['1', 'version', '3'], message: 'version.json has version 2 of its layout' },
    { files: ['1', 'report', '3'], message: 'report.json is not a file of assay statistics.' },
    { files: ['1', 'lost', '3'], message: 'lost.json: there is no such file.' },
    { files: ['1', 'half', '3'], message: 'have different numbers of shards: 1/2, and 1/3.' },
    { files: ['1', 'whole'], message: 'was made with --shard, and' },
    { files: ['1', 'one-reference', '3'], message: 'have different numbers of references: 1, and 2.' },
    { files: ['1', 'other-system', '3'], message: 'have different systems: good, and good, terse.' },
    { files: ['1', 'other-metric', '3'], message: 'have different metrics: chrf, and bleu.' },
    { files: ['1', 'other-setting', '3'], message: 'have different metrics: bleu(tok=intl), and bleu.' },
    { files: ['1', 'other-input', '3'], message: 'have different inputs: ' },
    { files: ['1', 'other-reading', '3'], message: 'have different options for reading: ' },
    { files: ['1', 'other-signature', '3'], message: 'have different signatures of bleu: BLEU|nrefs:2' },
    { files: ['old'], message: 'old.json was made with another version of Assay' },
  ])('refuses $files: $message', async ({ files, expect: parts, message }) => {
    const typed = files.map((name) => at(`${name}.json`));
    const more = [...(parts === undefined ? [] : ['--expect', parts]), '-o', at('out.txt')];
    const refused = await shownBy('merge', ...typed, ...more).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect((refused as Error).message.replaceAll(`${directory}/`, '')).toContain(message);
    expect(existsSync(at('out.txt'))).toBe(false);
    expect(readdirSync(directory).some((name) => name.endsWith('.part'))).toBe(false);
  });
});
