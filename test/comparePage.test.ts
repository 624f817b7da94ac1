/** The segment browser of a page in a real browser: what it finds, shows, links to and gives away, with keys and without script. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseSegments } from '../bench/browseSegments.js';
import { madeUpSegments } from '../bench/madeUpSegments.js';
import { makePageScript } from '../scripts/webPages.js';
import { type Page as ReportPage, type SegmentBrowserData, pageHtml } from '../src/report/index.ts';
import { browserScript, browserScriptHash } from '../src/report/comparePage/script.generated.ts';
import { attacks, sampleData } from '../src/report/comparePage/testing/sampleSegments.ts';
import { axeOn } from './axe.ts';
import { type OpeningFile, sharedFileWindows } from './windows.ts';

const pageWith = (segments: SegmentBrowserData): ReportPage => ({
  title: 'base and others',
  lead: 'What differs.',
  sections: [
    {
      id: 'summary',
      heading: 'Summary',
      text: Array.from({ length: 40 }, () => 'A paragraph that takes room.'),
      figures: [],
    },
    {
      id: 'segments',
      heading: 'Segments',
      figures: [{ kind: 'browser', id: 'browser', caption: 'Texts and scores', segments, note: 'A note.' }],
    },
  ],
  facts: [{ name: 'seed', text: '1' }],
});

it('the script is made from its source as it is', async () => {
  expect(await makePageScript('segments')).toEqual({ script: browserScript, hash: browserScriptHash });
  const html = pageHtml(pageWith(sampleData));
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(html).toContain(`form-action 'none'; script-src 'sha256-${hash}'">`);
});

describe('the segment browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-browser-'));
  const small = join(folder, 'small.html');
  const large = join(folder, 'large.html');
  const openFile = sharedFileWindows();

  beforeAll(() => {
    writeFileSync(small, pageHtml(pageWith(sampleData)));
    writeFileSync(large, pageHtml(pageWith(madeUpSegments())));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = (opening: Partial<OpeningFile> = {}) => openFile({ path: small, width: 1440, height: 900, ...opening });

  const field = (page: Page, name: string): Locator => page.locator('.controls').getByLabel(name, { exact: true });
  const button = (page: Page, name: string): Locator => page.locator('.browser').getByRole('button', { name });
  const numbers = (page: Page) => page.locator('.rows .number').allTextContents();
  const heading = (page: Page) => page.locator('.detail h3').textContent();
  const status = (page: Page) => page.locator('.results[role=status]').textContent();
  const outputs = (page: Page) => page.locator('.article .output');
  /** The address is set when what was chosen has stayed for a while. */
  const settled = (page: Page, hash: string) => page.waitForFunction((wanted) => location.hash === wanted, hash);

  describe('finds', () => {
    it('all segments at first, those that differ most on top', async () => {
      const page = await open();
      await expect.poll(() => numbers(page)).toEqual([2, 5, 1, 13, 3, 6, 7, 8, 9, 10, 11, 12, 4].map(String));
      await expect.poll(() => heading(page)).toBe('Segment 2');
      await expect.poll(() => status(page)).toBe('All 13 segments');
      await expect.poll(() => page.locator('.rows .difference').allTextContents()).toEqual(
        ['+60.0', '+40.0', '+20.3', '−1.0', ...new Array<string>(8).fill('0.0'), '–'],
      ); // prettier-ignore
      await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
    });

    it('texts, in any case, in some or all places, and shows where', async () => {
      const page = await open();
      await field(page, 'Search').fill('KATZE');
      await expect.poll(() => numbers(page)).toEqual(['2', '1']);
      await expect.poll(() => status(page)).toBe('2 of 13 segments');
      await expect.poll(() => page.evaluate(() => [...CSS.highlights.get('found')!].map(String))).toEqual(['Katze']);
      await field(page, 'In').selectOption('outputs');
      await expect.poll(() => numbers(page)).toEqual([]);
      await expect.poll(() => status(page)).toBe('0 of 13 segments');
      await expect.poll(() => heading(page)).toBe('No segment matches');
      await field(page, 'Search').fill('ting on THE');
      await expect.poll(() => numbers(page)).toEqual(['1']);
      // What is marked in parts is found whole.
      await expect
        .poll(() => page.evaluate(() => [...CSS.highlights.get('found')!].map(String)))
        .toEqual(['ting on the']);
      await button(page, 'Clear').click();
      await expect.poll(() => numbers(page)).toHaveLength(13);
      await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
    });

    it('regular expressions, and says when it is none', async () => {
      const page = await open();
      await field(page, 'Search').fill('^the (end|start)$');
      await expect.poll(() => numbers(page)).toEqual([]);
      await field(page, 'Regular expression').check();
      await expect.poll(() => numbers(page)).toEqual(['5']);
      await field(page, 'Search').fill('(');
      await expect.poll(() => numbers(page)).toHaveLength(13);
      await expect
        .poll(() => page.locator('.problem').textContent())
        .toMatch(/^Not a regular expression \(Unterminated group\)/);
      await expect.poll(() => field(page, 'Search').getAttribute('aria-invalid')).toBe('true');
      await field(page, 'Search').fill('(a)');
      await expect.poll(() => page.locator('.problem').isVisible()).toBe(false);
      await expect.poll(() => field(page, 'Search').getAttribute('aria-invalid')).toBeNull();
    });

    it.each([
      [{ Order: 'number' }, '1 2 3 4 5 6 7 8 9 10 11 12 13'],
      [{ Order: 'a' }, '13 3 6 7 8 9 10 11 12 1 5 2 4'],
      [{ Order: 'b', Metric: '1' }, '5 2 1 3 6 7 8 9 10 11 12 13 4'],
      [{ Winner: 'a' }, '13'],
      [{ Winner: 'a', Metric: '1' }, '4 13'],
      [{ Winner: 'b', A: '2' }, '2 3 1'], // 70, 70 and 55.25 more than <b>bold</b>
      [{ document: '1' }, '5 4'],
      [{ document: '0', constructor: '1' }, '2'],
    ])('what %j leaves', async (chosen, expected) => {
      const page = await open();
      for (const [name, value] of Object.entries(chosen)) await field(page, name).selectOption(value);
      expect((await numbers(page)).join(' ')).toBe(expected);
    });

    it('differences of a size', async () => {
      const page = await open();
      await field(page, 'Difference at least').fill('1');
      await expect.poll(() => numbers(page)).toEqual(['2', '5', '1', '13']);
      await field(page, 'Difference at most').fill('40.');
      await expect.poll(() => numbers(page)).toEqual(['5', '1', '13']);
      await settled(page, '#segment=5&least=1&most=40');
    });
  });

  describe('shows', () => {
    it('source, references, outputs, scores, and where a segment is from', async () => {
      const page = await open({ link: '#segment=1' });
      await expect.poll(() => page.locator('.article h4').allTextContents()).toEqual(
        ['Source', 'Reference 1', 'Reference 2', 'A base', 'B __proto__'],
      ); // prettier-ignore
      await expect.poll(() => page.locator('.origin').textContent()).toBe('key a1 · document a');
      await expect.poll(() => page.locator('.scores').allTextContents()).toEqual(
        ['BLEU 40.0 TER 0.40 ', 'BLEU 60.3 (+20.3) TER 0.20 '],
      ); // prettier-ignore
      await expect.poll(() => page.locator('.text').first().getAttribute('lang')).toBe('de');
    });

    it('what matches, what does not and what is missing, and not by colour alone', async () => {
      const page = await open({ link: '#segment=1&against=1' });
      const parts = (i: number) =>
        outputs(page)
          .nth(i)
          .locator('.text > *')
          .evaluateAll((all) => all.map((each) => `${each.className || each.tagName} ${each.textContent}`));
      await expect.poll(() => parts(0)).toEqual(['m4 The cat sat on', 'DEL the', 'm0 a', 'm2 mat .']);
      await expect
        .poll(() => parts(1))
        .toEqual(['DEL The', 'm0 A', 'm1 cat', 'DEL sat', 'm0 was sitting', 'm4 on the mat.']);
      await expect
        .poll(() => page.locator('.output .found').allTextContents())
        .toEqual([
          '6 of 7 words matched, at most 4 in a row · 1 missing',
          '5 of 8 words matched, at most 4 in a row · 2 missing',
        ]);
      const lines = await page.locator('.legend :is(span, del)').evaluateAll((samples) =>
        samples.map((sample) => {
          const { textDecorationLine, textDecorationStyle, textDecorationThickness } = getComputedStyle(sample);
          return `${textDecorationLine} ${textDecorationStyle} ${textDecorationThickness}`;
        }),
      );
      expect(lines).toHaveLength(6);
      expect(new Set(lines).size).toBe(6);
      await field(page, 'Show missing words').uncheck();
      await expect.poll(() => outputs(page).locator('del').count()).toBe(0);
      await expect
        .poll(() => outputs(page).nth(1).locator('.text').textContent())
        .toBe('A cat was sitting on the mat.');
    });

    it('outputs against any reference, one of them, or the other output', async () => {
      const page = await open({ link: '#segment=1' });
      const found = () => page.locator('.output .found').last().textContent();
      await expect
        .poll(() => found())
        .toBe('7 of 8 words matched, at most 4 in a row · 0 missing · closest to reference 2');
      await field(page, 'Compared with').selectOption('1');
      await expect.poll(() => found()).toBe('7 of 8 words matched, at most 4 in a row · 0 missing');
      await expect.poll(() => page.locator('.given.chosen h4').textContent()).toBe('Reference 2');
      await field(page, 'Compared with').selectOption('other');
      await expect.poll(() => found()).toBe('4 of 8 words matched, at most 2 in a row · 3 missing');
      await settled(page, '#segment=1&against=other');
    });

    it('two systems, or all with the best first', async () => {
      const page = await open({ link: '#segment=5' });
      const shown = () => page.locator('.article .system').allTextContents();
      await expect.poll(() => shown()).toEqual(['A base', 'B __proto__']);
      await field(page, 'Outputs').selectOption('all');
      await expect.poll(() => shown()).toEqual(['<b>bold</b>', 'B __proto__', 'A base']);
      await field(page, 'Metric').selectOption('1');
      await expect.poll(() => shown()).toEqual(['B __proto__', '<b>bold</b>', 'A base']);
      await field(page, 'Outputs').selectOption('pair');
      await button(page, 'Swap').click();
      await expect.poll(() => shown()).toEqual(['A __proto__', 'B base']);
      await field(page, 'A').selectOption('0'); // the two compared are never the same
      await expect.poll(() => shown()).toEqual(['A base', 'B __proto__']);
      await field(page, 'B').selectOption('2');
      await expect.poll(() => shown()).toEqual(['A base', 'B <b>bold</b>']);
    });

    it('texts from right to left that way, apart from what is around them', async () => {
      const page = await open({ link: '#segment=2' });
      const directions = await page
        .locator('.article .text')
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).direction));
      expect(directions).toEqual(['ltr', 'rtl', 'rtl', 'rtl']);
      expect(
        await page
          .locator('.rows .start')
          .first()
          .evaluate((each) => getComputedStyle(each).direction),
      ).toBe('rtl');
      await expect
        .poll(() => page.locator('.system bdi, .origin bdi, .score bdi, .rows bdi').count())
        .toBeGreaterThan(10);
    });

    it('any text and any name as it is', async () => {
      const page = await open({ link: '#segment=6&show=all' });
      for (const [i, attack] of attacks.entries()) {
        const same = await page.evaluate((json) => {
          const texts = [...document.querySelectorAll('.article .text')].map(({ textContent }) => textContent);
          return texts.length === 5 && texts.every((text) => text === JSON.parse(json));
        }, JSON.stringify(attack));
        expect(same, attack).toBe(true);
        await expect.poll(() => heading(page)).toBe(`Segment ${6 + i}`);
        await page.evaluate((next) => (location.hash = `#segment=${next}&show=all`), 7 + i);
        if (i + 1 < attacks.length) await page.getByText(`Segment ${7 + i}`, { exact: true }).waitFor();
      }
      await expect.poll(() => page.locator('script').count()).toBe(2);
      await expect.poll(() => page.locator('.browser :is(img, b, i)').count()).toBe(0);
    });
  });

  describe('obeys keys', () => {
    it('j, k and arrows lead from segment to segment', async () => {
      const page = await open();
      await page.locator('.detail .article').click();
      const press = async (key: string, leadsTo: string) => {
        await page.keyboard.press(key);
        await expect.poll(() => heading(page)).toBe(leadsTo);
      };
      await press('k', 'Segment 2'); // there is none before
      await press('j', 'Segment 5');
      await press('j', 'Segment 1');
      await expect
        .poll(() => page.evaluate(() => document.activeElement!.matches('.rows a[aria-current=true]')))
        .toBe(true);
      await press('k', 'Segment 5');
      await press('ArrowDown', 'Segment 1');
      await press('ArrowUp', 'Segment 5');
      await press('Control+j', 'Segment 5');
      await settled(page, '#segment=5');
    });

    it('/ leads to the search, where keys are letters, and Escape and Enter lead to the list', async () => {
      const page = await open();
      await page.locator('.rows a').first().focus();
      await page.keyboard.press('/');
      await page.keyboard.type('jk/?');
      await expect.poll(() => field(page, 'Search').inputValue()).toBe('jk/?');
      await expect.poll(() => page.locator('.help').getAttribute('open')).toBeNull();
      await field(page, 'Search').fill('cat');
      await page.keyboard.press('Escape');
      await expect.poll(() => field(page, 'Search').inputValue()).toBe('cat');
      await expect
        .poll(() => page.evaluate(() => document.activeElement!.matches('.rows a[aria-current=true]')))
        .toBe(true);
      await page.keyboard.press('/');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.evaluate(() => document.activeElement!.matches('.rows a[aria-current=true]')))
        .toBe(true);
    });

    it('? shows the help, which names all keys', async () => {
      const page = await open();
      await page.locator('.rows a').first().focus();
      await page.keyboard.press('?');
      await expect
        .poll(() => page.locator('.help dt').allTextContents())
        .toEqual(['j ↓ ', 'k ↑ ', '/ ', 'Enter Esc ', '? ']);
      await expect.poll(() => page.locator('.help dl').isVisible()).toBe(true);
      await page.keyboard.press('?');
      await expect.poll(() => page.locator('.help dl').isVisible()).toBe(false);
      await expect
        .poll(() => page.locator('.keys').textContent())
        .toBe('After a click or Tab into this area: j k next, previous / search ? help');
    });

    it('only while the focus is in it', async () => {
      const page = await open();
      const pressAll = async () => {
        for (const key of ['?', 'j', '/']) await page.keyboard.press(key);
      };
      await pressAll();
      await page.locator('#summary').click();
      await pressAll();
      await expect.poll(() => heading(page)).toBe('Segment 2');
      await expect.poll(() => page.locator('.help dl').isVisible()).toBe(false);
      await expect.poll(() => page.evaluate(() => document.activeElement!.closest('.browser'))).toBeNull();
      // The line that names the keys says what to do, and doing it there is enough.
      await page.locator('.keys').click();
      await pressAll();
      await expect.poll(() => heading(page)).toBe('Segment 5');
      await expect.poll(() => page.locator('.help dl').isVisible()).toBe(true);
      await expect.poll(() => page.evaluate(() => document.activeElement!.matches('[type=search]'))).toBe(true);
    });

    it('Tab reaches everything', async () => {
      const page = await open({ width: 320 });
      const expected = await page.evaluate(() =>
        [...document.querySelectorAll('.browser :is(a, button:not(.fold), input, select, summary)')].map((each) =>
          each.outerHTML.slice(0, 80),
        ),
      );
      await page.locator('.browser').focus();
      const reached: string[] = [];
      for (let i = 0; i < expected.length + 3; i++) {
        await page.keyboard.press('Tab');
        reached.push(await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 80)));
      }
      const pager = expected.filter((each) => /Earlier|Later/.test(each)); // nothing to turn here
      expect(pager).toHaveLength(2);
      expect(reached).toEqual(expect.arrayContaining(expected.filter((each) => !pager.includes(each))));
    });
  });

  describe('has links', () => {
    it('that lead to all that was chosen', async () => {
      const page = await open();
      await field(page, 'Metric').selectOption('1');
      await field(page, 'B').selectOption('2');
      await field(page, 'Order').selectOption('number');
      await field(page, 'document').selectOption('1');
      await field(page, 'Search').fill('all|end');
      await field(page, 'Regular expression').check();
      await field(page, 'Outputs').selectOption('all');
      await page.locator('.rows a').last().click();
      const hash = '#segment=5&b=%3Cb%3Ebold%3C%2Fb%3E&metric=TER&show=all&sort=number&search=all%7Cend&regex=yes&label.document=b'; // prettier-ignore
      await settled(page, hash);
      const again = await open({ link: hash });
      await expect.poll(() => again.locator('.browser').innerText()).toBe(await page.locator('.browser').innerText());
      await expect.poll(() => numbers(again)).toEqual(['4', '5']);
      await expect.poll(() => field(again, 'Search').inputValue()).toBe('all|end');
      await expect.poll(() => field(again, 'B').inputValue()).toBe('2');
      // It is in sight and obeys keys at once.
      await expect
        .poll(() => again.evaluate(() => document.querySelector('.browser')!.getBoundingClientRect().top))
        .toBeLessThan(100);
      await again.keyboard.press('k');
      await expect.poll(() => heading(again)).toBe('Segment 4');
    });

    it('that going back and forth follows', async () => {
      const page = await open();
      await page.locator('.rows a').nth(1).click();
      await settled(page, '#segment=5');
      await field(page, 'Metric').selectOption('1');
      await settled(page, '#segment=5&metric=TER');
      await page.goBack();
      await expect.poll(() => field(page, 'Metric').inputValue()).toBe('0');
      await expect.poll(() => heading(page)).toBe('Segment 5');
      await page.goBack();
      await page.getByText('Segment 2', { exact: true }).waitFor();
      await page.goForward();
      await page.getByText('Segment 5', { exact: true }).waitFor();
    });

    it('to other parts of the page, which leave it alone', async () => {
      const page = await open({ link: '#segment=5&metric=TER' });
      await page.getByRole('navigation').getByText('Summary').click();
      await expect.poll(() => page.evaluate(() => location.hash)).toBe('#summary');
      await expect.poll(() => heading(page)).toBe('Segment 5');
      await expect.poll(() => field(page, 'Metric').inputValue()).toBe('1');
    });

    it('that may be wrong, and then show what can be shown', async () => {
      const page = await open({ link: '#segment=999&a=nobody&metric=none&sort=x&search=%5B&regex=yes&least=x' });
      await expect.poll(() => heading(page)).toBe('Segment 2');
      await expect.poll(() => status(page)).toBe('All 13 segments');
    });
  });

  describe('gives away', () => {
    const download = async (page: Page, name: string) => {
      const [saved] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
      return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'utf8') };
    };

    it('the segments found, in their order', async () => {
      const page = await open({ link: '#segment=1&winner=b' });
      const tsv = await download(page, 'TSV');
      expect(tsv.name).toBe('segments.tsv');
      expect(tsv.text.split('\n').map((line) => line.split('\t')[0])).toEqual(['segment', '2', '5', '1', '']);
      const json = await download(page, 'JSON');
      expect(json.name).toBe('segments.json');
      expect((JSON.parse(json.text) as { key: string }[]).map(({ key }) => key)).toEqual(['a2', 'b2', 'a1']);
    });

    it('the segments found on paper', async () => {
      const page = await open({ link: '#segment=1&winner=b', width: 800 });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await page.emulateMedia({ media: 'print' });
      await expect
        .poll(() => page.locator('.printed h3').allTextContents())
        .toEqual(['Segment 2', 'Segment 5', 'Segment 1']);
      await expect.poll(() => page.locator('.printed').isVisible()).toBe(true);
      await expect.poll(() => page.locator('.printed .m4').first().isVisible()).toBe(true);
      for (const part of ['.controls', '.list', '.detail', '.below']) {
        await expect.poll(() => page.locator(part).isVisible()).toBe(false);
      }
      await page.emulateMedia({ media: 'screen' });
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await expect.poll(() => page.locator('.printed > *').count()).toBe(0);
    });

    it('without script the segments that differ most', async () => {
      const page = await open({ javaScriptEnabled: false });
      await expect
        .poll(() => page.locator('noscript > p').textContent())
        .toContain('allow this page to run its script');
      await expect.poll(() => page.locator('noscript table').isVisible()).toBe(true);
      const rows = page.locator('noscript tbody tr');
      await expect.poll(() => rows.locator('th').allTextContents()).toEqual(['2', '5', '1', '13']);
      await expect.poll(() => rows.first().textContent()).toContain('قط جالس على الحصيرة');
      await expect.poll(() => page.locator('.browser').textContent()).toBe('');
    });
  });

  describe('is for everyone', () => {
    it.each([
      [1440, 'dark'],
      [320, 'light'],
    ] as const)('%d pixels wide, %s: passes axe', async (width, colorScheme) => {
      const page = await open({ width, colorScheme, link: '#segment=1&show=all&search=(&regex=yes' });
      await page.locator('.help summary').click();
      const { violations, passes } = await axeOn(page, width === 320 ? 'all' : 'looks')
        .include('main')
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])).toEqual([]);
      const some = ['color-contrast', ...(width === 320 ? ['label', 'select-name', 'heading-order'] : [])];
      expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(some));
    });

    it.each([320, 768, 1440])('%d pixels wide, nothing is cut off', async (width) => {
      const page = await open({ width, link: '#segment=1&show=all&search=(&regex=yes' });
      await page.locator('.help summary').click();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('.browser :is(select, input, button, p, h3, h4, li, summary, dd)')]
          .filter((each) => each.checkVisibility())
          .filter((each) => {
            const { left, right } = each.getBoundingClientRect();
            return left < 0 || right > innerWidth;
          })
          .map((each) => each.outerHTML.slice(0, 80)),
      );
      expect(outside).toEqual([]);
      // Nothing hidden makes the page longer than what it shows.
      const below = await page.evaluate(
        () =>
          document.documentElement.scrollHeight -
          document.querySelector('main')!.getBoundingClientRect().bottom -
          scrollY,
      );
      expect(below).toBeLessThan(1);
    });

    it('is light or dark as the rest of the page', async () => {
      const colours = async (colorScheme: 'light' | 'dark') => {
        const page = await open({ colorScheme });
        return page.evaluate(() =>
          ['.controls', '.rows .number', '.m0', '.controls select'].map((selector) => {
            const { color, backgroundColor } = getComputedStyle(document.querySelector(`.browser ${selector}`)!);
            return `${color} ${backgroundColor}`;
          }),
        );
      };
      const [light, dark] = [await colours('light'), await colours('dark')];
      for (const [i, colour] of light.entries()) expect(dark[i]).not.toBe(colour);
    });
  });

  describe('with 3,000 segments of 10 systems', () => {
    it('is a file of less than 10 MB', () => expect(statSync(large).size).toBeLessThan(10e6));

    it('shows what is asked for before one begins to wait', async () => {
      const page = await open({ path: large });
      const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
      /** Until a page that does nothing has drawn itself: 16 ms, or as long as the machine is busy. */
      const draws = () =>
        page.evaluate(async () => {
          const times: number[] = [];
          for (let i = 0; i < 30; i++) {
            const started = performance.now();
            await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
            times.push(performance.now() - started);
          }
          return times;
        });
      const before = await draws();
      const times = Object.values(await browseSegments(page)).flat();
      // Most take 20 to 50 ms on an idle machine. `npm run bench -- --page` has the numbers.
      expect(times.length).toBeGreaterThan(80);
      expect(median(times)).toBeLessThan(15 * Math.max(16, median([...before, ...(await draws())])));
    });

    it('has its list in pages', async () => {
      const page = await open({ path: large, link: '#segment=1&sort=number' });
      await expect.poll(() => page.locator('.rows a').count()).toBe(50);
      await expect.poll(() => page.locator('.range').textContent()).toBe('1–50 of 3,000');
      await button(page, 'Later').click();
      await expect.poll(() => heading(page)).toBe('Segment 51');
      await expect.poll(() => page.locator('.range').textContent()).toBe('51–100 of 3,000');
      await page.keyboard.press('k');
      await expect.poll(() => heading(page)).toBe('Segment 50');
      await expect.poll(() => page.locator('.range').textContent()).toBe('1–50 of 3,000');
      // The segment chosen is in the list's window, and the page has not moved.
      const inside = () =>
        page.evaluate(() => {
          const [row, rows] = ['.rows [aria-current]', '.rows'].map((each) => document.querySelector(each)!.getBoundingClientRect());
          return row!.top >= rows!.top - 1 && row!.bottom <= rows!.bottom + 1;
        }); // prettier-ignore
      await expect.poll(() => inside()).toBe(true);
      const before = await page.evaluate(() => scrollY);
      for (let i = 0; i < 30; i++) await page.keyboard.press('k');
      await expect.poll(() => inside()).toBe(true);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
      await settled(page, '#segment=20&sort=number');
    });

    it.each(['^(([a-zA-Z ,.])+)+!$', '\\w*\\w* \\w*\\w*\\w*!', '(.|\\w)+[!]'])(
      'does not hang on %s, and says why it is not looked for',
      async (pattern) => {
        const page = await open({ path: large, link: '#segment=1&regex=yes' });
        await field(page, 'Search').fill(pattern);
        await expect
          .poll(() => page.locator('.problem').textContent())
          .toMatch(/^This pattern takes too long to look for\./);
        await expect.poll(() => status(page)).toBe('All 3,000 segments');
        // Others are found, also those that take their time.
        await field(page, 'Search').fill('\\b(\\w+) \\1\\b');
        await expect.poll(() => page.locator('.problem').isVisible()).toBe(false);
        await expect.poll(() => status(page)).toMatch(/^[\d,]+ of 3,000 segments$/);
      },
    );

    it('prints no more than one wants to carry', async () => {
      const page = await open({ path: large });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await expect.poll(() => page.locator('.printed > section').count()).toBe(200);
      await expect
        .poll(() => page.locator('.printed > p').textContent())
        .toBe('All 3,000 segments; the first 200 are printed.');
    });
  });
});
