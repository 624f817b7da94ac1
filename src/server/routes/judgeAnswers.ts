/** POST /api/judge/answers: takes an answer. The reply is sent when it is on the disk, and an answer sent again is stored once. */
import { UsageError } from '../../core/index.ts';
import type { Answered } from '../../human/index.ts';
import { type Fields, fieldsOf, numberField, textField } from '../bodyFields.ts';
import { checkAnswer } from '../checkAnswer.ts';
import { ownAssignment } from '../ownAssignment.ts';
import { practiceHint } from '../practiceHint.ts';
import { Refusal } from '../refusal.ts';
import { textVersion } from '../textVersion.ts';
import type { StoredAnswer } from '../wire.ts';
import type { JudgeRoute, JudgeVisit } from './route.ts';

const longestComment = 1_000;
/** Nobody works on one sentence for longer than a day. */
const mostSeconds = 86_400;

export const judgeAnswersRoute: JudgeRoute = {
  method: 'POST',
  path: '/api/judge/answers',
  async respond(visit): Promise<StoredAnswer> {
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
  },
};

async function store(
  { keeper, record }: JudgeVisit,
  answered: Answered,
  kind: Parameters<typeof record.isOpen>[0],
): Promise<void> {
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
