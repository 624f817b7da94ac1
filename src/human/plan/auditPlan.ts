/** Audits a plan from its assignments alone, to expose errors of the planner. */
import { counted } from '../../core/index.ts';
import { normalQuantile } from '../../stats/index.ts';
import { type Assignment, type Campaign, type Entry, type TaskKind, taskKinds } from '../campaign/campaign.ts';
import { checkHasPartner, isCompared, isJudged, isPaged } from './listParts.ts';
import { itemKey, mergeOutputs } from './planState.ts';
import { type SegmentSplit, practiceCount, splitSegments } from './splitSegments.ts';

export interface PlanAudit {
  readonly seed: number;
  readonly judges: number;
  readonly systems: number;
  readonly segments: number;
  readonly split: {
    readonly by: SegmentSplit['by'];
    /** Segments for ranking and rating, and those for editing. */
    readonly judged: number;
    readonly edited: number;
    /** Whether no segment that is edited is shown with its source or reference at the same time. */
    readonly isDisjoint: boolean;
  };
  /** Number of times an editor sees outputs of two systems for one segment; must be 0. */
  readonly editorsSeeingTwo: number;
  /** Segments that every judge edits, so nobody is left to accept them. */
  readonly unacceptable: number;
  /** Segments where several systems gave the same output. */
  readonly merged: number;
  readonly emptyOutputs: number;
  readonly kinds: readonly KindAudit[];
  /** What should be fixed, in sentences. */
  readonly problems: readonly string[];
  /** What is worth knowing. */
  readonly notes: readonly string[];
}

/** Audits a campaign plan and lists problems, counted from the assignments alone. `judges` may include judges without assignments. */
export function auditPlan(
  campaign: Campaign,
  assignments: readonly Assignment[],
  judges: readonly string[],
): PlanAudit {
  const split = splitSegments(campaign);
  const planned = taskKinds.filter((kind) => assignments.some((each) => each.kind === kind));
  const kinds = planned.map((kind) =>
    auditKind(
      campaign,
      kind,
      assignments.filter((each) => each.kind === kind),
    ),
  );
  const edits = assignments.filter(({ kind }) => kind === 'edit');
  const edited = split.isEdited.reduce((sum, each) => sum + each, 0);
  const found = {
    seed: campaign.seed,
    judges: judges.length,
    systems: campaign.systems.length,
    segments: campaign.segments.length,
    split: {
      by: split.by,
      judged: campaign.kinds.some(isJudged) ? campaign.segments.length - edited : 0,
      edited,
      isDisjoint: assignments.every(
        ({ kind, segment, tutorial }) => tutorial !== undefined || (split.isEdited[segment] === 1) === !isJudged(kind),
      ),
    },
    editorsSeeingTwo: countTwoSystems(edits),
    unacceptable: campaign.kinds.includes('accept') ? countEditedByAll(edits, judges.length) : 0,
    merged: campaign.segments.filter((_, s) => mergeOutputs(campaign, s).length < campaign.systems.length).length,
    emptyOutputs: campaign.outputs.reduce((sum, texts) => sum + texts.filter((text) => text.trim() === '').length, 0),
    kinds,
  };
  return { ...found, problems: problemsOf(campaign, found), notes: notesOf(campaign, found) };
}

type Found = Omit<PlanAudit, 'problems' | 'notes'>;

function countTwoSystems(edits: readonly Assignment[]): number {
  const shown = new Map<string, string>();
  const twice = new Set<string>();
  for (const { judge, segment, entries } of edits) {
    const key = JSON.stringify([judge, segment]);
    const systems = entries.map((entry) => entry.systems.join('+')).join(' ');
    const before = shown.get(key);
    if (before !== undefined && before !== systems) twice.add(key);
    shown.set(key, systems);
  }
  return twice.size;
}

function countEditedByAll(edits: readonly Assignment[], judges: number): number {
  const editors = new Map<number, Set<string>>();
  for (const { segment, judge, part } of edits) {
    if (part === 'practice') continue;
    editors.set(segment, (editors.get(segment) ?? new Set()).add(judge));
  }
  return [...editors.values()].filter(({ size }) => size >= judges).length;
}

