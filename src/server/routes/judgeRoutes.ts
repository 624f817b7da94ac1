/** The routes for judges. Judges see only their own data. */
import { createHash } from 'node:crypto';
import { UsageError, present } from '../../core/index.ts';
import {
  type Answer,
  type Answered,
  type Assignment,
  type Campaign,
  type CampaignRecord,
  type JudgeRecord,
  assignNext,
  checkVerdict,
  completionOf,
} from '../../human/index.ts';
import { median } from '../../stats/index.ts';
import { type Fields, fieldsOf, numberField, textField } from '../bodyFields.ts';
import { checkAnswer } from '../checkAnswer.ts';
import { Refusal } from '../faults.ts';
import { type Hint, practiceHint } from '../practiceHint.ts';
import { makeId } from '../secretLinks.ts';
import { asksDocumentScore, showAssignment } from '../showAssignment.ts';
import type { JudgeExport, JudgeHome, StoredAnswer } from '../wire.ts';
import { type JudgeRoute, type JudgeVisit, asDownload } from './route.ts';

const longestComment = 1_000;
/** Every correction is stored: without a limit, a judge could fill the disk. */
const mostCorrections = 50;
/** A limit for plausible times: one day. */
const mostSeconds = 86_400;
/** Unanswered assignments of a task that can be fetched at once. */
const ahead = 5;
/** Answers that may still be on their way when the page asks for the next assignments. */
const underWay = 3;
/** Attention checks before a judge can be stopped. */
const fewestBeforeStop = 2;

/** Removes the judge's answers from the journal at the judge's request, and ends the session and the link. */
export const eraseRoute: JudgeRoute = {
  method: 'POST',
  path: '/api/judge/erase',
  async respond({ keeper, judge, body, reply, farewell }) {
    fieldsOf(body, []);
    await keeper.erase(judge.id);
    reply.header('set-cookie', farewell);
    return {};
  },
};

export const judgeRoutes: readonly JudgeRoute[] = [
  {
    method: 'GET',
    path: '/api/judge/home',
    async respond(visit) {
      await giveWork(visit);
      return homeOf(visit.record, visit.judge);
    },
  },
  {
    method: 'GET',
    path: '/api/judge/assignments/:id',
    respond({ record, judge, params }) {
      const assignment = ownAssignment(record, judge, params.id!);
      if (!isNear(judge, assignment)) throw new Refusal(409, 'Answer the assignments before this one first.');
      return showAssignment(record, assignment);
    },
  },
  {
    // {version}: the judge agrees to the text of that version.
    method: 'POST',
    path: '/api/judge/consent',
    async respond({ keeper, record, judge, body }) {
      const version = textField(fieldsOf(body, ['version']), 'version', 64);
      checkTextVersion(record.campaign.consent, version);
      if (judge.consented !== version) await keeper.append([{ kind: 'consented', judge: judge.id, version }]);
      return {};
    },
  },
  { method: 'POST', path: '/api/judge/answers', respond: takeAnswer },
  {
    // All answers of the judge, with every correction. Whether an answer counts is not included: that would reveal which texts were checks.
    method: 'GET',
    path: '/api/judge/export',
    async respond({ keeper, record, judge, reply }) {
      const consents: JudgeExport['consents'][number][] = [];
      const answers: JudgeExport['answers'][number][] = [];
      for await (const { at, event } of keeper.entries()) {
        if (event.kind === 'consented' && event.judge === judge.id) consents.push({ at, version: event.version });
        if (event.kind !== 'answered' || event.judge !== judge.id) continue;
        const { kind: _, judge: __, key: ___, ...said } = event;
        answers.push({ at, ...said });
      }
      asDownload(reply, 'my-judgments.json', 'application/json; charset=utf-8');
      const whole: JudgeExport = { title: record.campaign.title, judge: judge.id, consents, answers };
      return JSON.stringify(whole, null, 2);
    },
  },
  eraseRoute,
];

