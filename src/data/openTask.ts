/** Opens the files of a scoring task. */
import { basename } from 'node:path';
import { UsageError, present } from '../core/index.ts';
import {
  type Batch,
  ChosenColumns,
  type ColumnsByRole,
  type EmptyReferences,
  type FileRole,
  type FormatId,
  type Member,
  type TextFormat,
  alignMembers,
  hasReferences,
  formatOf,
  isPlainText,
  labelColumn,
  notesOf,
  readBatches,
} from '../formats/index.ts';
import { type Cut, cutFiles } from './cutFiles.ts';
import { type ByteStream, Input, checkStandardInput, decodeUtf8, digestOf } from './input.ts';
import type { Shard } from './shard.ts';
import { nameSystems } from './systemNames.ts';

/** The files with outputs, references and source, and the options for reading them. */
export interface TaskRequest {
  /** Outputs of systems as plain text, or structured files, which can also contain source, references and labels. */
  readonly files: readonly string[];
  /** Reference files; a plain text file is one reference translation. */
  readonly references?: readonly string[];
  readonly sources?: string;
  /** A TSV, CSV or XLSX file with a header and one row per segment, or an XLIFF or PO file. */
  readonly labels?: string;
  /** Plain text files with one label per line, by the name of the label. */
  readonly labelFiles?: Readonly<Record<string, string>>;
  /** Names for the systems, in order, instead of those in the files. */
  readonly names?: readonly string[];
  /** The format of `files`, instead of what their names imply. */
  readonly format?: FormatId;
  /** Columns, keys or languages of files that have them, by role: `{ hypothesis: 'mt', reference: ['refA', 'refB'] }`. */
  readonly columns?: ColumnsByRole;
  /** The metrics that need references, by name; an empty list makes references optional. By default they are needed. */
  readonly needReferences?: readonly string[];
  /** By default `error`. */
  readonly emptyReferences?: EmptyReferences;
  /** Read for the file `-`; by default `process.stdin`. */
  readonly stdin?: ByteStream;
  /** The maximum number of segments in a batch; a batch also ends at about a million characters. */
  readonly batchSize?: number;
  /** Reads only this part of the lines of all files, which must be plain text. */
  readonly shard?: Shard;
}

/** A scoring task read from files: its systems, and its segments in batches, so memory use stays flat. */
export interface Task {
  readonly systems: readonly string[];
  /** Set if there are no references: then those of all segments are empty lists. */
  readonly lacksReferences?: boolean;
  /** Size of the input if known, for progress and for the number of threads. */
  readonly bytes: number | undefined;
  /** Bytes read so far. */
  readonly bytesRead: number;
  /** What was left out of the files and why, for the report; complete after the last batch. */
  readonly notes: readonly string[];
  /** Reads the task once, from its start to its end; throws a UsageError at the first error. */
  batches(): AsyncIterable<Batch>;
  /** Lower-case hexadecimal SHA-256 of everything read, or of where a shard is in which files; known after the last batch. */
  readonly checksum: string | undefined;
  /** If only a shard is read: the checksum that the whole task would have. */
  readonly wholeChecksum?: string;
  /** … and how many segments are before it. */
  readonly segmentsBefore?: number;
}

interface NamedFile {
  readonly role: FileRole;
  readonly path: string;
  readonly format: TextFormat;
}

/** Opens the files of a scoring task and reads enough of them to know the systems. */
export async function openTask(request: TaskRequest): Promise<Task> {
  if (request.files.length === 0) {
    throw new UsageError('No system given. Name files with outputs, one segment per line.');
  }
  return openFiles(request);
}

