/** POST /api/organiser/open {task}: takes answers of a kind again. */
import { choiceField, fieldsOf } from '../bodyFields.ts';
import { Refusal } from '../refusal.ts';
import type { OrganiserRoute } from './route.ts';

export const organiserOpenRoute: OrganiserRoute = {
  method: 'POST',
  path: '/api/organiser/open',
  async respond({ keeper, record, body }) {
    const task = choiceField(fieldsOf(body, ['task']), 'task', record.campaign.kinds);
    const accepted = [...record.judges.values()].some(({ assignments }) =>
      assignments.some(({ kind }) => kind === 'accept'),
    );
    if (task === 'edit' && accepted)
      throw new Refusal(409, 'Editing stays closed: judges have met the references of what they would edit.');
    if (task === 'accept' && !accepted)
      throw new Refusal(409, 'There are no edits to accept yet: accepting is planned when editing is closed.');
    if (!record.open.has(task)) await keeper.append([{ kind: 'opened', task }]);
    return {};
  },
};
