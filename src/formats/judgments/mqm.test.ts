import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readJudgments } from '../../data/readJudgments.ts';
import { faultOf, leftOut, readText, table } from './testing/readText.ts';

/** The layout of 2020 and 2021. */
const older = ['system', 'doc', 'doc_id', 'seg_id', 'rater', 'source', 'target', 'category', 'severity'];
/** The one since, with a column of JSON. */
const newer = [
  'system',
  'doc',
  'docSegId',
  'globalSegId',
  'rater',
  'source',
  'target',
  'category',
  'severity',
  'metadata',
];

const row = ({
  system = 'a', doc = 'd', within = '2', segment = '7', rater = 'r1', source = 'Quelle', target = 'The output',
  category = 'No-error', severity = 'No-error',
} = {}) => [system, doc, within, segment, rater, source, target, category, severity]; // prettier-ignore
const error = { category: 'Fluency/Grammar', severity: 'Minor' };
const common = { task: 'de-en', segment: '7', document: 'd', judge: 'r1', order: 0, system: 'a', protocol: 'MQM' };
const read = (text: string, lenient = false) => readText(text, { task: 'de-en', lenient });

describe('mqm', () => {
  it('joins the errors of a rater in an output, and takes none for an answer', async () => {
    const { annotations, dropped } = await read(
      table(
        '\t',
        older,
        row({ ...error, target: 'The <v>output</v>' }),
        row({ system: 'b b' }),
        row({ ...error, severity: 'Major', target: '<v>The</v> output' }),
        row({ rater: '__proto__', category: 'no-error', severity: 'no-error' }),
        row({ segment: '8', within: '3', ...error }),
      ),
    );
    expect(annotations).toEqual([
      {
        ...common,
        errors: [
          { ...error, side: 'output', text: 'output' },
          { ...error, severity: 'Major', side: 'output', text: 'The' },
        ],
      },
      { ...common, order: 1, system: 'b b', errors: [] },
      { ...common, judge: '__proto__', errors: [] },
      { ...common, order: 2, segment: '8', errors: [{ ...error, side: 'output' }] },
    ]);
    expect(dropped).toEqual([]);
  });

  it.each<[string, Record<string, string>, object]>([
    ['a mark in the output', { target: 'a <v>b c</v> d' }, { side: 'output', text: 'b c' }],
    ['two marks', { target: '<v>a</v> b <v>c</v>' }, { side: 'output', text: 'a … c' }],
    ['a mark that is not closed', { target: 'a <v>b' }, { side: 'output', text: 'b' }],
    ['a mark around nothing', { target: 'a <v></v>b' }, { side: 'output' }],
    ['a mark in the source', { source: 'x <v>y</v>' }, { side: 'source', text: 'y' }],
    ['an omission without a mark', { category: 'Accuracy/Omission' }, { side: 'source' }],
    ['an error of the source', { category: 'Source error' }, { side: 'source' }],
    ['no mark', {}, { side: 'output' }],
  ])('finds %s', async (_, fields, expected) => {
    const { annotations } = await read(table('\t', older, row({ ...error, ...fields })));
    const { category, severity } = { ...error, ...fields };
    expect(annotations[0]!.errors).toEqual([{ category, severity, ...expected }]);
  });

  it('reads the newer layout; quotes are text like any other', async () => {
    const { annotations } = await read(table('\t', newer, [...row({ ...error, target: '"The <v>"x"</v>' }), '{"timestamp":1}']));
    expect(annotations).toEqual([{ ...common, ended: 0.001, errors: [{ ...error, side: 'output', text: '"x"' }] }]);
  }); // prettier-ignore

  it('takes the number within the document where that in the test set says nothing', async () => {
    const rows = [['x', '1'], ['x', '2'], ['y', '1']].map(([doc, within]) => [...row({ doc: doc!, within: within!, segment: '0' }), '{}']); // prettier-ignore
    const { annotations } = await read(table('\t', newer, ...rows));
    expect(annotations.map(({ segment }) => segment)).toEqual(['x:1', 'x:2', 'y:1']);
  });

  it('leaves out rows that hold no rating, and tests of attention', async () => {
    const all = await read(
      table('\t', older, row({ rater: '', category: '', severity: '' }), row({ category: 'HOTW-test', severity: 'HOTW-test' }), row()),
    ); // prettier-ignore
    expect(all.annotations).toHaveLength(1);
    expect(leftOut(all)).toEqual([
      [1, 'rows without a rating'],
      [1, 'tests of attention'],
    ]);
  });

  it.each([
    ['after the errors', [row(error), row()], 3],
    ['before them', [row(), row(error)], 2],
  ])('leaves out a row of No-error %s, and says so', async (_, rows, line) => {
    const { annotations, dropped } = await read(table('\t', older, ...rows, row({ system: 'b' })));
    expect(annotations.map(({ system, errors }) => [system, errors.length])).toEqual([['a', 1], ['b', 0]]);
    expect(dropped).toEqual([
      {
        what: 'rows of No-error where the same rater marked errors in the same output',
        count: 1,
        first: `standard input, line ${line}`,
      },
    ]);
  }); // prettier-ignore

  it.each<[string, string[], string]>([
    ['too few fields', row().slice(1), '8 fields, expected 9.'],
    ['too many fields', [...row(), 'x'], '10 fields, expected 9.'],
    ['no system', row({ system: '' }), 'the system is empty.'],
    ['no segment', row({ segment: '' }), 'the segment is empty.'],
    ['no rater', row({ rater: '' }), 'the rater is empty.'],
    ['no severity', row({ severity: '' }), 'the severity is empty.'],
  ])('refuses %s, or leaves it out', async (_, bad, fault) => {
    const text = table('\t', older, row(), bad, row({ segment: '9' }));
    expect(await faultOf(text)).toBe(`line 3: ${fault}`);
    const { annotations, dropped } = await read(text, true);
    expect(annotations.map(({ segment }) => segment)).toEqual(['7', '9']);
    expect(dropped).toEqual([
      { what: 'malformed rows', count: 1, first: expect.stringMatching(/^standard input, line 3: ./) as string },
    ]);
  });

  it.each([
    ['system', 'system'],
    ['seg_id', 'globalSegId (or seg_id, seg, segment)'],
    ['category', 'category'],
    ['severity', 'severity'],
  ])('names %s if it is missing', async (column, shown) => {
    const names = older.filter((name) => name !== column);
    expect(await faultOf(table('\t', names))).toBe(`line 1: the column ${shown} is missing.`);
  });
});

