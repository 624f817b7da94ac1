/**
 * How often edited outputs were found acceptable: Callison-Burch et al. (2009), sections 3.2, 3.3 and 4.2, Figure 6. All votes count,
 * including those on outputs that the editor left unchanged or was unable to correct.
 */
import { spearman, wilsonInterval } from '../stats/index.ts';
import { byCodeUnits, compareRankings, countPairs, totalOf } from './comparisons.ts';
import { type Edit, type Judgments, type Verdict, tasksOf } from './judgments.ts';

export interface TaskAcceptability {
  readonly task: string;
  /** Most acceptable first; those without votes last. */
  readonly systems: readonly SystemAcceptability[];
  /** If outputs were also ranked: whether both evaluations order the systems in the same way. */
  readonly ranking?: {
    /** Systems that were both voted on and ranked. */
    readonly systems: number;
    /** Spearman's correlation of the share of yes with the share of comparisons not lost; NaN, in JSON null, if not defined. */
    readonly spearman: number;
  };
}

export interface SystemAcceptability extends Votes {
  readonly system: string;
  /** Whether it is the human translation, edited like the others to show the upper bound. */
  readonly isReference: boolean;
  /** Binomial standard deviation of the share, √(p (1 − p) / n): the error bars of Figure 6. */
  readonly deviation: number;
  /** Wilson's interval of the share. */
  readonly interval: { readonly low: number; readonly high: number };
  readonly edits: EditCounts;
  /** Votes by the outcome of the edit; `unknown` if the edit is not among the judgments. */
  readonly byOutcome: Readonly<Record<Edit['outcome'] | 'unknown', Votes>>;
}

export interface Votes {
  readonly yes: number;
  readonly votes: number;
  /** NaN, in JSON null, without votes. */
  readonly share: number;
}

interface EditCounts {
  readonly edited: number;
  readonly unchanged: number;
  readonly unable: number;
}

/**
 * Measures how often judges found the edited outputs of each system acceptable, by task. Tasks are sorted by name; intervals are at a level
 * such as 0.95.
 */
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
  // An editor may have edited an output twice. Votes do not say which edit they judge, so the first is used.
  const firsts = new Map<string, Edit>();
  for (const edit of edits) {
    const name = editName(edit.segment, edit.system, edit.judge);
    const known = firsts.get(name);
    if (!known || edit.order < known.order) firsts.set(name, edit);
  }
  const outcomes = new Map(
    verdicts.map((verdict) => {
      const edit = firsts.get(editName(verdict.segment, verdict.system, verdict.editor));
      return [verdict, edit?.outcome ?? 'unknown'];
    }),
  );
  return [...new Set([...edits, ...verdicts].map(({ system }) => system))]
    .map((system): SystemAcceptability => {
      const own = verdicts.filter((verdict) => verdict.system === system);
      const votes = votesOf(own);
      const { share } = votes;
      const edited = (outcome: Edit['outcome']) =>
        edits.filter((edit) => edit.system === system && edit.outcome === outcome).length;
      const after = (outcome: keyof SystemAcceptability['byOutcome']) =>
        votesOf(own.filter((verdict) => outcomes.get(verdict) === outcome));
      return {
        system,
        isReference: referenceNames.has(system.toLowerCase()),
        ...votes,
        deviation: Math.sqrt((share * (1 - share)) / votes.votes),
        interval: wilsonInterval(votes.yes, votes.votes, level),
        edits: { edited: edited('edited'), unchanged: edited('unchanged'), unable: edited('unable') },
        byOutcome: {
          edited: after('edited'),
          unchanged: after('unchanged'),
          unable: after('unable'),
          unknown: after('unknown'),
        },
      };
    })
    .sort(
      (a, b) => (a.votes > 0 && b.votes > 0 ? b.share - a.share : b.votes - a.votes) || byCodeUnits(a.system, b.system),
    );
}

const editName = (segment: string, system: string, editor: string): string => JSON.stringify([segment, system, editor]);

/** Names of the reference among the systems. */
const referenceNames: ReadonlySet<string> = new Set(['ref', '_ref', 'reference']);

function votesOf(verdicts: readonly Verdict[]): Votes {
  const yes = verdicts.filter(({ acceptable }) => acceptable).length;
  return { yes, votes: verdicts.length, share: yes / verdicts.length };
}

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
