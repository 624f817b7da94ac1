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
    expect(html.replace('<link rel="icon" href="data:,">', '')).not.toMatch(/https?:|<link/);
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
    expect(media.html(told)).toContain('<p>B_U: is 5 % &lt;better&gt;.</p>\n');
  });

  it('the answer comes first, in every medium of words', () => {
    const told = {
      ...report,
      answer: [
        { name: 'answer', text: 'a_b <wins>.' },
        { name: 'beware', text: 'few.' },
      ],
    };
    expect(media.text(told)).toMatch(/^answer  a_b <wins>\.\nbeware  few\.\n\n/);
    expect(media.markdown(told)).toMatch(/^### .*\n\n\*\*a\\_b \\<wins\\>\.\*\*\n\n- beware: few\.\n\n/);
    expect(media.latex(told)).toMatch(/^\\noindent\\textbf\{answer\} a\\_b/);
    expect(media.html(told)).toMatch(
      /<\/h1>\n<p class="answer">a_b &lt;wins&gt;\.<\/p>\n<ul class="answers">\n<li><strong>Beware<\/strong> few\.<\/li>/,
    );
  });

  it('a first cell that repeats the one above is blank for people, and there for programs', () => {
    const columns = report.tables[0]!.columns;
    const repeated = { ...report, tables: [{ columns, rows: [['a', '1'], ['a', '2'], ['b', '3']], dittos: true }] }; // prettier-ignore
    expect(media.text(repeated)).toContain('a            1\n             2\nb            3\n');
    expect(media.markdown(repeated)).toContain('| a | 1 |\n|  | 2 |\n| b | 3 |\n');
    expect(media.latex(repeated)).toContain('a & 1 \\\\\n & 2 \\\\\nb & 3 \\\\\n');
    expect(media.tsv(repeated)).toContain('a\t1\na\t2\nb\t3\n');
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
    // Ends of blocks, and characters beside them: EastAsianWidth.txt.
    ['\u4dbf\u4e00\ua4c6', 6],
    ['\u303f\ua4d0\uabff\ud7b0', 4],
    ['\u3041\uac00\ud7a3', 6],
    ['\u10ff\u1100\u115f\u1160', 6],
    ['\u2e7f\u2e80\u303e', 5],
    ['\u3040\u3041\u4dc0\u4e00\ua4cf', 8],
    ['\uf8ff\uf900\ufaff\ufb00', 6],
    ['\ufe1f\ufe30\ufe6f\ufe70', 6],
    ['\uff00\uff60\uff61\uffdf\uffe0\uffe6\uffe7', 11],
    ['\u{1fb00}\u{1ffff}\u{20000}\u{3fffd}\u{3fffe}', 7],
    // Emoji, some alone between narrow signs, and flags, which are two letters.
    ['\u2319\u231a\u231b\u231c⏩⏬⏭⏰⏳', 15],
    ['☔☕☖♈♓♔♿⚓⚡⚪⚫⚬⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽', 45],
    ['✅✊✋✌✨❌❎❓❕❗➕➗➰➿⬛⬜⭐⭕', 35],
    ['🌀🌟😀🙏🚀🛒🤖🪀🀄🃏🆎🆗🈁🉑🟠', 30],
    ['🇩🇪', 2],
    ['', 0],
  ])('%j takes %d columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});
