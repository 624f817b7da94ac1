/** Tests the Python package as users get it: the wheel, installed in a new environment, without Node on PATH. Needs Python and PyPI. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-python-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const onWindows = process.platform === 'win32';
const programs = join(folder, 'venv', onWindows ? 'Scripts' : 'bin');
const python = join(programs, onWindows ? 'python.exe' : 'python');

/** Only the environment's own programs are on PATH, so Node must come from its package. */
function run(words: readonly string[], cwd = folder) {
  const { ASSAY_NODE: _, ...env } = process.env;
  return spawnSync(python, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...env, PATH: programs, PYTHONUTF8: '1', XDG_CACHE_HOME: join(folder, 'cache') },
  });
}

/** The reason why there is nothing to test, if there is one. */
function install(): string | undefined {
  if (!existsSync(join(root, 'dist/command/assay.cjs'))) return 'dist is not built';
  const made = spawnSync(process.env['PYTHON'] ?? 'python3', ['-m', 'venv', join(folder, 'venv')]);
  if (made.status !== 0) return 'there is no Python with venv';
  const packed = spawnSync(process.execPath, ['scripts/python.js'], { cwd: root, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(packed.stderr);
  const dist = join(root, 'python/dist');
  const wheel = join(dist, readdirSync(dist)[0]!);
  const { status, stderr } = run([
    ...[
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `assay[pandas] @ ${pathToFileURL(wheel).href}`,
    ],
    ...['pytest', 'mypy', 'nbclient', 'ipykernel', 'sacrebleu==2.6.0'],
  ]);
  if (status === 0) return undefined;
  if (/ConnectionError|NewConnectionError|No matching distribution|Temporary failure/.test(stderr)) return 'PyPI cannot be reached'; // prettier-ignore
  throw new Error(stderr);
}

const reason = install();

describe.skipIf(reason !== undefined)(`Python${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  it('has no Node on PATH', () => {
    expect(readdirSync(programs).filter((name) => /^node(\.|$)/.test(name))).toEqual([]);
  });

  it('runs the example of the README', () => {
    const [, code = ''] = /```python\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;
    const { stdout, stderr } = run(['-c', code]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\d\d\.\d+ \d+\.\d+\n$/);
  });

  it('passes its tests', () => {
    const { status, stdout } = run(['-m', 'pytest', '-q', '-p', 'no:cacheprovider', join(root, 'python/tests')]);
    expect(status, stdout.slice(-4000)).toBe(0);
    expect(stdout).not.toMatch(/skipped/);
  });

  it('passes the tests of sacreBLEU itself', () => {
    const got = run(['-m', 'pip', 'download', '-q', '--no-deps', '--no-binary', ':all:', 'sacrebleu==2.6.0']);
    expect(got.status, got.stderr).toBe(0);
    const unpack = "import tarfile; tarfile.open('sacrebleu-2.6.0.tar.gz').extractall('.')";
    expect(run(['-W', 'ignore', '-c', unpack]).status).toBe(0);
    const theirs = join(folder, 'sacrebleu-2.6.0/test');
    copyFileSync(join(root, 'python/tests/as_sacrebleu.py'), join(theirs, 'conftest.py'));
    const files = ['bleu', 'sentence_bleu', 'chrf', 'ter'].map((name) => join(theirs, `test_${name}.py`));
    const { status, stdout } = run(['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...files], theirs);
    expect(status, stdout.slice(-4000)).toBe(0);
    expect(stdout).toMatch(/\b89 passed/);
  });

  it('runs the notebook', () => {
    const { status, stdout, stderr } = run([
      join(root, 'python/tests/run_notebook.py'),
      join(root, 'examples/python.ipynb'),
    ]);
    expect(status, stderr.slice(-2000)).toBe(0);
    const shown = JSON.parse(stdout) as {
      readonly data?: Readonly<Record<string, string>>;
      readonly text?: string;
    }[][];
    const [, scores, compared, explained, ranked, dropIn] = shown.map(([first]) => first);
    expect(scores!.data!['text/html']).toMatch(/<table>.*BLEU.*shuffled/s);
    expect(compared!.data!['text/html']).toContain('corrected_p');
    expect(explained!.data!['text/html']).toContain('1-grams matched');
    expect(ranked!.data!['text/html']).toContain('worst_rank');
    expect(dropIn!.text).toMatch(
      /^BLEU = \d+\.\d\d .*\nnrefs:2\|case:mixed\|eff:no\|tok:13a\|smooth:exp\|version:2\.6\.0\n$/,
    );
  });

  it('has types', () => {
    const { stdout } = run(['-m', 'mypy', '--strict', join(root, 'python/tests/typed.py')]);
    const expected = /typed\.py:\d+: error: .*"float".*"str"/;
    expect(
      stdout
        .trim()
        .split('\n')
        .filter((line) => line.includes('error:')),
    ).toEqual([expect.stringMatching(expected)]);
  });
});
