/** The judges' app in a real browser: every kind by keyboard alone, drafts, lost connections, hostile texts, accessibility. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, MarkedSpan } from '../../src/human/index.ts';
import type { ShownAssignment } from '../../src/server/wire.ts';
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

const chips = () => page.locator('.error-chip').allInnerTexts();
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

    // A digit ranks a translation and goes on to the next; Enter submits from anywhere.
    await press('1', '2', '2', '5', 'Enter');
    await expect.poll(() => page.locator('.missing').innerText()).toBe('One translation has no rank yet.');
    await press('4', 'Enter');
    await page.locator('.taught.wrong').waitFor();
    await expect.poll(() => page.locator('.taught').innerText()).toContain('Most judges put A first.');
    // What is changed after the hint is stored, too.
    await page.locator('.translation input').first().focus();
    await press('3');
    await expect.poll(() => page.locator('.work-bar [type=submit]').innerText()).toBe('Submit the change');
    await press('Enter');
    await isAt('#/rank/rank1');
    await expect.poll(() => answerTo('rank0')).toEqual({ kind: 'rank', ranks: [3, 2, 2, 5, 4] });
    await expect.poll(() => page.locator('.place').innerText()).toMatch(/1 of 5/);

    // The arrows between ranks are the browser's own; those between translations stop at the ends.
    await page.locator('form').waitFor();
    await press('3', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowDown', '1', '1', '1', '2', '3', 'Enter');
    await isAt('#/rank/rank2');
    await arrives(3);
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
    await expect.poll(() => page.locator('.missing').innerText()).toMatch(/move the slider/);
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
    await expect.poll(() => page.locator('.popover-title').textContent()).toBe('Error 1: “leaned the suggestion off”');
    await press('2');
    await expect.poll(chips).toEqual([expect.stringMatching(/“leaned the suggestion off”\s*major · category\?/)]);
    // Without a category it is not complete: Submit says so and opens it.
    await press('Escape', 'Enter');
    await expect.poll(() => page.locator('.missing').innerText()).toBe('Choose a category for error 1.');
    await tabTo(/^ accuracy/);
    await press('Enter');
    await expect.poll(chips).toEqual([expect.stringMatching(/“leaned the suggestion off”\s*major · accuracy$/)]);
    await tabTo(/Content is missing/);
    await press('Enter');
    await tabTo(/^ other/);
    await press('Enter');
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
    await page.locator('.judged .unit').first().focus();
    await press('ArrowLeft', 'Shift+ArrowLeft');
    await expect.poll(() => page.locator('.popover-title').textContent()).toBe('Error 1: “העיר דחה”');
    await press('Escape'); // it was just marked
    await expect.poll(() => page.locator('.popover, .error-chip').count()).toBe(0);
    await press('Space', '1');
    await tabTo(/^ fluency/);
    await press('Enter', 'Delete');
    await expect.poll(() => page.locator('.error-chip').count()).toBe(0);
    await press('Control+z');
    await expect.poll(() => page.locator('.error-chip').count()).toBe(1);
    await press('Delete', 'Enter');
    await expect.poll(() => answerTo('mark3')).toEqual({ kind: 'mark', errors: [] });
  });

  it('mark and score with ESA: a severity is one key, and what is on the screen is stored', async () => {
    await openAssignment('mark', 5);
    await page.locator('.judged .unit').first().focus();
    // An error that is being marked when Enter is pressed: the first closes it, the second submits it.
    await press('Space', 'Enter', 'Enter');
    await expect.poll(() => page.locator('.missing').innerText()).toContain('The translation has no score yet');
    await page.locator('.judged .unit').first().focus();
    await press('ArrowRight', 'ArrowRight', 'Shift+ArrowRight', '2');
    await expect.poll(() => page.locator('.popover').count()).toBe(0);
    await expect.poll(chips).toEqual([expect.stringMatching(/“council”\s*minor/), expect.stringMatching(/“of was”\s*major/)]); // prettier-ignore
    // Both survive a reload, as do the score and what was typed last.
    await press('7', '0');
    await page.reload();
    await page.locator('form').waitFor();
    await expect.poll(() => chips()).toHaveLength(2);
    await tabTo(/MISSING/);
    await press('Enter', '2');
    await page.locator('h1').focus();
    await press('Enter');
    await isAt('#/mark/mark6');
    const { length } = (await (await page.request.get(`${server.address}/api/judge/assignments/mark5`)).json() as ShownAssignment).texts[0]!.text; // prettier-ignore
    await expect
      .poll(() => answerTo('mark5'))
      .toEqual({
        kind: 'mark',
        errors: [
          { side: 'output', start: 0, end: 7, severity: 'minor', category: '' },
          { side: 'output', start: 16, end: 22, severity: 'major', category: '' },
          { side: 'output', start: length, end: length, severity: 'major', category: '', marker: 'missing' },
        ],
        score: 70,
      });
  });

  it('score three translations side by side with contrastive ESA', async () => {
    await openAssignment('mark', 6);
    await press('9', '0', 'Enter');
    await expect.poll(() => page.locator('.score-label').allInnerTexts()).toEqual(['Very Good']);
    await press('8', '5', 'Enter', '6', '0', 'Enter');
    await expect.poll(() => page.locator('.missing').innerText()).toMatch(/^Translation C has a score below 85/);
    await page.locator('.judged').nth(2).locator('.unit').first().focus();
    await press('Space', '2', 'Enter');
    await isAt('#/mark/mark7');
    const major = { side: 'output', start: 0, end: 5, severity: 'major', category: '' };
    await expect
      .poll(() => answerTo('mark6'))
      .toEqual({ kind: 'mark', texts: [{ errors: [], scores: [90] }, { errors: [], scores: [85] }, { errors: [major], scores: [60] }] }); // prettier-ignore
  });

  it('choose categories of a typology by their names, in the source and in the translation', async () => {
    await openAssignment('mark', 7);
    await page.locator('.judged .unit').nth(2).focus();
    await press('Space', '2');
    await page.keyboard.type('mistr');
    await press('Enter');
    await page.locator('.passage .unit').nth(1).focus();
    await press('Space', '1');
    await expect.poll(() => page.locator('.category-group .pick').allInnerTexts()).toEqual(['Omission', 'Other']);
    await tabTo(/^ Other/);
    await press('Enter', 'Tab');
    await page.locator('.popover').getByLabel('Say what it is').fill('a name');
    await press('Enter', 'Enter');
    await isAt('#/mark/mark8');
    await expect
      .poll(() => answerTo('mark7'))
      .toEqual({
        kind: 'mark',
        errors: [
          { side: 'output', start: 10, end: 16, severity: 'major', category: 'Accuracy/Mistranslation' },
          { side: 'source', start: 4, end: 17, severity: 'minor', category: 'Other', note: 'a name' },
        ],
      });
  });

  it('mark errors in the source for each of several translations', async () => {
    await openAssignment('mark', 9);
    const source = page.locator('.passage .unit');
    const omit = async (word: number): Promise<void> => {
      await source.nth(word).focus();
      await press('Space', '2');
      // Nothing cuts off the categories.
      const isSeen = (button: Element): boolean => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === button;
      };
      expect(await page.locator('.category-group button').last().evaluate(isSeen)).toBe(true);
      await press('Enter'); // the first category that the source can have
    };
    const concerned = page.getByRole('group', { name: 'Errors in the source of' });
    await omit(1);
    await concerned.getByRole('button', { name: 'Translation B' }).click();
    // The same words, and others: nothing is marked for this translation yet.
    expect(await page.locator('.passage .marked').count()).toBe(0);
    await omit(1);
    await omit(3);
    expect(await concerned.getByRole('button').evaluateAll((all) => all.map((one) => [one.ariaLabel, one.ariaPressed]))).toEqual([
      ['Translation A, 1 error in the source', 'false'],
      ['Translation B, 2 errors in the source', 'true'],
    ]);
    // Work in a translation: the next mark in the source is about it.
    await page.locator('.judged').nth(0).locator('.unit').nth(2).focus();
    await press('Space', '1');
    await page.keyboard.type('gram');
    await press('Enter');
    await expect.poll(() => page.locator('.passage .marked').count()).toBe(1);
    // An error of the list opens with its translation.
    await page.locator('.judged').nth(1).locator('.error-chip').nth(1).click();
    await expect.poll(() => page.locator('.passage .marked').count()).toBe(2);
    await page.getByRole('button', { name: 'Remove error 2' }).click();
    await page.getByRole('button', { name: /^Submit/ }).click();
    const omission = { side: 'source', start: 4, end: 17, severity: 'major', category: 'Accuracy/Omission' };
    await expect.poll(() => answerTo('mark9')).toEqual({
      kind: 'mark',
      texts: [{ errors: [omission, expect.objectContaining({ side: 'output', category: 'Fluency/Grammar' })] }, { errors: [omission] }],
    });
  }); // prettier-ignore

  it('correct errors that are marked already', async () => {
    await openAssignment('mark', 8);
    await expect.poll(chips).toEqual([expect.stringMatching(/“mayor”\s*major/)]);
    await page.locator('.judged .unit').nth(1).focus();
    await press('Space', '1', '8', '0', 'Enter'); // opens it, makes it minor; then the score
    await expect
      .poll(() => answerTo('mark8'))
      .toEqual({ kind: 'mark', errors: [{ side: 'output', start: 4, end: 9, severity: 'minor', category: '' }], score: 80 }); // prettier-ignore
  });

  it('score with buttons: a digit goes on to the next scale', async () => {
    await openAssignment('assess', 5);
    await press('3', '5', 'Enter');
    await isAt('#/assess/assess6');
    await expect.poll(() => answerTo('assess5')).toEqual({ kind: 'assess', texts: [{ scores: [3, 5] }] });
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
    await expect.poll(() => page.locator('.task').nth(5).innerText()).toContain('done');
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
    await expect.poll(() => page.locator('dialog').innerText()).toContain('choose its severity');
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

  it('marks with the mouse, by word and by character', async () => {
    await openAssignment('mark', 5);
    const units = page.locator('.judged .unit');
    const title = () => page.locator('.popover-title').textContent();
    await units.nth(2).hover();
    await page.mouse.down();
    await units.nth(4).hover();
    await page.mouse.up();
    await expect.poll(title).toBe('Error 1: “of was meets”');
    await units.nth(3).click(); // inside: not an error after all
    await expect.poll(() => page.locator('.popover, .error-chip').count()).toBe(0);
    await units.nth(5).click();
    await units.nth(3).click();
    await expect.poll(title).toBe('Error 1: “was meets the”');
    await page.getByRole('button', { name: 'Major' }).click();
    await units.nth(4).click(); // opens it again
    await page.getByRole('button', { name: 'Remove error 1' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(chips).toEqual([expect.stringMatching(/“was meets the”\s*major/)]);
    await page.getByRole('button', { name: 'Select single characters' }).click();
    await units.nth(0).hover();
    await page.mouse.down();
    await units.nth(2).hover();
    await page.mouse.up();
    await expect.poll(title).toBe('Error 2: “cou”');
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
    await press('2', '4');
    await page.locator('.comment summary').click();
    await page.locator('#comment').fill('half\nway');
    await page.reload();
    await page.locator('form').waitFor();
    await expect.poll(() => page.locator('.translation input:checked').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual(['2', '4']); // prettier-ignore
    await expect.poll(() => page.locator('#comment').inputValue()).toBe('half\nway');
    await page.locator('.translation input').last().focus();
    await press('1', 'ArrowUp', '1', 'ArrowUp', 'ArrowUp', '1', 'Enter');
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
      await expect.poll(() => page.evaluate(() => performance.getEntriesByName(`${location.origin}/api/judge/assignments/assess5`).length)).toBe(1); // prettier-ignore
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

describe('on a phone', () => {
  it('an error that is being marked is stored, and everything is in reach', async () => {
    answerBefore('mark', 5);
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    try {
      const touch = await phone.newPage();
      await open('#/mark/mark5', touch);
      const units = touch.locator('.judged .unit');
      await units.nth(30).tap();
      await units.nth(33).tap();
      const popover = touch.locator('.popover');
      const box = (await popover.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(845);
      // The words are above it.
      expect((await units.nth(33).boundingBox())!.y).toBeLessThan(box.y);
      await popover.getByRole('button', { name: 'Major' }).tap();
      // The second error is still open when the judge submits.
      await units.nth(40).tap();
      await touch.getByLabel('Score, number from 0 to 100').fill('30');
      await touch.getByRole('button', { name: 'Submit 2 errors' }).tap();
      await isAt('#/mark/mark6', touch);
      await expect
        .poll(() => (answerTo('mark5') as { errors: MarkedSpan[] } | undefined)?.errors.map(({ severity }) => severity))
        .toEqual(['major', 'minor']);
    } finally {
      await phone.close();
    }
  });

  it('the source stays in view while five translations are ranked', async () => {
    answerBefore('rank', 5);
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    try {
      const touch = await phone.newPage();
      await open('#/rank/rank5', touch);
      for (const place of [0, 2, 4]) {
        await touch.locator('.rank span').nth(5 * place).scrollIntoViewIfNeeded();
        await touch.locator('.rank').nth(5 * place).tap();
        const source = (await touch.locator('.passage').first().boundingBox())!;
        expect(source.y).toBeGreaterThanOrEqual(-1);
        expect(source.y + source.height).toBeLessThan(500);
        const submit = (await touch.locator('.work-bar [type=submit]').boundingBox())!;
        expect(submit.y + submit.height).toBeLessThanOrEqual(844);
      } // prettier-ignore
    } finally {
      await phone.close();
    }
  });
});

it.each(['rank5', 'mark5', 'mark6', 'assess6'])('%s, sixty words, fits a screen of 1280 × 800', async (id) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAssignment(id.slice(0, -1), Number(id.at(-1)));
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(800);
  await page.setViewportSize({ width: 1100, height: 800 });
});

describe('texts from outside', () => {
  it('are shown as text, even if they look like markup', async () => {
    await openAssignment('rank', 2);
    await expect.poll(() => page.locator('.output').allTextContents()).toEqual([...attacks, '(empty)']);
    await expect.poll(() => page.locator('.output .empty').count()).toBe(1);
    await expect.poll(() => page.locator('.output script, .output img, .output svg').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('Ranking, 2 of 5');
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
        for (const [word, severity] of [[2, 'Minor'], [3, 'Major'], [4, 'Critical']] as const) {
          await page.locator('.judged .unit').nth(word).click();
          await page.locator('.popover').getByRole('button', { name: severity }).click();
          await page.locator('.popover').getByRole('button', { name: 'style' }).click();
        } // prettier-ignore
        await page.locator('.passage .unit').nth(1).click();
      },
    ],
    ['contrastive ESA', () => openAssignment('mark', 6).then(() => page.locator('.judged .unit').nth(3).click())],
    ['MQM', () => openAssignment('mark', 7).then(() => page.locator('.judged .unit').nth(3).click())],
    ['two scales', () => openAssignment('assess', 5)],
    ['a document', () => openAssignment('assess', 6)],
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
    for (const width of [320, 768, 1920]) {
      await page.setViewportSize({ width, height: 640 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  });
});
