/**
 * A campaign: what is judged, by whom, in which order. It is planned before the first judge starts (judging as in WMT09, Callison-Burch et
 * al. 2009, section 3, and later kinds of task).
 */
import type { MarkedSpan, TaskDesign, TextAnswer, TextSpan } from './taskDesign.ts';

export type { MarkedSpan, TextSpan };

/** In the order in which they are offered: `rank` and `edit` at the same time, `accept` when editing has ended. */
export const taskKinds = ['rank', 'pairwise', 'assess', 'mark', 'edit', 'accept'] as const;
/**
 * The kind of task that a judge does. In `rank` the judge orders up to five translations, with ties allowed; in `pairwise` two. In `assess`
 * the judge gives a score from 0 to 100; in `mark` marks errors with their severity. In `edit` the judge makes an output fluent without
 * seeing source or reference; in `accept` decides whether an edited output is fluent and equivalent to the reference.
 */
export type TaskKind = (typeof taskKinds)[number];

export interface CampaignSegment {
  /** As judgments name it: the line number, for plain text files. */
  readonly key: string;
  readonly document?: string;
  readonly source?: string;
  readonly reference?: string;
  /** A part of the segment to judge, as in WMT07 and WMT08: where it is in the source, and in the output of each system. */
  readonly constituent?: { readonly source: TextSpan; readonly outputs: readonly (TextSpan | null)[] };
}

/** What is known about a document. */
export interface CampaignDocument {
  /** The kind of text: `news`. */
  readonly domain?: string;
  /** Shown above every segment of the document. */
  readonly instruction?: string;
}

