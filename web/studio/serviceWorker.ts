/**
 * Keeps the files of the app, and nothing else, so that Studio works offline: cache first, with a cache for each version. The page names its
 * version when it asks for scripts that are called the same in all versions, so that a page that is open goes on with its own. The next load
 * has the new version; caches that no open page can need are removed.
 */

/** The files of the app, relative to this script, and a hash of all of them; put in by the build. */
declare const appFiles: readonly string[];
declare const appVersion: string;

/** As much of the scope of service workers as this file uses; the types of pages have none of it. */
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;
const base = scope.registration.scope;
const cacheOf = (version: string): string => `assay-studio ${base} ${version}`;
const current = cacheOf(appVersion);

scope.addEventListener('install', (event) => {
  event.waitUntil(
    install().then(
      () => scope.skipWaiting(),
      async (error: unknown) => {
        await caches.delete(current);
        throw error;
      },
    ),
  );
});

async function install(): Promise<void> {
  const cache = await caches.open(current);
  // Not from the browser's own cache, which may have files of another version.
  await cache.addAll(appFiles.map((file) => new Request(new URL(file, base), { cache: 'reload' })));
  // While a new version is being uploaded, the page may still be the old one; the next visit tries again.
  const page = await (await cache.match(base))?.text();
  if (!page?.includes(appVersion)) throw new Error('The page is of another version.');
}

scope.addEventListener('activate', (event) => event.waitUntil(removeUnused(0)));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || !address.href.startsWith(base)) return;
  const version = address.searchParams.get('v');
  address.search = '';
  address.hash = '';
  // Some servers answer one of these addresses with the other.
  const isPage = address.href === base || address.href === new URL('index.html', base).href;
  event.respondWith(kept(isPage ? base : address.href, version).then((found) => found ?? fetch(request)));
  // The page that is left may still be counted.
  if (isPage) event.waitUntil(removeUnused(1));
});

/** Of the version that is asked for; otherwise of this one, or of an older one: most names have a hash of the contents. */
async function kept(address: string, version: string | null): Promise<Response | undefined> {
  const others = (await ownCaches()).filter((name) => name !== current);
  for (const name of version === null ? [current, ...others] : [cacheOf(version)]) {
    const found = (await caches.has(name)) ? await (await caches.open(name)).match(address) : undefined;
    if (found) return found;
  }
  return undefined;
}

const ownCaches = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(cacheOf('')));

/** Removes the caches of older versions, unless more pages are open than the `most` that have this one. */
async function removeUnused(most: number): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length > most) return;
  for (const name of await ownCaches()) if (name !== current) await caches.delete(name);
}
