/** Tests the views of Studio that run commands, in Chromium: reached by keys and clicks, with the numbers of the command line. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import agree from '../src/cli/commands/agree.ts';
import explain from '../src/cli/commands/explain.ts';
import meta from '../src/cli/commands/meta.ts';
import paradox from '../src/cli/commands/paradox.ts';
import rank from '../src/cli/commands/rank.ts';
import { runTyped } from '../src/cli/testing/runTyped.ts';
import { unfold } from './pageLayout.ts';
import { drop, example, settled, sharedStudio } from './studio/openStudio.ts';
import { axeOn } from './axe.ts';

const { address, inStudio } = sharedStudio();

const texts = ['reference.A.en.txt', 'good.txt', 'terse.txt', 'labels.tsv'];

async function dropExamples(page: Page, names: readonly string[]): Promise<void> {
  await drop(page, Object.fromEntries(names.map((name) => [name, readFileSync(example(name))])));
  await page.waitForFunction((count) => document.querySelectorAll('.file .format').length === count && !document.body.textContent.includes('Reading…'), names.length); // prettier-ignore
  await settled(page);
}

/** Moves the focus to an element with Tab alone, and presses Enter. */
async function enter(page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' });
  await target.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never came to ${String(name)}`);
}

const openView = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click();

/** The link of a part is current once the part is there: the address changes first. */
async function openPart(page: Page, name: string): Promise<void> {
  const link = page.locator('nav.parts').getByRole('link', { name });
  await link.click();
  await link.and(page.locator('[aria-current]')).waitFor();
}

/** Until the command of a view has ended. */
const commandEnded = (page: Page) => expect.poll(() => page.locator('.working progress').count()).toBe(0);

/** The cells of the first table below an element, as text. */
const cellsOf = (page: Page, selector: string) =>
  page.locator(`${selector} tbody tr`).evaluateAll((rows) =>
    rows.map((row) => [...(row as HTMLTableRowElement).cells].map(({ textContent }) => textContent.replaceAll('−', '-').trim())),
  ); // prettier-ignore

/** Whether the rows of a table are printed one after the other. */
function printed(shown: string, rows: readonly (readonly string[])[]): boolean[] {
  const lines = shown.split('\n').map((line) => line.trim().split(/\s{2,}/).join('\t')); // prettier-ignore
  return rows.map((row) => lines.includes(row.filter((cell) => cell !== '').join('\t')));
}

const status = (page: Page) => () => page.locator('p.unseen[role=status]').textContent();

describe('Files', () => {
  it('of scores need no reference', () =>
    inStudio(async (page) => {
      const lines = (name: string) => readFileSync(example(name), 'utf8').trimEnd().split('\n');
      const comet = ['good', 'terse'].map((name) => [`${name}.txt`, lines(`${name}.txt`).map((mt, i) => ({ src: '', mt, COMET: (mt.length + i) / 200 }))] as const); // prettier-ignore
      await drop(page, {
        'good.txt': readFileSync(example('good.txt'), 'utf8'),
        'terse.txt': readFileSync(example('terse.txt'), 'utf8'),
        'scores.json': JSON.stringify(Object.fromEntries(comet)),
      });
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Answer' }).click();
      await settled(page);
      await page.getByText('Left out, because there are no references: BLEU, chrF2, TER.').first().waitFor();
      const [titles] = await page.locator('#scores thead tr').allTextContents();
      expect(titles).toMatch(/COMET/);
      expect(titles).not.toMatch(/BLEU/);
    }));

  it('of scores by other programs are found by what is in them, and their scores join the answer', () =>
    inStudio(async (page) => {
      const comet = ['good', 'terse'].map((system, s) => [
        `runs/${system}.txt`,
        Array.from({ length: 60 }, (_, i) => ({ src: '', mt: '', COMET: 0.9 - s / 10 + (i % 7) / 100 })),
      ]);
      await dropExamples(page, ['reference.A.en.txt', 'good.txt', 'terse.txt']);
      await drop(page, { 'scores.json': Buffer.from(JSON.stringify(Object.fromEntries(comet), undefined, 4)) });
      await page
        .locator('.file .format')
        .nth(3)
        .filter({ hasText: /scores/i })
        .waitFor();
      await settled(page);
      await openView(page, 'Answer');
      await page.locator('th', { hasText: 'COMET ↑' }).first().waitFor({ state: 'attached' });
    }));

  it('of scores ask which direction is better where no name tells, and leave out only those', () =>
    inStudio(async (page) => {
      const rows = ['good', 'terse'].flatMap((system, s) =>
        Array.from({ length: 60 }, (_, i) => `${system}\t${i + 1}\tmine\t${s + (i % 7) / 10}\n${system}\t${i + 1}\tCOMET\t${0.8 - s / 10 + (i % 5) / 100}\n`),
      ); // prettier-ignore
      await dropExamples(page, ['reference.A.en.txt', 'good.txt', 'terse.txt']);
      await drop(page, { 'scores.tsv': `system\tsegment\tmetric\tscore\n${rows.join('')}` });
      const choice = page.getByRole('combobox', { name: /^Is a higher or a lower score of mine better\?/ });
      await choice.waitFor();
      await settled(page);
      const titles = () => page.locator('#scores thead tr').first().textContent();
      await openView(page, 'Answer');
      await settled(page);
      await page.getByText('mine: left out until you say whether higher or lower is better.').first().waitFor();
      await expect.poll(titles).toMatch(/BLEU.*COMET/);
      await expect.poll(() => titles()).not.toMatch(/mine/);
      await openView(page, 'Files');
      await choice.selectOption('Lower is better');
      await openView(page, 'Answer');
      await settled(page);
      await page.locator('th', { hasText: 'mine ↓' }).first().waitFor({ state: 'attached' });
      await openView(page, 'Keep');
      await page.locator('main', { hasText: '--scores scores.tsv --lower-is-better mine' }).waitFor();
    }));
});

describe('Where', () => {
  it('goes on when what is chosen there is gone from the results that come', () =>
    inStudio(async (page) => {
      await dropExamples(page, texts);
      await openView(page, 'Answer');
      // Both at once, so that the results of before are shown until the new ones come.
      await page.evaluate(() => {
        const buttons = [...document.querySelectorAll<HTMLElement>('.settings .metrics button')];
        buttons.find(({ textContent }) => textContent.endsWith('Remove ter'))!.click();
        location.hash = '#segment=1&metric=TER&label.domain=travel';
      });
      const metric = page.locator('.browser').getByLabel('Metric', { exact: true });
      await metric.waitFor();
      await expect.poll(() => metric.locator('option').allTextContents()).toEqual(['BLEU', 'chrF2']);
      await expect.poll(() => page.locator('.browser .results').textContent()).toBe('30 of 60 segments');
    }));
});

describe('Why', () => {
  it('explains all segments, a document and segments as the command line does, and says what is wrong in place', () =>
    inStudio(async (page) => {
      const compared = ['-r', example('reference.A.en.txt'), example('good.txt'), example('terse.txt')];
      await dropExamples(page, texts);
      await enter(page, 'link', 'Why');
      await page.locator('figure.chart svg').first().waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Why these scores');
      await expect.poll(status(page)).toBe('The results are ready.');
      const ofAll = await runTyped(explain, [...compared, '--corpus', '-m', 'bleu']);
      const [good, terse] = ofAll.result.parts[0]!.explained[0]!;
      await expect.poll(() => page.locator('.result.head').textContent()).toContain(good!.score.toFixed(2));
      expect((await cellsOf(page, '#steps-bleu-all-60-segments')).at(-1)![2]).toContain(terse!.score.toFixed(2));
      await page.getByLabel('Explain').selectOption('One document');
      await page.getByRole('heading', { name: /^Document / }).first().waitFor(); // prettier-ignore

      // Reached from the segment browser.
      await openView(page, 'Where');
      await page.locator('.browser .why-link a').click();
      await page.waitForURL(/#why\/\d+$/);
      const [, segment] = /#why\/(\d+)$/.exec(page.url())!;
      await page.getByRole('heading', { name: `Segment ${segment!}`, exact: true }).waitFor();
      const { result } = await runTyped(explain, [...compared, '--segment', segment!]);
      for (const [m, { name }] of result.metrics.entries()) {
        const cells = await cellsOf(page, `#steps-${name.toLowerCase()}-segment-${segment!}`);
        const scores = result.parts[0]!.explained[m]!.map(({ score }) => Number(score.toFixed(2)));
        expect(cells.at(-1)!.slice(1).map((cell) => Number.parseFloat(cell))).toEqual(scores); // prettier-ignore
      }

      // The words of a number are marked.
      await page.goto(`${address()}#why/7`);
      const figure = page.locator('#steps-bleu-segment-7');
      await figure.locator('td[tabindex]').nth(4).click();
      await expect.poll(() => figure.locator('.status').textContent()).toMatch(/^m1 of good, 1-grams matched = 9/);
      await expect.poll(() => figure.locator('.tokens u').count()).toBeGreaterThan(3);

      await page.goto(`${address()}#why/document/nowhere`);
      await page.locator('.warning', { hasText: 'There is no document nowhere' }).waitFor();
      await page.goto(`${address()}#files`);
      for (const name of ['good.txt', 'terse.txt']) await page.getByRole('button', { name: `Remove ${name}` }).click();
      await page.goto(`${address()}#why`);
      await page.locator('.hint', { hasText: 'Add the output of a system' }).waitFor();
    }));

  it('follows the number of the segment, with keys, and never shows an earlier one', () =>
    inStudio(async (page) => {
      await dropExamples(page, texts);
      await page.goto(`${address()}#why/1`);
      await page.getByRole('heading', { name: 'Segment 1', exact: true }).waitFor();
      await page.evaluate(() => {
        const seen: string[] = [];
        Object.assign(globalThis, { seen });
        new MutationObserver(() => {
          const heading = document.querySelector('.command h2')?.textContent ?? 'nothing';
          if (seen.at(-1) !== heading) seen.push(heading);
        }).observe(document.body, { subtree: true, childList: true });
      });
      await page.getByLabel('Segment, 1 to 60').focus();
      for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowUp');
      await page.getByRole('heading', { name: 'Segment 13', exact: true }).waitFor();
      await page.waitForTimeout(500);
      const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
      expect(seen.at(-1)).toBe('Segment 13');
      expect(seen).not.toContain('nothing');
      expect(page.url()).toMatch(/#why\/13$/);
      await page.getByRole('button', { name: 'Next segment' }).click();
      await page.getByRole('heading', { name: 'Segment 14', exact: true }).waitFor();
      await page.getByLabel('Segment, 1 to 60').fill('61');
      await page.getByText('There is no segment 61. Choose a number from 1 to 60.').waitFor();
    }));

  it('can be cancelled, and does not keep the next request waiting', () =>
    inStudio(async (page) => {
      const many = (name: string) => readFileSync(example(name), 'utf8').repeat(300); // long enough that cancelling comes before the end
      await page.goto(`${address()}#settings/samples=20`);
      await page.getByText('The settings of the link are in use.').waitFor();
      await drop(page, { 'ref.txt': many('reference.A.en.txt'), 'good.txt': many('good.txt'), 'terse.txt': many('terse.txt') }); // prettier-ignore
      await page.getByRole('link', { name: /^Compare/ }).waitFor();
      await settled(page);
      await openView(page, 'Why');
      await page.getByRole('heading', { name: 'Segment 1', exact: true }).waitFor();
      await page.getByLabel('Explain').selectOption('All segments');
      await page.locator('.working').getByRole('button', { name: 'Cancel' }).click();
      await page.locator('.working progress').waitFor({ state: 'detached' });
      const started = page.waitForEvent('worker');
      await page.getByRole('button', { name: 'Start again' }).click();
      await page.locator('.working progress').waitFor();
      await started;
      await page.getByLabel('Explain').selectOption('One segment');
      // The worker that goes on with all segments is replaced, not waited for.
      const replaced = page.waitForEvent('worker');
      await page.getByLabel('Segment, 1 to 18000').fill('9');
      await replaced;
      await page.getByRole('heading', { name: 'Segment 9', exact: true }).waitFor();
    }));

  it('of many systems chooses the two best', () =>
    inStudio(async (page) => {
      const many = Object.fromEntries(Array.from({ length: 7 }, (_, s) => [`s${s}.txt`, readFileSync(example(s === 4 ? 'good.txt' : s === 2 ? 'verbose.txt' : 'shuffled.txt'))])); // prettier-ignore
      await drop(page, { 'ref.txt': readFileSync(example('reference.A.en.txt')), ...many });
      await page.getByRole('link', { name: 'Compare 7 systems' }).waitFor();
      await settled(page);
      await page.goto(`${address()}#why/1`);
      await page.locator('figure.steps').first().waitFor();
      await expect.poll(() => page.locator('.why-choice select').nth(1).inputValue()).toBe('s4');
      await commandEnded(page);
      await expect
        .poll(() => page.locator('figure.steps').first().locator('thead th').allTextContents())
        .toHaveLength(3);
    }));
});

