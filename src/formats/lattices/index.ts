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

/** Asked in this order which of them a file is: those that cannot be mistaken for another come first. */
export const latticeFormats: readonly LatticeFormat[] = [json, cdecJson, plf, mosesHypergraph, hifst, att, cn];

const latticeFormat = (id: string): LatticeFormat => formatById(latticeFormats, id, 'lattices');

export interface LatticeParsing extends LatticeReading {
  /** The format of the file, where neither its name nor its first lines tell. */
  readonly format?: string;
}

/** A lattice or forest, and where it stands in its file. */
export interface ReadLattice {
  /** The file, and the line where it holds several. */
  readonly place: string;
  /** What the file calls it, its number in the file counted from 1, or the name of the file it is alone in. */
  readonly id: string;
  /** As `latticeFormats` has it. */
  readonly format: string;
  readonly hypergraph: Hypergraph;
}

/** The lattices and forests of a file, one held at a time; `file` is its name without folders. */
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

/** The name of a file without what only says how it is written: `001` of `001.lat.tsv.gz`. */
function stemOf(name: string): string {
  const file = uncompressed(name);
  const endings = [...latticeFormats.flatMap(({ extensions = [] }) => extensions), '.json', '.jsonl', '.tsv', '.txt'];
  const ending = endings.find((known) => file.toLowerCase().endsWith(known) && file.length > known.length);
  return ending === undefined ? file : file.slice(0, -ending.length);
}

/**
 * The text in pieces, ending in a line break. Texts of several can be joined if the format has `several`. What a format cannot hold
 * is a UsageError that names one that can.
 */
export function* writeLattice(hypergraph: Hypergraph, format: string, options: LatticeWriting): Iterable<string> {
  yield* latticeFormat(format).write(hypergraph, options);
}