const ted = new URL('../../../../shared/data/ted21-mqm/', import.meta.url);
const present = existsSync(ted);

describe.skipIf(!present)(
  `MQM of the TED talks of WMT21${present ? '' : ' (skipped: ../shared/data is not there)'}`,
  () => {
    // Rows as its README counts them; annotations are the distinct systems, segments and raters, counted with cut and sort.
    it.each([
    ['en-de', 8435, 7406, 4404],
    ['zh-en', 9915, 7935, 4297],
  ])('%s', async (task, rows, annotations, withoutError) => {
    const path = fileURLToPath(new URL(`${task}/mqm-errors.tsv`, ted));
    const { judgments, formats } = await readJudgments({ files: [path], task });
    expect(formats).toEqual(['mqm']);
    expect(judgments.annotations).toHaveLength(annotations);
    expect(judgments.annotations.filter(({ errors }) => errors.length === 0)).toHaveLength(withoutError);
    expect(judgments.annotations.reduce((sum, { errors }) => sum + errors.length, 0)).toBe(rows - withoutError);
    expect(judgments.dropped).toEqual([]);
    // What the file gives as the span of an error stands between its marks. One mark in each file is not closed, and has no span there.
    const rowsOfErrors = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1).filter((line) => !line.includes('\tNo-error\t'));
    const spans = rowsOfErrors.map((line) => line.split('\t')).map((fields) => fields[5]! || (fields[6]!.split('<v>')[1] ?? ''));
    const texts = judgments.annotations.flatMap(({ errors }) => errors.map(({ text }) => text ?? ''));
    expect(texts.sort()).toEqual(spans.sort());
  }); // prettier-ignore
  },
);
