/**
 * Plans the judging of edits, once editing has ended: WMT09 (Callison-Burch et al. 2009), section 3.3. Every edit, including outputs left
 * unchanged, is shown to judges who did not edit the segment themselves.
 */
import { UsageError, counted } from '../../core/index.ts';
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Assignment, PlanSettings } from '../campaign/campaign.ts';
import { type Acceptor, EditShelf, type FinishedEdit, type ShelvedEdit } from './editShelf.ts';
import { type ListParts, arrangeList, partsOf } from './listParts.ts';
import { auditPlan } from './auditPlan.ts';
import { checkSettings } from './planCampaign.ts';
import { type PlanAddition, type PlanSoFar, laterRandom } from './extendPlan.ts';
import { newId } from './planLists.ts';

/** Defaults: those of the campaign. Lists of that length may not show every edit; `problems` of the audit says how many are left. */
interface AcceptanceSettings extends Partial<
  Pick<PlanSettings, 'perJudge' | 'repeats' | 'repeatDistance' | 'pool' | 'checks'>
> {
  /** Default: all active judges. */
  readonly judges?: readonly string[];
}

/** A place in a list before it has an order and ids. */
interface Slot {
  readonly edit: ShelvedEdit;
  readonly part: Assignment['part'];
  /** Shown instead of the edit: an edit of another segment. */
  readonly swapped?: ShelvedEdit;
  readonly first?: Slot;
}

/**
 * Plans the `accept` assignments of a campaign, in which judges decide whether edits are acceptable. If you plan again with more edits or
 * judges, it adds to the existing plan.
 */
export function planAcceptance(
  soFar: PlanSoFar,
  edits: readonly FinishedEdit[],
  makeId: () => string,
  { judges = soFar.active, perJudge, ...shares }: AcceptanceSettings = {},
): PlanAddition {
  const { campaign, assignments } = soFar;
  if (!campaign.kinds.includes('accept')) throw new UsageError('The campaign has no task accept.');
  if (edits.length === 0) throw new UsageError('There are no edits to accept yet.');
  const settings: PlanSettings = { ...campaign.settings, ...shares, perJudge: perJudge ?? campaign.settings.perJudge };
  checkSettings(settings);
  const random = laterRandom(campaign.seed, assignments.length);
  const shelf = new EditShelf(edits, soFar, judges, random);
  const length = settings.perJudge;
  const parts = shelf.acceptors.map((acceptor) => acceptorParts(shelf.supply(acceptor), length, settings));

  sharePool(shelf, parts, campaign.systems.length);
  parts.forEach(({ own, pool }, j) => (shelf.acceptors[j]!.wish = own + pool));
  shelf.dealRest(random);
  const ids = new Set(assignments.map(({ id }) => id));
  const planned = shelf.acceptors.flatMap((acceptor, j) => {
    const practice = acceptor.isNew ? practiceSlots(shelf, acceptor, random) : [];
    const slots = listSlots(shelf, acceptor, parts[j]!, settings.repeatDistance, random);
    return writeSlots(acceptor.id, [...practice, ...slots], ids, makeId);
  });
  const audit = auditPlan(campaign, [...assignments, ...planned], soFar.judges);
  return { assignments: planned, audit: { ...audit, problems: [...audit.problems, ...shelfProblems(shelf)] } };
}

/** A judge's list is as long as asked, unless there are too few edits that others made. */
function acceptorParts(supply: number, length: number, settings: PlanSettings): ListParts {
  for (let shorter = length; shorter > 0; shorter--) {
    const { own, pool, repeats, checks } = partsOf('accept', shorter, settings);
    if (own >= 0 && own + pool <= supply) return { own, pool, repeats, checks };
  }
  return { own: Math.min(1, supply), pool: 0, repeats: 0, checks: 0 };
}

/** Among up to this many edits with equal audiences, the one whose systems are least shown in the pool goes first. */
const lookAhead = 200;

