/**
 * Takes the screenshots of Studio in README and guide, on the way of a reader from files to the answer, and writes them to docs/images or to
 * another folder. `npm run pictures` runs it; by itself it needs a build first: node scripts/studioScreenshots.js [folder]
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.js';
import { saveScreenshot } from './saveScreenshot.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = process.argv[2] ?? join(root, 'docs/images');
const files = ['reference.A.en.txt', 'reference.B.en.txt', 'source.de.txt', 'labels.tsv', 'good.txt', 'terse.txt'];

const server = spawn(
  process.execPath,
  [join(root, 'dist/command/assay.cjs'), 'studio', '--no-open', '--port', '0', ...files],
  { cwd: join(root, 'examples'), stdio: ['ignore', 'pipe', 'inherit'] },
);
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const address = await new Promise((resolve) => {
    let said = '';
    server.stdout.on('data', (data) => {
      said += data;
      const found = /https?:\S+/.exec(said);
      if (found) resolve(found[0]);
    });
  });
  const viewport = { width: 1180, height: 760 };
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });
  const take = async (name) => {
    await page.evaluate(() => document.activeElement?.blur());
    await saveScreenshot(join(images, `studio-${name}.png`), page.locator('body'), await page.screenshot());
  };
  await page.goto(address);
  const compare = page.getByRole('link', { name: 'Compare good and terse' });
  await compare.waitFor();
  await page.waitForFunction(() => document.querySelector('.doing')?.childElementCount === 0);
  await take('files');
  await compare.click();
  await page.locator('#_facts').waitFor();
  await take('answer');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Where' }).click();
  await page.locator('.browser .rows').waitFor();
  await take('where');
} finally {
  await browser.close();
  server.kill('SIGTERM');
}
