import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveDocs } from '../docs/serveDocs.ts';
import { runTyped } from '../testing/runTyped.ts';
import docs from './docs.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-docs-'));
const files = {
  'README.md': '# Assay\n\nThe [guide](docs/README.md) and a ![picture](docs/a.svg).\n',
  'docs/README.md': '# Guide\n\n## Start\n\n- [Scoring](start/score.md): tables\n',
  'docs/start/score.md': '# Scoring\n\nWhat to do.\n\n## Intervals\n\nA *bootstrap* of segments.\n',
  'docs/reference/commands.md':
    '# Commands\n\n## assay score\n\n- <a id="assay-score--level"></a>`--level <percent>`: level of the intervals\n',
  'docs/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'secret.txt': 'secret',
  'assets/site.js': 'search();',
  'studio/index.html':
    '<html><meta http-equiv="Content-Security-Policy"\n content="default-src \'none\'"><title>Studio</title>',
};
beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const serve = (topic: string) =>
  serveDocs(topic, { port: 0, root, assets: join(root, 'assets'), studio: join(root, 'studio') });

describe('assay docs', () => {
  it.each([
    ['', ''],
    ['scoring', 'docs/start/score.html'],
    ['score', 'docs/reference/commands.html#assay-score'],
    ['score --level', 'docs/reference/commands.html#assay-score--level'],
    ['bootstrap', 'docs/start/score.html#intervals'],
  ])('opens for “%s” %s', async (topic, page) => {
    const served = await serve(topic);
    served.stop();
    await served.stopped;
    expect(served.address.replace(/^http:\/\/127\.0\.0\.1:\d+\//, '')).toBe(page);
  });

  it('sends pages, what they show, the search and Studio, and nothing else', async () => {
    const { address, stop, stopped } = await serve('');
    const get = async (path: string) => {
      const answer = await fetch(address + path);
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    };
    try {
      expect(await get('')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', text: expect.stringContaining('<a href="docs/index.html">guide</a>') }); // prettier-ignore
      expect((await get('docs/index.html')).text).toContain('<a href="start/score.html">Scoring</a>');
      expect(await get('docs/a.svg')).toMatchObject({ status: 200, type: 'image/svg+xml', text: files['docs/a.svg'] });
      expect(await get('site.js')).toMatchObject({ status: 200, text: 'search();' });
      expect((await get('search.js')).text).toMatch(/^assaySearch\(\{.*"Intervals"/);
      expect((await get('studio/index.html')).text).toContain('<title>Studio</title>');
      for (const path of ['secret.txt', 'docs/README.md', 'docs/start/', 'package.json', '%2e%2e/secret.txt']) {
        expect({ path, ...(await get(path)) }).toMatchObject({ path, status: 404 });
      }
      expect(await get('live.js')).toMatchObject({ status: 500, text: expect.stringContaining('ENOENT') }); // it is missing
      expect((await get('')).status).toBe(200);
    } finally {
      stop();
      await stopped;
    }
  });

  it('says that a topic is not in the documentation', async () => {
    await expect(runTyped(docs, ['quaternions', 'of', 'xyzzy', '--no-open'])).rejects.toThrow(
      'Nothing about quaternions of xyzzy in the documentation. Try fewer words, or run `assay docs` and search.',
    );
  });
});
