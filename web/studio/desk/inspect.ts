/** Finds out what a file is: its format, the part it plays, and what is wrong with it. */
import { UsageError, counted, isUsageError } from '../../../src/core/index.ts';
import { readScores } from '../../../src/data/readScores.ts';
import {
  type TextFormat,
  LineReader,
  isNbest,
  isScoreFile,
  judgmentFormats,
  refuseStructure,
  textFormats,
  uncompressed,
} from '../../../src/formats/index.ts';
import { Input } from '../node/data/input.ts';
import type { FileFacts, Role } from './messages.ts';

/** A browser holds all texts in memory. */
const mostBytes = 2 ** 30;

export async function inspect(path: string): Promise<FileFacts> {
  let bytes = 0;
  try {
    const input = await Input.open(path);
    bytes = input.size;
    if (bytes === 0) throw new UsageError('It is empty. Save it again, or choose another file.');
    if (bytes > mostBytes) {
      throw new UsageError(
        `It has ${(bytes / mostBytes).toFixed(1)} GB; a browser can hold about 1 GB. Use the command line: assay compare.`,
      );
    }
    if (isModel(path)) return { path, bytes, format: 'model', role: 'model', warnings: [] };
    const facts = await look(path, bytes);
    if (facts.role !== 'system' || !isAboutFiles(path)) return facts;
    return { ...facts, role: 'unused', setAside: 'Left out, because its name says that it is not a translation.' };
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return { path, bytes, role: 'unused', problem: withoutName(error.message, path), warnings: [] };
  }
}

/** An archive, or a file of a folder with a model. What is in it shows when a metric uses it. */
const isModel = (path: string): boolean =>
  /\.(?:zip|jar|onnx|onnx_data)$/i.test(path) || /(?:^|\/)[^/]*(?:tokenizer|tokenizer_config|assay)\.json$/i.test(path);

/** What comes with files rather than being one of them. */
const isAboutFiles = (path: string): boolean =>
  /(?:^|\/)(?:read_?me|licen[cs]e|copying|notice|authors|citation|change(?:s|log)|(?:md5|sha\d+)sums?)(?:\.[^/]*)?$|\.(?:md|markdown|rst)$/i.test(
    path,
  );

