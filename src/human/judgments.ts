/**
 * Judgments of people, as data: rankings, ratings, marked errors, edits and verdicts on edits.
 * The kinds of WMT09 (Callison-Burch et al. 2009, section 3) and those that came later.
 */
import { groupBy } from '../core/index.ts';

/** What every judgment says of itself. */
export interface Judgment {
  /** What was evaluated, usually a language pair: `de-en`. Judgments of different tasks are never compared. */
  readonly task: string;
  /** The segment by its key within the task: for texts of lines, the number of its line, from 1 on. */
  readonly segment: string;
  readonly document?: string;
  readonly judge: string;
  /** What the judge did before what: grows with each judgment of the same kind by the same judge. */
  readonly order: number;
  /** Seconds spent on it. */
  readonly seconds?: number;
}

/** Outputs of some systems for one segment, put in order. A preference between two is a ranking of two. */
export interface Ranking extends Judgment {
  /** In the order they were shown. */
  readonly systems: readonly string[];
  /** 1 is best, equal ranks are ties; NaN where the judge gave none. */
  readonly ranks: readonly number[];
  /** Entries of equal number were one text, shown once for all its systems; absent if each entry was shown by itself. */
  readonly shown?: readonly number[];
}

/** One output rated by itself, as in direct assessment. */
export interface Rating extends Judgment {
  readonly system: string;
  readonly score: number;
  /** What was rated: an output, or what was put among outputs to check the judge. */
  readonly item: 'output' | 'reference' | 'damaged' | 'repeat';
}

/** The errors a judge marked in one output, as in MQM; none is an answer, too. */
export interface Annotation extends Judgment {
  readonly system: string;
  readonly errors: readonly MarkedError[];
}

/** An error that a judge marked: category, severity, and where. */
export interface MarkedError {
  readonly category: string;
  readonly severity: string;
  readonly side: 'source' | 'output';
  /** The text marked, where known. */
  readonly text?: string;
}

/** What a judge made of an output without seeing source or reference. */
export interface Edit extends Judgment {
  readonly system: string;
  readonly outcome: 'edited' | 'unchanged' | 'unable';
  readonly text?: string;
}

/** Whether an edited output is acceptable. */
export interface Verdict extends Judgment {
  readonly system: string;
  readonly editor: string;
  readonly acceptable: boolean;
}

/** All that was judged, and what of the input was left out. */
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
  /** As a sentence goes on after the number: `rows without a judge`. */
  readonly what: string;
  readonly count: number;
  /** Where the first of them stands: `judgments.tsv, line 7`; if it is malformed, also what is wrong with it. */
  readonly first: string;
}

/** Counts what is left out, by what it is. */
export class LeftOut {
  readonly #counts = new Map<string, Dropped>();

  /** `place` is where it stands. */
  add(what: string, place: string): void {
    const { count = 0, first = place } = this.#counts.get(what) ?? {};
    this.#counts.set(what, { what, count: count + 1, first });
  }

  /** In the order in which the first of each came. */
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

/** The five kinds of judgments. */
export type JudgmentKind = (typeof judgmentKinds)[number];

/** How many there are of each kind, by name. */
export const countJudgments = (judgments: Judgments): Record<JudgmentKind, number> =>
  Object.fromEntries(judgmentKinds.map((kind) => [kind, judgments[kind].length])) as Record<JudgmentKind, number>;

/** Judgments of all kinds. */
export const allJudgments = (judgments: Judgments): Judgment[] =>
  judgmentKinds.flatMap((kind): readonly Judgment[] => judgments[kind]);

/** Only those of some tasks, with further annotations. */
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

/** By task the systems that can be ranked. */
export function systemsByTask({ rankings, ratings, annotations }: Judgments): Map<string, readonly string[]> {
  const judged = [
    ...rankings,
    ...[...ratings, ...annotations].map(({ task, system }) => ({ task, systems: [system] })),
  ];
  const byTask = groupBy(judged, ({ task }) => task);
  return new Map(Array.from(byTask, ([task, all]) => [task, [...new Set(all.flatMap(({ systems }) => systems))]]));
}
