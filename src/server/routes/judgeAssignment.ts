/** GET /api/judge/assignments/:id: what is to be judged, of the judge's own. */
import { ownAssignment } from '../ownAssignment.ts';
import { showAssignment } from '../showAssignment.ts';
import type { JudgeRoute } from './route.ts';

export const judgeAssignmentRoute: JudgeRoute = {
  method: 'GET',
  path: '/api/judge/assignments/:id',
  respond: ({ record, judge, params }) => showAssignment(record, ownAssignment(record, judge, params.id!)),
};
