/** GET /api/organiser/journal: the whole journal up to now, an entry a line. */
import { Readable } from 'node:stream';
import type { CampaignKeeper } from '../campaignKeeper.ts';
import { type OrganiserRoute, asDownload } from './route.ts';

export const organiserJournalRoute: OrganiserRoute = {
  method: 'GET',
  path: '/api/organiser/journal',
  respond({ keeper, reply }) {
    asDownload(reply, 'journal.jsonl', 'application/x-ndjson; charset=utf-8');
    return Readable.from(lines(keeper));
  },
};

/** Characters that are sent at once: a line at a time would take much longer. */
const chunk = 1 << 16;

async function* lines(keeper: CampaignKeeper): AsyncGenerator<string> {
  let text = '';
  for await (const entry of keeper.entries()) {
    text += `${JSON.stringify(entry)}\n`;
    if (text.length < chunk) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
