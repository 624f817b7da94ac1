/** POST /api/organiser/freeze and thaw: no answers are taken in between. */
import { fieldsOf } from '../bodyFields.ts';
import type { OrganiserRoute } from './route.ts';

const freezing = (path: string, frozen: boolean): OrganiserRoute => ({
  method: 'POST',
  path,
  async respond({ keeper, record, body }) {
    fieldsOf(body, []);
    if (record.frozen !== frozen) await keeper.append([{ kind: frozen ? 'frozen' : 'thawed' }]);
    return {};
  },
});

export const organiserFreezeRoute = freezing('/api/organiser/freeze', true);
export const organiserThawRoute = freezing('/api/organiser/thaw', false);
