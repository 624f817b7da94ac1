/** Reads files of lattices and forests of any known format, one structure at a time. */
import { basename } from 'node:path';
import { UsageError } from '../../core/index.ts';
import { FeatureNames, type Hypergraph } from '../../lattice/index.ts';
import { formatByLines, formatByName, uncompressed, unknownFormat } from '../fileFormat.ts';
import { type ByteStream, Input } from '../input.ts';
import { LineReader } from '../lineReader.ts';
import { readAllLines } from '../readLines.ts';
import { readSymbols } from './att.ts';
import type { LatticeReading } from './format.ts';
import { latticeFormat, latticeFormats } from './formats.ts';

export interface LatticeRequest extends Omit<LatticeReading, 'symbols'> {
  /** The format of all files, where neither their names nor their first lines tell. */
  readonly format?: string;
  /** For AT&T files with numbers for labels: a file of lines `word number`. */
  readonly symbols?: string;
  /** Numbers of features, to share them with what is read elsewhere. */
  readonly features?: FeatureNames;
  readonly stdin?: ByteStream;
}

export interface ReadLattice {
  /** The file, and the line where it holds several. */
  readonly place: string;
  /** What the file calls it, its number in the file counted from 1, or the name of the file it is alone in. */
  readonly id: string;
  /** As `latticeFormats` has it. */
  readonly format: string;
  readonly hypergraph: Hypergraph;
}

/** All of them share the numbers of features. Only one is held at a time. */
export async function* readLattices(
  files: readonly string[],
  request: LatticeRequest = {},
): AsyncGenerator<ReadLattice> {
  const { format: asked, symbols, features = new FeatureNames(), stdin = process.stdin, ...options } = request;
  const named = asked === undefined ? undefined : latticeFormat(asked);
  const reading: LatticeReading = {
    ...options,
    ...(symbols === undefined ? {} : { symbols: readSymbols(await readAllLines(symbols, stdin), symbols) }),
  };
  for (const path of files) {
    const input = await Input.open(path, stdin);
    try {
      const { name } = input;
      const reader = new LineReader(name, input.chunks());
      // Enough to tell formats apart.
      const firstLines = reader.take(await reader.offer(16, 1 << 16)) as [string, ...string[]];
      if (firstLines.length === 0) throw new UsageError(`${name} is empty.`);
      const format = named ?? formatByName(latticeFormats, path) ?? formatByLines(latticeFormats, firstLines);
      if (!format) throw unknownFormat(name, 'lattices', firstLines, 'Name its format', latticeFormats);
      const file = { name, stem: stemOf(path), features, lines: () => linesOf(firstLines, reader) };
      for await (const { id, line, hypergraph } of format.read(file, reading)) {
        yield { place: line === undefined ? name : `${name}, line ${line}`, id, format: format.id, hypergraph };
      }
    } finally {
      await input.close();
    }
  }
}

async function* linesOf(firstLines: readonly string[], reader: LineReader): AsyncGenerator<readonly string[]> {
  yield firstLines;
  yield* reader.rest();
}

/** The name of a file without what only says how it is written: `001` of `001.lat.tsv.gz`. */
function stemOf(path: string): string {
  const file = uncompressed(basename(path));
  const endings = [...latticeFormats.flatMap(({ extensions = [] }) => extensions), '.json', '.jsonl', '.tsv', '.txt'];
  const ending = endings.find((known) => file.toLowerCase().endsWith(known) && file.length > known.length);
  return ending === undefined ? file : file.slice(0, -ending.length);
}
