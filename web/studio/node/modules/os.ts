/** Replaces node:os. */
export const availableParallelism = (): number => navigator.hardwareConcurrency || 1;
