/** Replaces src/data/testSets/openSet.ts: a browser has dropped files, and no folder of test sets. */
import { UsageError } from '../../../../../src/core/index.ts';

const absent = (name: string): never => {
  throw new UsageError(`Studio has no test sets by name. Add the files of ${name} instead.`);
};

// oxlint-disable-next-line typescript/require-await -- as the original
export const setNamed = async (name: string): Promise<never> => absent(name);
// oxlint-disable-next-line typescript/require-await -- as the original
export const openSet = async (name: string): Promise<never> => absent(name);
