/** Reads and scores outputs, and looks for where metrics contradict themselves. */
import { type Metric, counted, present } from '../core/index.ts';
import { type Task, withBatches } from '../data/index.ts';
import type { Batch } from '../formats/index.ts';
import type { Paradox } from '../paradox/index.ts';
import { type FoundParadox, reportParadox, textSize } from '../report/index.ts';
import { evaluate } from './evaluate.ts';

interface FindParadoxOptions {
  /** Which label says to which part a segment belongs, for genres: `domain` unless given. */
  readonly by?: string;
  readonly threads?: number | 'auto';
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

/**
 * Scores the outputs of a task and tests whether the metrics contradict themselves on them. The task needs two systems, or one for
 * `deletion`.
 */
export async function findParadox(
  name: Paradox,
  task: Task,
  metrics: readonly Metric[],
  { by, threads, onProgress }: FindParadoxOptions = {},
): Promise<FoundParadox> {
  const sizes: number[] = [];
  const evaluation = await evaluate(name === 'deletion' ? withEmptySystem(task, sizes) : task, metrics, {
    ...present({ threads }),
    keepRows: true,
    onProgress: ({ segments, share }) => onProgress?.({ share, text: counted(segments, 'segment') }),
  });
  const input = { sha256: task.checksum ?? '', notes: task.notes };
  return reportParadox(name, { systems: task.systems, evaluation, sizes, input }, metrics, by);
}

/** The same task with one more system, which translates nothing; `sizes` takes up the size of each output of the first. */
function withEmptySystem(task: Task, sizes: number[]): Task {
  const addEmpty = (batch: Batch): Batch => {
    const [outputs = []] = batch.hypotheses;
    for (const text of outputs) sizes.push(textSize(text));
    return { ...batch, hypotheses: [...batch.hypotheses, outputs.map(() => '')] };
  };
  return withBatches(task, addEmpty, [...task.systems, '(empty)']);
}
