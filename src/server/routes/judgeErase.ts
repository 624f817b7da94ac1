/** POST /api/judge/erase: at the judge's wish, what they said is removed from the journal; the session and the link end with it. */
import { fieldsOf } from '../bodyFields.ts';
import type { JudgeRoute } from './route.ts';

export const judgeEraseRoute: JudgeRoute = {
  method: 'POST',
  path: '/api/judge/erase',
  async respond({ keeper, judge, body, reply, farewell }) {
    fieldsOf(body, []);
    await keeper.erase(judge.id);
    reply.header('set-cookie', farewell);
    return {};
  },
};
