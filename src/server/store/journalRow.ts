/** How an event stands in a table, in every store alike, and what is said when one is damaged. */
import { UsageError } from '../../core/index.ts';
import { DamagedJournal } from '../../human/campaign/events.ts';
import { type CampaignEvent, type JournalEntry, withoutJudge } from '../../human/index.ts';
import { isMalformed } from './sqliteDriver.ts';

/** Not stored yet. */
export interface NewRow {
  readonly kind: string;
  /** Whom it is about, if it is about one judge. */
  readonly judge: string | null;
  /** Of answers; no judge has two with the same. */
  readonly key: string | null;
  /** The event as JSON. */
  readonly body: string;
}

export interface JournalRow extends NewRow {
  readonly seq: number;
  readonly at: string;
}

/** Names of judges and keys are indexed: PostgreSQL takes no more than 2,700 bytes there, and a key of 36 characters is unique. */
const longestName = 200;

/** The row of an event that a caller wants stored. */
export function newRow(event: CampaignEvent): NewRow {
  if (event.kind === 'erased' || event.kind === 'blank')
    throw new UsageError(`An event "${event.kind}" is stored only when a judge is erased.`);
  return rowOf(event);
}

/** The row of any event, also of those that come from another journal. */
export function rowOf(event: CampaignEvent): NewRow {
  const judge = 'judge' in event ? (event.judge ?? null) : null;
  const isAnswer = event.kind === 'answered';
  const key = isAnswer ? event.key : null;
  if (isAnswer || judge !== null) checkName(judge, 'name of a judge');
  if (isAnswer) checkName(key, 'key of an answer');
  return { kind: event.kind, judge, key, body: JSON.stringify(event) };
}

/**
 * Databases keep text as UTF-8, where half a surrogate pair becomes U+FFFD, so that different keys would be one; PostgreSQL takes no
 * U+0000. In a body, JSON writes both as escapes.
 */
function checkName(name: unknown, what: string): void {
  if (
    typeof name !== 'string' ||
    name === '' ||
    name.length > longestName ||
    !name.isWellFormed() ||
    name.includes('\0')
  )
    throw new UsageError(
      `${JSON.stringify(name)?.slice(0, 60)} is no ${what}: it has 1 to ${longestName} characters, none of them U+0000 or half a character.`,
    );
}

/** What an erasure changes, among the entries about a judge and those of assignments: rows by the numbers of their entries. */
export function rowsWithout(judge: string, entries: readonly JournalEntry[]): { seq: number; row: NewRow }[] {
  if (!entries.some(({ event }) => event.kind === 'judge-added' && event.judge === judge))
    throw new UsageError(`There is no judge ${JSON.stringify(judge)} to erase.`);
  return entries.flatMap(({ seq, event }) => {
    const left = withoutJudge(event, judge);
    return left === event ? [] : [{ seq, row: rowOf(left) }];
  });
}

/** What comes back is what will be read: the body goes through JSON, so that no value is there before and gone after a restart. */
export function entryOf({ seq, at, body }: Pick<JournalRow, 'seq' | 'at' | 'body'>): JournalEntry {
  try {
    return { seq, at, event: JSON.parse(body) as CampaignEvent };
  } catch (cause) {
    throw new DamagedJournal(seq, 'is no JSON', { cause });
  }
}

/** Bounds for a reader: entries after `after`, at most `limit`. */
export function checkRange(after: number, limit: number | undefined): void {
  for (const [what, value] of [['after', after], ['limit', limit ?? 0]] as const)
    if (!Number.isSafeInteger(value) || value < 0)
      throw new UsageError(`${what} is ${value}; it should be a whole number from 0 on.`);
} // prettier-ignore

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
