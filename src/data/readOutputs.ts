/** The outputs of several systems in memory, with references where they are given: what hypothesis selection chooses from. */
import { createHash } from 'node:crypto';
import { UsageError, counted } from '../core/index.ts';
import { formatOf } from './formats/index.ts';
import { Input, checkStandardInput } from './input.ts';
import { LineReader } from './lineReader.ts';
import { type TaskRequest, openTask } from './openTask.ts';
import { nameSystems } from './systemNames.ts';

export interface ReadOutputs {
  readonly systems: readonly string[];
  /** By system, then segment. */
  readonly texts: readonly (readonly string[])[];
  /** By segment, if there are any. */
  readonly references?: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  /** Facts about the segments, by name, if there are any. */
  readonly labels?: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
  readonly sha256: string;
}

/** As `openTask` reads them, but without references plain text is enough. */
export async function readOutputs(request: TaskRequest): Promise<ReadOutputs> {
  const { files, references = [], format } = request;
  const isPlain = files.every((path) => (format ?? formatOf(path).id) === 'text');
  return references.length === 0 && isPlain ? readPlain(request) : readTask(request);
}

async function readTask(request: TaskRequest): Promise<ReadOutputs> {
  const task = await openTask(request);
  const texts: string[][] = task.systems.map(() => []);
  const references: (readonly string[])[] = [];
  let sources: string[] | undefined;
  const labels = new Map<string, string[]>();
  for await (const batch of task.batches()) {
    batch.hypotheses.forEach((some, s) => {
      for (const text of some) texts[s]!.push(text);
    });
    for (const each of batch.references) references.push(each);
    for (const [name, values] of batch.labels) {
      const all = labels.get(name) ?? [];
      for (const value of values) all.push(value);
      labels.set(name, all);
    }
    if (batch.sources) {
      sources ??= [];
      for (const text of batch.sources) sources.push(text);
    }
  }
  const { systems, notes, checksum = '' } = task;
  return { systems, texts, references, ...(sources && { sources }), labels, notes, sha256: checksum };
}

async function readPlain({ files, names, sources, stdin = process.stdin }: TaskRequest): Promise<ReadOutputs> {
  const paths = [...files, ...(sources === undefined ? [] : [sources])];
  checkStandardInput(paths);
  const systems = nameSystems(
    files.map((path) => ({ path, name: undefined })),
    names,
  );
  const hash = createHash('sha256');
  const columns: { readonly name: string; readonly lines: readonly string[] }[] = [];
  for (const path of paths) {
    const input = await Input.open(path, stdin);
    try {
      const lines: string[] = [];
      for await (const some of new LineReader(input.name, input.chunks()).rest())
        for (const line of some) lines.push(line);
      columns.push({ name: input.name, lines });
      hash.update(input.digest());
    } finally {
      await input.close();
    }
  }
  const segments = columns[0]?.lines.length ?? 0;
  const other = columns.find(({ lines }) => lines.length !== segments);
  if (other) {
    throw new UsageError(
      `${other.name} has ${counted(other.lines.length, 'line')}, ${columns[0]!.name} has ${segments}. All files must have the same segments.`,
    );
  }
  const texts = columns.slice(0, files.length).map(({ lines }) => lines);
  const source = columns[files.length]?.lines;
  return { systems, texts, ...(source && { sources: source }), notes: [], sha256: hash.digest('hex') };
}