describe('Paradoxes', () => {
  const cards = (page: Page) =>
    page.locator('.metric-card').evaluateAll((all) =>
      all.map((card) => [card.querySelector('h3')!.textContent, card.classList.contains('contradicts'), ...[...card.querySelectorAll('small')].map(({ textContent }) => textContent)]),
    ); // prettier-ignore

  it('need no files, show the numbers of the command line, and change at once', () =>
    inStudio(async (page) => {
      await enter(page, 'link', 'See three paradoxes of BLEU');
      await page.locator('.metric-card').first().waitFor();
      const signTest = await runTyped(paradox, ['sign-test', '-f', 'json']);
      const { findings } = JSON.parse(signTest.shown) as { findings: { standings: { score: number }[] }[] };
      const shown = await cards(page);
      shown.forEach(([, , b, c], m) => {
        expect(b).toMatch(new RegExp(`^${findings[m]!.standings[0]!.score.toFixed(2)} → `));
        expect(c).toMatch(new RegExp(`^${findings[m]!.standings[1]!.score.toFixed(2)} → `));
      });
      expect(shown.map(([name, contradicts]) => [name, contradicts])).toEqual([['BLEU', true], ['BLEU-SBP', false], ['4-GRR', false]]); // prettier-ignore
      const sentence = () => page.locator('.live-sentence').textContent();
      await expect
        .poll(() => sentence())
        .toMatch(/^BLEU contradicts itself: it rises when segment 1 of c replaces b’s/);
      // Each press gives a new picture.
      for (let i = 1; i < 6; i++) {
        const before = await sentence();
        await page.locator('.switches label').nth(i).click();
        await expect.poll(sentence).not.toBe(before);
      }
      await page.getByRole('button', { name: 'None' }).click();
      await page.getByText('No segment is exchanged').waitFor();
      await page.waitForFunction(() =>
        document.querySelector('[role=status]')!.textContent.startsWith('No segment is exchanged'),
      );
    }));

  it('by a genre’s share, with keys', () =>
    inStudio(async (page) => {
      await page.goto(`${address()}#paradoxes/genres`);
      await page.locator('.metric-card').first().waitFor();
      expect((await cards(page)).map((card) => card.slice(1))).toEqual([
        [true, 'genre-specific 61.02, mixed-genre 56.64', 'genre-specific 12.07, mixed-genre 11.98', 'genre-specific 31.05, mixed-genre 32.13'],
        [false, 'genre-specific 61.02, mixed-genre 56.64', 'genre-specific 12.07, mixed-genre 11.98', 'genre-specific 31.05, mixed-genre 30.56'],
        [false, 'genre-specific 63.83, mixed-genre 63.48', 'genre-specific 15.96, mixed-genre 15.74', 'genre-specific 33.91, mixed-genre 33.64'],
      ]); // prettier-ignore
      await page.getByLabel('Segments of newswire').focus();
      await page.keyboard.press('End');
      await page.getByText(/with these shares it agrees with itself/).waitFor();
      const { result } = await runTyped(paradox, ['genres', '--size', 'newswire=40', '--size', 'weblogs=5']);
      const { whole } = (result as Extract<typeof result, { paradox: 'genres' }>).findings[0]!;
      await expect
        .poll(async () => (await cards(page))[0]!.at(-1))
        .toBe(
          `genre-specific ${whole.standings[0]!.score.toFixed(2)}, mixed-genre ${whole.standings[1]!.score.toFixed(2)}`,
        );
    }));

  it('by deletion, with a finger', () =>
    inStudio(
      async (page) => {
        await page.goto(`${address()}#paradoxes/deletion`);
        await page.locator('.metric-card').first().waitFor();
        expect((await cards(page)).map((card) => card.at(-1))).toEqual(['63.84 → 63.84', '63.84 → 57.76', '70.27 → 63.88']); // prettier-ignore
        await page.locator('.switches label').nth(4).tap();
        await page.getByText(/now it notices/).waitFor();
        await page.getByRole('button', { name: 'Let BLEU choose' }).tap();
        await page.getByText(/BLEU does not notice that segment 1 is missing/).waitFor();
      },
      { hasTouch: true, viewport: { width: 360, height: 740 } },
    ));

  it('are looked for in the loaded files', () =>
    inStudio(async (page) => {
      await dropExamples(page, ['reference.A.en.txt', 'good.txt', 'verbose.txt', 'labels.tsv']);
      await openView(page, 'Paradoxes');
      await enter(page, 'button', 'Check good and verbose');
      const answer = page.locator('#check_heading ~ .answer');
      await answer.waitFor();
      await expect
        .poll(() => answer.textContent())
        .toMatch(/^Yes: BLEU contradicts itself in deletions from verbose\./);
      await unfold(page);
      const files = ['-r', example('reference.A.en.txt'), example('verbose.txt')];
      const { shown } = await runTyped(paradox, ['deletion', ...files]);
      const rows = await cellsOf(page, '#check3-scores-with-some-segments-left-empty');
      expect(rows.length).toBeGreaterThan(4);
      expect(printed(shown, rows)).toEqual(rows.map(() => true));
      // They are still there after another view.
      await openView(page, 'Files');
      await openView(page, 'Paradoxes');
      await answer.waitFor();
    }));
});

