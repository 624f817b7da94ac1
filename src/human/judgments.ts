/**
 * Human judgments as data: rankings, ratings, marked errors, edits and verdicts on edits, as in WMT09 (Callison-Burch et al. 2009, section
 * 3) and later campaigns.
 */
import { groupBy } from '../core/index.ts';

/** The fields that all judgments have: task, segment, judge, order and time. */
export interface Judgment {
  /** What was evaluated, usually a language pair: `de-en`. Judgments of different tasks are never compared. */
  readonly task: string;
  /** Key of the segment within the task: the line number, from 1, for plain text files. */
  readonly segment: string;
  readonly document?: string;
  /** The kind of text: `news`. */
  readonly domain?: string;
  readonly judge: string;
  /** Order of the judge's work: grows with each judgment of the same kind by the same judge. */
  readonly order: number;
  /** Seconds spent on it. */
  readonly seconds?: number;
  /** When the judge began and finished, in seconds since 1970. */
  readonly started?: number;
  readonly ended?: number;
  /** The year or test set that the file names: `wmt22`. See `keepApart`. */
  readonly testSet?: string;
  /** What judges were asked to do: `DA`, `ESA`, `ESA-AI`, `MQM`. See `keepApart`. */
  readonly protocol?: string;
  /** The round of collection: `1`. A judgment of the same output in another wave is an observation of its own. */
  readonly wave?: string;
  /** What the judge got in one piece: a HIT, or a page with several outputs side by side. */
  readonly batch?: string;
}

/** A judge's ranking of the outputs of several systems for one segment. A preference between two outputs is a ranking of two. */
export interface Ranking extends Judgment {
  /** In the order they were shown. */
  readonly systems: readonly string[];
  /** 1 is best, equal ranks are ties; NaN if the judge gave none. */
  readonly ranks: readonly number[];
  /** Entries with equal numbers were one text, shown once for all its systems; absent if each entry was shown separately. */
  readonly shown?: readonly number[];
}

/** A judge's rating of a single output, as in direct assessment. */
export interface Rating extends Judgment {
  readonly system: string;
  readonly score: number;
  /** The scale of the score if it is not 0 to 100: `1-5`, `0-6`, or `z` if the organisers standardised it. See `keepApart`. */
  readonly scale?: string;
  readonly item: RatedItem;
  /** The system whose output was shown beside it, in side-by-side judgments. */
  readonly beside?: string;
}

/**
 * What was rated. Only outputs count for systems; `reference`, `damaged` and `repeat` are added to check the judge, `incomplete` is an output
 * in a document that was cut short to fill a list, and `document` is a whole document, whose name is then the key of the segment.
 */
export type RatedItem = 'output' | 'reference' | 'damaged' | 'repeat' | 'incomplete' | 'document';

/** The errors that a judge marked in one output, as in MQM; the list may be empty. */
export interface Annotation extends Judgment {
  readonly system: string;
  readonly errors: readonly MarkedError[];
  /** As for ratings; absent for an output. */
  readonly item?: 'repeat' | 'incomplete';
  readonly beside?: string;
}

/** An error that a judge marked: its category, severity and side. */
export interface MarkedError {
  readonly category: string;
  readonly severity: string;
  readonly side: 'source' | 'output';
  /** The text marked, where known. */
  readonly text?: string;
  /** Where it is: from the character `start` up to, but not including, `end`, as the tool counts characters. */
  readonly start?: number;
  readonly end?: number;
}

/** A judge's edit of an output, made without seeing source or reference. */
export interface Edit extends Judgment {
  readonly system: string;
  readonly outcome: 'edited' | 'unchanged' | 'unable';
  readonly text?: string;
  /** The id by which verdicts refer to it. */
  readonly edit?: string;
}

/** A judge's verdict on whether an edited output is acceptable. */
export interface Verdict extends Judgment {
  readonly system: string;
  /** Empty if it is not known, or if the output was not edited. */
  readonly editor: string;
  /** The id of the edit. */
  readonly edit?: string;
  readonly acceptable: boolean;
}

