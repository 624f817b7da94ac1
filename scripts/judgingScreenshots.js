/**
 * Takes screenshots of the judging app for the README and the guide and writes them to docs/images or to another
 * folder. The built command serves a campaign from examples/, simulated judges answer it, one of them carelessly, and Chromium opens the pages.
 * `npm run pictures` runs it; by itself it needs a build first: node scripts/judgingScreenshots.js [folder]
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.js';
import { saveScreenshot } from './saveScreenshot.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = process.argv[2] ?? join(root, 'docs/images');
const command = join(root, 'dist/command/assay.cjs');
const example = (name) => join(root, 'examples', name);
const folder = mkdtempSync(join(tmpdir(), 'assay-screenshots-'));
const place = join(folder, 'campaign');

/** From best to worst in the judges' opinion. */
const systems = ['good', 'verbose', 'terse', 'shuffled'];
const places = new Map(
  systems.flatMap((name, i) =>
    readFileSync(example(`${name}.txt`), 'utf8')
      .trimEnd()
      .split('\n')
      .map((text) => [text, i]),
  ),
);
const random = makeRandom(7);

mkdirSync(images, { recursive: true });
execFileSync(
  process.execPath,
  [
    command, 'judge', 'init', place, '-r', example('reference.A.en.txt'), '-s', example('source.de.txt'), '-l', example('labels.tsv'),
    ...systems.map((name) => example(`${name}.txt`)), '--languages', 'de-en', '--title', 'German into English, spring',
    '--tasks', 'rank', 'edit', 'accept', '--judges', '6', '--per-judge', '20',
  ],
  { stdio: ['ignore', 'ignore', 'inherit'] },
); // prettier-ignore
const server = spawn(process.execPath, [command, 'judge', 'serve', place, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const links = await readLinks();
  const judges = await Promise.all(
    [...links].filter(([who]) => who !== 'organiser').map(async ([who, link]) => ({ who, ...(await visit(link)) })),
  );
  for (const { read, change } of judges) {
    const { consent } = await read('/api/judge/home');
    await change('/api/judge/consent', { version: consent.version });
  }
  // The first judge stops early, because the screenshots show that judge's next page.
  for (const judge of judges) await answer(judge, 'rank', judge === judges[0] ? 9 : Infinity);
  for (const judge of judges) await answer(judge, 'edit', judge === judges[0] ? 5 : Infinity);

  await takeJudge(
    links.get('judge01'),
    'rank',
    'judging-rank',
    async (page) => {
      await page.keyboard.press('1');
      await page.keyboard.press('3');
    },
    { width: 1280, height: 640 },
  );
  await takeJudge(links.get('judge01'), 'rank', 'judging-rank-phone', async () => undefined, {
    width: 390,
    height: 844,
  });
  await takeJudge(links.get('judge01'), 'edit', 'judging-edit', async () => undefined);
  const organiser = await visit(links.get('organiser'));
  await answer(judges[0], 'edit', Infinity);
  await organiser.change('/api/organiser/close', { task: 'edit' });
  for (const judge of judges) await answer(judge, 'accept', judge === judges[0] ? 3 : 14);
  await takeJudge(links.get('judge01'), 'accept', 'judging-accept', async () => undefined);

  const page = await openPage(links.get('organiser'), { width: 1100, height: 820 });
  await page.locator('.overview').waitFor();
  await shoot(page, 'judging-organiser');
  await page.setViewportSize({ width: 1400, height: 900 });
  for (const [tab, part] of [['results', 'ranking'], ['judges', 'judges']]) {
    await page.goto(`${new URL(page.url()).origin}/organiser#${tab}`);
    await page.locator(`#${part}`).waitFor();
    await shoot(page, `judging-${part}`, page.locator('section', { has: page.locator(`#${part}`) }));
  } // prettier-ignore
  await takeMarking();
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'close');
  rmSync(folder, { recursive: true, force: true });
}

