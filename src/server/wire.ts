/** The JSON between browsers and the server. Judges never receive the name of a system or of another judge, or the part of an assignment in the plan. */
import type { Answer, TaskKind } from '../human/index.ts';

/** GET /api/organiser/live. */
export type { LiveCampaign } from '../report/index.ts';

export interface JudgeHome {
  readonly title: string;
  /** Their own pseudonym. */
  readonly judge: string;
  readonly consent: { readonly version: string; readonly text: string; readonly given: boolean };
  readonly frozen: boolean;
  readonly tasks: readonly {
    readonly kind: TaskKind;
    readonly open: boolean;
    readonly instructions: string;
    readonly instructionsVersion: string;
    readonly done: number;
    readonly total: number;
    /** The practice round comes first. */
    readonly practiceDone: number;
    readonly practiceTotal: number;
    /** Ids in order; practice first. */
    readonly assignments: readonly { readonly id: string; readonly practice: boolean; readonly answered: boolean }[];
  }[];
}

export interface ShownText {
  readonly text: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

/** Neighbours in the document, and the segment itself. */
export interface ShownContext {
  readonly before: readonly ShownText[];
  readonly here: ShownText;
  readonly after: readonly ShownText[];
}

export interface ShownAssignment {
  readonly id: string;
  readonly kind: TaskKind;
  readonly practice: boolean;
  /** The last answer, for corrections. */
  readonly answer?: Answer;
  readonly comment?: string;
  /** Absent if the kind forbids it (`edit`) or there is none. */
  readonly source?: ShownContext;
  readonly reference?: ShownContext;
  /** In the order to show them. */
  readonly texts: readonly ShownText[];
  /** For `mark`. */
  readonly errors?: { readonly categories: readonly string[]; readonly severities: readonly string[] };
}

/** POST /api/judge/answers. Sent again after a lost reply, it is stored once. */
export interface SentAnswer {
  readonly key: string;
  readonly assignment: string;
  readonly answer: Answer;
  readonly seconds: number;
  readonly comment?: string;
  readonly instructions: string;
}

export interface StoredAnswer {
  readonly key: string;
  readonly assignment: string;
  /** Feedback on a practice answer. Absent otherwise. */
  readonly hint?: Hint;
}

export interface Hint {
  /** `open`: there is no expected answer. */
  readonly verdict: 'right' | 'wrong' | 'open';
  readonly text: string;
}

export interface WireError {
  readonly error: string;
}

/** GET /api/judge/export: the judge's answers, including every correction. */
export interface JudgeExport {
  readonly title: string;
  readonly judge: string;
  readonly consents: readonly { readonly at: string; readonly version: string }[];
  readonly answers: readonly (Omit<SentAnswer, 'key'> & { readonly at: string })[];
}

/** POST /api/organiser/make-link {role, judge?}: the link is shown this once. */
export interface MadeLink {
  readonly role: 'judge' | 'organiser';
  readonly judge?: string;
  /** Path after the address of the server: `/j/…`. */
  readonly path: string;
  /** Identifies the link in POST /api/organiser/revoke-link {hash}. */
  readonly hash: string;
}

/** POST /api/organiser/add-judges {count}. */
export interface AddedJudges {
  readonly links: readonly MadeLink[];
}

/** POST /api/organiser/extend {more, kinds?, judges?} and close {task}: how many assignments were planned. */
export interface Planned {
  readonly assignments: number;
}

/** GET /api/organiser/links. */
export interface ListedLinks {
  readonly links: readonly {
    readonly hash: string;
    readonly role: 'judge' | 'organiser';
    readonly judge?: string;
    /** Whether the organiser who asks is signed in with it. */
    readonly own: boolean;
  }[];
}
