/** POST /api/organiser/extend {more, kinds?, judges?}: so many further assignments of each kind for each judge. */
import {
  type CampaignRecord,
  type TaskKind,
  extendPlan,
  finishedEdits,
  planAcceptance,
  planSoFar,
} from '../../human/index.ts';
import { type Fields, choiceField, fieldsOf, integerField, listField, textField } from '../bodyFields.ts';
import { judgeNamed } from '../judgeNamed.ts';
import { makeId } from '../makeId.ts';
import { Refusal } from '../refusal.ts';
import type { Planned } from '../wire.ts';
import type { OrganiserRoute } from './route.ts';

const most = 10_000;

export const organiserExtendRoute: OrganiserRoute = {
  method: 'POST',
  path: '/api/organiser/extend',
  async respond({ keeper, record, body, random }): Promise<Planned> {
    const fields = fieldsOf(body, ['more', 'kinds', 'judges']);
    const more = integerField(fields, 'more', 1, most);
    const kinds = kindsOf(record, fields);
    const judges = judgesOf(record, fields);
    const id = (): string => makeId(random);
    const soFar = planSoFar(record);
    const lists = kinds.filter((kind) => kind !== 'accept');
    const planned =
      lists.length === 0 ? [] : extendPlan(soFar, more, id, { kinds: lists, ...(judges && { judges }) }).assignments;
    const accepting = kinds.includes('accept')
      ? planAcceptance({ ...soFar, assignments: [...soFar.assignments, ...planned] }, finishedEdits(record), id, {
          perJudge: more,
          ...(judges && { judges }),
        }).assignments
      : [];
    const assignments = [...planned, ...accepting];
    if (assignments.length > 0) await keeper.append([{ kind: 'assigned', assignments }]);
    return { assignments: assignments.length };
  },
};

/** What is open, unless told. */
function kindsOf({ campaign, open }: CampaignRecord, fields: Fields): TaskKind[] {
  const kinds =
    'kinds' in fields
      ? listField(fields, 'kinds', campaign.kinds.length).map((kind) =>
          choiceField({ kinds: kind }, 'kinds', campaign.kinds),
        )
      : campaign.kinds.filter((kind) => open.has(kind));
  if (kinds.length === 0) throw new Refusal(409, 'Nothing is open that could be extended. Open a task first.');
  if (kinds.includes('accept') && open.has('edit'))
    throw new Refusal(409, 'Accepting is planned when editing is closed. Close it first.');
  return kinds;
}

/** All who count, unless told. */
function judgesOf(record: CampaignRecord, fields: Fields): string[] | undefined {
  if (!('judges' in fields)) return undefined;
  // Named twice, a judge is one judge.
  const names = new Set(listField(fields, 'judges', most).map((judges) => textField({ judges }, 'judges', 200)));
  const judges = [...names].map((name) => judgeNamed(record, name));
  const erased = judges.find((judge) => judge.erased);
  if (erased) throw new Refusal(409, `${erased.id} wished to be erased and gets nothing more.`);
  return judges.map((judge) => judge.id);
}
