#!/usr/bin/env node
/**
 * A language model as judge, behind any endpoint that speaks the OpenAI chat API:
 * assay score -r ref.txt -s src.txt out.txt -m 'external(cmd="node llm_judge.mjs --model NAME --prompt mqm --from German --to English")'
 *
 * The key comes from OPENAI_API_KEY. See README.md for the prompts and how answers become scores.
 */
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const usage =
  'Usage: llm_judge.mjs --model NAME [--url https://api.openai.com/v1] [--prompt da|mqm|esa] [--from LANGUAGE] [--to LANGUAGE] ' +
  '[--references] [--parallel 4] [--timeout 60] [--retries 6] [--backoff 1] [--max-calls 500] [--yes]';

/** @returns {never} */
function stop(message) {
  process.stderr.write(`llm_judge: ${message}\n`);
  process.exit(2);
}

function readArguments() {
  const text = (value) => ({ type: 'string', ...(value !== undefined && { default: value }) });
  const options = {
    model: text(), url: text('https://api.openai.com/v1'), prompt: text('da'), from: text('the source language'), to: text('the target language'),
    references: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false },
    parallel: text('4'), timeout: text('60'), retries: text('6'), backoff: text('1'), 'max-calls': text('500'),
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return stop(`${error.message}\n${usage}`);
  }
}

const given = readArguments();
const number = (name, least) => {
  const value = Number(given[name]);
  if (!Number.isFinite(value) || value < least) stop(`--${name} must be a number of at least ${least}, not ${given[name]}.`);
  return value;
};
const [parallel, seconds, retries, backoff, maxCalls] = [number('parallel', 1), number('timeout', 0.01), number('retries', 0), number('backoff', 0), number('max-calls', 0)];
if (given.model === undefined) stop(`--model is missing.\n${usage}`);
if (!['da', 'mqm', 'esa'].includes(given.prompt)) stop(`--prompt must be da, mqm or esa, not ${given.prompt}.`);
const endpoint = `${given.url.replace(/\/+$/, '')}/chat/completions`;
if (!URL.canParse(endpoint)) stop(`--url must be an address such as https://api.openai.com/v1, not ${given.url}.`);

const { from, to } = given;
const role = `You are a professional translator who assesses translations from ${from} into ${to}. Reply with one JSON object and nothing else.`;
const severities =
  'A critical error makes the text unusable or dangerously wrong. A major error changes the meaning or stops the reader. A minor error is noticed but does no harm.';
const askForErrors =
  `List every error of the translation. For each give the words of the translation where it is ("span"; empty if something was left out), its kind ("category": accuracy, fluency, terminology, style or other), and its "severity". ${severities} ` +
  'If the translation has no error, the list is empty. Reply as {"errors": [{"span": "…", "category": "…", "severity": "critical|major|minor"}]}.';
const scale =
  '0: nothing of the meaning is there. 33: parts of the meaning are there, much is lost or wrong. 66: most of the meaning is there, with some mistakes. 100: all of the meaning is there, in flawless language. Use any number in between.';
const askForScore = `How good is the translation, from 0 to 100? ${scale} Reply as {"score": NUMBER}.`;

/** As in the literature: critical 25, major 5, minor 1, and at most 25 points for a segment. */
const weights = { critical: 25, major: 5, minor: 1 };
const mostPoints = 25;

