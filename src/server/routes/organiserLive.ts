/** GET /api/organiser/live: how the campaign stands, some seconds old at most while somebody looks. */
import type { OrganiserRoute } from './route.ts';

export const organiserLiveRoute: OrganiserRoute = {
  method: 'GET',
  path: '/api/organiser/live',
  async respond({ live, reply }) {
    const json = await live.value();
    reply.header('content-type', 'application/json; charset=utf-8');
    return json;
  },
};
