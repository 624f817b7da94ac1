/** What Studio keeps: exports as the command line writes them, projects, sessions, settings in links, and the app itself, offline. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgetAll } from './studio/openStudio.ts';
import { type StudioServer, studioServer } from './studio/studioServer.ts';
import { sharedWindows } from './windows.ts';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const command = fileURLToPath(new URL('../dist/command/assay.cjs', import.meta.url));
const texts = ['-r', 'reference.A.en.txt', '-r', 'reference.B.en.txt', '-s', 'source.de.txt', '-l', 'labels.tsv', 'good.txt', 'terse.txt']; // prettier-ignore

let folder: string;
let server: StudioServer;
const openWindow = sharedWindows();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-keep-'));
  server = await studioServer();
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const problems: string[] = [];
afterEach(() => expect(problems.splice(0)).toEqual([]));

/** A window that is empty, without what the browser keeps for Studio. */
async function freshPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openWindow({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block', ...options });
  await forgetAll(page, server.address);
  return page;
}

/** Studio as for a first visit, or in a tab beside other ones. */
async function openStudio(hash = '', beside?: Page): Promise<Page> {
  const page = beside ? await beside.context().newPage() : await freshPage();
  return goToStudio(page, hash);
}

async function goToStudio(page: Page, hash = ''): Promise<Page> {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(server.address + hash);
  return page;
}

/** What a command writes, by format. It runs once for all of them, and for all tests. */
const written = new Map<string, Buffer[]>();
function assay(typed: readonly string[], ...formats: string[]): Buffer[] {
  const key = [...typed, ...formats].join(' ');
  const endings: Readonly<Record<string, string>> = { latex: 'tex', markdown: 'md' };
  const paths = formats.map((format) => join(folder, `written-${written.size}.${endings[format] ?? format}`));
  const outputs = paths.flatMap((path) => ['-o', path]);
  if (!written.has(key)) {
    execFileSync(process.execPath, [command, ...typed, ...outputs], { cwd: examples });
    written.set(key, paths.map((path) => readFileSync(path))); // prettier-ignore
  }
  return written.get(key)!;
}

/** Of all examples, without and with `--why`. */
const comparedPlainly = () => assay(['compare', ...texts], 'html', 'csv', 'tsv').map(String) as [html: string, csv: string, tsv: string]; // prettier-ignore
const comparedWhy = () => assay(['compare', ...texts, '--why'], 'latex', 'markdown', 'json', 'xlsx');

const tryExample = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Try an example' }).click();
  await page.getByRole('link', { name: 'Compare good and terse' }).waitFor();
};

/** The view Keep, with results. */
async function keep(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Keep' }).click();
  await page.locator('.keep button.main:not([aria-disabled])').waitFor();
}

async function downloaded(page: Page, button: string, name?: string): Promise<string> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await waiting;
  if (name !== undefined) expect(download.suggestedFilename()).toBe(name);
  const path = join(folder, `${Date.now()}-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return path;
}

const textOf = async (page: Page, button: string, name?: string): Promise<string> =>
  readFileSync(await downloaded(page, button, name), 'utf8');

/** What the browser keeps. */
const kept = (page: Page): Promise<{ facts: number; files: number; notes: unknown[] }> =>
  page.evaluate(async () => {
    const [found] = await indexedDB.databases();
    if (!found) return { facts: 0, files: 0, notes: [] };
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(found.name!);
      request.onsuccess = () => resolve(request.result);
    });
    const all = <T>(store: string): Promise<T[]> =>
      new Promise((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll() as IDBRequest<T[]>;
        request.onsuccess = () => resolve(request.result);
      });
    const [facts, files] = [await all<{ notes: unknown[] }>('facts'), await all('files')];
    database.close();
    return { facts: facts.length, files: files.length, notes: facts.flatMap(({ notes }) => notes) };
  });

/** The session is saved a moment after a change. */
const saved = (page: Page, files: number, ...notes: unknown[]): Promise<void> =>
  expect.poll(() => kept(page)).toEqual({ facts: Math.min(1, files), files, notes });

const confirm = async (page: Page, yes: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: yes }).click();
};

const roleOf = (page: Page, path: string) => page.getByRole('listitem').filter({ hasText: path }).getByRole('combobox');

async function addNote(page: Page, segment: number, text: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Where' }).click();
  await page.locator('.segment-note textarea').waitFor();
  await page.evaluate((number) => (location.hash = `#segment=${number}`), segment);
  await page.getByText(`Note on segment ${segment},`).waitFor();
  await page.locator('.segment-note textarea').fill(text);
  await page.locator('.segment-note textarea').blur();
}

