/**
 * Campaigns of ESA, contrastive ESA and MQM in a real browser, with the built command: planned from examples/, judged by keyboard alone and
 * by touch alone, and ranked. The judges like one system and find errors in the others.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeOn } from './axe.ts';
import { assay, example, killServers, serveCampaign } from './judging/serveCampaign.ts';
import { launchChromium } from './launchChromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-protocols-'));
const files = ['good', 'terse', 'shuffled'];
const liked = new Set(readFileSync(example('good.txt'), 'utf8').split('\n'));
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

/** How a judge does things on a page. */
interface Hands {
  readonly markFirstWord: (page: Page, text: Locator) => Promise<void>;
  readonly score: (page: Page, text: Locator, score: string) => Promise<void>;
  readonly submit: (page: Page) => Promise<void>;
}

/** Presses the Tab key until the focus is on such an element of this translation. */
async function tabTo(page: Page, text: Locator, selector: string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    const isThere = (one: Element, wanted: string) =>
      one.contains(document.activeElement) && document.activeElement!.matches(wanted);
    if (await text.evaluate(isThere, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${selector}.`);
}

const byKeyboard: Hands = {
  async markFirstWord(page, text) {
    await tabTo(page, text, '.unit');
    await page.keyboard.press('Space');
    await page.keyboard.press('2');
    if ((await page.locator('.popover').count()) === 0) return;
    await page.keyboard.type('mistr');
    await page.keyboard.press('Enter');
  },
  async score(page, text, score) {
    await tabTo(page, text, '[type=number]');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(score);
  },
  submit: (page) => page.keyboard.press('Enter'),
};

const byTouch: Hands = {
  async markFirstWord(page, text) {
    await text.locator('.unit').first().tap();
    await page.locator('.popover').getByRole('button', { name: 'Major' }).tap();
    const category = page.locator('.popover').getByRole('button', { name: 'Mistranslation' });
    if ((await category.count()) > 0) await category.tap();
  },
  async score(page, text, score) {
    const field = text.locator('[type=number]');
    const hasFocus = () => field.evaluate((one) => one === document.activeElement);
    // The page may still be scrolling; Chromium then loses the tap, or what is typed right after it.
    for (let i = 0; i < 3 && (await field.inputValue()) !== score; i++) {
      await field.tap();
      if (await hasFocus()) await page.keyboard.type(score, { delay: 20 });
    }
    await expect.poll(() => field.inputValue()).toBe(score);
  },
  submit: (page) => page.locator('.work-bar [type=submit]').tap(),
};

/** Answers everything; resolves to the number of answers. */
async function judgeAll(page: Page, hands: Hands): Promise<number> {
  await page.getByRole('button', { name: 'I agree' }).click();
  await page.locator('.next-step .button').click();
  await page.locator('form, [aria-label=Instructions]').first().waitFor();
  if ((await page.locator('form').count()) === 0) await page.getByRole('link', { name: /^Start/ }).click();
  for (let count = 0; ; count++) {
    await page.locator('form .judged, .tasks').first().waitFor();
    if ((await page.locator('.tasks').count()) > 0) return count;
    if (count === 0) expect((await axeOn(page).analyze()).violations.map(({ id }) => id)).toEqual([]);
    const before = page.url();
    const form = await page.locator('form').elementHandle();
    for (const text of await page.locator('.judged').all()) {
      const words = (await text.locator('.unit, .markable > span:not(:has(*))').allTextContents()).join('');
      const isGood = liked.has(words);
      if (!isGood) await hands.markFirstWord(page, text);
      if ((await text.locator('[type=number]').count()) > 0) await hands.score(page, text, isGood ? '95' : '30');
    }
    await hands.submit(page);
    await page.waitForFunction((url) => location.href !== url || document.querySelector('.taught') !== null, before);
    if (page.url() === before) await hands.submit(page); // after the hint
    await page.waitForURL((url) => url.href !== before);
    await page.waitForFunction((shown) => !shown.isConnected, form); // the address changes first
  }
}

it.each(['esa', 'cesa', 'mqm'])('%s, from files to a ranking', { timeout: 300_000 }, async (protocol) => {
  const place = join(mkdtempSync(join(folder, protocol)), 'campaign');
  assay(
    'judge', 'init', place, '--protocol', protocol, '-s', example('source.de.txt'), '-l', example('labels.tsv'), '--languages', 'de-en',
    ...files.map((name) => example(`${name}.txt`)), '--judges', '2', '--per-judge', '6', '--repeats', '0', '--repeat-distance', '0', '--despite-problems',
  ); // prettier-ignore
  const served = await serveCampaign([place]);
  const problems: string[] = [];
  const play = async (judge: string, hands: Hands, settings: Parameters<Browser['newContext']>[0]): Promise<number> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...settings });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(served.links.get(judge)!);
    const count = await judgeAll(page, hands);
    await expect.poll(() => page.locator('.state').innerText()).toBe('All answers sent');
    await expect.poll(() => page.locator('.next-step').innerText()).toContain('All done. Thank you.');
    await context.close();
    return count;
  };
  const counts = [
    await play('judge01', byKeyboard, { viewport: { width: 1280, height: 800 } }),
    await play('judge02', byTouch, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
  ];
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(6);
  const ranked = assay('rank', place, '--samples', '50', '--format', 'json');
  expect(/"system": "(\w+)"/.exec(ranked)?.[1]).toBe('good'); // the first one listed
  expect(problems).toEqual([]);
  expect(await served.end('SIGTERM')).toBe(0);
});
