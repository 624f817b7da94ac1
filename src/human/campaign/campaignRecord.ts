/** The state of a campaign: a pure function of its journal, updated entry by entry. */
import { UsageError } from '../../core/index.ts';
import type { Answer, Assignment, Campaign, TaskKind } from './campaign.ts';
import {
  type CampaignEvent,
  type CompletionCodes,
  DamagedJournal,
  type JournalEntry,
  faultOfEvent,
  isTextOf,
  withoutTextOf,
} from './events.ts';

export interface GivenAnswer {
  readonly seq: number;
  readonly at: string;
  readonly key: string;
  readonly answer: Answer;
  readonly seconds: number;
  readonly comment?: string;
  readonly instructions: string;
}

/** The first answer and the last correction; the last one counts. */
interface AnswerRecord {
  readonly first: GivenAnswer;
  readonly last: GivenAnswer;
  readonly times: number;
}

export interface JudgeRecord {
  readonly id: string;
  /** Why the judge is excluded, if so. */
  readonly excluded: string | undefined;
  /** The version of the consent text that the judge agreed to. */
  readonly consented: string | undefined;
  readonly erased: boolean;
  /** Why the judge gets no more assignments, if so. */
  readonly stopped: string | undefined;
  /** Drawn for this judge, if the campaign has no common codes. */
  readonly codes: CompletionCodes | undefined;
  /** Parameters of the address by which the judge enrolled, if so. */
  readonly enrolled: Readonly<Record<string, string>> | undefined;
  /** In the order they are offered. */
  readonly assignments: readonly Assignment[];
  /** By id of the assignment. */
  readonly answers: ReadonlyMap<string, AnswerRecord>;
}

/** The person a secret link admits; the link is known by its hash. */
export interface LinkRecord {
  readonly role: 'judge' | 'organiser';
  readonly judge?: string;
}

/** A common link by which people become judges. */
export interface EnrolmentRecord {
  readonly quota: number;
  readonly parameter: string;
  /** Judges who came by it. */
  readonly enrolled: number;
}

/** What judges read, from the entry `seq` on. */
export interface TextsRecord extends Pick<Campaign, 'title' | 'consent' | 'instructions'> {
  readonly seq: number;
  readonly at: string;
}

type Changing<T> = { -readonly [K in keyof T]: T[K] };

interface JudgeInWork extends Changing<Omit<JudgeRecord, 'assignments' | 'answers'>> {
  assignments: Assignment[];
  answers: Map<string, AnswerRecord>;
}

export class CampaignRecord {
  /** Number of the last entry applied. */
  seq = 0;
  frozen = false;
  #campaign: Campaign | undefined;
  readonly #judges = new Map<string, JudgeInWork>();
  readonly #assignments = new Map<string, Assignment>();
  readonly #links = new Map<string, LinkRecord>();
  readonly #enrolments = new Map<string, EnrolmentRecord>();
  readonly #texts: TextsRecord[] = [];
  readonly #open = new Set<TaskKind>();

  /** Applies entries in order. Skips entries applied before; refuses invalid ones without any change. */
  take({ seq, at, event }: JournalEntry): void {
    if (seq <= this.seq) return;
    if (seq > this.seq + 1) throw new DamagedJournal(this.seq + 1, 'is missing');
    const fault = faultOfEvent(event);
    if (fault !== undefined) throw new DamagedJournal(seq, fault);
    this.#apply(event, seq, at);
    this.seq = seq;
  }

