/** Whole reports are made in a browser: comparisons, shared tasks and tuning with their tables, pages and charts, all as in Node. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './launchChromium.ts';
import { makeReports } from './reports/makeReports.ts';

const references = [
  ['the cat sat on the mat'],
  ['a dog barked at the moon'],
  ['it rained all day long'],
  ['we went home early that night'],
];
const outputs = {
  good: ['the cat sat on the mat', 'a dog barked at the moon', 'it rained all day', 'we went home early at night'],
  short: ['cat sat on mat', 'dog barked', 'it rained', 'we went home'],
  odd: ['mat the on sat cat the', 'the moon barked', 'all day long it rained', 'early that night we went home'],
};

describe('in a browser', () => {
  let browser: Browser;
  let bundle: string;

  beforeAll(async () => {
    const built = await build({
      entryPoints: [fileURLToPath(new URL('reports/makeReports.ts', import.meta.url))],
      bundle: true,
      platform: 'browser', // an import of a Node module fails to bundle
      format: 'iife',
      globalName: 'reports',
      write: false,
    });
    bundle = built.outputFiles[0]!.text;
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('reports come out as in Node, to the last byte', async () => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.addScriptTag({ content: bundle });
    const there = await page.evaluate(
      ([texts, right]) => {
        const { reports } = globalThis as unknown as { reports: { makeReports: typeof makeReports } };
        return reports.makeReports(texts, right);
      },
      [outputs, references] as const,
    );
    expect(problems).toEqual([]);
    const here = await makeReports(outputs, references);
    expect(there).toEqual(here);
    expect(here['comparison']).toContain('BLEU: differences');
    expect(here['task']).toContain('12 rankings by 2 judges');
  });

  it('a page made there is shown with its charts', async () => {
    const page = await browser.newPage();
    await page.setContent((await makeReports(outputs, references))['taskPage']!);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Findings: made');
    expect(await page.locator('figure.chart svg').count()).toBeGreaterThan(2);
  });
});
