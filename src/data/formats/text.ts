/** Plain text: one segment per line, one translation, reference or source per file. */
import { type LineFormat, linePart } from '../linePart.ts';
import type { FileRole, Rows } from '../part.ts';
import { type TextFormat, openLines } from './textFormat.ts';

export const text = {
  id: 'text',
  summary: 'plain text: one segment a line',
  // Any other name is taken for text, too; these say nothing about a system, and its name goes without them.
  extensions: ['.txt', '.out', '.hyp'],
  systems: 'the name of the file',
  async open(input, role) {
    return linePart(input.name, await openLines(input), linesAs(role));
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
