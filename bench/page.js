/** How large a page with a segment browser is, and how long its readers wait. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageHtml } from 'assay/report';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/chromium.js';
import { browseSegments } from './browseSegments.js';
import { madeUpSegments } from './madeUpSegments.js';

/** Megabytes of the file, and median and longest time of what readers do, in milliseconds. */
export async function timePage(folder, made) {
  const figure = { kind: 'browser', id: 'browser', caption: 'Segments', segments: madeUpSegments(made) };
  const sections = [{ id: 'segments', heading: 'Segments', figures: [figure] }];
  const file = join(folder, 'page.html');
  writeFileSync(file, pageHtml({ title: 'Segments', lead: '', sections, facts: [] }));
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const opened = performance.now();
    await page.goto(pathToFileURL(file).href);
    const times = { open: [performance.now() - opened] };
    await page.waitForTimeout(1000); // readers look before they act
    Object.assign(times, await browseSegments(page));
    return {
      megabytes: statSync(file).size / 1e6,
      rows: Object.entries(times).map(([action, each]) => {
        const sorted = each.toSorted((a, b) => a - b);
        return { action, median: sorted[Math.floor(sorted.length / 2)], longest: sorted.at(-1) };
      }),
    };
  } finally {
    await browser.close();
  }
}
