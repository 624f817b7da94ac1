/**
 * The place of a campaign: a folder with a database file, that file, or a PostgreSQL database. The database code is loaded only when
 * needed, because few commands use it.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../core/index.ts';
import { heldFile } from '../../data/index.ts';
import type { CampaignEvent, CampaignRecord } from '../../human/index.ts';
import type { Journal } from '../../server/index.ts';
import { checkAddress, isPostgres } from '../../server/store/postgresPlace.ts';
import { makeFolder } from '../output.ts';

/** Whether the argument is a campaign, for commands that also accept files of judgments. */
export function isCampaign(place: string): boolean {
  if (heldFile(place)) return false; // it came with a request, under a name that its sender chose
  return isPostgres(place) || place.endsWith('.sqlite') || existsSync(join(place, 'judgments.sqlite'));
}

/** A place as messages name it: without the password of an address. */
export const hidden = (place: string): string => place.replace(/\/\/[^/@]*@/, '//');

/** The argument for the same place in the next command. */
export const again = (place: string): string => (place.includes('://') ? '--database, with the same address' : place);

/** The folder, or the address given with --database; exactly one of them. */
export function placeOf(
  [folder, ...others]: readonly string[],
  { database }: { readonly database?: string },
  action: string,
): string {
  if (others.length > 0) throw new UsageError(`assay judge ${action} takes one campaign, not ${others.length + 1}.`);
  if (database !== undefined && folder !== undefined) {
    throw new UsageError(`A campaign is in a folder or in a database. Leave out ${folder} or --database.`);
  }
  const place = database ?? folder;
  if (place === undefined) throw new UsageError('No campaign given. Name its folder, or add --database postgres://….');
  checkAddress(place);
  return place;
}

/** Opens a journal read-only, even while a server writes to it. */
export async function withJournal<T>(place: string, work: (journal: Journal) => Promise<T>): Promise<T> {
  const { openJournal } = await import('../../server/store/openJournal.ts');
  const journal = await openJournal(place, { readOnly: true });
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}

/** Reads the record of a campaign. */
export const readCampaign = (place: string): Promise<CampaignRecord> =>
  withJournal(place, async (journal) => {
    const { FollowedRecord } = await import('../../server/followedRecord.ts');
    return (await FollowedRecord.open(journal)).record;
  });

/** All or nothing: creates the journal with all its entries. */
export async function keepCampaign(place: string, isFolder: boolean, events: readonly CampaignEvent[]): Promise<void> {
  const { createJournal } = await import('../../server/store/openJournal.ts');
  const at = new Date().toISOString();
  const entries = events.map((event, i) => ({ seq: i + 1, at, event }));
  const isNew = isFolder && !existsSync(place);
  if (isFolder) makeFolder(place);
  try {
    await (await createJournal(place, { entries })).close();
  } catch (error) {
    if (isNew) rmSync(place, { recursive: true, force: true });
    throw error;
  }
}
