/** Opens the files of a scoring task. */
import { basename } from 'node:path';
import { UsageError } from '../core/index.ts';
import {
  type Batch,
  type EmptyReferences,
  type FileRole,
  type FormatId,
  type Member,
  type TextFormat,
  alignMembers,
  formatOf,
  notesOf,
  readBatches,
} from '../formats/index.ts';
import { type ByteStream, Input, checkStandardInput, digestOf } from './input.ts';
import { nameSystems } from './systemNames.ts';

/** Which files hold outputs, references and source, and how to read them. */
export interface TaskRequest {
  /** Outputs of systems as plain text, or structured files, which may also hold source, references and labels. */
  readonly files: readonly string[];
  /** Files of references; a plain text file is one reference translation. */
  readonly references?: readonly string[];
  readonly sources?: string;
  /** A TSV file with a header and a row for each segment. */
  readonly labels?: string;
  /** Names for the systems, in order, in place of those the files have. */
  readonly names?: readonly string[];
  /** The format of `files`, in place of what their names say. */
  readonly format?: FormatId;
  /** `error` unless given. */
  readonly emptyReferences?: EmptyReferences;
  /** Read for the file `-`; `process.stdin` unless given. */
  readonly stdin?: ByteStream;
  /** Most segments in a batch; a batch also ends when it holds about a million characters. */
  readonly batchSize?: number;
}

/** A scoring task as read from files: systems, and segments that come in batches so that memory stays flat. */
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

interface NamedFile {
  readonly role: FileRole;
  readonly path: string;
  readonly format: TextFormat;
}

/** Opens all files and reads as much of them as is needed to know the systems. */
export async function openTask(request: TaskRequest): Promise<Task> {
  if (request.files.length === 0) {
    throw new UsageError('No system given. Name files with translations, one segment per line.');
  }
  return openFiles(request);
}

/** Without `files` a task without systems: references, with sources and labels where they are given. */
export async function openFiles(request: TaskRequest): Promise<Task> {
  const { emptyReferences = 'error', batchSize = 1024, stdin = process.stdin } = request;
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new UsageError(`batchSize must be a whole number from 1 on, not ${batchSize}.`);
  }
  const files = listFiles(request);
  const inputs: Input[] = [];
  try {
    const members: Member[] = [];
    for (const { role, path, format } of files) {
      const input = await Input.open(path, stdin);
      inputs.push(input);
      members.push({ role, part: await format.open(input, role) });
    }
    const aligned = alignMembers(members, emptyReferences !== 'missing');
    const found = aligned.flatMap(({ role, part }, m) =>
      role === 'output' ? part.holds.systems.map((name) => ({ path: inputs[m]!.path, name })) : [],
    );
    const systems = nameSystems(found, request.names);
    return taskOf(systems, aligned, inputs, () => readBatches(aligned, batchSize, emptyReferences));
  } catch (error) {
    await closeAll(inputs);
    throw error;
  }
}

/** All files in the order in which they are read; references first, since the others are measured against them. */
function listFiles({ files, references = [], sources, labels, format }: TaskRequest): NamedFile[] {
  const list: NamedFile[] = references.map((path) => ({ role: 'reference', path, format: formatOf(path) }));
  if (sources !== undefined) list.push({ role: 'source', path: sources, format: formatOf(sources) });
  for (const path of files) list.push({ role: 'output', path, format: formatOf(path, format) });
  if (labels !== undefined) list.push({ role: 'labels', path: labels, format: formatOf(labels, 'tsv') });
  checkStandardInput(list.map(({ path }) => path));
  return list;
}

const closeAll = (inputs: readonly Input[]): Promise<unknown> =>
  Promise.allSettled(inputs.map((input) => input.close()));

/** Members and inputs are in the same order. */
function taskOf(
  systems: readonly string[],
  members: readonly Member[],
  inputs: readonly Input[],
  read: () => AsyncGenerator<Batch>,
): Task {
  let started = false;
  let checksum: string | undefined;
  return {
    systems,
    get bytes() {
      const sizes = inputs.map(({ size }) => size);
      return sizes.every((size) => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
    },
    get bytesRead() {
      return inputs.reduce((sum, input) => sum + input.bytesRead, 0);
    },
    get notes() {
      return members.flatMap(notesOf);
    },
    get checksum() {
      return checksum;
    },
    async *batches() {
      if (started) throw new Error('A task can be read once; open it again.');
      started = true;
      try {
        yield* read();
        // Of the digests of the files, so that it does not depend on how their reading interleaved.
        checksum = digestOf(inputs.map((input, i) => [members[i]!.role, basename(input.path), input.digest()]));
      } finally {
        await closeAll(inputs);
      }
    },
  };
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
