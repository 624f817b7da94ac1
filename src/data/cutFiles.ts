/** Finds a shard in files of plain text. */
import { basename } from 'node:path';
import { UsageError, counted } from '../core/index.ts';
import { heldFile } from './heldFiles.ts';
import { compressionOf, digestOf, withInput } from './input.ts';
import { type LineIndex, type LineRange, indexLines, rangeOfShard } from './lineIndex.ts';
import { type Shard, printShard } from './shard.ts';

/** As it is read. */
interface CutFile {
  readonly role: string;
  readonly path: string;
  readonly format: { readonly id: string };
}

/** A shard of some files. */
export interface Cut {
  /** Where its lines are in each file. */
  readonly ranges: readonly LineRange[];
  /** Of the shard: a hash of those of its files and of its ranges, so that no process hashes again what the index knows. */
  readonly checksum: string;
  /** The checksum that the whole task would have. */
  readonly wholeChecksum: string;
}

export async function cutFiles(files: readonly CutFile[], shard: Shard): Promise<Cut> {
  const typed = `--shard ${printShard(shard)}`;
  const instead = 'Or split the input yourself, score each part with --statistics, and merge these files.';
  const indexes: LineIndex[] = [];
  for (const { path, format } of files) {
    if (path === '-') {
      throw new UsageError(`${typed}: standard input cannot be cut at lines. Write it to a file first. ${instead}`);
    }
    if (heldFile(path)) {
      throw new UsageError(`${typed}: ${path} came with the request. Send only the lines of the shard, without shard.`);
    }
    if (format.id !== 'text') {
      throw new UsageError(
        `${typed}: ${path} is ${format.id.toUpperCase()}, but only plain text can be cut at lines. Write its texts to plain files. ${instead}`,
      );
    }
    await withInput(path, undefined, async (input) => {
      const compression = input.size === undefined ? 'pipe' : await compressionOf(path);
      if (compression === undefined) return;
      throw new UsageError(
        compression === 'pipe'
          ? `${typed}: ${path} is a stream, which cannot be cut at lines. Write it to a file first. ${instead}`
          : `${typed}: ${path} is compressed, so its lines cannot be found without reading all of it. Decompress it first: ${compression === 'zstd' ? 'zstd -d' : 'gunzip -k'} ${path}. ${instead}`,
      );
    });
    indexes.push(indexLines(path));
  }
  const [first] = indexes;
  const other = indexes.findIndex(({ lines }) => lines !== first!.lines);
  if (other >= 0) {
    throw new UsageError(
      `${files[other]!.path} has ${counted(indexes[other]!.lines, 'line')}, ${files[0]!.path} has ${first!.lines}. All files must have the same segments.`,
    );
  }
  const ranges = files.map(({ path }, f) => rangeOfShard(path, indexes[f]!, shard));
  const digests = files.map(({ role, path }, f) => [role, basename(path), indexes[f]!.sha256]);
  const bounds = ranges.map(({ from, to }) => [from, to]);
  return { ranges, checksum: digestOf([digests, bounds]), wholeChecksum: digestOf(digests) };
}
