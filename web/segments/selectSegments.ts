/** The segments that match the filters, in the chosen order. */
import type { Segments } from '../../src/report/comparePage/packSegments.ts';
import { BoundedPattern, type Match, Steps, TooManySteps } from './boundedPattern.ts';
import type { BrowserState, Place } from './browserState.ts';
import { tokensOf } from './tokens.ts';

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

export interface Selection {
  readonly found: readonly number[];
  /** Why a search has no say in it. */
  readonly problem?: string;
}

export function selectSegments(
  segments: Segments,
  state: BrowserState,
  differences: Float64Array,
  haystacks: Haystacks,
  pattern: Pattern | undefined,
): Selection {
  try {
    return { found: select(segments, state, differences, haystacks, pattern) };
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return {
      found: select(segments, state, differences, haystacks, undefined),
      problem: 'This pattern takes too long to look for. Until it is simpler, nothing is left out.',
    };
  }
}

function select(
  segments: Segments,
  state: BrowserState,
  differences: Float64Array,
  haystacks: Haystacks,
  pattern: Pattern | undefined,
): number[] {
  const { labels, winner, least, most, place, sort, metric } = state;
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
    'a-or-tie': (segment) => gain(segment) <= 0,
    'b-or-tie': (segment) => gain(segment) >= 0,
  };
  const texts = pattern ? haystacks(place) : [];
  const steps = new Steps();
  const has = (segment: number): boolean => !pattern || texts.some((each) => pattern.isIn(each[segment]!, steps));

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
  const values = new Float64Array((found.at(-1) ?? -1) + 1);
  for (const segment of found) {
    const value = order(segment);
    values[segment] = Number.isNaN(value) ? Infinity : value;
  }
  // Infinity − Infinity is NaN, as good as 0 here.
  return [...found].sort((x, y) => values[x]! - values[y]! || x - y);
}

/** Words of the first reference, else of the source. */
const lengthOf = (segments: Segments, segment: number): number =>
  tokensOf(segments.references(segment)[0] ?? segments.source(segment) ?? '', segments.tokens).length;

/** Something to look for; steps are counted, so that no pattern takes for ever. */
export interface Pattern {
  isIn(text: string, steps: Steps): boolean;
  /** Where it is, from left to right. */
  all(text: string, steps: Steps): Iterable<Match>;
}

export interface SearchPattern {
  /** Undefined if the search is empty or not a valid regular expression. */
  readonly pattern: Pattern | undefined;
  /** Why it is invalid. */
  readonly problem?: string;
}

/** The search as a pattern that ignores case; each line of a text is matched separately. */
export function searchPattern(search: string, regex: boolean): SearchPattern {
  if (search === '') return { pattern: undefined };
  try {
    const plain = new RegExp(regex ? search : search.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'gimu');
    return { pattern: regex ? new BoundedPattern(search) : plainPattern(plain) };
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*: /s, '');
    return {
      pattern: undefined,
      problem: `Not a regular expression (${reason}). All segments are shown until you correct it.`,
    };
  }
}

/** A text as it is, which the browser itself finds fast. */
const plainPattern = (pattern: RegExp): Pattern => ({
  isIn: (text) => text.search(pattern) >= 0,
  *all(text) {
    for (const { index, 0: found } of text.matchAll(pattern)) yield [index, index + found.length];
  },
});
