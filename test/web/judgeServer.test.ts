/** The judges' app on the real server: a judge opens the link, agrees, and answers all assignments; the journal has all answers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeWebPages } from '../../scripts/webPages.js';
import { tokens } from '../../src/server/testing/testCampaign.ts';
import { startTestServer } from '../../src/server/testing/testServer.ts';
import { launchChromium } from '../launchChromium.ts';

/** Keys that answer an assignment of each kind, by its heading. */
const keys = new Map([
  ['Rank the translations', ['1', '2', '2', 'Enter']],
  ['Compare two translations', ['=', 'Enter']],
  ['Rate the translation', ['ArrowRight', 'Enter']],
  ['Mark the errors', []],
  ['Correct the translation', []],
]);

it('a judge answers everything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-judge-'));
  for (const [name, contents] of await makeWebPages()) writeFileSync(join(folder, name), contents);
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
    rmSync(folder, { recursive: true });
  }
});
