/** Answers for the organiser to browse, down to the screen that the judge saw. */
import { present } from '../../core/index.ts';
import {
  type Assignment,
  type CampaignRecord,
  type JudgeRecord,
  type TaskKind,
  disagreements,
} from '../../human/index.ts';
import { choiceField, integerField, textField } from '../bodyFields.ts';
import { Refusal } from '../faults.ts';
import { showAssignment } from '../showAssignment.ts';
import type { ListedAnswer, ListedAnswers, SeenAnswer } from '../wire.ts';
import type { OrganiserRoute, OrganiserVisit } from './route.ts';

/** Answers sent at a time. */
const page = 50;
const longestName = 200;

/** Compares two answers: the one to list first is less. */
const orders = {
  latest: (a: ListedAnswer, b: ListedAnswer) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0),
  disagreement: (a: ListedAnswer, b: ListedAnswer) => (b.disagreement ?? -1) - (a.disagreement ?? -1),
  fastest: (a: ListedAnswer, b: ListedAnswer) => a.seconds - b.seconds,
  slowest: (a: ListedAnswer, b: ListedAnswer) => b.seconds - a.seconds,
} as const;

export const answerRoutes: readonly OrganiserRoute[] = [
  { method: 'GET', path: '/api/organiser/answers', respond: listAnswers },
  { method: 'GET', path: '/api/organiser/answers/:assignment', respond: seeAnswer },
];

function listAnswers({ record, query }: OrganiserVisit): ListedAnswers {
  const { judge, system, kind, segment } = query;
  const order =
    'order' in query ? choiceField(query, 'order', Object.keys(orders) as (keyof typeof orders)[]) : 'latest';
  const from = 'from' in query ? integerField({ from: Number(query.from) }, 'from', 0, Number.MAX_SAFE_INTEGER) : 0;
  const apart = disagreementsOf(record);
  const matching: ListedAnswer[] = [];
  for (const each of record.judges.values()) {
    if (judge !== undefined && each.id !== textField(query, 'judge', longestName)) continue;
    for (const assignment of each.assignments) {
      if (kind !== undefined && assignment.kind !== (kind as TaskKind)) continue;
      if (segment !== undefined && record.campaign.segments[assignment.segment]?.key !== segment) continue;
      const listed = listedAnswer(record, each, assignment, apart);
      if (listed && (system === undefined || listed.texts.some(({ systems }) => systems.includes(system as string))))
        matching.push(listed);
    }
  }
  // Answers that nobody else gave cannot disagree with any.
  const wanted =
    order === 'disagreement' ? matching.filter(({ disagreement }) => disagreement !== undefined) : matching;
  return {
    total: wanted.length,
    systems: record.campaign.systems,
    answers: wanted.sort(orders[order]).slice(from, from + page),
  };
}

function seeAnswer({ record, params }: OrganiserVisit): SeenAnswer {
  const assignment = record.assignment(params.assignment!);
  const judge = assignment && record.judges.get(assignment.judge);
  const apart = disagreementsOf(record);
  const listed = judge && listedAnswer(record, judge, assignment, apart);
  if (!listed) throw new Refusal(404, 'There is no such answer.');
  const others = [...record.judges.values()].flatMap((each) =>
    each.assignments
      .filter(
        ({ id, kind, segment }) => id !== assignment.id && kind === assignment.kind && segment === assignment.segment,
      )
      .flatMap((other) => listedAnswer(record, each, other, apart) ?? []),
  );
  return {
    ...listed,
    shown: showAssignment(record, assignment),
    first: judge.answers.get(assignment.id)!.first.answer,
    others: assignment.segment < 0 ? [] : others,
  };
}

/** Undefined if there is no answer yet. */
function listedAnswer(
  { campaign }: CampaignRecord,
  { id: judge, answers }: JudgeRecord,
  { id, kind, segment, part, entries }: Assignment,
  apart: ReadonlyMap<string, number>,
): ListedAnswer | undefined {
  const given = answers.get(id);
  if (!given) return undefined;
  const { at, seconds, answer, comment } = given.last;
  return {
    assignment: id,
    judge,
    kind,
    part,
    texts: entries.map(({ systems, damaged }) => ({
      systems: systems.map((system) => campaign.systems[system]!),
      damaged: damaged !== undefined,
    })),
    at,
    seconds,
    answer,
    corrections: given.times - 1,
    ...present({ segment: campaign.segments[segment]?.key, comment, disagreement: apart.get(id) }),
  };
}

/** They take a while in a large campaign, so they are kept until the journal grows. */
const kept = new WeakMap<CampaignRecord, { readonly seq: number; readonly found: ReadonlyMap<string, number> }>();

function disagreementsOf(record: CampaignRecord): ReadonlyMap<string, number> {
  const before = kept.get(record);
  if (before?.seq === record.seq) return before.found;
  const found = disagreements(record);
  kept.set(record, { seq: record.seq, found });
  return found;
}
