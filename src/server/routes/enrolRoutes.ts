/** The common link, by which people from a crowdsourcing platform become judges: what its page shows, and taking part. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Assignment,
  type CampaignEvent,
  type CampaignRecord,
  type EnrolmentRecord,
  type JudgeRecord,
  type TaskKind,
  designOf,
} from '../../human/index.ts';
import { median } from '../../stats/index.ts';
import { fieldsOf, textField } from '../bodyFields.ts';
import { Refusal } from '../faults.ts';
import type { FollowedRecord } from '../followedRecord.ts';
import { hashOfToken, looksLikeToken } from '../secretLinks.ts';
import type { Visitors } from '../visitors.ts';
import type { Enrolment, EnrolmentTask } from '../wire.ts';
import { checkTextVersion, textVersion } from './judgeRoutes.ts';

const longestParameter = 200;
const mostParameters = 5;
/** Answers of the campaign before their times say how long a task takes, and how many are looked at. */
const fewestTimes = 20;
const mostTimes = 500;
/** WMT25 planned an hour for 4,500 source words with one translation. */
const secondsPerWord = 0.8;

type Query = Readonly<Record<string, unknown>>;
type EnrolRequest = FastifyRequest<{ Params: { token: string }; Querystring: Query }>;

/**
 * GET /e/:token?PROLIFIC_PID=… sends the page and stores nothing, because programs that preview links open them, too. The page asks for
 * GET /api/enrol/:token, and POSTs there when the person takes part or continues.
 */
export function addEnrolment(
  app: FastifyInstance,
  visitors: Visitors,
  keeper: FollowedRecord,
  sendPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const recordFor = async (request: EnrolRequest, reply: FastifyReply) => {
    await visitors.passStranger(request, reply);
    const record = await keeper.current();
    if (!enrolmentOf(record, request.params.token)) throw new Refusal(404, 'Not found.');
    return record;
  };
  app.get('/e/:token', async (request: EnrolRequest, reply) => {
    // The page counts as a file, so that a crowd with one address is not refused; who tries tokens is.
    // What is in the record already needs no reading, so nothing is read for strangers before they are counted.
    if (!enrolmentOf(keeper.record, request.params.token)) await recordFor(request, reply);
    return sendPage(request, reply);
  });
  app.get('/api/enrol/:token', async (request: EnrolRequest, reply) =>
    showEnrolment(await recordFor(request, reply), request.params.token, request.query),
  );
  // {consent}: the version of the text that the person agreed to; absent to continue.
  app.post('/api/enrol/:token', async (request: EnrolRequest, reply) => {
    await recordFor(request, reply);
    const hash = await enrol(keeper, request.params.token, request.query, request.body);
    reply.header('set-cookie', visitors.begin('judge', hash, request));
    return {};
  });
}

const enrolmentOf = ({ enrolments }: CampaignRecord, token: string): EnrolmentRecord | undefined =>
  looksLikeToken(token) ? enrolments.get(hashOfToken(token)) : undefined;

/** The link and the parameter of the platform together are a person's secret. */
const linkOf = (token: string, person: string): string => hashOfToken(`${token} ${person}`);

