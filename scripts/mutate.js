/**
 * Measures how many faults the tests detect: puts small faults into a copy of the source, one at a time, and runs the tests that execute
 * the faulty code. One run without faults shows which tests those are, and how long they take. The layer's own tests come
 * first, then those of other layers.
 *
 * `npm run mutate -- [layer …] [--count N] [--seed N] [--own | --list | --unreached]`: by default 40 faults on each of stats, metrics,
 * human, meta, report and compare; a layer may be a folder in it. Prints each undetected fault, and the share of detected faults by layer.
 * A run that takes three times as long as without the fault counts as a detection. `--own` leaves out the tests of other layers, which takes
 * a fraction of the time and gives a lower bound. `--unreached` only lists the faults that no test of the layer itself executes: with a
 * large count, the code that its tests do not reach.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, layers } = commandLine();

function commandLine() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        count: { type: 'string', default: '40' },
        seed: { type: 'string', default: '1' },
        own: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        unreached: { type: 'boolean', default: false },
      },
    });
    for (const name of ['count', 'seed'])
      if (!/^\d+$/.test(values[name])) throw new Error(`--${name} takes a whole number, not '${values[name]}'.`);
    for (const layer of positionals)
      if (!existsSync(join(root, 'src', layer))) throw new Error(`There is no folder src/${layer}.`);
    return {
      values,
      layers: positionals.length > 0 ? positionals : ['stats', 'metrics', 'human', 'meta', 'report', 'compare'],
    };
  } catch (error) {
    console.error(
      `${error.message}\nusage: npm run mutate -- [layer …] [--count N] [--seed N] [--own | --list | --unreached]`,
    );
    process.exit(2);
  }
}

/** Replacements for operators, each of which a test should detect. */
const operators = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};

/**
 * Lists every possible fault of a file: `text` replaces the source from `start` to `end`. `around` is the expression it is in, and `onLoad`
 * says that the code runs once, when the file is imported.
 */
