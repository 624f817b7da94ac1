/** What differs on Windows and macOS, tested anywhere: ends of lines, paths with drives and backslashes, names that differ in case, consoles. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyCommand } from '../src/cli/command.ts';
import { commands } from '../src/cli/commands/index.ts';
import { checkOutputs, fileKey, writeWhole } from '../src/cli/output.ts';
import { openingCommand } from '../src/cli/localServer.ts';
import { runTyped } from '../src/cli/testing/runTyped.ts';
import { scoreFileOf } from '../src/data/readScores.ts';

const examples = fileURLToPath(new URL('../examples', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-platforms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('files with ends of lines as on Windows', () => {
  beforeAll(() => {
    for (const entry of readdirSync(examples, { recursive: true, withFileTypes: true })) {
      const from = join(entry.parentPath, entry.name);
      if (!statSync(from).isFile()) continue;
      const to = join(folder, from.slice(examples.length));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, readFileSync(from, 'utf8').replace(/\r?\n/g, '\r\n'));
    }
  });

  /** Everything but hashes of the input, and the folder. */
  async function result(typed: string, base: string): Promise<string> {
    const [name, ...words] = typed.replaceAll('@', `${base}/`).split(' ');
    const command: AnyCommand = commands.find((each) => each.name === name)!;
    const { shown, warnings } = await runTyped(command, words);
    // Where lines are folded depends on the length of the folder's name.
    return [shown, ...warnings]
      .join('\n')
      .replaceAll(base, '')
      .replace(/[0-9a-f]{16,}/g, 'hash')
      .replace(/\s+/g, ' ');
  }

  it.each([
    'score -r @reference.A.en.txt -s @source.de.txt @good.txt @terse.txt -m bleu chrf ter meteor',
    'score -r @reference.A.en.txt -l @labels.tsv --by document @good.txt',
    'score @data.tsv',
    'score @data.jsonl',
    'score -r @reference.sgm @good.sgm',
    'score -r @reference.xlf @good.xlf',
    'score @wmt.xml',
    'rank @judgments.tsv',
    'agree @judgments.tsv',
    'rank @ratings.csv',
    'task @task',
    'rerank @nbest.txt --weights @weights.txt',
    'oracle @nbest.txt -r @reference.A.en.txt -m bleu',
    'lattice info @lattices.plf',
    'lattice info @forests.jsonl',
  ])('%s', async (typed) => {
    const usual = await result(typed, examples);
    expect(usual.length).toBeGreaterThan(100);
    expect(await result(typed, folder)).toBe(usual);
  });
});

describe('paths of Windows', () => {
  it.each([
    ['C:\\scores\\comet.tsv', { path: 'C:\\scores\\comet.tsv' }],
    ['COMET=C:\\scores\\comet.txt', { path: 'C:\\scores\\comet.txt', said: { metric: 'COMET' } }],
    ['COMET:big=D:\\x.txt', { path: 'D:\\x.txt', said: { metric: 'COMET', system: 'big' } }],
    ['C:\\scores\\a=b.tsv', { path: 'C:\\scores\\a=b.tsv' }],
    ['..\\a=b.tsv', { path: '..\\a=b.tsv' }],
  ])('scores are in %s', (typed, found) => expect(scoreFileOf(typed)).toEqual(found));

  it('give systems and patterns their names, and tell folders of shared tasks', async () => {
    vi.resetModules();
    vi.doMock('node:path', () => ({ ...win32, default: win32 }));
    const { nameSystems } = await import('../src/data/systemNames.ts');
    const { nameOfPattern } = await import('../src/data/filePattern.ts');
    const { isInRoom } = await import('../src/data/sharedTask/taskFolder.ts');
    vi.doUnmock('node:path');
    const names = nameSystems(
      ['C:\\runs\\big.hyp.txt.gz', 'runs/small.txt', '.\\other.txt'].map((path) => ({ path, name: undefined })),
    );
    expect(names).toEqual(['big', 'small', 'other']);
    expect(nameOfPattern('C:\\runs\\base.*.txt')).toBe('base');
    expect(isInRoom('C:\\task', 'C:\\task\\outputs\\new.txt')).toBe(true);
    expect(isInRoom('C:\\task', 'D:\\task\\outputs\\new.txt')).toBe(false);
  });
});

describe('names that differ in case', () => {
  it('are one file on Windows and macOS, and two elsewhere', () => {
    const [one, other] = ['Out.txt', 'out.txt'].map((name) => join(folder, name)) as [string, string];
    expect(fileKey(one, 'win32')).toBe(fileKey(other, 'win32'));
    expect(fileKey(one, 'darwin')).toBe(fileKey(other, 'darwin'));
    expect(fileKey(one, 'linux')).not.toBe(fileKey(other, 'linux'));
  });

  it('do not let an output replace an input', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    try {
      expect(() => checkOutputs([join(folder, 'Ref.TXT')], [join(folder, 'ref.txt')])).toThrow(
        'is read by the same command',
      );
      expect(() => checkOutputs([join(folder, 'a.tsv'), join(folder, 'A.tsv')], [])).toThrow('is written twice');
    } finally {
      vi.restoreAllMocks();
    }
  });
});

it('an output replaces what is there, and leaves nothing else', async () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const path = join(own, 'scores.tsv');
  await writeWhole(path, ['old\n']);
  await writeWhole(path, ['new\n']);
  expect(readFileSync(path, 'utf8')).toBe('new\n');
  expect(readdirSync(own)).toEqual(['scores.tsv']);
});

it.each([
  ['win32', ['cmd', '/c', 'start', '""', '"http://127.0.0.1:1/?a=1&b=2"']],
  ['darwin', ['open', 'http://127.0.0.1:1/?a=1&b=2']],
  ['linux', ['xdg-open', 'http://127.0.0.1:1/?a=1&b=2']],
] as const)('a browser opens on %s', (platform, words) => {
  expect(openingCommand('http://127.0.0.1:1/?a=1&b=2', platform)).toEqual(words);
});
