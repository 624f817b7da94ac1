/** Sentences divided by chance, so that what is said of one is learned from or tested on, and never both. */
import { Pcg64 } from '../../stats/index.ts';

/** By sentence its fold; all examples of a sentence are in one, and folds have as many sentences as can be, give or take one. */
export function divideSentences(
  sentences: ArrayLike<number>,
  folds: number,
  seed: number,
): ReadonlyMap<number, number> {
  const order = [...new Set(Array.from(sentences))].sort((a, b) => a - b);
  const random = new Pcg64(seed);
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return new Map(order.map((sentence, i) => [sentence, i % folds]));
}
