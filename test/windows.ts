/** The browser of a test file. Its tests share windows, because opening one takes longer than most of them. */
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from './launchChromium.ts';

/** A page in a window, with the addresses that it asked for and what it complained of. */
export interface Opened {
  readonly page: Page;
  readonly requests: string[];
  readonly problems: string[];
}

/** Gives a test an empty page in a window with these options: one that earlier tests used, or a new one. */
export type OpenWindow = (options?: BrowserContextOptions) => Promise<Opened>;

/** To be called where tests are declared. */
export function sharedWindows(): OpenWindow {
  let browser: Browser;
  const free = new Map<string, Page[]>();
  const inUse: (readonly [options: string, page: Page])[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(async ({ task }) => {
    for (const [options, page] of inUse.splice(0)) {
      const isReusable = task.result?.state !== 'fail' && !page.isClosed() && page.context().pages().length === 1;
      if (!isReusable) {
        await page.context().close();
        continue;
      }
      await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().clearPermissions();
      await page.emulateMedia({ media: null });
      const { viewport } = JSON.parse(options) as BrowserContextOptions;
      const size = page.viewportSize();
      if (viewport && (size?.width !== viewport.width || size.height !== viewport.height))
        await page.setViewportSize(viewport);
      await page.mouse.move(0, 0); // where it points at nothing
      free.set(options, [...(free.get(options) ?? []), page]);
    }
  });

  return async (options = {}) => {
    const given = JSON.stringify({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    const page =
      free.get(given)?.pop() ?? (await (await browser.newContext(JSON.parse(given) as typeof options)).newPage());
    inUse.push([given, page]);
    const requests: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('dialog', (dialog) => problems.push(dialog.message()));
    return { page, requests, problems };
  };
}

export interface OpeningFile extends BrowserContextOptions {
  readonly path: string;
  /** What follows in the address, with its #. */
  readonly link?: string;
  readonly width?: number;
  readonly height?: number;
}

/** As `sharedWindows`, for pages from disk. Such a page must ask for nothing but itself and have nothing to complain of. */
export function sharedFileWindows(): (opening: OpeningFile) => Promise<Page> {
  let checks: (() => void)[] = [];
  // Before the windows are cleared: hooks run in reverse order.
  const openWindow = sharedWindows();
  afterEach(() => {
    const all = checks;
    checks = [];
    for (const check of all) check();
  });
  let count = 0;
  return async ({ path, link = '', width = 1280, height = 800, ...options }) => {
    const { page, requests, problems } = await openWindow({ viewport: { width, height }, ...options });
    const address = `${pathToFileURL(path).href}?${count++}`; // another document than before, also if only the link differs
    page.setDefaultTimeout(10_000);
    await page.goto(address + link);
    checks.push(() => {
      expect(requests.filter((each) => !/^(?:data|blob):/.test(each))).toEqual([address]);
      expect(problems).toEqual([]);
    });
    return page;
  };
}
