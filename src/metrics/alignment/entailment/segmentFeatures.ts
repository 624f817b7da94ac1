/** Counts what the alignment of a hypothesis with one reference says about their meaning. */
import type { Text, Tokens } from '../../../core/index.ts';
import { StagedAligner, type WordNet } from '../../../text/index.ts';
import { type EntailmentTexts, type Knowledge, viewPlaces } from './texts.ts';
import { dateOf, isContent, isName, isNegation, modalityOf } from './wordFacts.ts';

const mostKnownPairs = 1 << 18;

export class SegmentFeatures {
  readonly #aligner: StagedAligner;
  /** Asked for when the first text is counted. */
  readonly #wordNet: (() => WordNet) | undefined;
  readonly #places: ReadonlyMap<RowName, number>;
  /** By pair of entries. */
  readonly #opposites = new Map<string, boolean>();

  constructor({ stages, wordNet }: EntailmentTexts, names: readonly RowName[]) {
    this.#aligner = new StagedAligner(stages(), 'chunks');
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
      // Links come in the order of the reference.
      for (let before = 0; before < k; before++) if (links.hypothesis[before]! > i) crossings++;
    }
    set('hypothesis words', own.length);
    set('reference words', other.length);
    set('matches', links.count);
    set('exact matches', aligner.hypothesisMatches[0]!);
    set('pairs of matches', (links.count * (links.count - 1)) / 2);
    set('crossing pairs', crossings);
    set('chunks', aligner.chunks);
    // Numbers are counted from 0 on, with −1 for words that are none.
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
    // The first word of a text has a capital whatever it is.
    const strange = (isKnown: Uint8Array) => (facts: number, i: number) =>
      has(isName)(facts) && i > 0 && isKnown[i] === 0;
    set('name mismatches', countOf(own, strange(isMatched)) + countOf(other, strange(isCovered)));
    set('modality mismatches', difference(own.map(modalityOf), other.map(modalityOf)));
    set('antonyms', this.#antonyms(hypothesis, isMatched, reference, isCovered));
  }

  #sameTags(hypothesis: Text, reference: Text): number {
    const { links } = this.#aligner;
    const [own, other] = [numbersOf(hypothesis, viewPlaces.tags), numbersOf(reference, viewPlaces.tags)];
    let same = 0;
    for (let k = 0; k < links.count; k++) if (own[links.hypothesis[k]!] === other[links.reference[k]!]) same++;
    return same;
  }

  /** Unmatched words of the hypothesis that say the opposite of an unmatched one of the reference, each counted once. */
  #antonyms(hypothesis: Text, isMatched: Uint8Array, reference: Text, isCovered: Uint8Array): number {
    const left = unmatched(reference, isCovered);
    if (left.length === 0) return 0;
    return countOf(unmatched(hypothesis, isMatched), (i) =>
      left.some((j) => this.#areOpposites(hypothesis, i, reference, j)),
    );
  }

  /** What an entry stands for decides, so that words of the same entries are looked up once. */
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

/** Word i of those whose letters a view has. */
function wordAt({ ids, start }: Tokens, i: number): string {
  let at = start;
  for (let before = 0; before < i; before++) at += 1 + ids[at]!;
  return String.fromCharCode(...ids.subarray(at + 1, at + 1 + ids[at]!));
}

/** Places of content words without a partner that have an entry in WordNet. */
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

/** How many values one text has and the other has not, each as often as it occurs; 0 is none. */
function difference(own: Int32Array, other: Int32Array): number {
  const counts = new Map<number, number>();
  for (const value of own) if (value > 0) counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const value of other) if (value > 0) counts.set(value, (counts.get(value) ?? 0) - 1);
  let sum = 0;
  for (const count of counts.values()) sum += Math.abs(count);
  return sum;
}

/** Of every language. */
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

/** Of English only. */
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

/** Where words have tags. */
const tagged = ['matches of the same tag'] as const;

export type RowName = (typeof common)[number] | (typeof english)[number] | (typeof tagged)[number];

export const rowNames = ({ isEnglish, hasTags }: Knowledge): readonly RowName[] => [
  ...common,
  ...(isEnglish ? english : []),
  ...(hasTags ? tagged : []),
];

/** What a change of meaning is counted by. */
export const mismatches = [
  'number mismatches',
  'negation mismatches',
  'date mismatches',
  'name mismatches',
  'modality mismatches',
  'antonyms',
] as const satisfies readonly RowName[];
