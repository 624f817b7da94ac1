/** The browser of a test file. Its tests share windows, because opening one takes longer than most of them. */
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from './launchChromium.ts';

/**
 * To be called where tests are declared. What it returns gives a test the page of a window with these options, which may show what an
 * earlier test left there.
 */
export function sharedWindows(): (options?: BrowserContextOptions) => Promise<Page> {
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
      const { viewport, colorScheme = 'light' } = JSON.parse(options) as BrowserContextOptions;
      await page.emulateMedia({ media: null, colorScheme });
      await page.setViewportSize(viewport!);
      await page.mouse.move(0, 0); // where it points at nothing
      free.set(options, [...(free.get(options) ?? []), page]);
    }
  });

  return async (options = {}) => {
    const given = JSON.stringify({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    const page =
      free.get(given)?.pop() ?? (await (await browser.newContext(JSON.parse(given) as typeof options)).newPage());
    inUse.push([given, page]);
    return page;
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
    const page = await openWindow({ viewport: { width, height }, ...options });
    const requests: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('dialog', (dialog) => problems.push(dialog.message()));
    const address = `${pathToFileURL(path).href}?${count++}`; // another document than before, also if only the link differs
    await page.goto(address + link);
    checks.push(() => {
      expect(requests.filter((each) => !/^(?:data|blob):/.test(each))).toEqual([address]);
      expect(problems).toEqual([]);
    });
    return page;
  };
}
