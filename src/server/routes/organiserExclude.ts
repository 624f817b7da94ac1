/** POST /api/organiser/exclude and include {judge, reason}: whether a judge's answers count. They stay in the journal either way. */
import { fieldsOf, filledField, textField } from '../bodyFields.ts';
import { judgeNamed } from '../judgeNamed.ts';
import type { OrganiserRoute } from './route.ts';

const longestReason = 1_000;

const excluding = (kind: 'excluded' | 'included', path: string): OrganiserRoute => ({
  method: 'POST',
  path,
  async respond({ keeper, record, body }) {
    const fields = fieldsOf(body, ['judge', 'reason']);
    const judge = judgeNamed(record, textField(fields, 'judge', 200));
    const reason = filledField(fields, 'reason', longestReason);
    await keeper.append([{ kind, judge: judge.id, reason }]);
    return {};
  },
});

export const organiserExcludeRoute = excluding('excluded', '/api/organiser/exclude');
export const organiserIncludeRoute = excluding('included', '/api/organiser/include');
