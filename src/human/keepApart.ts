/** Keeps judgments apart that must not be pooled: of different test sets, by different protocols, or on different scales. */
import { groupBy } from '../core/index.ts';
import { type Judgment, type Judgments, type JudgmentKind, allJudgments } from './judgments.ts';

/** What distinguishes judgments of one task, in the order in which names are made. */
const facts = ['testSet', 'protocol', 'scale'] as const;
type Facts = Pick<Judgment, 'testSet' | 'protocol'> & { readonly scale?: string };

/**
 * Gives each part of a task a task of its own if its judgments are of several test sets or years, or if judgments of one kind were made by
 * several protocols or on several scales: `de-en` becomes `de-en/wmt21` and `de-en/wmt22`. Judgments that name no test set are a part,
 * too, since nothing says that they belong to another one.
 */
export function keepApart(judgments: Judgments): { readonly judgments: Judgments; readonly notes: readonly string[] } {
  const names = new Map<string, (judgment: Facts) => string>();
  const notes: string[] = [];
  for (const [task, all] of groupBy(allJudgments(judgments), (each) => each.task)) {
    const varying = facts.filter((fact) => varies(fact, task, all, judgments));
    if (varying.length === 0) continue;
    const nameOf = (each: Facts): string =>
      [task, ...varying.flatMap((fact) => each[fact] ?? [])].filter((part) => part !== '').join('/');
    const parts = [...new Set(all.map(nameOf))];
    names.set(task, nameOf);
    const words = varying.map((fact) => inWords[fact]);
    notes.push(`${task || 'judgments'}: of different ${words.join(' and ')}, kept apart as ${parts.join(', ')}`);
  }
  if (names.size === 0) return { judgments, notes };
  const renamed = <Kind extends Judgment>(some: readonly Kind[]): Kind[] =>
    some.map((each) => {
      const nameOf = names.get(each.task);
      return nameOf ? { ...each, task: nameOf(each) } : each;
    });
  const { rankings, ratings, annotations, edits, verdicts, dropped } = judgments;
  return {
    judgments: {
      rankings: renamed(rankings),
      ratings: renamed(ratings),
      annotations: renamed(annotations),
      edits: renamed(edits),
      verdicts: renamed(verdicts),
      dropped,
    },
    notes,
  };
}

const inWords = { testSet: 'test sets', protocol: 'protocols', scale: 'scales' } as const;
const pooled: readonly JudgmentKind[] = ['rankings', 'ratings', 'annotations'];

/** Kinds of judgments are never pooled, so a protocol or scale matters within a kind only; segments are those of a test set. */
function varies(fact: (typeof facts)[number], task: string, all: readonly Facts[], judgments: Judgments): boolean {
  const isSeveral = (some: readonly Facts[]): boolean => new Set(some.map((each) => each[fact])).size > 1;
  if (fact === 'testSet') return isSeveral(all);
  return pooled.some((kind) => isSeveral(judgments[kind].filter((each) => each.task === task)));
}
