/** Segments as files for other programs, with all systems, references and scores. */
import type { Segments } from '../../src/report/comparePage/packSegments.ts';

/** One line for each segment. A tab or line break in a text becomes a space. */
export function segmentsTsv(segments: Segments, found: readonly number[]): string {
  const { systems, metrics, labels, mostReferences, withSources } = segments;
  const withKeys = segments.key(0) !== undefined;
  const withNotes = found.some((segment) => segments.note?.(segment) !== undefined);
  const numbered = Array.from({ length: mostReferences }, (_, i) => i);
  const head = [
    'segment',
    ...(withKeys ? ['key'] : []),
    ...labels.map(({ name }) => name),
    ...(withSources ? ['source'] : []),
    ...numbered.map((i) => (mostReferences === 1 ? 'reference' : `reference ${i + 1}`)),
    ...systems,
    ...metrics.flatMap((metric) => systems.map((system) => `${metric.name} ${system}`)),
    ...(withNotes ? ['note'] : []),
  ];
  const rows = found.map((segment) => [
    String(segment + 1),
    ...(withKeys ? [segments.key(segment)!] : []),
    ...labels.map(({ values, of }) => values[of[segment]!]!),
    ...(withSources ? [segments.source(segment)!] : []),
    ...numbered.map((i) => segments.references(segment)[i] ?? ''),
    ...systems.map((_, system) => segments.output(system, segment)),
    ...metrics.flatMap((_, metric) => systems.map((_, system) => String(segments.score(metric, system, segment)))),
    ...(withNotes ? [segments.note?.(segment) ?? ''] : []),
  ]);
  return [head, ...rows].map((row) => `${row.map((text) => text.replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`).join('');
}

/** A list with an object for each segment; a score that is missing is null. */
export function segmentsJson(segments: Segments, found: readonly number[]): string {
  const { systems, metrics, labels } = segments;
  const list = found.map((segment) => ({
    segment: segment + 1,
    key: segments.key(segment),
    labels: labels.map(({ name, values, of }) => ({ name, value: values[of[segment]!]! })),
    source: segments.source(segment),
    references: segments.references(segment),
    outputs: systems.map((name, system) => ({
      system: name,
      text: segments.output(system, segment),
      scores: metrics.map((metric, m) => ({ metric: metric.name, score: segments.score(m, system, segment) })),
    })),
    note: segments.note?.(segment),
  }));
  return `${JSON.stringify(list, null, 1)}\n`;
}
