/** How often each word stands in a file, such as the data a system was trained on. */
import { type Cutting, countWords } from '../../compare/index.ts';
import { readLines } from '../../data/index.ts';

export async function countFileWords(path: string, cutting: Cutting): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const lines of readLines(path)) {
    for (const [word, count] of countWords(lines, cutting)) counts.set(word, (counts.get(word) ?? 0) + count);
  }
  return counts;
}
