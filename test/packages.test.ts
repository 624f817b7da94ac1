/** What goes to people besides code: lists of packages, citation, workflows, image. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withReplacedTable } from '../scripts/readmeTable.js';
import { commands } from '../src/cli/commands/index.ts';
import { version } from '../src/core/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly version: string } };
  readonly components: readonly {
    readonly name: string;
    readonly purl: string;
    readonly licenses: readonly { readonly expression?: string; readonly license?: { readonly id?: string } }[];
    readonly properties: readonly { readonly value: string }[];
  }[];
}

describe('packages by others', () => {
  const bill = JSON.parse(read('dist/sbom.cdx.json')) as Bill;

  it('the bill of materials has what is bundled and installed, with licences', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version } } });
    const uses = new Map(bill.components.map(({ name, properties }) => [name, properties[0]!.value]));
    expect(
      Object.fromEntries(['fastify', 'preact', 'commander', 'libsql'].map((name) => [name, uses.get(name)])),
    ).toEqual({
      fastify: 'bundled',
      preact: 'bundled',
      commander: 'bundled',
      libsql: 'installed',
    });
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).filter((name) => !uses.has(name))).toEqual([]);
    expect(uses.has('vitest')).toBe(false);
    const unknown = bill.components.filter(({ licenses: [first] }) => !(first?.expression ?? first?.license?.id));
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  it('THIRD-PARTY.md lists them, and dist has the notices of those in bundles', () => {
    const rows = [
      ...read('THIRD-PARTY.md').matchAll(/^\| (\S+) \| (\d\S*) \| .+ \| (bundled|installed|optional) \|$/gm),
    ];
    expect([...new Set(rows.map(([, name, of]) => `pkg:npm/${name!.replace('@', '%40')}@${of}`))].sort()).toEqual(
      bill.components.map(({ purl }) => purl).sort(),
    );
    const notices = read('dist/THIRD-PARTIES.txt');
    const missing = rows.filter(([, name, of, how]) => how === 'bundled' && !notices.includes(`${name} ${of}\n\n`));
    expect(missing.map(([, name]) => name)).toEqual([]);
  });
});

describe('no address of a registry', () => {
  const workflows = readdirSync(join(root, '.github/workflows')).map((name) => join('.github/workflows', name));
  it.each([
    ...workflows,
    'Dockerfile',
    '.github/dependabot.yml',
    'package-lock.json',
    'dist/sbom.cdx.json',
    'THIRD-PARTY.md',
    'README.md',
    'python/README.md',
    'package.json',
  ])('is in %s', (path) => {
    const text = read(path);
    // Homes of packages and funding pages that the lockfile copies are not where they are fetched.
    expect(
      text.match(/registry[.-]\w[\w.-]*|"resolved"|_authToken|index-url|shields\.io|ghcr\.io|docker\.io/gi),
    ).toBeNull();
  });
});

describe('workflows', () => {
  it('test every supported version of Node on every system', () => {
    const { jobs } = parse(read('.github/workflows/test.yml')) as {
      jobs: { test: { strategy: { matrix: { node: number[]; system: string[] } } } };
    };
    expect(jobs.test.strategy.matrix).toEqual({
      node: [20, 22, 24],
      system: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    });
  });

  it('run scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const names = readdirSync(join(root, '.github/workflows')).flatMap((name) =>
      [...read(join('.github/workflows', name)).matchAll(/npm run ([\w:]+)|npm (test)\b/g)].map(
        ([, run, test]) => run ?? test!,
      ),
    );
    expect(names.length).toBeGreaterThan(5);
    expect([...new Set(names)].filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the README', () => {
  const readme = read('README.md');

  it('names every command', () => {
    const [, table = ''] = /## Commands\n([\s\S]*?)\n\n`assay COMMAND/.exec(readme)!;
    const named = [...table.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!);
    expect(named.sort()).toEqual([...commands.map(({ name }) => name), 'sacrebleu'].sort());
  });

  it('has the ratios of the page that the bench writes', () => {
    const ratios = [...readme.matchAll(/(\d[\d.]*)\u00a0×/g)].map(([, ratio]) => `${ratio} ×`);
    expect(ratios.length).toBeGreaterThan(5);
    expect(withReplacedTable(readme, read('docs/understand/speed.md')).replace(/ +|-+/g, '')).toBe(
      readme.replace(/ +|-+/g, ''),
    );
    const other = read('docs/understand/speed.md').replaceAll(' ×', '7 ×');
    expect(withReplacedTable(readme, other).replace(/ +|-+/g, '')).not.toBe(readme.replace(/ +|-+/g, ''));
  });

  it('prints what its example in JavaScript says', () => {
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readme)!;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: root,
      encoding: 'utf8',
    });
    const [good, terse] = printed.trim().split(' ').map(Number) as [number, number];
    expect(good).toBeGreaterThan(terse);
    expect(good).toBeLessThan(100);
  });
});

it('the citation names this version', () => {
  const citation = parse(read('CITATION.cff')) as Record<string, unknown>;
  expect(citation).toMatchObject({ 'cff-version': '1.2.0', authors: [{ name: 'Assay developers' }], version });
});

it('the image leaves out what its build makes itself', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', '**/dist']));
  expect(read('Dockerfile')).toMatch(/\nUSER node\n[\s\S]*\nHEALTHCHECK .*\/healthz/);
  expect(existsSync(join(root, 'package-lock.json'))).toBe(true);
});
