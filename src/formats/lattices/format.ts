/** A format of lattices or forests recognises, reads and writes its files. */
import type { FeatureNames, Hypergraph } from '../../lattice/index.ts';
import { UsageError } from '../../core/index.ts';
import type { FileFormat, FirstLines } from '../fileFormat.ts';
import { detached } from '../lineReader.ts';
import { finiteNumber, quoted } from '../numbers.ts';

export interface LatticeFormat extends FileFormat {
  /** Whether a file can hold several, so texts of several can be joined. */
  readonly several: boolean;
  /** Used if the file name does not show the format. */
  recognises(firstLines: FirstLines): boolean;
  read(file: LatticeFile, options: LatticeReading): AsyncGenerator<FoundLattice>;
  /** In pieces that can end anywhere; together they end in a line break. */
  write(hypergraph: Hypergraph, options: LatticeWriting): Iterable<string>;
}

/** A lattice or forest file, as lines. */
export interface LatticeFile {
  /** Its name in messages. */
  readonly name: string;
  /** The name of a structure that is alone in its file. */
  readonly stem: string;
  readonly features: FeatureNames;
  /** All lines, in chunks. */
  lines(): AsyncIterable<readonly string[]>;
}

/** What the numbers of arcs mean in formats that do not say. */
export type NumberKind = 'probability' | 'log' | 'cost';

export interface LatticeReading {
  /** What the numbers of a PLF or a confusion network mean; by default inferred from the numbers. */
  readonly numbers?: NumberKind;
  /** For AT&T files: words by label. */
  readonly symbols?: ReadonlyMap<string, string>;
  /** For AT&T files: whether arcs have one label or two; by default inferred from the columns. */
  readonly shape?: 'acceptor' | 'transducer';
  /** For AT&T transducers: the side whose labels are the words; by default output. */
  readonly side?: 'input' | 'output';
}

export interface LatticeWriting {
  /** Its name in messages. */
  readonly place: string;
  /** For formats that keep it. */
  readonly id?: string;
  /** What to write as numbers of a PLF or a confusion network. */
  readonly numbers?: NumberKind;
}

export interface FoundLattice {
  readonly id: string;
  /** The line it starts at; undefined if it is alone in its file. */
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

/** The fields between blanks and tabs. */
export const fieldsOf = (line: string): string[] => line.split(/[ \t]+/).filter((field) => field !== '');

export const isWhole = (text: string): boolean => /^\d+$/.test(text);

/** The number of a feature; the name is copied so that its line need not be kept in memory. */
export function featureNumber(features: FeatureNames, name: string): number {
  const known = features.find(name);
  return known >= 0 ? known : features.number(detached(name));
}

/** Refuses a word that a format cannot hold because it would be read back differently. */
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
    `${place}: cannot write the word ${quoted(word)} as ${format}, where it has another meaning. Write json instead.`,
  );
}

/** No format can hold an empty word: an edge without text has no words. */
export const emptyWord = (place: string): UsageError =>
  new UsageError(`${place}: cannot write an empty word. Give an edge without text no words.`);

/** Refuses a hypergraph that is not a lattice. */
export function forestRefused(place: string, format: string): UsageError {
  return new UsageError(
    `${place}: this is a forest, but ${format} can hold only lattices. Write json, cdec-json or moses-hg instead.`,
  );
}

/** Formats with features and no scores store a score as one more feature, which is read back as the score of the edge. */
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
