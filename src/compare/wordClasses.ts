/** Words divided into classes: by how frequent they are, or as a list says. */
import { UsageError } from '../core/index.ts';
import { type Edges, classOf, rangeLabel, startsOf } from './division.ts';
import { wordFrequencies } from './wordFrequencies.ts';
import type { WordTexts } from './wordTexts.ts';

export interface WordClasses {
  /** What they are by. */
  readonly name: string;
  readonly labels: readonly string[];
  /** By word number: its class. */
  readonly classOf: Int32Array<ArrayBuffer>;
}

/** Words that are not there, those that are there once, twice, and so on. */
const frequencyEdges = [1, 2, 3, 4, 5, 10, 100, 1000];

/** By frequency: see `wordFrequencies`. Quantiles are of the distinct words. */
export function classesByFrequency(
  texts: WordTexts,
  counts?: ReadonlyMap<string, number>,
  edges: Edges = frequencyEdges,
): WordClasses {
  const frequencies = wordFrequencies(texts, counts);
  const starts = startsOf(frequencies, edges);
  const isWhole = frequencies.every(Number.isInteger);
  return {
    name: 'frequency',
    labels: starts.map((from, c) => rangeLabel(from === -Infinity ? 0 : from, starts[c + 1] ?? Infinity, isWhole)),
    classOf: Int32Array.from(frequencies, (frequency) => classOf(frequency, starts)),
  };
}

/** Rows of each class are kept for all systems and segments. */
const mostClasses = 200;

/** By a list, such as parts of speech; words that it lacks are a class of their own, `other`, last. Words are as the tokenizer makes them. */
export function classesByList(texts: WordTexts, name: string, listed: ReadonlyMap<string, string>): WordClasses {
  const { words, cutting } = texts;
  const labels = [...new Set(listed.values())];
  if (labels.length > mostClasses) {
    throw new UsageError(`The list of words has ${labels.length} classes; at most ${mostClasses} can be told apart.`);
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
