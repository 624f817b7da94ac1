/** Campaigns as input of commands: a folder with its journal, the file of the journal, or the address of a database. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CampaignRecord } from '../human/index.ts';

const address = /^postgres(?:ql)?:\/\//i;

/** Whether a command was given a campaign where it also takes files of judgments. */
export function isCampaign(place: string): boolean {
  return address.test(place) || place.endsWith('.sqlite') || existsSync(join(place, 'judgments.sqlite'));
}

/** A place as messages name it: without the password that an address may hold. */
export const hidden = (place: string): string => place.replace(/\/\/[^/@]*@/, '//');

/** What to type for the same place in the next command. */
export const again = (place: string): string => (place.includes('://') ? '--database, with the same address' : place);

/** All that the journal of a campaign says, also while a server writes to it. */
export async function readCampaign(place: string): Promise<CampaignRecord> {
  // Databases are of use to few commands, so that others need not load them.
  const { FollowedRecord } = await import('../server/followedRecord.ts');
  const { openJournal } = await import('../server/store/openJournal.ts');
  const journal = await openJournal(place, { readOnly: true });
  try {
    return (await FollowedRecord.open(journal)).record;
  } finally {
    await journal.close();
  }
}
