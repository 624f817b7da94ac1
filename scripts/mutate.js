/**
 * How many faults the tests notice: puts small faults into the source, one at a time, in a copy, and runs the tests that see the file.
 * `npm run mutate -- [floor …] [--count N] [--seed N] [--list]`: by default 40 faults on each of the floors that count and report.
 * Prints each fault that went unnoticed, and the share of those noticed by floor. A run that does not end counts as noticed.
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
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
});
const floors = positionals.length > 0 ? positionals : ['stats', 'metrics', 'human', 'meta', 'report', 'compare'];

/** What may stand in place of an operator, so that a test should notice. */
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

/** Every fault that could be put into a file: what is at `start` to `end` becomes `text`. */
function faultsIn(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { program } = parseSync(file, source);
  const faults = [];
  const add = (start, end, text) => faults.push({ file, start, end, text, before: source.slice(start, end) });
  const operator = ({ operator: sign, left, right }) => {
    const other = operators[sign];
    const between = source.slice(left.end, right.start);
    // A sum of texts has no difference, and a type has no operators.
    if (!other || (sign === '+' && /['"`]/.test(source.slice(left.start, right.end)))) return;
    const at = left.end + between.indexOf(sign);
    add(at, at + sign.length, other);
  };
  const test = ({ test: condition }) =>
    condition && add(condition.start, condition.end, `!(${source.slice(condition.start, condition.end)})`);
  new Visitor({
    BinaryExpression: operator,
    LogicalExpression: operator,
    AssignmentExpression: operator,
    IfStatement: test,
    ConditionalExpression: test,
    Literal({ start, end, value }) {
      if (typeof value === 'number') add(start, end, `${value + 1}`);
      if (typeof value === 'boolean') add(start, end, String(!value));
    },
    UpdateExpression({ start, end, operator: sign }) {
      // Backwards, a loop would not end, and that is noticed by any test.
      if (!/for \(|while \(/.test(source.slice(source.lastIndexOf('\n', start), start)))
        add(start, end, source.slice(start, end).replace(sign, operators[sign]));
    },
    ExpressionStatement({ start, end, expression }) {
      if (expression.type === 'CallExpression') add(start, end, ';');
    },
    ArrayExpression({ elements }) {
      const [a, b] = elements;
      if (elements.length !== 2 || !a || !b || a.type === 'SpreadElement' || b.type === 'SpreadElement') return;
      add(a.start, b.end, `${source.slice(b.start, b.end)}, ${source.slice(a.start, a.end)}`);
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

/** A generator of chance that needs no build: mulberry32. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function chosenFaults(floor) {
  const all = filesOf(`src/${floor}`).flatMap(faultsIn);
  const random = seeded(Number(values.seed));
  return Array.from(
    { length: Math.min(Number(values.count), all.length) },
    () => all.splice(Math.floor(random() * all.length), 1)[0],
  );
}

const copy = mkdtempSync(join(tmpdir(), 'assay-mutate-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
for (const name of ['src', 'test', 'web', 'scripts', 'examples', 'docs', 'bench'])
  cpSync(join(root, name), join(copy, name), { recursive: true });
for (const name of ['package.json', 'tsconfig.json', 'vitest.config.ts']) cpSync(join(root, name), join(copy, name));
for (const name of ['node_modules', 'dist'])
  if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name));

/** Whether a test fails, or does not end. Those beside the file are asked first, then all of its floor and of those above that see it. */
function isNoticed({ file }) {
  const beside = dirname(file);
  const attempts = [
    ['run', `${beside}/${basename(file, '.ts')}.`],
    ['run', `${beside}/`],
    ['related', file, '--run'],
  ];
  return attempts.some(runTests);
}

function runTests(words) {
  const { status, error } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      ...words,
      '--mode',
      'mutate',
      '--bail',
      '1',
      '--reporter',
      'dot',
      '--passWithNoTests',
    ],
    { cwd: copy, stdio: 'ignore', timeout: 180_000, killSignal: 'SIGKILL' },
  );
  return error !== undefined || status !== 0;
}

const summary = [];
for (const floor of floors) {
  const faults = chosenFaults(floor);
  let noticed = 0;
  for (const [i, fault] of faults.entries()) {
    const path = join(copy, fault.file);
    const source = readFileSync(path, 'utf8');
    const line = source.slice(0, fault.start).split('\n').length;
    const told = `${relative('.', fault.file)}:${line}: ${fault.before.replace(/\s+/g, ' ').slice(0, 60)} → ${fault.text.replace(/\s+/g, ' ').slice(0, 60)}`;
    if (values.list) {
      console.log(told);
      continue;
    }
    writeFileSync(path, source.slice(0, fault.start) + fault.text + source.slice(fault.end));
    const seen = isNoticed(fault);
    writeFileSync(path, source);
    if (seen) noticed++;
    else console.log(`unnoticed  ${told}`);
    if (process.stderr.isTTY) process.stderr.write(`\r${floor}: ${i + 1} of ${faults.length}, ${noticed} noticed `);
  }
  if (!values.list)
    summary.push(`${floor}: ${noticed} of ${faults.length} noticed, ${((100 * noticed) / faults.length).toFixed(0)} %`);
}
console.log(summary.join('\n'));
