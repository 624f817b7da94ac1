import { gzipSync } from 'node:zlib';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { measureAll } from '../measure/index.ts';
import { bleu, ter } from '../metrics/index.ts';
import { documentLines, segmentLines } from '../report/index.ts';
import { type Contents, withFiles } from './testing/files.ts';
import { type ReadScores, type ScoreRequest, readScores, scoreFileOf } from './readScores.ts';

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
      'M: assumed higher is better; if not, use --lower-is-better NAME.',
      'M: no system scores, so they are the means of the segment scores.',
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
      'x.sys.score, line 2: scores of the test set t2, but earlier ones are of t1 (x.sys.score, line 1). Choose one with --test-set.',
    );
    expect(await faultOf({ 'x.sys.score': rows }, { testSet: 't3' })).toBe(
      'x.sys.score has no scores of the test set t3.',
    );
  });
});

describe('files of mt-metrics-eval', () => {
  it('counts the lines of each system', async () => {
    const contents = { 'BLEU-refA.seg.score': 'a\t1\na\t2\nb 3\nb   None\n', 'BLEU-refA.sys.score': 'a\t5\nb\t6\n' };
    expect(shown(await read(contents))).toEqual([['- BLEU-refA ↑ 1 2', { a: [5, 1, 2], b: [6, 3, NaN] }]]);
  });

  it('does not negate a metric that is already negated', async () => {
    const result = await read({ 'TER-refA.sys.score': 'a\t-50\nb\t0\n', 'WER-refA.sys.score': 'a\t50\nb\t0\n' });
    expect(result.scores.map(({ scores }) => scores.higherIsBetter)).toEqual([true, false]);
    expect(result.notes).toEqual([
      'WER-refA: lower is better, since it is an error metric by name.',
      'TER-refA: an error metric by name, but no score is above 0, so it is already negated: higher is better.',
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
    expect(notes[0]).toMatch(/^2 files with document or domain scores left out; first: .*M-src\.doc\.score\.$/);
  });
});

describe('files of other programs', () => {
  const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const pretty = (value: unknown): string => JSON.stringify(value, undefined, 4);
  /** Files as they are typed, in their folder. */
  const readAs = (contents: Contents, typed: readonly string[], systems?: readonly string[]): Promise<ReadScores> =>
    withFiles(contents, (directory) =>
      readScores({
        files: typed.map((word) => word.replace(/[^=]+$/, (name) => join(directory, name))),
        ...(systems && { systems }),
      }),
    );

  // Shapes: comet/cli/score.py of COMET, metricx24/predict.py of MetricX, sacrebleu/sacrebleu.py and utils.py of sacreBLEU 2, automatic scores of WMT25.
  const cases: [what: string, contents: Contents, expected: ReturnType<typeof shown>][] = [
    [
      'what comet-score prints',
      { 'x.txt': 'a.txt\tSegment 0\tscore: 0.5\nb.txt\tSegment 0\tscore: 0.7\na.txt\tscore: 0.4\nb.txt\tscore: 0.6\n' },
      [['- COMET ↑ 1', { 'a.txt': [0.4, 0.5], 'b.txt': [0.6, 0.7] }]],
    ],
    [
      'with variances, systems only, after a message',
      { 'x.txt': 'Seed set to 12\na.txt\tSegment 0\tscore: -0.5\tvariance: 0.1\na.txt\tscore: -0.5\n' },
      [['- COMET ↑ 1', { 'a.txt': [-0.5, -0.5] }]],
    ],
    [
      'comet-score --to_json',
      { 'x.json': pretty({ 'a.txt': [{ src: 's', mt: 'm', COMET: 0.5 }, { src: '', mt: '', COMET: 0.7, errors: [] }] }) },
      [['- COMET ↑ 1 2', { 'a.txt': [0.6, 0.5, 0.7] }]],
    ],
    [
      'comet-score --to_json in one line',
      { 'x.json': JSON.stringify({ 'a "1".txt': [{ COMET: null }], b: [{ COMET: 1 }] }) },
      [['- COMET ↑ 1', { 'a "1".txt': [NaN, NaN], b: [1, 1] }]],
    ],
    [
      'MetricX, one system',
      { 'a.jsonl': lines({ source: 's', hypothesis: 'h', reference: 'r', prediction: 2 }, { hypothesis: 'h', prediction: 4 }) },
      [['- MetricX ↓ 1 2', { a: [3, 2, 4] }]],
    ],
    [
      'MetricX, several systems',
      { 'x.jsonl': lines({ system_id: 'a', prediction: 1 }, { system_id: 'b', prediction: 2 }, { system_id: 'a', prediction: 3 }, { system_id: 'b', prediction: 4 }) },
      [['- MetricX ↓ 1 2', { a: [2, 1, 3], b: [3, 2, 4] }]],
    ],
    [
      'sacreBLEU, one metric',
      { 'a.json': '{\n "name": "BLEU",\n "score": 30.5,\n "signature": "nrefs:1"\n}\n' },
      [['- BLEU ↑', { a: [30.5] }]],
    ],
    [
      'sacreBLEU, several metrics',
      { 'a.json': '[\n{\n "name": "BLEU",\n "score": 30.5\n},\n{\n "name": "TER",\n "score": 50\n}\n]\n' },
      [['- BLEU ↑', { a: [30.5] }], ['- TER ↓', { a: [50] }]],
    ],
    [
      'sacreBLEU, several systems',
      { 'x.json': pretty([{ system: 'a.txt', BLEU: '30.5', TER: '50.0' }, { system: 'b.txt', BLEU: '31.0', TER: '49.0' }]) },
      [['- BLEU ↑', { 'a.txt': [30.5], 'b.txt': [31] }], ['- TER ↓', { 'a.txt': [50], 'b.txt': [49] }]],
    ],
    [
      'sacreBLEU, paired tests',
      { 'x.json': pretty([{ system: 'Baseline: a.txt', BLEU: { score: 30.5, p_value: null } }, { system: 'b.txt', BLEU: { score: 31, p_value: 0.1 } }]) },
      [['- BLEU ↑', { 'a.txt': [30.5], 'b.txt': [31] }]],
    ],
    [
      'WMT25',
      { 'A.jsonl': lines({ language_pair: 'en-cs_CZ', domain: 'news', document_id: 'd.1', metric_scores: { 'XCOMET-XL': [0.5, 0.7], 'MetricX-24-Hybrid-XL': [-1, -3] } }, { language_pair: 'en-cs_CZ', document_id: 'e', metric_scores: { 'XCOMET-XL': [0.3], 'MetricX-24-Hybrid-XL': [-5] } }) },
      [
        ['en-cs_CZ XCOMET-XL ↑ d.1::1 d.1::2 e::1', { A: [0.5, 0.5, 0.7, 0.3] }],
        ['en-cs_CZ MetricX-24-Hybrid-XL ↑ d.1::1 d.1::2 e::1', { A: [-3, -1, -3, -5] }],
      ],
    ],
  ]; // prettier-ignore
  it.each(cases)('%s', async (_, contents, expected) => expect(shown(await read(contents))).toEqual(expected));

  it('counts lines without a score, and keeps the place of the others', async () => {
    const rows = `${lines({ prediction: 1 })}oops\n${lines({ hypothesis: 'h' }, { prediction: 3 })}`;
    const result = await read({ 'a.jsonl': rows });
    expect(shown(result)).toEqual([['- MetricX ↓ 1 4', { a: [2, 1, 3] }]]);
    expect(result.notes[0]).toMatch(/a\.jsonl: 2 lines without a score left out; first: line 2\.$/);
  });

  const perLine = { 'a.comet.txt': '0.5\nNone\n0.75\n', 'b.comet.txt': '1\n2\n3\n' };
  it.each<[what: string, typed: string[], systems: string[] | undefined, expected: ReturnType<typeof shown>]>([
    ['named after the files', ['M=a.comet.txt'], undefined, [['- M ↑ 1 2 3', { 'a.comet': [0.625, 0.5, NaN, 0.75] }]]],
    [
      'found by the files',
      ['M=b.comet.txt', 'M=a.comet.txt'],
      ['a', 'b'],
      [['- M ↑ 1 2 3', { b: [2, 1, 2, 3], a: [0.625, 0.5, NaN, 0.75] }]],
    ],
    ['the only one', ['M=b.comet.txt'], ['other'], [['- M ↑ 1 2 3', { other: [2, 1, 2, 3] }]]],
    ['as typed', ['M:x=b.comet.txt'], ['a', 'b', 'x'], [['- M ↑ 1 2 3', { x: [2, 1, 2, 3] }]]],
    ['as typed, unknown', ['M:x y=b.comet.txt'], undefined, [['- M ↑ 1 2 3', { 'x y': [2, 1, 2, 3] }]]],
  ])('one score per line, systems %s', async (_, typed, systems, expected) => {
    expect(shown(await readAs(perLine, typed, systems))).toEqual(expected);
  });

  it.each<[typed: string[], systems: string[], message: RegExp]>([
    [['M=a.comet.txt'], ['x', 'y'], /a\.comet\.txt, line 1: no system is named, and the file is named after none of x, y\. Type its system before it, such as M:x=a\.comet\.txt, or leave it out\.$/],
    [['M:z=a.comet.txt'], ['x', 'y'], /a\.comet\.txt, line 1: there is no system z\. Known: x, y\.$/],
  ])('refuses %j of %j', async (typed, systems, message) => {
    await expect(readAs(perLine, typed, systems)).rejects.toThrow(message);
  }); // prettier-ignore

  it('takes the metric that is typed, and the names of systems as they are known', async () => {
    const contents = {
      'x.json': JSON.stringify({ 'runs/a.txt': [{ COMET: 1 }], 'other.txt': [{ COMET: 0 }] }),
      'y.tsv': table('system segment score', 'a.hyp.txt 1 2'),
    };
    expect(shown(await readAs(contents, ['XCOMET=x.json', 'M=y.tsv'], ['a', 'b']))).toEqual([
      ['- XCOMET ↑ 1', { a: [1, 1], 'other.txt': [0, 0] }],
      ['- M ↑ 1', { a: [2, 2] }],
    ]);
  });

  it.each([
    ['x.tsv', { path: 'x.tsv' }],
    ['COMET=x.tsv', { path: 'x.tsv', said: { metric: 'COMET' } }],
    ['COMET:a b=runs/x=y.tsv', { path: 'runs/x=y.tsv', said: { metric: 'COMET', system: 'a b' } }],
    [':a=x.tsv', { path: 'x.tsv', said: { system: 'a' } }],
    ['=x.tsv', { path: '=x.tsv' }],
    ['./x=y.tsv', { path: './x=y.tsv' }],
    ['runs/lr=3/x.tsv', { path: 'runs/lr=3/x.tsv' }],
    ['C:\\x=y.tsv', { path: 'C:\\x=y.tsv' }],
  ])('%s', (typed, expected) => expect(scoreFileOf(typed)).toEqual(expected));
});

const real = new URL('../../../shared/data/real-files/scores/', import.meta.url);
const isMissing = !existsSync(real);
describe.skipIf(isMissing)(
  `scores of WMT22 and WMT25${isMissing ? ' (skipped: ../shared/data is missing)' : ''}`,
  () => {
    const pathOf = (name: string): string => fileURLToPath(new URL(name, real));

    it('WMT22: systems of 21 pairs', async () => {
      const { scores, notes } = await readScores({ files: [pathOf('wmt22-automatic-scores.tsv.gz')] });
      expect(new Set(scores.map(({ task }) => task)).size).toBe(21);
      // Counted and looked up in the file by hand.
      const bleu = scores.find(({ task, scores: { name } }) => task === 'de-fr' && name === 'bleu-all')!.scores;
      expect(bleu.systems).toHaveLength(6);
      expect(bleu.ofSystems[bleu.systems.indexOf('LT22')]).toBe(28.348353005759414);
      expect(bleu.segments).toEqual([]);
      expect(notes).toEqual([]);
    });

    it('WMT25: segments by document', async () => {
      const { scores, notes } = await readScores({ files: [pathOf('wmt25-automatic-AMI.jsonl.gz')] });
      expect(scores.map(({ task, scores: { name, higherIsBetter } }) => [task, name, higherIsBetter])).toEqual(
        ['CometKiwi-XL', 'GEMBA-ESA-CMDA', 'GEMBA-ESA-GPT4.1', 'MetricX-24-Hybrid-XL', 'XCOMET-XL'].map((name) => [
          'en-is_IS',
          name,
          true,
        ]),
      );
      const [{ scores: kiwi } = { scores: undefined }] = scores;
      expect(kiwi!.systems).toEqual(['wmt25-automatic-AMI']);
      expect(kiwi!.segments).toHaveLength(332);
      expect([kiwi!.segments[0], kiwi!.ofSegments[0]]).toEqual(['rink_rats_chapter1::1', 0.7278631329536438]);
      expect(notes[0]).toMatch(/^MetricX-24-Hybrid-XL: an error metric by name, but no score is above 0/);
    });
  },
);

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

  it('are as the file says', async () => {
    const own = {
      'x.tsv': table(
        'system metric score better',
        'a M 1 lower',
        'b M 2 Lower',
        'a N 1 higher',
        'b TER 1 higher',
        'b O 1 ',
      ),
    };
    const { scores, notes, undirected } = await read(own);
    expect(scores.map(({ scores: { name, higherIsBetter } }) => [name, higherIsBetter])).toEqual([
      ['M', false],
      ['N', true],
      ['TER', true],
      ['O', true],
    ]);
    expect(notes).toEqual([
      'M: lower is better, as the file says.',
      'N, TER: higher is better, as the file says.',
      'O: assumed higher is better; if not, use --lower-is-better NAME.',
    ]);
    expect(undirected).toEqual(['O']);
  });

  it('are higher in files of mt-metrics-eval, unless another file has scores of the metric', async () => {
    const plain = { 'M.sys.score': table('a 1'), 'N.sys.score': table('a 1'), 'TER.sys.score': table('a 1') };
    const { notes, undirected } = await read({ ...plain, 'x.tsv': table('system segment metric score', 'a 1 N 1') });
    expect(notes).toEqual([
      'TER: lower is better, since it is an error metric by name.',
      'M: higher is better, as in all files of mt-metrics-eval.',
      'N: assumed higher is better; if not, use --lower-is-better NAME.',
    ]);
    expect(undirected).toEqual(['N']);
  });

  it('are asked for, or scores without one are left out', async () => {
    expect(await faultOf(contents, { unknownDirection: 'refuse' })).toBe(
      'Is a higher or a lower score of M (x.tsv) better? Assay does not know a metric of this name. Add --higher-is-better M or --lower-is-better M.',
    );
    const two = { 'x.tsv': 'system\tmetric\tscore\na\tM\t1\na\tmy own\t1\n', 'N.tsv': table('system score', 'a 1') };
    expect(await faultOf(two, { unknownDirection: 'refuse', higherIsBetter: ['N'] })).toBe(
      "Are higher or lower scores of M, my own (x.tsv) better? Assay does not know metrics of these names. Add --higher-is-better M 'my own', or name those where lower is better after --lower-is-better.",
    );
    expect(await faultOf(contents, { unknownDirection: 'refuse', lowerIsBetter: ['m'] })).toBe('no fault');
    const { scores, notes, undirected } = await read(contents, { unknownDirection: 'leave out' });
    expect(scores.map(({ scores: { name } }) => name)).toEqual(['TER']);
    expect(notes).toEqual([
      'TER: lower is better, since it is an error metric by name.',
      'M: left out until you say whether higher or lower is better.',
    ]);
    expect(undirected).toEqual(['M']);
  });

  it('of scores that are not there are refused', async () => {
    expect(await faultOf(contents, { lowerIsBetter: ['TR'] })).toBe('No scores by TR. Did you mean TER?');
  });
});

