/** The organiser's page on the real server, in a real browser: it shows what the commands print, and every action works by keyboard. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaignJudgments } from '../../src/engine/index.ts';
import type { CampaignEvent } from '../../src/human/index.ts';
import {
  type Report,
  acceptDefaults,
  acceptTables,
  agreeDefaults,
  agreeTables,
  rankDefaults,
  rankTables,
  reportAcceptability,
  reportAgreement,
  reportRanking,
} from '../../src/report/index.ts';
import { cellText } from '../../src/report/table.ts';
import type { JudgeHome, ShownAssignment } from '../../src/server/wire.ts';
import { launchChromium } from '../launchChromium.ts';
import { OrganiserCampaign, careful, systems } from './organiserCampaign.ts';
import { axeOn } from '../axe.ts';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let campaign: OrganiserCampaign;
const problems: string[] = [];
const strangers: string[] = [];
const viewport = { width: 1280, height: 900 };
const judges = ['judge01', 'judge02', 'judge03', 'judge04'];

beforeAll(async () => {
  browser = await launchChromium();
  await openWindow();
});
afterAll(async () => {
  await browser?.close();
});
beforeEach(async () => {
  campaign = new OrganiserCampaign();
  await campaign.start(['rank', 'edit', 'accept']);
});
afterEach(async () => {
  await page.goto('about:blank');
  await campaign.stop();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(viewport);
  await context.clearCookies();
  expect(problems.splice(0)).toEqual([]);
  expect(strangers.splice(0)).toEqual([]);
});

/** Tests share a window, because opening one takes longer than most of them. */
async function openWindow(): Promise<void> {
  context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('console', (message) => {
    // The browser also logs failed and refused requests, which tests cause on purpose.
    if (!message.text().startsWith('Failed to load resource')) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => problems.push(dialog.message()));
  page.on('request', (request) => {
    if (!request.url().startsWith(campaign.address) && request.url() !== 'about:blank') strangers.push(request.url());
  });
}

/** The heading of each tab. */
const headings = { progress: 'tasks', judges: 'judges', answers: 'answers', results: 'ranking', comments: 'comments', texts: 'texts', downloads: 'downloads' }; // prettier-ignore
type Tab = keyof typeof headings;

async function open(tab: Tab = 'progress'): Promise<void> {
  await page.goto(campaign.address + campaign.links.get('organiser')!);
  await page.locator('.tabs').waitFor();
  if (tab !== 'progress') await go(tab);
}

/** Turns to another tab. */
async function go(tab: Tab): Promise<void> {
  await page.evaluate((id) => (location.hash = id), tab);
  await page.locator(`#${headings[tab]}`).waitFor();
}

/** Shows the current state of the server at once. */
async function update(): Promise<void> {
  // The server keeps what it computed for three seconds, but not after a change.
  await (await campaign.visitor('organiser')).send('/api/organiser/open', { task: 'rank' });
  const before = await page.locator('.state time').getAttribute('datetime');
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => page.locator('.state time').getAttribute('datetime')).not.toBe(before);
}

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Presses the Tab key until an element of this name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let i = 0; i < 80; i++) {
    await press('Tab');
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return '';
      const label = (activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '';
      return `${activeElement.getAttribute('aria-label') ?? ''}${activeElement.textContent} ${label}`.trim();
    });
    if (name.test(focused)) return;
  }
  throw new Error(`the Tab key does not reach ${String(name)}`);
}

/** By keyboard alone. */
async function push(name: RegExp): Promise<void> {
  await tabTo(name);
  await press('Enter');
}

/** Modal, so it receives keys, which takes a moment after it is drawn. */
const dialog = () => page.locator('dialog:modal');
const dialogTitle = () => dialog().locator('h2').innerText();
const isDone = () => expect.poll(() => page.locator('dialog').count()).toBe(0);
const said = () => page.locator('.said').innerText();
const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '');
const rowOf = (judge: string) => page.locator('.judges tbody tr').filter({ hasText: judge });

