/** What happened in a campaign. Events are only ever added; everything else that is known of a campaign follows from them. */
import type { Answer, Assignment, Campaign, TaskKind } from './campaign.ts';

export type CampaignEvent =
  | { readonly kind: 'created'; readonly campaign: Campaign }
  | { readonly kind: 'judge-added'; readonly judge: string }
  | { readonly kind: 'assigned'; readonly assignments: readonly Assignment[] }
  /** A secret link was made; only its hash is known. */
  | { readonly kind: 'link-made'; readonly role: 'judge' | 'organiser'; readonly judge?: string; readonly hash: string }
  | { readonly kind: 'link-revoked'; readonly hash: string }
  | { readonly kind: 'consented'; readonly judge: string; readonly version: string }
  | Answered
  | { readonly kind: 'opened' | 'closed'; readonly task: TaskKind }
  | { readonly kind: 'frozen' | 'thawed' }
  | { readonly kind: 'excluded' | 'included'; readonly judge: string; readonly reason: string }
  /** At the judge's wish: the bodies of all events about the judge are gone, this one stays. */
  | { readonly kind: 'erased'; readonly judge: string }
  /** What is left in the place of an event about a judge who was erased; see `withoutJudge`. */
  | { readonly kind: 'blank' };

/** An answer, or a correction of an earlier one to the same assignment: the first is kept, the last counts. */
export interface Answered {
  readonly kind: 'answered';
  readonly judge: string;
  readonly assignment: string;
  /** Made by the browser once for each answer: whatever arrives again with the same key is the same answer. */
  readonly key: string;
  readonly answer: Answer;
  /** Time with the page in view and the judge at work. */
  readonly seconds: number;
  readonly comment?: string;
  /** Hash of the instructions that the judge had before them. */
  readonly instructions: string;
}

/** An event as it was stored. */
export interface JournalEntry {
  /** 1, 2, 3, …: what is stored later has the higher number. */
  readonly seq: number;
  /** When it was stored, by the clock of the server: ISO 8601 with milliseconds. */
  readonly at: string;
  readonly event: CampaignEvent;
}
