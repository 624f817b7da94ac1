/** Pages that `assay compare` writes, in a real browser: where their links lead, and that nothing on them is cut off. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutOff, outside, unfold } from './pageLayout.ts';
import { axeOn } from './axe.ts';
import { type OpeningFile, sharedFileWindows } from './windows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const systems = ['terse', 'verbose', 'good', 'shuffled'].map((name) => `examples/${name}.txt`);
const texts = ['-r', 'examples/reference.A.en.txt', '-r', 'examples/reference.B.en.txt', '-s', 'examples/source.de.txt', '-l', 'examples/labels.tsv']; // prettier-ignore

describe('a compare page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'));
  const path = join(folder, 'page.html');
  const openFile = sharedFileWindows();
  const open = (opening: Partial<OpeningFile> = {}) => openFile({ path, ...opening });

  beforeAll(() => {
    execFileSync(process.execPath, ['dist/command/assay.cjs', 'compare', ...texts, ...systems, '-o', path], { cwd: root }); // prettier-ignore
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const heading = (page: Page) => page.locator('.detail h3').textContent();
  const status = (page: Page) => page.locator('.results').textContent();
  const chosen = (page: Page, name: string) => page.locator('.controls').getByLabel(name, { exact: true }).locator('option:checked').textContent(); // prettier-ignore
  /** The browser is in sight, and keys lead on from there. */
  const isThere = (page: Page) =>
    page.waitForFunction(() => {
      const browser = document.querySelector('.browser')!;
      const { top } = browser.getBoundingClientRect();
      return document.activeElement === browser && top > -1 && top < innerHeight / 2;
    });

  /**
   * What readers ask of a comparison, and where the first screen says it. Expected values are those of the guide to comparing, of README.md
   * for chrF2 and TER, and of the README of the examples for the number of segments, documents and references.
   */
  it.each([
    ['Who won?', 'good wins by BLEU'],
    ['Is it certain?', 'it is significantly better than every other system.'],
    ['By how much?', 'The best two, good and terse, are 24.84 BLEU apart (95 % interval [21.30, 28.29], p < 0.001).'],
    ['How do the others rank?', 'By BLEU: good 57.34 > terse 32.51 ≈ verbose 30.67 > shuffled 14.95.'],
    ['Which systems cannot be told apart?', '5 of 6 pairs differ significantly; ≈ joins neighbours that do not.'],
    ['Do the metrics agree?', 'chrF2 disagrees: it finds shuffled significantly better than terse.'],
    ['Does the best system lose anywhere?', 'The best system is not significantly worse than another on any part of the test set.'],
    ['How much was tested?', '4 systems, 60 segments with 2 references each, by BLEU, chrF2 and TER.'],
    ['Which test decided?', 'Test: paired bootstrap, p corrected for 6 pairs (Holm).'],
    ['What should I beware of?', 'There are only 60 segments. Segments are resampled one by one, since there are only 8 documents;'],
    ['What are the scores?', '57.34\n32.51\n30.67\n14.95'],
    ['Is more better?', '↑ higher is better, ↓ lower is better.'],
  ])('answers on its first screen: %s', async (_question, answer) => {
    expect(await (firstScreen ??= readFirstScreen())).toContain(answer);
  }); // prettier-ignore
  let firstScreen: Promise<string> | undefined;
  async function readFirstScreen(): Promise<string> {
    const page = await open();
    return page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, p, li, figcaption, svg text')]
        .filter((each) => {
          const { top, bottom, left, right } = each.getBoundingClientRect();
          return each.checkVisibility() && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        })
        .map((each) => each.textContent.trim())
        .join('\n'),
    );
  }

  describe('leads into its segment browser', () => {
    it('from the number of a segment, to that segment, and once more if the link is followed again', async () => {
      const page = await open();
      await unfold(page);
      const table = page.locator('figure', { hasText: 'Segments in which terse and good differ most' }).first();
      const link = table.locator('tbody tr', { hasText: 'TER' }).first().locator('a').first();
      const number = await link.textContent();
      await link.press('Enter');
      await isThere(page);
      await expect.poll(() => heading(page)).toBe(`Segment ${number}`);
      await expect.poll(async () => [await chosen(page, 'A'), await chosen(page, 'B'), await chosen(page, 'Metric')]).toEqual(['terse', 'good', 'TER']); // prettier-ignore
      await link.click();
      await isThere(page);
    });

    it('from a part of the test set, to the segments of that part', async () => {
      const page = await open();
      await unfold(page);
      const row = page.locator('figure', { hasText: 'chrF2 by domain' }).locator('tbody tr').first();
      expect((await row.locator('td').first().textContent())!.trim()).toBe('30');
      await row.locator('th a').click();
      await isThere(page);
      await expect.poll(() => status(page)).toBe('30 of 60 segments');
      await expect
        .poll(async () => [await chosen(page, 'domain'), await chosen(page, 'Metric')])
        .toEqual(['news', 'chrF2']);
      // Ranges of length are filters, too.
      const length = page.locator('figure.table', { hasText: 'BLEU by reference length' }).locator('tbody tr').first();
      const count = (await length.locator('td').first().textContent())!.trim();
      await length.locator('th a').click();
      await isThere(page);
      await expect.poll(() => status(page)).toBe(`${count} of 60 segments`);
    });

    it('from every bar of a histogram, to as many segments as it says', async () => {
      const page = await open();
      await unfold(page);
      const chart = page.locator('figure.chart', { hasText: 'good and terse: distribution of segment differences' });
      const bars = chart.locator('svg a');
      const words = await bars.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!));
      expect(words.length).toBeGreaterThan(10);
      for (const [i, said] of words.entries()) {
        await bars.nth(i).press('Enter');
        await isThere(page);
        const count = /: (\d+) segments?$/.exec(said)![1]!;
        await expect.poll(() => status(page), { message: said }).toBe(`${count} of 60 segments`);
      }
      const sum = words.reduce((all, said) => all + Number(/: (\d+) segments?$/.exec(said)![1]), 0);
      expect(sum).toBe(60);
      // A finger hits the column of a low bar, too.
      const box = (await bars.last().boundingBox())!;
      expect(box.height).toBeGreaterThan(100);
    });
  });

  describe('cuts nothing off', () => {
    it('1280 pixels wide: every table and every chart is whole', async () => {
      const page = await open();
      await unfold(page);
      await expect.poll(() => cutOff(page, '.scroll')).toEqual([]);
      await expect.poll(() => outside(page)).toEqual([]);
    });

    it('390 pixels wide: every chart is whole, and what is wider scrolls by itself', async () => {
      const page = await open({ width: 390 });
      await unfold(page);
      await expect.poll(() => cutOff(page, '.chart > .scroll')).toEqual([]);
      await expect.poll(() => outside(page)).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });

  it('has its contents in sight on wide screens, and folded on narrow ones', async () => {
    const entry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Pairs' });
    const wide = await open();
    await expect.poll(() => entry(wide).isVisible()).toBe(true);
    await expect.poll(() => wide.locator('nav summary').isVisible()).toBe(false);
    const narrow = await open({ width: 390 });
    await expect.poll(() => entry(narrow).isVisible()).toBe(false);
    await narrow.locator('nav summary').click();
    await entry(narrow).click();
    await expect.poll(() => narrow.evaluate(() => location.hash)).toBe('#pairs');
  });

  it('folds the fields of the segment browser on touch screens, and does not mention keys there', async () => {
    const page = await open({ width: 390, hasTouch: true, isMobile: true });
    const field = page.locator('.controls').getByLabel('Search', { exact: true });
    const fold = page.getByRole('button', { name: 'Filter and search' });
    await expect.poll(() => field.isVisible()).toBe(false);
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
    await fold.tap();
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true');
    await field.fill('laughed');
    await expect.poll(() => status(page)).toBe('1 of 60 segments');
    await page.locator('.help summary').tap();
    await expect.poll(() => page.locator('.help p').last().isVisible()).toBe(true);
    await expect.poll(() => page.locator('.browser').innerText()).not.toMatch(/\b[Kk]eys?\b|Tab\b/);
    const { violations } = await axeOn(page).include('.browser').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const desk = await open();
    await expect.poll(() => desk.getByRole('button', { name: 'Filter and search' }).isVisible()).toBe(false);
    await expect.poll(() => desk.locator('.keys').isVisible()).toBe(true);
  });

  it('of 15 made-up systems and 5 metrics is less than ten screens long', async () => {
    // Each system is a mixture of the examples: segment i of system k is that of example (i × (k + 2)) mod 4, or of `good`.
    const examples = systems.map((name) => readFileSync(join(root, name), 'utf8').trimEnd().split('\n'));
    const names = Array.from({ length: 15 }, (_, k) => join(folder, `system-${k + 1}.txt`));
    names.forEach((name, k) => {
      const lines = examples[2]!.map((good, i) => (i % 15 < k ? good : examples[(i * (k + 2)) % 4]![i]!));
      writeFileSync(name, `${lines.join('\n')}\n`);
    });
    const file = join(folder, 'many.html');
    const metrics = ['-m', 'bleu', 'chrf', 'ter', 'nist', 'wer', '--samples', '50'];
    execFileSync(process.execPath, ['dist/command/assay.cjs', 'compare', ...texts, ...names, ...metrics, '-o', file], { cwd: root }); // prettier-ignore
    const page = await open({ path: file });
    await expect
      .poll(() => page.locator('.controls').getByLabel('A', { exact: true }).locator('option').count())
      .toBe(15);
    const length = await page.locator('#_facts').evaluate((facts) => facts.getBoundingClientRect().top + scrollY);
    expect(length).toBeLessThan(10 * 800);
    await unfold(page);
    // The data of a matrix have a column for each system, in a box of their own that scrolls.
    await expect.poll(() => cutOff(page, 'figure > .scroll')).toEqual([]);
    await expect.poll(() => outside(page)).toEqual([]);
  });

  it('passes axe, with links in tables and in charts', async () => {
    const page = await open();
    for (const name of ['By domain', 'terse and good'])
      await page.locator('summary', { hasText: name }).first().click();
    const { violations, passes } = await axeOn(page).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3)])).toEqual([]); // prettier-ignore
    expect(passes.map(({ id }) => id)).toContain('link-name');
  });
});
