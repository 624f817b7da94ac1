/** Rows of the tasks in a folder, for `assay meta`. */
import { type Metric, UsageError, suggest } from '../../core/index.ts';
import type { SharedTask } from '../../data/index.ts';
import type { Evaluation } from '../../measure/index.ts';
import { metricsOf } from '../input/statisticsInput.ts';
import { readRows } from './rowsFile.ts';

/** `FILE`, or `TASK=FILE`; several files of a task are its parts. */
export async function rowsOfTasks(
  typed: readonly string[],
  { parts, name }: SharedTask,
): Promise<{ readonly metrics: Metric[]; readonly rows: ReadonlyMap<string, Evaluation> }> {
  const tasks = parts.map(({ task }) => task);
  const files = new Map<string, string[]>();
  for (const word of typed) {
    const [, named, file = word] = /^([^=/]+)=(.+)$/.exec(word) ?? [];
    if (named !== undefined && !tasks.includes(named)) {
      throw new UsageError(`--rows ${word}: ${name} has no task ${named}. ${suggest(named, tasks)}`);
    }
    if (named === undefined && tasks.length !== 1) {
      throw new UsageError(`--rows ${word}: ${name} has several tasks: ${tasks.join(', ')}. Type TASK=${word}.`);
    }
    const task = named ?? tasks[0]!;
    files.set(task, [...(files.get(task) ?? []), file]);
  }
  const rows = new Map<string, Evaluation>();
  let first: { readonly file: string; readonly made: string; readonly metrics: Metric[] } | undefined;
  for (const [task, ofTask] of files) {
    const { statistics, evaluation } = await readRows(ofTask);
    const made = statistics.metrics.map(({ metric }) => metric).join(' ');
    first ??= { file: statistics.file, made, metrics: await metricsOf(statistics) };
    if (first.made !== made) {
      throw new UsageError(
        `${statistics.file} has rows of ${made}, and ${first.file} of ${first.made}. Use the same -m.`,
      );
    }
    rows.set(task, evaluation);
  }
  return { metrics: first!.metrics, rows };
}
