/** GET /healthz: whether the server runs and can read its journal. */
import type { FastifyInstance } from 'fastify';
import type { CampaignKeeper } from '../campaignKeeper.ts';
import type { Visitors } from '../visitors.ts';

export function addHealth(app: FastifyInstance, visitors: Visitors, keeper: CampaignKeeper): void {
  app.get('/healthz', async (request, reply) => {
    await visitors.passFile(request, reply);
    try {
      await keeper.current();
      return { ok: true };
    } catch {
      reply.status(503);
      return { ok: false };
    }
  });
}
