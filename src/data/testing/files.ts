/** Small files for tests, and tasks read whole. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as zlib from 'node:zlib';
import { UsageError } from '../../core/index.ts';
import { type TaskRequest, openTask } from '../openTask.ts';

export type Contents = Readonly<Record<string, string | Uint8Array>>;

/** A task read to its end. */
export interface WholeTask {
  readonly systems: readonly string[];
  readonly hypotheses: string[][];
  readonly references: (readonly string[])[];
  readonly sources: string[] | undefined;
  readonly labels: Map<string, string[]>;
  readonly sizes: number[];
  readonly notes: readonly string[];
  readonly checksum: string | undefined;
  readonly bytes: number | undefined;
  readonly bytesRead: number;
}

/** Writes files into a temporary directory while `use` runs. */
export async function withFiles<T>(contents: Contents, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-data-'));
  try {
    for (const [name, content] of Object.entries(contents)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), content);
    }
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Reads a task of these files; names in the request are relative to where they are written. */
export const readFiles = (contents: Contents, request: TaskRequest): Promise<WholeTask> =>
  withFiles(contents, (directory) => readWhole(within(directory, request)));

/** The message of the UsageError thrown by a task of these files, without their directory. */
export const faultOf = (contents: Contents, request: TaskRequest): Promise<string> =>
  withFiles(contents, async (directory) => {
    try {
      await readWhole(within(directory, request));
    } catch (error) {
      if (error instanceof UsageError) return error.message.replaceAll(`${directory}/`, '');
      throw error;
    }
    return 'no fault';
  });

function within(directory: string, request: TaskRequest): TaskRequest {
  const place = (name: string): string => (name === '-' ? name : join(directory, name));
  return {
    ...request,
    files: request.files.map(place),
    ...(request.references ? { references: request.references.map(place) } : {}),
    ...(request.sources === undefined ? {} : { sources: place(request.sources) }),
    ...(request.labels === undefined ? {} : { labels: place(request.labels) }),
  };
}

export async function readWhole(request: TaskRequest): Promise<WholeTask> {
  const task = await openTask(request);
  const hypotheses: string[][] = task.systems.map(() => []);
  const references: (readonly string[])[] = [];
  let sources: string[] | undefined;
  const labels = new Map<string, string[]>();
  const sizes: number[] = [];
  for await (const batch of task.batches()) {
    batch.hypotheses.forEach((texts, s) => hypotheses[s]!.push(...texts));
    references.push(...batch.references);
    if (batch.sources) (sources ??= []).push(...batch.sources);
    for (const [name, values] of batch.labels) labels.set(name, [...(labels.get(name) ?? []), ...values]);
    sizes.push(batch.size);
  }
  const { systems, notes, checksum, bytes, bytesRead } = task;
  return { systems, hypotheses, references, sources, labels, sizes, notes, checksum, bytes, bytesRead };
}

/** A text of less than 256 bytes as a frame of zstd, in one uncompressed block; Node can write them only since 22.15. */
export function zstdFrame(text: string): Buffer {
  const content = Buffer.from(text);
  const block = (content.length << 3) | 1; // the last one
  const header = [0x28, 0xb5, 0x2f, 0xfd, 0x20, content.length, block & 0xff, block >> 8, 0];
  return Buffer.concat([Buffer.from(header), content]);
}

export const readsZstd = 'createZstdDecompress' in zlib;
