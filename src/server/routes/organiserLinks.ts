/** GET /api/organiser/links: the links that let somebody in, by their hashes. What they are was told when they were made, once. */
import type { ListedLinks } from '../wire.ts';
import type { OrganiserRoute } from './route.ts';

export const organiserLinksRoute: OrganiserRoute = {
  method: 'GET',
  path: '/api/organiser/links',
  respond: ({ record, link: own }): ListedLinks => ({
    links: [...record.links].map(([hash, link]) => ({ hash, ...link, own: hash === own })),
  }),
};