/** An error being marked with ESA, in the campaign of assay judge demo. */
async function takeMarking() {
  const demo = spawn(process.execPath, [command, 'judge', 'demo', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let link = '';
    for await (const line of createInterface({ input: demo.stdout })) {
      link = /^Judge: +(http\S+)$/.exec(line)?.[1] ?? '';
      if (link !== '') break;
    }
    demo.stdout.resume();
    const page = await openPage(link, { width: 1280, height: 640 });
    await page.getByRole('button', { name: 'I agree' }).click();
    for (const step of ['.next-step .button', 'main .button']) await page.locator(step).first().click();
    const words = page.locator('.judged .unit');
    await words.nth(2).click();
    await words.nth(4).click();
    await shoot(page, 'judging-mark');
    await page.context().close();
  } finally {
    demo.kill('SIGTERM');
    await once(demo, 'close');
  }
} // prettier-ignore

async function readLinks() {
  const links = new Map();
  for await (const line of createInterface({ input: server.stdout })) {
    const [, who, link] = /^(\S+) +(http\S+)$/.exec(line) ?? [];
    if (link !== undefined) links.set(who, link);
    if (line.startsWith('Stop with')) break;
  }
  server.stdout.resume();
  return links;
}

/** Opens a personal link and keeps the session cookie. */
async function visit(link) {
  const { origin } = new URL(link);
  const cookie = (await fetch(link, { redirect: 'manual' })).headers.getSetCookie()[0].split(';')[0];
  const send = async (path, given, headers) => {
    const reply = await fetch(origin + path, { ...given, headers: { cookie, ...headers } });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return reply.json();
  };
  return {
    read: (path) => send(path),
    change: (path, body) =>
      send(
        path,
        { method: 'POST', body: JSON.stringify(body) },
        { 'content-type': 'application/json', 'x-assay': '1' },
      ),
  };
}

/** Answers the first `most` unanswered assignments of a kind. */
async function answer({ who, read, change }, kind, most) {
  const { tasks } = await read('/api/judge/home');
  const { assignments, instructionsVersion: instructions } = tasks.find((task) => task.kind === kind);
  for (const { id } of assignments.filter(({ answered }) => !answered).slice(0, most)) {
    const shown = await read(`/api/judge/assignments/${id}`);
    const careless = who === 'judge05';
    const seconds = (careless ? 3 : 20) * (0.5 + random());
    const key = `${id}-${Math.floor(random() * 1e9)}`;
    await change('/api/judge/answers', { key, assignment: id, answer: decide(shown, careless), seconds, instructions });
  }
}

function decide({ kind, texts }, careless) {
  const isOdd = careless || random() < 0.15;
  const of = ({ text }) => places.get(text) ?? systems.length;
  if (kind === 'rank') {
    const worth = texts.map((text) => (isOdd ? Math.floor(random() * systems.length) : of(text)));
    return { kind, ranks: worth.map((one) => 1 + worth.filter((other) => other < one).length) };
  }
  if (kind === 'accept') return { kind, acceptable: isOdd !== of(texts[0]) < 2 };
  return { kind, outcome: of(texts[0]) < 3 ? 'unchanged' : 'unable' };
}

async function openPage(link, viewport) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

/** Takes a screenshot of the first open assignment of a kind, in a viewport of the given size. */
async function takeJudge(link, kind, name, act, viewport = { width: 1000, height: 820 }) {
  const page = await openPage(link, viewport);
  await page.locator('.tasks').waitFor();
  const names = { rank: 'Ranking', edit: 'Editing', accept: 'Accepting' };
  await page
    .getByRole('link', { name: new RegExp(`^Continue.*${names[kind]}`) })
    .first()
    .click();
  await page.locator('form').waitFor();
  await act(page);
  await shoot(page, name);
  await page.context().close();
}

/** Takes a screenshot of a page or of a part of it. */
async function shoot(page, name, part) {
  await saveScreenshot(join(images, `${name}.png`), part ?? page.locator('body'), await (part ?? page).screenshot());
}

/** Returns a generator of numbers from 0 up to but excluding 1 (Park and Miller 1988). */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}