describe('People', () => {
  it('rank systems and agree, as on the command line', () =>
    inStudio(async (page) => {
      await dropExamples(page, ['judgments.tsv']);
      await enter(page, 'link', 'People');
      await page.locator('.result.head .answer').waitFor();
      const ranked = await runTyped(rank, [example('judgments.tsv')]);
      expect(ranked.shown).toContain((await page.locator('.answer').textContent())!);
      await commandEnded(page);
      const rows = await cellsOf(page, 'figure.table:first-of-type');
      expect(rows).toHaveLength(4);
      expect(printed(ranked.shown, rows)).toEqual([true, true, true, true]);
      await openPart(page, 'Agreement');
      await page.locator('.answer', { hasText: 'Agreement between judges' }).waitFor();
      await commandEnded(page);
      const agreed = await runTyped(agree, [example('judgments.tsv')]);
      const [first] = await cellsOf(page, 'figure.table:first-of-type');
      expect(printed(agreed.shown, [first!])).toEqual([true]);
      await openPart(page, 'Metrics against people');
      await page.getByText('Add the outputs of the judged systems and a reference translation').waitFor();
    }));

  /** The names and numbers of the first table of metrics. */
  const metricRows = async (page: Page) => {
    await page.locator('.answer', { hasText: 'agrees best with people' }).waitFor();
    await commandEnded(page);
    const rows = await cellsOf(page, 'figure.table:first-of-type');
    return rows.slice(0, 13);
  };

  it('judge metrics in the folder of a shared task', () =>
    inStudio(async (page) => {
      await page.locator('input[type=file][webkitdirectory]').setInputFiles(example('task'));
      await page.locator('.file', { hasText: 'rankings.csv' }).waitFor();
      await openView(page, 'People');
      await openPart(page, 'Metrics against people');
      const rows = await metricRows(page);
      const { shown } = await runTyped(meta, [example('task')]);
      expect(rows.map(([name]) => name)).toContain('neural');
      expect(printed(shown, rows)).toEqual(rows.map(() => true));
    }));

  it('judge metrics on loaded texts, if the judgments are of one task', () =>
    inStudio(async (page) => {
      await dropExamples(page, ['judgments.tsv', 'reference.A.en.txt', 'good.txt', 'terse.txt', 'verbose.txt', 'shuffled.txt']); // prettier-ignore
      await openView(page, 'People');
      await openPart(page, 'Metrics against people');
      const rows = await metricRows(page);
      expect(rows.length).toBeGreaterThan(10);
    }));

  it('say what is wrong in place, and can skip it', () =>
    inStudio(async (page) => {
      const lines = readFileSync(example('judgments.tsv'), 'utf8').split('\n');
      const bad = lines.map((line, i) => (i < 100 ? line.replace('verbose\t1\t', 'verbose\tfirst\t') : line));
      await drop(page, { 'bad.tsv': bad.join('\n') });
      await openView(page, 'People');
      await page.locator('.warning', { hasText: 'Cannot rank the systems' }).waitFor();
      await page.getByLabel('Skip and report malformed judgments').check();
      await page.locator('.answer').waitFor();
    }));
});