interface ShownReport {
  readonly tables: { caption: string; titles: string[]; rows: string[][]; lines: number[] }[];
  readonly findings: string[][];
  readonly notes: string[][];
}

/** The contents of a section, read from the page. */
function shownIn(section: string): Promise<ShownReport> {
  return page.locator(`section[aria-labelledby=${section}] .report`).evaluate((report) => {
    const text = (element: Element): string => element.textContent ?? '';
    const list = (name: string): string[][] =>
      [...report.querySelectorAll(`dl.${name} > div`)].map((note) => [...note.children].map(text));
    return {
      tables: [...report.querySelectorAll('table')].map((table) => {
        const rows = [...table.querySelectorAll('tbody tr')];
        return {
          caption: text(table.querySelector('caption')!),
          titles: [...table.querySelectorAll('thead th[scope=col]')].map(text),
          rows: rows.map((row) => [...row.querySelectorAll('th[scope=row], td')].map(text)),
          lines: rows.flatMap((row, r) => (row.classList.contains('line') ? [r + 1] : [])),
        };
      }),
      findings: list('findings'),
      notes: list('notes'),
    };
  });
}

/** The same for a report made in the test. */
const asShown = ({ tables, findings = [], notes }: Report): ShownReport => ({
  tables: tables.map(({ caption = '', columns, rows, lines = [] }) => ({
    caption,
    titles: columns.map(({ title }) => title),
    rows: rows.map((row) => row.map(cellText)),
    lines: [...lines],
  })),
  findings: findings.map(({ name, text }) => [name, text]),
  notes: notes.map(({ name, text }) => [name, text]),
});

/** The reports of the commands for the current journal, with the page's number of resamples. */
async function reports() {
  const { judgments, input } = campaignJudgments(await campaign.record());
  const settings = { samples: 200, seed: 12345 };
  const curves = { judges: true, curves: true, mostFirst: 20, mostWorst: 20 };
  return {
    ranking: asShown(rankTables(reportRanking(judgments, input, { ...rankDefaults, ...settings }), false)),
    agreement: asShown(agreeTables(reportAgreement(judgments, input, { ...agreeDefaults, ...settings, ...curves }))),
    acceptability: asShown(acceptTables(reportAcceptability(judgments, input, acceptDefaults))),
  };
}

/** All judges rank a lot, the last one at random. */
async function rankAll(count = 16): Promise<void> {
  for (const judge of judges)
    await campaign.answer(judge, 'rank', count, judge === 'judge04' ? { noise: 9, seconds: 1 } : careful);
}