describe('exports', () => {
  it('are what the command line writes, to the byte, and no request leaves the page', async () => {
    const page = await goToStudio(await freshPage({ serviceWorkers: 'allow' }));
    const requests: string[] = [];
    page.context().on('request', (request) => requests.push(request.url()));
    await tryExample(page);
    await keep(page);
    // The offline copy is complete: what it fetches is none of the exports' doing.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const before = server.log.length;
    const files = {
      html: await textOf(page, 'Download the page', 'good-terse.html'),
      csv: await textOf(page, 'CSV', 'good-terse.csv'),
      tsv: await textOf(page, 'TSV', 'good-terse.tsv'),
      latex: await textOf(page, 'LaTeX', 'good-terse.tex'),
      markdown: await textOf(page, 'Markdown', 'good-terse.md'),
      json: await textOf(page, 'JSON', 'good-terse.json'),
    };
    const workbook = readFileSync(await downloaded(page, 'Excel', 'good-terse.xlsx'));
    await downloaded(page, 'Save as a project', 'good-terse.assay');
    const plain = comparedPlainly();
    for (const [f, format] of (['html', 'csv', 'tsv'] as const).entries()) {
      expect(files[format] === plain[f], format).toBe(true);
    }
    const why = comparedWhy();
    for (const [f, format] of (['latex', 'markdown', 'json'] as const).entries()) {
      expect(files[format] === String(why[f]), format).toBe(true);
    }
    expect(workbook.equals(why[3]!)).toBe(true);

    const outside = requests.filter((url) => !url.startsWith(server.address) && !/^(?:blob|data):/.test(url));
    expect(outside).toEqual([]);
    // Exports load code of the page at most.
    expect(server.log.slice(before).filter((path) => !/\/part-[\w-]+\.js$/.test(path))).toEqual([]);

    // The page opens from disk.
    writeFileSync(join(folder, 'page.html'), files.html);
    const opened = await page.context().newPage();
    await opened.goto(pathToFileURL(join(folder, 'page.html')).href);
    await opened.getByRole('heading', { name: 'good and terse compared' }).waitFor();
    await opened.locator('#browser .detail').waitFor();
  });

  it('of one system are what assay score writes, and the command says so', async () => {
    const page = await openStudio();
    const paths = ['reference.A.en.txt', 'good.txt', 'labels.tsv'].map((name) => join(examples, name));
    await page.locator('input[type=file]').first().setInputFiles(paths);
    await page.getByRole('link', { name: 'See the scores of good' }).waitFor();
    await keep(page);
    const typed = (await page.locator('.copied code').first().textContent())!;
    expect(typed).toBe(
      'assay score -r reference.A.en.txt -l labels.tsv good.txt --by document --by domain --confidence --samples 10000',
    );
    const words = typed.split(' ').slice(1);
    const [json, csv, html] = assay(words, 'json', 'csv', 'html').map(String);
    expect(await textOf(page, 'JSON')).toBe(json);
    expect(await textOf(page, 'CSV')).toBe(csv);
    expect(await textOf(page, 'Download the page')).toBe(html);
  });

  it('have notes on segments', async () => {
    const page = await openStudio();
    await tryExample(page);
    await addNote(page, 7, 'the tense is wrong | =1+1');
    const fromBrowser = page.waitForEvent('download');
    await page.getByRole('button', { name: 'TSV of these segments' }).click();
    const path = join(folder, 'segments.tsv');
    await (await fromBrowser).saveAs(path);
    const [head, ...rows] = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n').map((line) => line.split('\t')) as [string[], ...string[][]]; // prettier-ignore
    expect(head.at(-1)).toBe('note');
    expect(rows.find(([segment]) => segment === '7')!.at(-1)).toBe('the tense is wrong | =1+1');
    expect(rows.filter((row) => row.at(-1) !== '').map(([segment]) => segment)).toEqual(['7']);
    await keep(page);
    await page.getByText('1 note on segments').waitFor();
    const json = JSON.parse(await textOf(page, 'JSON')) as { notes: unknown[] };
    const line = (file: string): string => readFileSync(join(examples, file), 'utf8').split('\n')[6]!;
    expect(json.notes).toEqual([
      {
        segment: 7,
        note: 'the tense is wrong | =1+1',
        references: [line('reference.A.en.txt'), line('reference.B.en.txt')],
        outputs: [
          { system: 'good', text: line('good.txt') },
          { system: 'terse', text: line('terse.txt') },
        ],
      },
    ]);
    expect(await textOf(page, 'Markdown')).toContain('| 7 | the tense is wrong \\| =1+1 |');
    expect(await textOf(page, 'LaTeX')).toContain('\\caption{Notes}');
    expect(await textOf(page, 'CSV')).toBe(comparedPlainly()[1]);
    const html = await textOf(page, 'Download the page');
    expect(html).toContain('<a href="#segment=7"><bdi>7</bdi></a>');
    const parts = Object.entries(unzipSync(readFileSync(await downloaded(page, 'Excel'))));
    expect(parts.filter(([, part]) => Buffer.from(part).includes('the tense is wrong | =1+1'))).toHaveLength(1);
    const plain = html.replace(/<section id="notes">[\s\S]*?<\/section>\n/, '').replace(/<li><a href="#notes">.*?<\/li>\n/, ''); // prettier-ignore
    expect(plain === comparedPlainly()[0]).toBe(true);
  });
});

