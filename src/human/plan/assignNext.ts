/**
 * Assigns work as judges ask for it, if the campaign has no plan: the next page of a common stream, or systems by their rank so far. A pure
 * function of the journal, so every choice can be checked later.
 */
import { Pcg64, shuffle } from '../../stats/index.ts';
import type { Assignment, Entry, TaskKind } from '../campaign/campaign.ts';
import type { CampaignRecord } from '../campaign/campaignRecord.ts';
import { textAnswers } from '../campaign/designOf.ts';
import { laterRandom, planSoFar } from './extendPlan.ts';
import { isCompared } from './listParts.ts';
import { orderPages } from './orderPages.ts';
import { writePages } from './planLists.ts';
import { type Choose, type Page, besideDamaged, choosePage, copyPages, damagedEntries, runsOf } from './planPages.ts';
import { type JudgeState, type KindState, PlanState } from './planState.ts';
import { splitSegments } from './splitSegments.ts';

/** Judgments of every system before ranks count, as in pearmut. */
const usualColdStart = 5;

/** The next assignments of a judge who has answered all; none if the list is full, the judge is stopped, or there is a plan. */
export function assignNext(record: CampaignRecord, judgeId: string, makeId: () => string): Assignment[] {
  const { campaign } = record;
  const { by = 'plan', coldStart = usualColdStart } = campaign.assignment ?? {};
  const judge = record.judges.get(judgeId);
  if (by === 'plan' || !judge || judge.stopped !== undefined || judge.excluded !== undefined || judge.erased) return [];
  const kind = campaign.kinds.find((each) => {
    const own = judge.assignments.filter((assigned) => assigned.kind === each && assigned.part !== 'practice');
    return (
      record.isOpen(each) && own.length < campaign.settings.perJudge && own.every(({ id }) => judge.answers.has(id))
    );
  });
  if (kind === undefined) return [];
  const { assignments } = planSoFar(record);
  const state = new PlanState(campaign, splitSegments(campaign), assignments);
  const random = laterRandom(campaign.seed, assignments.length);
  const choose = by === 'dynamic' ? byRank(record, kind, coldStart) : undefined;
  const [ofKind, ofJudge] = [state.kind(kind), state.judge(judgeId)];
  const page = nextPage(state, ofKind, ofJudge, random, choose);
  if (!page) return [];
  const ordered = orderPages(ofKind, new Map([[ofJudge, [page]]]), random);
  return writePages(state, ofKind, ofJudge, ordered.get(ofJudge)!, random, makeId);
}

function nextPage(
  state: PlanState,
  kind: KindState,
  judge: JudgeState,
  random: Pcg64,
  choose: Choose | undefined,
): Page | undefined {
  const { seed, settings, designs } = state.campaign;
  const { list } = judge.of(kind.kind);
  const room = settings.perJudge - list.length;
  const runs = shuffle(runsOf(state, kind), new Pcg64(seed));
  const past = pastPages(list);
  const far = past.filter((page) => list.length - page.end >= settings.repeatDistance && page.part === 'own');
  const taken = new Set<string>(past.map(({ name }) => name));
  const draw = random.below(1_000_000) / 1_000_000;
  const isBeside = isCompared(kind.kind, designs);
  if (draw < settings.checks && past.length > 0) {
    const checks = isBeside
      ? besideDamaged(state, kind, runs, judge, taken, room, random)
      : copyPages(far, room, 'check', random, (page) => damagedEntries(state, kind, page, random));
    if (checks[0]?.entries.flat().some(({ damaged }) => damaged !== undefined)) return checks[0];
  }
  if (draw >= settings.checks && draw < settings.checks + settings.repeats && far.length > 0) {
    return copyPages(far, room, 'repeat', random, (page) => page.entries)[0];
  }
  return choosePage(state, kind, runs, judge, taken, room, random, { isOrdered: true, ...(choose && { choose }) });
}

interface PastPage extends Page {
  readonly name: string;
  /** Number of assignments up to its end. */
  readonly end: number;
  /** As it was written, for repeats. */
  readonly assignments: readonly Assignment[];
}

function pastPages(list: readonly Assignment[]): PastPage[] {
  const pages = new Map<string, Assignment[]>();
  for (const each of list) pages.set(each.page ?? each.id, [...(pages.get(each.page ?? each.id) ?? []), each]);
  let end = 0;
  return [...pages.values()].map((assignments) => {
    end += assignments.length;
    const [{ segment, entries, part }] = assignments as [Assignment];
    const systems = entries.map((entry) => entry.systems.join('+')).sort();
    return {
      name: `${segment} ${systems.join(' ')}`,
      end,
      part,
      segments: assignments.map((each) => each.segment),
      entries: assignments.map((each) => each.entries),
      assignments,
    };
  });
}

/** Until every system has `coldStart` scores, those that lack some; then drawn with weights 1 / rank of the mean score so far, as in pearmut. */
function byRank(record: CampaignRecord, kind: TaskKind, coldStart: number): Choose {
  const { systems } = record.campaign;
  const sums = systems.map(() => ({ count: 0, sum: 0 }));
  for (const { answers } of record.judges.values()) {
    for (const [id, { last }] of answers) {
      const assignment = record.assignment(id);
      if (assignment?.kind !== kind || assignment.part === 'practice') continue;
      const said = textAnswers(last.answer);
      const { answer } = last;
      assignment.entries.forEach(({ systems: shown, damaged }, e) => {
        const rank = 'ranks' in answer ? answer.ranks[e] : undefined;
        const score =
          said[e]?.scores?.[0] ??
          (rank === undefined ? undefined : -rank) ??
          (said[e]?.errors && -said[e].errors.length);
        if (damaged !== undefined || score === undefined) return;
        for (const system of shown) {
          sums[system]!.count++;
          sums[system]!.sum += score;
        }
      });
    }
  }
  const means = sums.map(({ count, sum }) => (count === 0 ? -Infinity : sum / count));
  const rank = means.map((mean) => 1 + means.filter((other) => other > mean).length);
  const isCold = ({ systems: some }: Entry): boolean => some.some((system) => sums[system]!.count < coldStart);
  return (entries, count, random) => {
    const chosen = shuffle(entries.filter(isCold), random).slice(0, count);
    const left = entries.filter((entry) => !chosen.includes(entry));
    const weightOf = ({ systems: some }: Entry): number => Math.max(...some.map((system) => 1 / rank[system]!));
    while (chosen.length < count && left.length > 0) {
      const total = left.reduce((sum, entry) => sum + weightOf(entry), 0);
      let point = (random.below(1_000_000) / 1_000_000) * total;
      const at = left.findIndex((entry) => (point -= weightOf(entry)) < 0);
      chosen.push(...left.splice(at < 0 ? left.length - 1 : at, 1));
    }
    return chosen;
  };
}
