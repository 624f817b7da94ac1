/** One way of exchanging or drawing scores, out of the many that a test goes through. */
export interface Arrangement {
  /** 1 for a cell whose scores the two metrics exchange, 0 for one that stays. */
  readonly swapped: Uint8Array;
  /** How often each system and each segment counts; all count once without it. */
  readonly times?: { readonly ofSystems: Uint32Array; readonly ofSegments: Uint32Array };
}

/** Writes the agreement of each metric with people, NaN where there is none. */
export type Evaluate = (arrangement: Arrangement, values: Float64Array) => void;