/** The table names the file already. */
const withoutName = (message: string, path: string): string => {
  const rest = message.startsWith(path) ? message.slice(path.length).replace(/^[,:]?\s*/, '') : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

async function look(path: string, bytes: number): Promise<FileFacts> {
  const named = textFormats.find(({ extensions }) =>
    extensions.some((end) => end !== '.txt' && uncompressed(path).toLowerCase().endsWith(end)),
  );
  const isPacked = named !== undefined && packed.has(named.id);
  const { head, encoding } = await headOf(path);
  if (!isPacked && head.includes('\0')) {
    throw new UsageError(
      encoding === 'UTF-8'
        ? 'It is not text: it has zero bytes. Choose a text file, or a format that Assay reads.'
        : `It is ${encoding}. Save it as UTF-8.`,
    );
  }
  const lines = head.split('\n', 50).map((each) => each.replace(/\r$/, '')) as [string, ...string[]];
  const [line] = lines;
  const facts = { path, bytes, encoding, warnings: [] };
  if (!isPacked) {
    const judgments = judgmentFormats.find((format) => format.recognises([line]));
    if (judgments) return { ...facts, format: judgments.id, role: 'judgments', segments: (await linesOf(path)) - 1 };
    if (isNbest(line)) {
      throw new UsageError('It is an n-best list. Studio compares outputs; use assay tune, mbr or oracle for lists.');
    }
    if (isScoreFile(path, lines)) {
      // A file that cannot be read to its end is reported where its scores are used.
      const { undirected } = await readScores({ files: [path] }).catch(() => ({ undirected: [] }));
      return { ...facts, format: 'scores', role: 'scores', segments: await linesOf(path), undirected };
    }
  }
  if (!named) refuseStructure(path, line, 'reference');
  return texts(named ?? textFormats[0], facts);
}

/** Formats that are not lines of text. */
const packed: ReadonlySet<string> = new Set(['xlsx']);

async function texts(
  format: TextFormat,
  facts: Pick<FileFacts, 'path' | 'bytes' | 'warnings'> & { readonly encoding: string },
): Promise<FileFacts> {
  const { path } = facts;
  const asOutput = await opened(format, path, 'output').catch((error: unknown) => error);
  if (asOutput instanceof Error) {
    // A table without texts has labels.
    const labels = /^(?:tsv|csv|xlsx)$/.test(format.id) ? await opened(format, path, 'labels').catch(() => undefined) : undefined; // prettier-ignore
    if (!labels) throw asOutput;
    return { ...facts, format: format.id, role: 'labels', segments: await labels.total(), ...columnsOf(labels) };
  }
  const part = asOutput as Awaited<ReturnType<TextFormat['open']>>;
  const { systems, references, source } = part.holds;
  const warnings: string[] = [];
  const segments = await part.total();
  if (format.id === 'text') {
    const { empty } = await countEmpty(path);
    if (empty > 0) warnings.push(`${counted(empty, 'line')} of ${segments} ${empty === 1 ? 'is' : 'are'} empty.`);
  }
  const isLabels = systems.length === 0 && !references && !source;
  const role: Role = isLabels
    ? 'labels'
    : systems.every((name) => name === undefined)
      ? roleByName(path, references, source, systems.length > 0)
      : 'system';
  const holds = [...(references ? (['reference'] as const) : []), ...(source ? (['source'] as const) : [])];
  const named = systems.filter((name) => name !== undefined);
  return {
    ...facts,
    format: format.id,
    role,
    segments,
    warnings,
    ...(named.length > 0 && { systems: named }),
    ...(holds.length > 0 && { holds }),
    ...columnsOf(part),
  };
}

const columnsOf = ({ holds }: Awaited<ReturnType<TextFormat['open']>>): Pick<FileFacts, 'columns'> =>
  holds.columns ? { columns: holds.columns } : {};

const opened = async (format: TextFormat, path: string, role: 'output' | 'labels') =>
  format.open(await Input.open(path), role);

/** By the words that people put into the names of files. */
function roleByName(path: string, references: boolean, source: boolean, hasOutput: boolean): Role {
  const name = path.split('/').at(-1)!.toLowerCase();
  const has = (words: string): boolean => new RegExp(`(?:^|[^a-z])(?:${words})(?:[^a-z]|$|[a-z]?\\d)`).test(name);
  if (has('references?|refs?|human|gold')) return 'reference';
  if (has('sources?|src')) return 'source';
  if (has('labels?|docs?|documents?|domains?|genres?') && !hasOutput) return 'labels';
  if (!hasOutput && references) return 'reference';
  if (!hasOutput && source) return 'source';
  return 'system';
}

/** The first characters, and how they are encoded. */
async function headOf(path: string): Promise<{ head: string; encoding: string }> {
  const input = await Input.open(path);
  for await (const chunk of input.chunks()) {
    const some = chunk.subarray(0, 1 << 16);
    const [first, second] = some;
    if (first === 0xff && second === 0xfe) return { head: utf16('utf-16le', some), encoding: 'UTF-16LE' };
    if (first === 0xfe && second === 0xff) return { head: utf16('utf-16be', some), encoding: 'UTF-16BE' };
    const head = new TextDecoder('utf-8').decode(some);
    return { head, encoding: first === 0xef && second === 0xbb ? 'UTF-8 with BOM' : 'UTF-8' };
  }
  return { head: '', encoding: 'UTF-8' };
}

const utf16 = (encoding: string, bytes: Uint8Array): string => `${new TextDecoder(encoding).decode(bytes)}\0`;

const linesOf = async (path: string): Promise<number> => new LineReader(await Input.open(path)).total();

async function countEmpty(path: string): Promise<{ empty: number }> {
  const reader = new LineReader(await Input.open(path));
  let empty = 0;
  for (let count = await reader.offer(1024, 1 << 20); count > 0; count = await reader.offer(1024, 1 << 20)) {
    for (const line of reader.take(count)) if (line.trim() === '') empty++;
  }
  return { empty };
}
