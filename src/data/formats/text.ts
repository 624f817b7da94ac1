/** Plain text: one segment per line, one translation, reference or source per file. */
import { type LineFormat, LinePart } from '../linePart.ts';
import type { FileRole, Rows } from '../part.ts';
import { type Format, openLines } from './format.ts';

export const text: Format = {
  id: 'text',
  extensions: ['.txt'],
  async open(input, role) {
    return new LinePart(input.name, await openLines(input), linesAs(role));
  },
};

const noLabels: Rows['labels'] = new Map();

function linesAs(role: FileRole): LineFormat {
  return {
    holds: {
      systems: role === 'output' ? [undefined] : [],
      references: role === 'reference',
      source: role === 'source',
    },
    unit: 'line',
    notes: [],
    parse: (lines) => ({
      hypotheses: role === 'output' ? [lines] : [],
      references: role === 'reference' ? [lines] : [],
      ...(role === 'source' ? { sources: lines } : {}),
      labels: noLabels,
    }),
  };
}