  get campaign(): Campaign {
    if (!this.#campaign) throw new UsageError('The journal is empty. Create a campaign with assay judge init.');
    return this.#campaign;
  }

  get judges(): ReadonlyMap<string, JudgeRecord> {
    return this.#judges;
  }

  assignment(id: string): Assignment | undefined {
    return this.#assignments.get(id);
  }

  /** Undefined for an unknown or revoked link. */
  link(hash: string): LinkRecord | undefined {
    return this.#links.get(hash);
  }

  /** By hash, without revoked links. */
  get links(): ReadonlyMap<string, LinkRecord> {
    return this.#links;
  }

  /** By hash of the common link, without closed ones. */
  get enrolments(): ReadonlyMap<string, EnrolmentRecord> {
    return this.#enrolments;
  }

  /** Title, consent and instructions, in every version. The last is that of the campaign. */
  get texts(): readonly TextsRecord[] {
    return this.#texts;
  }

  /** Open tasks, whether or not the campaign is frozen. */
  get open(): ReadonlySet<TaskKind> {
    return this.#open;
  }

  /** Whether judges can submit answers of this kind: it is open and the campaign is not frozen. */
  isOpen(kind: TaskKind): boolean {
    return !this.frozen && this.#open.has(kind);
  }

  #apply(event: CampaignEvent, seq: number, at: string): void {
    switch (event.kind) {
      case 'created':
        this.#campaign = event.campaign;
        this.#keepTexts(seq, at);
        for (const kind of event.campaign.kinds) if (kind !== 'accept') this.#open.add(kind);
        return;
      case 'judge-added':
        this.#judges.set(event.judge, {
          id: event.judge,
          excluded: undefined,
          consented: undefined,
          erased: false,
          stopped: undefined,
          codes: event.codes,
          enrolled: undefined,
          assignments: [],
          answers: new Map(),
        });
        return;
      case 'assigned':
        this.#assign(event.assignments, seq);
        return;
      case 'link-made':
        this.#links.set(event.hash, { role: event.role, ...(event.judge !== undefined && { judge: event.judge }) });
        return;
      case 'link-revoked':
        this.#links.delete(event.hash);
        return;
      case 'enrolment-opened':
        this.#enrolments.set(event.hash, { quota: event.quota, parameter: event.parameter, enrolled: 0 });
        return;
      case 'enrolment-closed':
        this.#enrolments.delete(event.hash);
        return;
      case 'enrolled': {
        this.#judge(event.judge, seq).enrolled = event.parameters;
        const link = this.#enrolments.get(event.hash);
        if (link) this.#enrolments.set(event.hash, { ...link, enrolled: link.enrolled + 1 });
        return;
      }
      case 'changed': {
        const { campaign } = this;
        const { title = campaign.title, consent = campaign.consent, instructions } = event;
        this.#campaign = { ...campaign, title, consent, instructions: { ...campaign.instructions, ...instructions } };
        this.#keepTexts(seq, at);
        return;
      }
      case 'stopped':
        this.#judge(event.judge, seq).stopped = event.reason;
        return;
      case 'consented':
        this.#judge(event.judge, seq).consented = event.version;
        return;
      case 'answered': {
        const { judge, assignment, kind: _, ...given } = event;
        const { answers } = this.#judge(judge, seq);
        const answer: GivenAnswer = { seq, at, ...given };
        const before = answers.get(assignment);
        answers.set(assignment, { first: before?.first ?? answer, last: answer, times: (before?.times ?? 0) + 1 });
        return;
      }
      case 'opened':
        this.#open.add(event.task);
        return;
      case 'closed':
        this.#open.delete(event.task);
        return;
      case 'frozen':
      case 'thawed':
        this.frozen = event.kind === 'frozen';
        return;
      case 'excluded':
      case 'included':
        this.#judge(event.judge, seq).excluded = event.kind === 'excluded' ? event.reason : undefined;
        return;
      case 'erased': {
        const judge = this.#judge(event.judge, seq);
        judge.erased = true;
        judge.answers.clear();
        judge.consented = undefined;
        judge.excluded = undefined;
        judge.stopped = undefined;
        judge.enrolled = undefined;
        for (const [hash, link] of this.#links) if (link.judge === event.judge) this.#links.delete(hash);
        this.#forgetEdits(event.judge);
        return;
      }
      case 'blank':
        return;
    }
  }

  #keepTexts(seq: number, at: string): void {
    const { title, consent, instructions } = this.campaign;
    this.#texts.push({ seq, at, title, consent, instructions });
  }

  /** All or none: the judges are checked first. */
  #assign(assignments: readonly Assignment[], seq: number): void {
    const judges = assignments.map(({ judge }) => this.#judge(judge, seq));
    for (let i = 0; i < assignments.length; i++) {
      this.#assignments.set(assignments[i]!.id, assignments[i]!);
      judges[i]!.assignments.push(assignments[i]!);
    }
  }

  /** Verdicts on edits of an erased judge stay, but the texts are removed, and open assignments about them are withdrawn. */
  #forgetEdits(editor: string): void {
    for (const judge of this.#judges.values()) {
      const isHis = (assignment: Assignment) => isTextOf(assignment, editor);
      for (const { id } of judge.assignments.filter(isHis))
        this.#assignments.set(id, withoutTextOf(this.#assignments.get(id)!, editor));
      judge.assignments = judge.assignments
        .filter((assignment) => !isHis(assignment) || judge.answers.has(assignment.id))
        .map((assignment) => withoutTextOf(assignment, editor));
    }
  }

  #judge(id: string, seq: number): JudgeInWork {
    const judge = this.#judges.get(id);
    if (!judge) throw new DamagedJournal(seq, `refers to ${id}, who was never added`);
    return judge;
  }
}
