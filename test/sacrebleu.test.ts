/** What sacreBLEU 2.6.0 printed, byte for byte. The cases are made by scripts/check-sacrebleu/transcripts.py. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sacrebleu } from '../src/cli/commands/sacrebleu.ts';
import { exactMean, floatText, formatFixed, readFloat, readInteger } from '../src/cli/sacrebleu/numbers.ts';

interface Case {
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly exitCode: number;
}

const { files, cases, fixed, floats } = JSON.parse(
  readFileSync(new URL('./sacrebleu.cases.json', import.meta.url), 'utf8'),
) as {
  files: Record<string, string>;
  cases: Case[];
  fixed: [value: string, digits: number, text: string][];
  floats: [value: string, json: string][];
};

// Systems are named as their files are typed, so the files must lie in the working directory.
const before = process.cwd();
const directory = mkdtempSync(join(tmpdir(), 'assay-sacrebleu-'));
beforeAll(() => {
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(content, 'base64'));
  }
  process.chdir(directory);
});
afterAll(() => {
  process.chdir(before);
  rmSync(directory, { recursive: true });
});

const run = (args: readonly string[], { stdin = '', env = {}, terminal = false } = {}) =>
  sacrebleu(args, { stdin: Readable.from([Buffer.from(stdin)]), env: { HOME: directory, ...env }, terminal });

describe('transcripts', () => {
  test.each(cases.map((each) => [[...each.args, ...Object.values(each.env)].join(' '), each] as const))(
    '%s',
    async (_, { args, stdin, env, stdout, exitCode }) => {
      const found = await run(args, { stdin, env });
      expect(found.stdout).toBe(stdout);
      expect(found.exitCode).toBe(exitCode);
      if (exitCode !== 0) expect(found.stderr).toMatch(/\S\n$/);
    },
  );
});

describe('standard error', () => {
  test('is silent when all is well', async () => {
    expect((await run(['a', '-i', 'one'])).stderr).toBe('');
  });

  test('counts several systems, unless quiet', async () => {
    expect((await run(['a', '-i', 'one', 'two'])).stderr).toBe('sacreBLEU: Found 2 systems.\n');
    expect((await run(['a', '-i', 'one', 'two', '-q'])).stderr).toBe('');
  });

  test('warns of tokenized texts, unless forced', async () => {
    expect((await run(['many', '-i', 'many'])).stderr).toContain('100 segments end in a full stop after a space');
    expect((await run(['many', '-i', 'many', '-q'])).stderr).toMatch(/^100 segments/);
    expect((await run(['many', '-i', 'many', '--force'])).stderr).toBe('');
    expect((await run(['many', '-i', 'many', '-m', 'chrf'])).stderr).toBe('');
  });

  test('warns of a tokenizer that does not suit the language', async () => {
    const { stderr, exitCode } = await run(['zh.ref', '-i', 'zh.sys', '-l', 'en-zh', '-tok', '13a']);
    expect(stderr).toContain('Chinese');
    expect(exitCode).toBe(0);
  });

  test('says which lines differ in number', async () => {
    expect((await run(['few', '-i', 'one'])).stderr).toContain('one has 6 segments, but few has 1');
  });
});

describe('what sacreBLEU does otherwise', () => {
  test.each([
    '--list',
    '--cite -t wmt17',
    '--download wmt17',
    'a -i one --detail',
    'a -i one two --paired-bs',
    'a -i one two -par',
  ])('%s is refused', async (command) => {
    const { stdout, stderr, exitCode } = await run(command.split(' '));
    expect(stdout).toBe('');
    expect(stderr).toContain('not supported by assay sacrebleu');
    expect(exitCode).toBe(2);
  });

  test('a test set that is not in the cache is not downloaded', async () => {
    const { stderr, exitCode } = await run(['-t', 'wmt17', '-l', 'en-de', '-i', 'one'], {
      env: { SACREBLEU: 'nowhere' },
    });
    expect(stderr).toContain('assay downloads no test sets');
    expect(exitCode).toBe(1);
  });

  test('the version names both programs', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^assay \S+ \(as sacrebleu 2\.6\.0\)\n$/);
  });

  test('the help page lists every flag', async () => {
    const { stdout, exitCode } = await run(['-h']);
    for (const flag of ['--smooth-value', '-tok', '--ter-asian-support', '--confidence-n'])
      expect(stdout).toContain(flag);
    expect(exitCode).toBe(0);
  });

  // With NumPy 2 sacreBLEU ends with a TypeError here: its mean takes no mixture of NumPy's and Python's numbers.
  test('an interval is found where some resamples score 0', async () => {
    const { stdout } = await run(['half.ref', '-i', 'half.sys', '-m', 'chrf', '-ci', '-f', 'text']);
    expect(stdout).toMatch(/^chrF2\|nrefs:1\|bs:1000\|seed:12345\|.* = \d+\.\d \(μ = \d+\.\d ± 50\.0\)\n$/);
  });

  test('without a seed, chance decides', async () => {
    const args = ['a', '-i', 'one', '--confidence', '-f', 'text'];
    expect((await run(args, { env: { SACREBLEU_SEED: 'None' } })).stdout).toContain('|seed:none|');
  });
});

describe('colours', () => {
  const plain = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');

  test.each(['a b -i one two -m bleu chrf -f text', 'a -i one --confidence -f text'])(
    'on a terminal: %s',
    async (command) => {
      const args = command.split(' ');
      const colored = await run(args, { terminal: true });
      expect(colored.stdout).toContain('\u001b[36m');
      const uncolored = await run(args);
      expect(plain(colored.stdout)).toBe(uncolored.stdout);
      expect((await run([...args, '--no-color'], { terminal: true })).stdout).toBe(uncolored.stdout);
      expect((await run(args, { terminal: true, env: { NO_COLOR: '1' } })).stdout).toBe(uncolored.stdout);
    },
  );
});

describe('numbers', () => {
  test('are rounded to decimals as in Python', () => {
    expect(fixed.map(([value, digits]) => [value, digits, formatFixed(Number(value), digits)])).toEqual(fixed);
  });

  test('are written to JSON as in Python', () => {
    expect(floats.map(([value]) => [value, floatText(Number(value))])).toEqual(floats);
  });

  test('integers and floats are read as in Python', () => {
    expect(['5', ' +7 ', '1_000', '-3', '1_', '', '1.0', '0x1'].map(readInteger)).toEqual([
      5,
      7,
      1000,
      -3,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['.5', '5.', '1e-3', '1_0.2_5', 'inf', '-Infinity', 'nan', 'x', '1e', ''].map(readFloat)).toEqual([
      0.5,
      5,
      0.001,
      10.25,
      Infinity,
      -Infinity,
      NaN,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a mean is rounded once', () => {
    expect(exactMean(new Float64Array(1000).fill(2.675))).toBe(2.675);
    expect(exactMean(Float64Array.of(1e16, 1, -1e16))).toBe(1 / 3);
    expect(exactMean(Float64Array.of(0, 0))).toBe(0);
    expect(exactMean(Float64Array.of(-1, -2))).toBe(-1.5);
  });
});