describe('the command', () => {
  it('has the options that differ from the defaults, and is copied with and without permission', async () => {
    const page = await openStudio(
      '#settings/metric=bleu&metric=chrf%28word_order%3D2%29&test=randomization&samples=500&seed=7',
    );
    await tryExample(page);
    await keep(page);
    const code = page.locator('.copied code').first();
    await expect
      .poll(() => code.textContent())
      .toBe(
        `assay compare ${texts.join(' ')} -m bleu 'chrf(word_order=2)' --test randomization --samples 500 --seed 7 --why`,
      );
    const typed = [...texts, '-m', 'bleu', 'chrf(word_order=2)', '--test', 'randomization', '--samples', '500', '--seed', '7', '--why']; // prettier-ignore
    expect(await textOf(page, 'JSON')).toBe(String(assay(['compare', ...typed], 'json')[0]));

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByText('Press Ctrl+C to copy.').waitFor();
    await expect.poll(() => page.evaluate(() => getSelection()!.toString())).toBe(await code.textContent());
  });
});

describe('results of other settings', () => {
  it('cannot be downloaded', async () => {
    const page = await openStudio();
    await tryExample(page);
    await keep(page);
    await page.getByRole('link', { name: 'Answer' }).click();
    await page.locator('.settings summary').click();
    await page.getByLabel('Samples').fill('1000000');
    await page.getByLabel('Samples').blur();
    const isDisabled = page.locator('.keep button.main[aria-disabled]');
    await page.getByRole('link', { name: 'Keep' }).click();
    await isDisabled.waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. The results are those of earlier settings.').waitFor();
    await page.getByText('The results are not complete, because you cancelled them.').waitFor();
    await isDisabled.waitFor();
    await page.getByRole('link', { name: 'Answer' }).click();
    await page.locator('.settings summary').click();
    await page.getByLabel('Samples').fill('1000');
    await page.getByLabel('Samples').blur();
    await keep(page);
    expect(JSON.parse(await textOf(page, 'JSON'))).toMatchObject({
      compared: [{ settings: { samples: 1000 } }, {}, {}],
    });
  });
});