function faultsIn(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { program } = parseSync(file, source);
  const faults = [];
  const keys = new Set();
  const types = new Set();
  let functions = 0;
  const enter = () => void functions++;
  const leave = () => void functions--;
  const add = (around, start, end, text) =>
    faults.push({ file, start, end, text, before: source.slice(start, end), around, onLoad: functions === 0 });
  const operator = (node) => {
    const { operator: sign, left, right } = node;
    const other = operators[sign];
    const between = source.slice(left.end, right.start);
    // Strings cannot be subtracted.
    if (!other || (sign === '+' && /['"`]/.test(source.slice(left.start, right.end)))) return;
    const at = left.end + between.indexOf(sign);
    add(node, at, at + sign.length, other);
  };
  const test = ({ test: condition }) =>
    condition && add(condition, condition.start, condition.end, `!(${source.slice(condition.start, condition.end)})`);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    Property: ({ key }) => void keys.add(key.start),
    TSLiteralType: ({ literal }) => void types.add((literal.argument ?? literal).start), // the argument of −1
    BinaryExpression: operator,
    LogicalExpression: operator,
    AssignmentExpression: operator,
    IfStatement: test,
    ConditionalExpression: test,
    Literal(node) {
      const { start, end, value } = node;
      if (types.has(start)) return; // types have no effect when the program runs
      const around = keys.has(start) ? undefined : node;
      if (typeof value === 'number') add(around, start, end, `${value + 1}`);
      if (typeof value === 'boolean') add(around, start, end, String(!value));
    },
    UpdateExpression(node) {
      const { start, end, operator: sign } = node;
      // A loop that counts backwards never ends, which any test detects.
      if (!/for \(|while \(/.test(source.slice(source.lastIndexOf('\n', start), start)))
        add(node, start, end, source.slice(start, end).replace(sign, operators[sign]));
    },
    ExpressionStatement({ start, end, expression }) {
      if (expression.type === 'CallExpression') add(expression, start, end, ';');
    },
    ArrayExpression(node) {
      const { elements } = node;
      const [a, b] = elements;
      if (elements.length !== 2 || !a || !b || a.type === 'SpreadElement' || b.type === 'SpreadElement') return;
      const [first, second] = [a, b].map(({ start, end }) => source.slice(start, end));
      if (first !== second) add(node, a.start, b.end, `${second}, ${first}`);
    },
  }).visit(program);
  return faults;
}

const isProduction = (file) =>
  file.endsWith('.ts') && !/\.test\.ts$|\.cases\.ts$|\.generated\.ts$|\.d\.ts$|testing\/|index\.ts$/.test(file);

function filesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter(isProduction)
    .sort();
}

/** Returns a random number generator that needs no build: mulberry32. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function chosenFaults(layer) {
  const all = filesOf(`src/${layer}`).flatMap(faultsIn);
  const random = seeded(Number(values.seed));
  return Array.from(
    { length: Math.min(Number(values.count), all.length) },
    () => all.splice(Math.floor(random() * all.length), 1)[0],
  );
}

const copy = mkdtempSync(join(tmpdir(), 'assay-mutate-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
for (const name of ['src', 'test', 'web', 'scripts', 'examples', 'docs', 'bench'])
  cpSync(join(root, name), join(copy, name), { recursive: true });
for (const name of ['package.json', 'tsconfig.json', 'vitest.config.ts']) cpSync(join(root, name), join(copy, name));
for (const name of ['node_modules', 'dist'])
  if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name));

/**
 * Runs tests once without any fault. Returns which of them execute each fault, with their seconds, and which fail anyway: those can detect
 * nothing.
 */
function runUnchanged(faults, words) {
  const hits = join(copy, 'hits.txt');
  const results = join(copy, 'results.json');
  const files = [...new Set(faults.map(({ file }) => file))];
  writeFileSync(hits, '');
  for (const file of files) writeFileSync(join(copy, file), withProbes(file, faults, hits));
  vitest([...words, '--reporter', 'json', '--outputFile', results], 3600);
  for (const file of files) cpSync(join(root, file), join(copy, file));
  const seconds = new Map();
  const failing = [];
  for (const { name, status, startTime, endTime } of JSON.parse(readFileSync(results, 'utf8')).testResults)
    if (status === 'passed') seconds.set(relative(copy, name), (endTime - startTime) / 1000);
    else failing.push(relative(copy, name));
  if (failing.length > 0) console.error(`These tests fail without a fault, so they do not count: ${failing.join(' ')}`);
  const executing = faults.map(() => new Map());
  for (const line of readFileSync(hits, 'utf8').split('\n').filter(Boolean)) {
    const [i, ...name] = line.split(' ');
    const test = relative(copy, name.join(' '));
    if (seconds.has(test)) executing[i].set(test, seconds.get(test));
  }
  return { executing, failing };
}

/** Returns the source of a file that notes in the file `hits` which test executes which fault. */
function withProbes(file, faults, hits) {
  const source = readFileSync(join(root, file), 'utf8');
  const marks = faults.flatMap(({ file: of, around }, i) =>
    of === file && around
      ? [
          // At the same place, inner expressions end first and begin last.
          { at: around.start, order: [1, -around.end], text: `(probe__(${i}), ` },
          { at: around.end, order: [0, -around.start], text: ')' },
        ]
      : [],
  );
  marks.sort((a, b) => a.at - b.at || a.order[0] - b.order[0] || a.order[1] - b.order[1]);
  let end = 0;
  const pieces = marks.map(({ at, text }) => {
    const piece = source.slice(end, at) + text;
    end = at;
    return piece;
  });
  return `${pieces.join('')}${source.slice(end)}
function probe__(fault) {
  const test = globalThis.__vitest_worker__?.filepath;
  const seen = (globalThis.probes__ ??= []);
  if (!test || seen[fault] === test) return;
  seen[fault] = test;
  process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(hits)}, fault + ' ' + test + '\\n');
}
`;
}

const isReached = ({ around, onLoad }, executing) => !around || onLoad || executing.size > 0;

/**
 * Puts a fault into the copy and returns whether a test fails or does not end: of those beside the file and of `words` if it runs on
 * load, else of those that execute it.
 */
function isNoticed({ file, start, end, text, onLoad, around }, words, executing, failing) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.slice(0, start) + text + source.slice(end));
  try {
    const without = failing.flatMap((test) => ['--exclude', test]);
    const beside = ['run', `${file.replace(/\.ts$/, '')}.`, '--mode', 'mutate'];
    if (onLoad || !around) return [beside, words].some((some) => !vitest([...some, ...without], 900));
    // The fastest tests first.
    const batches = [[], [], []];
    let sum = 0;
    for (const [test, seconds] of [...executing].sort((a, b) => a[1] - b[1])) {
      sum += seconds;
      batches[sum < 3 ? 0 : sum < 20 ? 1 : 2].push([test, seconds]);
    }
    const isFound = batches.some((batch) => {
      const limit = 20 + 3 * batch.reduce((total, [, seconds]) => total + seconds, 0);
      return batch.length > 0 && !vitest(['run', ...batch.map(([test]) => test), '--mode', 'mutate'], limit);
    });
    // Tests share modules: code that runs once, such as a table that is made when first needed, was seen in the first of them only.
    const isBesideRun = [...executing.keys()].some((test) => test.startsWith(beside[1]));
    return isFound || (!isBesideRun && !vitest([...beside, ...without], 900));
  } finally {
    writeFileSync(path, source);
  }
}

