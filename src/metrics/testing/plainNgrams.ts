/** N-grams as strings and plain reference lengths: the parts of plain versions of BLEU and its variants. */
import type { ReferenceLength } from '../shared/referenceLength.ts';

export type Words = readonly string[];

export function countNgrams(words: Words, n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= words.length; i++) {
    const ngram = words.slice(i, i + n).join(' ');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

/** How many n-grams of `words` are in `others`, each at most as often as in the one that has it most often. */
export function clippedMatches(words: Words, others: readonly Words[], n: number): number {
  const limits = others.map((other) => countNgrams(other, n));
  let matches = 0;
  for (const [ngram, count] of countNgrams(words, n)) {
    matches += Math.min(count, Math.max(...limits.map((limit) => limit.get(ngram) ?? 0)));
  }
  return matches;
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

export function plainReferenceLength(kind: ReferenceLength, hypothesis: Words, references: readonly Words[]): number {
  const lengths = references.map((words) => words.length);
  if (kind === 'shortest') return Math.min(...lengths);
  if (kind === 'average') return sumOf(lengths) / lengths.length;
  const distance = (length: number) => Math.abs(length - hypothesis.length);
  return lengths.sort((a, b) => distance(a) - distance(b) || a - b)[0]!;
}
