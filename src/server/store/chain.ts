/**
 * The hash chain of a journal, so that no entry can be changed, moved or removed unnoticed. The seal of an entry has three parts, as
 * hexadecimal digits: the chain, a hash of the chain before it, the number, the time and the digest; the digest, a hash of salt and body;
 * and the salt. An erased entry keeps chain and digest: without the salt nobody can find out what the digest was made of, and the chain still
 * holds. What is left of erased entries is covered by the event `erased`, which lists their hashes.
 */
import { createHash, randomBytes } from 'node:crypto';
import { DamagedJournal } from '../../human/campaign/events.ts';
import type { JournalEntry } from '../../human/index.ts';

/** Of entries that earlier versions of Assay stored: null. */
export type Seal = string | null;

export interface SealedEntry extends JournalEntry {
  readonly seal: Seal;
}

/** A row, as far as its seal depends on it; `body` is the event as JSON. */
interface Sealed {
  readonly seq: number;
  readonly at: string;
  readonly body: string;
  readonly seal: Seal;
}

const hashOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

const chainOf = (seal: Seal): string => seal?.split(' ', 1)[0] ?? '';

/** The hash of what is left of an erased entry. */
export const hashOfRest = (body: string): string => hashOf(body);

/** The seal of a new entry after the one with the seal `before`. */
export function sealAfter(before: Seal, { seq, at, body }: Omit<Sealed, 'seal'>): string {
  const salt = randomBytes(16).toString('hex');
  const digest = hashOf(salt, body);
  return `${hashOf(chainOf(before), seq, at, digest)} ${digest} ${salt}`;
}

/** Of an erased entry: without the salt. */
export const withoutSalt = (seal: Seal): Seal => seal && seal.split(' ').slice(0, 2).join(' ');

/** Throws if the entry was changed or does not follow the one with the seal `before`. */
export function checkSeal(before: Seal, { seq, at, body, seal }: Sealed): void {
  if (seal === null) {
    if (before !== null) throw new DamagedJournal(seq, 'has no hash, but the entry before it has one');
    return;
  }
  const [chain, digest = '', salt] = seal.split(' ');
  if (chain !== hashOf(chainOf(before), seq, at, digest))
    throw new DamagedJournal(seq, 'does not follow from the entry before it: one of them was changed or replaced');
  if (salt !== undefined && digest !== hashOf(salt, body))
    throw new DamagedJournal(seq, 'was changed: it does not match its hash');
}

/** Checks all entries of a journal, in order, and that only erasing a judge has removed a salt. */
export class ChainCheck {
  #before: Seal = null;
  /** Hashes of entries without a salt, by number. */
  readonly #erased = new Map<number, string>();
  readonly #listed = new Map<number, string>();

  take({ seq, at, event, seal }: SealedEntry): void {
    const body = JSON.stringify(event);
    checkSeal(this.#before, { seq, at, body, seal });
    this.#before = seal;
    if (seal !== null && seal.split(' ').length < 3) this.#erased.set(seq, hashOfRest(body));
    if (event.kind === 'erased') for (const [entry, hash] of event.rest ?? []) this.#listed.set(entry, hash);
  }

  /** Returns the chain of the last entry; empty if it has none. */
  end(): string {
    for (const [seq, hash] of this.#erased)
      if (this.#listed.get(seq) !== hash) throw new DamagedJournal(seq, 'lost its contents, but no judge was erased');
    return chainOf(this.#before);
  }
}
