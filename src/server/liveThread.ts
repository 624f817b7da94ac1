/** The thread of the live figures: follows the journal and computes the organiser's page as JSON. */
import { workerData } from 'node:worker_threads';
import { liveCampaign } from '../engine/index.ts';
import { FollowedRecord } from './followedRecord.ts';
import { openJournal } from './store/openJournal.ts';

const place = workerData as string;
let opened: Promise<FollowedRecord> | undefined;

async function open(): Promise<FollowedRecord> {
  const journal = await openJournal(place, { readOnly: true });
  try {
    return await FollowedRecord.open(journal);
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** `now` in milliseconds since 1970. */
export default async function computeLive(now: number): Promise<Uint8Array> {
  opened ??= open();
  // After a failure, such as an unreachable database, the next call tries again.
  opened.catch(() => (opened = undefined));
  const followed = await opened;
  await followed.refresh();
  const live = await liveCampaign(followed.record, { now: new Date(now) });
  return new TextEncoder().encode(JSON.stringify(live));
}
