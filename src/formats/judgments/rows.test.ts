import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { type JudgmentFile, JudgmentList } from './format.ts';
import { eachCsvRow, eachLine } from './rows.ts';

const fileOf = (text: string, pieces: number): JudgmentFile => ({
  name: 'x.csv',
  task: '',
  async *lines() {
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    const size = Math.max(1, Math.ceil(lines.length / pieces));
    for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size);
  },
});

function listOf(text: string, lenient = false, pieces = 1): JudgmentList {
  const into = new JudgmentList(lenient ? 'lenient' : 'strict');
  into.file = fileOf(text, pieces);
  return into;
}

async function csv(text: string, lenient = false, pieces = 1) {
  const into = listOf(text, lenient, pieces);
  const rows: [line: number, ...fields: string[]][] = [];
  await eachCsvRow(into, (fields, line) => rows.push([line, ...fields]));
  return { rows, dropped: into.dropped };
}

describe('eachCsvRow', () => {
  it.each<[string, string, [number, ...string[]][]]>([
    ['plain fields', 'a,b\nc,\n', [[1, 'a', 'b'], [2, 'c', '']]],
    ['quoted fields', '"a,b",c\n"d ""e""",""\n', [[1, 'a,b', 'c'], [2, 'd "e"', '']]],
    ['blank lines', 'a,b\n\n\nc,d\n\n', [[1, 'a', 'b'], [4, 'c', 'd']]],
    ['line breaks within a field, blank ones too', '"a\n\nb",c\nd,"e\nf"\ng,h\n', [[1, 'a\n\nb', 'c'], [4, 'd', 'e\nf'], [6, 'g', 'h']]],
    ['no line break at the end', 'a,b', [[1, 'a', 'b']]],
    ['one column', 'a\n"b"\n', [[1, 'a'], [2, 'b']]],
  ])('%s', async (_, text, rows) => expect((await csv(text)).rows).toEqual(rows)); // prettier-ignore

  it('gives the line on which a fault starts', async () => {
    await expect(csv('a,b\n"c\nd",e\nf,"g\nh\n')).rejects.toThrow(
      new UsageError('x.csv, line 4: a quoted field is not closed.'),
    );
    await expect(csv('a,b\n"c"x,d\n')).rejects.toThrow(/^x\.csv, line 2: a quote is out of place/);
  });

  it('leaves a row with a stray quote out if it may, but not the rest of a file after a quote that stays open', async () => {
    const { rows, dropped } = await csv('a,b\n"c"x,d\ne,f\n', true);
    expect(rows).toEqual([[1, 'a', 'b'], [3, 'e', 'f']]); // prettier-ignore
    expect(dropped).toEqual([
      { what: 'malformed rows', count: 1, first: expect.stringMatching(/^x\.csv, line 2: ./) as string },
    ]);
    await expect(csv('a,"b\nc,d\n', true)).rejects.toThrow('line 1: a quoted field is not closed.');
  });

  it('reads what Papa.unparse writes, however the lines come in pieces', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', ' ', '\t', "'") });
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    return fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (expected, pieces) => {
        const text = `${Papa.unparse(expected, { newline: '\n' })}\n`;
        const read = await csv(text, false, pieces);
        expect(read.rows.map(([, ...fields]) => fields)).toEqual(expected);
        let line = 1;
        for (const [i, fields] of expected.entries()) {
          expect(read.rows[i]![0]).toBe(line);
          line += 1 + fields.join('').split('\n').length - 1;
        }
      }),
    );
  });
});

it('eachLine numbers lines and passes over blank ones', async () => {
  const lines: [string, number][] = [];
  await eachLine(listOf('a\n\nb\n'), (text, line) => lines.push([text, line]));
  expect(lines).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
});
