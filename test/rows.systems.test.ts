/** Tests that other programs read the rows that `assay score --rows` writes: DuckDB and pandas, if pip can install them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { pythonOf } from '../scripts/check-sacrebleu/reference.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const python = pythonOf('duckdb', '2.0.0', ['pandas', 'pyarrow']);

const assay = (typed: string): string =>
  execFileSync(process.execPath, ['dist/command/assay.cjs', ...typed.split(' ')], { cwd: root, encoding: 'utf8' });

const texts = '-r examples/reference.A.en.txt examples/good.txt examples/terse.txt -l examples/labels.tsv';

describe.skipIf(python === undefined)(
  `rows${python === undefined ? ' (skipped: pip cannot install duckdb, pandas and pyarrow)' : ''}`,
  () => {
    it('add up in DuckDB and pandas as in the report', () => {
      const file = join(folder, 'rows.parquet');
      const report = JSON.parse(assay(`score ${texts} -m bleu ribes --rows ${file} -f json`)) as {
        all: { scores: { score: number; parts?: Record<string, number> }[][] };
      };
      const code = `
import duckdb, json, pandas
asked = """SELECT sum("bleu: hypothesis length") / sum("bleu: reference length"), 100 * sum("ribes: score") / sum("ribes: segments"), count(DISTINCT domain) FROM '${file}' GROUP BY system ORDER BY system"""
table = pandas.read_parquet("${file}")
print(json.dumps({
  "duckdb": duckdb.sql(asked).fetchall(),
  "types": [str(table[name].dtype) for name in ["segment", "system", "bleu: hypothesis length", "ribes: score"]],
  "rows": len(table),
  "words": table.groupby("system")["bleu: hypothesis length"].sum().tolist(),
}))`;
      const found = JSON.parse(execFileSync(python!, ['-c', code], { encoding: 'utf8' })) as {
        duckdb: number[][];
        types: string[];
        rows: number;
        words: number[];
      };
      report.all.scores.forEach(([bleu, ribes], s) => {
        expect(found.duckdb[s]![0]).toBe(bleu!.parts!['length ratio']);
        expect(found.duckdb[s]![1]).toBeCloseTo(ribes!.score, 10);
      });
      expect(found.rows).toBe(120);
      expect(found.types).toEqual(['int32', expect.stringMatching(/str|object/), 'int32', 'float64']);
    });
  },
);
