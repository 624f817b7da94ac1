/** Plain text: one segment per line, one translation, reference or source per file. */
import { type FileRole, type LineFormat, type Rows, type TextFormat, linePart, openLines } from './textFormat.ts';

export const text = {
  id: 'text',
  summary: 'plain text: one segment a line',
  // Any other name is taken for text, too; these say nothing about a system, and its name goes without them.
  extensions: ['.txt', '.out', '.hyp'],
  systems: 'the name of the file',
  async open(source, role) {
    return linePart(source.name, await openLines(source), linesAs(role));
  },
} as const satisfies TextFormat;

const noLabels: Rows['labels'] = new Map();

/** Each line is a segment of what the file was given as; `read` makes texts of lines that are not texts as they stand. */
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
