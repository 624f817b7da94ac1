/**
 * Compares tokens and scores with sacreBLEU 2.6.0: `npm run check:sacrebleu -- [--quick] [--full] [--seed N] [--data FOLDER]`.
 * Among others, it scores 20,000 small corpora of nasty texts.
 * --quick takes 2,000 lines instead of 100,000 for each tokenizer and fewer segments; --full scores TER on all segments of real outputs.
 * Ends with code 1 if any token differs, any score by more than 1e-9, or the output of any paired test.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { longSegments, nastyCorpus, nastyLines, seeded, segments } from './inputs.js';
import { checkPaired } from './paired.js';
import { Reference, pythonWithSacrebleu } from './reference.js';
import { allSettings, tokenizerSettings, usualSettings, usualTer } from './settings.js';
import { Tally } from './tally.js';

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    data: { type: 'string', default: '../shared/data' },
  },
});
const root = fileURLToPath(new URL('../../', import.meta.url));
const random = seeded(Number(given.seed));
const corpora = 20_000;
/** From this many segments on, texts are counted in WebAssembly. */
const kernelSegments = 32;

/** Newest change of a file in a folder. */
const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((time, entry) => Math.max(time, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);

function build() {
  if (existsSync(join(root, 'dist', 'api', 'index.js'))) {
    if (newest(join(root, 'src')) > newest(join(root, 'dist')))
      console.error('Note: src has changed since dist was built.');
    return;
  }
  console.error('Building …');
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm run build failed.');
}

build();
const python = pythonWithSacrebleu(root);
const { bleu, chrf, measure, printSignature, systemScore, ter } = await import('assay');
const { IdList } = await import('../../dist/core/index.js');
const { tercom, tokenizerNamed } = await import('assay/text');
const definitions = { bleu, chrf, ter };
const reference = await Reference.start(python);
const tally = new Tally();

/** Tokens of a line, with single spaces between; a token is a start, an end and a hash. */
function tokenized(tokenizer, line) {
  const text = tokenizer.rewrite(line);
  const values = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const spans = new IdList();
  tokenizer.cut({ values, start: 0, end: text.length }, spans);
  const tokens = [];
  for (let i = 0; i < spans.length; i += 3) tokens.push(text.slice(spans.values[i], spans.values[i + 1]));
  return tokens.join(' ');
}

/** Members of ranges [first, last, …] as flags by code point. */
function members(ranges) {
  const flags = new Uint8Array(0x110000);
  for (let i = 0; i < ranges.length; i += 2) flags.fill(1, ranges[i], ranges[i + 1] + 1);
  return flags;
}

/** Code points that both sides know; prints what is left out, since the Unicode versions differ. */
async function sharedCodePoints() {
  const tables = await reference.ask({ ask: 'unicode' });
  const theirs = Object.fromEntries(Object.entries(tables.categories).map(([name, ranges]) => [name, members(ranges)]));
  const unassigned = members(tables.unassigned);
  const spaces = members(tables.spaces);
  const none = tokenizerNamed('none', '', new Map());
  const intl = tokenizerNamed('intl', '', new Map());
  const pieces = (text) => tokenized(intl, text).split(' ').length;
  const allowed = new Uint8Array(0x110000);
  const left = new Map();
  for (let point = 0; point < 0x110000; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    const isSpace = tokenized(none, character) === '';
    tally.count('white space, code points', isSpace === (spaces[point] === 1), () => point.toString(16));
    // What category intl takes a character for, seen from what it does: a mark between digits stays, a symbol does not.
    const isNumber = !isSpace && pieces(`${character},1`) === 1;
    const isCut = !isSpace && pieces(`a${character}a`) === 3;
    const isMark = isCut && pieces(`1${character}1`) === 1;
    const ours = isNumber ? 'N' : isMark ? 'P' : isCut ? 'S' : '';
    const [other = ''] = ['N', 'P', 'S'].filter((name) => theirs[name][point] === 1);
    let why = '';
    if (unassigned[point] === 0) {
      tally.count(
        'categories of assigned code points',
        ours === other,
        () => `${point.toString(16)} is ${ours}, ${other}`,
      );
    }
    if (unassigned[point] === 1) why = ours === '' ? 'unassigned there' : 'unassigned there, but cut or a number here';
    else if (character.toLowerCase() !== (tables.lower[point] ?? character)) why = 'lower-cased otherwise';
    if (why === '') allowed[point] = 1;
    else left.set(why, (left.get(why) ?? 0) + 1);
  }
  const listed = [...left].map(([why, count]) => `${count.toLocaleString('en')} ${why}`);
  console.log(`Code points left out, as the Unicode versions of the two differ: ${listed.join('; ') || 'none'}.`);
  return (point) => allowed[point] === 1;
}

async function checkTokenizers(allowed) {
  const lines = nastyLines(given.quick ? 2000 : 100_000, random, allowed);
  const size = 1000;
  const chunks = Array.from({ length: lines.length / size }, (_, k) => lines.slice(k * size, (k + 1) * size));
  for (const { name, metric, settings, lowercase, tokenizer, tercom: tercomSettings } of tokenizerSettings) {
    const ours = tercomSettings ? tercom(tercomSettings) : tokenizerNamed(tokenizer, '', new Map());
    await Promise.all(
      chunks.map(async (chunk) => {
        const theirs = await reference.ask({ ask: 'tokenize', metric, settings, lines: chunk });
        chunk.forEach((line, i) => {
          const found = tokenized(ours, lowercase ? line.toLowerCase() : line);
          tally.count(`tokenizer ${name}`, found === theirs[i], () => JSON.stringify([line, found, theirs[i]]));
        });
      }),
    );
  }
}

/** A signature as far as sacreBLEU prints it. */
const withoutVersion = (signature) => signature.replace(/\|version:.*$/, '');

async function checkScores(group, { metric, options, settings, segmentSettings }, { hypotheses, references }) {
  const ours = definitions[metric](options);
  const measured = measure(ours, { references }, [hypotheses]);
  const question = { ask: 'score', metric, settings, segmentSettings, hypotheses, references, segments: true };
  const theirs = await reference.ask(question);
  const what = `${group}: ${ours.name.replace(/\d.*/, '')}`;
  const about = JSON.stringify(options);
  tally.number(`${what}, corpora`, systemScore(measured, 0), theirs.corpus, () => about);
  theirs.segments.forEach((score, i) => {
    const describe = () => `${about} ${JSON.stringify([hypotheses[i], references[i]])}`;
    tally.number(`${what}, segments`, measured.segmentScore(i), score, describe);
  });
  const numbers = new Set(references.map((list) => list.length));
  const facts = { references: numbers.size === 1 ? [...numbers][0] : 'var' };
  const [printed, expected] = [printSignature(ours, facts), theirs.signature].map(withoutVersion);
  tally.count('signatures', printed === expected, () => `ours ${printed}, theirs ${expected}`);
}

async function checkGenerated() {
  const count = given.quick ? 100 : 1000;
  const sets = [segments(count, 1, false, random), segments(count, 4, true, random), segments(count, 3, false, random)];
  const long = longSegments(given.quick ? 6 : 40, random);
  // TER takes sacreBLEU some 50 ms a segment here.
  const fewer = ({ hypotheses, references }) => ({
    hypotheses: hypotheses.slice(0, count / 4),
    references: references.slice(0, count / 4),
  });
  await Promise.all([
    checkScores('long texts', usualTer, long),
    ...sets.flatMap((set) =>
      allSettings.map((settings) => checkScores('generated', settings, settings.metric === 'ter' ? fewer(set) : set)),
    ),
  ]);
}

/** Many small corpora of nasty texts, half of them large enough for WebAssembly, under all settings in turn. */
async function checkCorpora(allowed) {
  const own = seeded(Number(given.seed) + 1);
  const perQuestion = 100;
  const cheap = allSettings.filter(({ metric }) => metric !== 'ter');
  const terOnly = allSettings.filter(({ metric }) => metric === 'ter');
  const check = async (first) => {
    const made = Array.from({ length: perQuestion }, (_, i) => {
      const isTer = i % 50 === 0; // which takes sacreBLEU a hundred times as long
      const settings = isTer ? terOnly[(first + i) % terOnly.length] : cheap[(first + i) % cheap.length];
      const size = isTer || own(2) === 0 ? 1 + own(4) : kernelSegments + own(8);
      return { settings, ...nastyCorpus(size, 1 + own(3), own, allowed) };
    });
    const asked = made.map(({ settings: { metric, settings }, hypotheses, streams }) => [metric, settings, hypotheses, streams]); // prettier-ignore
    const theirs = await reference.ask({ ask: 'corpora', corpora: asked });
    made.forEach(({ settings: { metric, options }, hypotheses, streams }, i) => {
      const references = hypotheses.map((_, s) => streams.map((stream) => stream[s]));
      const measured = measure(definitions[metric](options), { references }, [hypotheses]);
      const describe = () => `${JSON.stringify(options)} ${JSON.stringify([hypotheses, references]).slice(0, 2000)}`;
      tally.number(`nasty corpora: ${metric}`, systemScore(measured, 0), theirs[i], describe);
    });
  };
  const questions = Array.from({ length: corpora / perQuestion }, (_, q) => q * perQuestion);
  // As many at a time as there are processes: what waits for an answer stays in memory.
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (questions.length > 0) await check(questions.shift());
  })); // prettier-ignore
}

