/** Defaults of tests and intervals: in the library, in every command, and on the live page of a campaign. */
export const statisticalDefaults = {
  /** The greatest p of a significant difference. */
  alpha: 0.05,
  /** Confidence of intervals. */
  level: 0.95,
  /** Resamples and permutations. */
  samples: 1000,
  seed: 12345,
} as const;
