/** Names the file in what is wrong with a structure, for which those that compute with it have no name. */
import { UsageError } from '../core/index.ts';

export function atPlace<T>(place: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${place}: ${error.message}`, { cause: error });
  }
}
