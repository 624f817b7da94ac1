/** What sacreBLEU 2.6.0 printed, byte for byte. The cases are made by scripts/check-sacrebleu/transcripts.py. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sacrebleu } from '../src/cli/commands/sacrebleu.ts';
import { exactMean, floatText, formatFixed, readFloat, readInteger } from '../src/cli/sacrebleu/numbers.ts';
import { exp, log } from '../src/cli/sacrebleu/roundedMath.ts';

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

  test('says that a baseline given twice is read once, unless quiet', async () => {
    const args = ['a', '-i', 'one', 'two', 'one', '--paired-bs'];
    expect((await run(args)).stderr).toContain('one is the baseline');
    expect((await run([...args, '-q'])).stderr).toBe('');
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
  test.each(['a -i one --detail'])('%s is refused', async (command) => {
    const { stdout, stderr, exitCode } = await run(command.split(' '));
    expect(stdout).toBe('');
    expect(stderr).toContain('not supported by assay sacrebleu');
    expect(exitCode).toBe(2);
  });

  test('a test set that is not in the cache is not downloaded', async () => {
    const { stderr, exitCode } = await run(['-t', 'wmt17', '-l', 'en-de', '-i', 'one'], {
      env: { SACREBLEU: 'nowhere' },
    });
    expect(stderr).toContain('assay testset get wmt17 en-de');
    expect(exitCode).toBe(1);
  });

  test('--cite prints BibTeX, and --list what there is', async () => {
    expect((await run(['--cite', '-t', 'wmt17'])).stdout).toMatch(/^@inproceedings\{bojar-EtAl:2017:WMT1,\n/);
    expect((await run(['--list'])).stdout).toMatch(/^The available test sets are:\niwslt17 {23}: /);
    expect((await run(['--list', '-t', 'wmt17/tworefs'])).stdout).toBe(
      'en-fi: src, ref:0, ref:1, docid, genre, origlang\n',
    );
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

  test.each(['--paired-bs', '--paired-ar'])('without a seed, chance decides about %s', async (flag) => {
    const args = ['ref.1', '-i', 'sys.1', 'sys.2', 'sys.3', flag, `${flag}-n`, '150'];
    const env = { SACREBLEU_SEED: 'none' };
    const once = await run(args, { env });
    expect((await run(args, { env })).stdout).not.toBe(once.stdout);
    expect((await run([...args, '-f', 'text'], { env })).stdout).toMatch(/\|(bs|ar):150\|seed:none\|/);
    const p = [...once.stdout.matchAll(/"p_value": (\S+),/g)].map(([, value]) => Number(value));
    expect(p.slice(1).every((value) => value >= 1 / 151 && value <= 1)).toBe(true);
  });

  // In paired tests sacreBLEU takes the seed 0 for none, though its signature says 0.
  test.each(['--paired-bs', '--paired-ar'])('the seed 0 is a seed to %s', async (flag) => {
    const args = ['ref.1', '-i', 'sys.1', 'sys.2', flag, `${flag}-n`, '150'];
    const env = { SACREBLEU_SEED: '0' };
    expect((await run(args, { env })).stdout).toBe((await run(args, { env })).stdout);
  });

  test('more samples than fit into memory are refused', async () => {
    const { stderr, exitCode } = await run(['a', '-i', 'one', 'two', '--paired-ar', '-parn', '1000000000000']);
    expect(stderr).toContain('at most');
    expect(exitCode).toBe(1);
  });
});

describe('Python', () => {
  // Printed by sacreBLEU 2.6.0 with NumPy 2.5.4 in Python 3.13.0: `ref.2 -i sys.1 sys.2 --paired-bs -tok char`.
  const inNewPython = [2.7176353407012, 80.29455001888077];
  // The same with NumPy 2.4.6 in Python 3.11.7.
  const inOldPython = [2.7176353407011646, 80.29455001888078];
  const args = ['ref.2', '-i', 'sys.1', 'sys.2', '--paired-bs', '-tok', 'char'];

  test.each([
    [undefined, inOldPython],
    ['3.11', inOldPython],
    ['3.9.18', inOldPython],
    ['3.12', inNewPython],
    ['3.13.0', inNewPython],
  ] as const)('%s adds logarithms its own way', async (version, numbers) => {
    const { stdout } = await run(args, { env: version === undefined ? {} : { ASSAY_PYTHON: version } });
    const [baseline, system] = JSON.parse(stdout) as { BLEU: { ci: number; mean: number } }[];
    expect([baseline!.BLEU.ci, system!.BLEU.mean]).toEqual(numbers);
  });

  test('must be a version', async () => {
    const { stderr, exitCode } = await run(args, { env: { ASSAY_PYTHON: 'new' } });
    expect(stderr).toContain('ASSAY_PYTHON must be a version');
    expect(exitCode).toBe(1);
  });
});

describe('colours', () => {
  const plain = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');

  test.each([
    'a b -i one two -m bleu chrf -f text',
    'a -i one --confidence -f text',
    'ref.1 -i sys.1 sys.2 --paired-bs -f text',
    'ref.1 -i sys.1 sys.2 --paired-ar -f latex',
  ])('on a terminal: %s', async (command) => {
    const args = command.split(' ');
    const colored = await run(args, { terminal: true });
    expect(colored.stdout).toContain('\u001b[36m');
    const uncolored = await run(args);
    expect(plain(colored.stdout)).toBe(uncolored.stdout);
    expect((await run([...args, '--no-color'], { terminal: true })).stdout).toBe(uncolored.stdout);
    expect((await run(args, { terminal: true, env: { NO_COLOR: '1' } })).stdout).toBe(uncolored.stdout);
  });

  // Printed by sacreBLEU 2.6.0 on a terminal.
  test('mark the baseline and p-values that are not small', async () => {
    const args = ['ref.1', '-i', 'sys.1', 'sys.2', '--paired-ar', '-f', 'text'];
    const { stdout } = await run(args, { terminal: true });
    const [, heads, , baseline, , , p] = stdout.split('\n');
    expect([heads, baseline, p]).toEqual([
      '│          \u001b[36mSystem\u001b[0m │     \u001b[36mBLEU\u001b[0m     │',
      '│ \u001b[33mBaseline: sys.1\u001b[0m │     \u001b[33m70.9\u001b[0m     │',
      '│                 │ \u001b[31m(p = 0.3002)\u001b[0m │',
    ]);
  });
});

describe('exponential and logarithm', () => {
  // Values of mpmath 1.4 with 300 bits, rounded once. The first ones lie close to the middle between two doubles.
  test.each([
    [-1.0688470792843288, 0.3434042070996754],
    [4.294973962955926, 73.33030511578127],
    [-0.7578513004136047, 0.4686723820287292],
    [1.3527985834232537, 3.868235977756908],
    [1.0129930078143339, 2.7538309302665356],
    [0, 1],
    [1, 2.718281828459045],
    [-1, 0.36787944117144233],
    [699, 3.7311512151407716e303],
    [-650.25, 3.9811921806329143e-283],
    [-2499999999, 0],
  ])('exp(%d) = %d', (x, expected) => {
    expect(exp(x)).toBe(expected);
  });

  test.each([
    [59.896901875772535, 4.092624782177326],
    [47.580992821874446, 3.8624333710268983],
    [28.75579743853389, 3.358839396950685],
    [24.361816153685528, 3.1930169948116243],
    [89.91785067342924, 4.498896483206564],
    [1, 0],
    [0.1, -2.3025850929940455],
    [100, 4.605170185988092],
    [1.0000000000000002, 2.2204460492503128e-16],
    [0.9999999999999999, -1.1102230246251565e-16],
    [1e200, 460.51701859880916],
    [3e-250, -574.5476609598433],
  ])('log(%d) = %d', (x, expected) => {
    expect(log(x)).toBe(expected);
  });
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
