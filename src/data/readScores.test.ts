import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { measureAll } from '../measure/index.ts';
import { bleu, ter } from '../metrics/index.ts';
import { documentLines, segmentLines } from '../report/index.ts';
import { type Contents, withFiles } from './testing/files.ts';
import { type ReadScores, type ScoreRequest, readScores } from './readScores.ts';

const read = (contents: Contents, request: Omit<ScoreRequest, 'files'> = {}): Promise<ReadScores> =>
  withFiles(contents, (directory) =>
    readScores({ ...request, files: Object.keys(contents).map((name) => join(directory, name)) }),
  );

const faultOf = (contents: Contents, request: Omit<ScoreRequest, 'files'> = {}): Promise<string> =>
  withFiles(contents, async (directory) => {
    try {
      await readScores({ ...request, files: Object.keys(contents).map((name) => join(directory, name)) });
    } catch (error) {
      if (error instanceof UsageError) return error.message.replaceAll(`${directory}/`, '');
      throw error;
    }
    return 'no fault';
  });

/** What was read, short: task, name, direction, then by system its score and those of its segments. */
const shown = ({ scores }: ReadScores) =>
  scores.map(({ task, scores: { name, higherIsBetter, systems, segments, ofSystems, ofSegments } }) => [
    `${task ?? '-'} ${name} ${higherIsBetter ? '↑' : '↓'} ${segments.join(' ')}`.trim(),
    Object.fromEntries(
      systems.map((system, s) => [
        system,
        [ofSystems[s], ...ofSegments.subarray(s * segments.length, (s + 1) * segments.length)],
      ]),
    ),
  ]);

const table = (...rows: string[]): string => `${rows.map((row) => row.replaceAll(' ', '\t')).join('\n')}\n`;

