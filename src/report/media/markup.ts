/** The same report as Markdown, LaTeX and HTML. */
import { type Cell, type Report, type Table, cellText } from '../table.ts';

const isBest = (cell: Cell) => typeof cell === 'object' && cell.best === true;

export function markdown({ title, tables, findings = [], notes }: Report): string {
  const escape = (text: string) => text.replace(/[\\|`*_~<>[\]]|&(?=#|\w)/g, '\\$&').replace(/\s+/g, ' ');
  const grid = ({ caption, columns, rows }: Table) =>
    [
      ...(caption ? [`**${escape(caption)}**`, ''] : []),
      `| ${columns.map((column) => escape(column.title)).join(' | ')} |`,
      `| ${columns.map(({ align }) => (align === 'right' ? '---:' : ':---')).join(' | ')} |`,
      ...rows.map(
        (row) =>
          `| ${row.map((cell) => (isBest(cell) ? `**${cellText(cell)}**` : escape(cellText(cell)))).join(' | ')} |`,
      ),
      '',
    ].join('\n');
  const list = notes.map(({ name, text }) => `- ${escape(name)}: \`${text.replaceAll('`', "'")}\``);
  const said = findings.map(({ name, text }) => `**${escape(name)}** ${escape(text)}\n`);
  return [`### ${escape(title)}`, '', ...tables.map(grid), ...said, ...list, ''].join('\n').replace(/\n+$/, '\n');
}

export function latex({ title, tables, findings = [], notes }: Report): string {
  const grid = ({ caption, columns, rows, lines = [] }: Table) =>
    [
      '\\begin{table}',
      '\\centering',
      `\\caption{${latexText(caption ?? title)}}`,
      `\\begin{tabular}{${columns.map(({ align }) => align[0]).join('')}}`,
      '\\toprule',
      `${columns.map((column) => latexText(column.title)).join(' & ')} \\\\`,
      '\\midrule',
      ...rows.map(
        (row, r) =>
          `${row.map((cell) => (isBest(cell) ? `\\textbf{${latexText(cellText(cell))}}` : latexText(cellText(cell)))).join(' & ')} \\\\${lines.includes(r + 1) ? ' \\midrule' : ''}`,
      ),
      '\\bottomrule',
      '\\end{tabular}',
      '\\end{table}',
      '',
    ].join('\n');
  const said = findings.map(({ name, text }) => `\\noindent\\textbf{${latexText(name)}} ${latexText(text)}\\par\n`);
  const list = notes.map(({ name, text }) => `% ${name}: ${text.replace(/\s+/g, ' ')}`);
  return [...tables.map(grid), ...said, ...list, ''].join('\n');
}

const latexMarks: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // In LaTeX's oldest font encoding, which is still the default, these three would print as ¡, ¿ and —.
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '±': '$\\pm$',
  '↑': '$\\uparrow$',
  '↓': '$\\downarrow$',
  '−': '$-$',
  '≤': '$\\leq$',
  '≥': '$\\geq$',
  '●': '$\\bullet$',
  '†': '\\dag{}',
  '‡': '\\ddag{}',
  α: '$\\alpha$',
  κ: '$\\kappa$',
  λ: '$\\lambda$',
  ρ: '$\\rho$',
  τ: '$\\tau$',
};
/** A bracket or star at the start of a row would be read as an argument of the command before it. */
const latexText = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\~^<>|±↑↓−≤≥●†‡ακλρτ&%$#_{}]/g, (mark) => latexMarks[mark] ?? `\\${mark}`)
    .replace(/^[[*]/, '{$&}');

/** A whole page that needs nothing from elsewhere. */
export function html({ title, tables, findings = [], notes }: Report): string {
  const grid = ({ caption, columns, rows, lines = [] }: Table) =>
    [
      `<div class="wide" role="region" aria-label="${htmlText(caption ?? title)}" tabindex="0">`,
      '<table>',
      ...(caption ? [`<caption>${htmlText(caption)}</caption>`] : []),
      `<thead><tr>${columns.map((column) => `<th scope="col" class="${column.align}">${htmlText(column.title)}</th>`).join('')}</tr></thead>`,
      '<tbody>',
      ...rows.map(
        (row, r) =>
          `<tr${lines.includes(r + 1) ? ' class="line"' : ''}>${row
            .map((cell, c) => {
              const inner = isBest(cell) ? `<strong>${htmlText(cellText(cell))}</strong>` : htmlText(cellText(cell));
              const { align } = columns[c]!;
              return c === 0
                ? `<th scope="row" class="${align}"><bdi>${inner}</bdi></th>`
                : `<td class="${align}">${inner}</td>`;
            })
            .join('')}</tr>`,
      ),
      '</tbody>',
      '</table>',
      '</div>',
    ].join('\n');
  const list = notes
    .map(({ name, text }) => `<dt>${htmlText(name)}</dt><dd><code>${htmlText(text)}</code></dd>`)
    .join('\n');
  const said = findings
    .map(({ name, text }) => `<p><strong>${htmlText(name)}</strong> ${htmlText(text)}</p>\n`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1.5rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.5rem; }
th, td { padding: 0.3rem 0.8rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); font-weight: 400; white-space: nowrap; }
thead th { font-weight: 600; }
.line > * { border-bottom-color: currentColor; }
.left { text-align: left; }
.right { text-align: right; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>${htmlText(title)}</h1>
${tables.map(grid).join('\n')}
${said}${list === '' ? '' : `<dl>\n${list}\n</dl>`}
</main>
</body>
</html>
`;
}

const htmlMarks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const htmlText = (text: string) => text.replace(/[&<>"]/g, (mark) => htmlMarks[mark]!);
