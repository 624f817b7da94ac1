/** Adds the file name to errors of computations, which do not know it. */
import { UsageError } from '../core/index.ts';

export function atPlace<T>(place: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${place}: ${error.message}`, { cause: error });
  }
}
