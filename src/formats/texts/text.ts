/** Plain text: one segment per line, one translation, reference or source per file. */
import { UsageError } from '../../core/index.ts';
import { ByteLines } from '../byteLines.ts';
import type { ByteSource } from '../lineReader.ts';
import {
  type FileRole,
  type LineFormat,
  type Part,
  type Rows,
  type TextFormat,
  detachedLabels,
  linePart,
  openLines,
} from './textFormat.ts';

export const text = {
  id: 'text',
  summary: 'plain text, one segment per line',
  // Files with any other name are also plain text. These endings are removed from system names.
  extensions: ['.txt', '.out', '.hyp'],
  systems: 'the file name',
  open: (source, role) => openText(source, role),
} as const satisfies TextFormat;

/** `check` sees the first line before the file is read. */
export async function openText(source: ByteSource, role: FileRole, check?: (firstLine: string) => void): Promise<Part> {
  const reader = new ByteLines(source);
  if ((await reader.offer(1, 1)) === 0) throw new UsageError(`${source.name} is empty: it has no lines.`);
  if (!source.linesBefore) check?.(reader.peek());
  const { parse, ...facts } = linesAs(role);
  const rowsOf = (column: Uint8Array): Rows => parse(reader.lines(column), 0);
  return {
    file: source.name,
    ...facts,
    offer: (most, characters) => reader.offer(most, characters),
    take: (count) => rowsOf(reader.take(count)),
    takeColumn: (count) => reader.take(count),
    release: (column) => reader.release(column),
    rowsOf,
    total: () => reader.total(),
    where: (segment) => `${source.name}, line ${(source.linesBefore ?? 0) + segment + 1}`,
  };
}

/** A label of the segments, one on each line. */
export const labelColumn = (name: string): TextFormat => ({
  ...text,
  readsLabels: true,
  async open(source) {
    const reader = await openLines(source);
    return linePart(source.name, reader, {
      holds: { systems: [], references: false, source: false },
      unit: 'line',
      notes: [],
      parse: (lines) => ({ hypotheses: [], references: [], labels: new Map([[name, detachedLabels(lines)]]) }),
    });
  },
});

const noLabels: Rows['labels'] = new Map();

/** Each line is a segment in the role of the file; `read` converts lines that are not plain text. */
export function linesAs(
  role: FileRole,
  read: (lines: readonly string[], before: number) => readonly string[] = (lines) => lines,
): LineFormat {
  return {
    holds: {
      systems: role === 'output' ? [undefined] : [],
      references: role === 'reference',
      source: role === 'source',
    },
    unit: 'line',
    notes: [],
    parse(lines, before) {
      const texts = read(lines, before);
      return {
        hypotheses: role === 'output' ? [texts] : [],
        references: role === 'reference' ? [texts] : [],
        ...(role === 'source' ? { sources: texts } : {}),
        labels: noLabels,
      };
    },
  };
}
