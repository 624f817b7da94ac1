/** Opens Studio in a browser, and what readers do there. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A page with Studio. What goes wrong in it, and requests to elsewhere, are in `faults`. */
export async function openStudio(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const own = new URL(url).origin;
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !/^(?:data|blob):/.test(request.url())) faults.push(request.url());
  });
  await page.goto(url);
  await page.locator('#view').waitFor();
  return { page, faults };
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
