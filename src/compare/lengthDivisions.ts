/** Segments by how long they are, and by how much longer one output is than it should be, or than another. Lengths are in words. */
import { type Tokens, UsageError } from '../core/index.ts';
import { type Division, type Edges, divideByNumber } from './division.ts';
import type { WordTexts } from './wordTexts.ts';

const lengthOf = ({ start, end }: Tokens): number => end - start;

/** By the length of the reference; of several references by the average, so that `10–19` means at least 10 and less than 20. */
export function divideByLength({ references }: WordTexts, edges: Edges = [10, 20, 30, 40, 50, 60]): Division {
  const lengths = references.map((list) => list.reduce((sum, text) => sum + lengthOf(text), 0) / list.length);
  return divideByNumber('reference length', lengths, edges);
}

/**
 * By how much longer the output of `system` is than `than`: another system's, or the reference closest in length (of two equally close
 * ones the shorter, as in BLEU). All systems are scored on the same segments, so that they can be compared within a bucket; but segments
 * chosen by what one system did are not fair to it: where its output is far too short, it fares worse than elsewhere.
 */
export function divideByLengthDifference(
  { hypotheses, references, systemNames }: WordTexts,
  system: number,
  than: number | 'reference' = 'reference',
  edges: Edges = [-5, -1, 2, 6],
): Division {
  for (const each of than === 'reference' ? [system] : [system, than]) {
    if (systemNames[each] === undefined) {
      throw new UsageError(`There is no system ${each}: systems are 0 to ${systemNames.length - 1}.`);
    }
  }
  const lengths = hypotheses[system]!.map(lengthOf);
  const others =
    than === 'reference'
      ? references.map((list, i) => closest(list.map(lengthOf), lengths[i]!))
      : hypotheses[than]!.map(lengthOf);
  const name = `length of ${systemNames[system]!} less that of ${than === 'reference' ? 'the reference' : systemNames[than]!}`;
  return divideByNumber(
    name,
    lengths.map((length, i) => length - others[i]!),
    edges,
  );
}

const closest = (lengths: readonly number[], to: number): number =>
  lengths.reduce((best, length) => {
    const gain = Math.abs(best - to) - Math.abs(length - to);
    return gain > 0 || (gain === 0 && length < best) ? length : best;
  });