/** Without `files`, a task without systems: references, with sources and labels if given. */
export async function openFiles(request: TaskRequest): Promise<Task> {
  const { emptyReferences = 'error', batchSize = 1024, stdin } = request;
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new UsageError(`batchSize must be a whole number, 1 or more, not ${batchSize}.`);
  }
  const files = listFiles(request);
  const columns = request.columns && new ChosenColumns(request.columns);
  const cut = request.shard && (await cutFiles(files, request.shard));
  const inputs: Input[] = [];
  try {
    const members: Member[] = [];
    for (const [f, { role, path, format }] of files.entries()) {
      const input = await Input.open(path, stdin, cut?.ranges[f]);
      inputs.push(input);
      members.push({ role, part: await format.open(input, role, columns) });
    }
    columns?.check();
    const aligned = alignMembers(members, emptyReferences !== 'missing', request.needReferences);
    const found = aligned.flatMap(({ role, part }, m) =>
      role === 'output' ? part.holds.systems.map((name) => ({ path: inputs[m]!.path, name })) : [],
    );
    const systems = nameSystems(found, request.names);
    const read = () => readBatches(aligned, batchSize, emptyReferences, decodeUtf8);
    return taskOf(systems, aligned, inputs, read, cut);
  } catch (error) {
    await closeAll(inputs);
    throw error;
  }
}

/** All files in the order in which they are read; references first, since the other files are checked against them. */
function listFiles({ files, references = [], sources, labels, labelFiles = {}, format }: TaskRequest): NamedFile[] {
  // If outputs are declared as plain text, files named as text are not checked.
  const byName = (path: string): TextFormat =>
    formatOf(path, format === 'text' && isPlainText(path) ? 'text' : undefined);
  const list: NamedFile[] = references.map((path) => ({ role: 'reference', path, format: byName(path) }));
  if (sources !== undefined) list.push({ role: 'source', path: sources, format: byName(sources) });
  for (const path of files) list.push({ role: 'output', path, format: formatOf(path, format) });
  if (labels !== undefined) {
    const named = formatOf(labels);
    list.push({ role: 'labels', path: labels, format: named.readsLabels ? named : formatOf(labels, 'tsv') });
  }
  for (const [name, path] of Object.entries(labelFiles)) {
    list.push({ role: 'labels', path, format: labelColumn(name) });
  }
  checkStandardInput(list.map(({ path }) => path));
  return list;
}

/** The checksum that a task will have once it is read; undefined if an input can be read only once. */
export async function checksumOf(request: TaskRequest): Promise<string | undefined> {
  const files = listFiles(request);
  if (request.shard) return (await cutFiles(files, request.shard)).checksum;
  const digests: [FileRole, string, string][] = [];
  for (const { role, path } of files) {
    if (path === '-') return undefined;
    const input = await Input.open(path);
    try {
      if (input.size === undefined) return undefined;
      digests.push([role, basename(path), await input.digestOfAll()]);
    } finally {
      await input.close();
    }
  }
  return digestOf(digests);
}

const closeAll = (inputs: readonly Input[]): Promise<unknown> =>
  Promise.allSettled(inputs.map((input) => input.close()));

/** Members and inputs are in the same order. */
function taskOf(
  systems: readonly string[],
  members: readonly Member[],
  inputs: readonly Input[],
  read: () => AsyncGenerator<Batch>,
  cut: Cut | undefined,
): Task {
  let started = false;
  let checksum: string | undefined;
  return {
    systems,
    ...(!hasReferences(members) && { lacksReferences: true }),
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
    ...(cut && { wholeChecksum: cut.wholeChecksum, segmentsBefore: cut.ranges[0]!.linesBefore }),
    async *batches() {
      if (started) throw new Error('A task can be read only once. Open it again.');
      started = true;
      try {
        yield* read();
        // Hash of the file digests, so it does not depend on how reading the files interleaved.
        checksum =
          cut?.checksum ?? digestOf(inputs.map((input, i) => [members[i]!.role, basename(input.path), input.digest()]));
      } finally {
        await closeAll(inputs);
      }
    },
  };
}

/** The same task with batches changed by `change` as they are read. */
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
    ...present({ wholeChecksum: task.wholeChecksum, segmentsBefore: task.segmentsBefore }),
    async *batches() {
      for await (const batch of task.batches()) yield change(batch);
    },
  };
}
