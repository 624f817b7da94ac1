/** The same report as Markdown, LaTeX and HTML. */
import { pageHtml } from '../page/html.ts';
import { reportPage } from '../page/page.ts';
import { type Note, type Report, type Table, cellText, isBest, shownRows } from '../table.ts';
import { latexText } from './latexText.ts';

export function markdown({ title, answer = [], warnings = [], tables, findings = [], notes }: Report): string {
  const escape = (text: string) => text.replace(/[\\|`*_~<>[\]]|&(?=#|\w)/g, '\\$&').replace(/\s+/g, ' ');
  const grid = (table: Table) =>
    [
      ...(table.caption ? [`**${escape(table.caption)}**`, ''] : []),
      `| ${table.columns.map((column) => escape(column.title)).join(' | ')} |`,
      `| ${table.columns.map(({ align }) => (align === 'right' ? '---:' : ':---')).join(' | ')} |`,
      ...shownRows(table).map(
        (row) =>
          `| ${row.map((cell) => (isBest(cell) ? `**${cellText(cell)}**` : escape(cellText(cell)))).join(' | ')} |`,
      ),
      '',
    ].join('\n');
  const list = notes.map(({ name, text }) => `- ${escape(name)}: \`${text.replaceAll('`', "'")}\``);
  const said = findings.map(({ name, text }) => `**${escape(name)}** ${escape(text)}\n`);
  const first = answer.map(({ name, text }, i) =>
    i === 0 ? `**${escape(text)}**\n` : `- ${escape(name)}: ${escape(text)}`,
  );
  return [
    `### ${escape(title)}`,
    '',
    ...first,
    ...(first.length > 1 ? [''] : []),
    ...warnings.map((text) => `**Warning:** ${escape(text)}\n`),
    ...tables.map(grid),
    ...said,
    ...list,
    '',
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

export function latex({ title, answer = [], warnings = [], tables, findings = [], notes }: Report): string {
  const grid = (table: Table) =>
    [
      '\\begin{table}',
      '\\centering',
      `\\caption{${latexText(table.caption ?? title)}}`,
      `\\begin{tabular}{${table.columns.map(({ align }) => align[0]).join('')}}`,
      '\\toprule',
      `${table.columns.map((column) => latexText(column.title)).join(' & ')} \\\\`,
      '\\midrule',
      ...shownRows(table).map(
        (row, r) =>
          `${row.map((cell) => (isBest(cell) ? `\\textbf{${latexText(cellText(cell))}}` : latexText(cellText(cell)))).join(' & ')} \\\\${table.lines?.includes(r + 1) ? ' \\midrule' : ''}`,
      ),
      '\\bottomrule',
      '\\end{tabular}',
      '\\end{table}',
      '',
    ].join('\n');
  const paragraph = ({ name, text }: Note) => `\\noindent\\textbf{${latexText(name)}} ${latexText(text)}\\par\n`;
  const list = notes.map(({ name, text }) => `% ${name}: ${text.replace(/\s+/g, ' ')}`);
  const warned = warnings.map((text) => paragraph({ name: 'Warning:', text }));
  return [...answer.map(paragraph), ...warned, ...tables.map(grid), ...findings.map(paragraph), ...list, ''].join('\n');
}

/** A page of the same tables. */
export const html = (report: Report): string => pageHtml(reportPage(report));