it('no faults for axe, and nothing cut off, wide and light or narrow and dark', { timeout: 240_000 }, () =>
  inStudio(async (page) => {
    const check = async (name: string): Promise<void> => {
      for (const [width, colorScheme] of [[360, 'dark'], [1280, 'light']] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect({ name, width, wide: Math.max(0, wide) }).toEqual({ name, width, wide: 0 });
        const { violations } = await axeOn(page, colorScheme === 'dark' ? 'all' : 'looks').analyze();
        expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html.slice(0, 200)}`)).toEqual([]);
      } // prettier-ignore
    };
    await page.goto(`${address()}#paradoxes`);
    for (const part of ['Move', 'Change', 'Delete']) {
      await openPart(page, part);
      await page.locator('.metric-card').first().waitFor();
      await check(part);
    }
    await openView(page, 'Files');
    await dropExamples(page, ['judgments.tsv', ...texts]);
    await openView(page, 'Why');
    await page.locator('figure.steps').first().waitFor();
    await commandEnded(page);
    await check('why, corpus');
    await page.goto(`${address()}#why/7`);
    await page.getByRole('heading', { name: 'Segment 7', exact: true }).waitFor();
    await commandEnded(page);
    await check('why, segment');
    await openView(page, 'Paradoxes');
    await page.getByRole('button', { name: 'Check good and terse' }).click();
    await page.locator('#check_heading ~ .answer').waitFor();
    await unfold(page);
    await check('check');
    await openView(page, 'People');
    for (const part of ['Ranking', 'Agreement', 'Metrics against people']) {
      await openPart(page, part);
      await page.locator('.answer').waitFor();
      await commandEnded(page);
      await check(part);
    }
  }),
);
