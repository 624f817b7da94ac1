/**
 * A campaign: what is judged, by whom, in which order. It is planned before the first judge starts (judging as in WMT09, Callison-Burch et
 * al. 2009, section 3, and later kinds of task).
 */

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
  /** Error categories and severities that judges choose from. */
  readonly errors: { readonly categories: readonly string[]; readonly severities: readonly string[] };
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
  /** In the order they are shown; one for all kinds but `rank` and `pairwise`. */
  readonly entries: readonly Entry[];
  readonly part: 'own' | 'pool' | 'repeat' | 'check' | 'practice';
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
  | { readonly kind: 'edit'; readonly outcome: 'edited'; readonly text: string }
  | { readonly kind: 'edit'; readonly outcome: 'unchanged' | 'unable' }
  | { readonly kind: 'accept'; readonly acceptable: boolean }
  /** Any kind: the judge cannot judge it. */
  | { readonly kind: 'none' };

export interface MarkedSpan {
  readonly side: 'source' | 'output';
  /** In UTF-16 units of the text, as in browsers; the end is exclusive. An omission is an empty span in the source. */
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly category: string;
}
