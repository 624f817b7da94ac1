/** The judges' app in a real browser: every kind by keyboard alone, drafts, lost connections, hostile texts, accessibility. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/human/index.ts';
import { launchChromium } from '../launchChromium.ts';
import { FakeJudgeServer, attacks } from './fakeJudgeServer.ts';
import { axeOn } from '../axe.ts';

const server = new FakeJudgeServer();
let browser: Browser;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];
const strangers: string[] = [];

beforeAll(async () => {
  await server.start();
  browser = await launchChromium();
  context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('console', (message) => {
    // The browser also logs failed requests, which tests cause on purpose.
    if (!message.text().startsWith('Failed to load resource')) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => problems.push(dialog.message()));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address) && request.url() !== 'about:blank') strangers.push(request.url());
  });
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});
beforeEach(async () => {
  server.reset();
  await page.goto(`${server.address}/assets/icon.svg`);
  await page.evaluate(() => localStorage.clear());
});
afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
  expect(strangers.splice(0)).toEqual([]);
});

/** Marks all assignments of the kind before this one as answered. */
function answerBefore(kind: string, number: number): void {
  for (let i = 0; i < number; i++)
    server.stored.set(`${kind}${i}`, {
      key: `${kind}${i}`,
      assignment: `${kind}${i}`,
      answer: { kind: 'none' },
      seconds: 1,
      instructions: '',
    });
}

async function open(hash = '#/', to: Page = page): Promise<void> {
  await to.goto('about:blank'); // otherwise only the address would change, without a reload
  await to.goto(`${server.address}/judge${hash}`);
  await to.locator(hash.includes('/instructions') || hash === '#/' ? 'h1' : 'form').waitFor();
}

/** Opens an assignment, with all before it answered. */
async function openAssignment(kind: string, number = 1): Promise<void> {
  answerBefore(kind, number);
  await open(`#/${kind}/${kind}${number}`);
}

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Presses the Tab key until an element of this name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await press('Tab');
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === document.body) return '';
      const label = (activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '';
      return `${activeElement?.getAttribute('aria-label') ?? ''} ${activeElement?.textContent} ${label}`;
    });
    if (name.test(focused)) return;
  }
  throw new Error(`the Tab key does not reach ${String(name)}`);
}

const arrives = (count: number) => expect.poll(() => server.stored.size).toBe(count);
const heading = () => page.locator('h1').innerText();
const state = () => page.locator('.state').innerText();
const answerTo = (assignment: string): Answer | undefined => server.answerTo(assignment)?.answer;
/** Answers an assessment, the shortest kind. */
const assess = async (score: number, on = page): Promise<void> => {
  await on.getByLabel('Score, number from 0 to 100').fill(String(score));
  await on.keyboard.press('Enter');
};
const isAt = (hash: string, where = page) => where.waitForURL(`${server.address}/judge${hash}`);
const comeOnline = (where = page) => where.evaluate(() => dispatchEvent(new Event('online')));

