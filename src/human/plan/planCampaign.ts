/**
 * Plans a campaign in advance: who sees what, in which order. WMT09 (Callison-Burch et al. 2009), section 3: separate segments for ranking
 * and editing, one system per segment and editor, repeats, a common pool. `accept` is planned when editing has ended; see `planAcceptance`.
 */
import { UsageError, counted, isUsageError, pick, present } from '../../core/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { type Assignment, type Campaign, type PlanSettings, type TaskKind, taskKinds } from '../campaign/campaign.ts';
import { type PlanAudit, auditPlan } from './auditPlan.ts';
import { defaultConsent, defaultErrors, defaultInstructions } from './instructions.ts';
import { type Trial, allFit, fits, isCompared, isJudged, isPaged, longestList, partsOf } from './listParts.ts';
import { planLists } from './planLists.ts';
import { planPractice } from './damage.ts';
import { PlanState } from './planState.ts';
import { splitSegments } from './splitSegments.ts';

/** The input of `planCampaign`: a campaign whose instructions, consent text and error types have defaults. */
export type CampaignInput = Omit<Campaign, 'version' | 'settings' | 'instructions' | 'consent' | 'errors'> &
  Partial<Pick<Campaign, 'instructions' | 'consent' | 'errors'>>;

/** A campaign with all its assignments and their audit. */
export interface CampaignPlan {
  readonly campaign: Campaign;
  /** Pseudonyms. */
  readonly judges: readonly string[];
  /** Judge by judge, each judge's in order, practice first. */
  readonly assignments: readonly Assignment[];
  readonly audit: PlanAudit;
}

/** The default settings of a campaign plan, with the shares of repeats and pool of WMT09. */
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
 * Plans a judging campaign: which judge sees which outputs, in which order. The same input, settings and seed give the same plan except for
 * the ids: `makeId` makes those, and they must be opaque and unique.
 */
