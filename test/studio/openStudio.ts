/** Opens Studio in a browser, and what readers do there. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { sharedWindows } from '../windows.ts';
import { type StudioServer, studioServer } from './studioServer.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** To be called where tests are declared: a server with Studio and its dictionaries, and windows that tests share. */
export function sharedStudio(): {
  readonly address: () => string;
  /** Opens Studio as for a first visit, does something, and expects no faults in the page and no requests to elsewhere. */
  readonly inStudio: (work: (page: Page) => Promise<void>, options?: BrowserContextOptions) => Promise<void>;
} {
  const openWindow = sharedWindows();
  let server: StudioServer;
  beforeAll(async () => {
    server = await studioServer('/apps/studio/', true);
  });
  afterAll(() => server?.close());
  return {
    address: () => server.address,
    async inStudio(work, options = {}) {
      const page = await openWindow({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block', ...options });
      await forgetAll(page, server.address);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      const own = new URL(server.address).origin;
      page.on('request', (request) => {
        if (!request.url().startsWith(own) && !/^(?:data|blob|about):/.test(request.url())) faults.push(request.url());
      });
      await page.goto(server.address);
      await page.locator('#view').waitFor();
      await work(page);
      expect(faults).toEqual([]);
      await page.goto('about:blank'); // ends what it computes
    },
  };
}

/** Leaves the page, and forgets what the browser keeps for it. */
export async function forgetAll(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'all' });
  await session.detach();
}

/** Drops files onto the page, by name. */
export const drop = (page: Page, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> =>
  page.evaluate(
    (entries) => {
      const data = new DataTransfer();
      for (const [name, bytes] of entries) data.items.add(new File([Uint8Array.from(bytes)], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    Object.entries(files).map(([name, contents]) => [name, [...Buffer.from(contents)]] as const),
  );

/** Until nothing is being computed. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.doing') && !document.querySelector('.doing progress'));
}

export const example = (name: string): string => join(root, 'examples', name);
