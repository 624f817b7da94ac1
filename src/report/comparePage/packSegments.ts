/** The data of a segment browser as the page holds them: JSON with its texts packed, and scores of six digits. */
import { packTexts, unpackText } from './packTexts.ts';
import type { BrowsedMetric, SegmentBrowserData, TokenKind } from './segmentBrowserData.ts';

export interface PackedSegments {
  readonly systems: readonly string[];
  readonly metrics: readonly Omit<BrowsedMetric, 'scores'>[];
  /** Each label with its values, and which of them each segment has. */
  readonly labels: readonly {
    readonly name: string;
    readonly values: readonly string[];
    readonly of: readonly number[];
  }[];
  readonly pair: readonly [a: number, b: number];
  readonly tokens: TokenKind;
  readonly ignoreCase: boolean;
  readonly languages: { readonly source?: string; readonly target?: string };
  readonly keys: readonly string[] | null;
  readonly words: readonly string[];
  readonly sources: readonly string[] | null;
  readonly references: readonly (readonly string[])[];
  /** By system, then segment. */
  readonly outputs: readonly (readonly string[])[];
  /** By metric, then system, then segment. */
  readonly scores: readonly (readonly (readonly (number | null)[])[])[];
}

/** Segments as the browser sees them: by number, from 0 on. */
export interface Segments extends Pick<
  PackedSegments,
  'systems' | 'metrics' | 'labels' | 'pair' | 'tokens' | 'ignoreCase' | 'languages'
> {
  readonly count: number;
  readonly mostReferences: number;
  readonly withSources: boolean;
  key(segment: number): string | undefined;
  source(segment: number): string | undefined;
  references(segment: number): readonly string[];
  output(system: number, segment: number): string;
  /** NaN where there is none. */
  score(metric: number, system: number, segment: number): number;
  /** What a reader noted, where notes can be made. */
  note?(segment: number): string | undefined;
}

export function packSegments(data: SegmentBrowserData): PackedSegments {
  const { systems, metrics, sources, keys, labels = [], pair = [0, 1], tokens = 'words', ignoreCase = false } = data;
  const references = data.references.map((each) => (typeof each === 'string' ? [each] : each));
  const { words, texts } = packTexts([
    ...(sources ?? []),
    ...references.flat(),
    ...systems.flatMap(({ outputs }) => outputs),
  ]);
  let taken = 0;
  const take = (count: number): string[] => texts.slice(taken, (taken += count));
  return {
    systems: systems.map(({ name }) => name),
    metrics: metrics.map(({ name, higherIsBetter, digits }) => ({ name, higherIsBetter, digits })),
    labels: labels.map(({ name, values }) => {
      const numbers = new Map([...new Set(values)].map((value, i) => [value, i]));
      return { name, values: [...numbers.keys()], of: values.map((value) => numbers.get(value)!) };
    }),
    pair,
    tokens,
    ignoreCase,
    languages: data.languages ?? {},
    keys: keys ?? null,
    words,
    sources: sources ? take(sources.length) : null,
    references: references.map((each) => take(each.length)),
    outputs: systems.map(({ outputs }) => take(outputs.length)),
    scores: metrics.map(({ scores }) => scores.map((each) => Array.from(each, shortened))),
  };
}

/** JSON has no NaN and no infinity, and neither can be sorted or subtracted. */
const shortened = (score: number): number | null => (Number.isFinite(score) ? storedScore(score) : null);

/** A score as the page holds it. */
export const storedScore = (score: number): number => Number(score.toPrecision(6));

export function unpackSegments(packed: PackedSegments): Segments {
  const { keys, words, scores } = packed;
  const text = (code: string): string => unpackText(code, words);
  return {
    ...packed,
    count: packed.references.length,
    mostReferences: packed.references.reduce((most, each) => Math.max(most, each.length), 0),
    withSources: packed.sources !== null,
    key: (segment) => keys?.[segment],
    source: (segment) => (packed.sources ? text(packed.sources[segment]!) : undefined),
    references: (segment) => packed.references[segment]!.map(text),
    output: (system, segment) => text(packed.outputs[system]![segment]!),
    score: (metric, system, segment) => scores[metric]![system]![segment] ?? Number.NaN,
  };
}
