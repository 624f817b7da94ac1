/** What a plan comes to, counted from its assignments alone, so that a fault of the planner shows. */
import { counted } from '../../core/index.ts';
import { type Assignment, type Campaign, type TaskKind, taskKinds } from '../campaign/campaign.ts';
import { type KindAudit, auditKind } from './auditKind.ts';
import { checkHasPartner, isJudged } from './listParts.ts';
import { mergeOutputs } from './planState.ts';
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
    /** Whether no segment that is edited is shown with its source or reference meanwhile. */
    readonly isDisjoint: boolean;
  };
  /** Editors and segments of which they see outputs of two systems; must be 0. */
  readonly editorsSeeingTwo: number;
  /** Edited segments that every judge edits, so that nobody is left to accept them. */
  readonly unacceptable: number;
  /** Segments where several systems gave the same output. */
  readonly merged: number;
  readonly emptyOutputs: number;
  readonly kinds: readonly KindAudit[];
  /** What should be put right, in sentences. */
  readonly problems: readonly string[];
  /** What is worth knowing. */
  readonly notes: readonly string[];
}

/** `judges` may hold some who have no assignments. */
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
      isDisjoint: assignments.every(({ kind, segment }) => (split.isEdited[segment] === 1) === !isJudged(kind)),
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

function problemsOf({ settings }: Campaign, found: Found): string[] {
  const problems: string[] = [];
  if (!found.split.isDisjoint) problems.push('Some segments are both edited and shown with source or reference.');
  if (found.editorsSeeingTwo > 0) {
    problems.push(`Editors see two systems of one segment ${counted(found.editorsSeeingTwo, 'time')}.`);
  }
  if (found.unacceptable > 0) {
    problems.push(`Every judge edits ${counted(found.unacceptable, 'segment')}: nobody is left to accept the edits.`);
  }
  for (const audit of found.kinds) {
    const { kind, repeats, pool, checks, pairs, practice, judges } = audit;
    const say = (text: string): void => void problems.push(`${kind}: ${text}`);
    if (settings.repeats > 0 && repeats.count === 0)
      say('there are no repeats; judges cannot be compared with themselves.');
    if ((repeats.closest ?? Infinity) < settings.repeatDistance) {
      say(`a repeat comes after ${counted(repeats.closest!, 'other')}, not ${settings.repeatDistance}.`);
    }
    if (settings.pool > 0 && pool.count === 0 && kind !== 'edit')
      say('there is no pool; judges cannot be compared with each other.');
    if (pool.count > 0 && pool.fewestJudges < 2) say('an assignment of the pool has only one judge.');
    if (settings.checks > 0 && kind !== 'edit' && checks.count === 0) say('there are no attention checks.');
    if (checkHasPartner(kind) && (checks.closest ?? Infinity) < settings.repeatDistance) {
      say(`a damaged output comes after ${counted(checks.closest!, 'other')}, not ${settings.repeatDistance}.`);
    }
    if (audit.systems.min === 0) say('a system is never shown.');
    if (pairs && pairs.never.length > 0) {
      const few = pairs.never.slice(0, 3).map(([a, b]) => `${a} and ${b}`);
      const more = pairs.never.length > few.length ? ', …' : '';
      say(`${counted(pairs.never.length, 'pair')} of systems never compared: ${few.join(', ')}${more}.`);
    }
    if (practice < practiceCount * judges) say('there is no full practice round; too few segments are left for it.');
  }
  return problems;
}

function notesOf({ kinds, settings, segments }: Campaign, found: Found): string[] {
  const notes: string[] = [];
  if (found.merged > 0) {
    notes.push(
      `In ${counted(found.merged, 'segment')} several systems gave the same output; it is shown once, for all of them.`,
    );
  }
  if (found.emptyOutputs > 0) {
    notes.push(`${counted(found.emptyOutputs, 'output')} empty: shown as such, and judged like any other.`);
  }
  const isMissing = (kind: TaskKind): boolean =>
    kinds.includes(kind) && found.kinds.every((each) => each.kind !== kind);
  if (isMissing('accept')) notes.push('accept is planned when editing is closed, for what was edited until then.');
  if (found.split.by === 'run' || found.split.by === 'segment') {
    const has = segments.some(({ document }) => document !== undefined) ? 'too few documents' : 'no documents';
    const unit = found.split.by === 'run' ? 'runs of neighbours' : 'single segments';
    notes.push(`With ${has} to divide, ${unit} go to ranking or to editing; context ends where the others begin.`);
  }
  if (kinds.includes('accept') && kinds.includes('edit') && settings.pool > 0 && settings.judges === 2) {
    notes.push('With 2 judges there is no pool for editing: one of them must be left to accept.');
  }
  return notes;
}