describe('what is shown', () => {
  it('progress, updated automatically while judges answer', async () => {
    await page.clock.install(); // it cannot be taken away: the next test needs another window
    await open();
    await expect.poll(() => page.locator('h1').innerText()).toBe('News of March & <i>April</i>');
    await expect
      .poll(() => page.locator('.live-tasks .count').allInnerTexts())
      .toEqual(['0 / 80 (0 %)', '0 / 80 (0 %)', '0 / 0 (–)']);
    await go('results');
    await expect.poll(() => page.locator('#ranking ~ .hint').last().innerText()).toBe('No judgments to rank by yet.');
    await go('judges');
    expect(await campaign.answer('judge01', 'rank', 7)).toEqual(Array(7).fill(200));
    await campaign.answer('judge02', 'edit', 4, { ...careful, comment: '<script>alert(1)</script> \u202eodd' });
    const { judges: known, campaign: planned } = await campaign.record();
    const practised = known
      .get('judge01')!
      .assignments.filter(({ kind, part }) => kind === 'rank' && part === 'practice').length;
    expect(practised).toBeGreaterThan(0);
    expect(planned.settings.perJudge).toBe(20);
    const doneLater = async () => {
      await page.clock.runFor(1000);
      return rowOf('judge01').locator('td').nth(1).innerText();
    };
    await expect.poll(doneLater).toBe(`${7 - practised} / 20`);
    expect(
      await rowOf('judge01')
        .locator('progress')
        .evaluate((bar: HTMLProgressElement) => [bar.value, bar.max]),
    ).toEqual([7 - practised, 40]);
    await expect.poll(() => rowOf('judge01').locator('td').nth(3).innerText()).toBe(String(7 - practised));
    await expect.poll(() => rowOf('judge01').innerText()).toMatch(/just now/);
    await expect.poll(() => rowOf('judge03').innerText()).toMatch(/never[\s\S]*Has not agreed to take part yet/);
    await go('progress');
    await expect
      .poll(() => page.locator('section[aria-labelledby=tasks] .chart .hint').innerText())
      .toMatch(/^11 answers/);
    await go('comments');
    await expect
      .poll(() => page.locator('.comments bdi.foreign').allInnerTexts())
      .toEqual(Array(4).fill('<script>alert(1)</script> \u202eodd'));
    // Routine updates are not announced.
    await expect.poll(() => said()).toBe('');
    await context.close();
    await openWindow();
  });

  it('the figures of assay rank, agree and accept, cell by cell', async () => {
    await rankAll();
    for (const judge of judges) await campaign.answer(judge, 'edit', 10);
    await (await campaign.visitor('organiser')).send('/api/organiser/close', { task: 'edit' });
    for (const judge of judges) await campaign.answer(judge, 'accept', 10);
    await open('results');
    const expected = await reports();
    for (const section of ['ranking', 'agreement', 'acceptability'] as const)
      expect(await shownIn(section)).toEqual(expected[section]);
    expect(expected.ranking.tables[0]!.rows).toHaveLength(systems.length);
    expect(expected.ranking.tables[0]!.rows.map(([system]) => system)).toContain('<b>__proto__</b>');
    expect(expected.ranking.tables[0]!.lines.length).toBeGreaterThan(0);
    expect(expected.agreement.tables.length).toBeGreaterThanOrEqual(6);
    expect((await shownIn('positions')).tables[0]!.rows).toHaveLength(5);
    const [, , , , kappa, interval] = expected.agreement.tables[0]!.rows[0]!;
    await expect.poll(() => page.locator('.overview > div').nth(2).innerText()).toContain(`\n${kappa}\n${interval}`);
    await go('judges');
    await expect
      .poll(() => rowOf('judge04').locator('.remarks').innerText())
      .toMatch(/median [\d.]+ s, other judges [\d.]+ s/);
  });

  it('what was left out, with a singular for one', async () => {
    // Two of each are practice.
    await campaign.answer('judge01', 'rank', 3);
    await campaign.answer('judge02', 'rank', 4);
    const organiser = await campaign.visitor('organiser');
    for (const judge of ['judge01', 'judge02']) {
      await organiser.send('/api/organiser/exclude', { judge, reason: 'odd' });
    }
    await open();
    const left = page.locator('details', { hasText: 'Excluded from all figures' });
    await left.locator('summary').click();
    await expect
      .poll(() => left.locator('li').allInnerTexts())
      .toEqual([
        '4 answers given for practice',
        '1 answer of judge01, who is excluded (odd)',
        '2 answers of judge02, who is excluded (odd)',
      ]);
  });

  it('curves through every point that is defined', async () => {
    await rankAll();
    await open('results');
    const { judgments, input } = campaignJudgments(await campaign.record());
    const settings = { ...agreeDefaults, judges: true, curves: true, mostFirst: 20, mostWorst: 20 };
    const { first } = reportAgreement(judgments, input, settings).kinds[0]!.curves!;
    const chart = page.locator('section[aria-labelledby=agreement] .chart').first();
    const known = (kappas: readonly number[]) => kappas.filter((kappa) => !Number.isNaN(kappa)).length;
    const dots = (name: string) => chart.locator('circle title', { hasText: name }).count();
    await expect.poll(() => dots('different judges')).toBe(known(first.map(({ inter }) => inter.kappa)));
    await expect.poll(() => dots('same judge')).toBe(known(first.map(({ intra }) => intra.kappa)));
    await expect
      .poll(() => chart.locator('.hint').innerText())
      .toContain(`different judges, κ from ${first[0]!.inter.kappa.toFixed(3)} to `);
    await expect
      .poll(() => chart.locator('svg').getAttribute('aria-describedby'))
      .toBe(await chart.locator('.hint').getAttribute('id'));
  });
});