/** The judge's home: tasks, progress, instructions and consent text. */
function homeOf(record: CampaignRecord, judge: JudgeRecord): JudgeHome {
  const { campaign } = record;
  const isPlanned = (campaign.assignment?.by ?? 'plan') === 'plan';
  return {
    title: campaign.title,
    judge: judge.id,
    consent: {
      version: textVersion(campaign.consent),
      text: campaign.consent,
      given: hasConsented(record, judge),
    },
    frozen: record.frozen,
    ahead,
    stopped: judge.stopped !== undefined,
    ...present({ completion: completionOf(record, judge) }),
    tasks: campaign.kinds.map((kind) => {
      const own = judge.assignments
        .filter((assignment) => assignment.kind === kind)
        .map(({ id, part, page }) => ({
          id,
          practice: part === 'practice',
          answered: judge.answers.has(id),
          ...present({ page }),
        }));
      const practice = own.filter((assignment) => assignment.practice);
      const rest = own.filter((assignment) => !assignment.practice);
      const instructions = campaign.instructions[kind] ?? '';
      return {
        kind,
        open: record.isOpen(kind),
        instructions,
        instructionsVersion: textVersion(instructions),
        done: rest.filter(({ answered }) => answered).length,
        total: isPlanned ? rest.length : Math.max(rest.length, campaign.settings.perJudge),
        ...present({ secondsEach: secondsEach(judge, rest) }),
        practiceDone: practice.filter(({ answered }) => answered).length,
        practiceTotal: practice.length,
        assignments: [...practice, ...rest],
      };
    }),
  };
}

/** Fewer times say little. */
const fewestTimes = 3;

function secondsEach({ answers }: JudgeRecord, assignments: readonly { readonly id: string }[]): number | undefined {
  const times = assignments.flatMap(({ id }) => answers.get(id)?.last.seconds ?? []);
  return times.length < fewestTimes ? undefined : Math.round(median(times));
}

/** The version of a text that judges read first: a hash of the text. 64 bits are enough, because nobody gains from a collision. */
export const textVersion = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Throws if another version of the text was read. */
export function checkTextVersion(text: string, version: string): void {
  if (version !== textVersion(text))
    throw new Refusal(409, 'This text has changed. Reload the page and read it again.');
}

/** Whether the judge agreed to the current text; true if there is none. */
const hasConsented = ({ campaign }: CampaignRecord, judge: JudgeRecord): boolean =>
  campaign.consent === '' || judge.consented === textVersion(campaign.consent);

/** An assignment of a judge who has agreed to take part. Assignments of other judges are reported as missing, to keep their existence secret. */
function ownAssignment(record: CampaignRecord, judge: JudgeRecord, id: string): Assignment {
  if (!hasConsented(record, judge)) throw new Refusal(403, 'Read the consent text and agree to it first.');
  // Not `record.assignment`, which also finds assignments withdrawn because their editor was erased.
  const assignment = judge.assignments.find((own) => own.id === id);
  if (!assignment) throw new Refusal(404, 'There is no such assignment.');
  return assignment;
}

/** Replies when the answer is on disk. An answer sent again is stored once. */
async function takeAnswer(visit: JudgeVisit): Promise<StoredAnswer> {
  const { record, judge } = visit;
  const sent = fieldsOf(visit.body, ['key', 'assignment', 'answer', 'seconds', 'comment', 'instructions']);
  const key = keyOf(sent);
  const assignment = ownAssignment(record, judge, textField(sent, 'assignment', 100));
  const { id, kind, part } = assignment;
  const answer = checkAnswer(record.campaign, assignment, sent.answer, asksDocumentScore(record, assignment));
  const instructions = textField(sent, 'instructions', 64);
  // Instructions may change while a judge is at work; the answer says which ones the judge had read.
  if (!record.texts.some((texts) => instructions === textVersion(texts.instructions[kind] ?? '')))
    throw new Refusal(409, 'These are not instructions of this campaign. Reload the page.');
  const answered: Answered = {
    kind: 'answered',
    judge: judge.id,
    assignment: id,
    key,
    answer,
    seconds: numberField(sent, 'seconds', 0, mostSeconds),
    ...(sent.comment !== undefined && { comment: textField(sent, 'comment', longestComment) }),
    instructions,
  };
  const { first, last, times = 0 } = judge.answers.get(id) ?? {};
  const before = [first, last].find((given) => given?.key === key);
  // An answer stored while its task was open is not refused when it is sent again after the task was closed.
  if (before) checkSame(before, answered);
  else if (times > mostCorrections)
    throw new Refusal(
      409,
      `You have changed this answer ${mostCorrections} times. The last one counts; ask the organiser to change it.`,
    );
  else await store(visit, answered, kind);
  const wasStopped = await stopIfFailed(visit, part);
  const hasMore = await giveWork(visit);
  const isCurrent = instructions === textVersion(record.campaign.instructions[kind] ?? '');
  return {
    key,
    assignment: id,
    ...feedback(record.campaign, assignment, answer),
    ...((wasStopped || hasMore || !isCurrent) && { changed: true }),
  };
}

