/** The page of `assay align` in a real browser: it asks for nothing, shows words as they are, and passes accessibility checks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AlignReport, alignPage } from '../src/report/index.ts';
import { troublesome } from '../src/report/page/testing/samplePage.ts';
import { axeOn } from './axe.ts';
import { sharedFileWindows } from './windows.ts';

const at = (from: number, to = from + 1) => ({ from, to });
const report: AlignReport = {
  version: '0',
  metric: { name: 'METEOR-1.5', signature: 'METEOR-1.5|nrefs:2' },
  systems: [troublesome[0]],
  input: { sha256: 'ab'.repeat(32), notes: ['Segment 7 was left out: it has no reference.'] },
  pairs: [
    {
      segment: 1,
      system: troublesome[0],
      score: 56.789,
      reference: 2,
      hypothesisWords: ['the', 'cats', 'in', 'order', 'to', ...troublesome],
      referenceWords: ['a', 'cat', 'to', '&', 'x'.repeat(200)],
      links: [
        { hypothesis: at(1), reference: at(1), kind: 'stem' },
        { hypothesis: at(2, 5), reference: at(2), kind: 'paraphrase' },
        { hypothesis: at(6), reference: at(3), kind: 'exact' },
      ],
      moves: [{ from: 1, to: 3, before: 0 }],
    },
    {
      segment: 2,
      system: troublesome[0],
      score: 0,
      reference: 1,
      hypothesisWords: [],
      referenceWords: ['a'],
      links: [],
    },
  ],
};

const folder = mkdtempSync(join(tmpdir(), 'assay-align-'));
const file = join(folder, 'page.html');
const open = sharedFileWindows();
beforeAll(() => writeFileSync(file, alignPage(report, 2)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  [1440, 'light'],
  [320, 'dark'],
] as const)('%d pixels wide, %s: passes axe, asks for nothing and fits', async (width, colorScheme) => {
  const page = await open({ path: file, width, height: 900, colorScheme });
  const { violations, passes } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])).toEqual([]);
  expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'list', 'region']));
  await expect.poll(() => page.locator('script').count()).toBe(0);
  await expect.poll(() => page.locator('.word').allTextContents()).toContain('in order to');
  await expect.poll(() => page.locator('h2').first().textContent()).toContain('<script>alert(1)</script>');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
