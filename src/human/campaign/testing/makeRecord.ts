/** A short notation for campaigns, for tests. */
import type { Answer, Assignment, Campaign, Entry } from '../campaign.ts';
import { CampaignRecord } from '../campaignRecord.ts';
import type { CampaignEvent, JournalEntry } from '../events.ts';

/** Three systems, four segments; texts are `a1` for system a, segment 1. */
export const campaign: Campaign = {
  version: 1,
  title: 'Trial',
  task: 'de-en',
  source: { tag: 'de', direction: 'ltr' },
  target: { tag: 'en', direction: 'ltr' },
  seed: 1,
  segments: [1, 2, 3, 4].map((n) => ({ key: String(n), document: n < 3 ? 'x' : 'y', source: `s${n}`, reference: `r${n}` })), // prettier-ignore
  systems: ['a', 'b', 'c'],
  outputs: ['a', 'b', 'c'].map((system) => [1, 2, 3, 4].map((n) => `${system}${n} some words`)),
  kinds: ['rank', 'pairwise', 'assess', 'mark', 'edit', 'accept'],
  settings: { judges: 2, perJudge: 4, rankedAtOnce: 3, repeats: 0, repeatDistance: 1, pool: 0, checks: 0 },
  instructions: {},
  consent: '',
  errors: { categories: ['accuracy'], severities: ['minor', 'major'] },
};

/** `ab`: the common output of a and b; `!a`: the damaged output of a. */
const entryOf = (text: string): Entry => ({
  systems: [...text.replace('!', '')].map((system) => campaign.systems.indexOf(system)),
  ...(text.startsWith('!') && { damaged: 'words words words' }),
});

export const assigned = (
  id: string,
  judge: string,
  kind: Assignment['kind'],
  segment: number,
  entries: string,
  more: Partial<Assignment> = {},
): Assignment => ({ id, judge, kind, segment, entries: entries.split(' ').map(entryOf), part: 'own', ...more });

export const answered = (
  judge: string,
  assignment: string,
  answer: Answer,
  more: { seconds?: number; key?: string; comment?: string } = {},
): CampaignEvent => ({
  kind: 'answered',
  judge,
  assignment,
  key: `${assignment} ${JSON.stringify(answer)}`,
  answer,
  seconds: 10,
  instructions: 'v1',
  ...more,
});

/** Entries are a second apart, or as many as are given. */
export const journalOf = (events: readonly CampaignEvent[], seconds = 1): JournalEntry[] =>
  events.map((event, i) => ({
    seq: i + 1,
    at: new Date(Date.UTC(2026, 2, 1) + 1000 * seconds * i).toISOString(),
    event,
  }));

export function recordOf(events: readonly CampaignEvent[], seconds = 1): CampaignRecord {
  const record = new CampaignRecord();
  for (const entry of journalOf(events, seconds)) record.take(entry);
  return record;
}

/** A campaign with these assignments, followed by these events. */
export function recordWith(assignments: readonly Assignment[], ...events: readonly CampaignEvent[]): CampaignRecord {
  const judges = [...new Set(assignments.map(({ judge }) => judge))];
  return recordOf([
    { kind: 'created', campaign },
    ...judges.map((judge) => ({ kind: 'judge-added', judge }) as const),
    { kind: 'assigned', assignments },
    ...events,
  ]);
}