export interface CampaignLanguage {
  /** BCP 47: `de`. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
}

/** A judging campaign: its texts, systems, settings and instructions. Only the server and the organiser see it. */
export interface Campaign {
  /** Version of this data format. */
  readonly version: 1;
  readonly title: string;
  /** What is evaluated: `de-en`. */
  readonly task: string;
  readonly source: CampaignLanguage;
  readonly target: CampaignLanguage;
  readonly seed: number;
  /** In the order of the test set: neighbours in the same document give context. */
  readonly segments: readonly CampaignSegment[];
  readonly systems: readonly string[];
  /** By system, then segment. */
  readonly outputs: readonly (readonly string[])[];
  readonly kinds: readonly TaskKind[];
  readonly settings: PlanSettings;
  /** Instructions for each kind, and the text that judges agree to before they begin. Every answer stores the hash of its instructions. */
  readonly instructions: Readonly<Partial<Record<TaskKind, string>>>;
  readonly consent: string;
  /** Error categories and severities of campaigns without `designs`. */
  readonly errors: { readonly categories: readonly string[]; readonly severities: readonly string[] };
  /** How each kind of task is judged. Absent in campaigns of earlier versions; see `designOf`. */
  readonly designs?: Readonly<Partial<Record<TaskKind, TaskDesign>>>;
  /** By name of the document. */
  readonly documents?: Readonly<Record<string, CampaignDocument>>;
  /** By system, then segment: errors that are marked when the judge begins. */
  readonly prefilled?: readonly (readonly (readonly MarkedSpan[])[])[];
  /** In order, before everything else. They replace the practice round of their kind. */
  readonly tutorial?: readonly TutorialItem[];
  /** What attention checks decide. Absent: they are only counted. */
  readonly checks?: CheckDesign;
  /** What judges see when they have finished. */
  readonly completion?: Completion;
  /** How judges get their assignments; default: by a plan made in advance. */
  readonly assignment?: AssignmentDesign;
}

/** An item of the tutorial: texts of its own, what to do with them, and the expected answer. */
export interface TutorialItem {
  readonly kind: TaskKind;
  readonly source?: string;
  readonly reference?: string;
  readonly outputs: readonly string[];
  /** Tells the judge what to do. */
  readonly instruction: string;
  /** By output. */
  readonly prefilled?: readonly (readonly MarkedSpan[])[];
  /** By output; what is absent is not checked. Ranks are those of `rank` and `pairwise`. */
  readonly expected: readonly {
    readonly errors?: readonly ExpectedSpan[];
    readonly score?: number;
    readonly rank?: number;
  }[];
  /** Whether a wrong answer may be left as it is. */
  readonly isSkippable?: boolean;
}

export type ExpectedSpan = Pick<MarkedSpan, 'start' | 'end'> &
  Partial<Pick<MarkedSpan, 'side' | 'marker' | 'severity' | 'category'>>;

/** How attention checks are made, when a judge has passed them, and what follows if not. */
export interface CheckDesign {
  /** `damaged`: a run of words replaced by words of another segment. `rotated`: a run of words moved to its end, as in contrastive ESA. */
  readonly damage: 'damaged' | 'rotated';
  /**
   * When a judge has passed. `failures`: with at most this many checks failed, or at most this share if below 1. `appraise`: if damaged
   * outputs score lower than the originals by a one-sided Mann-Whitney test with p ≤ `alpha`, in at least `seconds` of work.
   */
  readonly pass:
    | { readonly by: 'failures'; readonly most: number }
    | { readonly by: 'appraise'; readonly alpha: number; readonly seconds: number };
  /** `warn`: at once, and the judge can correct the answer; `token`: another completion code; `stop`: no more assignments, and another code. */
  readonly failing: 'nothing' | 'warn' | 'token' | 'stop';
}

/** Codes and a link for judges of a crowdsourcing platform. */
interface Completion {
  /** A text with `${TOKEN}` and `${USER}`. */
  readonly text?: string;
  /** A link with `${TOKEN}` and `${USER}`: `https://app.prolific.com/submissions/complete?cc=${TOKEN}`. */
  readonly link?: string;
  /** One code for all; absent: every judge has their own, drawn when the judge is added. */
  readonly passed?: string;
  /** For judges who failed the checks. */
  readonly failed?: string;
}

/**
 * `plan`: lists made in advance. `stream`: the next judge gets the next document or segment. `dynamic`: the same, with systems drawn by
 * their rank so far, after `coldStart` judgments of each. A pure function of the journal, so it can be checked.
 */
export interface AssignmentDesign {
  readonly by: 'plan' | 'stream' | 'dynamic';
  readonly coldStart?: number;
}

/** The settings of a campaign plan: judges, repeats, shared pool, checks. */
export interface PlanSettings {
  readonly judges: number;
  /** Assignments of each kind for each judge, repeats and checks included. */
  readonly perJudge: number;
  /** Most translations in one ranking. */
  readonly rankedAtOnce: number;
  /** Share of assignments that a judge sees twice. */
  readonly repeats: number;
  /** Minimum number of other assignments between a repeat and its original. */
  readonly repeatDistance: number;
  /** Share of assignments that come from a pool all judges share. */
  readonly pool: number;
  /** Share of assignments with a damaged translation, as attention checks. */
  readonly checks: number;
}

/** A text to show, once for all systems with this output. */
export interface Entry {
  /** Numbers of systems; the text is the output of each. */
  readonly systems: readonly number[];
  /** The damaged text shown instead of the output. Answers about it do not judge the systems. */
  readonly damaged?: string;
}

/** One item for one judge to judge. */
export interface Assignment {
  /** Opaque id, the only name that browsers receive. */
  readonly id: string;
  readonly judge: string;
  readonly kind: TaskKind;
  /** Number of the segment. */
  readonly segment: number;
  /** In the order they are shown; one for `edit` and `accept`, and for other kinds as many as the design puts side by side. */
  readonly entries: readonly Entry[];
  readonly part: 'own' | 'pool' | 'repeat' | 'check' | 'practice';
  /** Number of the item of the tutorial, in practice; it has no segment (−1), and its entries have no systems. */
  readonly tutorial?: number;
  /** Opaque id, common to the segments of a document that are judged in one go, in order, with the same systems. */
  readonly page?: string;
  /** The id of the assignment that it repeats. */
  readonly repeats?: string;
  /** For `accept`: the editor of the judged edit, its text, and its outcome. */
  readonly edited?: {
    readonly editor: string;
    readonly outcome: 'edited' | 'unchanged' | 'unable';
    readonly text: string;
  };
}

/** A judge's answer to one assignment, by kind of task. */
export type Answer =
  /** By place: 1 is best, equal ranks are ties. */
  | { readonly kind: 'rank' | 'pairwise'; readonly ranks: readonly number[] }
  | { readonly kind: 'assess'; readonly score: number }
  | { readonly kind: 'mark'; readonly errors: readonly MarkedSpan[]; readonly score?: number }
  /** Several outputs side by side, or several scales; read both forms with `textAnswers`. `document`: scores of the document, by output. */
  | { readonly kind: 'assess' | 'mark'; readonly texts: readonly TextAnswer[]; readonly document?: readonly number[] }
  | { readonly kind: 'edit'; readonly outcome: 'edited'; readonly text: string }
  | { readonly kind: 'edit'; readonly outcome: 'unchanged' | 'unable' }
  | { readonly kind: 'accept'; readonly acceptable: boolean }
  /** Any kind: the judge cannot judge it. */
  | { readonly kind: 'none' };