describe('by keyboard alone', () => {
  it('agree, read the instructions, practise, rank', async () => {
    server.consented = false;
    await page.goto(`${server.address}/judge#/rank/rank1`);
    await page.locator('.prose').waitFor();
    await expect.poll(() => page.locator('main').innerText()).toContain('Nobody sees your name.');
    await expect.poll(() => page.locator('form, .tasks').count()).toBe(0);
    await tabTo(/^ I agree/);
    await press('Enter');
    await page.locator('form').waitFor(); // the practice round comes before the address that was opened
    expect(new URL(page.url()).hash).toBe('#/rank/rank0');
    await tabTo(/All tasks/);
    await press('Enter');
    await page.locator('.tasks').waitFor();
    await tabTo(/Start with practice: Ranking/);
    await press('Enter');
    await isAt('#/instructions/rank');
    await tabTo(/Start with practice/);
    await press('Enter');
    await page.locator('form').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await expect.poll(() => page.title()).toBe('Ranking, practice, 1 of 1');

    await press('1', 'ArrowDown', '2', 'ArrowDown', '2', 'ArrowDown', '5', 'Enter');
    await expect.poll(() => page.locator('.missing').innerText()).toBe('One translation has no rank yet.');
    await press('4', 'Enter');
    await page.locator('.taught').waitFor();
    await expect.poll(() => page.locator('.taught').innerText()).toContain('Most judges put A first.');
    await press('Enter');
    await isAt('#/rank/rank1');
    expect(answerTo('rank0')).toEqual({ kind: 'rank', ranks: [1, 2, 2, 5, 4] });
    await expect.poll(() => page.locator('.place').innerText()).toMatch(/Ranking\s+1 of 4/);

    // The arrows between ranks are the browser's own; those between translations stop at the ends.
    await page.locator('form').waitFor();
    await press('3', 'ArrowRight', 'ArrowUp', 'ArrowDown', '1', 'ArrowDown', '1', 'ArrowDown', '1', 'ArrowDown', '2');
    await press('ArrowDown', '3', 'Enter');
    await isAt('#/rank/rank2');
    await arrives(2);
    expect(answerTo('rank1')).toEqual({ kind: 'rank', ranks: [4, 1, 1, 1, 3] });
    expect(server.answerTo('rank1')).toMatchObject({ instructions: 'rank-v1', seconds: expect.any(Number) as number });
  });

  it.each([
    ['1', [1, 2]],
    ['0', [1, 1]],
    ['=', [1, 1]],
    ['2', [2, 1]],
  ])('compare two with %s', async (key, ranks) => {
    await openAssignment('pairwise');
    await press(key, 'Enter');
    await isAt('#/pairwise/pairwise2');
    await expect.poll(() => answerTo('pairwise1')).toEqual({ kind: 'pairwise', ranks });
  });

  it('rate, but not before the slider was touched', async () => {
    await openAssignment('assess');
    await tabTo(/Score, slider/);
    await expect.poll(() => page.locator(':focus').getAttribute('aria-valuetext')).toBe('not set');
    await press('Enter');
    await expect.poll(() => page.locator('.missing').innerText()).toMatch(/Move the slider/);
    await press('ArrowRight', 'PageUp', 'Enter');
    await isAt('#/assess/assess2');
    await expect.poll(() => answerTo('assess1')).toEqual({ kind: 'assess', score: 61 });
    await page.locator('form').waitFor();
    await tabTo(/Score, number/);
    await press('1', '5', '0', 'Enter');
    await expect.poll(() => page.locator('.missing').innerText()).toMatch(/from 0 to 100/);
    await press('Backspace', 'Enter');
    await expect.poll(() => answerTo('assess2')).toEqual({ kind: 'assess', score: 15 });
    await isAt('#/assess/assess3');
    await page.locator('form').waitFor();
    await press('9', '7', 'Enter'); // from anywhere on the page
    await expect.poll(() => answerTo('assess3')).toEqual({ kind: 'assess', score: 97 });
  });

  it('mark errors, missing content, and a score', async () => {
    await openAssignment('mark');
    await tabTo(/^ The /); // the first word of the translation
    await press('ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await expect.poll(() => page.locator('.error-panel legend').innerText()).toBe('Error: “leaned the suggestion off”');
    await press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Tab', 'a', 'Enter');
    await expect
      .poll(() => page.locator('.errors li').allInnerTexts())
      .toEqual([expect.stringMatching(/“leaned the suggestion off”\s*major · accuracy/)]);
    await tabTo(/Content is missing/);
    await press('Enter', 'Space', 'Tab', 'o', 'Enter');
    await page.locator('.errors li').nth(1).waitFor();
    await tabTo(/Remove error 2/);
    await tabTo(/Overall score.*number/);
    await press('4', '0', 'Enter');
    await isAt('#/mark/mark2');
    await expect
      .poll(() => answerTo('mark1'))
      .toEqual({
        kind: 'mark',
        errors: [
          { side: 'output', start: 10, end: 35, severity: 'major', category: 'accuracy' },
          { side: 'source', start: 0, end: 0, severity: 'minor', category: 'other' },
        ],
        score: 40,
      });
  });

  it('mark in a script from right to left: the left arrow moves forward', async () => {
    await openAssignment('mark', 3);
    await tabTo(/^ ראש/);
    await press('ArrowLeft', 'Shift+ArrowLeft');
    await expect.poll(() => page.locator('.error-panel legend').innerText()).toBe('Error: “העיר דחה”');
    await press('Escape');
    await expect.poll(() => page.locator('.error-panel').count()).toBe(0);
    await press('Space', 'Enter', 'Space', 'Tab', 'f', 'Enter');
    await page.locator('.errors li').waitFor();
    await tabTo(/Remove error 1/);
    await press('Enter');
    await expect.poll(() => page.locator('.errors li').count()).toBe(0);
    await tabTo(/Submit without errors/);
    await press('Enter');
    await expect.poll(() => answerTo('mark3')).toEqual({ kind: 'mark', errors: [] });
  });

  it('correct, or choose that it needs no corrections or you are unable to', async () => {
    await openAssignment('edit');
    await expect.poll(() => page.locator('form').innerText()).not.toMatch(/Source|Reference/);
    await tabTo(/Translation to correct/);
    await press('Enter');
    await expect.poll(() => page.locator('.missing').innerText()).toMatch(/Correct the text/);
    await press('Control+Home');
    await page.keyboard.type('The ');
    await press('Enter');
    await isAt('#/edit/edit2');
    await expect
      .poll(() => answerTo('edit1'))
      .toEqual({ kind: 'edit', outcome: 'edited', text: 'The Mayor rejected proposal, as it too dear was.' });
    await page.locator('form').waitFor();
    await tabTo(/Corrected as above/);
    await press('ArrowDown', 'Enter');
    await isAt('#/edit/edit3');
    await expect.poll(() => answerTo('edit2')).toEqual({ kind: 'edit', outcome: 'unchanged' });
    await page.locator('form').waitFor();
    await tabTo(/Corrected as above/);
    await press('ArrowUp', 'Enter');
    await expect.poll(() => answerTo('edit3')).toEqual({ kind: 'edit', outcome: 'unable' });
  });

  it('accept, comment, choose “Cannot judge”, and reach the end', async () => {
    await openAssignment('accept', 3);
    await press('y', 'n', 'Enter');
    await isAt('#/accept/accept4');
    await expect.poll(() => answerTo('accept3')).toEqual({ kind: 'accept', acceptable: false });
    await page.locator('form').waitFor();
    await tabTo(/^ Comment/);
    await press('Enter', 'Tab');
    await page.keyboard.type('No idea: yn?');
    await tabTo(/Cannot judge/);
    await press('Enter');
    await isAt('#/');
    await expect
      .poll(() => server.answerTo('accept4'))
      .toMatchObject({ answer: { kind: 'none' }, comment: 'No idea: yn?' });
    await expect.poll(() => page.locator('main + [role=status]').innerText()).toMatch(/Accepting is done/);
    await expect.poll(() => page.locator('.task').nth(5).innerText()).toContain('All done. Thank you.');
  });

  it('lists the keys of every task, and only those', async () => {
    await openAssignment('rank');
    await press('?');
    const headings = page.locator('dialog h3');
    await expect
      .poll(() => headings.allInnerTexts())
      .toEqual(['Everywhere', 'Ranking', 'Comparing pairs', 'Rating', 'Marking errors', 'Editing', 'Accepting']);
    const ranking = page.locator('dialog section', { has: page.getByRole('heading', { name: 'Ranking' }) });
    await expect.poll(() => ranking.locator('kbd').first().innerText()).toBe('1, 2, …');
    await press('Escape');
  });

  it('read the shortcuts, and turn single keys off', async () => {
    await openAssignment('accept');
    await press('?');
    await expect.poll(() => page.locator('dialog').innerText()).toContain('choose severity and category');
    await tabTo(/single-key/);
    await press('Space', 'Escape', 'y');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await expect.poll(() => page.locator('input:checked').count()).toBe(0);
  });
});

describe('a judge', () => {
  it('goes back and corrects; both answers arrive', async () => {
    await openAssignment('assess');
    await assess(20);
    await isAt('#/assess/assess2');
    await page.getByRole('link', { name: 'Back' }).click();
    await isAt('#/assess/assess1');
    await page.locator('form').waitFor();
    await expect.poll(() => page.getByLabel('Score, number from 0 to 100').inputValue()).toBe('20');
    await assess(30);
    await isAt('#/assess/assess2');
    await arrives(3); // with the one before them
    const given = [...server.stored.values()].filter(({ assignment }) => assignment === 'assess1');
    expect(given.map(({ answer }) => answer)).toEqual([
      { kind: 'assess', score: 20 },
      { kind: 'assess', score: 30 },
    ]);
    expect(new Set(given.map(({ key }) => key)).size).toBe(2);
    await page.reload();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.locator('form').waitFor();
    await expect.poll(() => page.getByLabel('Score, number from 0 to 100').inputValue()).toBe('30');
  });

  it('cannot skip', async () => {
    answerBefore('assess', 2);
    await open('#/assess/assess4');
    await isAt('#/assess/assess2');
    await page.locator('form').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Next' }).count()).toBe(0);
    await page.goto(`${server.address}/judge#/assess/nonsense`);
    await isAt('#/');
  });

  it('marks with the mouse', async () => {
    await openAssignment('mark');
    const words = page.locator('.card .unit');
    await words.nth(2).hover();
    await page.mouse.down();
    await words.nth(4).hover();
    await page.mouse.up();
    await expect.poll(() => page.locator('.error-panel legend').innerText()).toBe('Error: “leaned the suggestion”');
    await words.nth(3).click(); // inside: clears the selection
    await expect.poll(() => page.locator('.error-panel').count()).toBe(0);
    await words.nth(5).click();
    await words.nth(2).click();
    await expect.poll(() => page.locator('.error-panel legend').innerText()).toBe('Error: “leaned the suggestion off”');
  });

  it('sees that a task was closed; a rejected answer is kept and can be sent later', async () => {
    await openAssignment('assess');
    server.closed.add('assess');
    await assess(70);
    await isAt('#/assess/assess2');
    await expect.poll(state).toBe('1 answer rejected. See “All tasks”.');
    await expect.poll(() => page.locator('.notice').innerText()).toContain('This task is closed');
    await expect.poll(() => page.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'All tasks' }).click();
    await expect
      .poll(() => page.locator('.notice').innerText())
      .toContain('1 answer was rejected: This task is closed.');
    server.closed.clear();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => answerTo('assess1')).toEqual({ kind: 'assess', score: 70 });
    await expect.poll(state).toBe('All answers sent');
  });

  it('sees that the campaign is paused', async () => {
    server.frozen = true;
    await openAssignment('assess');
    await expect.poll(() => page.locator('.notice').innerText()).toContain('paused');
    await expect.poll(() => page.getByRole('button', { name: 'Cannot judge' }).isDisabled()).toBe(true);
  });

  it('erases data in the browser and on the server, after confirmation', async () => {
    await openAssignment('edit');
    await page.locator('.writing').fill('half done');
    await open('#/');
    await page.getByRole('button', { name: 'Erase my data' }).click();
    await page.getByRole('button', { name: 'Keep my data' }).click();
    expect(server.erased).toBe(false);
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['assay.draft.edit1']);
    await page.getByRole('button', { name: 'Erase my data' }).click();
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await expect.poll(heading).toBe('Your data is erased');
    expect(server.erased).toBe(true);
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await open('#/');
    await expect.poll(heading).toBe('Open your personal link again');
  });
});

