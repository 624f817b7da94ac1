/** The floors that run in a browser do: they are bundled without Node and give the same numbers there. */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './launchChromium.ts';
import { bySegment, measureAll, metrics, printSignature, systemScore } from '../src/index.ts';

/** What the bundle is in the page. */
type Assay = typeof import('../src/index.ts');

const lines = (name: string) =>
  readFileSync(new URL(`../examples/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const references = bySegment(lines('reference.A.en.txt'), lines('reference.B.en.txt'));
const outputs = { good: lines('good.txt'), shuffled: lines('shuffled.txt') };

describe('in a browser', () => {
  let browser: Browser;
  let bundle: string;

  beforeAll(async () => {
    const built = await build({
      entryPoints: [new URL('../src/index.ts', import.meta.url).pathname],
      bundle: true,
      platform: 'browser', // an import of a Node module fails to bundle
      format: 'iife',
      globalName: 'assay',
      write: false,
    });
    bundle = built.outputFiles[0]!.text;
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('scores the examples as Node does, to the last bit', async () => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.addScriptTag({ content: bundle });
    const there = await page.evaluate(
      ([testSet, systems]) => {
        const { assay } = globalThis as unknown as { assay: Assay };
        return assay
          .measureAll(
            assay.metrics.map((definition) => definition()),
            testSet,
            systems,
          )
          .map((measured) => ({
            signature: assay.printSignature(measured.metric, { references: 2 }),
            scores: [0, 1].map((system) => assay.systemScore(measured, system)),
            segments: [0, 1, 2].map((pick) => measured.segmentScore(pick)),
          }));
      },
      [{ references }, outputs] as const,
    );
    expect(problems).toEqual([]);
    const here = measureAll(
      metrics.map((definition) => definition()),
      { references },
      outputs,
    ).map((measured) => ({
      signature: printSignature(measured.metric, { references: 2 }),
      scores: [0, 1].map((system) => systemScore(measured, system)),
      segments: [0, 1, 2].map((pick) => measured.segmentScore(pick)),
    }));
    expect(there).toEqual(here);
    expect(here.length).toBe(metrics.length);
  });

  it('shows an HTML report that passes a look: headings, table, no script', async () => {
    const { media, scoreTables } = await import('../src/report/index.ts');
    const page = await browser.newPage();
    const block = { segments: 1, scores: [[{ score: 41.25 }], [{ score: 12.5 }]] };
    const report = {
      version: '0',
      systems: ['<b>good</b>', 'سيئ'],
      metrics: [{ metric: 'bleu', name: 'BLEU', higherIsBetter: true, signature: 'BLEU|…' }],
      all: block,
      groups: [],
      input: { references: 1, sha256: '0'.repeat(64), notes: [] },
    } as const;
    await page.setContent(media.html(scoreTables(report, 1)));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Scores');
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['<b>good</b>', 'سيئ']);
    expect(await page.getByRole('cell').allTextContents()).toEqual(['41.3', '12.5']);
    expect(await page.locator('script').count()).toBe(0);
  });
});
