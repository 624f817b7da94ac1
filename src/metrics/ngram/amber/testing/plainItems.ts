/** What AMBER counts, with words as strings and items written out; slow. */
import { prefixes, roots, suffixes } from '../../../../text/words/affixes.ts';
import { tokensOf } from '../../../../text/testing/texts.ts';
import { tokenizer13a } from '../../../../text/tokenizers/mteval.ts';
import { tokenizerNone } from '../../../../text/tokenizers/simple.ts';

export type Words = readonly string[];
export interface Segment {
  readonly hypothesis: Words;
  readonly references: readonly Words[];
}

export const sumOf = <T>(list: readonly T[], value: (each: T, i: number) => number): number =>
  list.reduce((sum, each, i) => sum + value(each, i), 0);
export const mean = (list: readonly number[]): number => sumOf(list, (each) => each) / list.length;
export const upTo = (most: number): number[] => Array.from({ length: most }, (_, n) => n + 1);
const isShort = (word: string): boolean => [...word].length < 4;
export const characters = (words: Words): number => sumOf(words, (word) => [...word].length);
export const shortWords = (words: Words): number => words.filter(isShort).length;

/** Section 2.5. */
function plainPieces(type: string, word: string): Words {
  const letters = [...word];
  const join = (...parts: string[][]) => parts.map((part) => part.join(''));
  if (type === '2') return join(letters.slice(0, 4));
  if (type === '3') return join(letters.slice(-4));
  if (type === '4') return letters.length > 4 ? join(letters.slice(0, 4), letters.slice(-2)) : [word];
  if (type === '5') return join(...letters.flatMap((_, i) => (i % 4 === 0 ? [letters.slice(i, i + 4)] : [])));
  if (type === '6') return plainAffixes(word);
  if (type === '7') return letters.length < 4 ? [] : [word];
  return [word];
}

function plainAffixes(word: string): Words {
  const byLength = (a: string, b: string) => b.length - a.length;
  const starts = [...prefixes.filter((prefix) => word.startsWith(prefix)), ''].sort(byLength);
  const ends = [...suffixes.filter((suffix) => word.endsWith(suffix)), ''].sort(byLength);
  const cuts = starts.flatMap((start) =>
    ends.flatMap((end) => {
      if (start.length + end.length > word.length) return [];
      const middle = word.slice(start.length, word.length - end.length);
      return [...middle].length >= 3 ? [[start, middle, end] as const] : [];
    }),
  );
  const [chosen = ['', word, '']] = [
    ...cuts.filter(([start, middle, end]) => start + end !== '' && roots.includes(middle)),
    ...(roots.includes(word) ? [['', word, ''] as const] : []),
    ...cuts,
  ];
  return chosen.filter((part) => part !== '');
}

export const wordsOf = (text: string, type: string, tokenizer: 'none' | '13a'): Words => {
  if (type === '0') return tokensOf(tokenizerNone, text.normalize('NFC'));
  const line = text.toLowerCase().normalize('NFC');
  return tokensOf(tokenizer === 'none' ? tokenizerNone : tokenizer13a, line).flatMap((word) => plainPieces(type, word));
};

/** Each item as the positions of its words, and a key that equal items share. */
export interface Item {
  readonly key: string;
  readonly words: Words;
}

/** Section 2.4. */
function makeItems(words: Words, kind: string, n: number, gap: number): Item[] {
  const item = (places: readonly number[], mark = ''): Item => {
    const chosen = places.map((place) => words[place]!);
    return { key: [mark, ...chosen].join('\u0001'), words: chosen };
  };
  const within = (places: readonly number[]) => places.every((place) => place < words.length);
  const starts = words.map((_, i) => i);
  if (kind === 'ngram')
    return starts
      .map((i) => upTo(n).map((k) => i + k - 1))
      .filter(within)
      .map((each) => item(each));
  if (n === 1) return starts.map((i) => item([i]));
  if (kind === 'fixed') {
    return starts
      .map((i) => upTo(n).map((k) => i + 2 * (k - 1)))
      .filter(within)
      .map((each) => item(each));
  }
  if (kind === 'flexible') {
    return starts.flatMap((i) =>
      upTo(n - 1).flatMap((a) =>
        upTo(words.length)
          .map((left) => upTo(n).map((k) => i + k - 1 + (k > a ? left : 0)))
          .filter(within)
          .map((places) => item(places, String(a))),
      ),
    );
  }
  const grow = (places: readonly number[]): Item[] =>
    places.length === n
      ? [item(places)]
      : upTo(gap + 1).flatMap((step) => {
          const next = places.at(-1)! + step;
          return next < words.length ? grow([...places, next]) : [];
        });
  return starts.flatMap((i) => grow([i]));
}

const known = new WeakMap<Words, Map<string, Item[]>>();

/** The items of each text are made once. */
export function itemsOf(words: Words, kind: string, n: number, gap: number): Item[] {
  const ofText = known.get(words) ?? new Map<string, Item[]>();
  known.set(words, ofText);
  const key = `${kind} ${n} ${gap}`;
  const items = ofText.get(key) ?? makeItems(words, kind, n, gap);
  ofText.set(key, items);
  return items;
}

export type Weigh = (item: Item, kind: string) => number;

/** Section 2.3 with our formula. */
export function idfOf(segments: readonly Segment[]): Weigh {
  const ngrams = (words: Words) =>
    words.flatMap((_, i) => words.slice(i).map((_, k) => words.slice(i, i + k + 1).join('\u0001')));
  const sets = segments.map(({ references }) => new Set(references.flatMap(ngrams)));
  const known = new Map<string, number>();
  const idf = (ngram: string) => {
    const value =
      known.get(ngram) ?? Math.log((sets.length + 1) / Math.max(1, sets.filter((set) => set.has(ngram)).length));
    known.set(ngram, value);
    return value;
  };
  return ({ words }, kind) => (kind === 'ngram' ? idf(words.join('\u0001')) : mean(words.map(idf)));
}

export function countsOf(items: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of items) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
