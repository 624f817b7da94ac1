// test/web/fakeJudgeServer.ts
import { createServer } from "node:http";
import { makeWebPages } from "../../scripts/webPages.js";

// src/human/campaign/campaign.ts
var taskKinds = ["rank", "pairwise", "assess", "mark", "edit", "accept"];

// test/web/fakeJudgeServer.ts
var attacks = [
  '<script>document.title = "cracked"</script>',
  `<img src=x onerror="document.title='cracked'">`,
  '"><svg onload=alert(1)>',
  "\u202Eevil txet\u202C & &amp; &#60;b&#62;"
];
var english = (text) => ({ text, lang: "en", dir: "ltr" });
var german = (text) => ({ text, lang: "de", dir: "ltr" });
var hebrew = (text) => ({ text, lang: "he", dir: "rtl" });
var source = {
  before: [german("Am Montag trat der Stadtrat zusammen."), german("Die Sitzung dauerte bis in die Nacht.")],
  here: german("Der B\xFCrgermeister lehnte den Vorschlag ab, weil er zu teuer war."),
  after: [german("Nun muss neu verhandelt werden.")]
};
var reference = {
  before: [english("The city council met on Monday."), english("The session lasted into the night.")],
  here: english("The mayor turned the proposal down because it was too expensive."),
  after: [english("Now negotiations have to start afresh.")]
};
var outputs = [
  "The mayor rejected the proposal because it was too expensive.",
  "The mayor leaned the suggestion off, because he was too expensive.",
  "Mayor rejected proposal, as it too dear was.",
  "The mayor rejected the proposal, because it was too costly.",
  "The citizen master refused it."
].map(english);
var shown = {
  rank: { source, reference, texts: outputs },
  pairwise: { source, reference, texts: outputs.slice(0, 2) },
  assess: { source, reference, texts: outputs.slice(1, 2) },
  mark: {
    source,
    reference,
    texts: outputs.slice(1, 2),
    errors: {
      categories: ["accuracy", "fluency", "terminology", "style", "other"],
      severities: ["minor", "major", "critical"]
    }
  },
  edit: { texts: outputs.slice(2, 3) },
  accept: { reference, texts: outputs.slice(3, 4) }
};
var rightToLeft = {
  before: [],
  here: hebrew("\u05E8\u05D0\u05E9 \u05D4\u05E2\u05D9\u05E8 \u05D3\u05D7\u05D4 \u05D0\u05EA \u05D4\u05D4\u05E6\u05E2\u05D4 \u05E9\u05DC IBM Cloud, \u05DB\u05D9 \u05D4\u05D9\u05D0 \u05D4\u05D9\u05D9\u05EA\u05D4 \u05D9\u05E7\u05E8\u05D4 \u05DE\u05D3\u05D9 (120%)."),
  after: []
};
function assignmentsOf(kind) {
  const base = { kind, practice: false, ...shown[kind] };
  const one = (number, changes = {}) => ({
    ...base,
    id: `${kind}${number}`,
    ...changes
  });
  const places = base.texts.length;
  return [
    ...kind === "rank" ? [one(0, { practice: true })] : [],
    one(1),
    // Unusual texts: with tags, empty, or from right to left.
    one(2, {
      texts: Array.from(
        { length: places },
        (_, i) => english(i === places - 1 && places > 1 ? " " : attacks[i % attacks.length])
      )
    }),
    one(3, {
      ..."source" in base && { source: rightToLeft },
      ..."reference" in base && { reference: rightToLeft },
      texts: base.texts.map(() => rightToLeft.here)
    }),
    one(4)
  ];
}
var FakeJudgeServer = class {
  address = "";
  weather = "fair";
  frozen = false;
  consented = true;
  erased = false;
  closed = /* @__PURE__ */ new Set();
  /** All answers received, whether or not they were stored. */
  received = [];
  /** Stored answers by key, in order. */
  stored = /* @__PURE__ */ new Map();
  #assignments = new Map(
    taskKinds.map((kind) => [kind, new Map(assignmentsOf(kind).map((shown2) => [shown2.id, shown2]))])
  );
  #files = /* @__PURE__ */ new Map();
  #server = createServer((request, response) => void this.#answer(request, response));
  async start() {
    this.#files = await makeWebPages();
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.address = `http://127.0.0.1:${this.#server.address().port}`;
  }
  stop() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
  /** Back to the initial state. */
  reset() {
    this.weather = "fair";
    this.frozen = false;
    this.consented = true;
    this.erased = false;
    this.closed.clear();
    this.received.length = 0;
    this.stored.clear();
  }
  /** The last answer to an assignment. */
  answerTo(assignment) {
    return [...this.stored.values()].findLast((sent) => sent.assignment === assignment);
  }
  async #answer(request, response) {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const parts = [];
    for await (const part of request) parts.push(part);
    response.setHeader(
      "content-security-policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
    );
    const file = path === "/judge" ? "judge.html" : path.replace("/assets/", "");
    const contents = this.#files.get(file);
    if (contents) return void response.setHeader("content-type", typeOf(file)).end(contents);
    if (this.weather === "drop") return void request.socket.destroy();
    const reply = (status, body) => {
      if (this.weather === "lose-reply") return void request.socket.destroy();
      response.statusCode = status;
      response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    };
    if (this.weather === "fail") return reply(500, { error: "The server had an error." });
    if (this.erased) return reply(401, { error: "Unknown link." });
    if (request.method === "GET") return this.#show(path, reply);
    if (request.headers["x-assay"] !== "1" || request.headers["content-type"] !== "application/json")
      return reply(403, { error: "Not from the page." });
    this.#take(path, JSON.parse(Buffer.concat(parts).toString()), reply);
  }
  #show(path, reply) {
    if (path === "/api/judge/home") return reply(200, this.#home());
    if (path === "/api/judge/export") return reply(200, { answers: [...this.stored.values()] });
    const id = /^\/api\/judge\/assignments\/(.+)$/.exec(path)?.[1] ?? "";
    const assignment = [...this.#assignments.values()].map((list) => list.get(id)).find((found) => found !== void 0);
    if (!assignment) return reply(404, { error: "There is no such assignment." });
    const last = this.answerTo(id);
    const { answer, comment } = last ?? {};
    reply(200, { ...assignment, ...answer && { answer }, ...comment !== void 0 && { comment } });
  }
  #take(path, body, reply) {
    if (path === "/api/judge/consent") {
      this.consented = body.version === "v1";
      return reply(200, {});
    }
    if (path === "/api/judge/erase") {
      this.stored.clear();
      this.erased = true;
      return reply(200, {});
    }
    if (path !== "/api/judge/answers") return reply(404, { error: "Not found." });
    const sent = body;
    this.received.push(sent);
    const [kind, list] = [...this.#assignments].find(([, list2]) => list2.has(sent.assignment)) ?? [];
    if (!kind || !list) return reply(404, { error: "There is no such assignment." });
    if (this.frozen || this.closed.has(kind)) return reply(409, { error: "This task is closed." });
    if (!this.stored.has(sent.key)) this.stored.set(sent.key, sent);
    const isPractice = list.get(sent.assignment).practice;
    reply(200, {
      key: sent.key,
      assignment: sent.assignment,
      ...isPractice && { hint: "Most judges put A first." }
    });
  }
  #home() {
    return {
      title: "German to English, news",
      judge: "judge-07",
      consent: {
        version: "v1",
        text: "Your answers are stored under a pseudonym.\n\n- Nobody sees your name.\n- You can have them erased at any time.",
        given: this.consented
      },
      frozen: this.frozen,
      tasks: [...this.#assignments].map(([kind, list]) => {
        const assignments = [...list.values()].map(({ id, practice }) => ({
          id,
          practice,
          answered: this.answerTo(id) !== void 0
        }));
        const count = (practice) => assignments.filter((one) => one.practice === practice);
        return {
          kind,
          open: !this.frozen && !this.closed.has(kind),
          instructions: `Please read carefully.

- Take your time.
- Judge ${kind} by what you see.`,
          instructionsVersion: `${kind}-v1`,
          done: count(false).filter(({ answered }) => answered).length,
          total: count(false).length,
          practiceDone: count(true).filter(({ answered }) => answered).length,
          practiceTotal: count(true).length,
          assignments
        };
      })
    };
  }
};
function typeOf(file) {
  const types = /* @__PURE__ */ new Map([
    ["html", "text/html; charset=utf-8"],
    ["js", "text/javascript; charset=utf-8"],
    ["css", "text/css; charset=utf-8"],
    ["svg", "image/svg+xml"]
  ]);
  return types.get(file.split(".").at(-1)) ?? "application/octet-stream";
}

