/** What a format of lattices or forests is: it knows its files when it sees them, reads them and writes them. */
import type { FeatureNames, Hypergraph } from '../../lattice/index.ts';
import { UsageError } from '../../core/index.ts';
import type { FileFormat, FirstLines } from '../fileFormat.ts';
import { detached } from '../lineReader.ts';
import { finiteNumber, quoted } from '../numbers.ts';

export interface LatticeFormat extends FileFormat {
  /** Whether a file may hold several, so that texts of several can be joined. */
  readonly several: boolean;
  /** Asked where names do not tell. */
  recognises(firstLines: FirstLines): boolean;
  read(file: LatticeFile, options: LatticeReading): AsyncGenerator<FoundLattice>;
  /** In pieces that end anywhere; together they end in a line break. */
  write(hypergraph: Hypergraph, options: LatticeWriting): Iterable<string>;
}

/** A file of lattices or forests, as lines. */
export interface LatticeFile {
  /** As messages name it. */
  readonly name: string;
  /** What something is called that is alone in its file. */
  readonly stem: string;
  readonly features: FeatureNames;
  /** All lines, in pieces, from the first one on. */
  lines(): AsyncIterable<readonly string[]>;
}

/** What the numbers of arcs are in formats that do not say it. */
export type NumberKind = 'probability' | 'log' | 'cost';

export interface LatticeReading {
  /** What the numbers of a PLF or a confusion network are; told by themselves if not given. */
  readonly numbers?: NumberKind;
  /** For AT&T files: words by label. */
  readonly symbols?: ReadonlyMap<string, string>;
  /** For AT&T files: whether arcs have one label or two; told by the columns if not given. */
  readonly shape?: 'acceptor' | 'transducer';
  /** For AT&T transducers: the side whose labels are the words; output if not given. */
  readonly side?: 'input' | 'output';
}

export interface LatticeWriting {
  /** As messages name it. */
  readonly place: string;
  /** For formats that keep it. */
  readonly id?: string;
  /** What to write as numbers of a PLF or a confusion network. */
  readonly numbers?: NumberKind;
}

export interface FoundLattice {
  readonly id: string;
  /** The line it starts at; undefined for one alone in its file. */
  readonly line?: number;
  readonly hypergraph: Hypergraph;
}

/** All lines of a file that holds only one structure. */
export async function allLines({ lines }: LatticeFile): Promise<string[]> {
  const all: string[] = [];
  for await (const some of lines()) for (const line of some) all.push(line);
  return all;
}

/** A finite number in decimal notation, or NaN. */
export const parseNumber = (text: string): number => finiteNumber(text) ?? Number.NaN;

/** What stands between blanks and tabs. */
export const fieldsOf = (line: string): string[] => line.split(/[ \t]+/).filter((field) => field !== '');

export const isWhole = (text: string): boolean => /^\d+$/.test(text);

/** The number of a feature whose name was cut from a line that need not be kept for it. */
export function featureNumber(features: FeatureNames, name: string): number {
  const known = features.find(name);
  return known >= 0 ? known : features.number(detached(name));
}

/** Refuses a word that a format cannot hold because it would end or mean something else when read. */
export function checkWord(
  word: string,
  place: string,
  format: string,
  taken: (word: string) => boolean,
  separator = /\s/u,
): string {
  if (word === '') throw emptyWord(place);
  if (!separator.test(word) && !taken(word)) return word;
  throw new UsageError(
    `${place}: the word ${quoted(word)} cannot be written as ${format}, where it would mean something else. Write json.`,
  );
}

/** No format has it: an edge that says nothing has no words. */
export const emptyWord = (place: string): UsageError =>
  new UsageError(`${place}: there is an empty word, which cannot be written. An edge that says nothing has no words.`);

/** Refuses what is not a lattice. */
export function forestRefused(place: string, format: string): UsageError {
  return new UsageError(
    `${place}: this is a forest, and ${format} can only hold lattices. Write json, cdec-json or moses-hg.`,
  );
}

/** Formats with features and no scores keep a score as one more feature: it is read as the score of an edge, not as a feature of it. */
export const scoreFeature = 'assay.score';

/** The features of an edge by name. */
export function featuresOf({ featureNames, features }: Hypergraph, edge: number): [string, number][] {
  const row: [string, number][] = [];
  for (let at = features.starts[edge]!; at < features.starts[edge + 1]!; at++) {
    row.push([featureNames[features.indices[at]!]!, features.values[at]!]);
  }
  return row;
}

/** The same with its score among them, unless it is 0. */
export const namedFeatures = (hypergraph: Hypergraph, edge: number): [string, number][] => {
  const score = hypergraph.scores[edge]!;
  return [...featuresOf(hypergraph, edge), ...(score === 0 ? [] : [[scoreFeature, score] as [string, number]])];
};
