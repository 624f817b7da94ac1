/** All formats of lattices and forests, and reading and writing in any of them. */
import { UsageError } from '../../core/index.ts';
import type { FeatureNames, Hypergraph } from '../../lattice/index.ts';
import { formatById, formatByLines, formatByName, uncompressed, unknownFormat } from '../fileFormat.ts';
import { type ByteSource, LineReader } from '../lineReader.ts';
import { att } from './att.ts';
import { cdecJson } from './cdecJson.ts';
import { cn } from './cn.ts';
import type { LatticeFormat, LatticeReading, LatticeWriting } from './format.ts';
import { hifst } from './hifst.ts';
import { json } from './json.ts';
import { mosesHypergraph } from './mosesHypergraph.ts';
import { plf } from './plf.ts';

/** Tried in this order: formats that cannot be mistaken for another come first. */
export const latticeFormats: readonly LatticeFormat[] = [json, cdecJson, plf, mosesHypergraph, hifst, att, cn];

const latticeFormat = (id: string): LatticeFormat => formatById(latticeFormats, id, 'lattices');

export interface LatticeParsing extends LatticeReading {
  /** The format of the file, if neither its name nor its first lines show it. */
  readonly format?: string;
}

/** A lattice or forest read from a file, with its place in the file. */
export interface ReadLattice {
  /** The file, and the line if the file has several. */
  readonly place: string;
  /** Its name in the file, its number in the file counted from 1, or the file name if it is alone. */
  readonly id: string;
  /** One of `latticeFormats`. */
  readonly format: string;
  readonly hypergraph: Hypergraph;
}

/** Parses the lattices and forests of a file, one at a time. `file` is the file name without folders. */
export async function* parseLattices(
  source: ByteSource,
  file: string,
  features: FeatureNames,
  { format: asked, ...reading }: LatticeParsing = {},
): AsyncGenerator<ReadLattice> {
  const { name } = source;
  const named = asked === undefined ? formatByName(latticeFormats, name) : latticeFormat(asked);
  const reader = new LineReader(source);
  // Enough to tell formats apart.
  const firstLines = reader.take(await reader.offer(16, 1 << 16)) as [string, ...string[]];
  if (firstLines.length === 0) throw new UsageError(`${name} is empty.`);
  const format = named ?? formatByLines(latticeFormats, firstLines);
  if (!format) throw unknownFormat(name, 'lattices', firstLines, 'Name its format', latticeFormats);
  async function* lines(): AsyncGenerator<readonly string[]> {
    yield firstLines;
    yield* reader.rest();
  }
  for await (const { id, line, hypergraph } of format.read({ name, stem: stemOf(file), features, lines }, reading)) {
    yield { place: line === undefined ? name : `${name}, line ${line}`, id, format: format.id, hypergraph };
  }
}

/** A file name without the endings of its format: `001` for `001.lat.tsv.gz`. */
function stemOf(name: string): string {
  const file = uncompressed(name);
  const endings = [...latticeFormats.flatMap(({ extensions = [] }) => extensions), '.json', '.jsonl', '.tsv', '.txt'];
  const ending = endings.find((known) => file.toLowerCase().endsWith(known) && file.length > known.length);
  return ending === undefined ? file : file.slice(0, -ending.length);
}

/**
 * Formats a lattice or forest and yields the text in pieces, ending in a line break. You can join the texts of several lattices if the
 * format has `several`. If the format cannot hold the lattice, it throws a UsageError that names one that can.
 */
export function* writeLattice(hypergraph: Hypergraph, format: string, options: LatticeWriting): Iterable<string> {
  yield* latticeFormat(format).write(hypergraph, options);
}
