/** Reads and scores the outputs of systems and compares the systems, spread over threads. */
import { type Cutting, countWords } from '../../compare/index.ts';
import { type DividedWork, type Metric, UsageError, counted, present } from '../../core/index.ts';
import { type Task, digestOf, readLines } from '../../data/index.ts';
import type { Batch } from '../../formats/index.ts';
import { type InputWarning, checkTexts } from '../../measure/index.ts';
import type { Scores } from '../../meta/index.ts';
import {
  type ComparedOutputs,
  type ComparisonOptions,
  type ReportedComparison,
  type RunsOfSystem,
  reportComparison,
} from '../../report/index.ts';
import { compareSystemRuns, compareSystems } from './compareSystems.ts';
import { evaluate } from '../evaluate.ts';

export interface CompareTaskOptions extends ComparisonOptions {
  /** Notes from reading imported scores. */
  readonly notes?: readonly string[];
  /** Of what was read besides the task. */
  readonly checksums?: readonly string[];
  /** What the names of files show; what the texts show is added. */
  readonly warnings?: readonly InputWarning[];
  readonly threads?: number | 'auto';
  /** If several processes draw samples: the work they share, by the checksum of what was read. */
  readonly divide?: (sha256: string) => DividedWork;
}

export async function compareTask(
  task: Task,
  metrics: readonly Metric[],
  options: CompareTaskOptions,
): Promise<ReportedComparison> {
  const { threads = 'auto', onProgress, runs, notes = [], checksums = [] } = options;
  if (runs) await checkRunFiles(runs.systems, task);
  const texts = new TextKeeper(task);
  const evaluation = await evaluate(texts, metrics, {
    threads,
    keepRows: true,
    onProgress: ({ segments, share }) => onProgress?.({ share, text: `${segments} segments scored` }),
  });
  const { hypotheses, references } = texts;
  const sources = texts.sources.length === evaluation.segments ? texts.sources : undefined;
  const warnings = [
    ...(options.warnings ?? []),
    // Scores alone have no texts.
    ...(options.keys ? [] : checkTexts({ systems: task.systems, hypotheses, references, sources }, metrics)),
  ];
  const input = {
    sha256: checksums.length === 0 ? (task.checksum ?? '') : digestOf([task.checksum, ...checksums]),
    notes: [...task.notes, ...notes],
    ...(warnings.length > 0 && { warnings }),
  };
  return compareCounted({ evaluation, hypotheses, references, ...present({ sources }), input }, metrics, options);
}

/** Compares systems whose rows were counted before; without texts, nothing can be explained. */
export function compareCounted(
  outputs: ComparedOutputs,
  metrics: readonly Metric[],
  options: CompareTaskOptions,
): Promise<ReportedComparison> {
  const { threads = 'auto', onProgress } = options;
  const work = options.divide?.(outputs.input.sha256);
  const drawing = { threads, work, onProgress: (share: number) => onProgress?.({ share, text: 'samples' }) };
  return reportComparison(outputs, metrics, options, {
    systems: (measured, settings) => compareSystems(measured, settings, drawing),
    runs: (measured, places, settings) => compareSystemRuns(measured, places, settings, drawing),
  });
}

/** Each file of runs must hold the outputs of one run. */
async function checkRunFiles(systems: readonly RunsOfSystem[], task: Task): Promise<void> {
  const { systems: found } = task;
  const files = systems.reduce((sum, { files: ofSystem }) => sum + ofSystem.length, 0);
  if (files === found.length) return;
  for await (const _ of task.batches()) break; // closes the files
  throw new UsageError(
    `Each file of --runs must hold the outputs of one run; ${counted(files, 'file')} hold ${counted(found.length, 'system')}: ${found.join(', ')}.`,
  );
}

/** A task that remembers its texts while they are read. */
class TextKeeper implements Task {
  readonly hypotheses: string[][];
  readonly references: (readonly string[])[] = [];
  readonly sources: string[] = [];
  readonly #task: Task;

  constructor(task: Task) {
    this.#task = task;
    this.hypotheses = task.systems.map(() => []);
  }

  get systems(): readonly string[] {
    return this.#task.systems;
  }
  get bytes(): number | undefined {
    return this.#task.bytes;
  }
  get bytesRead(): number {
    return this.#task.bytesRead;
  }
  get notes(): readonly string[] {
    return this.#task.notes;
  }
  get checksum(): string | undefined {
    return this.#task.checksum;
  }

  async *batches(): AsyncGenerator<Batch> {
    for await (const batch of this.#task.batches()) {
      batch.hypotheses.forEach((outputs, s) => {
        for (const text of outputs) this.hypotheses[s]!.push(text);
      });
      for (const list of batch.references) this.references.push(list);
      for (const text of batch.sources ?? []) this.sources.push(text);
      yield batch;
    }
  }
}

/** The systems and segments of the first scores that have segments; `keys` is what they call their segments. */
export function scoresTask(scores: readonly Scores[], checksum: string): { task: Task; keys: readonly string[] } {
  const { systems, segments: keys } = scores.find(({ segments }) => segments.length > 0) ??
    scores[0] ?? { systems: [], segments: [] };
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
      lacksReferences: true,
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

export async function countFileWords(path: string, cutting: Cutting): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const lines of readLines(path)) {
    for (const [word, count] of countWords(lines, cutting)) counts.set(word, (counts.get(word) ?? 0) + count);
  }
  return counts;
}
