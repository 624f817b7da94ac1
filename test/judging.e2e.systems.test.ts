/**
 * Runs a whole campaign in a real browser with the built command: an organiser plans a campaign from examples/, and three judges rank, edit
 * and accept by keyboard. The organiser's page shows the results, and the commands report the same for the campaign and for its export.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LiveCampaign } from '../src/server/wire.ts';
import { Pcg64 } from '../src/stats/index.ts';
import { initExampleCampaign, systems } from './judging/exampleCampaign.ts';
import { KeyboardJudge } from './judging/keyboardJudge.ts';
import { type Served, assay, killServers, serveCampaign } from './judging/serveCampaign.ts';
import { launchChromium } from './launchChromium.ts';
import { axeOn } from './axe.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-e2e-'));
const place = join(folder, 'campaign');
let served: Served;
let browser: Browser;

beforeAll(async () => {
  const plan = initExampleCampaign([place], '--judges', '3', '--per-judge', '8', '--repeat-distance', '3');
  expect(plan).toContain(`Saved in ${place}`);
  served = await serveCampaign([place]);
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser of its own for somebody who comes by a link, what it says of errors, and all that it received. */
interface Reader {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly problems: string[];
  received(): Promise<readonly { readonly url: string; readonly text: string }[]>;
}

async function openFor(who: string): Promise<Reader> {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1000, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  const arriving: Promise<{ url: string; text: string }>[] = [];
  context.on('response', (response) => {
    const read = async () => {
      const headers = JSON.stringify(await response.allHeaders());
      // A redirect has no body.
      const body = await response.text().catch(() => '');
      return { url: response.url(), text: `${headers}\n${body}` };
    };
    arriving.push(read());
  });
  await page.goto(served.links.get(who)!);
  return { context, page, problems, received: () => Promise.all(arriving) };
}

async function checkAccess(page: Page, what: string): Promise<void> {
  const { violations } = await axeOn(page).analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]);
  expect(found, `axe on ${what}`).toEqual([]);
}

type Rows = readonly (readonly string[])[];

/** Tables of a page, without their headers. */
function tablesOf(page: Page, section: string): Promise<Rows[]> {
  return page.evaluate((id) => {
    const tables = [...(document.getElementById(id)?.closest('section')?.querySelectorAll('table') ?? [])];
    return tables.map(({ tBodies }) =>
      [...tBodies[0]!.rows].map(({ cells }) => [...cells].map(({ textContent }) => (textContent ?? '').trim())),
    );
  }, section);
}

/** Tables of a report in Markdown, without their headers and marks. */
function tablesIn(markdown: string): Rows[] {
  const blocks = markdown.split('\n\n').filter((block) => block.startsWith('|'));
  return blocks.map((block) =>
    block.split('\n').slice(2).filter((line) => line.startsWith('|')).map((line) =>
      line.split('|').slice(1, -1).map((cell) => cell.replaceAll('**', '').replaceAll('\\', '').trim()),
    ),
  ); // prettier-ignore
}

/** What commands print of judgments, as the live page computes it. */
const figures = (judgments: string) => ({
  ranking: tablesIn(assay('rank', judgments, '--samples', '200', '--format', 'markdown')),
  agreement: tablesIn(assay('agree', judgments, '--each-judge', '--samples', '200', '--format', 'markdown')),
  acceptability: tablesIn(assay('accept', judgments, '--format', 'markdown')),
});

