/** Extends a running campaign with more assignments or more judges, balanced against the existing plan. */
import { UsageError } from '../../core/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import type { Assignment, Campaign, TaskKind } from '../campaign/campaign.ts';
import type { CampaignRecord } from '../campaign/campaignRecord.ts';
import { type PlanAudit, auditPlan } from './auditPlan.ts';
import { checkWhole, judgeNames } from './planCampaign.ts';
import { planLists } from './planLists.ts';
import { PlanState } from './planState.ts';
import { splitSegments } from './splitSegments.ts';

/** The existing plan, as far as an extension needs it. */
export interface PlanSoFar {
  readonly campaign: Campaign;
  /** All judges ever added, so no name is given twice. */
  readonly judges: readonly string[];
  /** Judges who may get more: neither excluded nor erased. */
  readonly active: readonly string[];
  /** Of all judges, each judge's in order. */
  readonly assignments: readonly Assignment[];
}

export interface PlanAddition {
  /** Only the new ones. */
  readonly assignments: readonly Assignment[];
  /** Of the whole plan, old and new. */
  readonly audit: PlanAudit;
}

interface AdditionSettings {
  /** Kinds to extend; default: all but `accept`, and not `edit` once accepting has started. */
  readonly kinds?: readonly TaskKind[];
  /** Judges to extend; default: all active ones. */
  readonly judges?: readonly string[];
}

export function planSoFar(record: CampaignRecord): PlanSoFar {
  const judges = [...record.judges.values()];
  return {
    campaign: record.campaign,
    judges: judges.map(({ id }) => id),
    active: judges.filter(({ excluded, erased }) => excluded === undefined && !erased).map(({ id }) => id),
    assignments: judges.flatMap(({ assignments }) => assignments),
  };
}

/** Adds `more` assignments of each kind for each judge. */
export function extendPlan(
  soFar: PlanSoFar,
  more: number,
  makeId: () => string,
  settings: AdditionSettings = {},
): PlanAddition {
  checkWhole('The number of new assignments', more, 1);
  return add(soFar, settings.judges ?? soFar.active, more, makeId, settings.kinds);
}

/** Adds judges with lists like those of the others: the same practice and pool, and segments of their own. */
export function addJudges(
  soFar: PlanSoFar,
  count: number,
  makeId: () => string,
  { kinds, perJudge }: { readonly kinds?: readonly TaskKind[]; readonly perJudge?: number } = {},
): PlanAddition & { readonly judges: readonly string[] } {
  checkWhole('The number of new judges', count, 1);
  const length = perJudge ?? soFar.campaign.settings.perJudge;
  checkWhole('The number of assignments per judge', length, 1);
  const judges = judgeNames(count, soFar.judges);
  return { judges, ...add({ ...soFar, judges: [...soFar.judges, ...judges] }, judges, length, makeId, kinds) };
}

function add(
  { campaign, judges: all, assignments }: PlanSoFar,
  judges: readonly string[],
  length: number,
  makeId: () => string,
  asked: readonly TaskKind[] | undefined,
): PlanAddition {
  const hasBegun = assignments.some(({ kind }) => kind === 'accept');
  const kinds = asked ?? campaign.kinds.filter((kind) => kind !== 'accept' && !(kind === 'edit' && hasBegun));
  for (const kind of kinds) {
    if (!campaign.kinds.includes(kind)) {
      throw new UsageError(`The campaign has no task ${kind}. It has ${campaign.kinds.join(', ')}.`);
    }
  }
  if (kinds.includes('accept')) throw new UsageError('Cannot extend the task accept. Plan acceptance again instead.');
  if (kinds.includes('edit') && hasBegun) {
    throw new UsageError('Cannot extend editing: accepting has started, and judges have seen references.');
  }
  const unknown = judges.find((judge) => !all.includes(judge));
  if (unknown !== undefined) throw new UsageError(`There is no judge ${unknown} in this campaign.`);
  const state = new PlanState(campaign, splitSegments(campaign), assignments);
  const request = { judges, judgesInAll: all.length, kinds, length };
  const added = planLists(state, request, laterRandom(campaign.seed, assignments.length), makeId);
  return { assignments: added, audit: auditPlan(campaign, [...assignments, ...added], all) };
}

/** The random generator of an extension: different for each, and reproducible from the past. */
export const laterRandom = (seed: number, past: number): Pcg64 => new Pcg64((BigInt(seed) << 32n) + BigInt(past) + 1n);
