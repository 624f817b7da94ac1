/** How frequent words are: segments by how rare their words are, and classes of words, by frequency or as a list says. */
import { type Tokens, UsageError } from '../core/index.ts';
import { type Division, classOf, divideByNumber, rangeLabel, startsOf } from './division.ts';
import type { WordTexts } from './wordTexts.ts';

/**
 * Returns how often each word occurs in the references, by word number, or how often `counts` says it does. In each segment a word counts
 * as often as in the reference that has it most often, so additional references do not make a word more frequent. Words that do not occur
 * have frequency 0.
 */
export function wordFrequencies(
  { words, references }: WordTexts,
  counts?: ReadonlyMap<string, number>,
): Float64Array<ArrayBuffer> {
  if (counts) return Float64Array.from(words, (word) => counts.get(word) ?? 0);
  const frequencies = new Float64Array(words.length);
  const most = new Int32Array(words.length); // in a reference of this segment so far
  const here = new Int32Array(words.length);
  for (const list of references) {
    for (const { ids, start, end } of list) {
      for (let i = start; i < end; i++) {
        const id = ids[i]!;
        if (++here[id]! <= most[id]!) continue;
        most[id] = here[id]!;
        frequencies[id]! += 1;
      }
      clear(here, [{ ids, start, end }]);
    }
    clear(most, list);
  }
  return frequencies;
}

function clear(counts: Int32Array, texts: readonly Tokens[]): void {
  for (const { ids, start, end } of texts) for (let i = start; i < end; i++) counts[ids[i]!] = 0;
}

/** Words that are not there, those that are there once, and so on. */
const rarityEdges = [1, 2, 3, 6, 11, 101];

/**
 * Divides segments by the frequency of the rarest word in their references, as `wordFrequencies` counts it. A segment with empty references
 * has frequency 0.
 */
export function divideByFrequency(texts: WordTexts, counts?: ReadonlyMap<string, number>): Division {
  const frequencies = wordFrequencies(texts, counts);
  const values = texts.references.map((list) => {
    let least = Infinity;
    for (const { ids, start, end } of list) {
      for (let i = start; i < end; i++) least = Math.min(least, frequencies[ids[i]!]!);
    }
    return least === Infinity ? 0 : least;
  });
  return divideByNumber('frequency of the rarest word', values, rarityEdges);
}

/** Words divided into classes. */
export interface WordClasses {
  /** What they are by. */
  readonly name: string;
  readonly labels: readonly string[];
  /** By word number: its class. */
  readonly classOf: Int32Array<ArrayBuffer>;
}

/** Words that are not there, those that are there once, twice, and so on. */
const frequencyEdges = [1, 2, 3, 4, 5, 10, 100, 1000];

/** Divides words into classes by their frequency, as `wordFrequencies` counts it. */
export function classesByFrequency(
  texts: WordTexts,
  counts?: ReadonlyMap<string, number>,
  edges: readonly number[] = frequencyEdges,
): WordClasses {
  const frequencies = wordFrequencies(texts, counts);
  const starts = startsOf(edges);
  const isWhole = frequencies.every(Number.isInteger);
  return {
    name: 'frequency',
    labels: starts.map((from, c) => rangeLabel(from === -Infinity ? 0 : from, starts[c + 1] ?? Infinity, isWhole)),
    classOf: Int32Array.from(frequencies, (frequency) => classOf(frequency, starts)),
  };
}

/** Rows of each class are kept for all systems and segments. */
const mostClasses = 200;

/**
 * Divides words into the classes of a list, such as parts of speech. Words that are not listed form a last class, `other`. Listed words
 * must be spelled as the tokenizer outputs them.
 */
export function classesByList(texts: WordTexts, name: string, listed: ReadonlyMap<string, string>): WordClasses {
  const { words, cutting } = texts;
  const labels = [...new Set(listed.values())];
  if (labels.length > mostClasses) {
    throw new UsageError(`The list of words has ${labels.length} classes; at most ${mostClasses} are supported.`);
  }
  const numbers = new Map(labels.map((label, c) => [label, c]));
  const classes = new Map<string, number>();
  for (const [word, label] of listed) classes.set(cutting.lowercase ? word.toLowerCase() : word, numbers.get(label)!);
  return {
    name,
    labels: [...labels.map((label) => (label.trim() === '' ? '(no value)' : label)), 'other'],
    classOf: Int32Array.from(words, (word) => classes.get(word) ?? labels.length),
  };
}
