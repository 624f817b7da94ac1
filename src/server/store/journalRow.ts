/** Events as table rows, the same in every store, and messages about damaged ones. */
import { UsageError } from '../../core/index.ts';
import { DamagedJournal } from '../../human/campaign/events.ts';
import { type CampaignEvent, type JournalEntry, withoutJudge } from '../../human/index.ts';
import { isMalformed } from './sqliteDriver.ts';

/** Not stored yet. */
export interface NewRow {
  readonly kind: string;
  /** The judge, if the event is about one judge. */
  readonly judge: string | null;
  /** Key of an answer, unique per judge. */
  readonly key: string | null;
  /** The event as JSON. */
  readonly body: string;
}

export interface JournalRow extends NewRow {
  readonly seq: number;
  readonly at: string;
}

/** Names of judges and keys are indexed: PostgreSQL limits index entries to 2,700 bytes, and 36 characters are enough for a unique key. */
const longestName = 200;

/** The row of a new event. */
export function newRow(event: CampaignEvent): NewRow {
  if (event.kind === 'erased' || event.kind === 'blank')
    throw new UsageError(`Cannot store an event "${event.kind}": only erasing a judge does that.`);
  return rowOf(event);
}

/** The row of any event, including those from another journal. */
export function rowOf(event: CampaignEvent): NewRow {
  const judge = 'judge' in event ? (event.judge ?? null) : null;
  const isAnswer = event.kind === 'answered';
  const key = isAnswer ? event.key : null;
  if (isAnswer || judge !== null) checkName(judge, 'judge name');
  if (isAnswer) checkName(key, 'answer key');
  return { kind: event.kind, judge, key, body: JSON.stringify(event) };
}

/**
 * Databases store text as UTF-8, where a lone surrogate becomes U+FFFD, which would make different keys equal; PostgreSQL rejects U+0000.
 * In a body, JSON escapes both.
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
      `${JSON.stringify(name)?.slice(0, 60)} is not a valid ${what}. Use 1 to ${longestName} characters, without U+0000 and lone surrogates.`,
    );
}

/** The rows that an erasure changes, by entry number, among the entries about the judge and those of assignments. */
export function rowsWithout(judge: string, entries: readonly JournalEntry[]): { seq: number; row: NewRow }[] {
  if (!entries.some(({ event }) => event.kind === 'judge-added' && event.judge === judge))
    throw new UsageError(`There is no judge ${JSON.stringify(judge)} to erase.`);
  return entries.flatMap(({ seq, event }) => {
    const left = withoutJudge(event, judge);
    return left === event ? [] : [{ seq, row: rowOf(left) }];
  });
}

/** The entry as it will be read: parsed from the stored JSON, so it is the same before and after a restart. */
export function entryOf({ seq, at, body }: Pick<JournalRow, 'seq' | 'at' | 'body'>): JournalEntry {
  try {
    return { seq, at, event: JSON.parse(body) as CampaignEvent };
  } catch (cause) {
    throw new DamagedJournal(seq, 'is not valid JSON', { cause });
  }
}

/** Checks the arguments of `read`: entries after `after`, at most `limit`. */
export function checkRange(after: number, limit: number | undefined): void {
  for (const [what, value] of [['after', after], ['limit', limit ?? 0]] as const)
    if (!Number.isSafeInteger(value) || value < 0)
      throw new UsageError(`${what} is ${value}. Expected a whole number of at least 0.`);
} // prettier-ignore

/**
 * Turns a damaged journal into a message that says what to do; returns other errors unchanged. Not for a running server, which must not
 * blame the judge's request.
 */
export function explainDamage(error: unknown): unknown {
  if (!(error instanceof DamagedJournal) && !isMalformed(error)) return error;
  return new UsageError(
    `The journal is damaged: ${(error as Error).message}. Restore an earlier backup: assay judge restore <backup> <new folder>.`,
    { cause: error },
  );
}

/** Runs the work and explains damage that it finds. */
export async function explainingDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainDamage(error);
  }
}
