/** What metrics see of a neural model: texts as vectors, and a head that scores rows of these. The engine runs the model. */
import type { SignedResource } from '../../core/index.ts';

/** Which vectors of a text: of its pieces (after a layer, or `last`), the mean of these, the first of these, or the model's own. */
export type Vectors = `pieces:${string}` | 'mean' | 'cls' | 'own';

/** A text as pieces of words. */
export interface PieceVectors {
  /** Ids of the pieces, without those that the model adds, such as [CLS]. */
  readonly pieces: Int32Array;
  /** Of length one, one after the other; those of added pieces follow at the end. */
  readonly vectors: Float32Array;
  /** Numbers in a vector. */
  readonly size: number;
}

/** Texts that are longer than the model reads, each counted once. */
export class LongTexts {
  /** Hashes: of many long texts, the texts themselves would take too much memory. */
  readonly #hashes = new Set<number>();
  /** The most pieces that the model reads; 0 before a longer text was found. */
  limit = 0;

  get count(): number {
    return this.#hashes.size;
  }

  add(text: string, limit: number): void {
    this.#hashes.add(hashOf(text));
    this.limit = limit;
  }

  has(text: string): boolean {
    return this.count > 0 && this.#hashes.has(hashOf(text));
  }
}

/** 53 bits of two multiplicative hashes. */
function hashOf(text: string): number {
  let [low, high] = [1, 2];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x9e3779b1);
    high = Math.imul(high ^ code, 0x5f356495) + (low >>> 15);
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

/** Runs each text once for all vectors that any metric wants; keeps those of the latest texts. */
export interface Encoder extends SignedResource {
  /** Called by each metric when it is made. */
  want(vectors: Vectors): void;
  pieces(texts: readonly string[], layer: string, onProgress?: OnShare): Promise<readonly PieceVectors[]>;
  sentences(
    texts: readonly string[],
    vectors: 'mean' | 'cls' | 'own',
    onProgress?: OnShare,
  ): Promise<readonly Float32Array[]>;
  /** Scores of earlier runs, by what they were computed from besides the model. */
  readonly scores?: KeptScores;
  /** Texts of which the model read only the beginning. */
  readonly long?: LongTexts;
  /** The head of a COMET model: scores of rows of features, by row. */
  head(features: Float32Array, rows: number): Promise<ArrayLike<number>>;
}

type OnShare = (share: number) => void;

/** Cuts texts into pieces as the model does, without those it adds. */
export interface PieceCutter {
  cut(text: string): ArrayLike<number>;
}

/** A score, and which of its texts are longer than the model reads. */
export interface KeptScore {
  readonly score: number;
  readonly limit: number;
  /** Places among the texts that were scored: hypothesis, references, source. */
  readonly long: readonly number[];
}

/** Scores that are kept between runs. */
interface KeptScores {
  get(key: string): KeptScore | undefined;
  put(key: string, kept: KeptScore): void;
  flush(): void;
}
