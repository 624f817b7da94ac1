/**
 * Plans a campaign of judging: who sees what, in which order, before anyone sees anything. WMT09 (Callison-Burch et al. 2009), section 3:
 * segments of ranking and editing kept apart, one system per sentence and editor, repeats, a common pool. `accept` is planned when editing
 * has ended; see `planAcceptance`.
 */
import { isUsageError } from '../../core/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import type { Assignment, Campaign, PlanSettings } from '../campaign/campaign.ts';
import { type PlanAudit, auditPlan } from './auditPlan.ts';
import { checkCampaign } from './checkCampaign.ts';
import { defaultConsent, defaultErrors, defaultInstructions } from './instructions.ts';
import type { Trial } from './listParts.ts';
import { planLists } from './planLists.ts';
import { planPractice } from './planPractice.ts';
import { PlanState } from './planState.ts';
import { splitSegments } from './splitSegments.ts';

/** Texts for judges have defaults. */
export type CampaignInput = Omit<Campaign, 'version' | 'settings' | 'instructions' | 'consent' | 'errors'> &
  Partial<Pick<Campaign, 'instructions' | 'consent' | 'errors'>>;

export interface CampaignPlan {
  readonly campaign: Campaign;
  /** Pseudonyms. */
  readonly judges: readonly string[];
  /** Judge by judge, each judge's in order, practice first. */
  readonly assignments: readonly Assignment[];
  readonly audit: PlanAudit;
}

/** Shares of repeats and pool as in WMT09. */
export const planDefaults: PlanSettings = {
  judges: 4,
  perJudge: 50,
  rankedAtOnce: 5,
  repeats: 0.1,
  repeatDistance: 10,
  pool: 0.4,
  checks: 0.05,
};

/**
 * The same input, settings and seed give the same plan, but for the ids: they are whatever `makeId` makes, and must be opaque and each a
 * new one.
 */
export function planCampaign(input: CampaignInput, settings: PlanSettings, makeId: () => string): CampaignPlan {
  const campaign: Campaign = {
    version: 1,
    title: input.title,
    task: input.task,
    source: input.source,
    target: input.target,
    seed: input.seed,
    segments: input.segments,
    systems: input.systems,
    outputs: input.outputs,
    kinds: input.kinds,
    settings,
    instructions: { ...textsOf(input.kinds), ...input.instructions },
    consent: input.consent ?? defaultConsent,
    errors: input.errors ?? defaultErrors,
  };
  return drawPlan(campaign, makeId, trialOf(campaign));
}

function drawPlan(campaign: Campaign, makeId: () => string, isSound: Trial): CampaignPlan {
  const { settings } = campaign;
  checkCampaign(campaign, isSound);
  const state = new PlanState(campaign, splitSegments(campaign, isSound), []);
  const random = new Pcg64(campaign.seed);
  const judges = judgeNames(settings.judges);
  const kinds = campaign.kinds.filter((kind) => kind !== 'accept');
  planPractice(state, kinds, random);
  const request = { judges, judgesInAll: judges.length, kinds, length: settings.perJudge };
  const assignments = planLists(state, request, random, makeId);
  return { campaign, judges, assignments, audit: auditPlan(campaign, assignments, judges) };
}

/** Trials end after so many plans, or so many assignments in all: a mistake is to be told at once, if need be without advice. */
const mostTrials = 50;
const mostTried = 40_000;

/** Tries whole plans, for rounding, practice and identical outputs decide as well as the numbers. */
function trialOf(campaign: Campaign): Trial {
  let trials = 0;
  let tried = 0;
  return (perJudge) => {
    trials++;
    tried += perJudge * campaign.settings.judges * campaign.kinds.length;
    if (trials > mostTrials || tried > mostTried) return false;
    let ids = 0;
    try {
      const settings = { ...campaign.settings, perJudge };
      const { audit } = drawPlan({ ...campaign, settings }, () => String(ids++), () => false); // prettier-ignore
      return audit.problems.length === 0;
    } catch (error) {
      if (!isUsageError(error)) throw error;
      return false;
    }
  };
}

const textsOf = (kinds: Campaign['kinds']): Campaign['instructions'] =>
  Object.fromEntries(kinds.map((kind) => [kind, defaultInstructions[kind]]));

/** `judge01`, `judge02`, …: those of further judges go on after the ones there are. */
export function judgeNames(count: number, taken: readonly string[] = []): string[] {
  const used = new Set(taken);
  const names: string[] = [];
  for (let number = taken.length + 1; names.length < count; number++) {
    const name = `judge${String(number).padStart(2, '0')}`;
    if (!used.has(name)) names.push(name);
  }
  return names;
}