describe('faults', () => {
  const known =
    'Expected TSV with columns named system, segment and score, or another of these formats: ' +
    'table, wmt, wmt-means, wmt25, mt-metrics-eval, comet-score, comet-score-json, metricx, sacrebleu-json, lines.';
  const cases: [what: string, contents: Contents, message: string][] = [
    ['an empty file', { 'x.tsv': '' }, 'x.tsv is empty: it has no scores.'],
    ['a header alone', { 'x.tsv': table('system score') }, 'x.tsv has no scores of a whole test set.'],
    ['no known form', { 'x.tsv': table('a b c', 'd e f') }, `Cannot read x.tsv as scores: it starts with "a\\tb\\tc". ${known}`],
    ['no level', { 'x.tsv': table('a 1', 'b 2') }, `Cannot read x.tsv as scores: it starts with "a\\t1". ${known}`],
    ['scores without a metric', { 'x.txt': '0.5\n0.6\n' }, 'x.txt has one score per line and does not name its metric. Type the metric before it, such as COMET=x.txt.'],
    ['JSON that ends early', { 'x.json': '{"a.txt": [\n{"COMET": 1},' }, 'x.json, line 2: not valid JSON: it ends too early.'],
    ['COMET without a score', { 'x.json': '{"a.txt": [{"COMET": 1}, {"src": "x"}]}' }, 'x.json: segment 2 of a.txt has no score. Expected "COMET": a number.'],
    ['a system without a list', { 'x.json': '{"a.txt": [{"COMET": 1}], "b.txt": 1}' }, 'x.json: b.txt must be a list of segments, as comet-score --to_json writes it.'],
    ['sacreBLEU without a score', { 'x.json': '{"name": "BLEU"}' }, 'x.json: expected objects with "name" and "score", or with "system" and scores, as sacrebleu -f json prints them.'],
    ['one metric in two files', { 'a.json': '{"s": [{"COMET": 1}]}', 'b.json': '{"s": [{"COMET": 1}]}' }, 'b.json: the score of system s, segment 1, by COMET appears twice. If they are two metrics, name each: METRIC=FILE.'],
    ['no text', { 'x.tsv': new Uint8Array([115, 0xff, 10]) }, 'x.tsv, line 1, byte 2: not valid UTF-8 (0xFF, byte 2 of the file). Convert the file to UTF-8, for example with iconv.'],
    ['no number', { 'x.tsv': table('system score', 'a good') }, 'x.tsv, line 2: "good" is not a score. Expected a number, or None, NaN or nothing for a missing score.'],
    ['no finite number', { 'x.tsv': table('system score', 'a Infinity') }, 'x.tsv, line 2: "Infinity" is not a score. Expected a number, or None, NaN or nothing for a missing score.'],
    ['no system', { 'x.tsv': table('system score', ' 1') }, 'x.tsv, line 2: system is empty.'],
    ['a field too many', { 'x.tsv': table('system score', 'a 1 2') }, 'x.tsv, line 2: 3 fields, expected 2.'],
    ['two columns of one thing', { 'x.tsv': table('system sys score', 'a a 1') }, 'x.tsv, line 1: columns "system" and "sys" mean the same. Remove one of them.'],
    ['a system twice', { 'x.tsv': table('system metric score', 'a M 1', 'a M 1') }, 'x.tsv, line 3: the score of system a by M appears twice.'],
    ['a hole and a score', { 'x.tsv': table('system segment score', 'a 1 None', 'a 1 1') }, 'x.tsv, line 3: the score of system a, segment 1, by x appears twice.'],
    ['a negative segment', { 'x.tsv': table('system segment score', 'a -3 1') }, 'x.tsv, line 2: segment -3 is not valid. Segments are numbered from 1.'],
    ['no decimal number', { 'x.tsv': table('system score', 'a 0x10') }, 'x.tsv, line 2: "0x10" is not a score. Expected a number, or None, NaN or nothing for a missing score.'],
    ['segment 0', { 'x.tsv': table('system segment score', 'a 0 1') }, 'x.tsv, line 2: segment 0 is not valid. Segments are numbered from 1.'],
    ['a system twice, plain', { 'x.sys.score': table('a 1', 'a 2') }, 'x.sys.score, line 2: the score of system a by x appears twice.'],
    ['unequal numbers', { 'x.seg.score': table('a 1', 'a 2', 'b 1') }, 'x.seg.score: system b has 1 score, system a has 2. Every system needs a score for each segment; write None for a missing one.'],
    ['another direction', { 'x.tsv': table('system score better', 'a 1 up') }, 'x.tsv, line 2: better is "up". Expected higher or lower, or nothing.'],
    ['two directions', { 'x.tsv': table('system score better', 'a 1 lower', 'b 1 higher') }, 'x.tsv, line 3: x is said to be better if higher and if lower. Correct the column better.'],
    ['no score, plain', { 'x.sys.score': table('a 1', 'b') }, 'x.sys.score, line 2: expected a system and a score, not "b".'],
  ]; // prettier-ignore
  it('two metrics of one name', async () => {
    const contents = {
      'M-refA.sys.score': table('a 1'),
      'x.tsv': table('metric reference system score', 'M refA a 1', 'M refB a 2'),
    };
    expect(await faultOf(contents)).toBe(
      'Two metrics are named M-refA: in M-refA.sys.score and x.tsv. Rename one of them.',
    );
  });

  it.each(cases)('%s', async (_, contents, message) => expect(await faultOf(contents)).toBe(message));

  it('names like those of an object are names', async () => {
    const result = await read({ 'x.tsv': table('system segment metric score', '__proto__ constructor toString 1') });
    const [{ scores } = { scores: undefined }] = result.scores;
    expect(scores).toMatchObject({ name: 'toString', systems: ['__proto__'], segments: ['constructor'] });
  });
});
