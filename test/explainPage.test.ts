/** The page of `assay explain` in a real browser: numbers and words show each other, with a pointer, with keys and by touch. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePageScript } from '../scripts/webPages.js';
import { bleu, chrf, ter } from '../src/metrics/index.ts';
import { explainPage, pageHtml, reportExplanations } from '../src/report/index.ts';
import { troublesome } from '../src/report/page/testing/samplePage.ts';
import { stepsScript, stepsScriptHash } from '../src/report/stepsFigure/script.generated.ts';
import { axeOn } from './axe.ts';
import { unfold } from './pageLayout.ts';
import { type OpeningFile, sharedFileWindows } from './windows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-explain-'));
const file = join(folder, 'segment.html');
const large = join(folder, 'large.html');
const whole = join(folder, 'whole.html');
const trouble = join(folder, 'trouble.html');
const openFile = sharedFileWindows();
const open = (opening: Partial<OpeningFile> = {}) => openFile({ path: file, ...opening });

/** The words of BLEU are: for “old” the, the, cat, sat; the second “the” is clipped, “down” is missing. */
const texts = {
  systems: ['old', 'new'],
  texts: [
    ['the the cat sat', 'a dog barked'],
    ['cat down sat here', 'one dog'],
  ],
  references: [
    ['the cat sat down', 'a cat sat'],
    ['a dog barked', 'one dog'],
  ],
  labels: new Map<string, readonly string[]>(),
};
const input = { sha256: '', notes: [] };
const metrics = [bleu(), ter(), chrf()];
const examples = ['examples/reference.A.en.txt', 'examples/reference.B.en.txt'].flatMap((name) => ['-r', name]);