/** Adds edits to the pool until every judge has enough of it, starting with those that most judges may see. */
function sharePool(shelf: EditShelf, parts: readonly ListParts[], systems: number): void {
  const need = new Map(shelf.acceptors.map((acceptor, j) => [acceptor, parts[j]!.pool]));
  const give = (edit: ShelvedEdit, takers: readonly Acceptor[]): void => {
    for (const taker of takers) {
      shelf.give(edit, taker, 'pool');
      need.set(taker, need.get(taker)! - 1);
    }
  };
  const shown = new Float64Array(systems);
  const timesShown = (edit: ShelvedEdit): number =>
    edit.isPooled ? -1 : edit.systems.reduce((sum, system) => sum + shown[system]!, 0) / edit.systems.length;
  // A judge sees several edits of a segment only if there is no alternative.
  for (const isStrict of [true, false]) {
    const queue = shelf.byAudience().reverse();
    const segments = new Set<number>();
    let window: ShelvedEdit[] = [];
    for (;;) {
      while (window.length < lookAhead && queue.length > 0) {
        const next = queue.at(-1)!;
        if (window.length > 0 && next.editors !== window[0]!.editors) break;
        queue.pop();
        if (!segments.has(next.segment)) window.push(next);
      }
      const needy = shelf.acceptors.filter((each) => need.get(each)! > 0);
      if (needy.length === 0 || window.length === 0) break;
      const edit = window.reduce((best, each) => (timesShown(each) < timesShown(best) ? each : best));
      if (needy.length < 2 && !edit.isPooled) break;
      window.splice(window.indexOf(edit), 1);
      const able = needy.filter(
        (each) => shelf.canSee(each, edit) && !(isStrict && each.hasSegment[edit.segment] === 1),
      );
      if (!edit.isPooled && able.length < 2) continue;
      give(edit, able);
      if (isStrict) {
        segments.add(edit.segment);
        window = window.filter(({ segment }) => segment !== edit.segment);
      }
      for (const system of edit.systems) shown[system]! += able.length;
    }
  }
}

/** One real edit and one that does not match the reference shown, on segments outside the judge's list if possible. */
function practiceSlots(shelf: EditShelf, acceptor: Acceptor, random: Pcg64): Slot[] {
  const plain = shelf.drawEdit(acceptor, random);
  const edit = shelf.drawEdit(acceptor, random);
  const swapped = edit && shelf.foreignEdit(acceptor, edit, random);
  if (!plain || !swapped) return [];
  return [
    { edit: plain, part: 'practice' },
    { edit, part: 'practice', swapped },
  ];
}

function listSlots(shelf: EditShelf, acceptor: Acceptor, parts: ListParts, distance: number, random: Pcg64): Slot[] {
  const firsts = acceptor.taken.map(({ edit, part }): Slot => ({ edit, part }));
  shuffle(firsts, random);
  const checks: Slot[] = [];
  for (let c = 0; c < parts.checks; c++) {
    const edit = shelf.drawEdit(acceptor, random);
    const swapped = edit && shelf.foreignEdit(acceptor, edit, random);
    if (swapped) checks.push({ edit, part: 'check', swapped });
  }
  // Any number of pairs fits if this many others are between; see `arrangeList`.
  const repeats = firsts.length + checks.length > distance ? Math.min(parts.repeats, firsts.length) : 0;
  const pairs = firsts
    .slice(0, repeats)
    .map((first): [Slot, Slot] => [first, { edit: first.edit, part: 'repeat', first }]);
  return arrangeList(pairs, [...firsts.slice(repeats), ...checks], distance, random);
}

function writeSlots(judge: string, slots: readonly Slot[], ids: Set<string>, makeId: () => string): Assignment[] {
  const written = new Map<Slot, string>();
  return slots.map((slot): Assignment => {
    const { edit, part, swapped, first } = slot;
    const id = newId(ids, makeId);
    written.set(slot, id);
    const { editor, outcome, text } = swapped ?? edit;
    return {
      id,
      judge,
      kind: 'accept',
      segment: edit.segment,
      entries: [{ systems: edit.systems, ...(swapped && { damaged: text }) }],
      part,
      ...(first && { repeats: written.get(first)! }),
      edited: { editor, outcome, text },
    };
  });
}

function shelfProblems(shelf: EditShelf): string[] {
  const left = shelf.unseen();
  const idle = shelf.acceptors.filter(({ taken, isNew }) => isNew && taken.length === 0).length;
  return [
    ...(left > 0
      ? [
          `accept: ${counted(left, 'edit')} not assigned to any judge. Plan more assignments per judge, or add judges who did not edit.`,
        ]
      : []),
    ...(idle > 0 ? [`accept: nothing to accept for ${counted(idle, 'judge')} who edited every segment.`] : []),
  ];
}
