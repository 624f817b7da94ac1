/** Single fields of files of scores, and what they mean. */
import { basename } from 'node:path';
import { UsageError } from '../../core/index.ts';
import type { ScoreColumns } from './scoreColumns.ts';

const holes = new Set(['', 'none', 'nan', 'na', 'n/a', 'null']);

export const isPair = (field: string | undefined): boolean => /^[a-z]{2,}\w*-[a-z]{2,}\w*$/i.test(field ?? '');

/** The name of a metric whose file tells it only by its own: `comet.seg.tsv` is `comet`. */
export const metricOfFile = (path: string): string =>
  basename(path).replace(/\.gz$/i, '').replace(/\.[^.]+$/, '').replace(/\.(?:sys|seg)$/i, '') || basename(path); // prettier-ignore

/** The key of a segment; where only documents are scored, of a document; empty where the row is about a whole system. */
export function segmentOf(
  segment: string,
  document: string,
  { segment: column, withinDocument }: ScoreColumns,
): string {
  if (withinDocument) return `${document}::${segment}`;
  return column === undefined ? document : segment;
}

/** `system⇥score`, or with any white space between them. */
export function namedScore(line: string): { system: string; score: string } | undefined {
  const [system, score, ...more] = (line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/)).map((field) =>
    field.trim(),
  );
  return system && score !== undefined && more.length === 0 ? { system, score } : undefined;
}

/** NaN is a hole. */
export function numberOf(text: string, place: string): number {
  if (holes.has(text.toLowerCase())) return NaN;
  const score = Number(text);
  if (Number.isFinite(score) && !/^[+-]?0[xob]/i.test(text)) return score;
  throw new UsageError(`${place}: "${text}" is no score. A score is a number; a missing one is None, NaN or empty.`);
}