describe('by keyboard alone', () => {
  it('a pause stops answers until judging is resumed', async () => {
    await open();
    await push(/^Pause judging…/);
    await expect.poll(() => dialogTitle()).toBe('Pause judging?');
    await press('Escape');
    await isDone();
    await expect.poll(focusedText).toBe('Pause judging…');
    expect(await campaign.events('frozen')).toEqual([]);
    await press('Enter');
    await push(/^Pause$/);
    await isDone();
    await expect.poll(() => said()).toBe('Judging is paused.');
    await expect.poll(() => page.locator('.title .tag').last().innerText()).toBe('Paused');
    expect(await campaign.answer('judge01', 'rank', 1)).toEqual([409]);
    await expect.poll(focusedText).toBe('Resume judging…');
    await press('Enter');
    await push(/^Resume$/);
    await isDone();
    expect(await campaign.answer('judge01', 'rank', 1)).toEqual([200]);
  });

  it('excluding changes the ranking, and can be undone', async () => {
    await rankAll();
    await open('results');
    const before = await shownIn('ranking');
    await go('judges');
    await push(/^judge04: details/);
    await expect.poll(() => dialogTitle()).toBe('judge04');
    await push(/^Exclude…/);
    await expect.poll(() => dialogTitle()).toBe('Exclude judge04?');
    await push(/^Exclude$/);
    expect(await campaign.events('excluded')).toEqual([]); // nothing happens without a reason
    // The browser focuses the missing field; blanks do not count as a reason.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('reason');
    await page.keyboard.type('  ');
    await push(/^Exclude$/);
    expect(await campaign.events('excluded')).toEqual([]);
    await press('Escape'); // one step back
    await expect.poll(dialogTitle).toBe('judge04');
    await push(/^Exclude…/);
    await tabTo(/Reason/);
    await page.keyboard.type('answers in no time');
    await push(/^Exclude$/);
    await isDone();
    await expect.poll(() => said()).toBe('judge04 is excluded.');
    expect(await campaign.events('excluded')).toEqual([
      { kind: 'excluded', judge: 'judge04', reason: 'answers in no time' },
    ]);
    await expect.poll(() => rowOf('judge04').locator('.remarks').innerText()).toContain('Excluded: answers in no time');
    await expect.poll(focusedText).toBe('judge04: details');
    await go('results');
    const without = await shownIn('ranking');
    expect(without).toEqual((await reports()).ranking);
    expect(without.tables[0]!.caption).not.toBe(before.tables[0]!.caption);
    expect(without.tables[0]!.rows).not.toEqual(before.tables[0]!.rows);

    await go('judges');
    await push(/^judge04: details/);
    await push(/^Include again…/);
    await tabTo(/Reason/);
    await page.keyboard.type('a fast reader');
    await push(/^Include again$/);
    await isDone();
    expect(await campaign.events('included')).toEqual([
      { kind: 'included', judge: 'judge04', reason: 'a fast reader' },
    ]);
    await go('results');
    expect((await shownIn('ranking')).tables).toEqual(before.tables);
  });

  it('added judges get links that work and are shown once', async () => {
    await open('judges');
    await push(/^Add judges…/);
    await tabTo(/Number of judges/);
    await press('Control+A', '2', 'Enter');
    await isDone();
    await expect.poll(focusedText).toBe('New links');
    const shown = await page
      .locator('.new-links input')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    await expect.poll(() => page.locator('.new-links label').allInnerTexts()).toEqual(['judge05', 'judge06']);
    await expect.poll(() => rowOf('judge06').count()).toBe(1);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await push(/^Copy the link for judge06/);
    await expect.poll(said).toBe('Link for judge06 copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown[1]);
    await push(/^Copy all/);
    await expect.poll(said).toBe('All links copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `judge05\t${shown[0]}\njudge06\t${shown[1]}`,
    );

    const judging = await browser.newContext();
    const other = await judging.newPage();
    await other.goto(shown[1]!);
    expect(other.url()).toBe(`${campaign.address}/judge`);
    await other.getByRole('button', { name: 'I agree' }).click();
    await other.locator('.tasks').waitFor();
    await judging.close();

    await push(/^I have saved them/);
    await expect.poll(() => page.locator('.new-links').count()).toBe(0);
    await page.reload();
    await page.locator('.tabs').waitFor();
    expect(await page.content()).not.toContain(shown[0]!.slice(-22));
  });

  it('closing editing starts accepting', async () => {
    for (const judge of judges) await campaign.answer(judge, 'edit', 8);
    await open();
    await push(/^Close editing…/);
    await expect.poll(() => dialog().innerText()).toContain('plans and starts accepting');
    await push(/^Close$/);
    await isDone();
    const planned = (await campaign.record()).judges
      .get('judge01')!
      .assignments.filter(({ kind }) => kind === 'accept');
    expect(planned.length).toBeGreaterThan(0);
    await expect.poll(() => said()).toMatch(/^Editing is closed\. Accepting has started with \d+ assignments\.$/);
    await expect
      .poll(() => page.locator('.live-tasks').innerText())
      .toContain('Editing stays closed: accepting has started.');
    // The pressed button is gone; keyboard users start from the top.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await campaign.answer('judge01', 'accept', 3)).toEqual([200, 200, 200]);
    await push(/^Close ranking…/);
    await push(/^Close$/);
    await isDone();
    expect(await campaign.answer('judge01', 'rank', 1)).toEqual([409]);
    await push(/^Open ranking…/);
    await push(/^Open$/);
    await isDone();
    expect(await campaign.answer('judge01', 'rank', 1)).toEqual([200]);
  });

  it('a judge who arrives after editing was closed is not offered it', async () => {
    for (const judge of judges) await campaign.answer(judge, 'edit', 8);
    const organiser = await campaign.visitor('organiser');
    await organiser.send('/api/organiser/close', { task: 'edit' });
    const added = await organiser.send('/api/organiser/add-judges', { count: 1 });
    const { links } = added.json<{ links: { path: string }[] }>();
    await page.goto(campaign.address + links[0]!.path);
    await page.getByRole('button', { name: 'I agree' }).click();
    await expect.poll(() => page.locator('.task h2').allInnerTexts()).toContain('Ranking');
    expect(await page.locator('.task h2').allInnerTexts()).not.toContain('Editing');
  });

  it('extends a task for one judge', async () => {
    await open();
    const known = (await campaign.events('assigned')).length;
    await push(/^Extend…/);
    await tabTo(/More assignments/);
    await press('Control+A', '3');
    await tabTo(/^Editing/);
    await press('Space');
    await tabTo(/All included judges/);
    await press('ArrowDown');
    await push(/^Extend$/);
    await expect
      .poll(() => page.locator('dialog [role=alert]').innerText())
      .toBe('Choose at least one judge, or all judges.');
    await tabTo(/^judge02/);
    await press('Space');
    await push(/^Extend$/);
    await isDone();
    const assigned = (await campaign.events('assigned')).slice(known) as Extract<CampaignEvent, { kind: 'assigned' }>[];
    const parts = assigned.flatMap(({ assignments }) => assignments.map(({ judge, kind }) => `${judge} ${kind}`));
    expect([...new Set(parts)]).toEqual(['judge02 rank']);
    await expect.poll(() => said()).toBe(`${parts.length} assignments added.`);
    await go('judges');
    await expect.poll(() => rowOf('judge02').locator('td').nth(1).innerText()).toBe(`0 / ${20 + parts.length}`);
  });

  it('creates and revokes links of judges and organisers', async () => {
    await open('judges');
    await push(/^judge01: details/);
    await page.locator('dialog code').waitFor();
    await push(/^Create a new link/);
    await isDone();
    await expect.poll(focusedText).toBe('A new link');
    const path = new URL(await page.locator('.new-links input').inputValue()).pathname;
    const [old, fresh] = [await campaign.visitor('judge01'), await campaign.visitor('judge01', path)];
    const home = async (who: typeof old) => (await who.read('/api/judge/home')).statusCode;
    expect([await home(old), await home(fresh)]).toEqual([200, 200]);
    await push(/^judge01: details/);
    await page.locator('dialog code').first().waitFor();
    await push(/^Revoke…/); // they are listed in the order they were created
    await expect.poll(() => dialogTitle()).toBe('Revoke a link of judge01?');
    await push(/^Revoke$/);
    await isDone();
    expect([await home(old), await home(fresh)]).toEqual([401, 200]);

    await page.locator('h1').focus();
    await push(/^Organisers’ links…/);
    await page.locator('dialog code').waitFor();
    await expect.poll(() => dialog().innerText()).toContain('You signed in with this link.');
    await expect.poll(() => dialog().getByRole('button', { name: 'Revoke' }).count()).toBe(0);
    await push(/^Create a new link/);
    await isDone();
    await expect.poll(() => page.locator('.new-links label').allInnerTexts()).toEqual(['judge01', 'organiser']);
  });
});

describe('answers', () => {
  const rows = () => page.locator('.answers tbody tr').count();
  it('are filtered by judge and system, sorted by disagreement, and opened as the judge saw them', async () => {
    await rankAll();
    await open('answers');
    await expect.poll(rows).toBe(50);
    await page.getByLabel('Judge', { exact: true }).selectOption('judge04');
    await expect.poll(rows).toBe(16);
    await page.getByLabel('Order').selectOption('disagreement');
    await expect
      .poll(() => page.locator('.answers tbody tr').first().innerText())
      .toMatch(/judge04[\s\S]*\t[1-9]\d* %/);
    const apart = await page.locator('.answers td:nth-of-type(6)').allInnerTexts();
    expect(apart.map((text) => parseInt(text, 10))).toEqual(apart.map((text) => parseInt(text, 10)).sort((a, b) => b - a)); // prettier-ignore
    await page.getByLabel('System').selectOption('online-a');
    await expect.poll(rows).toBeLessThan(16);
    await page.locator('.answers button').first().click();
    await page.locator('.seen .translation').first().waitFor();
    expect(await page.locator('.seen .translation input:checked').count()).toBe(
      await page.locator('.seen .translation').count(),
    );
    await expect.poll(() => dialog().locator('.findings').innerText()).toContain('online-a');
    expect(await dialog().locator('h3').innerText()).toBe('Other answers about this segment');
  });

  it('of a judge are erased, after the name was typed', async () => {
    await campaign.answer('judge01', 'rank', 5);
    await open('judges');
    await push(/^judge01: details/);
    await push(/^Erase…/);
    await push(/^Erase everything/);
    await expect.poll(() => dialog().locator('[role=alert]').innerText()).toBe('Type judge01 to confirm.');
    await tabTo(/Type judge01/);
    await page.keyboard.type('judge01');
    await press('Enter');
    await isDone();
    expect(await campaign.events('answered')).toEqual([]);
    expect((await campaign.record()).judges.get('judge01')!.erased).toBe(true);
  });

  it('go on when the instructions change, and the old ones are kept', async () => {
    const judge = await campaign.visitor('judge01');
    await campaign.answer('judge01', 'rank', 1);
    const before = (await judge.read('/api/judge/home')).json<JudgeHome>().tasks[0]!;
    await open('texts');
    await page.getByLabel('Title').fill('News of May');
    await page.getByLabel('Instructions: Ranking').fill('Best first.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('News of May');
    expect(await campaign.events('changed')).toEqual([{ kind: 'changed', title: 'News of May', instructions: { rank: 'Best first.' } }]); // prettier-ignore
    await expect.poll(() => page.locator('summary').first().innerText()).toBe('Earlier versions: 1');
    const after = (await judge.read('/api/judge/home')).json<JudgeHome>().tasks[0]!;
    expect(after.instructions).toBe('Best first.');
    // An answer that was begun with the old instructions is stored, and says so.
    const { id } = before.assignments.find(({ answered }) => !answered)!;
    const ranks = (await judge.read(`/api/judge/assignments/${id}`)).json<ShownAssignment>().texts.map(() => 1);
    const sent = { key: 'with-old-ones', assignment: id, answer: { kind: 'rank', ranks }, seconds: 3, instructions: before.instructionsVersion }; // prettier-ignore
    const reply = await judge.send('/api/judge/answers', sent);
    expect(reply.json()).toMatchObject({ key: 'with-old-ones', changed: true });
    expect((await judge.send('/api/judge/answers', { ...sent, key: 'with-no-ones', instructions: 'other' })).statusCode).toBe(409); // prettier-ignore
  });
});

describe('downloads', () => {
  const names = ['Assay, TSV', 'WMT, CSV', 'JSON lines', 'mt-metrics-eval', 'Journal'];
  const files = [
    'judgments-assay.zip',
    'judgments-wmt-csv.zip',
    'judgments-jsonl.zip',
    'judgments-mtme.zip',
    'journal.jsonl',
  ];

  it('are the files that the server makes', async () => {
    await campaign.stop();
    campaign = new OrganiserCampaign();
    await campaign.start(['rank'], 4, ['a', 'b', 'c']);
    await rankAll(5);
    await open('downloads');
    for (const [i, name] of names.entries()) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
      expect(download.suggestedFilename()).toBe(files[i]);
      const contents = readFileSync(await download.path());
      if (name === 'Journal') {
        const entries = await campaign.journal.read(0);
        expect(contents.toString()).toBe(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      } else expect(contents.subarray(0, 2).toString()).toBe('PK');
    }
  });

  it('that fail are not saved, and the page says why', async () => {
    await rankAll(5);
    await open('downloads');
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await page.getByRole('link', { name: 'mt-metrics-eval' }).click();
    const told = page.locator('section[aria-labelledby=downloads] [role=alert]');
    await expect.poll(() => told.innerText()).toContain('"<b>__proto__</b>" cannot be part of a file name.');
    expect(saved).toEqual([]);
  });
});

describe('errors', () => {
  it('are shown in the dialog, which stays open', async () => {
    await open();
    const organiser = await campaign.visitor('organiser');
    for (const task of ['rank', 'edit']) await organiser.send('/api/organiser/close', { task });
    await page.getByRole('button', { name: 'Add judges…' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect
      .poll(() => page.locator('dialog [role=alert]').innerText())
      .toBe('No open task is available for new judges. Open a task first.');
    await page.route('**/api/organiser/add-judges', (route) => route.abort());
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect
      .poll(() => page.locator('dialog [role=alert]').innerText())
      .toBe('No connection to the server. The change may have been made. Check before you try again.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await isDone();
  });

  it('a revoked link ends the session', async () => {
    const organiser = await campaign.visitor('organiser');
    const { path, hash } = (await organiser.send('/api/organiser/make-link', { role: 'organiser' })).json<{
      path: string;
      hash: string;
    }>();
    await page.goto(campaign.address + path);
    await page.locator('.tabs').waitFor();
    await organiser.send('/api/organiser/revoke-link', { hash });
    await page.getByRole('button', { name: 'Update now' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Open your personal link again');
    await expect.poll(() => page.locator('main table').count()).toBe(0);
  });

  it('a lost connection slows polling, which stops when the page is hidden or paused', async () => {
    await page.clock.install(); // it cannot be taken away: the next test needs another window
    let asked = 0;
    let answers = true;
    await page.route('**/api/organiser/live', (route) => {
      asked++;
      return answers ? route.continue() : route.abort();
    });
    let ended = 0;
    const count = (request: Request): void => void (ended += Number(request.url().endsWith('/api/organiser/live')));
    page.on('requestfinished', count);
    page.on('requestfailed', count);
    /** The page has all replies. */
    const replied = async (): Promise<void> => {
      const passBy = () => page.evaluate(() => fetch('/healthz').then(() => {}));
      await passBy();
      await expect.poll(() => ended).toBe(asked);
      await passBy();
    };
    await open();
    /** Number of requests in this many seconds; waits for each reply. */
    const asksIn = async (seconds: number): Promise<number> => {
      const before = asked;
      for (let i = 0; i < seconds; i += 3) {
        await page.clock.runFor(3000);
        await replied();
      }
      return asked - before;
    };
    expect(await asksIn(15)).toBeGreaterThanOrEqual(2);
    await page.getByRole('button', { name: 'Pause updates' }).click();
    expect(await asksIn(60)).toBe(0);
    await expect.poll(() => page.locator('.state').innerText()).toMatch(/^Paused/);
    await page.getByRole('button', { name: 'Pause updates' }).click();
    await expect.poll(() => page.locator('.state').innerText()).toMatch(/^Updated/);

    const see = (state: string): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await see('hidden');
    expect(await asksIn(60)).toBe(0);
    const before = asked;
    await see('visible');
    await expect.poll(() => asked).toBe(before + 1);
    await replied();

    answers = false;
    expect(await asksIn(6)).toBeGreaterThanOrEqual(1);
    await expect.poll(() => page.locator('.state').innerText()).toMatch(/^No connection\. Last update:/);
    await asksIn(60);
    expect(await asksIn(120)).toBeLessThanOrEqual(3);
    answers = true;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(said).toBe('Connection restored.');
    await context.close();
    await openWindow();
  });
});

describe('accessibility', () => {
  /** Only colours differ in the dark, so only these are checked there. */
  async function check(part = 'html', looks: readonly ('light' | 'dark')[] = ['light', 'dark']): Promise<void> {
    for (const colorScheme of looks) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await axeOn(page, colorScheme === 'light' ? 'all' : 'looks').include(part).analyze();
      expect(violations.map(({ id, nodes }) => [id, colorScheme, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([]);
    } // prettier-ignore
  }

  it('axe finds no problems in the light and the dark page, its dialogs and on a phone', async () => {
    await rankAll();
    for (const judge of judges) await campaign.answer(judge, 'edit', 6, { ...careful, comment: 'odd' });
    const organiser = await campaign.visitor('organiser');
    await organiser.send('/api/organiser/close', { task: 'edit' });
    for (const judge of judges) await campaign.answer(judge, 'accept', 6);
    await organiser.send('/api/organiser/exclude', { judge: 'judge04', reason: 'odd' });
    await open();
    for (const tab of Object.keys(headings) as Tab[]) {
      await go(tab);
      if (tab === 'answers') await page.locator('.answers').waitFor();
      if (tab === 'texts') await page.locator('#title').waitFor();
      for (const summary of await page.locator('summary').all()) await summary.click();
      await check();
    }
    await go('answers');
    await page.locator('.answers button').first().click();
    await page.locator('.seen').waitFor();
    await check('dialog');
    await press('Escape');
    await isDone();
    for (const name of [
      /^Pause judging…/,
      /^Extend…/,
      /^Add judges…/,
      /^Organisers’ links…/,
      /^judge04/,
      /^Close ranking…/,
    ]) {
      await go(name.source.includes('judge04') ? 'judges' : 'progress');
      await page.getByRole('button', { name }).click();
      await dialog().waitFor();
      if (name.source.includes('links') || name.source.includes('judge04')) await page.locator('dialog code').waitFor();
      await check('dialog');
      await press('Escape');
      await isDone();
    }
    await page.getByRole('button', { name: /^Add judges…/ }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.new-links').waitFor();
    await isDone();
    await page.setViewportSize({ width: 320, height: 640 });
    await check('html', ['dark']);
  });

  it.each([[320, 'a phone'], [640, 'twice the size']])('nothing is cut off at %i px: %s', async (width) => {
    await rankAll(8);
    await page.setViewportSize({ width, height: 600 });
    await open();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(() => overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Extend…' }).click();
    expect(await dialog().evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await press('Escape');
    await isDone();
    await update();
    await expect.poll(() => overflow()).toBeLessThanOrEqual(0);
  }); // prettier-ignore

  it('one long word in the title does not widen the page', async () => {
    await campaign.stop();
    campaign = new OrganiserCampaign();
    await campaign.start(['rank'], 2, systems, 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel');
    await page.setViewportSize({ width: 360, height: 600 });
    await open();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