describe('a link with settings', () => {
  it('carries them and no texts, and leaves the address', async () => {
    const page = await openStudio();
    await tryExample(page);
    await page.getByRole('link', { name: 'Answer' }).click();
    await page.locator('.settings summary').click();
    await page.locator('label.field', { hasText: /^Test/ }).getByRole('combobox').selectOption('sign');
    await page.getByLabel('Seed').fill('99');
    await page.getByLabel('Seed').blur();
    await keep(page);
    const link = (await page.locator('.copied code').nth(1).textContent())!;
    expect(link).toBe(`${server.address}#settings/test=sign&seed=99`);
    const other = await openStudio(link.slice(server.address.length));
    await other.getByText('The settings of the link are in use.').waitFor();
    expect(other.url()).toBe(`${server.address}#files`);
    await tryExample(other);
    await keep(other);
    await expect.poll(() => other.locator('.copied code').first().textContent()).toContain('--test sign --seed 99');
  });

  it('is checked', async () => {
    const page = await openStudio('#settings/test=magic&samples=-1&seed=5&__proto__=x');
    await page.getByText('except those that were not understood: test, samples, __proto__.').waitFor();
  });
});

describe('a project', () => {
  it('restores files, what they are, settings and notes', async () => {
    const page = await openStudio();
    await tryExample(page);
    await page.getByLabel('System in good.txt').fill('our best');
    await page.getByLabel('System in good.txt').blur();
    await roleOf(page, 'reference.B.en.txt').selectOption('unused');
    await page.getByRole('link', { name: 'Answer' }).click();
    await page.locator('.settings summary').click();
    await page.getByLabel('Seed').fill('4');
    await page.getByLabel('Seed').blur();
    await addNote(page, 3, 'look here');
    await keep(page);
    const file = await downloaded(page, 'Save as a project', 'our-best-terse.assay');
    const json = await textOf(page, 'JSON');
    const project = JSON.parse(Buffer.from(unzipSync(readFileSync(file))['project.json']!).toString()) as object;
    expect(project).toMatchObject({ format: 'assay-project', version: 1, notes: [[2, 'look here']] });

    const other = await openStudio();
    await other.locator('input[type=file]').first().setInputFiles(file);
    await other.getByText('is open.').waitFor();
    await expect.poll(() => other.getByLabel('System in good.txt').inputValue()).toBe('our best');
    await expect.poll(() => roleOf(other, 'reference.B.en.txt').inputValue()).toBe('unused');
    await keep(other);
    expect(await textOf(other, 'JSON')).toBe(json);
    expect(json).toContain('look here');

    // Opening it over something else is asked first.
    await other.locator('.keep input[type=file]').setInputFiles(file);
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await other.locator('.keep input[type=file]').setInputFiles(file);
    await confirm(other, 'Open the project');
    await other.getByText('is open.').waitFor();
  });

  const project = { format: 'assay-project', version: 1, settings: { metrics: ['bleu'] }, columns: {}, notes: [], files: [] }; // prettier-ignore
  const zipped = (list: object | string, files: Record<string, Uint8Array> = {}): Uint8Array =>
    zipSync({ 'project.json': strToU8(typeof list === 'string' ? list : JSON.stringify(list)), ...files });
  const good = zipped(project);
  const cases: readonly (readonly [what: string, bytes: Uint8Array, message: string])[] = [
    ['of another version', zipped({ ...project, version: 2 }), 'was saved by a newer Studio (version 2 of the format; this one reads 1). Update Assay'],
    ['of no version', zipped({ ...project, version: 'x' }), 'has an unknown version: "x"'],
    ['cut off', good.slice(0, good.length - 40), 'is damaged: it cannot be unpacked'],
    ['empty', new Uint8Array(0), 'is damaged: it is empty'],
    ['that is a text', strToU8('hello\n'), 'is not a project of Assay Studio'],
    ['that is another zip', zipSync({ 'a.txt': strToU8('a') }), 'is not a project of Assay Studio'],
    ['that is JSON of something else', zipped({ format: 'other' }), 'is not a project of Assay Studio'],
    ['without JSON', zipped('{'), 'is damaged: project.json is not JSON'],
    ['without metrics', zipped({ ...project, settings: {} }), 'is damaged: the settings in project.json cannot be read'],
    ['with a program', zipped({ ...project, settings: { metrics: ['bleu', 'external(cmd="touch x")'] } }), 'names a metric that runs a program, external. A project cannot. Nothing was changed.'],
    ['with odd notes', zipped({ ...project, notes: [['x', 'y']] }), 'is damaged: the notes in project.json cannot be read'],
    ['with an odd part', zipped({ ...project, files: [{ path: 'a', role: 'king', file: 'files/1-a' }] }), 'is damaged: the files in project.json cannot be read'],
    ['that lacks a file', zipped({ ...project, files: [{ path: 'a', role: 'system', file: '__proto__', sha256: '' }] }), 'is damaged: a is missing'],
    ['with changed contents', zipped({ ...project, files: [{ path: 'a', role: 'system', file: 'files/1-a', sha256: '00' }] }, { 'files/1-a': strToU8('b') }), 'is damaged: the contents of a were changed'],
  ]; // prettier-ignore

  it('that cannot be opened changes nothing and says what to do', async () => {
    const page = await openStudio();
    await tryExample(page);
    await keep(page);
    for (const [what, bytes, message] of cases) {
      const buffer = Buffer.from(bytes);
      await page.locator('.keep input[type=file]').setInputFiles({ name: `${what}.assay`, mimeType: '', buffer });
      await page.locator('.session-problem', { hasText: `${what}.assay ${message}` }).waitFor();
    }
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await expect.poll(() => page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(6);
  });
});

describe('the session', () => {
  it('comes back after a reload, until it is forgotten', async () => {
    const page = await openStudio();
    await tryExample(page);
    await addNote(page, 2, 'kept');
    await saved(page, 6, [1, 'kept']);
    await page.goto(`${server.address}#answer`);
    await page.reload();
    await page.getByText('Your last session is back.').waitFor();
    await page.getByRole('heading', { name: 'good and terse compared' }).waitFor();
    await keep(page);
    expect(await textOf(page, 'Markdown')).toContain('| 2 | kept |');

    await page.getByRole('button', { name: 'Forget everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Start over' }).click();
    await confirm(page, 'Forget everything');
    await page.getByRole('heading', { name: 'Which translation is better?' }).waitFor();
    await saved(page, 0);
    await page.reload();
    await page.getByRole('heading', { name: 'Which translation is better?' }).waitFor();
    await saved(page, 0);
  });

  it('is saved before a page is closed while it computes', async () => {
    const page = await openStudio('#settings/samples=5000000');
    await tryExample(page);
    await page.locator('.doing[data-busy]').waitFor();
    await saved(page, 6);
    await page.locator('.doing progress').waitFor();
    const next = await page.context().newPage();
    await page.close();
    await goToStudio(next);
    await next.getByText('Your last session is back.').waitFor();
    await expect.poll(() => next.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(6);
  });

  it('that comes back late leaves what was done meanwhile', async () => {
    const page = await openStudio();
    await tryExample(page);
    await saved(page, 6);
    const next = await page.context().newPage();
    await page.close();
    await next.addInitScript(() => {
      const open = indexedDB.open.bind(indexedDB);
      const late = { start() {} };
      Object.assign(globalThis, { late });
      indexedDB.open = (...asked) => {
        const request = {} as IDBOpenDBRequest;
        late.start = () => {
          const real = open(...asked);
          Object.defineProperty(request, 'result', { get: () => real.result });
          real.onsuccess = (event) => request.onsuccess?.(event);
        };
        return request;
      };
    }); // prettier-ignore
    await goToStudio(next);
    await next.locator('input[type=file]').first().setInputFiles(join(examples, 'verbose.txt'));
    await next.getByText('verbose.txt').first().waitFor();
    await next.evaluate(() => (location.hash = '#settings/samples=77'));
    await next.evaluate(() => (globalThis as unknown as { late: { start(): void } }).late.start());
    await next.getByText('The settings of the link are in use.').waitFor();
    await next.getByRole('link', { name: 'Compare 3 systems' }).waitFor();
    await keep(next);
    await expect.poll(() => next.locator('.copied code').first().textContent()).toMatch(/good\.txt terse\.txt verbose\.txt --samples 77/);
  }); // prettier-ignore

  it('is not kept by a second tab', async () => {
    const first = await openStudio();
    await tryExample(first);
    await saved(first, 6);
    const second = await first.context().newPage();
    // Chromium passes over the abort of a request that it has not begun with.
    await second.addInitScript(() => {
      const request = navigator.locks.request.bind(navigator.locks);
      Object.assign(navigator.locks, {
        request: (name: string, _: LockOptions, hold: LockGrantedCallback<unknown>) => request(name, hold),
      });
    });
    await goToStudio(second);
    await second.getByText('Studio is open in another tab, so this one is not kept.').waitFor();
    await second.locator('input[type=file]').first().setInputFiles(join(examples, 'verbose.txt'));
    await second.getByText('verbose.txt').first().waitFor();
    await second.waitForTimeout(500); // it would be saved in less
    await second.close();
    await first.reload();
    await first.getByText('Your last session is back.').waitFor();
    await first.getByText('terse.txt').first().waitFor();
    await expect.poll(() => first.getByText('verbose.txt').count()).toBe(0);
  });

  it.each([
    ['throws', () => { indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }; }, 'This browser does not let pages keep data'],
    ['fails', () => {
      const open = indexedDB.open.bind(indexedDB);
      indexedDB.open = () => { open('x', 2); return open('x', 1); };
    }, 'This browser does not let pages keep data'],
    ['is full', () => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; }, 'The browser has no more storage for this page'],
  ] as const)('is not needed: storage that %s', async (_, break_, message) => {
    const page = await freshPage();
    await page.addInitScript(break_);
    await goToStudio(page);
    await tryExample(page);
    await page.getByText(message).waitFor();
    await page.getByRole('link', { name: 'Compare good and terse' }).click();
    await page.getByRole('heading', { name: 'good and terse compared' }).waitFor();
    await page.context().close(); // the next test needs one that is not broken
  }); // prettier-ignore
});