const linesOf = (file) => readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');

/** Outputs of the 2009 workshop, with the scores noted for them. */
async function checkRealOutputs() {
  const folder = join(root, given.data, 'wmt09-ranking');
  if (!existsSync(folder)) {
    console.log(`Real outputs skipped: there is no ${join(given.data, 'wmt09-ranking')}.`);
    return;
  }
  const stored = storedScores();
  const systems = readdirSync(join(folder, 'outputs')).flatMap((pair) =>
    readdirSync(join(folder, 'outputs', pair)).map((file) => ({ pair, system: file.replace(/\.txt$/, '') })),
  );
  const terSegments = given.full ? Infinity : given.quick ? 20 : 300;
  await Promise.all(
    systems.map(async ({ pair, system }) => {
      const hypotheses = linesOf(join(folder, 'outputs', pair, `${system}.txt`));
      const references = linesOf(join(folder, 'text', `newstest2009.${pair.slice(-2)}.txt`)).map((line) => [line]);
      const start = (count) => ({ hypotheses: hypotheses.slice(0, count), references: references.slice(0, count) });
      compareStored(stored, pair, system, { hypotheses, references });
      const set = start(given.quick ? 200 : Infinity);
      for (const settings of usualSettings) await checkScores('WMT09', settings, set);
      await checkScores('WMT09', usualTer, start(terSegments));
    }),
  );
}

