/** An output against references: which words are in n-grams that a reference has, and which words of a reference are missing. */
import { alignWords } from '../../src/compare/alignWords.ts';
import type { Segments } from '../../src/report/comparePage/packSegments.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A part of an output as it is shown. All but the missing ones, put together, are the output. */
export type Piece =
  /** White space, and words no reference has. */
  | { readonly kind: 'other' | 'unmatched'; readonly text: string }
  /** Words that a reference has in this order, and whose longest such n-gram this is; `order` is its length. */
  | { readonly kind: 'matched'; readonly text: string; readonly order: number }
  /** Words of the closest reference that are not here. */
  | { readonly kind: 'missing'; readonly text: string };

export interface MarkedText {
  readonly pieces: readonly Piece[];
  readonly words: number;
  readonly matched: number;
  /** Words of the longest n-gram that matched. */
  readonly longest: number;
  /** How many words of the closest reference are missing. */
  readonly missing: number;
  /** The reference with the fewest words to add and to take away; undefined if there is none. */
  readonly closest: number | undefined;
}

export type Marking = Pick<Segments, 'tokens' | 'ignoreCase'>;

export function markText(
  text: string,
  references: readonly string[],
  { tokens: kind, ignoreCase }: Marking,
): MarkedText {
  const numbers = new Map<string, number>();
  const read = (each: string): Read => {
    const tokens = tokensOf(each, kind);
    const words = Int32Array.from(tokens, ({ start, end }) => {
      const word = ignoreCase ? each.slice(start, end).toLowerCase() : each.slice(start, end);
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      return number;
    });
    return { text: each, tokens, words };
  };
  const output = read(text);
  const others = references.map(read);
  const matches = matchWords(
    output.words,
    others.map(({ words }) => words),
  );
  let closest: number | undefined;
  let missing: readonly number[] = [];
  let least = Infinity;
  others.forEach(({ words }, i) => {
    const places = missingPlaces(output.words, words);
    const there = places.filter((place) => place < 0).length;
    const distance = words.length - 2 * there;
    if (distance < least) [closest, missing, least] = [i, places, distance];
  });
  return {
    pieces: piecesOf(output, matches, closest === undefined ? new Map() : missingTexts(others[closest]!, missing)),
    words: output.words.length,
    matched: matches.orders.reduce((sum, order) => sum + Math.sign(order), 0),
    longest: matches.orders.reduce((most, order) => Math.max(most, order), 0),
    missing: missing.filter((place) => place >= 0).length,
    closest,
  };
}

interface Read {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly words: Int32Array;
}

export interface Matches {
  /** For each word the length of the longest n-gram with it that a reference has; 0 if none has the word. */
  readonly orders: Int32Array;
  /** Where that n-gram begins. */
  readonly starts: Int32Array;
}

/** Of several n-grams of the same length with a word, the first counts. How often a reference has an n-gram does not matter here. */
export function matchWords(words: Int32Array, references: readonly Int32Array[]): Matches {
  const count = words.length;
  const lengths = new Int32Array(count);
  for (const reference of references) {
    // runs[j] is how many words from here on are those of the reference from j on.
    const runs = new Int32Array(reference.length + 1);
    for (let i = count - 1; i >= 0; i--) {
      const word = words[i]!;
      for (let j = 0; j < reference.length; j++) {
        runs[j] = reference[j] === word ? runs[j + 1]! + 1 : 0;
        if (runs[j]! > lengths[i]!) lengths[i] = runs[j]!;
      }
    }
  }
  const matches = { orders: new Int32Array(count), starts: new Int32Array(count) };
  for (let start = 0; start < count; start++) {
    const length = lengths[start]!;
    for (let i = start; i < start + length; i++) {
      if (matches.orders[i]! >= length) continue;
      matches.orders[i] = length;
      matches.starts[i] = start;
    }
  }
  return matches;
}

/** For each word of the reference: before which word of the output it is missing, or −1 if it is there, in the same order as others. */
function missingPlaces(output: Int32Array, reference: Int32Array): number[] {
  const { partners, isSame } = alignWords(output, reference);
  const places = new Array<number>(reference.length).fill(0);
  for (let i = 0; i < output.length; i++) if (isSame[i] === 1) places[partners[i]!] = -1 - i;
  let next = 0;
  return places.map((place) => {
    if (place === 0) return next;
    next = -place;
    return -1;
  });
}

function piecesOf({ text, tokens }: Read, { orders, starts }: Matches, missing: ReadonlyMap<number, string>): Piece[] {
  const pieces: Piece[] = [];
  const addMissing = (before: number): void => {
    const words = missing.get(before);
    if (words !== undefined) pieces.push({ kind: 'missing', text: words });
  };
  const addOther = (start: number, end: number): void => {
    if (end > start) pieces.push({ kind: 'other', text: text.slice(start, end) });
  };
  let shown = 0;
  for (let i = 0; i < tokens.length;) {
    const { start } = tokens[i]!;
    addOther(shown, start);
    addMissing(i);
    // A piece goes on while its words are of the same n-gram, or of none, and nothing is missing between them.
    const first = i++;
    while (i < tokens.length && !missing.has(i) && isSame(first, i)) i++;
    shown = tokens[i - 1]!.end;
    const [order, words] = [orders[first]!, text.slice(start, shown)];
    pieces.push(order === 0 ? { kind: 'unmatched', text: words } : { kind: 'matched', text: words, order });
  }
  addMissing(tokens.length);
  addOther(shown, text.length);
  return pieces;

  function isSame(a: number, b: number): boolean {
    return orders[a] === orders[b] && (orders[a] === 0 || starts[a] === starts[b]);
  }
}

/** The words that are missing before each word of the output: those of one place follow each other in the reference. */
function missingTexts({ text, tokens }: Read, places: readonly number[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (let j = 0; j < tokens.length;) {
    const place = places[j]!;
    const first = j++;
    if (place < 0) continue;
    while (j < tokens.length && places[j] === place) j++;
    texts.set(place, text.slice(tokens[first]!.start, tokens[j - 1]!.end));
  }
  return texts;
}
