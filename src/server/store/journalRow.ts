/** Events as table rows, the same in every store, and messages about damaged ones. */
import { UsageError } from '../../core/index.ts';
import { DamagedJournal } from '../../human/campaign/events.ts';
import { type CampaignEvent, type JournalEntry, withoutJudge } from '../../human/index.ts';
import { type Seal, type SealedEntry, checkSeal, hashOfRest, sealAfter, withoutSalt } from './chain.ts';
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
  readonly seal: Seal;
}

/** What is read of a row. */
export type StoredRow = Pick<JournalRow, 'seq' | 'at' | 'body' | 'seal'>;

/** The row of an entry after one with the seal `before`. Entries of a backup bring their seals; others get new ones. */
export function sealedRow(before: Seal, entry: JournalEntry & { readonly seal?: Seal }): JournalRow {
  const { seq, at, event } = entry;
  const row = { seq, at, ...rowOf(event) };
  return { ...row, seal: entry.seal === undefined ? sealAfter(before, row) : entry.seal };
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
function rowOf(event: CampaignEvent): NewRow {
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

/** The rows that an erasure changes, among the entries about the judge and those of assignments, and the event that lists them. */
export function rowsWithout(
  judge: string,
  entries: readonly SealedEntry[],
): { changed: JournalRow[]; erased: CampaignEvent } {
  if (!entries.some(({ event }) => event.kind === 'judge-added' && event.judge === judge))
    throw new UsageError(`There is no judge ${JSON.stringify(judge)} to erase.`);
  const changed = entries.flatMap(({ seq, at, event, seal }) => {
    const left = withoutJudge(event, judge);
    return left === event ? [] : [{ seq, at, ...rowOf(left), seal: withoutSalt(seal) }];
  });
  const rest = changed.map(({ seq, body }) => [seq, hashOfRest(body)] as const);
  return { changed, erased: { kind: 'erased', judge, rest } };
}

/** The entry as it will be read: parsed from the stored JSON, so it is the same before and after a restart. */
export function entryOf({ seq, at, body }: Pick<JournalRow, 'seq' | 'at' | 'body'>): JournalEntry {
  try {
    return { seq, at, event: JSON.parse(body) as CampaignEvent };
  } catch (cause) {
    throw new DamagedJournal(seq, 'is not valid JSON', { cause });
  }
}

/** The entries after `after`, from rows that begin with that one. Throws if one is missing, and where the chain breaks. */
export function entriesAfter(after: number, rows: readonly StoredRow[]): SealedEntry[] {
  const first = Math.max(after, 1);
  let before: Seal = null;
  return rows.flatMap((row, i) => {
    if (row.seq !== first + i) throw new DamagedJournal(first + i, 'is missing');
    const previous = before;
    before = row.seal;
    if (row.seq <= after) return [];
    const entry = entryOf(row);
    checkSeal(previous, row);
    return [{ ...entry, seal: row.seal }];
  });
}

/** Entries as other layers know them. */
export const withoutSeals = (entries: readonly SealedEntry[]): JournalEntry[] =>
  entries.map(({ seq, at, event }) => ({ seq, at, event }));

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
