/** The site in a real browser: looks, search by keyboard, live examples, a sub-path, files, and without a network. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bySegment, measure, textExplainer } from '../src/measure/index.ts';
import { systemScore } from '../src/core/index.ts';
import { _4grr, bleu, chrf, ter } from '../src/metrics/index.ts';
import { axeOn } from './axe.ts';
import { type StudioServer, studioServer } from './studio/studioServer.ts';
import { sharedWindows } from './windows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-site-'));
const site = join(folder, 'site');
const openWindow = sharedWindows();
let server: StudioServer;

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/site.js', site], { cwd: root });
  server = await studioServer('/deep/down/', false, site);
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Faults and requests to anywhere else make the test fail. */
function watched(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address) && !request.url().startsWith('file:')) faults.push(request.url());
  });
  return faults;
}

/** The decomposability page, wherever it is. */
const livePage = () => [...server.files.keys()].find((path) => path.endsWith('/decomposability.html'))!;

describe('looks', () => {
  it.each(['light', 'dark'] as const)('have no fault in %s, narrow and wide', async (colorScheme) => {
    const page = await openWindow({ colorScheme });
    const faults = watched(page);
    for (const path of ['index.html', livePage(), 'docs/reference/metrics/bleu.html#option-tok']) {
      await page.goto(server.address + path);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        if (width === 360) await page.locator('nav summary').first().click();
        if (path === 'index.html') {
          await page.keyboard.press('/');
          await page.keyboard.type('bootstrap');
          await page.locator('#found a').first().waitFor();
        }
        expect({ path, width, faults: (await axeOn(page, width === 360 ? 'all' : 'looks').analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]) }).toEqual({ path, width, faults: [] }); // prettier-ignore
        await page.keyboard.press('Escape');
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect({ path, width, tooWide: Math.max(0, tooWide) }).toEqual({ path, width, tooWide: 0 });
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('the search', () => {
  it('works with keys, and loads its index only then', async () => {
    const page = await openWindow();
    const faults = watched(page);
    server.log.length = 0;
    await page.goto(`${server.address}docs/reference/formats.html`);
    expect(server.log.filter((path) => path.endsWith('search.js'))).toEqual([]);
    await page.keyboard.press('/');
    await page.keyboard.type('score --level');
    await expect.poll(() => page.locator('#count').textContent()).toMatch(/^\d+ results$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference/commands.html#assay-score--level');
    expect(await page.locator('li:has(a:target)').textContent()).toContain('--level <percent>: confidence level');
    await page.keyboard.press('/');
    await page.keyboard.type('bleu');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#found').isVisible()).toBe(false);
    await page.keyboard.press('/');
    await page.keyboard.type('bleu');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('Enter'); // the first result
    await page.waitForURL('**/metrics/bleu.html');
    expect(faults).toEqual([]);
  });

  it('works in pages that are opened as files, by touch', async () => {
    const page = await openWindow({ hasTouch: true, viewport: { width: 360, height: 740 } });
    const faults = watched(page);
    await page.goto(pathToFileURL(join(site, 'docs/reference/commands.html')).href);
    await page.locator('#query').tap();
    await page.locator('#query').fill('chrf2');
    await page.locator('#found a').first().tap();
    await page.waitForURL('file://**/metrics/chrf.html');
    expect(faults).toEqual([]);
  });
});

describe('live examples', () => {
  const shown = (page: Page) =>
    page.locator('.scores dd').evaluateAll((all) => all.map((each) => `${(each as HTMLElement).dataset['metric']} ${each.textContent}`)); // prettier-ignore
  const expected = (hypothesis: string, reference: string) =>
    [bleu(), chrf(), ter()].map((metric) => `${metric.name} ${textExplainer(metric)(hypothesis, [reference]).score.toFixed(2)}`); // prettier-ignore

  it('score what is typed, as the library does in Node, and mark what matches', async () => {
    const page = await openWindow();
    const faults = watched(page);
    await page.goto(`${server.address}index.html`);
    const translation = page.getByLabel('Translation');
    const reference = await page.getByLabel('Reference', { exact: true }).inputValue();
    const before = await shown(page);
    expect(before).toEqual(expected(await translation.inputValue(), reference));
    for (const text of ['The cat sat on a mat.', 'Das ist ganz anders', '', 'x < y & “z” 漢字']) {
      await translation.fill(text);
      expect({ text, scores: await shown(page) }).toEqual({ text, scores: expected(text, reference) });
    }
    await page.getByLabel('Reference', { exact: true }).fill('a b c d e');
    await translation.fill('a b c x d e');
    expect(await page.locator('.matches span').evaluateAll((all) => all.map((each) => each.className))).toEqual(['n3', 'n3', 'n3', 'n0', 'n2', 'n2']); // prettier-ignore
    expect(faults).toEqual([]);
  });

  it('show that BLEU contradicts itself and 4-GRR does not', async () => {
    const page = await openWindow();
    await page.goto(server.address + livePage());
    const example = page.locator('.example');
    const quoted = await example.locator('q').allTextContents();
    const rows = () => example.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent))); // prettier-ignore
    const [first, second, of] = [quoted[0]!, quoted[1]!, quoted[2]!];
    const score = (metric: ReturnType<typeof bleu>, texts: string[], references: string[]) =>
      systemScore(measure(metric, { references: bySegment(references) }, [texts]), 0);
    const expectedRows = (changed: string) =>
      [bleu(), _4grr()].flatMap((metric) =>
        [
          { name: 'segment 1', scores: [first, changed].map((text) => score(metric.forSegments, [text], [first])) },
          { name: 'both segments', scores: [first, changed].map((text) => score(metric, [text, second], [first, of])) },
        ].map(({ name, scores }) => {
          const change = Math.round((scores[1]! - scores[0]!) * 100) / 100;
          return [`${metric.name}, ${name}`, ...scores.map((each) => each.toFixed(2)), `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(2)}`]; // prettier-ignore
        }),
      );
    const field = example.locator('textarea');
    expect(await rows()).toEqual(expectedRows(await field.inputValue()));
    expect(await example.textContent()).toContain(
      'BLEU contradicts itself: segment 1 gets worse, but the whole gets better.',
    );
    expect(await example.textContent()).toContain('4-GRR: segment 1 gets worse, and so does the whole.');
    await field.fill(first);
    expect(await rows()).toEqual(expectedRows(first));
    await field.fill('Something else.');
    expect(await rows()).toEqual(expectedRows('Something else.'));
  });
});

it('copies the commands of a session, without the prompt', async () => {
  const page = await openWindow({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${server.address}index.html`);
  const session = page.locator('.code:has(b)').first();
  await session.getByRole('button', { name: 'Copy' }).click();
  await session.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^assay score .*shuffled\.txt$/);
});

it('opens Studio, and works without a network after something was done', async () => {
  const page = await openWindow({ serviceWorkers: 'allow' });
  await page.goto(`${server.address}index.html`);
  await page.getByRole('link', { name: 'Studio', exact: true }).first().click();
  await page.getByRole('heading').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/deep/down/studio/index.html');
  await page.goto(`${server.address}index.html`);
  await page.keyboard.press('Tab');
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await page.context().setOffline(true);
  server.log.length = 0;
  await page.goto(`${server.address}docs/reference/metrics/ter.html`);
  await page.keyboard.press('/');
  await page.keyboard.type('wer');
  await page.locator('#found a').first().click();
  await page.waitForURL('**/metrics/wer.html');
  expect(await page.locator('h1').textContent()).toBe('WER (wer)');
  await page.goto(server.address);
  expect(await page.locator('h1').textContent()).toBe('Assay');
  expect(server.log).toEqual([]);
  await page.context().close();
});
