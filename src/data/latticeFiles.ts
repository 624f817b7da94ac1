/** Lattices of some files, one at a time, with weights applied. What is known of all of them is known after the last. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { UsageError, counted, present } from '../core/index.ts';
import {
  FeatureNames,
  type Hypergraph,
  type NbestOptions,
  atPlace,
  bestDerivation,
  nbestDerivations,
  weightEdges,
} from '../lattice/index.ts';
import { type Candidates, type ForestSet, type MissingWeights, type Weights, matchWeights } from '../tune/index.ts';
import { CandidateList, type LatticeParsing, type ReadLattice, parseLattices, readSymbols } from '../formats/index.ts';
import { type ByteStream, Input, checkStandardInput, digestOf } from './input.ts';
import { readAllLines } from './readLines.ts';
import { type TextRequest, readTexts } from './readTexts.ts';
import { readWeights } from './readNbest.ts';

/** Which files of lattices to read, and how. */
export interface LatticeRequest extends Omit<LatticeParsing, 'symbols'> {
  /** For AT&T files with numbers for labels: a file of lines `word number`. */
  readonly symbols?: string;
  /** Numbers of features, to share them with what is read elsewhere. */
  readonly features?: FeatureNames;
  readonly stdin?: ByteStream;
}

/** All of them share the numbers of features. Only one is held at a time. */
export async function* readLattices(
  files: readonly string[],
  request: LatticeRequest = {},
): AsyncGenerator<ReadLattice> {
  const { symbols: table, features = new FeatureNames(), stdin = process.stdin, ...options } = request;
  const symbols = table === undefined ? undefined : readSymbols(await readAllLines(table, stdin), table);
  for (const path of files) {
    const input = await Input.open(path, stdin);
    try {
      yield* parseLattices(input, basename(path), features, { ...options, ...present({ symbols }) });
    } finally {
      await input.close();
    }
  }
}

export interface LatticeFilesRequest extends LatticeRequest {
  readonly files: readonly string[];
  /** A file of weights: scores are weights × features, in place of those in the files. */
  readonly weights?: string;
  readonly missingWeights?: MissingWeights;
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

/** Files of lattices, with the weights that give their edges scores. */
export class LatticeFiles {
  readonly #request: LatticeFilesRequest;
  readonly #hash = createHash('sha256');
  #weights: Weights | undefined;
  /** For the features known so far; files that come later may have more. */
  #matched: Float64Array | undefined;
  #weightNotes: readonly string[] = [];
  #unscored = 0;
  #firstUnscored = '';

  constructor(request: LatticeFilesRequest) {
    const { files, symbols, weights } = request;
    if (files.length === 0) throw new UsageError('No lattices given. Name one or more files, or - for standard input.');
    checkStandardInput([...files, symbols, weights]);
    this.#request = request;
  }

  /** `expected` is how many there should be, where that is known. */
  async *read(expected?: number): AsyncGenerator<ReadLattice> {
    const { files, weights, onProgress, ...request } = this.#request;
    const shared = { features: new FeatureNames(), ...request };
    if (weights !== undefined) this.#weights = await readWeights(weights);
    let count = 0;
    for (const [f, path] of files.entries()) {
      for await (const found of readLattices([path], shared)) {
        const lattice = this.#weights ? this.#weigh(found, this.#weights) : found;
        this.#note(lattice);
        yield lattice;
        count++;
        const ofFiles = files.length > 1 ? f / files.length : undefined;
        onProgress?.({ share: expected === undefined ? ofFiles : count / expected, text: counted(count, 'lattice') });
      }
    }
  }

