/**
 * The crowd of the load test, in a separate process: every judge opens a link, agrees, loads assignments and answers them, like the pages
 * do; the organiser's page polls every five seconds. At the end the journal must hold every confirmed answer exactly once. Reads its
 * settings from standard input and writes its measurements to standard output, as JSON.
 */
import { Agent, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';

const { links, minutes, pauses, seed } = JSON.parse(await text(process.stdin));
const [organiserLink, ...judgeLinks] = links;

/** Number of assignments loaded ahead, as in web/judge. */
const loadedAhead = 10;
/** Median pause of a judge between answers, in seconds. Real judges take longer. */
const medianPause = 6;
const spreadOfPauses = 0.7;
const lookEvery = 5000;

const times = { answer: [], read: [], live: [], journal: [] };
const errors = new Map();
const acknowledged = new Set();
const begun = performance.now();
const end = begun + minutes * 60_000;

const organiser = lookOn();
await Promise.all(judgeLinks.map((link, j) => beJudge(link, makeRandom(seed * 100_003 + j))));
const seconds = (performance.now() - begun) / 1000;
const visitor = await organiser;
const stored = await keysInJournal(visitor);
const twice = stored.length - new Set(stored).size;
const there = new Set(stored);
process.stdout.write(
  JSON.stringify({
    judges: judgeLinks.length,
    seconds,
    times: Object.fromEntries(Object.entries(times).map(([kind, each]) => [kind, summary(each)])),
    errors: [...errors].map(([what, count]) => ({ what, count })),
    acknowledged: acknowledged.size,
    stored: stored.length,
    lost: [...acknowledged].filter((key) => !there.has(key)).length,
    twice,
  }),
);

async function beJudge(link, random) {
  if (pauses) await sleep(random() * Math.min(10_000, (end - begun) / 10));
  const visit = await enter(link, 'judge');
  const given = (await visit.read('/api/judge/home'))?.consent;
  if (!given) return;
  await visit.change('/api/judge/consent', { version: given.version }, 'read');
  const home = await visit.read('/api/judge/home');
  const work = home.tasks.flatMap(({ open, instructionsVersion, assignments }) =>
    open ? assignments.map(({ id }) => ({ id, instructions: instructionsVersion })) : [],
  );
  // Judges who have finished go back and correct answers.
  for (let round = 0; ; round++) {
    const loaded = new Map();
    for (const [place, { id, instructions }] of work.entries()) {
      for (const { id: next } of work.slice(place, place + 1 + loadedAhead)) {
        if (!loaded.has(next)) loaded.set(next, await visit.read(`/api/judge/assignments/${next}`));
      }
      const shown = loaded.get(id);
      const pause = medianPause * Math.exp(spreadOfPauses * normal(random));
      if (pauses) await sleep(Math.min(1000 * pause, Math.max(0, end - performance.now())));
      if (performance.now() >= end) return;
      const key = keyOf(random);
      const answer = { key, assignment: id, answer: answerTo(shown, random), seconds: pause, instructions };
      const reply = await visit.change('/api/judge/answers', answer, 'answer');
      if (reply?.key === key) acknowledged.add(key);
      // When the judge returns from another window, the page reloads the judge's home.
      if (random() < 0.1) await visit.read('/api/judge/home');
    }
  }
}

async function lookOn() {
  const visit = await enter(organiserLink, 'organiser');
  while (performance.now() < end) {
    await visit.read('/api/organiser/live', 'live');
    await sleep(Math.min(lookEvery, Math.max(0, end - performance.now())));
  }
  return visit;
}

/** Opens a link, loads the page and its assets, and keeps the cookie and one connection, like a browser. */
async function enter(link, role) {
  const { origin, hostname, port, pathname } = new URL(link);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let cookie;
  const exchange = async (method, path, body, kind) => {
    const from = performance.now();
    const payload = body && JSON.stringify(body);
    const headers = {
      ...(cookie && { cookie }),
      ...(payload && {
        origin,
        'x-assay': '1',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
    };
    try {
      const reply = await new Promise((resolve, reject) => {
        const sent = send({ hostname, port, path, method, headers, agent }, (response) => {
          text(response).then(
            (content) => resolve({ content, status: response.statusCode, headers: response.headers }),
            reject,
          );
        });
        sent.on('error', reject);
        sent.end(payload);
      });
      times[kind].push(performance.now() - from);
      if (reply.status >= 400)
        note(`${method} ${path.split('/').slice(0, 4).join('/')}: ${reply.status} ${reply.content.slice(0, 200)}`);
      return reply;
    } catch (error) {
      note(`${method} ${path.split('/').slice(0, 4).join('/')}: ${error.message}`);
      return undefined;
    }
  };
  const asJson = (reply) => (reply && reply.status < 400 ? JSON.parse(reply.content) : undefined);
  const welcome = await exchange('GET', pathname, undefined, 'read');
  cookie = welcome?.headers['set-cookie']?.[0].split(';')[0];
  for (const path of [`/${role}`, '/assets/style.css', `/assets/${role}.js`])
    await exchange('GET', path, undefined, 'read');
  return {
    read: async (path, kind = 'read') => asJson(await exchange('GET', path, undefined, kind)),
    change: async (path, body, kind) => asJson(await exchange('POST', path, body, kind)),
    lines: async (path) => (await exchange('GET', path, undefined, 'journal'))?.content.split('\n') ?? [],
  };
}

async function keysInJournal(visit) {
  const lines = await visit.lines('/api/organiser/journal');
  return lines.flatMap((line) => {
    const event = line === '' ? undefined : JSON.parse(line).event;
    return event?.kind === 'answered' ? [event.key] : [];
  });
}

function answerTo({ kind, texts }, random) {
  if (random() < 0.02) return { kind: 'none' };
  if (kind === 'rank') return { kind, ranks: texts.map(() => 1 + Math.floor(texts.length * random())) };
  const outcome = ['edited', 'edited', 'edited', 'unchanged', 'unable'][Math.floor(5 * random())];
  return { kind, outcome, ...(outcome === 'edited' && { text: texts[0].text.split(' ').toReversed().join(' ') }) };
}

function keyOf(random) {
  return Array.from({ length: 3 }, () =>
    Math.floor(random() * 2 ** 31)
      .toString(36)
      .padStart(6, '0'),
  ).join('');
}

function note(what) {
  errors.set(what, (errors.get(what) ?? 0) + 1);
}

function summary(each) {
  const sorted = Float64Array.from(each).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) };
}

/** Box and Muller 1958. */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Numbers from 0 up to but excluding 1 (Park and Miller 1988). */
function makeRandom(start) {
  let state = 1 + ((start * 2_654_435) % 2_147_483_646);
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}
