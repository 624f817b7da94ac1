/** The JSON between browsers and the server. Judges never receive the name of a system or of another judge, or the part of an assignment in the plan. */
import type { Answer, Assignment, MarkedSpan, TaskDesign, TaskKind, TextSpan, TextsRecord } from '../human/index.ts';

/** GET /api/organiser/live. */
export type { LiveCampaign } from '../report/index.ts';

export interface JudgeHome {
  readonly title: string;
  /** Their own pseudonym. */
  readonly judge: string;
  readonly consent: { readonly version: string; readonly text: string; readonly given: boolean };
  readonly frozen: boolean;
  /** How many unanswered assignments of a task can be fetched before earlier ones are answered: enough to work offline for a while. */
  readonly ahead: number;
  /** The judge failed attention checks and gets no more assignments. */
  readonly stopped: boolean;
  /** When all is done, or the judge was stopped: what the platform wants back. `link` is complete. */
  readonly completion?: { readonly code: string; readonly text?: string; readonly link?: string };
  readonly tasks: readonly {
    readonly kind: TaskKind;
    readonly open: boolean;
    readonly instructions: string;
    readonly instructionsVersion: string;
    readonly done: number;
    readonly total: number;
    /** Median of the judge's own times, once there are a few, to say how long the rest takes. */
    readonly secondsEach?: number;
    /** The practice round comes first. */
    readonly practiceDone: number;
    readonly practiceTotal: number;
    /** Ids in order; practice first. Where more follow as answers arrive, `total` is larger than their number, or 0 if nobody knows. */
    readonly assignments: readonly {
      readonly id: string;
      readonly practice: boolean;
      readonly answered: boolean;
      /** Equal for segments of one document that are judged in one go. */
      readonly page?: string;
    }[];
  }[];
}

/** GET /api/enrol/:token?PROLIFIC_PID=…: what a person sees who comes by the common link. POST {consent?} there takes part, or continues. */
export interface Enrolment {
  readonly title: string;
  /** The parameter that names the person: `PROLIFIC_PID`. */
  readonly parameter: string;
  /**
   * `open`: the person can take part; `known`: they do already; `unnamed`: the address does not say who they are. Otherwise nobody new can
   * take part: `full`: all places are taken; `paused`: not now; `over`: no task is open.
   */
  readonly state: 'open' | 'known' | 'unnamed' | 'full' | 'paused' | 'over';
  /** The text is empty if there is nothing to agree to. */
  readonly consent: { readonly version: string; readonly text: string };
  /** Of the place that is free, or of the judge that the person is. */
  readonly tasks: readonly EnrolmentTask[];
}

export interface EnrolmentTask {
  readonly kind: TaskKind;
  readonly instructions: string;
  readonly total: number;
  readonly practice: number;
  readonly done: number;
  /** For all of it, practice included. */
  readonly seconds: number;
  /** Whether `seconds` follows from the times of answers in this campaign; otherwise from the number of words. */
  readonly isMeasured: boolean;
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

/** All segments of a document, in order; `here` is the number of the one to judge. Texts are in the order of `ShownAssignment.texts`. */
export interface ShownDocument {
  readonly here: number;
  readonly segments: readonly {
    readonly source?: ShownText;
    readonly reference?: ShownText;
    readonly texts: readonly ShownText[];
    /** The judge's assignment of this segment with these texts, if there is one. */
    readonly assignment?: string;
  }[];
}

export interface ShownAssignment {
  readonly id: string;
  readonly kind: TaskKind;
  readonly practice: boolean;
  /** What to show and to ask. */
  readonly design: TaskDesign;
  /** Shown above the texts: what to do with this item of the tutorial, or what is special about the document. */
  readonly instruction?: string;
  /** In practice: a wrong answer may be left as it is. Items of the tutorial can forbid that. */
  readonly skippable?: boolean;
  /** The last answer, for corrections. */
  readonly answer?: Answer;
  readonly comment?: string;
  /** Absent if the kind forbids it (`edit`) or there is none. */
  readonly source?: ShownContext;
  readonly reference?: ShownContext;
  /** In the order to show them. */
  readonly texts: readonly ShownText[];
  /** By text: errors that are marked when the judge begins. */
  readonly prefilled?: readonly (readonly MarkedSpan[])[];
  /** The part of the segment to judge: in the source, and in each text; null where it was lost. */
  readonly constituent?: { readonly source: TextSpan; readonly texts: readonly (TextSpan | null)[] };
  /** If the context is the whole document. Then `source` and `reference` have no neighbours. */
  readonly document?: ShownDocument;
  /** Whether the answer must have a score of the whole document for each text. */
  readonly asksDocumentScore?: boolean;
  /** For `mark`; the same as in `design.marking`, as flat lists. */
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
  /** Feedback on a practice answer, or on a failed attention check if the campaign warns judges. Absent otherwise. */
  readonly hint?: string;
  /** With a hint: whether the answer was right. Absent if there is no right answer. */
  readonly right?: boolean;
  /** More assignments were given to the judge, the judge was stopped, or the instructions have changed: load the home again. */
  readonly changed?: boolean;
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
  /** What is wrong with the plan, in sentences: edits that nobody has yet. */
  readonly problems?: readonly string[];
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

/** GET /api/organiser/answers?judge&system&kind&order&from: a page of answers that match, practice included. */
export interface ListedAnswers {
  /** Of all that match. */
  readonly total: number;
  /** All systems of the campaign. */
  readonly systems: readonly string[];
  readonly answers: readonly ListedAnswer[];
}

export interface ListedAnswer {
  readonly assignment: string;
  readonly judge: string;
  readonly kind: TaskKind;
  /** Key of the segment; absent in the tutorial. */
  readonly segment?: string;
  readonly part: Assignment['part'];
  /** By text, in the order shown: the systems that have this output; `damaged` texts are of none. */
  readonly texts: readonly { readonly systems: readonly string[]; readonly damaged: boolean }[];
  readonly at: string;
  readonly seconds: number;
  readonly answer: Answer;
  readonly comment?: string;
  /** How many times it was corrected. */
  readonly corrections: number;
  /** From 0 to 1; absent if nobody else judged it. */
  readonly disagreement?: number;
}

/** GET /api/organiser/answers/:assignment: the screen that the judge saw, and what others answered about the same segment. */
export interface SeenAnswer extends ListedAnswer {
  readonly shown: ShownAssignment;
  readonly first: Answer;
  readonly others: readonly ListedAnswer[];
}

/** GET /api/organiser/texts: what judges read, the current version last. POST /api/organiser/change {title?, consent?, instructions?}. */
export interface CampaignTexts {
  readonly versions: readonly TextsRecord[];
}
