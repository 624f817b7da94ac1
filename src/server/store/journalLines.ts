/** A journal as lines of JSON, one entry per line. A backup has a header line with the journal's secret, which makes the restored journal the same one. */
import { UsageError, suggest } from '../../core/index.ts';
import { DamagedJournal, eventKinds } from '../../human/campaign/events.ts';
import { CampaignRecord, type JournalEntry } from '../../human/index.ts';
import { ChainCheck } from './chain.ts';
import type { Entries, KeptEntry } from './journal.ts';

interface Header {
  readonly secret: Uint8Array;
  readonly created: string;
}

/** The header contains the secret that signs sessions, so it is for backups, not for files that are shared. */
export async function* journalLines(entries: Entries, header?: Header): AsyncGenerator<string> {
  if (header) {
    const secret = Buffer.from(header.secret).toString('hex');
    yield `${JSON.stringify({ journal: 1, created: header.created, secret })}\n`;
  }
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

/** The header, if the line is one. */
export function readHeader(line: string, file: string): Header | undefined {
  const value = parse(line, file, 1);
  if (!('journal' in value)) return undefined;
  const { journal, created, secret } = value;
  if (journal !== 1)
    throw new UsageError(
      `${file}, line 1: the journal has format ${JSON.stringify(journal)}, but this version of Assay reads only format 1.`,
    );
  if (typeof created !== 'string' || typeof secret !== 'string' || !/^[0-9a-f]{64}$/.test(secret))
    throw new UsageError(
      `${file}, line 1: the header of a journal must have "created" and "secret", a string of 64 hexadecimal digits.`,
    );
  return { created, secret: Uint8Array.from(Buffer.from(secret, 'hex')) };
}

/**
 * Parses entries; `first` is the number of the first line. Refuses entries that would make a journal unreadable, and entries of a backup that
 * were changed.
 */
export async function* readEntries(
  lines: AsyncIterable<string>,
  file: string,
  first: number,
): AsyncGenerator<KeptEntry, string> {
  const check = new SoundJournal();
  let line = first;
  for await (const text of lines) {
    if (text !== '') {
      const entry = entryOfLine(text, file, line, check.seq + 1);
      try {
        check.take(entry);
      } catch (cause) {
        throw new UsageError(`${file}, line ${line}: ${(cause as Error).message}.`, { cause });
      }
      yield entry;
    }
    line++;
  }
  try {
    return check.end();
  } catch (cause) {
    throw new UsageError(`${file}: ${(cause as Error).message}.`, { cause });
  }
}

/** The same entries; throws at the first one that a journal cannot hold. */
export async function* soundEntries<T extends KeptEntry>(entries: Entries<T>): AsyncGenerator<T, string> {
  const check = new SoundJournal();
  for await (const entry of entries) {
    check.take(entry);
    yield entry;
  }
  return check.end();
}

/** Checks entries in order and refuses those that would make the journal unreadable, or that were changed. */
class SoundJournal {
  readonly #record = new CampaignRecord();
  readonly #chain = new ChainCheck();
  readonly #answers = new Set<string>();

  get seq(): number {
    return this.#record.seq;
  }

  take(entry: KeptEntry): void {
    const { seq, at, event, seal } = entry;
    if (seq !== this.seq + 1) throw new DamagedJournal(this.seq + 1, 'is missing');
    if (Number.isNaN(Date.parse(at))) throw new DamagedJournal(seq, `has an invalid time: ${JSON.stringify(at)}`);
    this.#record.take(entry);
    if (seal !== undefined) this.#chain.take({ seq, at, event, seal });
    if (event.kind !== 'answered') return;
    const name = JSON.stringify([event.judge, event.key]);
    if (this.#answers.has(name)) throw new DamagedJournal(seq, `repeats the answer ${event.key}`);
    this.#answers.add(name);
  }

  /** Returns the last hash of the chain; empty if there is none. */
  end(): string {
    return this.#chain.end();
  }
}

function entryOfLine(text: string, file: string, line: number, expected: number): KeptEntry {
  const { seq, at, event, seal } = parse(text, file, line);
  if (seq !== expected)
    throw new UsageError(
      `${file}, line ${line}: found entry ${JSON.stringify(seq)}, expected ${expected}. Lines are missing.`,
    );
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)))
    throw new UsageError(
      `${file}, line ${line}: "at" is ${JSON.stringify(at)}. Expected a time such as 2026-01-31T12:00:00.000Z.`,
    );
  const kind = (event as { kind?: unknown } | null | undefined)?.kind;
  if (!(eventKinds as readonly unknown[]).includes(kind))
    throw new UsageError(
      `${file}, line ${line}: unknown event kind ${JSON.stringify(kind)}. ${suggest(String(kind), eventKinds)}`,
    );
  const entry = { seq: expected, at, event: event as JournalEntry['event'] };
  return seal === undefined ? entry : { ...entry, seal: seal === null ? null : String(seal) };
}

function parse(text: string, file: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // reported below
  }
  throw new UsageError(
    `${file}, line ${line}: not an entry of a journal. Expected an object such as {"seq":1,"at":…,"event":…}.`,
  );
}
