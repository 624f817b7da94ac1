/** A scoring task as read from files: systems, and segments that come in batches so that memory stays flat. */
import type { Batch } from '../formats/index.ts';

export interface Task {
  readonly systems: readonly string[];
  /** Size of the input where it is known, to show progress by and to decide on threads. */
  readonly bytes: number | undefined;
  /** Bytes read so far. */
  readonly bytesRead: number;
  /** What was left out of the files and why, for the report; complete once all batches were read. */
  readonly notes: readonly string[];
  /** Reads the task once, from its start to its end; throws a UsageError at the first fault. */
  batches(): AsyncIterable<Batch>;
  /** Lower-case hexadecimal SHA-256 of everything read; known once all batches were read. */
  readonly checksum: string | undefined;
}

/** The same task, but for its batches, which `change` sees as they are read. */
export function withBatches(task: Task, change: (batch: Batch) => Batch, systems = task.systems): Task {
  return {
    systems,
    get bytes() {
      return task.bytes;
    },
    get bytesRead() {
      return task.bytesRead;
    },
    get notes() {
      return task.notes;
    },
    get checksum() {
      return task.checksum;
    },
    async *batches() {
      for await (const batch of task.batches()) yield change(batch);
    },
  };
}