beforeAll(() => {
  writeFileSync(file, pageHtml(explainPage(reportExplanations(metrics, texts, { segments: [1], input }), 2)));
  const names = [troublesome[0], troublesome[5]];
  const words = [troublesome.join(' '), `${troublesome.slice(3).join(' ')} ${'x'.repeat(200)}`];
  const nasty = {
    ...texts,
    systems: names,
    texts: words.map((text) => [text]),
    references: [[words[1]!, 'مرحبا بالعالم']],
  };
  writeFileSync(trouble, pageHtml(explainPage(reportExplanations(metrics, nasty, { segments: [1], corpus: true, input }), 2))); // prettier-ignore
  const explain = (...given: string[]) =>
    execFileSync(process.execPath, ['dist/command/assay.cjs', 'explain', ...examples, 'examples/good.txt', 'examples/terse.txt', ...given], { cwd: root }); // prettier-ignore
  // The longest segment of the examples.
  explain('--segment', longest(), '-m', 'bleu', 'amber', 'ter', 'chrf', '-o', large);
  explain('--corpus', '-m', 'bleu', 'ter', '-o', whole);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const longest = (): string => {
  const lengths = readFileSync(join(root, 'examples/good.txt'), 'utf8').split('\n').map(({ length }) => length); // prettier-ignore
  return String(lengths.indexOf(Math.max(...lengths)) + 1);
};

const figureOf = (page: Page, metric = 'bleu') => page.locator(`#steps-${metric}-segment-1`);

/** The cell of a symbol; systems from 0. */
const cellOf = (page: Page, symbol: string, system = 0, metric = 'bleu') =>
  figureOf(page, metric).locator('tbody tr').filter({ has: page.locator('b', { hasText: new RegExp(`^${symbol}$`) }) }).locator('td').nth(system); // prettier-ignore

/** The words of a text. */
const wordsOf = (page: Page, text: string, metric = 'bleu') =>
  figureOf(page, metric).locator(`.name:has(bdi:text-is("${text}")) + .tokens i`);

/** All that is marked: by text, each word with the kinds of its lines. */
const marked = (page: Page, metric = 'bleu') =>
  figureOf(page, metric).evaluate((figure) => {
    const kinds = new Map([...figure.querySelectorAll('.kinds u')].map((line) => [line.className, line.textContent]));
    return [...figure.querySelectorAll('.tokens')].map((list) =>
      [...list.children]
        .map((word) => [word.textContent, ...[...word.querySelectorAll('u')].map((line) => kinds.get(line.className))])
        .filter(({ length }) => length > 1)
        .map((parts) => parts.join(' ')),
    );
  });

const highlighted = (page: Page, look = 'enters', metric = 'bleu') =>
  figureOf(page, metric).locator(`td.${look}`).evaluateAll((cells) =>
    cells.map((cell) => {
      const { cells: row } = cell.parentElement as HTMLTableRowElement;
      return `${row[0]!.querySelector('b')!.textContent} ${[...row].indexOf(cell as HTMLTableCellElement) - 1}`;
    }),
  ); // prettier-ignore

const status = (page: Page, metric = 'bleu') => figureOf(page, metric).locator('.status').textContent();

const hint = 'Point at a number to mark its words, or at a word to see its numbers. A click keeps them.';
const nothing = [[], [], [], []];
const ofM1 = [
  ['the matched', 'cat matched', 'sat matched', 'down missing'],
  [],
  ['the matched', 'the clipped', 'cat matched', 'sat matched'],
  [],
];

it('the script is made from its source as it is', async () => {
  expect(await makePageScript('steps')).toEqual({ script: stepsScript, hash: stepsScriptHash });
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(`sha256-${createHash('sha256').update(script).digest('base64')}`).toBe(stepsScriptHash);
});

it('is small: two systems, BLEU, AMBER, TER and chrF of the longest segment', () => {
  expect(statSync(large).size).toBeLessThan(150_000);
});

describe('a number under the pointer', () => {
  it('marks exactly its words, by kind, and says what it is', async () => {
    const page = await open();
    await expect.poll(async () => [await marked(page), await status(page)]).toEqual([nothing, hint]);
    await cellOf(page, 'm1').hover();
    await expect.poll(() => marked(page)).toEqual(ofM1);
    await expect
      .poll(() => status(page))
      .toBe(
        'm1 of old, 1-grams matched = 3; matched: the, cat, sat; clipped: the (2 in the output, 1 in the reference); missing: down',
      );
    await cellOf(page, 'm2', 1).hover();
    expect((await marked(page))[2]).toEqual([]);
    expect((await marked(page))[3]).toEqual(['cat extra', 'down extra', 'sat extra', 'here extra']);
    await page.mouse.move(0, 0);
    await expect.poll(async () => [await marked(page), await status(page)]).toEqual([nothing, hint]);
  });

  it('that follows from others marks their words and highlights them', async () => {
    const page = await open();
    await cellOf(page, 'p1').hover();
    await expect.poll(() => marked(page)).toEqual(ofM1);
    await expect.poll(() => highlighted(page)).toEqual(['m1 0', 't1 0']);
    await expect.poll(() => status(page)).toBe('p1 of old, precision of 1-grams = 100 · m1 / t1 = 100 · 3 / 4 = 75');
    await cellOf(page, 'score').hover();
    await expect.poll(() => highlighted(page)).toEqual(expect.arrayContaining(['m1 0', 'm2 0', 'p1 0', 'p2 0']));
    const direct = await highlighted(page, 'direct');
    expect(direct).toEqual(expect.arrayContaining(['BP 0', 'p1 0']));
    expect(direct).not.toContain('m1 0');
    expect((await marked(page))[2]).toContain('the matched clipped extra');
  });

  it('marks substitutions and words without gaps', async () => {
    const page = await open();
    await cellOf(page, 'E', 0, 'ter').hover();
    expect((await marked(page, 'ter')).flat().join(', ')).toMatch(/extra|substituted/);
    await cellOf(page, 'm_c6', 0, 'chrf2').hover();
    const [reference, , old] = await marked(page, 'chrf2');
    expect(reference!.join(' ')).toContain(
      't matched h matched e matched c matched a matched missing t matched missing',
    );
    expect(old!.slice(0, 3)).toEqual(['t extra', 'h extra', 'e extra']);
    await expect.poll(() => figureOf(page, 'chrf2').locator('.tokens').first().textContent()).toBe('thecatsatdown');
  });

  it('tells kinds apart by their lines, not only by colour', async () => {
    const page = await open();
    const lines = await page.locator('.kinds u').evaluateAll((all) =>
      all.map((line) => {
        const { textDecorationLine, textDecorationStyle } = getComputedStyle(line);
        return [line.textContent, `${textDecorationLine} ${textDecorationStyle}`] as const;
      }),
    );
    const looks = new Map(lines);
    expect([...looks.keys()].sort()).toEqual(['clipped', 'extra', 'matched', 'missing', 'shifted', 'substituted'].filter((kind) => looks.has(kind))); // prettier-ignore
    expect(new Set(looks.values()).size).toBe(looks.size);
  });
});

describe('a word under the pointer', () => {
  it('lists and highlights the numbers it enters, and shows what it goes with', async () => {
    const page = await open();
    await wordsOf(page, 'old').nth(1).hover();
    await expect.poll(() => status(page)).toBe('“the” in old: matched in m2, m3; clipped in m1; extra in m2, m3, m4');
    await expect.poll(() => highlighted(page)).toEqual(['m1 0', 'm2 0', 'm3 0', 'm4 0']);
    await wordsOf(page, 'old').nth(2).hover();
    await expect.poll(() => marked(page)).toEqual([['cat matched'], [], [], []]);
    await expect.poll(() => figureOf(page).locator('.tokens .here').allTextContents()).toEqual(['cat']);
  });

  it('of a reference, says for which system', async () => {
    const page = await open();
    await wordsOf(page, 'reference 1').nth(3).hover();
    await expect
      .poll(() => status(page))
      .toMatch(/^“down” in reference 1: old: missing in m1, .*\. new: matched in m1/);
    await wordsOf(page, 'reference 2').nth(0).hover();
    await expect.poll(() => status(page)).toBe('“a” in reference 2: in none of these numbers');
  });
});

describe('with keys', () => {
  it('Tab reaches each text and the table once, arrows the rest', async () => {
    const page = await open();
    const active = () => page.evaluate(() => document.activeElement!.textContent);
    const stops = await figureOf(page).locator('[tabindex="0"]').allTextContents();
    expect(stops).toHaveLength(6); // four texts, the status and the table
    await wordsOf(page, 'reference 1').first().focus();
    await expect.poll(() => status(page)).toMatch(/^“the” in reference 1: /);
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(async () => [await active(), await status(page)])
      .toEqual(['cat', expect.stringMatching(/^“cat” in reference 1: /)]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toMatch(/^“cat” in reference 2: /);
    await page.keyboard.press('End');
    await expect.poll(() => active()).toBe('sat');
    await page.keyboard.press('Tab');
    await expect.poll(() => status(page)).toMatch(/^“the” in old: /);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => active()).toBe('sat'); // where it was
  });

  it('moves through the table, keeps with Enter, clears with Escape', async () => {
    const page = await open();
    await cellOf(page, 'c').focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
    await expect.poll(() => marked(page)).toEqual(ofM1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => status(page)).toMatch(/^m1 of new, /);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => cellOf(page, 'm1').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await cellOf(page, 'm2', 1).hover();
    await expect.poll(() => marked(page)).toEqual(ofM1);
    await page.keyboard.press('Escape');
    await expect.poll(async () => [await marked(page), await status(page)]).toEqual([nothing, hint]);
    await expect.poll(() => cellOf(page, 'm1').getAttribute('aria-selected')).toBe('false');
  });

  it('never hides the cell in focus behind the texts', async () => {
    const page = await open({ width: 360, height: 740 });
    await cellOf(page, 'score').focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowUp');
    const [panel, cell] = await Promise.all([
      figureOf(page).locator('.read').boundingBox(),
      page.locator(':focus').boundingBox(),
    ]);
    expect(cell!.y).toBeGreaterThanOrEqual(panel!.y + panel!.height - 1);
  });
});

describe('by touch and click', () => {
  it('a tap keeps a number or a word until the next', async () => {
    const page = await open({ width: 360, height: 740, hasTouch: true, isMobile: true });
    await cellOf(page, 'm1').tap();
    await expect.poll(() => marked(page)).toEqual(ofM1);
    await wordsOf(page, 'old').nth(1).tap();
    await expect.poll(() => status(page)).toMatch(/^“the” in old: matched in m2, m3; clipped in m1/);
    await wordsOf(page, 'old').nth(1).tap(); // again: it is released, but has the focus
    await expect.poll(() => figureOf(page).locator('[aria-selected=true]').count()).toBe(0);
    await page.locator('h1').tap();
    await expect.poll(() => status(page)).toBe(hint);
  });

  it('a click keeps it while the pointer is elsewhere, until a click beside the figure', async () => {
    const page = await open();
    await cellOf(page, 'm1').click();
    await wordsOf(page, 'new').first().hover();
    await expect.poll(() => marked(page)).toEqual(ofM1);
    await page.locator('h1').click();
    await expect.poll(() => marked(page)).toEqual(nothing);
  });
});

describe.each([
  ['a segment', () => file],
  ['the longest segment', () => large],
  ['all segments', () => whole],
  ['names and words that mean trouble', () => trouble],
])('the page of %s', (_, path) => {
  it.each([
    [1280, 800, 'light'],
    [360, 740, 'dark'],
  ] as const)('%d × %d, %s: is not cut off, and passes axe', async (width, height, colorScheme) => {
    const page = await open({ path: path(), width, height, colorScheme });
    await unfold(page);
    await page.locator('.steps td[tabindex]').nth(4).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, p, figcaption, .tokens i, .kinds li, .scroll')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left < -0.5 || right > innerWidth + 0.5;
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(outside).toEqual([]);
    // Two systems fit without scrolling.
    const wide = await page.locator('.steps .scroll').evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length); // prettier-ignore
    expect(wide).toBe(0);
    // Of the longest segment only AMBER is new.
    const rules = colorScheme === 'light' ? 'all' : 'looks';
    const axe = axeOn(page, rules);
    const { violations } = await (path() === large ? axe.include('[id^=steps-amber]') : axe).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3)])).toEqual(
      [],
    );
  });
});

it('without script has all texts and numbers', async () => {
  const page = await open({ javaScriptEnabled: false });
  await expect.poll(() => wordsOf(page, 'old').allTextContents()).toEqual(['the', 'the', 'cat', 'sat']);
  await expect.poll(() => cellOf(page, 'm1').textContent()).toBe('3');
  await expect.poll(() => page.locator('[role=grid], [role=listbox]').count()).toBe(0);
});

it('explains differences of all segments as charts', async () => {
  const page = await open({ path: whole });
  await expect.poll(() => page.locator('figure.chart svg:visible').count()).toBe(4);
  const cells = page.locator('figure.steps').first().locator('td[tabindex]');
  await cells.last().hover();
  await expect.poll(() => page.locator('figure.steps').first().locator('td.direct').count()).toBeGreaterThan(3);
});
