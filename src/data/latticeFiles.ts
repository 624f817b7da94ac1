/** Reads lattices from files, one at a time, and applies weights. Facts about all of them are complete after the last. */
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

/** The options for reading lattice files. */
export interface LatticeRequest extends Omit<LatticeParsing, 'symbols'> {
  /** For AT&T files with numeric labels: a file with lines `word number`. */
  readonly symbols?: string;
  /** Feature numbers, to share with data read elsewhere. */
  readonly features?: FeatureNames;
  readonly stdin?: ByteStream;
}

/** Reads the lattices and forests of several files, one at a time. All of them share the same feature numbers. */
export async function* readLattices(
  files: readonly string[],
  request: LatticeRequest = {},
): AsyncGenerator<ReadLattice> {
  const { symbols: table, features = new FeatureNames(), stdin, ...options } = request;
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
  /** A weight file: scores are weights × features instead of those in the lattice files. */
  readonly weights?: string;
  readonly missingWeights?: MissingWeights;
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

/** A reader of lattice files that applies weights to the edges and collects notes and a hash. It yields one lattice at a time. */
export class LatticeFiles {
  readonly #request: LatticeFilesRequest;
  readonly #hash = createHash('sha256');
  #weights: Weights | undefined;
  /** For the features known so far; later files can have more. */
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

  /** `expected` is the expected number of lattices, if known. */
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

  /** A note on lattices whose derivations all count equally because weights are missing; covers the lattices read so far. */
  get scoreNotes(): readonly string[] {
    if (this.#unscored === 0) return [];
    const others = this.#unscored > 1 ? ` and ${this.#unscored - 1} more` : '';
    return [
      `${this.#firstUnscored}${others}: features without scores, so all derivations count equally. Give weights with -w.`,
    ];
  }

  /** Features without weights, and weights without features. */
  get weightNotes(): readonly string[] {
    return this.#weightNotes;
  }

  /** Hash of structures, words, scores and features; call it once. */
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
    // The features of PLF and confusion networks are the scores themselves, and can all be 1.
    const isScored = format === 'plf' || format === 'cn' || scores.some((score) => score !== 0);
    if (isScored || features.indices.length === 0) return;
    if (this.#unscored++ === 0) this.#firstUnscored = place;
  }
}

/** HiFST has a row of weights for its features 1, 2, …; files can have them in another order. */
function named(weights: Weights, format: string): Weights {
  if (weights.kind === 'named' || format !== 'hifst') return weights;
  return { kind: 'named', byName: new Map(weights.values.map((value, k) => [String(k + 1), value])) };
}

/** `lattices` says how many there are, or which one has no reference. */
export const unequalLattices = (references: number, lattices: string): UsageError =>
  new UsageError(
    `There are references for ${counted(references, 'segment')}, but ${lattices}. Give one lattice per segment, in the same order.`,
  );

export type ForestRequest = LatticeFilesRequest &
  Pick<TextRequest, 'sources' | 'labels' | 'emptyReferences'> & { readonly references: readonly string[] };

/** Reads one lattice or forest for each segment, with the references, as a set to tune on. */
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
    // Refuse texts that are too long here, where the place is known.
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
      ...(isScored ? [] : ['The lattices have no scores, so "as decoded" is an arbitrary translation.']),
      ...files.weightNotes,
    ],
    sha256: digestOf([files.digest(), sha256]),
  };
}

/**
 * The best derivations of each lattice as n-best lists, with scores and features rounded to twelve digits, which hides rounding errors of
 * sums. All are kept in memory, since all lines must have the same feature labels.
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
