/** Reads references, sources and labels into memory, and the outputs of systems if you name their files. */
import { createHash } from 'node:crypto';
import { UsageError, counted, present } from '../core/index.ts';
import { LineReader, isPlainText, refuseStructure } from '../formats/index.ts';
import { checkStandardInput, withInput } from './input.ts';
import { type TaskRequest, openFiles } from './openTask.ts';
import { nameSystems } from './systemNames.ts';

/** The text files to read into memory and the options for reading them. */
export interface TextRequest extends Omit<TaskRequest, 'files'> {
  /** Outputs of systems; by default none. */
  readonly files?: readonly string[];
}

export interface ReadTexts {
  readonly systems: readonly string[];
  /** By system, then segment. */
  readonly texts: readonly (readonly string[])[];
  /** By segment, at least one each; undefined if there are none. */
  readonly references?: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  /** Labels of the segments: by name, then segment. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
  readonly sha256: string;
}

/** Texts read with references, which therefore have them. */
export type WithReferences<T extends { readonly references?: unknown }> = T & {
  readonly references: NonNullable<T['references']>;
};

/** Reads like `openTask`, but all at once; without references, plain text is enough. */
export async function readTexts(
  request: TextRequest & { readonly references: readonly string[] },
): Promise<WithReferences<ReadTexts>>;
export async function readTexts(request: TextRequest): Promise<ReadTexts>;
export async function readTexts({ files = [], ...request }: TextRequest): Promise<ReadTexts> {
  const isPlain = files.every((path) => isPlainText(path, request.format));
  if (request.references !== undefined || !isPlain) return readTask({ files, ...request });
  return request.labels === undefined
    ? readPlain({ files, ...request })
    : readTask({ files, ...request, needReferences: [] });
}

async function readTask(request: TaskRequest): Promise<ReadTexts> {
  const task = await openFiles(request);
  const texts: string[][] = task.systems.map(() => []);
  const references: (readonly string[])[] = [];
  let sources: string[] | undefined;
  const labels = new Map<string, string[]>();
  const addTo = <T>(all: T[] = [], some: readonly T[]): T[] => {
    for (const each of some) all.push(each);
    return all;
  };
  for await (const batch of task.batches()) {
    batch.hypotheses.forEach((some, s) => addTo(texts[s], some));
    addTo(references, batch.references);
    if (batch.sources) sources = addTo(sources, batch.sources);
    for (const [name, values] of batch.labels) labels.set(name, addTo(labels.get(name), values));
  }
  const { systems, notes, checksum = '' } = task;
  return { systems, texts, references, ...present({ sources }), labels, notes, sha256: checksum };
}

async function readPlain({ files, names, sources, stdin, format }: TaskRequest): Promise<ReadTexts> {
  const paths = [...files, ...(sources === undefined ? [] : [sources])];
  checkStandardInput(paths);
  const systems = nameSystems(
    files.map((path) => ({ path, name: undefined })),
    names,
  );
  const hash = createHash('sha256');
  const columns: { readonly name: string; readonly lines: readonly string[] }[] = [];
  for (const path of paths) {
    await withInput(path, stdin, async (input) => {
      const lines = await new LineReader(input).all();
      if (format === undefined && lines.length > 0) {
        refuseStructure(input.name, lines[0]!, path === sources ? 'source' : 'output');
      }
      columns.push({ name: input.name, lines });
      hash.update(input.digest());
    });
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
  return { systems, texts, ...present({ sources: source }), labels: new Map(), notes: [], sha256: hash.digest('hex') };
}
