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
  /** The head of a COMET model: scores of rows of features, by row. */
  head(features: Float32Array, rows: number): Promise<ArrayLike<number>>;
}

type OnShare = (share: number) => void;

/** Cuts texts into pieces as the model does, without those it adds. */
export interface PieceCutter {
  cut(text: string): ArrayLike<number>;
}

/** Scores that are kept between runs. */
interface KeptScores {
  get(key: string): number | undefined;
  put(key: string, score: number): void;
  flush(): void;
}
