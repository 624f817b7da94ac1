/** Draws a command and its output as an SVG: monospaced text in the reader's light or dark colours. */

const size = { letter: 13, column: 7.83, line: 18, margin: 16 };
const widest = 126;

const style = [
  'rect{fill:#f6f8fa;stroke:#d0d7de}',
  'text{fill:#1f2328}',
  '.typed{font-weight:600}',
  '.cut{fill:#59636e}',
  '@media (prefers-color-scheme:dark){rect{fill:#151b23;stroke:#3d444d}text{fill:#e6edf3}.cut{fill:#9198a1}}',
].join('');

/** Returns the SVG. `lines` limits the output; a line with an ellipsis then says that there is more. */
export function terminalPicture({ title, typed, output, lines = Infinity }) {
  const printed = withoutTabs(output.trimEnd().split('\n').slice(0, lines));
  const isCut = output.trimEnd().split('\n').length > lines;
  const shown = [
    ...wrapCommand(typed).map((text) => ({ text, kind: 'typed' })),
    ...printed.map((text) => ({ text, kind: 'printed' })),
    ...(isCut ? [{ text: '…', kind: 'cut' }] : []),
  ];
  const columns = Math.max(...shown.map(({ text }) => text.length));
  if (columns > widest) throw new Error(`${title}: ${columns} columns do not fit into ${widest}.`);
  const width = Math.ceil(columns * size.column + 2 * size.margin);
  const height = shown.length * size.line + 2 * size.margin;
  const rows = shown.map(({ text, kind }, i) => row(text, kind, size.margin + (i + 0.75) * size.line));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escape(title)}</title><style>${style}</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${size.letter}" xml:space="preserve">`,
    ...rows.filter((markup) => markup !== ''),
    '</g></svg>',
  ].join('\n')}\n`;
}

/** Aligns the columns of tab-separated lines. */
function withoutTabs(lines) {
  const rows = lines.map((line) => line.split('\t'));
  const widths = [];
  for (const cells of rows.filter(({ length }) => length > 1)) {
    cells.forEach((cell, c) => (widths[c] = Math.max(widths[c] ?? 0, cell.length)));
  }
  return rows.map((cells) =>
    cells
      .map((cell, c) => cell.padEnd(cells.length > 1 ? widths[c] + 2 : 0))
      .join('')
      .trimEnd(),
  );
}

/** Each run of characters without two spaces is placed by itself, so that columns stay aligned in any font. */
function row(text, kind, y) {
  return [...text.matchAll(/\S+(?: \S+)*/g)]
    .map(({ 0: run, index }) => {
      const x = number(size.margin + index * size.column);
      const length = `textLength="${number(run.length * size.column)}" lengthAdjust="spacingAndGlyphs"`;
      const look = kind === 'printed' ? '' : ` class="${kind}"`;
      return `<text x="${x}" y="${number(y)}" ${length}${look}>${escape(run)}</text>`;
    })
    .join('');
}

/** Breaks a long command between words, as a shell reads it. */
function wrapCommand(typed) {
  const lines = [];
  let line = '$';
  for (const word of typed.split(' ')) {
    if (line.length + word.length + 3 > 96) {
      lines.push(`${line} \\`);
      line = '   ';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

const number = (value) => String(Math.round(value * 100) / 100);

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