describe('nothing is lost', () => {
  it('when the page is loaded again: drafts', async () => {
    await openAssignment('rank');
    await press('2', 'ArrowDown', '4');
    await page.locator('.comment summary').click();
    await page.locator('#comment').fill('half\nway');
    await page.reload();
    await page.locator('form').waitFor();
    await expect.poll(() => page.locator('.translation input:checked').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual(['2', '4']); // prettier-ignore
    await expect.poll(() => page.locator('#comment').inputValue()).toBe('half\nway');
    await page.locator('.translation input').last().focus();
    await press('1', 'ArrowUp', '1', 'ArrowUp', '1', 'Enter');
    await isAt('#/rank/rank2');
    await expect.poll(() => server.answerTo('rank1')).toMatchObject({ answer: { kind: 'rank', ranks: [2, 4, 1, 1, 1] }, comment: 'half\nway' }); // prettier-ignore
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('rank1'))))
      .toEqual([]);
  });

  it.each(['drop', 'fail'] as const)(
    'when requests %s: the judge continues, and each answer is stored once',
    async (weather) => {
      await openAssignment('assess');
      await expect.poll(() => page.evaluate(() => performance.getEntriesByName(`${location.origin}/api/judge/assignments/assess4`).length)).toBe(1); // prettier-ignore
      server.weather = weather;
      await assess(10);
      await isAt('#/assess/assess2');
      await expect.poll(state).toBe('1 answer saved in this browser, waiting to be sent.');
      await assess(20);
      await isAt('#/assess/assess3');
      await expect.poll(state).toBe('2 answers saved in this browser, waiting to be sent.');
      expect(server.stored.size).toBe(1);
      server.weather = 'fair';
      await comeOnline();
      await expect.poll(state).toBe('All answers sent');
      expect([...server.stored.values()].slice(1).map(({ assignment, answer }) => [assignment, answer])).toEqual([
        ['assess1', { kind: 'assess', score: 10 }],
        ['assess2', { kind: 'assess', score: 20 }],
      ]);
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('answer'))))
        .toEqual([]);
    },
  );

  it('when the reply is lost and the page closed: the same key is sent again and stored once', async () => {
    await openAssignment('assess');
    server.weather = 'lose-reply';
    await assess(55);
    await expect.poll(() => server.received.length).toBeGreaterThan(0);
    await expect.poll(state).toBe('1 answer saved in this browser, waiting to be sent.');
    const before = server.received.length;
    server.weather = 'fair';
    await page.reload();
    await expect.poll(state).toBe('All answers sent');
    expect(server.received.length).toBeGreaterThan(before);
    expect(new Set(server.received.map(({ key }) => key)).size).toBe(1);
    expect([...server.stored.values()].filter(({ assignment }) => assignment === 'assess1')).toHaveLength(1);
  });

  it('when two tabs are open: each answer is stored once', async () => {
    await openAssignment('assess');
    const second = await context.newPage();
    try {
      answerBefore('accept', 1);
      await open('#/accept/accept1', second);
      server.weather = 'drop';
      await second.keyboard.press('y');
      await second.keyboard.press('Enter');
      await assess(33);
      await expect.poll(state).toBe('2 answers saved in this browser, waiting to be sent.');
      server.weather = 'fair';
      await Promise.all([comeOnline(), comeOnline(second)]);
      await expect.poll(state).toBe('All answers sent');
      await expect.poll(() => second.locator('.state').innerText()).toBe('All answers sent');
      // One tab sends at a time, but in a busy browser the other tab may learn late what was sent: it then sends it again, with the same key.
      const stored = [...server.stored.values()].map(({ assignment }) => assignment);
      expect(stored.sort()).toEqual(['accept0', 'accept1', 'assess0', 'assess1']); // the first of each was stored before
      expect(new Set(server.received.map(({ key }) => key)).size).toBe(2);
    } finally {
      await second.close();
    }
  });

  it('when an assignment cannot be loaded: it is retried automatically', async () => {
    await open('#/');
    await page.locator('.tasks').waitFor();
    server.weather = 'fail';
    await page.goto(`${server.address}/judge#/assess/assess1`);
    await expect.poll(() => page.locator('.notice').innerText()).toContain('The server had an error.');
    server.weather = 'fair';
    await page.locator('form').waitFor();
  });
});

