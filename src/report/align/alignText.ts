/** Alignments as text: the words of a system, how each matches, and below it the matched words. */
import { type Style, folded, plainStyle } from '../media/text.ts';
import { displayWidth } from '../width.ts';
import { type AlignReport, type AlignedPair, type Piece, moveSentences, piecesOf } from './alignReport.ts';

/** Control characters would upset a terminal. */
const clean = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');

/** Columns of a line, where words allow it. */
const lineWidth = ({ width = 100 }: Style): number => Math.min(100, width);
const labels = ['system', 'match', 'reference', 'at'] as const;
const labelWidth = 11;

export function alignText(report: AlignReport, digits: number, style: Style = plainStyle): string {
  const parts = report.pairs.map((pair) => pairText(report, pair, digits, style));
  const { metric, input } = report;
  const notes = [
    '=: the same word; at: position of the match in the reference, from 1; words in brackets match nothing.',
    `signature: ${metric.signature}`,
    ...input.notes,
  ].flatMap((note) => folded(clean(note), style.width ?? Infinity).map((line) => `${style.dim(line)}\n`));
  return `${parts.join('\n')}\n${notes.join('')}`;
}

function pairText({ metric }: AlignReport, pair: AlignedPair, digits: number, style: Style): string {
  const { pieces, unmatched } = piecesOf(pair);
  const reference = pair.reference > 1 ? `, reference ${pair.reference}` : '';
  const head = `segment ${pair.segment}, ${clean(pair.system)}${reference}: ${metric.name} ${pair.score.toFixed(digits)}`;
  const lines = [
    style.bold(head),
    ...foldedPieces(pieces, lineWidth(style)).flatMap((block, b) => [
      ...(b > 0 ? [''] : []),
      ...blockLines(block, style),
    ]),
  ];
  if (pieces.length === 0) lines.push(`  ${'system'.padEnd(labelWidth)}(empty)`);
  if (unmatched.length > 0) {
    const words = unmatched.map(({ word, place }) => `[${clean(word)}] ${place}`);
    lines.push(...wrapped('missing', words, style));
  }
  const moves = moveSentences(pair);
  if (moves.length > 0) lines.push(...wrapped('moves', [moves.join('; ')], style));
  return `${lines.join('\n')}\n`;
}

/** The four cells of a piece, one below the other. */
const cellsOf = ({ words, kind, partner, place }: Piece): [string, string, string, string] =>
  kind === undefined
    ? [`[${clean(words)}]`, '', '', '']
    : [clean(words), kind === 'exact' ? '=' : kind, clean(partner), place];

/** As many pieces to a line as there is room for. */
function foldedPieces(pieces: readonly Piece[], most: number): Piece[][] {
  const blocks: Piece[][] = [];
  let room = 0;
  for (const piece of pieces) {
    const width = Math.max(...cellsOf(piece).map(displayWidth)) + 2;
    if (blocks.length === 0 || width > room) {
      blocks.push([]);
      room = most - labelWidth - 2;
    }
    blocks.at(-1)!.push(piece);
    room -= width;
  }
  return blocks;
}

function blockLines(block: readonly Piece[], style: Style): string[] {
  const cells = block.map(cellsOf);
  const widths = cells.map((column) => Math.max(...column.map(displayWidth)));
  return labels.map((label, row) => {
    const line = cells.map((column, c) => column[row]! + ' '.repeat(widths[c]! - displayWidth(column[row]!)));
    const text = `  ${label.padEnd(labelWidth)}${line.join('  ')}`.trimEnd();
    return row === 1 || row === 3 ? style.dim(text) : text;
  });
}

function wrapped(label: string, items: readonly string[], style: Style): string[] {
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    if (line !== '' && displayWidth(line) + displayWidth(item) + 2 > lineWidth(style) - labelWidth - 2) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? item : `  ${item}`;
  }
  lines.push(line);
  return lines.map((each, i) => `  ${style.dim((i === 0 ? label : '').padEnd(labelWidth))}${each}`);
}