describe('tables with a header', () => {
  it('reads segments in any order, means for whole systems, and holes', async () => {
    const contents = {
      'x.tsv': table('segment system metric score', '2 a M 3', '10 a M None', '1 a M 1', '1 b M nan', '2 b M 5'),
    };
    const result = await read(contents);
    expect(shown(result)).toEqual([['- M ↑ 1 2 10', { a: [2, 1, 3, NaN], b: [5, NaN, 5, NaN] }]]);
    expect(result.notes).toEqual([
      'M: taken as higher is better; --lower-is-better NAME says otherwise.',
      'M: no scores of whole systems, so they are the means of their segments.',
    ]);
    expect(result.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes scores of whole systems from rows without a segment, and keeps tasks and metrics apart', async () => {
    const contents = {
      'x.tsv': table(
        'task system segment metric score',
        'de-en a 1 M 1',
        'de-en a  M 7',
        'fr-en a 1 M 2',
        'de-en a 1 TER 50',
      ),
    };
    expect(shown(await read(contents))).toEqual([
      ['de-en M ↑ 1', { a: [7, 1] }],
      ['fr-en M ↑ 1', { a: [2, 2] }],
      ['de-en TER ↓ 1', { a: [50, 50] }],
    ]);
  });

  it('names the metric after the file, if nothing else does, and the task as asked', async () => {
    const rows = table('sys score', 'a 1', 'b ');
    expect(shown(await read({ 'my.comet.sys.tsv.gz': gzipSync(rows) }, { task: 'de-en' }))).toEqual([
      ['de-en my.comet ↑', { a: [1], b: [NaN] }],
    ]);
  });

  it('joins files of the same metric', async () => {
    const contents = {
      'a.tsv': table('system metric score', 'a M 9', 'b M 8'),
      'b.tsv': table('system segment metric score', 'a 1 M 1', 'c 1 M 2'),
    };
    expect(shown(await read(contents))).toEqual([['- M ↑ 1', { a: [9, 1], b: [8, NaN], c: [NaN, 2] }]]);
  });

  it('reads back what is written of segments, documents and parts', async () => {
    const outputs = { good: ['a b c d', 'e f'], 'poor one': ['a x', 'y f'] };
    const measured = measureAll([bleu(), ter()], { references: ['a b c d e', 'e f'] }, outputs);
    const labels = new Map([['document', ['d1', 'd2']]]);
    const segments = await read({ 's.tsv': [...segmentLines(measured, labels)].join('') });
    expect(segments.scores.map(({ scores: { name, higherIsBetter } }) => [name, higherIsBetter])).toEqual([
      ['bleu', true],
      ['ter', false],
    ]);
    segments.scores.forEach(({ scores }, m) => {
      expect(scores.systems).toEqual(['good', 'poor one']);
      expect(scores.segments).toEqual(['1', '2']);
      expect([...scores.ofSegments]).toEqual([0, 1, 2, 3].map((pick) => measured[m]!.segmentScore(pick)));
    });
    // Documents of one segment each: units are documents.
    const documents = await read({ 'd.tsv': [...documentLines(measured, labels)].join('') });
    expect(documents.scores.map(({ scores }) => scores.segments)).toEqual([
      ['d1', 'd2'],
      ['d1', 'd2'],
    ]);
    // As `assay score --by domain -f tsv` prints it.
    const parts = table('system metric score segments label value', 'a bleu 20 2  ', 'a bleu 10 1 domain news');
    const whole = await read({ 'p.tsv': parts });
    expect(shown(whole)).toEqual([['- bleu ↑', { a: [20] }]]);
    expect(whole.notes).toContain('1 score of single domains or parts left out.');
  });

  it('whatever the scores and their order, finds each where it belongs', async () => {
    // Adding 0 turns −0, which is printed as 0, into 0.
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const cell = fc.option(number, { nil: undefined });
    const names = fc.uniqueArray(fc.stringMatching(/^[a-zA-Z_.-]{1,8}$/), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        names,
        fc
          .integer({ min: 1, max: 5 })
          .chain((segments) =>
            fc.tuple(
              fc.constant(segments),
              fc.array(cell, { minLength: 4 * segments, maxLength: 4 * segments }),
              fc.infiniteStream(fc.nat()),
            ),
          ),
        async (systems, [segments, cells, order]) => {
          const rows = systems.flatMap((system, s) =>
            Array.from({ length: segments }, (_, g) => `${system}\t${g + 1}\t${cells[s * segments + g] ?? 'None'}`),
          );
          const shuffled = rows
            .map((row) => [order.next().value as number, row] as const)
            .sort(([a], [b]) => a - b)
            .map(([, row]) => row);
          const { scores } = await read({ 'm.tsv': ['system\tsegment\tscore', ...shuffled, ''].join('\n') });
          const found = scores[0]!.scores;
          expect([...found.systems].sort()).toEqual([...systems].sort());
          systems.forEach((system, s) => {
            const at = found.systems.indexOf(system);
            const wanted = cells.slice(s * segments, (s + 1) * segments);
            const got = found.segments.map((_, g) => found.ofSegments[at * segments + g]!);
            expect(got).toEqual(wanted.map((score) => score ?? NaN));
            const present = wanted.filter((score) => score !== undefined);
            const mean = present.reduce((sum, score) => sum + score, 0) / present.length;
            expect(found.ofSystems[at]).toEqual(mean);
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('files of WMT metrics tasks', () => {
  // By number of columns and year, as the tasks' pages describe them.
  it.each([
    ['2016, systems', 'M de-en newstest2016 a 1.5', '-', [1.5]],
    ['2016, segments', 'M de-en newstest2016 a 3 1.5', '3', [1.5, 1.5]],
    ['2017, systems', 'M de-en DAsys+newstest2017 a 1.5 1493196388 1493196486 non-ensemble https://x.y', '-', [1.5]],
    ['2018, systems', 'M de-en newstest2018 a 1.5 ensemble no', '-', [1.5]],
    ['2018, segments', 'M de-en newstest2018 a 3 1.5 non-ensemble no', '3', [1.5, 1.5]],
    ['2020, systems', 'M de-en newstest2020 newstest2020 a 1.5', '-', [1.5]],
    ['2020, segments', 'M de-en newstest2020 newstest2020 a doc.1 3 1.5', 'doc.1::3', [1.5, 1.5]],
    ['2021, systems', 'M de-en newstest2021 refA a 1.5', '-', [1.5]],
    ['2021, segments', 'M de-en newstest2021 refA a 3 1.5', '3', [1.5, 1.5]],
    ['2022, systems', 'M de-en generaltest2022 all refA a 1.5', '-', [1.5]],
    ['2022, segments', 'M de-en generaltest2022 news doc.1 refA a 3 1.5', '3', [1.5, 1.5]],
  ])('%s', async (_, row, segment, expected) => {
    expect(shown(await read({ 'M.score.gz': gzipSync(table(row)) }))).toEqual([
      [`de-en M ↑ ${segment === '-' ? '' : segment}`.trim(), { a: expected }],
    ]);
  });

  it('goes by the name of the file where a system is called by a number', async () => {
    const rows = table('M de-en t refA 12 1.5');
    expect(shown(await read({ 'M.sys.score': rows }))).toEqual([['de-en M ↑', { 12: [1.5] }]]);
    expect(shown(await read({ 'M.seg.score': rows }))).toEqual([['de-en M ↑ 12', { refA: [1.5, 1.5] }]]);
  });

  it('reads the names of columns that WMT24 put first', async () => {
    const header = 'METRIC-NAME LANG-PAIR TESTSET DOMAIN DOCUMENT REFERENCE SYSTEM-ID SEGMENT-NUMBER SEGMENT-SCORE';
    expect(shown(await read({ 'x.seg.score': table(header, 'M en-de t news d refA a 1 0.5') }))).toEqual([
      ['en-de M ↑ 1', { a: [0.5, 0.5] }],
    ]);
  });

  it('keeps references apart by name, and leaves single domains out', async () => {
    const rows = table(
      'M de-en t all refA a 1',
      'M de-en t news refA a 5',
      'M de-en t all refB a 2',
      'N de-en t all src a 3',
    );
    const result = await read({ 'x.sys.score': rows });
    expect(shown(result)).toEqual([
      ['de-en M-refA ↑', { a: [1] }],
      ['de-en M-refB ↑', { a: [2] }],
      ['de-en N ↑', { a: [3] }],
    ]);
    expect(result.notes[0]).toBe('1 score of single domains or parts left out.');
  });

  it('takes the test set asked for', async () => {
    const rows = table('M de-en t1 a 1', 'M de-en t2 a 2');
    const result = await read({ 'x.sys.score': rows }, { testSet: 't2' });
    expect(shown(result)).toEqual([['de-en M ↑', { a: [2] }]]);
    expect(result.notes[0]).toBe('1 score of other test sets left out.');
    expect(await faultOf({ 'x.sys.score': rows })).toBe(
      'x.sys.score, line 2: scores of the test set t2, after those of t1 (x.sys.score, line 1). Name the one to take with --test-set.',
    );
    expect(await faultOf({ 'x.sys.score': rows }, { testSet: 't3' })).toBe(
      'x.sys.score holds no scores of the test set t3.',
    );
  });
});

describe('files of mt-metrics-eval', () => {
  it('counts the lines of each system', async () => {
    const contents = { 'BLEU-refA.seg.score': 'a\t1\na\t2\nb 3\nb   None\n', 'BLEU-refA.sys.score': 'a\t5\nb\t6\n' };
    expect(shown(await read(contents))).toEqual([['- BLEU-refA ↑ 1 2', { a: [5, 1, 2], b: [6, 3, NaN] }]]);
  });

  it('turns no metric round that was turned round already', async () => {
    const result = await read({ 'TER-refA.sys.score': 'a\t-50\nb\t0\n', 'WER-refA.sys.score': 'a\t50\nb\t0\n' });
    expect(result.scores.map(({ scores }) => scores.higherIsBetter)).toEqual([true, false]);
    expect(result.notes).toEqual([
      'WER-refA: lower is better, since the name is that of an error metric.',
      'TER-refA: an error metric by name, but no score is above 0, so it was turned round already: higher is better.',
    ]);
  });

  it('leaves scores of documents and domains out', async () => {
    const contents = {
      'M-src.sys.score': 'a\t1\n',
      'M-src.doc.score': 'a\t1\na\t2\n',
      'M-src.domain.score': 'x a 1\n',
    };
    const { scores, notes } = await read(contents);
    expect(scores).toHaveLength(1);
    expect(notes[0]).toMatch(/^2 files of scores of documents or domains left out; first: .*M-src\.doc\.score\.$/);
  });
});

describe('directions', () => {
  const contents = { 'x.tsv': table('system metric score', 'a M 1', 'a TER 2') };

  it('are as asked', async () => {
    const { scores, notes } = await read(contents, { lowerIsBetter: ['m'], higherIsBetter: ['TER'] });
    expect(scores.map(({ scores: { name, higherIsBetter } }) => [name, higherIsBetter])).toEqual([
      ['M', false],
      ['TER', true],
    ]);
    expect(notes).toEqual(['M: lower is better, as asked.', 'TER: higher is better, as asked.']);
  });

  it('of scores that are not there are refused', async () => {
    expect(await faultOf(contents, { lowerIsBetter: ['TR'] })).toBe('There are no scores by TR. Did you mean TER?');
  });
});

describe('faults', () => {
  const known =
    ' is no table of scores that is known. It needs a first line that names its columns: system, score, and metric, segment, task ' +
    'where they are more than one; or the form of a WMT metrics task; or the name METRIC.sys.score or METRIC.seg.score and lines of ' +
    'system and score.';
  const cases: [what: string, contents: Contents, message: string][] = [
    ['an empty file', { 'x.tsv': '' }, 'x.tsv is empty: it has no scores.'],
    ['a header alone', { 'x.tsv': table('system score') }, 'x.tsv holds no scores of a whole test set.'],
    ['no known form', { 'x.tsv': table('a b c', 'd e f') }, `x.tsv${known}`],
    ['no level', { 'x.tsv': table('a 1', 'b 2') }, `x.tsv${known}`],
    ['no text', { 'x.tsv': new Uint8Array([115, 0xff, 10]) }, 'x.tsv, line 1, byte 2: not valid UTF-8 (0xFF, byte 2 of the file). Convert the file to UTF-8, for example with iconv.'],
    ['no number', { 'x.tsv': table('system score', 'a good') }, 'x.tsv, line 2: "good" is no score. A score is a number; a missing one is None, NaN or empty.'],
    ['no finite number', { 'x.tsv': table('system score', 'a Infinity') }, 'x.tsv, line 2: "Infinity" is no score. A score is a number; a missing one is None, NaN or empty.'],
    ['no system', { 'x.tsv': table('system score', ' 1') }, 'x.tsv, line 2: there is no system.'],
    ['a field too many', { 'x.tsv': table('system score', 'a 1 2') }, 'x.tsv, line 2: 3 fields, where 2 belong.'],
    ['two columns of one thing', { 'x.tsv': table('system sys score', 'a a 1') }, 'x.tsv, line 1: columns "system" and "sys" hold the same thing. Leave one out.'],
    ['a system twice', { 'x.tsv': table('system metric score', 'a M 1', 'a M 1') }, 'x.tsv, line 3: the score of system a by M is there twice.'],
    ['a hole and a score', { 'x.tsv': table('system segment score', 'a 1 None', 'a 1 1') }, 'x.tsv, line 3: the score of system a, segment 1, by x is there twice.'],
    ['a negative segment', { 'x.tsv': table('system segment score', 'a -3 1') }, 'x.tsv, line 2: segment -3. Segments count from 1.'],
    ['no decimal number', { 'x.tsv': table('system score', 'a 0x10') }, 'x.tsv, line 2: "0x10" is no score. A score is a number; a missing one is None, NaN or empty.'],
    ['segment 0', { 'x.tsv': table('system segment score', 'a 0 1') }, 'x.tsv, line 2: segment 0. Segments count from 1.'],
    ['a system twice, plain', { 'x.sys.score': table('a 1', 'a 2') }, 'x.sys.score, line 2: the score of system a by x is there twice.'],
    ['unequal numbers', { 'x.seg.score': table('a 1', 'a 2', 'b 1') }, 'x.seg.score: system b has 1 score, system a has 2. Every system needs one for each segment; None stands for a missing one.'],
    ['no score, plain', { 'x.sys.score': table('a 1', 'b') }, 'x.sys.score, line 2: "b" is not the name of a system and a score.'],
  ]; // prettier-ignore
  it('two metrics of one name', async () => {
    const contents = {
      'M-refA.sys.score': table('a 1'),
      'x.tsv': table('metric reference system score', 'M refA a 1', 'M refB a 2'),
    };
    expect(await faultOf(contents)).toBe(
      'Two metrics are called M-refA: in M-refA.sys.score and x.tsv. Rename one of them.',
    );
  });

  it.each(cases)('%s', async (_, contents, message) => expect(await faultOf(contents)).toBe(message));

  it('names like those of an object are names', async () => {
    const result = await read({ 'x.tsv': table('system segment metric score', '__proto__ constructor toString 1') });
    const [{ scores } = { scores: undefined }] = result.scores;
    expect(scores).toMatchObject({ name: 'toString', systems: ['__proto__'], segments: ['constructor'] });
  });
});
