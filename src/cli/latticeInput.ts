/** Options and reading that the commands about lattices and forests share. */
import { createHash } from 'node:crypto';
import { type Command, Option } from 'commander';
import { UsageError, counted } from '../core/index.ts';
import {
  type LatticeRequest,
  type ReadLattice,
  checkStandardInput,
  latticeFormats,
  readLattices,
  readWeights,
} from '../data/index.ts';
import { FeatureNames, atPlace, weightEdges } from '../lattice/index.ts';
import { type MissingWeights, type Weights, matchWeights } from '../tune/index.ts';
import type { Terminal } from './command.ts';
import type { WeightOptions } from './weightInput.ts';

export const numberKinds = ['probability', 'log', 'cost'] as const;

export interface LatticeOptions extends WeightOptions {
  latticeFormat?: string;
  numbers?: (typeof numberKinds)[number];
  symbols?: string;
  shape?: 'acceptor' | 'transducer';
  side?: 'input' | 'output';
}

/** What is said of how lattices are read, and of nothing else. */
export const latticeReadingOptions = ['latticeFormat', 'numbers', 'symbols', 'shape', 'side'] as const;

/** For commands that only look at scores. */
export const weightsSummary = 'scores are weights × features, in place of those in the files';

export function declareLatticeReading(command: Command): void {
  command
    .addOption(
      new Option('--lattice-format <format>', 'format of lattices, where neither name nor first line tells').choices(
        latticeFormats.map(({ id }) => id),
      ),
    )
    .addOption(
      new Option('--numbers <what>', 'PLF and confusion networks: what their numbers are').choices(numberKinds),
    )
    .option('--symbols <file>', 'AT&T: the words that labels stand for, lines of word and number')
    .addOption(
      new Option('--shape <shape>', 'AT&T: whether arcs have one label or two').choices(['acceptor', 'transducer']),
    )
    .addOption(
      new Option('--side <side>', 'AT&T: which labels of a transducer are words').choices(['input', 'output']),
    );
}

interface LatticeSurroundings {
  readonly others?: readonly (string | undefined)[];
  readonly features?: FeatureNames;
}

/** Lattices of some files, one at a time, with weights applied. What is known of all of them is known after the last. */
export class LatticeFiles {
  readonly #files: readonly string[];
  readonly #request: LatticeRequest;
  readonly #weigher: Weigher | undefined;
  readonly #terminal: Terminal;
  readonly #hash = createHash('sha256');
  #unscored = 0;
  #firstUnscored = '';

  private constructor(
    files: readonly string[],
    request: LatticeRequest,
    weigher: Weigher | undefined,
    terminal: Terminal,
  ) {
    this.#files = files;
    this.#request = request;
    this.#weigher = weigher;
    this.#terminal = terminal;
  }

  /** `others` are read by the same command; `features` may be shared with other files. */
  static async open(
    files: readonly string[],
    given: LatticeOptions,
    terminal: Terminal,
    { others = [], features = new FeatureNames() }: LatticeSurroundings = {},
  ): Promise<LatticeFiles> {
    const { latticeFormat, numbers, symbols, shape, side, weights, missingWeights } = given;
    if (files.length === 0) throw new UsageError('No lattices given. Name one or more files, or - for standard input.');
    checkStandardInput([...files, ...others, symbols, weights]);
    const request = {
      features,
      ...(latticeFormat !== undefined && { format: latticeFormat }),
      ...(numbers && { numbers }),
      ...(symbols !== undefined && { symbols }),
      ...(shape && { shape }),
      ...(side && { side }),
    };
    const weigher =
      weights === undefined ? undefined : new Weigher(weights, await readWeights(weights), missingWeights);
    return new LatticeFiles(files, request, weigher, terminal);
  }

  /** `expected` is how many there should be, where that is known. */
  async *read(expected?: number): AsyncGenerator<ReadLattice> {
    let count = 0;
    for (const [f, path] of this.#files.entries()) {
      for await (const found of readLattices([path], this.#request)) {
        const lattice = this.#weigher?.weigh(found) ?? found;
        this.#note(lattice);
        yield lattice;
        count++;
        const ofFiles = this.#files.length > 1 ? f / this.#files.length : undefined;
        const share = expected === undefined ? ofFiles : count / expected;
        this.#terminal.progress({ share, text: counted(count, 'lattice') });
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
    return this.#weigher?.notes ?? [];
  }

  /** Of structures, words, scores and features; to be asked once. */
  digest(): string {
    return this.#hash.digest('hex');
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

/** Makes scores of features. */
class Weigher {
  readonly #file: string;
  readonly #weights: Weights;
  readonly #missing: MissingWeights | undefined;
  /** For the features known so far; files that come later may have more. */
  #matched: Float64Array | undefined;
  notes: readonly string[] = [];

  constructor(file: string, weights: Weights, missing: MissingWeights | undefined) {
    this.#file = file;
    this.#weights = weights;
    this.#missing = missing;
  }

  weigh(found: ReadLattice): ReadLattice {
    const { format, hypergraph, place } = found;
    const { featureNames } = hypergraph;
    return atPlace(place, () => {
      let matched = this.#matched;
      if (matched?.length !== featureNames.length) {
        const { weights, notes } = atPlace(this.#file, () =>
          matchWeights(this.#named(format), featureNames, this.#missing),
        );
        matched = this.#matched = weights;
        this.notes = notes;
      }
      return { ...found, hypergraph: weightEdges(hypergraph, matched) };
    });
  }

  /** HiFST has a row of weights for its features 1, 2, …, which a file need not have in this order. */
  #named(format: string): Weights {
    if (this.#weights.kind === 'named' || format !== 'hifst') return this.#weights;
    return { kind: 'named', byName: new Map(this.#weights.values.map((value, k) => [String(k + 1), value])) };
  }
}

/** `lattices` says how many there are, or of which one there is no reference. */
export const unequalLattices = (references: number, lattices: string): UsageError =>
  new UsageError(
    `There are references for ${counted(references, 'segment')}, but ${lattices}. There must be one lattice for each, in the same order.`,
  );
