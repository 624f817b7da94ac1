/** Replaces node:os. */
export const availableParallelism = (): number => navigator.hardwareConcurrency || 1;

/** Files dropped into the page have no home. */
export const homedir = (): string => '/';
