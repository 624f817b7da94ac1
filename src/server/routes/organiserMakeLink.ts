/** POST /api/organiser/make-link {role, judge}: a new secret link, told this once. Older ones go on working until they are revoked. */
import { choiceField, fieldsOf, textField } from '../bodyFields.ts';
import { judgeNamed } from '../judgeNamed.ts';
import { Refusal } from '../refusal.ts';
import { makeSecretLink } from '../secretLinks.ts';
import type { MadeLink } from '../wire.ts';
import type { OrganiserRoute } from './route.ts';

export const organiserMakeLinkRoute: OrganiserRoute = {
  method: 'POST',
  path: '/api/organiser/make-link',
  async respond({ keeper, record, body, random }): Promise<MadeLink> {
    const fields = fieldsOf(body, ['role', 'judge']);
    const role = choiceField(fields, 'role', ['judge', 'organiser']);
    if (role === 'organiser') fieldsOf(body, ['role'], 'a link of an organiser');
    const judge = role === 'judge' ? judgeNamed(record, textField(fields, 'judge', 200)) : undefined;
    if (judge?.erased) throw new Refusal(409, `${judge.id} wished to be erased and cannot come back.`);
    const { path, hash } = makeSecretLink(role, random);
    await keeper.append([{ kind: 'link-made', role, ...(judge && { judge: judge.id }), hash }]);
    return { role, ...(judge && { judge: judge.id }), path, hash };
  },
};
