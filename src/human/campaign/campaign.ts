/**
 * A campaign: what is to be judged, by whom, in which order. All of it is planned before the first judge sees anything (judging as in
 * WMT09, Callison-Burch et al. 2009, section 3, and the kinds that came later).
 */

/** In the order in which they are offered: `rank` and `edit` at the same time, `accept` when editing has ended. */
export const taskKinds = ['rank', 'pairwise', 'assess', 'mark', 'edit', 'accept'] as const;
/**
 * `rank`: up to five translations, ties allowed; `pairwise`: two; `assess`: 0 to 100; `mark`: errors with their severity;
 * `edit`: make it fluent without source or reference; `accept`: is what an editor made of it fluent and equivalent to the reference?
 */
export type TaskKind = (typeof taskKinds)[number];

export interface CampaignSegment {
  /** As judgments name it: for texts of lines, the number of its line. */
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

/** What stands in the plan; nobody but the server and the organiser sees it. */
export interface Campaign {
  /** Of the form of this data. */
  readonly version: 1;
  readonly title: string;
  /** What is evaluated: `de-en`. */
  readonly task: string;
  readonly source: CampaignLanguage;
  readonly target: CampaignLanguage;
  readonly seed: number;
  /** In the order of the test set, so that neighbours of the same document are context. */
  readonly segments: readonly CampaignSegment[];
  readonly systems: readonly string[];
  /** By system, then segment. */
  readonly outputs: readonly (readonly string[])[];
  readonly kinds: readonly TaskKind[];
  readonly settings: PlanSettings;
  /** What judges are told of each kind, and what they agree to before they begin. Their hash is kept with every answer. */
  readonly instructions: Readonly<Partial<Record<TaskKind, string>>>;
  readonly consent: string;
  /** Error types and severities that markers choose from. */
  readonly errors: { readonly categories: readonly string[]; readonly severities: readonly string[] };
}

/** How a campaign is planned: judges, overlap, practice, checks. */
export interface PlanSettings {
  readonly judges: number;
  /** Assignments of each kind for each judge, repeats and checks included. */
  readonly perJudge: number;
  /** Most translations in one ranking. */
  readonly rankedAtOnce: number;
  /** Share of assignments that a judge sees twice. */
  readonly repeats: number;
  /** Between the two there are at least so many others. */
  readonly repeatDistance: number;
  /** Share of assignments that come from a pool all judges share. */
  readonly pool: number;
  /** Share of assignments that hold a damaged translation, to see whether the judge looks. */
  readonly checks: number;
}

/** A text that is shown, once for all systems that gave it. */
export interface Entry {
  /** Numbers of systems; the text is the output of each. */
  readonly systems: readonly number[];
  /** Shown in place of the output: damaged on purpose. It is no judgment of the systems. */
  readonly damaged?: string;
}

/** Something for one judge to do. */
export interface Assignment {
  /** The only name a browser ever hears; it says nothing. */
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
  /** For `accept`: whose edit of the entry's output is judged; the text, and what the editor said of it. */
  readonly edited?: {
    readonly editor: string;
    readonly outcome: 'edited' | 'unchanged' | 'unable';
    readonly text: string;
  };
}

/** What a judge said in one assignment, by kind of task. */
export type Answer =
  /** By place: 1 is best, equal ranks are ties. */
  | { readonly kind: 'rank' | 'pairwise'; readonly ranks: readonly number[] }
  | { readonly kind: 'assess'; readonly score: number }
  | { readonly kind: 'mark'; readonly errors: readonly MarkedSpan[]; readonly score?: number }
  | { readonly kind: 'edit'; readonly outcome: 'edited'; readonly text: string }
  | { readonly kind: 'edit'; readonly outcome: 'unchanged' | 'unable' }
  | { readonly kind: 'accept'; readonly acceptable: boolean }
  /** Any kind: the judge cannot say. */
  | { readonly kind: 'none' };

export interface MarkedSpan {
  readonly side: 'source' | 'output';
  /** In UTF-16 units of the text, as a browser counts; the end is not part of it. An omission is an empty span in the source. */
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly category: string;
}
