/** What is said of a journal that is damaged, wherever it comes out: when it is opened, copied or restored. */
import { UsageError } from '../../core/index.ts';
import { DamagedJournal } from '../../human/campaign/events.ts';
import { isMalformed } from './sqliteDriver.ts';

/**
 * A damaged journal as a message that says what to do; any other error as it is. Not for a server that runs: it must not tell judges that
 * their requests are at fault.
 */
export function damageTold(error: unknown): unknown {
  if (!(error instanceof DamagedJournal) && !isMalformed(error)) return error;
  return new UsageError(
    `The journal is damaged: ${(error as Error).message}. Make it anew from an earlier backup: assay judge restore <backup> <new folder>.`,
    { cause: error },
  );
}

/** Does the work, and tells of damage that it comes upon. */
export async function tellingDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw damageTold(error);
  }
}