const range = given.prompt === 'mqm' ? [-mostPoints, 0] : [0, 100];
const callsPerText = given.prompt === 'esa' ? 2 : 1;
const prompts = JSON.stringify([role, askForErrors, askForScore, weights]);

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({
  name: `LLM-${given.prompt.toUpperCase()}`,
  version: given.model.replace(/[|;:,()+"'\s]/g, '-').slice(0, 60),
  direction: 'higher',
  range,
  reads: given.references ? ['source', 'references'] : ['source'],
  batch: 1_000_000, // all at once, so that the calls can be counted first
  identity: createHash('sha256').update(JSON.stringify([given.model, given.url, prompts])).digest('hex'),
});

class Unparsable extends Error {}
class Fatal extends Error {}

/** The object in an answer: the whole answer, or all of one code block. */
function objectIn(answer) {
  const [, inside = answer] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(answer) ?? [];
  try {
    const value = JSON.parse(inside);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // said below
  }
  throw new Unparsable(`not a JSON object: ${JSON.stringify(answer.slice(0, 80))}`);
}

function scoreIn(answer) {
  const { score } = objectIn(answer);
  if (typeof score === 'number' && score >= 0 && score <= 100) return score;
  throw new Unparsable(`no score from 0 to 100: ${JSON.stringify(answer.slice(0, 80))}`);
}

function errorsIn(answer) {
  const { errors } = objectIn(answer);
  const isError = (error) =>
    typeof error === 'object' && error !== null && typeof error.span === 'string' && Object.hasOwn(weights, error.severity);
  if (Array.isArray(errors) && errors.every(isError)) return errors;
  throw new Unparsable(`no list of errors with spans and severities: ${JSON.stringify(answer.slice(0, 80))}`);
}

const pointsOf = (errors) => errors.reduce((sum, { severity }) => sum + weights[severity], 0);

const textsOf = ({ source, hypothesis, references }) =>
  [
    `${from}: ${JSON.stringify(source)}`,
    ...(given.references && references.length > 0 ? [`A correct translation: ${JSON.stringify(references[0])}`] : []),
    `Translation to assess (${to}): ${JSON.stringify(hypothesis)}`,
  ].join('\n');

async function scoreOf(request) {
  const texts = textsOf(request);
  if (given.prompt === 'da') return ask(`${texts}\n\n${askForScore}`, scoreIn);
  const errors = await ask(`${texts}\n\n${askForErrors}`, errorsIn);
  if (given.prompt === 'mqm') return 0 - Math.min(mostPoints, pointsOf(errors));
  const found = errors.map(({ span, category, severity }) => `- ${severity}, ${category}: ${JSON.stringify(span)}`);
  const list = found.length === 0 ? 'No errors were found.' : `These errors were found:\n${found.join('\n')}`;
  return ask(`${texts}\n\n${list}\n\n${askForScore}`, scoreIn);
}

/** An answer that cannot be read is asked for again, twice. */
async function ask(prompt, read) {
  for (let attempt = 0; ; attempt++) {
    const answer = await call(prompt);
    try {
      return read(answer);
    } catch (error) {
      if (!(error instanceof Unparsable) || attempt >= 2) throw error;
    }
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than this is not waited for. */
const longestPause = 300;

/** One call, again after 429, 5xx, a time-out or a lost connection; each pause is twice as long, or as long as the server asks for. */
async function call(prompt) {
  const key = process.env.OPENAI_API_KEY;
  for (let attempt = 0; ; attempt++) {
    let problem;
    let wait = Math.min(60, backoff * 2 ** attempt) * (0.75 + Math.random() / 2);
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({
          model: given.model,
          temperature: 0,
          messages: [{ role: 'system', content: role }, { role: 'user', content: prompt }],
        }),
        signal: AbortSignal.timeout(seconds * 1000),
      });
      if (response.ok) {
        const answer = (await response.json().catch(() => undefined))?.choices?.[0]?.message?.content;
        if (typeof answer === 'string') return answer;
        problem = 'the answer of the server has no choices[0].message.content';
      } else {
        const said = (await response.text().catch(() => '')).replace(/\s+/g, ' ').slice(0, 200);
        problem = `HTTP ${response.status}${said === '' ? '' : `: ${said}`}`;
        if (response.status !== 429 && response.status < 500) throw new Fatal(problem);
        wait = Math.max(wait, retryAfter(response.headers.get('retry-after')));
        if (wait > longestPause) throw new Fatal(`${problem}; the server asks to wait ${Math.ceil(wait)} s`);
      }
    } catch (error) {
      if (error instanceof Fatal) throw error;
      problem = error.name === 'TimeoutError' ? `no answer within ${seconds} s` : `${error.message}${error.cause ? ` (${error.cause.code ?? error.cause.message})` : ''}`;
    }
    if (attempt >= retries) throw new Fatal(`${problem}, also after ${retries} retries`);
    process.stderr.write(`llm_judge: ${problem}; next try in ${wait.toFixed(1)} s\n`);
    await pause(wait * 1000);
  }
}

/** In seconds; the header has seconds or a date. */
function retryAfter(header) {
  if (header === null) return 0;
  const value = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}

let planned = 0;

/** Refuses a group that would take more calls than allowed. */
function isAllowed(group) {
  const calls = group.length * callsPerText;
  planned += calls;
  const words = group.reduce((sum, request) => sum + textsOf(request).split(/\s+/).length + 150, 0) * callsPerText;
  const estimate = `${calls} calls (${group.length} texts × ${callsPerText}, about ${Math.round(words / 100) / 10} thousand words of prompts)`;
  process.stderr.write(`llm_judge: ${estimate}\n`);
  if (given.yes || planned <= maxCalls) return true;
  const error = `this takes ${planned} calls or more; the next group has ${estimate}. Add --yes to the command to make them, or raise --max-calls (now ${maxCalls}).`;
  say({ id: group[0].id, error });
  return false;
}

async function scoreGroup(group) {
  if (!isAllowed(group)) return;
  const waiting = [...group];
  const work = async () => {
    for (let request; (request = waiting.shift()); ) {
      try {
        say({ id: request.id, score: await scoreOf(request) });
      } catch (error) {
        say({ id: request.id, error: error.message });
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
}

let group = [];
let last = Promise.resolve();
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (line.trim() !== '') {
    group.push(JSON.parse(line));
    return;
  }
  // An empty line ends a group.
  const whole = group;
  group = [];
  if (whole.length > 0) last = last.then(() => scoreGroup(whole));
});
lines.on('close', () => process.exit());
