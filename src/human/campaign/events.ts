/** The events of a campaign. Events are only added; the state of a campaign derives from them. */
import { type Answer, type Assignment, type Campaign, type TaskKind, taskKinds } from './campaign.ts';

export type CampaignEvent =
  | { readonly kind: 'created'; readonly campaign: Campaign }
  /** `codes`: what the judge is shown at the end, if the campaign has no common ones. */
  | { readonly kind: 'judge-added'; readonly judge: string; readonly codes?: CompletionCodes }
  | { readonly kind: 'assigned'; readonly assignments: readonly Assignment[] }
  /** A secret link was created; only its hash is stored. */
  | { readonly kind: 'link-made'; readonly role: 'judge' | 'organiser'; readonly judge?: string; readonly hash: string }
  | { readonly kind: 'link-revoked'; readonly hash: string }
  /** A common link was created, by which up to `quota` people become judges; `parameter` of its address identifies them: `PROLIFIC_PID`. */
  | { readonly kind: 'enrolment-opened'; readonly hash: string; readonly quota: number; readonly parameter: string }
  | { readonly kind: 'enrolment-closed'; readonly hash: string }
  /** A person came by a common link and is now this judge. Parameters of the address are personal data, removed with the judge. */
  | {
      readonly kind: 'enrolled';
      readonly judge: string;
      readonly hash: string;
      readonly parameters: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'consented'; readonly judge: string; readonly version: string }
  | Answered
  | { readonly kind: 'opened' | 'closed'; readonly task: TaskKind }
  | { readonly kind: 'frozen' | 'thawed' }
  /** Texts that judges read were changed; the rest of the campaign stays. */
  | {
      readonly kind: 'changed';
      readonly title?: string;
      readonly consent?: string;
      readonly instructions?: Campaign['instructions'];
    }
  /** The judge gets no more assignments: attention checks failed. */
  | { readonly kind: 'stopped'; readonly judge: string; readonly reason: string }
  | { readonly kind: 'excluded' | 'included'; readonly judge: string; readonly reason: string }
  /** At the judge's request: the bodies of all events about the judge are removed; this one stays. */
  | { readonly kind: 'erased'; readonly judge: string }
  /** Replaces an event about an erased judge; see `withoutJudge`. */
  | { readonly kind: 'blank' };

/** What a judge is shown at the end, by whether the attention checks were passed. */
export interface CompletionCodes {
  readonly passed: string;
  readonly failed: string;
}

/** An answer, or a correction of an earlier one to the same assignment: the first is kept, the last counts. */
export interface Answered {
  readonly kind: 'answered';
  readonly judge: string;
  readonly assignment: string;
  /** Made by the browser for each answer: an answer that arrives again has the same key. */
  readonly key: string;
  readonly answer: Answer;
  /** Active time: the page was visible and the judge at work. */
  readonly seconds: number;
  readonly comment?: string;
  /** Hash of the instructions that the judge saw. */
  readonly instructions: string;
}

/** A stored event. */
export interface JournalEntry {
  /** 1, 2, 3, …, in the order of storing. */
  readonly seq: number;
  /** When it was stored, by the clock of the server: ISO 8601 with milliseconds. */
  readonly at: string;
  readonly event: CampaignEvent;
}

/** A journal with impossible contents. Not a `UsageError`: the code that opens journals adds what to do. */
export class DamagedJournal extends Error {
  override name = 'DamagedJournal';

