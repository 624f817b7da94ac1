/** A page of results in a real browser: it opens from disk by itself, everyone can use it, and nothing is cut off. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutOff, emptyFigures, outside, unfold } from './pageLayout.ts';
import { type Page as ReportPage, figuresOf, media, pageHtml } from '../src/report/index.ts';
import { samplePage } from '../src/report/page/testing/samplePage.ts';
import { axeOn } from './axe.ts';
import { type OpeningFile, sharedFileWindows } from './windows.ts';

/** One figure of each kind, since axe takes its time. */
const shortPage = {
  ...samplePage,
  sections: samplePage.sections.map(({ figures, sections, ...section }) => ({
    ...section,
    figures: figures.filter(({ id }) => /^(?:ranking-table|ranks|small-matrix|discarded|correlations)$/.test(id)),
    ...(sections && { sections: sections.slice(0, 4) }),
  })),
};

describe('a page of results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
  const file = join(folder, 'page.html');
  const shortFile = join(folder, 'short.html');
  const openFile = sharedFileWindows();
  const open = (opening: Partial<OpeningFile> = {}) => openFile({ path: file, width: 1440, height: 900, ...opening });

  beforeAll(() => {
    writeFileSync(file, pageHtml(samplePage));
    writeFileSync(shortFile, pageHtml(shortPage));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('asks for nothing and has nothing to complain of', async () => {
    const page = await open();
    await unfold(page);
    await page.waitForLoadState('networkidle');
  });

  it('shows names that look like markup as they are', async () => {
    const page = await open();
    const names = await page.locator('#ranking-table tbody th').allTextContents();
    expect(names).toContain('<script>alert(1)</script>');
    expect(names).toContain('__proto__');
    expect(names).toContain(`"quoted" & 'single'`);
    await expect.poll(() => page.locator('script').count()).toBe(1);
  });

  describe('sorts a table', () => {
    /** Every kind of cell that tables have, and what stays at the end. */
    const rows = [
      ['ten', '10.5', '[2.0, 12.0]', '<0.001', '10–12', ''],
      ['five', '−5.0', '[-8.0, 3.0]', '0.040', '9', 'five'],
      ['none', '–', '–', '–', '–', ''],
      ['two', '2.25', '[-0.5, 9.0]', '0.400', '1–2', 'two'],
      ['also two', '2.25', '[1.0, 4.0]', '0.008', '1–10', ''],
      ['mean', '2.4', '', '', '', ''],
    ];
    const titles = ['system', 'score', '95 %', 'p', 'rank', 'better'];
    const columns = titles.map((title, i) => ({ title, align: i === 0 ? 'left' : 'right' }) as const);
    const sorting = {
      title: 'Sorting',
      sections: [
        {
          id: 'scores',
          heading: 'Scores',
          figures: [
            { kind: 'table', id: 'table', table: { caption: 'Scores', columns, rows, lines: [1, 5], footer: 1 } },
            { kind: 'table', id: 'single', table: { caption: 'One row', columns, rows: rows.slice(0, 1) } },
          ],
        },
      ],
      facts: [],
    } as const satisfies ReportPage;
    const path = join(folder, 'sorting.html');
    beforeAll(() => writeFileSync(path, pageHtml(sorting)));
    const names = (page: Page) => page.locator('#table tbody th').allTextContents();
    const given = ['ten', 'five', 'none', 'two', 'also two'];

    it.each([
      ['score', ['five', 'two', 'also two', 'ten', 'none'], ['ten', 'two', 'also two', 'five', 'none']],
      ['95 %', ['five', 'two', 'also two', 'ten', 'none'], ['ten', 'also two', 'two', 'five', 'none']],
      ['p', ['ten', 'also two', 'five', 'two', 'none'], ['two', 'five', 'also two', 'ten', 'none']],
      ['rank', ['two', 'also two', 'five', 'ten', 'none'], ['ten', 'five', 'also two', 'two', 'none']],
      ['system', ['also two', 'five', 'none', 'ten', 'two'], ['two', 'ten', 'none', 'five', 'also two']],
      ['better', ['five', 'two', 'ten', 'none', 'also two'], ['two', 'five', 'ten', 'none', 'also two']],
    ])('by %s: up, down, and as it was', async (title, up, down) => {
      const page = await open({ path });
      const heading = page.locator('#table').getByRole('columnheader', { name: title, exact: true });
      const sort = () => heading.getAttribute('aria-sort');
      await expect.poll(async () => [await names(page), await sort()]).toEqual([given, null]);
      await heading.click({ position: { x: 2, y: 2 } }); // its very corner
      await expect.poll(async () => [await names(page), await sort()]).toEqual([up, 'ascending']);
      await page.keyboard.press('Enter');
      await expect.poll(async () => [await names(page), await sort()]).toEqual([down, 'descending']);
      await expect.poll(() => page.locator('#table tfoot').innerText()).toMatch(/^mean/);
      await page.keyboard.press('Space');
      await expect.poll(async () => [await names(page), await sort()]).toEqual([given, null]);
    });

    it('by one column at a time, with the keyboard alone, and draws lines only in the order given', async () => {
      const page = await open({ path });
      const line = () => page.locator('#table tr.line').first().locator('td').last().evaluate((cell) => getComputedStyle(cell).borderBottomWidth); // prettier-ignore
      await expect.poll(() => line()).toBe('2px');
      await page.locator('#table .scroll').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('#table [aria-sort]').allTextContents()).toEqual(['95 %']);
      await expect.poll(() => line()).toBe('1px');
      await expect.poll(() => page.locator('#single button').count()).toBe(0);
      const { violations } = await axeOn(page).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });

    it('but not without script, where headings are plain', async () => {
      const page = await open({ path, javaScriptEnabled: false });
      await expect.poll(() => page.locator('#table th[scope=col]').allTextContents()).toEqual(titles);
      await expect.poll(() => page.locator('button').count()).toBe(0);
    });
  });

  it.each([
    [1440, 'light'],
    [320, 'dark'],
  ] as const)('passes axe, %d pixels wide, %s', async (width, colorScheme) => {
    const page = await open({ width, colorScheme, path: shortFile });
    await unfold(page);
    const rules = colorScheme === 'light' ? 'all' : 'looks';
    const { violations, passes } = await axeOn(page, rules).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3)])).toEqual(
      [],
    );
    const some = rules === 'all' ? ['color-contrast', 'svg-img-alt', 'region'] : ['color-contrast', 'target-size'];
    expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(some));
  });

  it('differs in light and dark, charts included', async () => {
    const colours = async (colorScheme: 'light' | 'dark') => {
      const page = await open({ colorScheme });
      const found = await page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('#small-matrix svg text')!).fill,
        getComputedStyle(document.querySelector('#small-matrix svg title + rect')!).fill,
      ]);
      return found;
    };
    const [light, dark] = [await colours('light'), await colours('dark')];
    for (const [i, colour] of light.entries()) {
      expect(colour).toMatch(/^rgb\(/);
      expect(dark[i]).not.toBe(colour);
    }
  });

  it('scrolls sideways only where a figure does, 320, 768 and 1440 pixels wide', async () => {
    const page = await open();
    for (const [folded, width] of [true, false].flatMap((each) =>
      [320, 768, 1440].map((wide) => [each, wide] as const),
    )) {
      if (!folded) await unfold(page);
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('h1, h2, h3, p, figcaption, caption span, a, summary, dt, dd, .scroll')]
          .filter((element) => element.checkVisibility() && !element.matches('.skip'))
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < 0 || right > innerWidth;
          })
          .map((element) => element.outerHTML.slice(0, 80)),
      );
      expect(outside).toEqual([]);
    }
  });

  it('has letters of charts whole, and large enough', async () => {
    const page = await open({ width: 320 });
    await unfold(page);
    const { cut, small, count } = await page.evaluate(() => {
      const cut: string[] = [];
      const small: string[] = [];
      const texts = [...document.querySelectorAll('svg text')].filter((text) => text.checkVisibility());
      for (const text of texts) {
        const svg = text.closest('svg')!;
        const [box, whole] = [text.getBoundingClientRect(), svg.getBoundingClientRect()];
        const name = `${svg.closest('figure')!.id}: ${text.textContent}`;
        const inside =
          box.left >= whole.left - 0.5 &&
          box.right <= whole.right + 0.5 &&
          box.top >= whole.top - 0.5 &&
          box.bottom <= whole.bottom + 0.5;
        if (!inside) cut.push(name);
        const scale = whole.width / svg.viewBox.baseVal.width;
        if (scale * Number.parseFloat(getComputedStyle(text).fontSize) < 8) small.push(name);
      }
      return { cut, small, count: texts.length };
    });
    expect(count).toBeGreaterThan(500);
    expect(cut).toEqual([]);
    expect(small).toEqual([]);
  });

  it('lets the keyboard reach what scrolls, what unfolds and what downloads', async () => {
    const page = await open({ width: 320 });
    const expected = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], button, summary, [tabindex="0"]')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.outerHTML.slice(0, 100)),
    );
    const reached: string[] = [];
    for (let i = 0; i < expected.length; i++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 100)));
    }
    expect(reached).toEqual(expected);
    expect(reached[0]).toContain('Skip to the results');
  });

  it('skips to the results', async () => {
    const page = await open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement!.tagName)).toBe('MAIN');
  });

  it('unfolds what a link leads to', async () => {
    const page = await open();
    await expect.poll(() => page.locator('#fr-en-bleu').isVisible()).toBe(false);
    await page.getByRole('navigation').getByText('fr-en', { exact: true }).click();
    await page.locator('#fr-en-bleu').waitFor({ state: 'visible' });
  });

  it('gives away the data of each figure, without script', async () => {
    const page = await open({ javaScriptEnabled: false });
    const download = async (name: string) => {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.locator(`a[download="${name}"]`).press('Enter'),
      ]);
      expect(saved.suggestedFilename()).toBe(name);
      return readFileSync(await saved.path(), 'utf8');
    };
    // The browser takes no more than ten in a second.
    for (const figure of figuresOf(shortPage)
      .filter((each) => each.kind === 'table' || each.kind === 'chart')
      .slice(0, 6)) {
      const table = figure.kind === 'table' ? figure.table : figure.data;
      const rows = media.tsv({ title: '', tables: [table], notes: [] });
      expect(await download(`${figure.id}.tsv`)).toBe(rows.toWellFormed());
    }
    const svg = await download('small-matrix.svg');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).not.toContain('var(');
  });

  describe('is what commands write', () => {
    const texts = [
      '-r',
      'examples/reference.A.en.txt',
      '-r',
      'examples/reference.B.en.txt',
      '-l',
      'examples/labels.tsv',
    ];
    const systems = ['good', 'terse', 'verbose', 'shuffled'].map((name) => `examples/${name}.txt`);
    const metrics = ['-m', 'bleu', 'chrf', 'ter'];
    const intervals = 'Bars are 95 % confidence intervals of the scores.';

    // Charts and tables were counted by eye. The answers are those of the guide, where the same commands are shown as text.
    it.each([
      { typed: ['task', 'examples/task', '-m', 'bleu', 'ter'], charts: 9, tables: 9, answer: /^good is best by ranking/, sections: ['Systems as judged by people', 'Agreement between judges', 'Scores of systems', 'Metrics against human judgments'] },
      { typed: ['score', ...texts, ...systems, '--by', 'domain', '--confidence'], charts: 1, tables: 3, answer: /^good scores best by BLEU\./, sections: ['All segments', 'By domain'], says: intervals },
      { typed: ['rank', 'examples/judgments.tsv'], charts: 2, tables: 1, answer: /^good is best by ranking, in a cluster of its own\./, sections: ['Results'], says: 'good wins: no other system is significantly better.' },
      { typed: ['rank', 'examples/ratings.csv'], charts: 1, tables: 2, answer: /^good is best by rating/, sections: ['Results'], says: 'The bar covers the ranks that are possible' },
      { typed: ['agree', 'examples/judgments.tsv', '--curves', '--each-judge'], charts: 4, tables: 4, answer: /^Agreement between judges \(ranking\) is fair, κ 0\.343\./, sections: ['Results'], says: 'yes/no: Without the judge who agrees least' },
      { typed: ['meta', 'examples/task', ...metrics, '--pairwise'], charts: 6, tables: 4, answer: /^neural agrees best with people over systems/, sections: ['Results'], says: '4 metrics; de-en: 4 systems.' },
    ])('$typed.0 $typed.1', async ({ typed, charts, tables, answer, sections, says = '' }) => {
      const path = join(folder, `${typed[0]}.html`);
      const title = `Our <${typed[0]}>`;
      const command = ['dist/command/assay.cjs', ...typed, '--title', title, '-o', path];
      execFileSync(process.execPath, command, { cwd: fileURLToPath(new URL('..', import.meta.url)) });
      const page = await open({ width: 390, path });
      await unfold(page);
      await expect.poll(async () => [await page.title(), await page.locator('h1').innerText()]).toEqual([title, title]);
      await expect.poll(() => page.locator('.answer').innerText()).toMatch(answer);
      await expect.poll(() => page.locator('main > section > h2').allInnerTexts()).toEqual([...sections, 'How these results were made']);
      await expect.poll(() => page.locator('body').innerText()).toContain(says);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.locator('figure svg:visible').count()).toBe(charts);
        await expect.poll(() => page.locator('figure.table').count()).toBe(tables);
        await expect.poll(() => page.locator('a[download$=".svg"]').count()).toBe(charts);
        await expect.poll(() => page.locator('a[download$=".tsv"]').count()).toBe(charts + tables);
        await expect.poll(() => emptyFigures(page)).toEqual([]);
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await expect.poll(() => cutOff(page, width > 390 ? '.scroll' : '.chart > .scroll')).toEqual([]);
        await expect.poll(() => outside(page)).toEqual([]);
        // Which rules hold does not depend on the width here, and axe takes its time.
        const { violations } = width > 390 ? { violations: [] } : await axeOn(page).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes[0]!.html.slice(0, 120)])).toEqual([]);
      }
    }); // prettier-ignore

    it.each(['score', 'compare'])('%s, with a warning above everything else', async (name) => {
      const path = join(folder, 'warned.html');
      const source = 'examples/source.de.txt';
      const typed = [name, ...texts, '-s', source, ...systems.slice(0, 1), source, '-m', 'bleu', '-o', path];
      execFileSync(process.execPath, ['dist/command/assay.cjs', ...typed], { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'ignore' }); // prettier-ignore
      const page = await open({ path });
      await expect.poll(() => page.locator('header .warning').innerText()).toMatch(/^Warning: source\.de: 60 of 60 segments equal the source\./);
    }); // prettier-ignore
  });

  it('prints all of its parts and none of its controls', async () => {
    const page = await open({ width: 800 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#fr-en-bleu svg').evaluate((svg) => svg.getBoundingClientRect().height)).toBeGreaterThan(
      100,
    );
    await expect.poll(() => page.locator('nav').isVisible()).toBe(false);
    await expect.poll(() => page.locator('.downloads').first().isVisible()).toBe(false);
  });
});
