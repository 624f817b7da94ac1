/** Scores from files as a task without texts, so that systems can be compared by them alone. */
import { UsageError } from '../../core/index.ts';
import type { Batch, Task } from '../../data/index.ts';
import type { Scores } from '../../meta/index.ts';

/** The systems and segments of the first; `keys` is what it calls its segments. */
export function scoresTask(scores: readonly Scores[], checksum: string): { task: Task; keys: readonly string[] } {
  const [first] = scores;
  if (!first || first.segments.length === 0) {
    throw new UsageError('Systems are compared by scores of their segments, but the files hold none.');
  }
  const { systems, segments: keys } = first;
  const batch: Batch = {
    start: 0,
    size: keys.length,
    hypotheses: systems.map(() => keys.map(() => '')),
    references: keys.map(() => []),
    labels: new Map(),
  };
  return {
    keys,
    task: {
      systems,
      bytes: undefined,
      bytesRead: 0,
      notes: [],
      checksum,
      // oxlint-disable-next-line typescript/require-await -- a task is read in turns, but here nothing is read
      async *batches() {
        yield batch;
      },
    },
  };
}