describe('offline', () => {
  it('works after the first visit, and a new version starts at the next', async () => {
    const own = await studioServer('/apps/studio/');
    try {
      const page = await freshPage({ serviceWorkers: 'allow' });
      const context = page.context();
      await page.goto(own.address);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.reload();
      await context.setOffline(true);
      await page.reload();
      await tryExample(page);
      await keep(page);
      expect(await textOf(page, 'CSV')).toBe(comparedPlainly()[1]);
      const keptFiles = () =>
        page.evaluate(async () => {
          const names = await caches.keys();
          const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return { names, addresses: requests.flat().map(({ url }) => url) };
        });
      const first = await keptFiles();
      expect(first.names).toHaveLength(1);
      expect(first.addresses.every((address) => address.startsWith(own.address))).toBe(true);
      expect(first.addresses).toHaveLength(own.files.size - 1);

      await context.setOffline(false);
      const version = /data-version="(\w+)"/.exec(Buffer.from(own.files.get('index.html')!).toString())![1]!;
      const newer = '0123456789abcdef';
      const upload = (name: string) =>
        own.files.set(name, Buffer.from(Buffer.from(own.files.get(name)!).toString().replaceAll(version, newer)));
      const versions = async () => (await keptFiles()).names.map((name) => name.split(' ').at(-1));
      upload('sw.js');
      await page.reload(); // finds half of a new version
      const isRefused = () =>
        page.evaluate(async () => {
          const found = (await navigator.serviceWorker.getRegistration())!;
          await found.update().catch(() => {});
          return new Promise((resolve) => {
            if (!found.installing) resolve(true);
            else found.installing.onstatechange = (event) => resolve((event.target as ServiceWorker).state === 'redundant'); // prettier-ignore
          });
        });
      expect(await isRefused()).toBe(true);
      await expect.poll(versions).toEqual([version]);
      upload('index.html');
      await page.reload(); // finds the new version
      await expect.poll(versions).toEqual([version, newer]);
      const isActive = () =>
        page.evaluate(async () => {
          const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!;
          return !installing && !waiting && active?.state === 'activated';
        });
      await expect.poll(isActive).toBe(true);
      const shown = () => page.locator('html').getAttribute('data-version');
      await expect.poll(() => shown()).toBe(version);
      // The page that is open goes on with its own version.
      await page.getByText('Your last session is back.').waitFor();
      await keep(page);
      await page.reload();
      await expect.poll(() => shown()).toBe(newer);
      await keep(page);
      await page.goto('about:blank');
      await page.goto(own.address);
      await expect.poll(versions).toEqual([newer]);
    } finally {
      own.close();
    }
  });

  it('can be installed: the manifest names an icon that is there', () => {
    const manifest = JSON.parse(Buffer.from(server.files.get('manifest.webmanifest')!).toString()) as { icons: { src: string }[] }; // prettier-ignore
    expect(manifest).toMatchObject({ name: 'Assay Studio', start_url: '.', scope: '.', display: 'standalone' });
    expect(manifest.icons.every(({ src }) => server.files.has(src))).toBe(true);
  });
});

