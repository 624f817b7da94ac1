import { describe, expect, it } from 'vitest';
import { type Report, media } from './index.ts';
import { displayWidth } from './width.ts';

const report: Report = {
  title: 'A & B',
  tables: [
    {
      caption: 'Scores_1',
      columns: [
        { title: 'system', align: 'left' },
        { title: 'BLEU ↑', align: 'right' },
      ],
      rows: [
        ['<x> | "y", \u001b[31mred', { value: 12.345, digits: 1, best: true }],
        ['日本語', { value: 7, digits: 1 }],
      ],
    },
  ],
  notes: [{ name: 'note', text: 'a `b` 100 %' }],
};

describe('media', () => {
  it.each([
    [
      'text',
      'Scores_1\nsystem               BLEU ↑\n<x> | "y", \ufffd[31mred    12.3\n日本語                  7.0\n\nnote  a `b` 100 %\n',
    ],
    [
      'markdown',
      '### A & B\n\n**Scores\\_1**\n\n| system | BLEU ↑ |\n| :--- | ---: |\n| \\<x\\> \\| "y", \u001b\\[31mred | **12.3** |\n| 日本語 | 7.0 |\n\n- note: `a \'b\' 100 %`\n',
    ],
    ['csv', 'system,BLEU ↑\n"<x> | ""y"", \u001b[31mred",12.345\n日本語,7\n'],
    ['tsv', 'system\tBLEU ↑\n<x> | "y", \u001b[31mred\t12.345\n日本語\t7\n'],
  ] as const)('%s', (medium, expected) => {
    expect(media[medium](report)).toBe(expected);
  });

  it('latex escapes what LaTeX would read', () => {
    const latex = media.latex(report);
    expect(latex).toContain('\\caption{Scores\\_1}');
    expect(latex).toContain('BLEU $\\uparrow$');
    expect(latex).toContain('\\textbf{12.3}');
    expect(latex).toContain('% note: a `b` 100 %');
    expect(latex).toContain('\\textless{}x\\textgreater{} \\textbar{} "y"');
    const caption = '> others, τ_b − λ ≤ 1';
    expect(media.latex({ ...report, tables: [{ ...report.tables[0]!, caption }] })).toContain(
      '\\caption{\\textgreater{} others, $\\tau$\\_b $-$ $\\lambda$ $\\leq$ 1}',
    );
  });

  it('markdown escapes what would become another character, or be struck out', () => {
    const caption = '~~A~~ & B &amp; &#65;';
    expect(media.markdown({ ...report, tables: [{ ...report.tables[0]!, caption }] })).toContain(
      '**\\~\\~A\\~\\~ & B \\&amp; \\&#65;**',
    );
  });

  it('html escapes what HTML would read, and needs nothing from elsewhere', () => {
    const html = media.html(report);
    expect(html).toContain('&lt;x&gt; | &quot;y&quot;');
    expect(html).toContain('<h1>A &amp; B</h1>');
    expect(html).not.toMatch(/https?:|<script|<link/);
  });

  it('findings stand between tables and notes, in every medium of words', () => {
    const told = {
      ...report,
      findings: [
        { name: 'B_U', text: 'is 5 % <better>.' },
        { name: 'long name', text: 'is not.' },
      ],
    };
    expect(media.text(told)).toContain('7.0\n\nB_U        is 5 % <better>.\nlong name  is not.\n\nnote  a');
    expect(media.markdown(told)).toContain(
      '7.0 |\n\n**B\\_U** is 5 % \\<better\\>.\n\n**long name** is not.\n\n- note',
    );
    expect(media.latex(told)).toContain('\\noindent\\textbf{B\\_U} is 5 \\% \\textless{}better\\textgreater{}.\\par\n');
    expect(media.html(told)).toContain('<p><strong>B_U</strong> is 5 % &lt;better&gt;.</p>\n');
  });

  it('text marks the best in bold where the terminal can', () => {
    const style = { bold: (text: string) => `*${text}*`, dim: (text: string) => text };
    expect(media.text(report, style)).toContain('*12.3*');
  });
});

describe('displayWidth', () => {
  it.each([
    ['abc', 3],
    ['日本', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['👍', 2],
    ['한글', 4],
    ['', 0],
  ])('%j takes %d columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});
