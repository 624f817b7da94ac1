/** GET /j/:token and /o/:token: secret links. The cookie takes over, so that the secret does not stay in the address. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Visitors } from '../visitors.ts';

export function addEntrances(app: FastifyInstance, visitors: Visitors): void {
  for (const [path, role] of [['/j/:token', 'judge'], ['/o/:token', 'organiser']] as const) {
    app.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const cookie = await visitors.enter(role, request.params.token, request, reply);
      if (cookie === undefined) throw new Refusal(404, 'There is nothing here.');
      return reply.header('set-cookie', cookie).redirect(`/${role}`, 303);
    });
  }
} // prettier-ignore