describe('assay studio', () => {
  it('serves the page with the files, and METEOR finds its dictionary', async () => {
    const typed = ['studio', './good.txt', 'terse.txt', 'reference.A.en.txt', '--port', '0', '--no-open'];
    const child = spawn(process.execPath, [command, ...typed], { cwd: examples });
    try {
      let printed = '';
      child.stdout.on('data', (some: Buffer) => (printed += some.toString()));
      await expect.poll(() => printed).toContain('Stop with Ctrl-C.');
      const [address] = /http:\S+/.exec(printed)!;
      const page = await freshPage();
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      await page.goto(address);
      await page.getByRole('link', { name: 'Compare good and terse' }).waitFor();
      expect(page.url()).not.toContain('given');
      await page.goto(`${page.url().replace(/#.*/, '')}#settings/metric=bleu&metric=meteor`);
      await page.getByText('The settings of the link are in use.').waitFor();
      await page.waitForFunction(() => document.querySelector('.doing')?.childElementCount === 0);
      await keep(page);
      await expect
        .poll(() => page.locator('.copied code').first().textContent())
        .toBe('assay compare -r reference.A.en.txt good.txt terse.txt -m bleu meteor --why');
      const typed = ['compare', '-r', 'reference.A.en.txt', 'good.txt', 'terse.txt', '-m', 'bleu', 'meteor'];
      expect(await textOf(page, 'CSV')).toBe(String(assay(typed, 'csv')[0]));
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(0);
      expect(printed).toMatch(/Stopped\.\n$/);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('is not needed, but elsewhere METEOR says what it lacks', async () => {
    const page = await freshPage();
    await page.goto(`${server.address}#settings/metric=meteor`);
    await page.getByRole('button', { name: 'Try an example' }).click();
    await page.getByRole('alert').filter({ hasText: 'Synonyms need WordNet 3.0, which is not part of this page.' }).waitFor(); // prettier-ignore
  });
});
