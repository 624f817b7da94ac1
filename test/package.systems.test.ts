/** Tests the package as users get it: packed, then installed in an empty folder, on every supported version of Node. Needs npm's registry. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { killServers, serveCampaign } from './judging/serveCampaign.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-package-'));
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

/** Npm also warns of unknown settings of the machine, which are not ours. */
const isOurs = (line: string) => line.includes('warn') && !line.includes('Unknown');

function npm(cwd: string, ...words: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return { status, output: stdout + stderr };
}

/** Returns a Node program of a version, downloaded from npm if necessary; undefined if npm cannot be reached. */
function nodeOfVersion(version: number): string | undefined {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const place = join(folder, `node${version}`);
  mkdirSync(place);
  const { status } = npm(place, 'pack', '--silent', `node-${process.platform}-${process.arch}@${version}`);
  if (status !== 0) return undefined;
  execFileSync('tar', ['xzf', readdirSync(place).find((file) => file.endsWith('.tgz'))!], { cwd: place });
  return join(place, 'package/bin/node');
}

function install(): { readonly app: string; readonly output: string } | undefined {
  const packed = npm(root, 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
  if (packed.status !== 0) throw new Error(packed.output);
  const app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "private": true }');
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))!;
  const { status, output } = npm(app, 'install', '--engine-strict', '--no-audit', '--no-fund', join(folder, tarball));
  if (status === 0) return { app, output };
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/.test(output)) return undefined;
  throw new Error(output);
}

const installed = existsSync(join(root, 'dist/command/assay.cjs')) ? install() : undefined;
const reason = existsSync(join(root, 'dist')) ? 'npm’s registry cannot be reached' : 'dist is not built';

describe.skipIf(!installed)(`the installed package${installed ? '' : ` (skipped: ${reason})`}`, () => {
  const { app, output } = installed ?? { app: '', output: '' };
  const assay = join(app, 'node_modules/assay');

  it('takes at most 45 MB and warns of nothing', () => {
    const sizes = readdirSync(join(app, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).blocks * 512);
    expect(sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20).toBeLessThan(45);
    expect(output.split('\n').filter(isOurs)).toEqual([]);
  });

  it('brings man pages, which npm links for everybody', () => {
    const prefix = join(folder, 'prefix');
    const tarball = join(
      folder,
      readdirSync(folder).find((file) => file.endsWith('.tgz'))!,
    );
    expect(npm(folder, 'install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', tarball).status).toBe(0);
    if (process.platform === 'win32') return; // npm links none there
    const pages = readdirSync(join(prefix, 'share/man/man1'));
    expect(pages).toEqual(expect.arrayContaining(['assay.1', 'assay-score.1', 'assay-judge.1']));
    const { stdout, error } = spawnSync('man', ['-w', 'assay', 'assay-score'], {
      encoding: 'utf8',
      env: { ...process.env, MANPATH: join(prefix, 'share/man') },
    });
    if (error === undefined) expect(stdout).toMatch(/assay\.1\n.*assay-score\.1\n/);
    const command = spawnSync(join(prefix, 'bin/assay'), ['--version'], { encoding: 'utf8' });
    expect(command.stdout).toBe(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`);
  });

  it('runs the examples of its page', () => {
    const readme = readFileSync(join(assay, 'README.md'), 'utf8');
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readme)!;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: app,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\d\d\.\d+ \d+(?:\.\d+)?\n$/);
    const [, typed = '', printed = ''] = /```console\n\$ assay (.*)\n([\s\S]*?)```/.exec(readme)!;
    const shown = spawnSync(process.execPath, [join(assay, 'dist/command/assay.cjs'), ...typed.split(' ')], {
      cwd: assay,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    expect(shown.stderr + shown.stdout).toBe(printed);
  });

  it('brings what the README links to', () => {
    const readme = readFileSync(join(assay, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(join(assay, link)))).toEqual([]);
  });

  for (const version of [20, 22, 24]) {
    const node = installed && nodeOfVersion(version);
    describe.skipIf(!node)(`on Node ${version}${node ? '' : ' (skipped: it cannot be had)'}`, () => {
      const command = join(assay, 'dist/command/assay.cjs');
      const example = (name: string) => join(assay, 'examples', name);
      const env = { ...process.env, XDG_CACHE_HOME: join(folder, `cache${version}`) };
      const run = (...words: string[]) => {
        const { status, stdout, stderr } = spawnSync(node!, [command, ...words], {
          cwd: folder,
          env,
          encoding: 'utf8',
        });
        return { status, stdout, stderr };
      };
      const texts = ['-r', example('reference.A.en.txt'), example('good.txt'), example('terse.txt')];

      it('scores, and starts from its own bytecode the second time', () => {
        const first = run('score', ...texts, '-m', 'bleu', 'chrf');
        expect(first).toMatchObject({ status: 0, stderr: '' });
        expect(first.stdout).toMatch(/BLEU.*chrF/);
        expect(run('score', ...texts, '-m', 'bleu', 'chrf')).toEqual(first);
        const places = [join(assay, 'dist/command'), join(folder, `cache${version}/assay`)].filter((place) =>
          existsSync(place),
        );
        const kept = places.flatMap((place) => readdirSync(place)).filter((file) => file.includes(`.v${version}.`));
        expect(kept.some((file) => file.startsWith('scoring.'))).toBe(true);
      });

      it('makes pages of comparisons', () => {
        const page = join(folder, `compare${version}.html`);
        expect(run('compare', ...texts, '-m', 'bleu', '-o', page)).toMatchObject({ status: 0, stderr: '' });
        expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<svg/i);
      });

      it('serves campaigns', async () => {
        const campaign = join(folder, `campaign${version}`);
        expect(run('judge', 'init', campaign, '-r', ...texts.slice(1), '--judges', '2')).toMatchObject({
          status: 0,
          stderr: '',
        });
        const server = await serveCampaign([campaign], { node: [node!], command, env });
        const health = await fetch(`${server.address}/healthz`);
        expect(health.status).toBe(200);
        await server.end('SIGTERM');
        expect(server.errors()).toBe('');
      });

      it('is a library', () => {
        const code =
          "import { bleu, measure, systemScore } from 'assay'; console.log(systemScore(measure(bleu(), { references: ['a b c d e'] }, [['a b c d e']]), 0).toFixed(2))";
        const { stdout, stderr } = spawnSync(node!, ['--input-type=module', '--eval', code], {
          cwd: app,
          encoding: 'utf8',
        });
        expect({ stdout, stderr }).toEqual({ stdout: '100.00\n', stderr: '' });
      });
    });
  }
});
