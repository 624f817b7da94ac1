/** What judges do, route by route: they get to see what is their own, and nothing of anybody else's. */
import { createHash } from 'node:crypto';
import { UsageError } from '../../core/index.ts';
import type { Answered, Assignment, CampaignRecord, JudgeRecord } from '../../human/index.ts';
import { type Fields, fieldsOf, numberField, textField } from '../bodyFields.ts';
import { checkAnswer } from '../checkAnswer.ts';
import { Refusal } from '../faults.ts';
import { practiceHint } from '../practiceHint.ts';
import { showAssignment } from '../showAssignment.ts';
import type { JudgeExport, JudgeHome, StoredAnswer } from '../wire.ts';
import { type JudgeRoute, type JudgeVisit, asDownload } from './route.ts';

const longestComment = 1_000;
/** Nobody works on one sentence for longer than a day. */
const mostSeconds = 86_400;

/** At the judge's wish, what they said is removed from the journal; the session and the link end with it. */
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
  { method: 'GET', path: '/api/judge/home', respond: ({ record, judge }) => homeOf(record, judge) },
  {
    method: 'GET',
    path: '/api/judge/assignments/:id',
    respond: ({ record, judge, params }) => showAssignment(record, ownAssignment(record, judge, params.id!)),
  },
  {
    // {version}: the judge agrees to the text of that version.
    method: 'POST',
    path: '/api/judge/consent',
    async respond({ keeper, record, judge, body }) {
      const version = textField(fieldsOf(body, ['version']), 'version', 64);
      if (version !== textVersion(record.campaign.consent))
        throw new Refusal(409, 'That is not the text as it stands. Please load the page again and read it.');
      if (judge.consented !== version) await keeper.append([{ kind: 'consented', judge: judge.id, version }]);
      return {};
    },
  },
  { method: 'POST', path: '/api/judge/answers', respond: takeAnswer },
  {
    // All that the judge said, with every correction. What the judgments are used for, and whether they count, is the organiser's: to tell
    // it here would tell which texts were checks.
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

/** Where a judge stands: what there is to do, what is done, what they are told and agree to. */
function homeOf(record: CampaignRecord, judge: JudgeRecord): JudgeHome {
  const { campaign } = record;
  return {
    title: campaign.title,
    judge: judge.id,
    consent: {
      version: textVersion(campaign.consent),
      text: campaign.consent,
      given: hasConsented(record, judge),
    },
    frozen: record.frozen,
    tasks: campaign.kinds.map((kind) => {
      const own = judge.assignments
        .filter((assignment) => assignment.kind === kind)
        .map(({ id, part }) => ({ id, practice: part === 'practice', answered: judge.answers.has(id) }));
      const practice = own.filter((assignment) => assignment.practice);
      const rest = own.filter((assignment) => !assignment.practice);
      const instructions = campaign.instructions[kind] ?? '';
      return {
        kind,
        open: record.isOpen(kind),
        instructions,
        instructionsVersion: textVersion(instructions),
        done: rest.filter(({ answered }) => answered).length,
        total: rest.length,
        practiceDone: practice.filter(({ answered }) => answered).length,
        practiceTotal: practice.length,
        assignments: [...practice, ...rest],
      };
    }),
  };
}

/**
 * The version of a text that people read before they judge: a hash of it, so that a changed text has another one. 64 bits are enough to
 * tell versions apart; nobody gains by making two texts of one version.
 */
export const textVersion = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** To the text as it stands; where there is none, there is nothing to agree to. */
const hasConsented = ({ campaign }: CampaignRecord, judge: JudgeRecord): boolean =>
  campaign.consent === '' || judge.consented === textVersion(campaign.consent);

/** An assignment of a judge who has agreed to take part; nobody gets to see one of somebody else's, nor that there is one. */
function ownAssignment(record: CampaignRecord, judge: JudgeRecord, id: string): Assignment {
  if (!hasConsented(record, judge)) throw new Refusal(403, 'Please read and agree to what is asked of judges first.');
  // Not by `record.assignment`: what a judge is no longer asked, since its editor was erased, is not there either.
  const assignment = judge.assignments.find((own) => own.id === id);
  if (!assignment) throw new Refusal(404, 'There is no such assignment.');
  return assignment;
}

/** The reply is sent when the answer is on the disk, and an answer sent again is stored once. */
async function takeAnswer(visit: JudgeVisit): Promise<StoredAnswer> {
  const { record, judge } = visit;
  const sent = fieldsOf(visit.body, ['key', 'assignment', 'answer', 'seconds', 'comment', 'instructions']);
  const key = keyOf(sent);
  const assignment = ownAssignment(record, judge, textField(sent, 'assignment', 100));
  const { id, kind, part } = assignment;
  const answer = checkAnswer(record.campaign, assignment, sent.answer);
  const instructions = textField(sent, 'instructions', 64);
  if (instructions !== textVersion(record.campaign.instructions[kind] ?? ''))
    throw new Refusal(409, 'The instructions are not those you had. Please load the page again and read them.');
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
  const { first, last } = judge.answers.get(id) ?? {};
  const before = [first, last].find((given) => given?.key === key);
  // One that was stored while its task was open is not refused when it comes again after the end.
  if (before) checkSame(before, answered);
  else await store(visit, answered, kind);
  return {
    key,
    assignment: id,
    ...(part === 'practice' && { hint: practiceHint(record.campaign, assignment, answer) }),
  };
}

async function store({ keeper, record }: JudgeVisit, answered: Answered, kind: Assignment['kind']): Promise<void> {
  if (record.frozen) throw new Refusal(409, 'The campaign is paused. Your answer was not stored; please try later.');
  if (!record.isOpen(kind)) throw new Refusal(409, 'This task is closed. Your answer was not stored.');
  const [entry] = await keeper.append([answered]);
  const event = entry?.event;
  if (event?.kind !== 'answered' || event.judge !== answered.judge || event.assignment !== answered.assignment)
    throw keyUsed();
  checkSame(event, answered);
}

/** What is acknowledged is what is stored: another answer by the same key is not. */
function checkSame(stored: Pick<Answered, 'answer' | 'comment'>, sent: Answered): void {
  const said = ({ answer, comment }: typeof stored): string => JSON.stringify([answer, comment]);
  if (said(stored) !== said(sent)) throw keyUsed();
}

const keyUsed = () =>
  new Refusal(
    409,
    'The key of this answer was used for another one. Your answer was not stored; please send it again.',
  );

function keyOf(sent: Fields): string {
  const { key } = sent;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key))
    throw new UsageError('"key" must be 8 to 64 letters, digits, - or _, made anew for each answer.');
  return key;
}