/** Runs vitest and returns whether all tests pass in time. */
function vitest(words, seconds) {
  const bail = words.includes('json') ? [] : ['--bail', '1', '--reporter', 'dot'];
  const { pid, status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...words, ...bail, '--passWithNoTests'],
    { cwd: copy, stdio: 'ignore', timeout: Math.ceil(1000 * seconds), killSignal: 'SIGKILL', detached: true },
  );
  try {
    process.kill(-pid, 'SIGKILL'); // workers in an endless loop survive their parent
  } catch {
    // All are gone.
  }
  return status === 0;
}

function describe({ file, start, before, text }) {
  const line = readFileSync(join(root, file), 'utf8').slice(0, start).split('\n').length;
  const short = (code) => code.replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line}: ${short(before)} → ${short(text)}`;
}

/** Returns the faults that these tests do not detect. `tried` are tests that did not detect them before. */
function unnoticed(faults, words, layer, tried = () => false) {
  const { executing, failing } = runUnchanged(faults, words);
  return faults.filter((fault, i) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${layer}: ${i + 1} of ${faults.length} `);
    const others = new Map([...executing[i]].filter(([test]) => !tried(test)));
    fault.isReached ||= isReached(fault, executing[i]);
    return !isNoticed(fault, words, others, failing);
  });
}

const summary = [];
for (const layer of layers) {
  const faults = chosenFaults(layer);
  const own = ['run', `src/${layer}/`, '--mode', 'mutate'];
  if (values.list) for (const fault of faults) console.log(describe(fault));
  else if (values.unreached) {
    const { executing } = runUnchanged(faults, own);
    for (const [i, fault] of faults.entries()) if (!isReached(fault, executing[i])) console.log(describe(fault));
  } else {
    // Other layers have more tests, and slower ones, so only what the layer's own tests miss is left to them.
    const missed = unnoticed(faults, own, layer);
    const related = ['related', ...new Set(missed.map(({ file }) => file)), '--run', '--mode', 'mutate'];
    const left =
      missed.length === 0 || values.own
        ? missed
        : unnoticed(missed, related, layer, (test) => test.startsWith(`src/${layer}/`));
    for (const fault of left) console.log(`${fault.isReached ? 'unnoticed' : 'unreached'}  ${describe(fault)}`);
    const noticed = faults.length - left.length;
    const byOwn = faults.length - missed.length;
    summary.push(
      `${layer}: ${noticed} of ${faults.length} noticed, ${((100 * noticed) / faults.length).toFixed(0)} %; ${byOwn} by its own tests`,
    );
  }
}
console.log(summary.join('\n'));
