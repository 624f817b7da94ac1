/**
 * The crowd of the load test, in a separate process: every judge opens a link, agrees, loads assignments and answers them, like the pages
 * do, or comes by the common link; the organiser's page polls every five seconds and browses answers. At the end the journal must hold every confirmed answer exactly once. Reads its
 * settings from standard input and writes its measurements to standard output, as JSON.
 */
import { Agent, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';

const { links, minutes, pauses, seed } = JSON.parse(await text(process.stdin));
const [organiserLink, ...judgeLinks] = links;

/** Number of assignments loaded ahead, as in web/judge. */
const loadedAhead = 4;
/** Median pause of a judge between answers, in seconds. Real judges take longer. */
const medianPause = 6;
const spreadOfPauses = 0.7;
const lookEvery = 5000;

const times = { answer: [], read: [], enrol: [], live: [], browse: [], journal: [] };
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
  if (!given.given) await visit.change('/api/judge/consent', { version: given.version }, 'read');
  const workNow = async () =>
    (await visit.read('/api/judge/home')).tasks.flatMap(({ open, instructionsVersion, assignments }) =>
      open ? assignments.map(({ id }) => ({ id, instructions: instructionsVersion })) : [],
    );
  let work = await workNow();
  // Judges who have finished go back and correct answers.
  for (let round = 0; ; round++) {
    const loaded = new Map();
    for (let place = 0; place < work.length; place++) {
      const { id, instructions } = work[place];
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
      if (reply?.changed) work = await workNow();
      // When the judge returns from another window, the page reloads the judge's home.
      if (random() < 0.1) await visit.read('/api/judge/home');
    }
  }
}

async function lookOn() {
  const visit = await enter(organiserLink, 'organiser');
  while (performance.now() < end) {
    await visit.read('/api/organiser/live', 'live');
    for (const order of ['latest', 'disagreement', 'slowest']) {
      const { answers = [] } = (await visit.read(`/api/organiser/answers?order=${order}`, 'browse')) ?? {};
      if (answers[0]) await visit.read(`/api/organiser/answers/${answers[0].assignment}`, 'browse');
    }
    await sleep(Math.min(lookEvery, Math.max(0, end - performance.now())));
  }
  return visit;
}

/** Opens a link, loads the page and its assets, and keeps the cookie and one connection, like a browser. */
async function enter(link, role) {
  const { origin, hostname, port, pathname, search } = new URL(link);
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
  let welcome = await exchange('GET', pathname + search, undefined, 'read');
  if (search !== '') {
    for (const asset of ['style.css', 'enrol.js']) await exchange('GET', `/assets/${asset}`, undefined, 'read');
    const path = `/api/enrol/${pathname.split('/').at(-1)}${search}`;
    const { consent } = asJson(await exchange('GET', path, undefined, 'enrol'));
    welcome = await exchange('POST', path, { consent: consent.version }, 'enrol');
  }
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

function answerTo({ kind, texts, design, asksDocumentScore }, random) {
  if (random() < 0.02) return { kind: 'none' };
  if (kind === 'mark' || kind === 'assess') {
    const scoreOn = ({ min, max, step }) => min + step * Math.floor(random() * ((max - min) / step + 1));
    const said = texts.map((text) => ({
      ...(kind === 'mark' && { errors: errorsIn(text.text, design.marking, random) }),
      ...(design.scales.length > 0 && { scores: design.scales.map(scoreOn) }),
    }));
    return { kind, texts: said, ...(asksDocumentScore && { document: texts.map(() => scoreOn(design.scales[0])) }) };
  }
  if (kind === 'rank') return { kind, ranks: texts.map(() => 1 + Math.floor(texts.length * random())) };
  const outcome = ['edited', 'edited', 'edited', 'unchanged', 'unable'][Math.floor(5 * random())];
  return { kind, outcome, ...(outcome === 'edited' && { text: texts[0].text.split(' ').toReversed().join(' ') }) };
}

/** One to three errors: some protocols demand one with a low score. */
function errorsIn(text, { severities, categories }, random) {
  const isPlain = ({ side = 'output', needsNote, isWhole, severity }) =>
    side !== 'source' && !needsNote && !isWhole && severity === undefined;
  const pathsOf = (list, above) =>
    list.flatMap((each) =>
      each.children ? pathsOf(each.children, `${above}${each.name}/`) : isPlain(each) ? [above + each.name] : [],
    );
  const paths = pathsOf(categories, '');
  const anyOf = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: 1 + Math.floor(3 * random()) }, () => {
    const start = Math.floor(random() * text.length);
    const end = Math.min(text.length, start + 1 + Math.floor(12 * random()));
    return { side: 'output', start, end, severity: anyOf(severities).name, category: anyOf(paths) ?? '' };
  });
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
