/**
 * The judges' app on the real server: a judge opens the link, agrees, and answers all assignments; the journal has all answers. And the
 * common link: people see what the task is, become judges up to the quota, and come back.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWebPages } from '../../scripts/webPages.js';
import { hashOfToken } from '../../src/server/secretLinks.ts';
import { MemoryJournal } from '../../src/server/testing/memoryJournal.ts';
import { testEvents, tokens } from '../../src/server/testing/testCampaign.ts';
import { startTestServer } from '../../src/server/testing/testServer.ts';
import { axeOn } from '../axe.ts';
import { launchChromium } from '../launchChromium.ts';

/** Keys that answer an assignment of each kind, by its heading. */
const keys = new Map([
  ['Rank the translations', ['1', '2', '2', 'Enter']],
  ['Compare two translations', ['=', 'Enter']],
  ['Rate the translation', ['ArrowRight', 'Enter']],
  ['Mark the errors', []],
  ['Correct the translation', []],
]);

const folder = mkdtempSync(join(tmpdir(), 'assay-judge-'));
beforeAll(async () => {
  for (const [name, contents] of await makeWebPages()) writeFileSync(join(folder, name), contents);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a judge answers everything', async () => {
  const server = await startTestServer(folder);
  const browser = await launchChromium();
  try {
    const address = await server.listen(0, '127.0.0.1');
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(`${address}/j/${tokens['zz-judge-1']}`);
    expect(page.url()).toBe(`${address}/judge`);
    await page.getByRole('button', { name: 'I agree' }).click();
    await page.locator('.tasks').waitFor();

    for (;;) {
      await page.goto(`${address}/judge#/`);
      const start = page.getByRole('link', { name: /^(?:Start|Continue)/ });
      await page.locator('.tasks').waitFor();
      if ((await start.count()) === 0) break;
      await start.first().click();
      await page.locator('form, [aria-label=Instructions]').waitFor();
      if ((await page.locator('form').count()) === 0) await start.click();
      await page.locator('form').waitFor();
      const before = page.url();
      const heading = (await page.locator('h1').textContent())!.split(',')[0]!;
      await page.locator(heading === 'Rate the translation' ? 'input[type=range]' : 'h1').focus();
      for (const key of keys.get(heading)!) await page.keyboard.press(key);
      if (heading === 'Mark the errors') await page.getByRole('button', { name: 'Submit without errors' }).click();
      if (heading === 'Correct the translation') {
        await page.getByLabel('No corrections needed').check();
        await page.keyboard.press('Enter');
      }
      if (await page.locator('.place').getByText('practice').count())
        await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL((url) => url.href !== before);
    }
    await expect.poll(() => page.locator('.state').innerText()).toBe('All answers sent');

    const answered = (await server.journal.read(0)).flatMap(({ event }) =>
      event.kind === 'answered' && event.judge === 'zz-judge-1' ? [event.answer] : [],
    );
    expect(answered.map(({ kind }) => kind)).toEqual(['rank', 'rank', 'rank', 'pairwise', 'assess', 'mark', 'edit']);
    expect(answered.slice(-4)).toEqual([
      { kind: 'pairwise', ranks: [1, 1] },
      { kind: 'assess', score: 51 },
      { kind: 'mark', errors: [] },
      { kind: 'edit', outcome: 'unchanged' },
    ]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-judgments.json');
    await page.getByRole('button', { name: 'Erase my data' }).click();
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Your data is erased');
    expect(JSON.stringify(await server.journal.read(0))).not.toContain('"answered"');
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
  }
});

it('people come by the common link', async () => {
  const journal = new MemoryJournal();
  const token = 'EEEEEEEEEEEEEEEEEEEEEE';
  // The judges of this campaign have no links of their own.
  const plan = testEvents().filter(({ kind }) => kind !== 'link-made');
  await journal.append([...plan, { kind: 'enrolment-opened', hash: hashOfToken(token), quota: 1, parameter: 'PROLIFIC_PID' }]);
  const server = await startTestServer(folder, { journal });
  const browser = await launchChromium();
  try {
    const link = `${await server.listen(0, '127.0.0.1')}/e/${token}`;
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    /** Opens the link and looks at the page that comes. */
    const visit = async (query: string, heading: string): Promise<void> => {
      await page.goto(link + query);
      await page.getByRole('heading', { name: heading }).waitFor();
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await axeOn(page, colorScheme === 'light' ? 'all' : 'looks').analyze();
        expect(violations.map(({ id, nodes }) => [id, heading, nodes.map(({ html }) => html)])).toEqual([]);
      }
      for (const width of [320, 1920, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    };

    await visit('', 'Open this study from your platform');
    await visit('?PROLIFIC_PID={{%PROLIFIC_PID%}}', 'Open this study from your platform');
    await journal.append([{ kind: 'frozen' }]);
    await visit('?PROLIFIC_PID=anna', 'The campaign is paused');
    expect(await page.getByRole('button').count()).toBe(0);
    await journal.append([{ kind: 'thawed' }]);
    await visit('?PROLIFIC_PID=anna&STUDY_ID=s1', 'What you do');
    const text = await page.locator('main').innerText();
    for (const words of [/Ranking\. Rank every translation/, /2 assignments, after 1 for practice/, /About 1 minute, /, /You agree to be careful/])
      expect(text).toMatch(words);
    expect((await journal.read(0)).map(({ event }) => event.kind)).not.toContain('enrolled');

    // By keyboard: the only button of the page. Consent is not asked for again.
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('I agree and start');
    await page.keyboard.press('Enter');
    await page.locator('.tasks').waitFor();
    expect(new URL(page.url()).pathname).toBe('/judge');
    expect(await page.locator('.pseudonym').innerText()).toBe('zz-judge-1');

    await visit('?PROLIFIC_PID=bert', 'All places are taken');
    await visit('?PROLIFIC_PID=anna', 'You take part already');
    expect(await page.locator('main').innerText()).toContain('You have done 0 of 6 assignments.');
    // In another browser, after all tasks were closed.
    const elsewhere = await browser.newPage();
    for (const task of ['rank', 'pairwise', 'assess', 'mark', 'edit'] as const) await journal.append([{ kind: 'closed', task }]);
    await elsewhere.goto(`${link}?PROLIFIC_PID=anna`);
    await elsewhere.getByRole('button', { name: 'Continue' }).click();
    await elsewhere.locator('.tasks').waitFor();
    expect(await elsewhere.locator('.pseudonym').innerText()).toBe('zz-judge-1');
    await visit('?PROLIFIC_PID=bert', 'The campaign is over');
    expect((await journal.read(0)).flatMap(({ event }) => (event.kind === 'enrolled' ? [event.judge] : []))).toEqual(['zz-judge-1']);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
  }
}); // prettier-ignore
