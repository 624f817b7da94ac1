import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report, Table } from '../table.ts';
import { displayWidth } from '../width.ts';
import { plainStyle, text } from './text.ts';

const column = (title: string, align: 'left' | 'right' = 'right') => ({ title, align });
const shown = (report: Partial<Report>, width?: number): string =>
  text({ title: 'x', tables: [], notes: [], ...report }, { ...plainStyle, width });

const texts: Table = {
  caption: 'What some metrics of many measure',
  columns: [column('metric', 'left'), column('what it measures', 'left'), column('score')],
  rows: [
    ['bleu', 'precision of words in a row', '30.0'],
    ['ter', 'edits', '7.0'],
  ],
};

const numbers: Table = {
  columns: [
    column('system', 'left'),
    column('than', 'left'),
    ...['BLEU ↑', '95 %', 'chrF2 ↑', '95 %', 'pairwise accuracy'].map((title) => column(title)),
  ],
  rows: [['new', 'base', '30.0', '[28.0, 33.0]', '60.0', '[55.0, 64.0]', '0.5']],
  lines: [1],
};

describe('a terminal that is wide enough, or none', () => {
  it.each([undefined, 80])('width %s', (width) => {
    expect(shown({ tables: [texts] }, width)).toBe(
      [
        'What some metrics of many measure',
        'metric  what it measures             score',
        'bleu    precision of words in a row   30.0',
        'ter     edits                          7.0',
        '',
      ].join('\n'),
    );
  });
});

describe('a narrow terminal', () => {
  it('shows columns side by side if they just fit', () => {
    const columns = ['a', 'b', 'c'].map((title, c) => ({ title, align: c === 0 ? 'left' : 'right' }) as const);
    const numbers: Table = { columns, rows: [['x', '10.0', '20.0']] };
    expect(shown({ tables: [numbers] }, 13)).toBe('a     b     c\nx  10.0  20.0\n');
    expect(shown({ tables: [numbers] }, 12)).toBe('a     b\nx  10.0\n\na     c\nx  20.0\n');
  });

  it('folds captions, texts and titles between words', () => {
    expect(shown({ tables: [texts] }, 30)).toBe(
      [
        'What some metrics of many',
        'measure',
        '        what it',
        'metric  measures        score',
        'bleu    precision of     30.0',
        '        words in a row',
        'ter     edits             7.0',
        '',
      ].join('\n'),
    );
  });

  it('shows below what does not fit beside, with what rows are about, and intervals beside their scores', () => {
    expect(shown({ tables: [numbers] }, 50)).toBe(
      [
        'system  than  BLEU ↑          95 %',
        'new     base    30.0  [28.0, 33.0]',
        '──────────────────────────────────',
        '',
        '                                     pairwise',
        'system  than  chrF2 ↑          95 %  accuracy',
        'new     base     60.0  [55.0, 64.0]       0.5',
        '─────────────────────────────────────────────',
        '',
      ].join('\n'),
    );
  });

  it('folds notes, and leaves whole what has no spaces', () => {
    const notes = [
      { name: 'note', text: 'a note of some words' },
      { name: 'signature', text: 'BLEU|nrefs:1|case:mixed|eff:no' },
    ];
    expect(shown({ notes }, 24)).toBe(
      ['note       a note of', '           some words', 'signature  BLEU|nrefs:1|case:mixed|eff:no', ''].join('\n'),
    );
  });

  it('is never too narrow for what can be folded, and loses nothing', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '漢'), minLength: 1, maxLength: 5 });
    const cell = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, fc.constantFrom('left' as const, 'right' as const)), { minLength: 1, maxLength: 6 }),
        fc.array(cell, { minLength: 18, maxLength: 18 }),
        fc.integer({ min: 24, max: 60 }),
        (heads, cells, width) => {
          const columns = heads.map(([title, align]) => column(title, align));
          const rows = [0, 1, 2].map((r) =>
            columns.map(({ align }, c) => (align === 'left' ? cells[6 * r + c]! : cells[6 * r + c]!.split(' ')[0]!)),
          );
          const lines = shown({ tables: [{ columns, rows }] }, width).split('\n');
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
          const found = new Set(lines.join(' ').split(/ +/));
          for (const each of rows.flat().join(' ').split(' ')) expect(found).toContain(each);
        },
      ),
    );
  });
});
