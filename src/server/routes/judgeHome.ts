/** GET /api/judge/home: where the judge stands. */
import { judgeHome } from '../judgeHome.ts';
import type { JudgeRoute } from './route.ts';

export const judgeHomeRoute: JudgeRoute = {
  method: 'GET',
  path: '/api/judge/home',
  respond: ({ record, judge }) => judgeHome(record, judge),
};