/** Rows of scores printed earlier by sacreBLEU, by pair and system. */
function storedScores() {
  const file = join(root, given.data, 'metric-reference-outputs', 'run-here', 'sacrebleu-2.6.0.sys.tsv');
  if (!existsSync(file)) {
    console.log(`Stored scores skipped: there is no ${join(given.data, 'metric-reference-outputs')}.`);
    return [];
  }
  const [header, ...rows] = linesOf(file).map((line) => line.split('\t'));
  return rows.map((row) => Object.fromEntries(header.map((name, k) => [name, row[k]])));
}

function compareStored(stored, pair, system, { hypotheses, references }) {
  const row = stored.find((each) => each.pair === pair && each.system === system);
  if (!row) return;
  const cased = measure(bleu(), { references }, [hypotheses]);
  const sums = new Float64Array(cased.width);
  cased.rows.forEach((value, i) => (sums[i % cased.width] += value));
  const scores = {
    BLEU_13a_cased: systemScore(cased, 0),
    BLEU_13a_lc: systemScore(measure(bleu({ lowercase: true }), { references }, [hypotheses]), 0),
    brevity_penalty_cased: bleu().parts(sums)['brevity penalty'],
    chrF2: systemScore(measure(chrf(), { references }, [hypotheses]), 0),
  };
  for (const [name, score] of Object.entries(scores)) {
    // Stored with six decimals.
    tally.number('WMT09: stored scores, six decimals', score, Number(row[name]), () => `${pair} ${system}`, 5.1e-7);
  }
}

const { sacrebleu, python: pythonVersion } = reference.about;
console.log(`sacreBLEU ${sacrebleu} in Python ${pythonVersion}, Node ${process.version}, seed ${given.seed}.`);
const allowed = await sharedCodePoints();
console.error('Comparing tokens …');
await checkTokenizers(allowed);
console.error('Comparing scores of generated segments …');
await checkGenerated();
console.error('Comparing scores of many small corpora …');
await checkCorpora(allowed);
console.error('Comparing scores of real outputs …');
await checkRealOutputs();
await reference.stop();
console.error('Comparing paired tests …');
await checkPaired({
  python,
  pythonVersion,
  command: join(root, 'dist', 'command', 'assay.cjs'),
  data: join(root, given.data),
  random,
  quick: given.quick,
  tally,
});
console.log();
tally.print();
if (!tally.agrees) {
  console.log('\nThere are differences.');
  process.exitCode = 1;
}
