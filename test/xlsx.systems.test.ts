/** Workbooks open in another program: openpyxl reads what `assay compare -o tables.xlsx` writes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pythonOf } from '../scripts/check-sacrebleu/reference.js';
import { assay, example } from './judging/serveCampaign.ts';

const python = pythonOf('openpyxl', '3.1.5');
const folder = mkdtempSync(join(tmpdir(), 'assay-xlsx-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps([[sheet.title, sheet.freeze_panes, [[cell.value for cell in row] for row in sheet.iter_rows()], sheet['A1'].font.b, [cell.number_format for cell in sheet[2]] if sheet.max_row > 1 else []] for sheet in book.worksheets]))
`;

type Sheet = [name: string, frozen: string | null, rows: unknown[][], bold: boolean, formats: string[]];

describe.skipIf(python === undefined)(
  `openpyxl${python === undefined ? ' (skipped: pip cannot install it)' : ''}`,
  () => {
    it('reads the sheets of a comparison, with its numbers', () => {
      const [file, data] = [join(folder, 'tables.xlsx'), join(folder, 'data.json')];
      assay(
        'compare',
        '-r',
        example('reference.A.en.txt'),
        example('good.txt'),
        example('terse.txt'),
        '--why',
        '-o',
        file,
        '-o',
        data,
      );
      const sheets = JSON.parse(execFileSync(python!, ['-c', script, file], { encoding: 'utf8' })) as Sheet[];
      const [summary, scores] = sheets as [Sheet, Sheet];
      expect(summary[0]).toBe('Summary');
      expect(summary[2][0]![0]).toBe('Comparison');
      expect(scores[1]).toBe('A2');
      expect(scores[3]).toBe(true);
      const json = JSON.parse(readFileSync(data, 'utf8')) as { compared: { systems: { score: number }[] }[] };
      const rows = sheets.at(-1)!;
      const [head, first] = rows[2] as [string[], unknown[]];
      expect(rows[0]).toBe('Data');
      expect(first[head.indexOf('first')]).toBe('good');
      expect(first[head.indexOf('first_score')]).toBe(json.compared[0]!.systems[0]!.score);
    });
  },
);
