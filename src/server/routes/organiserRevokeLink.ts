/** POST /api/organiser/revoke-link {hash}: the link and all sessions begun by it end at once. */
import { fieldsOf, textField } from '../bodyFields.ts';
import { Refusal } from '../refusal.ts';
import type { OrganiserRoute } from './route.ts';

export const organiserRevokeLinkRoute: OrganiserRoute = {
  method: 'POST',
  path: '/api/organiser/revoke-link',
  async respond({ keeper, record, body, link }) {
    const hash = textField(fieldsOf(body, ['hash']), 'hash', 64);
    if (hash === link)
      throw new Refusal(409, 'You came by this link. Make another one, come by it, and revoke this one then.');
    if (!record.link(hash)) throw new Refusal(404, 'There is no such link; perhaps it is revoked already.');
    await keeper.append([{ kind: 'link-revoked', hash }]);
    return {};
  },
};
