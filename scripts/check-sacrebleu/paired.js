/** Paired tests: what `assay sacrebleu` prints against what sacreBLEU prints, byte for byte. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { segments } from './inputs.js';

const serializing = fileURLToPath(new URL('serializing.py', import.meta.url));

const options = [
  '',
  '-lc -tok intl',
  '-s add-k',
  '-s add-k -sv 0.5',
  '-s floor -sv 0.3',
  '-s none',
  '-m chrf',
  '-m chrf -cw 2',
  '-m chrf --chrf-eps-smoothing',
  '-m chrf --chrf-beta 3 --chrf-whitespace --chrf-lowercase',
  '-m ter',
  '-m ter --ter-normalized',
  '-m ter chrf bleu',
];
const layouts = ['-f json', '-f text -w 3', '-f latex --short'];

/** Runs a program and waits for it, whatever its exit code. */
const run = (program, args, cwd, env) =>
  new Promise((resolve) => {
    const settings = { cwd, env: { ...process.env, PYTHONUTF8: '1', ...env }, maxBuffer: 2 ** 26 };
    execFile(program, args, settings, (error, stdout, stderr) => {
      resolve({ stdout, stderr, exitCode: error ? error.code : 0 });
    });
  });

async function runSacrebleu(python, args, cwd, env) {
  const found = await run(python, ['-m', 'sacrebleu', ...args], cwd, env);
  return found.stderr.includes('is not JSON serializable') ? run(python, [serializing, ...args], cwd, env) : found;
}

/** All but the last digits of scores and intervals, where exp or log of the C library is not rounded correctly. */
function differsLittle(ours, theirs) {
  const number = /"(score|mean|ci)": ([\d.e+-]+)/g;
  const rest = (text) => text.replaceAll(number, '');
  const numbers = (text) => [...text.matchAll(number)].map(([, , value]) => Number(value));
  const [all, others] = [numbers(ours), numbers(theirs)];
  return rest(ours) === rest(theirs) && all.every((value, i) => Math.abs(value - others[i]) <= 1e-11);
}

/** Test sets as folders: references ref.1 …, systems sys.1 …, of which the last is a copy of the one before. */
function writeSets(folder, random, quick) {
  const makers = [
    { count: 1, references: 1, systems: 2 },
    { count: quick ? 12 : 33, references: 2, systems: 4 },
    { count: quick ? 20 : 150, references: 1, systems: 3 },
    // Of three references, TER's mean lengths are thirds, which round; sacreBLEU's trials then depend on the machine.
    { count: 40, references: 3, systems: 2, tests: ['bs'] },
  ];
  return makers.map(({ count, references, systems, tests = ['bs', 'ar'] }, k) => {
    const cwd = mkdtempSync(join(folder, `${k}-`));
    const made = Array.from({ length: systems - 1 }, () => segments(count, references, false, random));
    const write = (name, lines) => writeFileSync(join(cwd, name), lines.map((line) => `${line}\n`).join(''));
    for (let r = 0; r < references; r++)
      write(
        `ref.${r + 1}`,
        made[0].references.map((texts) => oneLine(texts[r])),
      );
    // The hypotheses of the other sets belong to other references, so that words are taken from there here and there.
    made.forEach(({ hypotheses }, s) => {
      write(
        `sys.${s + 1}`,
        s === 0 ? hypotheses.map(oneLine) : made[0].references.map((texts, i) => mixed(texts[0], hypotheses[i], s)),
      );
    });
    write(`sys.${systems}`, linesOf(join(cwd, `sys.${systems - 1}`)));
    const inputs = (stem, number) => Array.from({ length: number }, (_, i) => `${stem}.${i + 1}`);
    return { cwd, references: inputs('ref', references), systems: inputs('sys', systems), tests };
  });
}

const oneLine = (text) => text.replaceAll(/[\n\r]/g, ' ');
const mixed = (text, other, every) => {
  const words = other.split(' ');
  return oneLine(text)
    .split(' ')
    .map((word, i) => (i % (4 * every + 1) === every ? (words[i] ?? word) : word))
    .join(' ');
};

const linesOf = (file) => readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');

/** Outputs of the 2009 workshop; TER is slow, so only some segments have it. */
function realSets(folder, data, quick) {
  const source = join(data, 'wmt09-ranking');
  if (!existsSync(source)) return [];
  const systems = readdirSync(join(source, 'outputs', 'de-en')).slice(0, quick ? 3 : 6);
  return [quick ? 60 : 200, quick ? 300 : Infinity].map((count, k) => {
    const cwd = mkdtempSync(join(folder, 'wmt09-'));
    const copy = (from, name) => writeFileSync(join(cwd, name), linesOf(from).slice(0, count).join('\n'));
    copy(join(source, 'text', 'newstest2009.en.txt'), 'ref');
    for (const system of systems) copy(join(source, 'outputs', 'de-en', system), system);
    return { cwd, references: ['ref'], systems, tests: ['bs', 'ar'], leaveOut: k === 0 ? undefined : /-m ter|-s|-tok/ };
  });
}

export async function checkPaired({ python, pythonVersion, command, data, random, quick, tally }) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-paired-'));
  let bytes = 0;
  let cases = 0;
  try {
    for (const { cwd, references, systems, tests, leaveOut } of [
      ...writeSets(folder, random, quick),
      ...realSets(folder, data, quick),
    ]) {
      for (const test of tests) {
        for (const [k, option] of options.filter((each) => !leaveOut?.test(each)).entries()) {
          const samples = [`--paired-${test}-n`, String([500, 77, 1000, 39][k % 4])];
          const layout = [...layouts[k % layouts.length].split(' '), ...option.split(' ').filter(Boolean)];
          const args = [...references, '-i', ...systems, `--paired-${test}`, ...(k === 0 ? [] : samples), ...layout];
          const env = { SACREBLEU_SEED: String(random(1e9)) };
          const [ours, theirs] = await Promise.all([
            run(process.execPath, [command, 'sacrebleu', ...args], cwd, { ...env, ASSAY_PYTHON: pythonVersion }),
            runSacrebleu(python, args, cwd, env),
          ]);
          const equal = ours.stdout === theirs.stdout;
          cases++;
          if (equal) bytes++;
          const agrees = ours.exitCode === theirs.exitCode && (equal || differsLittle(ours.stdout, theirs.stdout));
          tally.count(`paired tests, --paired-${test}`, agrees, () => JSON.stringify({ args, env, ours, theirs }));
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`Outputs of paired tests that are equal to the last byte: ${bytes} of ${cases}.`);
}
