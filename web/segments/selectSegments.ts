/** The segments that what someone has chosen leaves, in the order chosen. */
import type { Segments } from '../../src/report/comparePage/packSegments.ts';
import { tokensOf } from './tokens.ts';
import type { BrowserState, Place } from './browserState.ts';

/** How much the score of B is above that of A, for each segment; NaN where one is missing. */
export const differencesOf = (segments: Segments, { a, b, metric }: Pair): Float64Array =>
  Float64Array.from(
    { length: segments.count },
    (_, segment) => segments.score(metric, b, segment) - segments.score(metric, a, segment),
  );

type Pair = Pick<BrowserState, 'a' | 'b' | 'metric'>;

/** Texts to search in: lists with the texts of each segment, one to a line. They are made when first asked for. */
export type Haystacks = (place: Place) => readonly (readonly string[])[];

type Part = Exclude<Place, 'all'>;

export function makeHaystacks(segments: Segments): Haystacks {
  const parts: Readonly<Record<Part, (segment: number) => readonly string[]>> = {
    source: (segment) => [segments.source(segment) ?? ''],
    references: segments.references,
    outputs: (segment) => segments.systems.map((_, system) => segments.output(system, segment)),
  };
  const made = new Map<Part, readonly string[]>();
  const textsOf = (part: Part): readonly string[] => {
    const texts =
      made.get(part) ?? Array.from({ length: segments.count }, (_, segment) => parts[part](segment).join('\n'));
    made.set(part, texts);
    return texts;
  };
  return (place) => (place === 'all' ? (Object.keys(parts) as Part[]) : [place]).map(textsOf);
}

export function selectSegments(
  segments: Segments,
  state: BrowserState,
  differences: Float64Array,
  haystacks: Haystacks,
): number[] {
  const { labels, winner, least, most, search, regex, place, sort, metric } = state;
  const sign = segments.metrics[metric]!.higherIsBetter ? 1 : -1;
  /** How much better B is. */
  const gain = (segment: number): number => sign * differences[segment]!;
  const size = (segment: number): number => Math.abs(differences[segment]!);
  const wins: Readonly<Record<typeof winner, (segment: number) => boolean>> = {
    any: () => true,
    differ: (segment) => size(segment) > 0,
    a: (segment) => gain(segment) < 0,
    b: (segment) => gain(segment) > 0,
    tie: (segment) => size(segment) === 0,
  };
  const { pattern } = searchPattern(search, regex);
  const texts = pattern ? haystacks(place) : [];
  const has = (segment: number): boolean => !pattern || texts.some((each) => each[segment]!.search(pattern) >= 0);

  const found: number[] = [];
  for (let segment = 0; segment < segments.count; segment++) {
    const kept =
      labels.every((value, label) => value < 0 || segments.labels[label]!.of[segment] === value) &&
      wins[winner](segment) &&
      (least === undefined || size(segment) >= least) &&
      (most === undefined || size(segment) <= most) &&
      has(segment);
    if (kept) found.push(segment);
  }

  const orders: Readonly<Record<typeof sort, ((segment: number) => number) | undefined>> = {
    number: undefined,
    difference: (segment) => -size(segment),
    smallest: size,
    a: gain,
    b: (segment) => -gain(segment),
    longest: (segment) => -lengthOf(segments, segment),
    shortest: (segment) => lengthOf(segments, segment),
  };
  const order = orders[sort];
  return order ? sortedBy(found, order) : found;
}

/** Lowest first; those without a value last, and equals by number. */
function sortedBy(found: readonly number[], order: (segment: number) => number): number[] {
  const values = new Map(found.map((segment) => [segment, order(segment)]));
  const value = (segment: number): number => {
    const known = values.get(segment)!;
    return Number.isNaN(known) ? Infinity : known;
  };
  return [...found].sort((x, y) => (value(x) === value(y) ? x - y : value(x) - value(y)));
}

/** Words of the first reference, else of the source. */
const lengthOf = (segments: Segments, segment: number): number =>
  tokensOf(segments.references(segment)[0] ?? segments.source(segment) ?? '', segments.tokens).length;

export interface SearchPattern {
  /** Undefined if nothing is looked for, or it is no regular expression. */
  readonly pattern: RegExp | undefined;
  /** Why it is none. */
  readonly problem?: string;
}

/** What someone looks for, as a regular expression that ignores case; each line of a text is one by itself. */
export function searchPattern(search: string, regex: boolean): SearchPattern {
  if (search === '') return { pattern: undefined };
  try {
    return { pattern: new RegExp(regex ? search : search.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'gimu') };
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*: /s, '');
    return {
      pattern: undefined,
      problem: `Not a regular expression (${reason}). Until it is one, nothing is left out.`,
    };
  }
}