// test/launchChromium.ts
import { chromium } from "playwright-core";
import { findChromium } from "../../scripts/chromium.js";
function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: run node scripts/chromium.js.");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  });
}

// .scratch/shots.ts
var server = new FakeJudgeServer();
await server.start();
var browser = await launchChromium();
var kinds = process.argv.slice(2);
var sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
for (const [name, viewport] of Object.entries(sizes)) {
  const context = await browser.newContext({ viewport, hasTouch: name === "phone", isMobile: name === "phone", colorScheme: name === "dark" ? "dark" : "light" });
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log("ERR", String(e)));
  page.on("console", (m) => console.log("LOG", m.text()));
  for (const kind of kinds) {
    for (let i = 0; i < 1; i++) server.stored.set(`${kind}${i}`, { key: `${kind}${i}`, assignment: `${kind}${i}`, answer: { kind: "none" }, seconds: 1, instructions: "" });
    await page.goto("about:blank");
    await page.goto(`${server.address}/judge#/${kind === "home" ? "" : `${kind}/${kind}1`}`);
    await page.locator(kind === "home" ? ".tasks" : "form").waitFor();
    if (kind === "mark") {
      const words = page.locator(".judged .unit");
      if (name === "phone") {
        await words.nth(2).tap();
        await words.nth(4).tap();
      } else {
        await words.nth(2).hover();
        await page.mouse.down();
        await words.nth(4).hover();
        await page.mouse.up();
      }
    }
    await page.screenshot({ path: `/tmp/judgeui-shots/${kind}-${name}.png` });
    const h = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth]);
    console.log(kind, name, h.join(" "));
  }
  await context.close();
}
await browser.close();
await server.stop();
