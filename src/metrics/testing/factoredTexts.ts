/** Texts that contain their analyses, `runs|run|VBZ fast|fast|RB`, so that a test says in one line what a metric sees. */
import type { Resources } from '../../core/index.ts';
import type { Analyser, Factor } from '../../text/index.ts';

/** Reads such texts; tokenize them with `tokenizer: 'none'`. A missing factor is the word itself. */
export const factoredAnalyser = (factors: readonly Factor[] = ['word', 'lemma', 'tag']): Analyser => ({
  name: 'the texts themselves',
  factors,
  analyse: (words) => {
    const split = words.map((word) => word.split('|'));
    const column = (at: number) => split.map((parts) => parts[at] || parts[0]!);
    return { word: column(0), lemma: column(1), tag: column(2) };
  },
});

/** Resources with it instead of the English analyser. */
export const factoredResources = (more: Iterable<readonly [string, unknown]> = []): Resources =>
  new Map<string, unknown>([['analyser:en', factoredAnalyser()], ...more]);
