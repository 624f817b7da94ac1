/** A page of results in a real browser: it opens from disk by itself, everyone can use it, and nothing is cut off. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './launchChromium.ts';
import { figuresOf, media, pageHtml } from '../src/report/index.ts';
import { samplePage } from '../src/report/page/testing/samplePage.ts';

type Scheme = 'light' | 'dark';

/** One figure of each kind, since axe takes its time. */
const shortPage = {
  ...samplePage,
  sections: samplePage.sections.map(({ figures, sections, ...section }) => ({
    ...section,
    figures: figures.filter(({ id }) => /^(?:ranking-table|ranks|small-matrix|discarded|correlations)$/.test(id)),
    ...(sections && { sections: sections.slice(0, 4) }),
  })),
};

describe('a page of results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
  const file = join(folder, 'page.html');
  const shortFile = join(folder, 'short.html');
  let browser: Browser;

  beforeAll(async () => {
    writeFileSync(file, pageHtml(samplePage));
    writeFileSync(shortFile, pageHtml(shortPage));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Opening {
    readonly width?: number;
    readonly colorScheme?: Scheme;
    readonly javaScriptEnabled?: boolean;
    readonly path?: string;
  }

  async function open({ width = 1440, colorScheme = 'light', javaScriptEnabled = true, path = file }: Opening = {}) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      javaScriptEnabled,
      reducedMotion: 'reduce', // a page that glides under the pointer is clicked in the wrong place
    });
    const page = await context.newPage();
    const requests: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('dialog', (dialog) => problems.push(dialog.message()));
    await page.goto(pathToFileURL(path).href);
    return { page, requests, problems, close: () => context.close() };
  }

  const unfold = (page: Page) =>
    page.evaluate(() =>
      document.querySelectorAll('details').forEach((details) => details.toggleAttribute('open', true)),
    );

  it('asks for nothing and has nothing to complain of', async () => {
    const { page, requests, problems, close } = await open();
    await unfold(page);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((address) => !address.startsWith('data:'))).toEqual([pathToFileURL(file).href]);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows names that look like markup as they are', async () => {
    const { page, close } = await open();
    const names = await page.locator('#ranking-table tbody th').allTextContents();
    expect(names).toContain('<script>alert(1)</script>');
    expect(names).toContain('__proto__');
    expect(names).toContain(`"quoted" & 'single'`);
    expect(await page.locator('script').count()).toBe(0);
    await close();
  });

  it.each([
    [1440, 'light'],
    [320, 'dark'],
  ] as const)('passes axe, %d pixels wide, %s', async (width, colorScheme) => {
    const { page, close } = await open({ width, colorScheme, path: shortFile });
    await unfold(page);
    // A chart is one picture to those who do not see it, and its parts take axe most of its time.
    const { violations, passes } = await new AxeBuilder({ page }).exclude('svg > *').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3)])).toEqual(
      [],
    );
    expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'svg-img-alt', 'region']));
    await close();
  });

  it('differs in light and dark, charts included', async () => {
    const colours = async (colorScheme: Scheme) => {
      const { page, close } = await open({ colorScheme });
      const found = await page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('#small-matrix svg text')!).fill,
        getComputedStyle(document.querySelector('#small-matrix svg title + rect')!).fill,
      ]);
      await close();
      return found;
    };
    const [light, dark] = [await colours('light'), await colours('dark')];
    for (const [i, colour] of light.entries()) {
      expect(colour).toMatch(/^rgb\(/);
      expect(dark[i]).not.toBe(colour);
    }
  });

  it.each([320, 768, 1440])('%d pixels wide, scrolls sideways only where a figure does', async (width) => {
    const { page, close } = await open({ width });
    for (const folded of [true, false]) {
      if (!folded) await unfold(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('h1, h2, h3, p, figcaption, caption span, a, summary, dt, dd, .scroll')]
          .filter((element) => element.checkVisibility() && !element.matches('.skip'))
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < 0 || right > innerWidth;
          })
          .map((element) => element.outerHTML.slice(0, 80)),
      );
      expect(outside).toEqual([]);
    }
    await close();
  });

  it('has letters of charts whole, and large enough', async () => {
    const { page, close } = await open({ width: 320 });
    await unfold(page);
    const { cut, small, count } = await page.evaluate(() => {
      const cut: string[] = [];
      const small: string[] = [];
      const texts = [...document.querySelectorAll('svg text')];
      for (const text of texts) {
        const svg = text.closest('svg')!;
        const [box, whole] = [text.getBoundingClientRect(), svg.getBoundingClientRect()];
        const name = `${svg.closest('figure')!.id}: ${text.textContent}`;
        const inside =
          box.left >= whole.left - 0.5 &&
          box.right <= whole.right + 0.5 &&
          box.top >= whole.top - 0.5 &&
          box.bottom <= whole.bottom + 0.5;
        if (!inside) cut.push(name);
        const scale = whole.width / svg.viewBox.baseVal.width;
        if (scale * Number.parseFloat(getComputedStyle(text).fontSize) < 8) small.push(name);
      }
      return { cut, small, count: texts.length };
    });
    expect(count).toBeGreaterThan(500);
    expect(cut).toEqual([]);
    expect(small).toEqual([]);
    await close();
  });

  it('lets the keyboard reach what scrolls, what unfolds and what downloads', async () => {
    const { page, close } = await open({ width: 320 });
    const expected = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], summary, [tabindex="0"]')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.outerHTML.slice(0, 100)),
    );
    const reached: string[] = [];
    for (let i = 0; i < expected.length; i++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 100)));
    }
    expect(reached).toEqual(expected);
    expect(reached[0]).toContain('Skip to the results');
    await close();
  });

  it('skips to the results', async () => {
    const { page, close } = await open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('MAIN');
    await close();
  });

  it('unfolds what a link leads to', async () => {
    const { page, close } = await open();
    expect(await page.locator('#fr-en-bleu').isVisible()).toBe(false);
    await page.getByRole('navigation').getByText('fr-en', { exact: true }).click();
    await page.locator('#fr-en-bleu').waitFor({ state: 'visible' });
    await close();
  });

  it('gives away the data of each figure, without script', async () => {
    const { page, close } = await open({ javaScriptEnabled: false });
    const download = async (name: string) => {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.locator(`a[download="${name}"]`).press('Enter'),
      ]);
      expect(saved.suggestedFilename()).toBe(name);
      return readFileSync(await saved.path(), 'utf8');
    };
    // The browser takes no more than ten in a second.
    for (const figure of figuresOf(shortPage)
      .filter((each) => each.kind !== 'browser')
      .slice(0, 6)) {
      const table = figure.kind === 'table' ? figure.table : figure.data;
      const rows = media.tsv({ title: '', tables: [table], notes: [] });
      expect(await download(`${figure.id}.tsv`)).toBe(rows.toWellFormed());
    }
    const svg = await download('small-matrix.svg');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).not.toContain('var(');
    await close();
  });

  it('is what assay task writes', async () => {
    const path = join(folder, 'findings.html');
    const command = ['dist/command/assay.cjs', 'task', 'examples/task', '-m', 'bleu', 'ter', '-o', path];
    execFileSync(process.execPath, command, { cwd: fileURLToPath(new URL('..', import.meta.url)) });
    for (const width of [320, 1440]) {
      const { page, requests, problems, close } = await open({ width, path });
      await unfold(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // Which rules hold does not depend on the width here, and axe takes its time.
      const { violations } =
        width > 320 ? { violations: [] } : await new AxeBuilder({ page }).exclude('svg > *').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]!.html.slice(0, 120)])).toEqual([]);
      expect(requests.filter((address) => !address.startsWith('data:'))).toEqual([pathToFileURL(path).href]);
      expect(problems).toEqual([]);
      expect(await page.locator('figure svg').count()).toBe(9);
      await close();
    }
  });

  it('prints all of its parts and none of its controls', async () => {
    const { page, close } = await open({ width: 800 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#fr-en-bleu svg').evaluate((svg) => svg.getBoundingClientRect().height)).toBeGreaterThan(
      100,
    );
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('.downloads').first().isVisible()).toBe(false);
    await close();
  });
});
