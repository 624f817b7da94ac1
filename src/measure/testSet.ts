/** What systems are compared with, and checks that outputs and references match. */
import { type Metric, UsageError, needsReferences } from '../core/index.ts';

/** The references that outputs are measured against, and the sources if a metric needs them. */
export interface TestSet {
  /** For each segment its reference or references, at least one if a metric needs them. */
  readonly references: readonly (string | readonly string[])[];
  readonly sources?: readonly string[];
}

/** The outputs of systems, by system name or as a list; each output has one text for each segment. */
export type Outputs =
  Readonly<Record<string, readonly string[]>> | ReadonlyMap<string, readonly string[]> | readonly (readonly string[])[];

/** Turns whole reference translations into the list of references of each segment: `bySegment(refA, refB)`. */
export function bySegment(...translations: readonly (readonly (string | undefined)[])[]): string[][] {
  const [first = []] = translations;
  translations.forEach((each, i) => {
    if (each.length !== first.length) {
      throw new UsageError(
        `Reference translation ${i + 1} has ${each.length} segments, the first has ${first.length}.`,
      );
    }
  });
  return first.map((_, segment) => translations.map((each) => each[segment]).filter((text) => text !== undefined));
}

/** How many references segments have, as in signatures. */
export function referencesPerSegment(references: readonly (readonly string[])[]): number | 'var' {
  const [first, ...others] = new Set(references.map(({ length }) => length));
  return first === undefined || others.length > 0 ? 'var' : first;
}

/** References as lists, checked: every segment has at least one if they are needed, and all are texts. */
export function referenceLists(testSet: TestSet, areNeeded = true): string[][] {
  if (!Array.isArray(testSet?.references)) {
    throw new UsageError('A test set needs references: a list with one text, or one list of texts, per segment.');
  }
  const { references, sources } = testSet;
  const lists = references.map((each, segment) => {
    const list = Array.isArray(each) ? [...(each as readonly string[])] : [each as string];
    if (areNeeded && list.length === 0) throw new UsageError(`Segment ${segment + 1} has no reference.`);
    for (const text of list) if (typeof text !== 'string') throw noText(text, `A reference of segment ${segment + 1}`);
    return list;
  });
  if (sources && sources.length !== lists.length) {
    throw new UsageError(`There are ${sources.length} sources, but references for ${lists.length} segments.`);
  }
  return lists;
}

/** Names and texts of the outputs, checked: as many segments as there are references for. */
export function namedOutputs(outputs: Outputs, segments: number): { names: string[]; texts: (readonly string[])[] } {
  const entries = outputEntries(outputs);
  for (const [name, texts] of entries) {
    if (!Array.isArray(texts)) throw new UsageError(`The output of ${name} must be a list of texts, one per segment.`);
    if (texts.length !== segments) {
      throw new UsageError(
        `${name} has ${texts.length} segments, but there are references for ${segments}. ` +
          'references must have one entry per segment; bySegment(refA, refB) makes them from whole translations.',
      );
    }
    texts.forEach((text: unknown, segment) => {
      if (typeof text !== 'string') throw noText(text, `Segment ${segment + 1} of ${name}`);
    });
  }
  return { names: entries.map(([name]) => name), texts: entries.map(([, texts]) => texts) };
}

function outputEntries(outputs: Outputs): [string, readonly string[]][] {
  if (outputs instanceof Map) return [...(outputs as ReadonlyMap<string, readonly string[]>)];
  if (Array.isArray(outputs)) {
    return (outputs as readonly (readonly string[])[]).map((texts, i) => [`system ${i + 1}`, texts]);
  }
  return Object.entries((outputs ?? {}) as Readonly<Record<string, readonly string[]>>);
}

const noText = (found: unknown, what: string): UsageError =>
  new UsageError(`${what} is ${found === null ? 'null' : typeof found}, not a text.`);

/** The metrics that need no references, and a note on the others. */
export function withoutReferences(metrics: readonly Metric[]): {
  readonly metrics: Metric[];
  readonly notes: string[];
} {
  const left = metrics.filter(needsReferences);
  return {
    metrics: metrics.filter((metric) => !left.includes(metric)),
    notes: left.length === 0 ? [] : [`Left out, because there are no references: ${left.map(({ name }) => name).join(', ')}.`], // prettier-ignore
  };
}