  /** Where all derivations count alike for want of weights; as far as the lattices are read. */
  get scoreNotes(): readonly string[] {
    if (this.#unscored === 0) return [];
    const others = this.#unscored > 1 ? ` and ${this.#unscored - 1} more` : '';
    return [
      `${this.#firstUnscored}${others}: features without scores, so that all derivations count alike. Give weights with -w.`,
    ];
  }

  /** Features without weights, and weights without features. */
  get weightNotes(): readonly string[] {
    return this.#weightNotes;
  }

  /** Of structures, words, scores and features; to be asked once. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  #weigh(found: ReadLattice, weights: Weights): ReadLattice {
    const { format, hypergraph, place } = found;
    const { featureNames } = hypergraph;
    return atPlace(place, () => {
      if (this.#matched?.length !== featureNames.length) {
        const matched = atPlace(this.#request.weights!, () =>
          matchWeights(named(weights, format), featureNames, this.#request.missingWeights),
        );
        this.#matched = matched.weights;
        this.#weightNotes = matched.notes;
      }
      return { ...found, hypergraph: weightEdges(hypergraph, this.#matched) };
    });
  }

  #note({ place, format, hypergraph }: ReadLattice): void {
    const { symbolStarts, symbols, edgeStarts, scores, words, featureNames, features } = hypergraph;
    const { starts, indices, values } = features;
    for (const numbers of [edgeStarts, symbolStarts, symbols, scores, starts, indices, values]) {
      this.#hash.update(numbers);
    }
    this.#hash.update(JSON.stringify([words, featureNames]));
    // The features of PLF and of confusion networks are the scores themselves, and may all be 1.
    const isScored = format === 'plf' || format === 'cn' || scores.some((score) => score !== 0);
    if (isScored || features.indices.length === 0) return;
    if (this.#unscored++ === 0) this.#firstUnscored = place;
  }
}

/** HiFST has a row of weights for its features 1, 2, …, which a file need not have in this order. */
function named(weights: Weights, format: string): Weights {
  if (weights.kind === 'named' || format !== 'hifst') return weights;
  return { kind: 'named', byName: new Map(weights.values.map((value, k) => [String(k + 1), value])) };
}

/** `lattices` says how many there are, or of which one there is no reference. */
export const unequalLattices = (references: number, lattices: string): UsageError =>
  new UsageError(
    `There are references for ${counted(references, 'segment')}, but ${lattices}. There must be one lattice for each, in the same order.`,
  );

export type ForestRequest = LatticeFilesRequest &
  Pick<TextRequest, 'sources' | 'labels' | 'emptyReferences'> & { readonly references: readonly string[] };

/** Lattices or forests, one for each segment, with their references: what can be tuned on. */
export async function readForests(request: ForestRequest): Promise<ForestSet & Required<Pick<ForestSet, 'labels'>>> {
  const { references: paths, sources: source, labels: labelFile, emptyReferences, ...reading } = request;
  const names = request.features ?? new FeatureNames();
  const files = new LatticeFiles({ ...reading, features: names });
  checkStandardInput([...request.files, ...paths, source, labelFile, request.symbols, request.weights]);
  const { references, sources, labels, notes, sha256 } = await readTexts(
    present({ references: paths, sources: source, labels: labelFile, emptyReferences }),
  );
  const forests: Hypergraph[] = [];
  for await (const { place, hypergraph } of files.read(references.length)) {
    // What cannot be written out is refused while it is known where it stands.
    atPlace(place, () => bestDerivation(hypergraph));
    forests.push(hypergraph);
  }
  if (forests.length !== references.length) {
    throw unequalLattices(references.length, counted(forests.length, 'lattice'));
  }
  const isScored = forests.some(({ scores }) => scores.some((score) => score !== 0));
  return {
    forests,
    featureNames: [...names.names],
    references,
    ...present({ sources }),
    labels,
    notes: [
      ...notes,
      ...(isScored ? [] : ['The lattices have no scores: "as decoded" is any of their translations.']),
      ...files.weightNotes,
    ],
    sha256: digestOf([files.digest(), sha256]),
  };
}

/**
 * The best derivations of each lattice as n-best lists, with scores and features of twelve digits, so that the roundings of sums do not
 * show. All are held, since labels of features must be the same on all lines.
 */
export async function listDerivations(
  lattices: AsyncIterable<ReadLattice>,
  number: number,
  options?: NbestOptions,
): Promise<Candidates> {
  const rounded = (value: number): number => Number(value.toPrecision(12));
  const list = new CandidateList();
  let segments = 0;
  let featureNames: readonly string[] = [];
  for await (const { place, hypergraph } of lattices) {
    if (segments++ > 0) list.nextSegment();
    ({ featureNames } = hypergraph);
    const { derivations } = atPlace(place, () => nbestDerivations(hypergraph, number, options));
    for (const { text, score, features } of derivations) {
      for (const [feature, value] of features) list.set(feature, rounded(value));
      list.add(text, rounded(score));
    }
  }
  return list.finish(segments, featureNames);
}
