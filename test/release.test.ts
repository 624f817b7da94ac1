/** `npm run release` in a repository of its own: what it writes, and when it refuses. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
}
function release(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/release.js'), ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.trim() };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-release-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@localhost');
  git('config', 'commit.gpgsign', 'false');
  git('config', 'tag.gpgsign', 'false');
  write(
    'package.json',
    '{\n  "name": "assay",\n  "version": "0.1.0",\n  "dependencies": {\n    "other": "0.1.0"\n  }\n}\n',
  );
  write(
    'package-lock.json',
    '{\n  "name": "assay",\n  "version": "0.1.0",\n  "packages": {\n    "": {\n      "name": "assay",\n      "version": "0.1.0"\n    },\n    "node_modules/other": {\n      "version": "0.1.0"\n    }\n  }\n}\n',
  );
  write('src/core/version.ts', "export const version = '0.1.0';\n");
  write('CITATION.cff', 'title: Assay\nversion: 0.1.0\ndate-released: 2020-01-01\n');
  write('README.md', 'BLEU|version:assay-0.1.0|n:4, image assay:0.1.0, another assay-0.1.01\n');
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- Older line.\n\n## 0.1.0\n\n- First.\n');
  write('changes/bleu-faster.md', 'patch\n\nBLEU is\nfaster.\n');
  commit();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a release', () => {
  it('writes the version wherever it stands, the changelog, a commit and a tag', () => {
    write('changes/new-metric.md', 'minor\n\nA new metric.\n');
    commit();
    expect(release('minor')).toMatchObject({ status: 0, stderr: '' });
    expect(read('package.json')).toContain('"version": "0.2.0",\n  "dependencies": {\n    "other": "0.1.0"');
    expect(read('package-lock.json').match(/0\.2\.0/g)).toHaveLength(2);
    expect(read('package-lock.json')).toContain('"node_modules/other": {\n      "version": "0.1.0"');
    expect(read('src/core/version.ts')).toBe("export const version = '0.2.0';\n");
    expect(read('README.md')).toBe('BLEU|version:assay-0.2.0|n:4, image assay:0.2.0, another assay-0.1.01\n');
    const day = new Date().toISOString().slice(0, 10);
    expect(read('CITATION.cff')).toBe(`title: Assay\nversion: 0.2.0\ndate-released: ${day}\n`);
    expect(read('CHANGELOG.md')).toBe(
      `# Changelog\n\n## 0.2.0 (${day})\n\n- BLEU is faster.\n- A new metric.\n- Older line.\n\n## 0.1.0\n\n- First.\n`,
    );
    expect(existsSync(join(folder, 'changes')) ? readdirSync(join(folder, 'changes')) : []).toEqual([]);
    expect(git('tag', '--list')).toBe('v0.2.0');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('release 0.2.0');
  });

  it('can follow another', () => {
    expect(release('patch').status).toBe(0);
    expect(release('patch').stderr).toBe('release: There is nothing in changes/: no change to release.');
    write('changes/more.md', 'patch\n\nMore.\n');
    commit();
    expect(release('patch').status).toBe(0);
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## 0\.1\.2 \(\S+\)\n\n- More\.\n\n## 0\.1\.1 \(\S+\)\n\n- BLEU is faster\./,
    );
    expect(git('tag', '--list').split('\n')).toEqual(['v0.1.1', 'v0.1.2']);
  });

  it('takes the version that the source has already', () => {
    expect(release('minor', '--only-version')).toMatchObject({ status: 0, stderr: '' });
    expect(read('package.json')).toContain('"version": "0.2.0"');
    expect(read('CHANGELOG.md')).toContain('## Unreleased');
    commit();
    expect(release('patch').stderr).toBe('release: The source has version 0.2.0 already: type minor.');
    expect(release('minor').status).toBe(0);
    expect(git('tag', '--list')).toBe('v0.2.0');
  });

  it('as a dry run says what it would do, and does nothing', () => {
    const before = git('rev-parse', 'HEAD');
    const { status, stdout } = release('patch', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^0\.1\.0 → 0\.1\.1 \(patch\)\nwould write /);
    expect(stdout).toContain('would remove changes/bleu-faster.md');
    expect(stdout).toContain('- BLEU is faster.\n- Older line.');
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')]).toEqual([before, '', '']);
  });
});

describe('a release refuses', () => {
  it.each<[what: string, prepare: () => void, typed: string[], says: string]>([
    ['no size', () => {}, [], 'Type npm run release -- patch|minor|major, and --dry-run to see what it would do.'],
    [
      'another word',
      () => {},
      ['patch', '--fast'],
      'Unknown: --fast. Type patch|minor|major, and --dry-run to see what it would do.',
    ],
    ['two sizes', () => {}, ['minor', 'patch'], 'Type minor or patch, not both.'],
    [
      'a dirty tree',
      () => write('new.txt', 'x'),
      ['patch'],
      'There are changes that are not committed. Commit or stash them.',
    ],
    [
      'a bump that is too small',
      () => (write('changes/a.md', 'minor\n\nA.\n'), commit()),
      ['patch'],
      'changes/a.md asks for minor: type npm run release -- minor.',
    ],
    [
      'an entry without size',
      () => (write('changes/a.md', 'A.\n'), commit()),
      ['patch'],
      'changes/a.md:1: expected patch, minor, major, then an empty line and one paragraph.',
    ],
    [
      'an entry of two paragraphs',
      () => (write('changes/a.md', 'patch\n\nA.\n\nB.\n'), commit()),
      ['patch'],
      'changes/a.md:1: expected patch, minor, major, then an empty line and one paragraph.',
    ],
    [
      'missing entries',
      () => (rmSync(join(folder, 'changes/bleu-faster.md')), commit()),
      ['patch'],
      'There is nothing in changes/: no change to release.',
    ],
    ['a tag that exists', () => git('tag', 'v0.1.1'), ['patch'], 'The tag v0.1.1 exists already.'],
    [
      'a version that is skipped',
      () => (write('package.json', '{\n  "version": "0.4.0"\n}\n'), commit()),
      ['minor'],
      'package.json has 0.4.0, which does not follow the last release, 0.1.0.',
    ],
  ])('%s', (_, prepare, typed, says) => {
    prepare();
    const before = git('rev-parse', 'HEAD');
    expect(release(...typed)).toEqual({ status: 2, stdout: '', stderr: `release: ${says}` });
    expect(git('rev-parse', 'HEAD')).toBe(before);
  });
});

it('the entries of this repository can be released', () => {
  const entries = existsSync(join(root, 'changes'))
    ? readdirSync(join(root, 'changes')).filter((name) => name.endsWith('.md'))
    : [];
  const wrong = entries.filter(
    (name) =>
      !/^(?:patch|minor|major)\n\n(?:(?!\n\n)[\s\S])+$/.test(
        readFileSync(join(root, 'changes', name), 'utf8')
          .replaceAll('\r\n', '\n')
          .trim(),
      ),
  );
  expect(wrong).toEqual([]);
});
