/** A part of a test set that is cut by lines. */

/** The i-th of n parts of a test set, from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

export const printShard = ({ part, of }: Shard): string => `${part}/${of}`;
