/** Puts the routes of the API in place, each behind the door of its role: there is no way to a route but by its door. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CampaignRecord } from '../../human/index.ts';
import type { CampaignKeeper } from '../campaignKeeper.ts';
import type { LiveCache } from '../liveCache.ts';
import { Refusal } from '../faults.ts';
import type { RandomBytes } from '../secretLinks.ts';
import type { Visitors } from '../visitors.ts';
import { eraseRoute, judgeRoutes } from './judgeRoutes.ts';
import { organiserRoutes } from './organiserRoutes.ts';
import type { LiveJson, Visit } from './route.ts';

export function addJudgeRoutes(app: FastifyInstance, visitors: Visitors, keeper: CampaignKeeper): void {
  for (const { method, path: url, respond } of judgeRoutes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { record, link } = await visitors.admit('judge', request, reply);
      const judge = record.judges.get(link.judge!)!;
      const farewell = visitors.farewell('judge', request);
      const done = await respond({ ...visitOf(keeper, record, request, reply), judge, farewell });
      // What was on its way while the judge was erased, perhaps at another server, was stored after that: it goes, too.
      if (judge.erased && url !== eraseRoute.path) {
        await keeper.erase(judge.id);
        throw new Refusal(401, 'What you said was erased a moment ago, and this with it.');
      }
      return done;
    };
    app.route({ method, url, handler });
  }
}

export function addOrganiserRoutes(
  app: FastifyInstance,
  visitors: Visitors,
  keeper: CampaignKeeper,
  live: LiveCache<LiveJson>,
  random: RandomBytes,
): void {
  for (const { method, path: url, respond } of organiserRoutes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const admitted = await visitors.admit('organiser', request, reply);
      const visit = (record: CampaignRecord): unknown =>
        respond({ ...visitOf(keeper, record, request, reply), link: admitted.hash, live, random });
      if (method === 'GET') return visit(admitted.record);
      // Changes one after the other, so that what is pressed twice is not done twice; and the page shows them at once.
      const done = await keeper.inTurn(async () => {
        const record = await keeper.current();
        if (!record.link(admitted.hash)) throw new Refusal(401, 'This link was revoked a moment ago.');
        return visit(record);
      });
      live.expire();
      return done;
    };
    app.route({ method, url, handler });
  }
}

const visitOf = (
  keeper: CampaignKeeper,
  record: CampaignRecord,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit => ({
  keeper,
  record,
  params: request.params as Visit['params'],
  query: request.query as Visit['query'],
  body: request.body,
  reply,
});