function problemsOf(campaign: Campaign, found: Found): string[] {
  const { settings, designs, tutorial = [] } = campaign;
  const problems: string[] = [];
  if (!found.split.isDisjoint) problems.push('Some segments are both edited and shown with source or reference.');
  if (found.editorsSeeingTwo > 0) {
    problems.push(`Editors see two systems of one segment ${counted(found.editorsSeeingTwo, 'time')}.`);
  }
  if (found.unacceptable > 0) {
    problems.push(`Every judge edits ${counted(found.unacceptable, 'segment')}: nobody is left to accept the edits.`);
  }
  // Work that is assigned later cannot be audited now.
  const isLater = (campaign.assignment?.by ?? 'plan') !== 'plan';
  for (const audit of isLater ? [] : found.kinds) {
    const { kind, repeats, pool, checks, pairs, practice, judges } = audit;
    const say = (text: string): void => void problems.push(`${kind}: ${text}`);
    if (settings.repeats > 0 && repeats.count === 0)
      say('no repeats, so agreement of judges with themselves is undefined.');
    if ((repeats.closest ?? Infinity) < settings.repeatDistance) {
      say(`a repeat comes after only ${counted(repeats.closest!, 'other')}, not ${settings.repeatDistance}.`);
    }
    if (settings.pool > 0 && pool.count === 0 && kind !== 'edit')
      say('no pool, so agreement between judges is undefined.');
    if (pool.count > 0 && pool.fewestJudges < 2) say('a pool assignment has only one judge.');
    if (settings.checks > 0 && kind !== 'edit' && checks.count === 0) say('no attention checks.');
    if (checkHasPartner(kind, designs) && (checks.closest ?? Infinity) < settings.repeatDistance) {
      say(`a damaged output comes after only ${counted(checks.closest!, 'other')}, not ${settings.repeatDistance}.`);
    }
    if (audit.systems.min === 0) say('a system is never shown.');
    if (pairs && pairs.never.length > 0) {
      const few = pairs.never.slice(0, 3).map(([a, b]) => `${a} and ${b}`);
      const more = pairs.never.length > few.length ? ', …' : '';
      say(`${counted(pairs.never.length, 'pair')} of systems never compared: ${few.join(', ')}${more}.`);
    }
    const hasTutorial = tutorial.some((item) => item.kind === kind);
    if (practice < practiceCount * judges && !hasTutorial && !isPaged(kind, campaign))
      say('no full practice round: too few segments are left.');
  }
  return problems;
}

function notesOf({ kinds, settings, segments }: Campaign, found: Found): string[] {
  const notes: string[] = [];
  if (found.merged > 0) {
    notes.push(
      `In ${counted(found.merged, 'segment')} several systems gave the same output; it is shown once for all of them.`,
    );
  }
  if (found.emptyOutputs > 0) {
    notes.push(`${counted(found.emptyOutputs, 'output')} empty; judges see and judge empty outputs like any other.`);
  }
  const isMissing = (kind: TaskKind): boolean =>
    kinds.includes(kind) && found.kinds.every((each) => each.kind !== kind);
  if (isMissing('accept')) notes.push('accept is planned when editing is closed, with the edits made until then.');
  if (found.split.by === 'run' || found.split.by === 'segment') {
    const has = segments.some(({ document }) => document !== undefined) ? 'too few documents' : 'no documents';
    const unit = found.split.by === 'run' ? 'runs of neighbours' : 'single segments';
    notes.push(`With ${has} to split by, ${unit} go to ranking or to editing; context stops at the boundary.`);
  }
  if (kinds.includes('accept') && kinds.includes('edit') && settings.pool > 0 && settings.judges === 2) {
    notes.push('With 2 judges there is no pool for editing, because one of them must be left to accept.');
  }
  return notes;
}