/** The person, by the parameter of the platform; undefined if it is missing, or if the platform left its placeholder. */
function personOf(query: Query, parameter: string): string | undefined {
  const person = query[parameter];
  return typeof person === 'string' && person.length <= longestParameter && /^(?!.*(?:\{\{|\}\}|\$\{)).*\S/.test(person)
    ? person
    : undefined;
}

/** A judge of the plan whom nobody has become yet. */
function freeJudge({ links, judges }: CampaignRecord): JudgeRecord | undefined {
  const holders = new Set([...links.values()].map(({ judge }) => judge));
  for (const judge of judges.values())
    if (!judge.erased && judge.excluded === undefined && !holders.has(judge.id)) return judge;
  return undefined;
}

/** Why nobody new can take part now. */
function obstacleTo(record: CampaignRecord, { enrolled, quota }: EnrolmentRecord): 'full' | 'paused' | 'over' | undefined {
  if (!record.campaign.kinds.some((kind) => record.open.has(kind))) return 'over';
  if (enrolled >= quota || !freeJudge(record)) return 'full';
  return record.frozen ? 'paused' : undefined;
} // prettier-ignore

function showEnrolment(record: CampaignRecord, token: string, query: Query): Enrolment {
  const { campaign } = record;
  const enrolment = enrolmentOf(record, token)!;
  const { parameter } = enrolment;
  const person = personOf(query, parameter);
  const known = person === undefined ? undefined : record.link(linkOf(token, person))?.judge;
  const judge = known === undefined ? freeJudge(record) : record.judges.get(known);
  return {
    title: campaign.title,
    parameter,
    state: person === undefined ? 'unnamed' : known === undefined ? (obstacleTo(record, enrolment) ?? 'open') : 'known',
    consent: { version: textVersion(campaign.consent), text: campaign.consent },
    tasks: campaign.kinds
      .filter((kind) => record.open.has(kind))
      .map((kind) => taskOf(record, judge, kind))
      .filter(({ total, practice }) => total + practice > 0),
  };
}

function taskOf(record: CampaignRecord, judge: JudgeRecord | undefined, kind: TaskKind): EnrolmentTask {
  const { campaign } = record;
  const own = judge?.assignments.filter((assignment) => assignment.kind === kind) ?? [];
  const real = own.filter(({ part }) => part !== 'practice');
  const isPlanned = (campaign.assignment?.by ?? 'plan') === 'plan';
  const total = isPlanned ? real.length : Math.max(real.length, campaign.settings.perJudge);
  const times = timesOf(record, kind);
  const isMeasured = times.length >= fewestTimes;
  const each = isMeasured ? median(times) : secondsToRead(record, kind, real);
  return {
    kind,
    instructions: campaign.instructions[kind] ?? '',
    total,
    practice: own.length - real.length,
    done: real.filter(({ id }) => judge!.answers.has(id)).length,
    seconds: Math.round(each * (total + own.length - real.length)),
    isMeasured,
  };
}

/** Seconds of answers in this campaign. */
function timesOf({ judges }: CampaignRecord, kind: TaskKind): number[] {
  const times: number[] = [];
  for (const { assignments, answers } of judges.values()) {
    for (const assignment of assignments) {
      const answer = assignment.kind === kind && assignment.part !== 'practice' && answers.get(assignment.id);
      if (answer && times.push(answer.last.seconds) >= mostTimes) return times;
    }
  }
  return times;
}

/** An estimate of the seconds that an assignment takes, before anybody has answered. */
function secondsToRead(
  { campaign }: CampaignRecord,
  kind: TaskKind,
  assignments: readonly Pick<Assignment, 'segment' | 'entries'>[],
): number {
  const { segments, outputs } = campaign;
  const wordsOf = (segment: number): number =>
    wordsIn(segments[segment]?.source ?? segments[segment]?.reference ?? outputs[0]?.[segment] ?? '');
  // Without a plan nobody has assignments yet: the first segments stand for all.
  const words =
    assignments.length > 0
      ? assignments.map(({ segment, entries }) => entries.length * wordsOf(segment))
      : segments.slice(0, 100).map((_, segment) => designOf(campaign, kind).sideBySide * wordsOf(segment));
  return (secondsPerWord * words.reduce((sum, each) => sum + each, 0)) / Math.max(1, words.length);
}

/** Also of languages that are written without spaces. */
function wordsIn(text: string): number {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
    if (isWordLike) count++;
  return count;
}

/** The hash of the link of this person, who is now a judge or was one before. */
async function enrol(keeper: FollowedRecord, token: string, query: Query, body: unknown): Promise<string> {
  const sent = fieldsOf(body, ['consent']);
  return keeper.inTurn(async () => {
    const record = await keeper.current();
    const enrolment = enrolmentOf(record, token);
    if (!enrolment) throw new Refusal(404, 'Not found.');
    const { parameter } = enrolment;
    const person = personOf(query, parameter);
    if (person === undefined)
      throw new Refusal(403, `This link needs the parameter ${parameter}. Open it from the platform that invited you.`);
    const hash = linkOf(token, person);
    if (record.link(hash)) return hash;
    const obstacle = obstacleTo(record, enrolment);
    if (obstacle !== undefined) throw new Refusal(409, refusals[obstacle]);
    const { consent } = record.campaign;
    if (consent !== '') checkTextVersion(consent, textField(sent, 'consent', 64));
    const judge = freeJudge(record)!.id;
    await keeper.append([
      { kind: 'link-made', role: 'judge', judge, hash },
      { kind: 'enrolled', judge, hash: hashOfToken(token), parameters: parametersOf(query, parameter, person) },
      ...(consent === '' ? [] : [{ kind: 'consented', judge, version: textVersion(consent) } satisfies CampaignEvent]),
    ]);
    return hash;
  });
}

const refusals = {
  full: 'All places are taken. Thank you for your interest.',
  paused: 'The organiser has paused the campaign. Come back later.',
  over: 'This campaign is over. Thank you for your interest.',
} as const;

/** What the platform sends along, the person first. */
function parametersOf(query: Query, parameter: string, person: string): Record<string, string> {
  const others = Object.entries(query).filter(
    (each): each is [string, string] =>
      each[0] !== parameter &&
      /^\w{1,40}$/.test(each[0]) &&
      typeof each[1] === 'string' &&
      each[1].length <= longestParameter,
  );
  return { [parameter]: person, ...Object.fromEntries(others.slice(0, mostParameters - 1)) };
}
