/** The Dockerfile and the workflows pass the linters that their writers use. A linter that cannot be had is skipped, which its name says. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-linters-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, words: readonly string[], cwd = root) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, encoding: 'utf8', env: { ...process.env, GOBIN: folder }, shell: process.platform === 'win32' }); // prettier-ignore
  return { works: error === undefined && status === 0, output: `${stdout}${stderr}` };
}

/** actionlint as it is installed, or built by Go. */
function actionlint(): string | undefined {
  if (run('actionlint', ['--version']).works) return 'actionlint';
  const module = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';
  return ['go', '/usr/local/go/bin/go'].some((go) => run(go, ['install', module], folder).works)
    ? join(folder, 'actionlint')
    : undefined;
}

/** hadolint as it is installed, or dockerfilelint from npm. */
function dockerLinter(): string | undefined {
  if (run('hadolint', ['--version']).works) return 'hadolint';
  const got = run('npm', ['install', '--no-save', '--silent', '--prefix', folder, 'dockerfilelint@1.8.0'], folder);
  return got.works ? join(folder, 'node_modules/.bin/dockerfilelint') : undefined;
}

const [ofActions, ofDocker] = [actionlint(), dockerLinter()];

it.skipIf(ofActions === undefined)(
  `actionlint accepts the workflows${ofActions === undefined ? ' (skipped: neither actionlint nor Go is there)' : ''}`,
  () => {
    const workflows = readdirSync(join(root, '.github/workflows')).map((name) => join('.github/workflows', name));
    expect(workflows.length).toBeGreaterThan(3);
    expect(run(ofActions!, workflows)).toEqual({ works: true, output: '' });
  },
);

it.skipIf(ofDocker === undefined)(
  `a linter accepts the Dockerfile${ofDocker === undefined ? ' (skipped: there is neither hadolint nor npm’s registry)' : ''}`,
  () => {
    const { works, output } = run(ofDocker!, ['Dockerfile']);
    expect(works, output).toBe(true);
  },
);
