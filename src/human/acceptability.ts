/**
 * How often edited outputs were found acceptable: Callison-Burch et al. (2009), sections 3.2, 3.3 and 4.2, Figure 6.
 * All votes count, also those on outputs that the editor left as they were or could not make sense of.
 */
import { spearman, wilsonInterval } from '../stats/index.ts';
import { byCodeUnits, compareRankings } from './comparisons.ts';
import { type Edit, type Judgments, type Verdict, tasksOf } from './judgments.ts';
import { countPairs, totalOf } from './ranking/pairCounts.ts';

export interface TaskAcceptability {
  readonly task: string;
  /** Most acceptable first; those without votes last. */
  readonly systems: readonly SystemAcceptability[];
  /** Where outputs were also ranked: whether both evaluations put systems in the same order. */
  readonly ranking?: {
    /** Systems that were both voted on and ranked. */
    readonly systems: number;
    /** Spearman's correlation of the share of yes with the share of comparisons not lost; NaN, in JSON null, if not defined. */
    readonly spearman: number;
  };
}

export interface SystemAcceptability extends Votes {
  readonly system: string;
  /** Whether it is the human translation, edited like the others to see how much can be reached. */
  readonly isReference: boolean;
  /** Binomial standard deviation of the share, √(p (1 − p) / n): the error bars of Figure 6. */
  readonly deviation: number;
  /** Wilson's interval of the share. */
  readonly interval: { readonly low: number; readonly high: number };
  readonly edits: EditCounts;
  /** Votes by what the editor had done; `unknown` if the edit is not among the judgments. */
  readonly byOutcome: Readonly<Record<Edit['outcome'] | 'unknown', Votes>>;
}

export interface Votes {
  readonly yes: number;
  readonly votes: number;
  /** NaN, in JSON null, without votes. */
  readonly share: number;
}

export interface EditCounts {
  readonly edited: number;
  readonly unchanged: number;
  readonly unable: number;
}

/** Tasks sorted by name; intervals at a level such as 0.95. */
export function measureAcceptability(judgments: Judgments, level: number): TaskAcceptability[] {
  const { verdicts, edits, rankings } = judgments;
  return tasksOf([...verdicts, ...edits])
    .sort(byCodeUnits)
    .map((task) => {
      const voted = verdicts.filter((each) => each.task === task);
      const edited = edits.filter((each) => each.task === task);
      const systems = acceptabilityOf(voted, edited, level);
      const ranked = rankings.filter((each) => each.task === task);
      return { task, systems, ...(ranked.length > 0 && { ranking: againstRanking(task, systems, ranked) }) };
    });
}

function acceptabilityOf(verdicts: readonly Verdict[], edits: readonly Edit[], level: number): SystemAcceptability[] {
  const tallies = new Map<string, Tally>();
  const tallyOf = (system: string): Tally => {
    const known = tallies.get(system) ?? new Tally();
    tallies.set(system, known);
    return known;
  };
  // An editor may have edited an output twice: the votes do not tell which is meant, so the first stands for both.
  const outcomes = new Map<string, Edit>();
  for (const edit of edits) {
    tallyOf(edit.system).edits[edit.outcome]++;
    const name = editName(edit.segment, edit.system, edit.judge);
    const known = outcomes.get(name);
    if (!known || edit.order < known.order) outcomes.set(name, edit);
  }
  for (const { segment, system, editor, acceptable } of verdicts) {
    tallyOf(system).vote(outcomes.get(editName(segment, system, editor))?.outcome ?? 'unknown', acceptable);
  }
  return [...tallies]
    .map(([system, { edits: made, yes, no }]) => {
      const all = votesOf(sum(yes), sum(no));
      const { yes: accepted, votes, share } = all;
      return {
        system,
        isReference: referenceNames.has(system.toLowerCase()),
        ...all,
        deviation: Math.sqrt((share * (1 - share)) / votes),
        interval: wilsonInterval(accepted, votes, level),
        edits: made,
        byOutcome: {
          edited: votesOf(yes.edited, no.edited),
          unchanged: votesOf(yes.unchanged, no.unchanged),
          unable: votesOf(yes.unable, no.unable),
          unknown: votesOf(yes.unknown, no.unknown),
        },
      };
    })
    .sort(
      (a, b) => (a.votes > 0 && b.votes > 0 ? b.share - a.share : b.votes - a.votes) || byCodeUnits(a.system, b.system),
    );
}

const editName = (segment: string, system: string, editor: string): string => JSON.stringify([segment, system, editor]);

/** How campaigns name the reference among the systems. */
const referenceNames: ReadonlySet<string> = new Set(['ref', '_ref', 'reference']);

class Tally {
  readonly edits = { edited: 0, unchanged: 0, unable: 0 };
  readonly yes = { edited: 0, unchanged: 0, unable: 0, unknown: 0 };
  readonly no = { edited: 0, unchanged: 0, unable: 0, unknown: 0 };

  vote(outcome: Edit['outcome'] | 'unknown', acceptable: boolean): void {
    (acceptable ? this.yes : this.no)[outcome]++;
  }
}

const sum = (counts: Tally['yes']): number => counts.edited + counts.unchanged + counts.unable + counts.unknown;

const votesOf = (yes: number, no: number): Votes => ({ yes, votes: yes + no, share: yes / (yes + no) });

/** Footnote 5 of the paper. */
function againstRanking(
  task: string,
  systems: readonly SystemAcceptability[],
  rankings: Judgments['rankings'],
): { systems: number; spearman: number } {
  const comparisons = compareRankings(task, rankings);
  const counts = countPairs(comparisons);
  const shares: number[] = [];
  const notLost: number[] = [];
  for (const { system, share, votes } of systems) {
    const ranked = comparisons.systems.indexOf(system);
    if (ranked < 0 || votes === 0) continue;
    const { wins, ties, losses } = totalOf(counts, ranked);
    if (wins + ties + losses === 0) continue;
    shares.push(share);
    notLost.push((wins + ties) / (wins + ties + losses));
  }
  return { systems: shares.length, spearman: spearman(shares, notLost) };
}