  constructor(seq: number, what: string, options?: ErrorOptions) {
    super(`entry ${seq} ${what}`, options);
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isKind: Check = (value) => (taskKinds as readonly unknown[]).includes(value);
const isOne =
  (...values: readonly string[]): Check =>
  (value) =>
    (values as readonly unknown[]).includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

type Fields = Readonly<Record<string, Check>>;

/** The first invalid field. */
function wrongField(value: unknown, fields: Fields): string | undefined {
  if (typeof value !== 'object' || value === null) return Object.keys(fields)[0] ?? '';
  for (const name in fields) if (!fields[name]!((value as Record<string, unknown>)[name])) return name;
  return undefined;
}

const having =
  (fields: Fields): Check =>
  (value) =>
    wrongField(value, fields) === undefined;

const isEntry = having({ systems: listOf(isNumber) });
const isAssignment = having({ id: isText, judge: isText, kind: isKind, segment: isNumber, entries: listOf(isEntry) });
const isCampaign = having({
  title: isText,
  task: isText,
  segments: listOf(having({ key: isText })),
  systems: listOf(isText),
  outputs: listOf(listOf(isText)),
  kinds: listOf(isKind),
});

/** `countedAnswers` checks whether ranks and scores fit their assignment. */
const answerFields: Readonly<Record<Answer['kind'], Fields>> = {
  rank: { ranks: Array.isArray },
  pairwise: { ranks: Array.isArray },
  assess: {},
  mark: {},
  edit: { outcome: isText },
  accept: {},
  none: {},
};

const areErrors: Check = listOf(having({ severity: isText, category: isText }));
const isAbsent: Check = (value) => value === undefined;
const isTextAnswer = having({
  errors: (value) => isAbsent(value) || areErrors(value),
  scores: (value) => isAbsent(value) || listOf(isNumber)(value),
});

const isAnswer: Check = (value) => {
  const { kind, texts } = (value ?? {}) as { kind?: Answer['kind']; texts?: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(answerFields, kind)) return false;
  if (texts !== undefined && (kind === 'assess' || kind === 'mark')) return listOf(isTextAnswer)(texts);
  return having(kind === 'mark' ? { errors: areErrors } : answerFields[kind])(value);
};

/** Only the fields that are required to apply an event. */
const eventFields: Readonly<Record<CampaignEvent['kind'], Fields>> = {
  created: { campaign: isCampaign },
  'judge-added': { judge: isText },
  assigned: { assignments: listOf(isAssignment) },
  'link-made': { role: isOne('judge', 'organiser'), hash: isText },
  'link-revoked': { hash: isText },
  'enrolment-opened': { hash: isText, quota: isNumber, parameter: isText },
  'enrolment-closed': { hash: isText },
  enrolled: { judge: isText, hash: isText },
  consented: { judge: isText, version: isText },
  answered: { judge: isText, assignment: isText, key: isText, answer: isAnswer },
  opened: { task: isKind },
  closed: { task: isKind },
  frozen: {},
  thawed: {},
  changed: {},
  stopped: { judge: isText, reason: isText },
  excluded: { judge: isText, reason: isText },
  included: { judge: isText },
  erased: { judge: isText },
  blank: {},
};

export const eventKinds = Object.keys(eventFields) as readonly CampaignEvent['kind'][];

/** What is wrong with an event, as a phrase after its number; undefined if nothing is. */
export function faultOfEvent(event: unknown): string | undefined {
  const kind = (event as CampaignEvent | null | undefined)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(eventFields, kind))
    return `has the unknown kind ${JSON.stringify(kind)}`;
  const wrong = wrongField(event, eventFields[kind]);
  return wrong === undefined ? undefined : `(${kind}) has no valid ${wrong}`;
}

/**
 * What remains of an event when a judge is erased. The plan and the answers of others remain, and events that name the judge only by
 * pseudonym do not change. Answers, consent, links and reasons become `blank`; the judge's edits are removed from assignments of others.
 * The remaining journal can be replayed and gives the same record as `erased`.
 */
export function withoutJudge(event: CampaignEvent, judge: string): CampaignEvent {
  switch (event.kind) {
    case 'answered':
    case 'consented':
    case 'link-made':
    case 'excluded':
    case 'included':
    case 'enrolled':
    case 'stopped':
      return event.judge === judge ? { kind: 'blank' } : event;
    case 'assigned':
      if (!event.assignments.some((assignment) => isTextOf(assignment, judge))) return event;
      return { ...event, assignments: event.assignments.map((assignment) => withoutTextOf(assignment, judge)) };
    case 'created':
    case 'judge-added':
    case 'link-revoked':
    case 'enrolment-opened':
    case 'enrolment-closed':
    case 'changed':
    case 'opened':
    case 'closed':
    case 'frozen':
    case 'thawed':
    case 'erased':
    case 'blank':
      return event;
  }
}

/** Whether the assignment shows a text that this judge wrote. An unchanged text is the output of a system. */
export function isTextOf({ edited }: Assignment, editor: string): boolean {
  return edited?.editor === editor && edited.outcome === 'edited';
}

export function withoutTextOf(assignment: Assignment, editor: string): Assignment {
  const { edited, entries } = assignment;
  if (!edited || !isTextOf(assignment, editor)) return assignment;
  // In a check, the same text also replaces another output.
  const blanked = entries.map((entry) => (entry.damaged === undefined ? entry : { ...entry, damaged: '' }));
  return { ...assignment, entries: blanked, edited: { ...edited, text: '' } };
}