/** Practice is always commented on, attention checks only if the campaign warns judges who fail them. */
function feedback(campaign: Campaign, assignment: Assignment, answer: Answer): Partial<Hint> {
  if (assignment.part === 'practice') return practiceHint(campaign, assignment, answer);
  if (assignment.part !== 'check' || campaign.checks?.failing !== 'warn') return {};
  const { hint, right } = practiceHint(campaign, assignment, answer);
  return right === false ? { hint, right } : {};
}

/** True if the judge gets no more work because of this answer. */
async function stopIfFailed({ keeper, record, judge }: JudgeVisit, part: Assignment['part']): Promise<boolean> {
  const { checks } = record.campaign;
  if (part !== 'check' || checks?.failing !== 'stop' || judge.stopped !== undefined) return false;
  const { passed, failed, seen } = checkVerdict(record, judge);
  // A share means nothing before a few checks, and a test of all work needs all work.
  if (passed || checks.pass.by !== 'failures' || seen < fewestBeforeStop) return false;
  await keeper.append([{ kind: 'stopped', judge: judge.id, reason: `failed ${failed} of ${seen} attention checks` }]);
  return true;
}

/** Assigns the next page, in campaigns without a plan; true if there is more to do. */
async function giveWork({ keeper, record, judge }: JudgeVisit): Promise<boolean> {
  if ((record.campaign.assignment?.by ?? 'plan') === 'plan' || record.frozen || !hasConsented(record, judge))
    return false;
  return keeper.inTurn(async () => {
    const assignments = assignNext(await keeper.current(), judge.id, makeId);
    if (assignments.length > 0) await keeper.append([{ kind: 'assigned', assignments }]);
    return assignments.length > 0;
  });
}

/** Whether an assignment can be seen: it was answered, or few unanswered ones are before it. Nobody looks for repeats and checks ahead of time. */
function isNear({ assignments, answers }: JudgeRecord, { id, kind }: Assignment): boolean {
  if (answers.has(id)) return true;
  const waiting = assignments.filter((each) => each.kind === kind && !answers.has(each.id));
  return waiting.findIndex((each) => each.id === id) < ahead + underWay;
}

async function store(
  { keeper, record, judge }: JudgeVisit,
  answered: Answered,
  kind: Assignment['kind'],
): Promise<void> {
  if (judge.stopped !== undefined) throw new Refusal(409, 'Your work here has ended. Your answer was not stored.');
  if (record.frozen) throw new Refusal(409, 'The campaign is paused. Your answer was not stored. Try again later.');
  if (!record.isOpen(kind)) throw new Refusal(409, 'This task is closed. Your answer was not stored.');
  const [entry] = await keeper.append([answered]);
  const event = entry?.event;
  if (event?.kind !== 'answered' || event.judge !== answered.judge || event.assignment !== answered.assignment)
    throw keyUsed();
  checkSame(event, answered);
}

/** Refuses a different answer with the same key, because only the stored one is confirmed. */
function checkSame(stored: Pick<Answered, 'answer' | 'comment'>, sent: Answered): void {
  const said = ({ answer, comment }: typeof stored): string => JSON.stringify([answer, comment]);
  if (said(stored) !== said(sent)) throw keyUsed();
}

const keyUsed = () =>
  new Refusal(
    409,
    'The key of this answer was already used for another one. Your answer was not stored. Send it again with a new key.',
  );

function keyOf(sent: Fields): string {
  const { key } = sent;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key))
    throw new UsageError('"key" must be 8 to 64 letters, digits, - or _, and different for each answer.');
  return key;
}
