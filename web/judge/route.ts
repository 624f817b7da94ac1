/** The current page of the app, as the address holds it after the hash. */
import { type TaskKind, taskKinds } from '../../src/human/campaign/campaign.ts';

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'instructions'; readonly kind: TaskKind }
  | { readonly page: 'assignment'; readonly kind: TaskKind; readonly id: string };

/** An unknown address leads to the home page. */
export function readRoute(hash: string): Route {
  const [, first = '', second = '', ...rest] = hash.split('/');
  if (rest.length > 0) return { page: 'home' };
  if (first === 'instructions' && isTaskKind(second)) return { page: 'instructions', kind: second };
  if (isTaskKind(first) && second !== '') return { page: 'assignment', kind: first, id: decode(second) };
  return { page: 'home' };
}

export function routeHash(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'instructions':
      return `#/instructions/${route.kind}`;
    case 'assignment':
      return `#/${route.kind}/${encodeURIComponent(route.id)}`;
  }
}

export function goTo(route: Route): void {
  location.hash = routeHash(route);
}

const isTaskKind = (text: string): text is TaskKind => (taskKinds as readonly string[]).includes(text);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