export function planCampaign(input: CampaignInput, settings: PlanSettings, makeId: () => string): CampaignPlan {
  const campaign: Campaign = {
    version: 1,
    ...pick(input, ['title', 'task', 'source', 'target', 'seed', 'segments', 'systems', 'outputs', 'kinds']),
    ...present(pick(input, ['designs', 'documents', 'prefilled', 'tutorial', 'checks', 'completion', 'assignment'])),
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

/** Limits on the plans tried and the assignments in them: an error must come quickly, even without advice. */
const mostTrials = 50;
const mostTried = 40_000;

/** Tries whole plans, because rounding, practice and identical outputs also decide whether one works. */
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

/** `judge01`, `judge02`, …; names of new judges continue after the existing ones. */
export function judgeNames(count: number, taken: readonly string[] = []): string[] {
  const used = new Set(taken);
  const names: string[] = [];
  for (let number = taken.length + 1; names.length < count; number++) {
    const name = `judge${String(number).padStart(2, '0')}`;
    if (!used.has(name)) names.push(name);
  }
  return names;
}

/** Checks that a campaign can be planned: reports missing or contradictory input before anything is drawn. */
function checkCampaign(campaign: Campaign, isSound: Trial): void {
  checkTexts(campaign);
  checkKinds(campaign);
  checkLater(campaign);
  checkSettings(campaign.settings);
  const { settings, kinds } = campaign;
  if (settings.pool > 0 && settings.judges < 2) {
    throw new UsageError('A shared pool needs at least 2 judges. Add judges, or set the pool to 0.');
  }
  if (kinds.includes('accept') && settings.judges < 2) {
    throw new UsageError('The task accept needs at least 2 judges, because nobody judges their own edits.');
  }
  for (const kind of kinds) if (kind !== 'accept') checkLength(kind, campaign, isSound);
}

function checkTexts({ segments, systems, outputs }: Campaign): void {
  if (segments.length === 0) throw new UsageError('There are no segments to judge.');
  if (systems.length === 0) throw new UsageError('There are no systems to judge.');
  refuseDoubles(systems, 'system');
  refuseDoubles(
    segments.map(({ key }) => key),
    'segment',
  );
  if (outputs.length !== systems.length) {
    throw new UsageError(`There are ${counted(systems.length, 'system')}, but outputs for ${outputs.length}.`);
  }
  outputs.forEach((texts, s) => {
    if (texts.length === segments.length) return;
    const has = counted(texts.length, 'output');
    throw new UsageError(`System ${systems[s]} has ${has}, but there are ${counted(segments.length, 'segment')}.`);
  });
}

function refuseDoubles(names: readonly string[], noun: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (name === '') throw new UsageError(`A ${noun} has no name.`);
    if (seen.has(name)) throw new UsageError(`Two ${noun}s have the name ${name}. Give each a different name.`);
    seen.add(name);
  }
}

function checkKinds({ kinds, systems, segments, designs }: Campaign): void {
  const known = `Known: ${taskKinds.join(', ')}.`;
  if (kinds.length === 0) throw new UsageError(`A campaign needs at least one kind of task. ${known}`);
  for (const kind of kinds) if (!taskKinds.includes(kind)) throw new UsageError(`There is no task ${kind}. ${known}`);
  if (new Set(kinds).size < kinds.length) throw new UsageError(`A task is given twice: ${kinds.join(', ')}.`);
  const compared = kinds.find((kind) => isCompared(kind, designs));
  if (compared && systems.length < 2) {
    throw new UsageError(`The task ${compared} needs at least 2 systems to compare; there is only ${systems[0]}.`);
  }
  if (kinds.includes('accept')) {
    if (!kinds.includes('edit')) {
      throw new UsageError('The task accept judges edits. Add the task edit.');
    }
    if (segments.every(({ reference }) => !reference)) {
      throw new UsageError('The task accept compares edits with a reference, but there is none.');
    }
  }
  const judged = kinds.find(isJudged);
  if (judged && segments.every(({ source, reference }) => !source && !reference)) {
    throw new UsageError(`The task ${judged} shows the source or the reference, but there is neither.`);
  }
}

/** Work that is assigned as judges ask for it cannot be split between editors and others. */
function checkLater({ assignment, kinds }: Campaign): void {
  const wrong = kinds.find((kind) => kind === 'edit' || kind === 'accept');
  if (assignment && assignment.by !== 'plan' && wrong)
    throw new UsageError(`The task ${wrong} needs a plan made in advance. Leave out --assignment ${assignment.by}.`);
}

export function checkSettings(settings: PlanSettings): void {
  const wholes: [name: string, value: number, least: number][] = [
    ['Judges', settings.judges, 1],
    ['Assignments per judge', settings.perJudge, 1],
    ['Translations ranked at once', settings.rankedAtOnce, 2],
    ['The distance between repeats', settings.repeatDistance, 0],
  ];
  for (const [name, value, least] of wholes) checkWhole(name, value, least);
  const shares = { repeats: settings.repeats, pool: settings.pool, checks: settings.checks };
  for (const [name, share] of Object.entries(shares)) {
    if (!(share >= 0 && share <= 1)) throw new UsageError(`The share of ${name} must be from 0 to 1, not ${share}.`);
  }
  const sum = settings.repeats + settings.pool + settings.checks;
  // Shares such as 0.1, 0.4 and 0.5 may add up to a little more than 1.
  if (sum > 1 + 1e-9)
    throw new UsageError(`The shares of repeats, pool and checks add up to ${sum}; the maximum is 1.`);
}

export function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`${name} must be a whole number of at least ${least}, not ${value}.`);
  }
}

function checkLength(kind: TaskKind, campaign: Campaign, isSound: Trial): void {
  const { settings, designs, assignment } = campaign;
  if (isPaged(kind, campaign) || (assignment?.by ?? 'plan') !== 'plan') return;
  const { perJudge, repeatDistance } = settings;
  const parts = partsOf(kind, perJudge, settings);
  if (fits(kind, parts, repeatDistance, designs)) return;
  const { pool, repeats, checks } = parts;
  const asked = `${counted(repeats, 'repeat')} at least ${repeatDistance} others apart, ${pool} of the pool and ${counted(checks, 'check')}`;
  const longer = soundLonger(campaign, isSound);
  const remedy =
    longer === undefined
      ? 'use smaller shares or a smaller distance'
      : `use ${longer}, smaller shares or a smaller distance`;
  throw new UsageError(`${counted(perJudge, 'assignment')} per judge cannot hold ${asked} (${kind}): ${remedy}.`);
}

/** The smallest number of assignments above the requested one that works for all kinds. */
function soundLonger(campaign: Campaign, isSound: Trial): number | undefined {
  const { settings } = campaign;
  for (let perJudge = settings.perJudge + 1; perJudge <= longestList; perJudge++) {
    if (allFit(campaign, { ...settings, perJudge }) && isSound(perJudge)) return perJudge;
  }
  return undefined;
}
