/** How frequent words are, and segments by how rare their words are. */
import { type Tokens, exp, log } from '../core/index.ts';
import { type Division, type Edges, divideByNumber } from './division.ts';
import type { WordTexts } from './wordTexts.ts';

/**
 * By word number: how often it stands in the references, in each segment as often as in the reference that has it most often, so that
 * more references do not make a word more frequent; or how often `counts` says. 0 for words that are not there.
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

const defaultEdges = {
  /** Words that are not there, those that are there once, and so on. */
  rarest: [1, 2, 3, 6, 11, 101],
  mean: { quantiles: 4 },
} as const satisfies Record<string, Edges>;

interface FrequencyDivisionSettings {
  /** Of the words of a segment's references, the frequency of the rarest, or the mean: that of ln(1 + frequency), as a frequency again. */
  readonly of?: keyof typeof defaultEdges;
  /** See `wordFrequencies`. */
  readonly counts?: ReadonlyMap<string, number>;
  readonly edges?: Edges;
}

/** By how frequent the words of the references are. Segments whose references are empty count as 0. */
export function divideByFrequency(texts: WordTexts, settings: FrequencyDivisionSettings = {}): Division {
  const { of = 'rarest', counts, edges = defaultEdges[of] } = settings;
  const frequencies = wordFrequencies(texts, counts);
  const summary = of === 'rarest' ? rarest : mean;
  const values = texts.references.map((list) => summary(list, frequencies));
  return divideByNumber(of === 'rarest' ? 'frequency of the rarest word' : 'mean frequency of words', values, edges);
}

function rarest(texts: readonly Tokens[], frequencies: Float64Array): number {
  let least = Infinity;
  for (const { ids, start, end } of texts) {
    for (let i = start; i < end; i++) least = Math.min(least, frequencies[ids[i]!]!);
  }
  return least === Infinity ? 0 : least;
}

function mean(texts: readonly Tokens[], frequencies: Float64Array): number {
  let sum = 0;
  let words = 0;
  for (const { ids, start, end } of texts) {
    for (let i = start; i < end; i++) sum += log(1 + frequencies[ids[i]!]!);
    words += end - start;
  }
  return words === 0 ? 0 : exp(sum / words) - 1;
}
