/**
 * Makes a release: `npm run release -- patch|minor|major`. The next version goes wherever a version stands, the entries in changes/ go below
 * a new heading of CHANGELOG.md, and a commit and a tag are made; nothing is pushed. `--dry-run` prints what would be done.
 * `--only-version` sets the version and does nothing else, for a change that must not keep the version of a release, such as one of scores.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bumps = ['patch', 'minor', 'major'];

const root = process.cwd();
const read = (path) => readFileSync(join(root, path), 'utf8');
const git = (...words) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

try {
  release(process.argv.slice(2));
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 2;
}

function release(typed) {
  const { bump, dryRun, onlyVersion } = understood(typed);
  const now = JSON.parse(read('package.json')).version;
  const last = lastRelease();
  const next = nextVersion(last, now, bump);
  if (!dryRun && git('status', '--porcelain') !== '')
    throw new Error('There are changes that are not committed. Commit or stash them.');
  if (git('tag', '--list', `v${next}`) !== '') throw new Error(`The tag v${next} exists already.`);
  const entries = onlyVersion ? [] : changeEntries();
  checkEntries(entries, bump, onlyVersion);
  const files = new Map(now === next ? [] : filesWithVersion(now, next));
  if (!onlyVersion) {
    const day = new Date().toISOString().slice(0, 10);
    files.set('CHANGELOG.md', newChangelog(read('CHANGELOG.md'), entries, next, day));
    if (existsSync(join(root, 'CITATION.cff'))) {
      const citation = files.get('CITATION.cff') ?? read('CITATION.cff');
      files.set(
        'CITATION.cff',
        citation.replace(
          /\n(?:date-released: .*\n)?(version: .*\n)(?:date-released: .*\n)?/,
          `\n$1date-released: ${day}\n`,
        ),
      );
    }
  }
  console.log(`${last} → ${next} (${bump})`);
  for (const path of files.keys()) console.log(`${dryRun ? 'would write' : 'wrote'} ${path}`);
  for (const { path } of entries) console.log(`${dryRun ? 'would remove' : 'removed'} ${path}`);
  if (dryRun) {
    if (!onlyVersion) console.log(`would commit, and tag v${next}:\n\n${sectionOf(files.get('CHANGELOG.md'), next)}`);
    return;
  }
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  for (const { path } of entries) rmSync(join(root, path));
  if (onlyVersion) return;
  git('add', '--all');
  git('commit', '--quiet', '--message', `release ${next}`);
  git('tag', '--annotate', `v${next}`, '--message', `Assay ${next}`);
  console.log(`committed, and tagged v${next}. To publish: git push --follow-tags`);
}

function understood(typed) {
  const bump = typed.find((word) => bumps.includes(word));
  const strange = typed.find((word) => word !== bump && !['--dry-run', '--only-version'].includes(word));
  if (bump !== undefined && bumps.includes(strange)) throw new Error(`Type ${bump} or ${strange}, not both.`);
  if (strange !== undefined)
    throw new Error(`Unknown: ${strange}. Type ${bumps.join('|')}, and --dry-run to see what it would do.`);
  if (bump === undefined)
    throw new Error(`Type npm run release -- ${bumps.join('|')}, and --dry-run to see what it would do.`);
  return { bump, dryRun: typed.includes('--dry-run'), onlyVersion: typed.includes('--only-version') };
}

/** The newest version with a heading in the changelog. */
function lastRelease() {
  const found = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))?.[1];
  if (found === undefined) throw new Error('CHANGELOG.md has no heading of a release, such as ## 0.1.0.');
  return found;
}

/** Counted from the last release. The source may have the next version already, if scores have changed since. */
function nextVersion(last, now, bump) {
  const bumped = bumps.map((each) => bumpedBy(last, each));
  const next = bumped[bumps.indexOf(bump)];
  const ahead = bumped.indexOf(now);
  if (now !== last && ahead < 0)
    throw new Error(`package.json has ${now}, which does not follow the last release, ${last}.`);
  if (ahead > bumps.indexOf(bump)) throw new Error(`The source has version ${now} already: type ${bumps[ahead]}.`);
  return next;
}

function bumpedBy(version, bump) {
  const [major, minor, patch] = version.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** What changes/*.md say: how large a change is, and a paragraph about it. */
function changeEntries() {
  const folder = join(root, 'changes');
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .sort()
    : [];
  return names.map((name) => {
    const path = `changes/${name}`;
    const [first = '', empty, ...paragraph] = read(path).replaceAll('\r\n', '\n').trim().split('\n');
    const text = paragraph.join(' ').trim();
    if (!bumps.includes(first.trim()) || empty !== '' || text === '' || paragraph.includes('')) {
      throw new Error(`${path}:1: expected ${bumps.join(', ')}, then an empty line and one paragraph.`);
    }
    return { path, bump: first.trim(), text };
  });
}

function checkEntries(entries, bump, onlyVersion) {
  if (onlyVersion) return;
  if (entries.length === 0) throw new Error('There is nothing in changes/: no change to release.');
  const larger = entries.find((entry) => bumps.indexOf(entry.bump) > bumps.indexOf(bump));
  if (larger) throw new Error(`${larger.path} asks for ${larger.bump}: type npm run release -- ${larger.bump}.`);
}

/** Files that say which version this is, with the next one: the package, and signatures in documents and tests. */
function filesWithVersion(now, next) {
  const plain = now.replaceAll('.', '\\.');
  const signed = new RegExp(`(\\bassay[-:])${plain}(?![\\d.]*\\d)`, 'g');
  const own = {
    'package.json': [/^( {2}"version": ")[^"]*/m],
    'package-lock.json': [/^( {2}"version": ")[^"]*/m, /^( {4}"": \{\n {6}"name": "assay",\n {6}"version": ")[^"]*/m],
    'src/core/version.ts': [/^(export const version = ')[^']*/m],
    'CITATION.cff': [/^(version: )\S+/m],
    'test/goldenScores.cases.json': [/^( "version": ")[^"]*/m],
  };
  const paths = git('ls-files')
    .split('\n')
    .filter((path) => path !== '' && path !== 'CHANGELOG.md' && !path.startsWith('changes/'));
  return paths.flatMap((path) => {
    if (!existsSync(join(root, path))) return [];
    const before = readFileSync(join(root, path));
    if (before.includes(0)) return []; // an image
    const text = before.toString('utf8');
    const after = (own[path] ?? []).reduce(
      (made, pattern) => made.replace(pattern, `$1${next}`),
      text.replace(signed, `$1${next}`),
    );
    return after === text ? [] : [[path, after]];
  });
}

/** The changelog with a section of the new version, which takes what is below Unreleased and the entries. */
function newChangelog(text, entries, next, day) {
  const list = entries.map(({ text: says }) => `- ${says}\n`).join('');
  const [, start, unreleased = '', rest] =
    /^([\s\S]*?)(?:## Unreleased\n+((?:(?!^## )[\s\S])*))?(^## \d[\s\S]*)$/m.exec(text) ?? [];
  const old = unreleased.trim() === '' ? '' : `${unreleased.trim()}\n`;
  return `${start}## ${next} (${day})\n\n${list}${old}\n${rest}`;
}

function sectionOf(text, version) {
  return text.slice(text.indexOf(`## ${version}`)).split(/\n(?=## )/)[0];
}
