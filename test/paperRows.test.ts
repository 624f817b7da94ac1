/** The guide says which spelling gives which row of a published table: every spelling is a metric, and every row is listed. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMetric } from '../src/engine/index.ts';
import { rowsOfTable4 } from '../src/metrics/ngram/bleu-grid.ts';

const guide = readFileSync(new URL('../docs/understand/metrics.md', import.meta.url), 'utf8');
const page = guide.slice(guide.indexOf('## Rows of published tables'));

/** The cells of the table after some words, by row; spellings without their quotes. */
function tableAfter(words: string): string[][] {
  const lines = page.slice(page.indexOf(words)).split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  return lines.slice(start, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\_', '_')),
  );
}

const papers = new URL('../../shared/data/paper-tables/', import.meta.url);
const isMissing = !existsSync(papers);
const skipped = isMissing ? ' (skipped: the tables are not in ../shared/data)' : '';
const rowsOf = (name: string): string[][] =>
  readFileSync(new URL(name, papers), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

const [chiang, wmt09, song] = ['Chiang et al.', 'Callison-Burch et al.', 'Song et al.'].map((words) =>
  tableAfter(words).filter((_, i) => i !== 1),
) as [string[][], string[][], string[][]];

describe('rows of published tables', () => {
  it('every spelling is a metric of the kind that its row names', () => {
    const typed = [chiang, wmt09, song].flatMap(([, ...rows]) => rows.flatMap(([, ...cells]) => cells)).filter((cell) => cell !== ''); // prettier-ignore
    expect(typed).toHaveLength(7 + 9 - 1 + 2 * 7 + 9);
    for (const each of typed) expect(() => parseMetric(each), each).not.toThrow();
    for (const [row, ...cells] of song.slice(1)) {
      const [, name] = rowsOfTable4.find(([printed]) => printed === row)!;
      expect(cells).toEqual(['P', 'R', 'F'].map((base) => `${base}${name}`));
    }
    expect(song).toHaveLength(1 + rowsOfTable4.length);
  });

  it('a column of Table 9 compares its factor', () => {
    for (const row of wmt09.slice(1)) {
      for (const [k, factor] of [[2, 'lemma'], [3, 'tecto']] as const) {
        if (row[k] !== '') expect(parseMetric(row[k]!).options).toHaveProperty('factor', factor);
      }
    }
  }); // prettier-ignore

  it.skipIf(isMissing)(`no row is missing${skipped}`, () => {
    expect(chiang.slice(1).map(([row]) => row)).toEqual(rowsOf('chiang2008_table1_wmt07_correlation.tsv').map(([row]) => row)); // prettier-ignore
    const columns = ['', 'surface', 'lemma', 'tecto'];
    for (const [metric, representation] of rowsOf('wmt09_table09_english_czech_metrics.tsv')) {
      const row = wmt09.find(([name]) => name === metric)!;
      expect(row[columns.indexOf(representation!)], `${metric} ${representation}`).not.toBe('');
    }
    for (const [row] of rowsOf('song2013_table4_sentence_tau_unsmoothed.tsv')) {
      if (row !== '') expect(rowsOfTable4.map(([printed]) => printed.replace(/[{}]/g, ''))).toContain(row);
    }
  });
});
