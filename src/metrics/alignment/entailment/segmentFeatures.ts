/** Counts the features of the alignment between a hypothesis and one reference. */
import type { StepItem, Text, Tokens } from '../../../core/index.ts';
import { StagedAligner, type WordNet } from '../../../text/index.ts';
import { type EntailmentTexts, type Knowledge, viewPlaces } from './texts.ts';
import { dateOf, isContent, isName, isNegation, modalityOf } from './wordFacts.ts';

const mostKnownPairs = 1 << 18;

export class SegmentFeatures {
  readonly #aligner: StagedAligner;
  readonly #stages: readonly string[];
  /** Requested when the first text is counted. */
  readonly #wordNet: (() => WordNet) | undefined;
  readonly #places: ReadonlyMap<RowName, number>;
  /** By pair of entries. */
  readonly #opposites = new Map<string, boolean>();

  constructor({ stages, wordNet }: EntailmentTexts, names: readonly RowName[]) {
    const ways = stages();
    this.#aligner = new StagedAligner(ways, 'chunks');
    this.#stages = ways.map(({ name }) => name);
    this.#wordNet = wordNet;
    this.#places = new Map(names.map((name, at) => [name, at]));
  }

  count(hypothesis: Text, reference: Text, row: Float64Array): void {
    const aligner = this.#aligner;
    aligner.align(hypothesis, reference);
    const set = (name: RowName, value: number): void => {
      const place = this.#places.get(name);
      if (place !== undefined) row[place] = value;
    };
    const own = numbersOf(hypothesis, viewPlaces.facts);
    const other = numbersOf(reference, viewPlaces.facts);
    const { links } = aligner;
    const isMatched = new Uint8Array(own.length);
    const isCovered = new Uint8Array(other.length);
    let crossings = 0;
    for (let k = 0; k < links.count; k++) {
      const i = links.hypothesis[k]!;
      isMatched[i] = 1;
      isCovered[links.reference[k]!] = 1;
      // Links are in reference order.
      for (let before = 0; before < k; before++) if (links.hypothesis[before]! > i) crossings++;
    }
    set('hypothesis words', own.length);
    set('reference words', other.length);
    set('matches', links.count);
    set('exact matches', aligner.hypothesisMatches[0]!);
    set('pairs of matches', (links.count * (links.count - 1)) / 2);
    set('crossing pairs', crossings);
    set('chunks', aligner.chunks);
    // Numbers are counted from 0; −1 means that the word is not a number.
    const numbers = [hypothesis, reference].map((text) => numbersOf(text, viewPlaces.numbers).map((each) => each + 1));
    set('number mismatches', difference(numbers[0]!, numbers[1]!));
    set('segments', 1);
    if (this.#places.has('matches of the same tag')) {
      set('matches of the same tag', this.#sameTags(hypothesis, reference));
    }
    if (!this.#wordNet) return;
    const has = (flag: number) => (facts: number) => (facts & flag) !== 0;
    const isContentWord = has(isContent);
    set('hypothesis content words', countOf(own, isContentWord));
    set('reference content words', countOf(other, isContentWord));
    set(
      'matched hypothesis content words',
      countOf(own, (facts, i) => isMatched[i] === 1 && isContentWord(facts)),
    );
    set(
      'matched reference content words',
      countOf(other, (facts, j) => isCovered[j] === 1 && isContentWord(facts)),
    );
    set('negation mismatches', Math.abs(countOf(own, has(isNegation)) - countOf(other, has(isNegation))));
    set('date mismatches', difference(own.map(dateOf), other.map(dateOf)));
    // The first word of a text is always capitalised.
    const strange = (isKnown: Uint8Array) => (facts: number, i: number) =>
      has(isName)(facts) && i > 0 && isKnown[i] === 0;
    set('name mismatches', countOf(own, strange(isMatched)) + countOf(other, strange(isCovered)));
    set('modality mismatches', difference(own.map(modalityOf), other.map(modalityOf)));
    set('antonyms', this.#antonyms(hypothesis, isMatched, reference, isCovered));
  }

  /** The words behind the numbers that make the score, against reference `r`. */
  explain(hypothesis: Text, reference: Text, r: number): ReadonlyMap<RowName, readonly StepItem[]> {
    const aligner = this.#aligner;
    aligner.align(hypothesis, reference);
    const { links } = aligner;
    const inOutput = (i: number) => ({ hypothesis: [{ from: i, to: i + 1 }] });
    const inReference = (j: number) => ({ references: [{ from: j, to: j + 1, reference: r }] });
    const own = numbersOf(hypothesis, viewPlaces.facts);
    const other = numbersOf(reference, viewPlaces.facts);
    const [isMatched, isCovered] = [new Uint8Array(own.length), new Uint8Array(other.length)];
    const matches: StepItem[] = [];
    const crossings: StepItem[] = [];
    for (let k = 0; k < links.count; k++) {
      const [i, j] = [links.hypothesis[k]!, links.reference[k]!];
      isMatched[i] = isCovered[j] = 1;
      const stage = this.#stages[links.stage[k]!]!;
      matches.push({ kind: stage === 'exact' ? 'match' : stage, adds: 1, ...inOutput(i), ...inReference(j) });
      const crossed = countOf(links.hypothesis.subarray(0, k), (before) => before > i);
      if (crossed > 0) crossings.push({ kind: 'crossing', adds: crossed, ...inOutput(i), ...inReference(j) });
    }
    const extra = (places: Iterable<number>) => Array.from(places, (i): StepItem => ({ kind: 'extra', adds: 1, ...inOutput(i) })); // prettier-ignore
    const missing = (places: Iterable<number>) => Array.from(places, (j): StepItem => ({ kind: 'missing', adds: 1, ...inReference(j) })); // prettier-ignore
    const differing = (valuesOf: (text: Text) => ArrayLike<number>) => {
      const [mine, theirs] = [valuesOf(hypothesis), valuesOf(reference)];
      return [...extra(surplus(mine, theirs)), ...missing(surplus(theirs, mine))];
    };
    const facts = (of: (each: number) => number) => (text: Text) => numbersOf(text, viewPlaces.facts).map(of);
    const left = (isKnown: Uint8Array) => [...isKnown.keys()].filter((at) => isKnown[at] === 0);
    const items = new Map<RowName, StepItem[]>([
      ['matches', matches],
      ['crossing pairs', crossings],
      ['hypothesis words', left(isMatched).map((i) => ({ kind: 'extra', ...inOutput(i) }))],
      ['reference words', left(isCovered).map((j) => ({ kind: 'missing', ...inReference(j) }))],
      ['number mismatches', differing((text) => numbersOf(text, viewPlaces.numbers).map((each) => each + 1))],
    ]);
    if (!this.#wordNet) return items;
    const strange = (words: Int32Array, isKnown: Uint8Array) => left(isKnown).filter((at) => at > 0 && (words[at]! & isName) !== 0); // prettier-ignore
    items.set('negation mismatches', differing(facts((each) => ((each & isNegation) === 0 ? 0 : 1))));
    items.set('date mismatches', differing(facts(dateOf)));
    items.set('name mismatches', [...extra(strange(own, isMatched)), ...missing(strange(other, isCovered))]);
    items.set('modality mismatches', differing(facts(modalityOf)));
    const opposites = unmatched(reference, isCovered);
    items.set('antonyms', unmatched(hypothesis, isMatched).flatMap((i) => {
      const j = opposites.find((each) => this.#areOpposites(hypothesis, i, reference, each));
      return j === undefined ? [] : [{ kind: 'antonym', adds: 1, ...inOutput(i), ...inReference(j) }];
    })); // prettier-ignore
    return items;
  }

  #sameTags(hypothesis: Text, reference: Text): number {
    const { links } = this.#aligner;
    const [own, other] = [numbersOf(hypothesis, viewPlaces.tags), numbersOf(reference, viewPlaces.tags)];
    let same = 0;
    for (let k = 0; k < links.count; k++) if (own[links.hypothesis[k]!] === other[links.reference[k]!]) same++;
    return same;
  }

  /** Unmatched hypothesis words that are antonyms of an unmatched reference word, each counted once. */
  #antonyms(hypothesis: Text, isMatched: Uint8Array, reference: Text, isCovered: Uint8Array): number {
    const left = unmatched(reference, isCovered);
    if (left.length === 0) return 0;
    return countOf(unmatched(hypothesis, isMatched), (i) =>
      left.some((j) => this.#areOpposites(hypothesis, i, reference, j)),
    );
  }

  /** The entry decides, so each pair of entries is looked up once. */
  #areOpposites(hypothesis: Text, i: number, reference: Text, j: number): boolean {
    const entries = [numberAt(hypothesis, viewPlaces.entries, i), numberAt(reference, viewPlaces.entries, j)];
    const key = entries.sort((a, b) => a - b).join(' ');
    let known = this.#opposites.get(key);
    if (known === undefined) {
      if (this.#opposites.size >= mostKnownPairs) this.#opposites.clear();
      const wordNet = this.#wordNet!();
      const [a, b] = [wordAt(hypothesis[viewPlaces.letters]!, i), wordAt(reference[viewPlaces.letters]!, j)];
      this.#opposites.set(key, (known = wordNet.areOpposites(a, b) || wordNet.areOpposites(b, a)));
    }
    return known;
  }
}

const numbersOf = (text: Text, view: number): Int32Array =>
  text[view]!.ids.subarray(text[view]!.start, text[view]!.end);

const numberAt = (text: Text, view: number, i: number): number => text[view]!.ids[text[view]!.start + i]!;

/** Word i of a view that holds letters. */
function wordAt({ ids, start }: Tokens, i: number): string {
  let at = start;
  for (let before = 0; before < i; before++) at += 1 + ids[at]!;
  return String.fromCharCode(...ids.subarray(at + 1, at + 1 + ids[at]!));
}

/** Positions of unmatched content words that have an entry in WordNet. */
function unmatched(text: Text, isMatched: Uint8Array): number[] {
  const facts = numbersOf(text, viewPlaces.facts);
  const entries = numbersOf(text, viewPlaces.entries);
  return Array.from(facts.keys()).filter(
    (i) => isMatched[i] === 0 && (facts[i]! & isContent) !== 0 && entries[i]! >= 0,
  );
}

function countOf(numbers: ArrayLike<number>, is: (number: number, at: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < numbers.length; i++) if (is(numbers[i]!, i)) count++;
  return count;
}

/** Positions of values that the other text has less often, the last ones of each; 0 means none. */
function surplus(own: ArrayLike<number>, other: ArrayLike<number>): number[] {
  const left = new Map<number, number>();
  for (const value of Array.from(other)) left.set(value, (left.get(value) ?? 0) + 1);
  return Array.from(own).flatMap((value, at) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return value > 0 && count <= 0 ? [at] : [];
  });
}

/** How many values only one text has, each as often as it occurs; 0 means none. */
function difference(own: Int32Array, other: Int32Array): number {
  const counts = new Map<number, number>();
  for (const value of own) if (value > 0) counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const value of other) if (value > 0) counts.set(value, (counts.get(value) ?? 0) - 1);
  let sum = 0;
  for (const count of counts.values()) sum += Math.abs(count);
  return sum;
}

/** For every language. */
const common = [
  'hypothesis words',
  'reference words',
  'matches',
  'exact matches',
  'pairs of matches',
  'crossing pairs',
  'chunks',
  'number mismatches',
  'segments',
] as const;

/** For English only. */
const english = [
  'hypothesis content words',
  'reference content words',
  'matched hypothesis content words',
  'matched reference content words',
  'negation mismatches',
  'date mismatches',
  'name mismatches',
  'modality mismatches',
  'antonyms',
] as const;

/** If words have tags. */
const tagged = ['matches of the same tag'] as const;

export type RowName = (typeof common)[number] | (typeof english)[number] | (typeof tagged)[number];

export const rowNames = ({ isEnglish, hasTags }: Knowledge): readonly RowName[] => [
  ...common,
  ...(isEnglish ? english : []),
  ...(hasTags ? tagged : []),
];

/** The mismatches that the score counts. */
export const mismatches = [
  'number mismatches',
  'negation mismatches',
  'date mismatches',
  'name mismatches',
  'modality mismatches',
  'antonyms',
] as const satisfies readonly RowName[];
