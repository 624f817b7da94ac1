/** How long readers of Studio wait, in Chromium: until something is seen, until the first scores, until everything; and how much memory it takes. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/chromium.js';
import { madeUpSegments } from './madeUpSegments.js';

const studio = fileURLToPath(new URL('../dist/studio/', import.meta.url));
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

/** Seconds, kilobytes and megabytes for test sets of these sizes. */
export async function timeStudio(folder, sizes) {
  /** Compressed bytes of each file, by its name. */
  const sent = new Map();
  const server = createServer(({ url }, answer) => {
    const name = url === '/' ? 'index.html' : url.slice(1).split('?')[0];
    try {
      const packed = gzipSync(readFileSync(join(studio, name)));
      sent.set(name, packed.length);
      answer.writeHead(200, {
        'content-type': types[name.split('.').at(-1)] ?? 'text/plain',
        'content-encoding': 'gzip',
      });
      answer.end(packed);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rows = [];
  try {
    for (const { segments, systems } of sizes) {
      const files = writeFiles(folder, segments, systems);
      sent.clear();
      rows.push({ segments, systems, ...(await timeOne(`http://127.0.0.1:${server.address().port}/`, files, sent)) });
    }
  } finally {
    server.close();
  }
  return rows;
}

function writeFiles(folder, segments, systems) {
  const made = madeUpSegments({ segments, systems, metrics: 1 });
  const write = (name, texts) => {
    const path = join(folder, name);
    writeFileSync(path, `${texts.join('\n')}\n`);
    return path;
  };
  return [
    write('reference.txt', made.references),
    ...made.systems.map(({ name, outputs }) => write(`${name}.txt`, outputs)),
  ];
}

async function timeOne(url, files, sent) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    // What is kept for use offline comes later, and nobody waits for it.
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await page.goto(url);
    const paint = await page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'paint', buffered: true });
        }),
    ); // prettier-ignore
    await page.evaluate(() => {
      const seen = { longest: 0, last: performance.now(), scores: 0, isWatched: true };
      globalThis.seen = seen;
      const watch = (now) => {
        if (seen.isWatched) seen.longest = Math.max(seen.longest, now - seen.last);
        seen.last = now;
        requestAnimationFrame(watch);
      };
      requestAnimationFrame(watch);
    });
    const before = memoryOf(browser);
    let most = before;
    const sampling = setInterval(() => (most = Math.max(most, memoryOf(browser))), 100);
    // Files come as the reader picks them; from then on the reader waits.
    await page.evaluate(() => (location.hash = '#answer'));
    await page
      .locator('input[type=file]')
      .first()
      .waitFor({ state: 'attached', timeout: 1000 })
      .catch(() => {});
    await page.evaluate(() => (location.hash = '#files'));
    const started = performance.now();
    await page.locator('input[type=file]').first().setInputFiles(files);
    await page.evaluate(() => {
      globalThis.seen.longest = 0;
      location.hash = '#answer';
    });
    const wait = (condition) => page.waitForFunction(condition, undefined, { timeout: 600_000, polling: 50 });
    await wait(() => document.querySelector('main table tbody tr td') !== null);
    const scores = performance.now() - started;
    const bytes = [...sent.values()].reduce((sum, each) => sum + each, 0);
    await wait(() => document.querySelector('.doing progress') === null && document.querySelector('#_facts') !== null);
    const all = performance.now() - started;
    const { longest } = await page.evaluate(() => globalThis.seen);
    clearInterval(sampling);
    return {
      paint,
      kilobytes: bytes / 1e3,
      scores: scores / 1e3,
      all: all / 1e3,
      longest,
      megabytes: (most - before) / 1e6,
    };
  } finally {
    await browser.close();
  }
}

/** Bytes of memory of the processes that this program started, all of which belong to the browser; Linux only. */
function memoryOf() {
  const children = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))[1];
      children.set(parent, [...(children.get(parent) ?? []), id]);
    } catch {
      // it has ended
    }
  }
  const sum = (id) => (children.get(id) ?? []).reduce((bytes, child) => bytes + own(child) + sum(child), 0);
  const own = (id) => {
    try {
      const isRenderer = readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('--type=renderer');
      if (!isRenderer) return 0;
      return 1024 * Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]);
    } catch {
      return 0;
    }
  };
  return sum(String(process.pid));
}