export interface Spread {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

export interface KindAudit {
  readonly kind: TaskKind;
  readonly judges: number;
  /** Without practice. */
  readonly assignments: number;
  readonly practice: number;
  readonly perJudge: readonly { readonly judge: string; readonly assignments: number }[];
  /** Segments judged as own assignments or in the pool. */
  readonly segments: number;
  readonly repeats: {
    readonly count: number;
    /** Share of all assignments without practice, like the other shares. */
    readonly share: number;
    /** Smallest number of other assignments of this kind between a repeat and its original; absent without repeats. */
    readonly closest?: number;
  };
  readonly pool: {
    readonly count: number;
    readonly share: number;
    readonly items: number;
    /** Of one item of the pool; 0 without a pool. */
    readonly fewestJudges: number;
    readonly meanJudges: number;
  };
  readonly checks: {
    readonly count: number;
    readonly share: number;
    /** Smallest number of others between a damaged output shown alone and its original. */
    readonly closest?: number;
  };
  /** How often outputs of a system are judged, without repeats and checks. */
  readonly systems: Spread;
  /** Of kinds that compare: how often two systems are seen together, without repeats and checks. */
  readonly pairs?: Spread & { readonly never: readonly (readonly [string, string])[] };
  /** Of kinds that compare: how often a system is shown in each place, repeats included. */
  readonly places?: Spread;
  /**
   * Of kinds that compare: half the width of a 95 % interval of one system's share of wins over another, in the worst case, as if all
   * comparisons were independent.
   */
  readonly halfWidth?: number;
}

/**
 * Audits the assignments of one kind: repeats, pool, checks, and how evenly systems, pairs and places are used. All assignments must be of
 * this kind, each judge's in order.
 */
function auditKind(campaign: Campaign, kind: TaskKind, all: readonly Assignment[]): KindAudit {
  const given = all.filter(({ part }) => part !== 'practice');
  const byJudge = new Map<string, Assignment[]>();
  for (const { judge } of all) if (!byJudge.has(judge)) byJudge.set(judge, []);
  for (const each of given) byJudge.get(each.judge)!.push(each);
  const lists = [...byJudge.values()];
  const first = given.filter(({ part }) => part === 'own' || part === 'pool');
  const share = (count: number): number => (given.length === 0 ? 0 : count / given.length);
  const count = (part: Assignment['part']): number => given.filter((each) => each.part === part).length;
  const repeatGap = least(lists.flatMap(repeatGaps));
  const checkGap = least(lists.flatMap(checkGaps));
  const poolCounts = judgesByPoolItem(given);
  const [repeats, pool, checks] = [count('repeat'), count('pool'), count('check')];
  return {
    kind,
    judges: byJudge.size,
    assignments: given.length,
    practice: all.length - given.length,
    perJudge: Array.from(byJudge, ([judge, list]) => ({ judge, assignments: list.length })),
    segments: new Set(first.map(({ segment }) => segment)).size,
    repeats: { count: repeats, share: share(repeats), ...(repeatGap !== undefined && { closest: repeatGap }) },
    pool: {
      count: pool,
      share: share(pool),
      items: poolCounts.length,
      fewestJudges: least(poolCounts) ?? 0,
      meanJudges: poolCounts.length === 0 ? 0 : pool / poolCounts.length,
    },
    checks: { count: checks, share: share(checks), ...(checkGap !== undefined && { closest: checkGap }) },
    ...spreads(campaign, kind, given, first),
  };
}

/** Not by `Math.min(...)`, which has a limit on arguments. */
const least = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((a, b) => Math.min(a, b));

function repeatGaps(list: readonly Assignment[]): number[] {
  const places = new Map(list.map(({ id }, place) => [id, place]));
  return list.flatMap(({ repeats }, place) => (repeats === undefined ? [] : [place - places.get(repeats)! - 1]));
}

/** Of damaged outputs shown alone; one next to its original has no distance. */
function checkGaps(list: readonly Assignment[]): number[] {
  return list.flatMap(({ part, segment, entries }, place) => {
    if (part !== 'check' || entries.length > 1) return [];
    const [{ systems }] = entries as [Entry];
    // A document can come again with another system.
    const isSame = (other: Assignment): boolean =>
      other.segment === segment && other.entries[0]!.systems.some((system) => systems.includes(system));
    return list.flatMap((other, at) => (isSame(other) && at !== place ? [Math.abs(at - place) - 1] : []));
  });
}

function judgesByPoolItem(given: readonly Assignment[]): number[] {
  const judges = new Map<string, number>();
  for (const each of given) {
    if (each.part !== 'pool') continue;
    const key = itemKey(each);
    judges.set(key, (judges.get(key) ?? 0) + 1);
  }
  return [...judges.values()];
}

function spreads(
  { systems: names, designs }: Campaign,
  kind: TaskKind,
  given: readonly Assignment[],
  first: readonly Assignment[],
): Pick<KindAudit, 'systems' | 'pairs' | 'places' | 'halfWidth'> {
  const count = names.length;
  const shown = new Float64Array(count);
  const together = new Float64Array(count * count);
  for (const { entries } of first) {
    entries.forEach(({ systems }, e) => {
      for (const a of systems) {
        shown[a]!++;
        for (const other of entries.slice(e + 1)) {
          for (const b of other.systems) together[Math.min(a, b) * count + Math.max(a, b)]!++;
        }
      }
    });
  }
  if (!isCompared(kind, designs)) return { systems: spreadOf(shown) };
  const most = first.reduce((longest, { entries }) => Math.max(longest, entries.length), 0);
  const places = new Float64Array(count * most);
  for (const { entries, part } of given) {
    if (part === 'check') continue;
    entries.forEach(({ systems }, place) => {
      for (const system of systems) places[system * most + place]!++;
    });
  }
  const pairs: number[] = [];
  const never: [string, string][] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      pairs.push(together[a * count + b]!);
      if (together[a * count + b] === 0) never.push([names[a]!, names[b]!]);
    }
  }
  const spread = spreadOf(pairs);
  const halfWidth = normalQuantile(0.975) * Math.sqrt(0.25 / spread.mean);
  return {
    systems: spreadOf(shown),
    pairs: { ...spread, never },
    places: spreadOf(places),
    ...(spread.mean > 0 && { halfWidth }),
  };
}

function spreadOf(counts: ArrayLike<number>): Spread {
  let [min, max, sum] = [Infinity, 0, 0];
  for (let i = 0; i < counts.length; i++) {
    min = Math.min(min, counts[i]!);
    max = Math.max(max, counts[i]!);
    sum += counts[i]!;
  }
  return counts.length === 0 ? { min: 0, max: 0, mean: 0 } : { min, max, mean: sum / counts.length };
}
