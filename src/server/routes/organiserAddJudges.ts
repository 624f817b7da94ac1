/** POST /api/organiser/add-judges {count}: further judges with lists of their own, and a secret link for each, told this once. */
import { type CampaignEvent, addJudges, finishedEdits, planAcceptance, planSoFar } from '../../human/index.ts';
import { fieldsOf, integerField } from '../bodyFields.ts';
import { makeId } from '../makeId.ts';
import { Refusal } from '../refusal.ts';
import { makeSecretLink } from '../secretLinks.ts';
import type { AddedJudges } from '../wire.ts';
import type { OrganiserRoute } from './route.ts';

const most = 1_000;

export const organiserAddJudgesRoute: OrganiserRoute = {
  method: 'POST',
  path: '/api/organiser/add-judges',
  async respond({ keeper, record, body, random }): Promise<AddedJudges> {
    const count = integerField(fieldsOf(body, ['count']), 'count', 1, most);
    const { campaign, open } = record;
    if (open.size === 0) throw new Refusal(409, 'Nothing is open that further judges could do. Open a task first.');
    const id = (): string => makeId(random);
    const soFar = planSoFar(record);
    const kinds = campaign.kinds.filter((kind) => kind !== 'accept' && open.has(kind));
    const { judges, assignments } = addJudges(soFar, count, id, { kinds });
    const whole = {
      campaign,
      judges: [...soFar.judges, ...judges],
      active: [...soFar.active, ...judges],
      assignments: [...soFar.assignments, ...assignments],
    };
    const accepting = open.has('accept')
      ? planAcceptance(whole, finishedEdits(record), id, { judges, perJudge: campaign.settings.perJudge }).assignments
      : [];
    const links = judges.map((judge) => ({ role: 'judge', judge, ...makeSecretLink('judge', random) }) as const);
    await keeper.append([
      ...judges.map((judge): CampaignEvent => ({ kind: 'judge-added', judge })),
      { kind: 'assigned', assignments: [...assignments, ...accepting] },
      ...links.map(({ role, judge, hash }): CampaignEvent => ({ kind: 'link-made', role, judge, hash })),
    ]);
    return { links };
  },
};
