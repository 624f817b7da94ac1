/**
 * POST /api/organiser/close {task}: takes no more answers of a kind. When editing ends, accepting begins: who judges which edit is planned
 * then, and all of it is stored at once (WMT09, Callison-Burch et al. 2009, section 3.3).
 */
import { type CampaignEvent, finishedEdits, planAcceptance, planSoFar } from '../../human/index.ts';
import { choiceField, fieldsOf } from '../bodyFields.ts';
import { makeId } from '../makeId.ts';
import type { Planned } from '../wire.ts';
import type { OrganiserRoute } from './route.ts';

export const organiserCloseRoute: OrganiserRoute = {
  method: 'POST',
  path: '/api/organiser/close',
  async respond({ keeper, record, body, random }): Promise<Planned> {
    const { campaign } = record;
    const task = choiceField(fieldsOf(body, ['task']), 'task', campaign.kinds);
    if (!record.open.has(task)) return { assignments: 0 };
    const closed: CampaignEvent = { kind: 'closed', task };
    const edits = task === 'edit' && campaign.kinds.includes('accept') ? finishedEdits(record) : [];
    // Editing that brought nothing ends all the same.
    if (edits.length === 0) {
      await keeper.append([closed]);
      return { assignments: 0 };
    }
    const { assignments } = planAcceptance(planSoFar(record), edits, () => makeId(random));
    await keeper.append([closed, { kind: 'assigned', assignments }, { kind: 'opened', task: 'accept' }]);
    return { assignments: assignments.length };
  },
};
