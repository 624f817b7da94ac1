/** Replaces node:os. */
export const availableParallelism = (): number => navigator.hardwareConcurrency || 1;

/** A browser has none. */
export const homedir = (): string => '/';