describe('texts from outside', () => {
  it('are shown as text, even if they look like markup', async () => {
    await openAssignment('rank', 2);
    await expect.poll(() => page.locator('.output').allTextContents()).toEqual([...attacks, '(empty)']);
    await expect.poll(() => page.locator('.output .empty').count()).toBe(1);
    await expect.poll(() => page.locator('.output script, .output img, .output svg').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('Ranking, 2 of 4');
    await openAssignment('mark', 2);
    await expect.poll(() => page.locator('.output .markable').textContent()).toBe(attacks[0]);
    await openAssignment('edit', 2);
    await expect.poll(() => page.locator('.writing').inputValue()).toBe(attacks[0]);
  });

  it('have their language and direction, and do not affect the text around them', async () => {
    await openAssignment('rank', 3);
    const texts = page.locator('.foreign');
    expect(await texts.evaluateAll((all) => all.map((one) => `${one.tagName} ${one.getAttribute('lang')} ${one.getAttribute('dir')}`))).toEqual(new Array(7).fill('BDI he rtl')); // prettier-ignore
    const box = (await page.locator('.output').first().boundingBox())!;
    // The text ends at the right edge, and the ranks stay where they are.
    const right = await page
      .locator('.output')
      .first()
      .evaluate((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().right;
      });
    expect(right).toBeCloseTo(box.x + box.width, -1);
    expect((await page.locator('.ranks').first().boundingBox())!.x).toBeGreaterThan(box.x);
    await openAssignment('edit', 3);
    expect(await page.locator('.writing').evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
  });
});

describe('every page', () => {
  const pages: [string, () => Promise<unknown>][] = [
    ['home', () => open('#/')],
    [
      'consent',
      () => {
        server.consented = false;
        return open('#/');
      },
    ],
    ['instructions', () => open('#/instructions/rank')],
    ['rank', () => openAssignment('rank').then(() => press('1', 'Enter'))],
    ['pairwise', () => openAssignment('pairwise').then(() => press('1'))],
    ['assess', () => openAssignment('assess')],
    [
      'mark',
      async () => {
        await openAssignment('mark');
        for (const [word, severity] of [[2, 'minor'], [3, 'major'], [4, 'critical']] as const) {
          await page.locator('.card .unit').nth(word).click();
          await page.getByLabel(severity).check();
          await page.getByLabel('Category').selectOption('style');
          await press('Enter');
        } // prettier-ignore
        await page.locator('.passage .unit').nth(1).click();
      },
    ],
    ['edit', () => openAssignment('edit')],
    ['accept', () => openAssignment('accept').then(() => press('n'))],
    ['right to left', () => openAssignment('rank', 3)],
    [
      'paused, with a comment',
      async () => {
        server.frozen = true;
        await openAssignment('assess');
        await page.locator('.comment summary').click();
      },
    ],
    ['keys', () => openAssignment('accept').then(() => press('?'))],
    [
      'erase',
      async () => {
        await open('#/');
        await page.getByRole('button', { name: 'Erase my data' }).click();
      },
    ],
  ];

  it.each(pages)('%s: axe finds no problems in light and dark, and it fits a narrow phone', async (_, show) => {
    await show();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await axeOn(page, colorScheme === 'light' ? 'all' : 'looks').analyze();
      expect(violations.map(({ id, nodes }) => [id, colorScheme, nodes.map(({ html }) => html)])).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  });
});