/** All judgments of an input, and what was left out. */
export interface Judgments {
  readonly rankings: readonly Ranking[];
  readonly ratings: readonly Rating[];
  readonly annotations: readonly Annotation[];
  readonly edits: readonly Edit[];
  readonly verdicts: readonly Verdict[];
  readonly dropped: readonly Dropped[];
}

/** Something in the input that was left out. */
export interface Dropped {
  /** As a phrase after the number: `rows without a judge`. */
  readonly what: string;
  readonly count: number;
  /** Location of the first one: `judgments.tsv, line 7`; if it is malformed, also what is wrong. */
  readonly first: string;
}

/** Counts what is left out, by kind. */
export class LeftOut {
  readonly #counts = new Map<string, Dropped>();

  /** `place` is its location in the input. */
  add(what: string, place: string): void {
    const { count = 0, first = place } = this.#counts.get(what) ?? {};
    this.#counts.set(what, { what, count: count + 1, first });
  }

  /** In order of first appearance. */
  list(): Dropped[] {
    return [...this.#counts.values()];
  }
}

/** `3 rows without a judge`, `1 row without a judge`: what was left out, with its number. */
export function droppedText({ count, what }: Pick<Dropped, 'count' | 'what'>): string {
  if (count !== 1) return `${count} ${what}`;
  const one = what
    .replace(/(\w)s\b/, '$1')
    .replace(/\b(that|which) (do|were|repeat|stand)\b/, (_, who: string, verb: string) => `${who} ${ofOne[verb]}`);
  return `1 ${one}`;
}

const ofOne: Readonly<Record<string, string>> = { do: 'does', were: 'was', repeat: 'repeats', stand: 'stands' };

/** The tasks of some judgments, in order of first appearance. */
export function tasksOf(judgments: readonly Judgment[]): string[] {
  return [...new Set(judgments.map(({ task }) => task))];
}

const judgmentKinds = ['rankings', 'ratings', 'annotations', 'edits', 'verdicts'] as const;

/** The name of one of the five kinds of judgments. */
export type JudgmentKind = (typeof judgmentKinds)[number];

/** The number of judgments of each kind, by name. */
export const countJudgments = (judgments: Judgments): Record<JudgmentKind, number> =>
  Object.fromEntries(judgmentKinds.map((kind) => [kind, judgments[kind].length])) as Record<JudgmentKind, number>;

/** Judgments of all kinds. */
export const allJudgments = (judgments: Judgments): Judgment[] =>
  judgmentKinds.flatMap((kind): readonly Judgment[] => judgments[kind]);

/** Judgments of several inputs, in order. */
export const joinJudgments = (all: readonly Judgments[]): Judgments => ({
  rankings: all.flatMap(({ rankings }) => rankings),
  ratings: all.flatMap(({ ratings }) => ratings),
  annotations: all.flatMap(({ annotations }) => annotations),
  edits: all.flatMap(({ edits }) => edits),
  verdicts: all.flatMap(({ verdicts }) => verdicts),
  dropped: all.flatMap(({ dropped }) => dropped),
});

/** The judgments of some tasks, with extra annotations. */
export function judgmentsOfTasks(
  judgments: Judgments,
  tasks: ReadonlySet<string>,
  further: readonly Annotation[] = [],
): Judgments {
  const asked = <Kind extends Judgment>(some: readonly Kind[]): Kind[] => some.filter(({ task }) => tasks.has(task));
  return {
    rankings: asked(judgments.rankings),
    ratings: asked(judgments.ratings),
    annotations: [...asked(judgments.annotations), ...further],
    edits: asked(judgments.edits),
    verdicts: asked(judgments.verdicts),
    dropped: judgments.dropped,
  };
}

/** The systems that can be ranked, by task. */
export function systemsByTask({ rankings, ratings, annotations }: Judgments): Map<string, readonly string[]> {
  const judged = [
    ...rankings,
    ...[...ratings, ...annotations].map(({ task, system }) => ({ task, systems: [system] })),
  ];
  const byTask = groupBy(judged, ({ task }) => task);
  return new Map(Array.from(byTask, ([task, all]) => [task, [...new Set(all.flatMap(({ systems }) => systems))]]));
}