it('from files to findings', { timeout: 300_000 }, async () => {
  const readers = await Promise.all(['judge01', 'judge02', 'judge03'].map(openFor));
  const judges = readers.map(({ page }, j) => new KeyboardJudge(page, new Pcg64(j)));
  /** One of them is looked at closely: every kind of page once. */
  const seen = new Set<string>();
  const lookAt = async (what: string): Promise<void> => {
    if (seen.has(what)) return;
    seen.add(what);
    await checkAccess(readers[0]!.page, what);
  };
  const looking = judges.map((_, j) => (j === 0 ? lookAt : async () => undefined));

  await judges[0]!.page.getByRole('button', { name: 'I agree' }).waitFor();
  await lookAt('consent');
  const work = async (judge: KeyboardJudge, task: string, look: (what: string) => Promise<void>): Promise<number> => {
    await look(`home before ${task}`);
    await judge.start(task, look);
    const count = await judge.answerAll(look);
    await expect.poll(() => judge.page.locator('.state').innerText()).toBe('All answers sent');
    return count;
  };
  await Promise.all(judges.map((judge) => judge.agree()));
  const ranked = await Promise.all(judges.map((judge, j) => work(judge, 'Ranking', looking[j]!)));
  const edited = await Promise.all(judges.map((judge, j) => work(judge, 'Editing', looking[j]!)));
  expect(Math.min(...ranked, ...edited)).toBeGreaterThanOrEqual(8);
  await expect.poll(() => judges[0]!.page.locator('.task h2').allInnerTexts()).toEqual(['Ranking', 'Editing']);

  const organiser = await openFor('organiser');
  const { page } = organiser;
  const overview = page.locator('.overview');
  await overview.getByText('κ between judges').waitFor();
  await page.getByRole('button', { name: 'Close editing…' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => page.locator('.said').innerText()).toMatch(/^Editing is closed\. Accepting has started with \d+ assignments\.$/);

  await Promise.all(judges.map((judge) => judge.page.reload()));
  await Promise.all(judges.map((judge) => judge.page.locator('.tasks').waitFor()));
  const accepted = await Promise.all(judges.map((judge, j) => work(judge, 'Accepting', looking[j]!)));
  expect(Math.min(...accepted)).toBeGreaterThan(0);
  expect([...seen]).toEqual(expect.arrayContaining(['consent', 'instructions', 'rank', 'edit', 'accept']));

  const progress = page.locator('.live-tasks .count');
  // The figures are some seconds old, and the page looks every few seconds.
  await expect.poll(() => progress.allInnerTexts(), { timeout: 20_000 }).toEqual([
    expect.stringMatching(/^24 \/ 24/),
    expect.stringMatching(/^24 \/ 24/),
    expect.stringMatching(/^(\d+) \/ \1/),
  ]);
  await checkAccess(page, 'the organiser’s page');

  // The page shows what commands print, of the campaign and of its export.
  const ofCampaign = figures(place);
  await page.goto(`${served.address}/organiser#results`);
  await page.locator('#acceptability').waitFor();
  for (const [section, tables] of Object.entries(ofCampaign)) {
    expect(tables.length, section).toBeGreaterThan(0);
    const shown = await tablesOf(page, section);
    for (const table of tables) expect(shown, section).toContainEqual(table);
  }
  expect(ofCampaign.ranking[0]!.map(([name]) => name)).toEqual(expect.arrayContaining([...systems]));
  const live = (await (await page.request.get(`${served.address}/api/organiser/live`)).json()) as LiveCampaign;
  const { kappa } = live.agreement!.data.kinds[0]!.all.labels.inter;
  expect(kappa.value).toBeGreaterThan(0.4);
  expect(await overview.innerText()).toContain(kappa.value.toFixed(3));

  const exported = join(folder, 'judgments.tsv');
  assay('judge', 'export', place, '--format', 'assay', '-o', exported);
  expect(figures(exported)).toEqual(ofCampaign);
  for (const command of ['rank', 'agree', 'accept']) {
    expect(assay(command, exported, '--format', 'html')).toMatch(/^<!doctype html>/i);
  }

  for (const [j, reader] of readers.entries()) {
    const traffic = await reader.received();
    expect(traffic.length).toBeGreaterThan(50);
    const others = ['judge01', 'judge02', 'judge03'].filter((_, other) => other !== j);
    for (const { url, text } of traffic) {
      const found = [...systems, ...others].filter((secret) => text.includes(secret) || url.includes(secret));
      expect(found, `in ${url}`).toEqual([]);
      if (!url.includes('/api/')) continue;
      // The words by which the server tells parts of the plan from each other.
      const told = /"(?:part|own|pool|repeats?|checks?|damaged|systems?|outputs|edited|editor|segment|seed|settings|excluded)":/;
      expect(told.exec(text)?.[0], `in ${url}`).toBeUndefined();
    }
    expect(reader.problems).toEqual([]);
  }
  expect(organiser.problems).toEqual([]);
  expect(await served.end('SIGTERM')).toBe(0);
  expect(served.errors()).toBe('');
}); // prettier-ignore
