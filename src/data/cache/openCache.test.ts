import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheFolder, cacheLimit } from './cacheFolder.ts';
import { type CacheBounds, DiskCache, clearCache, describeCache, openCache } from './openCache.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  vi.stubEnv('ASSAY_CACHE', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const bounds: CacheBounds = { limit: 1e9, segmentBytes: 1 << 20, entries: 1e6, smallSegments: 32, idle: 1000 };

/** A cache as another process would open it. */
const open = (changed: Partial<CacheBounds> = {}, kind = 'test'): DiskCache =>
  new DiskCache({ path: folder, named: true }, kind, { ...bounds, ...changed });

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (value: Uint8Array | undefined): string | undefined => value && new TextDecoder().decode(value);
const files = (end: string): string[] =>
  readdirSync(join(folder, 'test'))
    .filter((name) => name.endsWith(end))
    .sort();
const pathOf = (name: string): string => join(folder, 'test', name);

const write = (entries: Record<string, string>, changed: Partial<CacheBounds> = {}): void => {
  const cache = open(changed);
  for (const [key, value] of Object.entries(entries)) cache.put(key, bytes(value));
  cache.flush();
};

describe('a cache', () => {
  it('returns what was put, before and after it is written, in this process and others', () => {
    const cache = open();
    const values = new Map(
      ['', 'a', 'ab', 'abc', 'abcd', 'x'.repeat(100_000), 'ü'].map((text, i) => [`key ${i}`, text]),
    );
    for (const [key, value] of values) cache.put(key, bytes(value));
    const check = (from: DiskCache) => {
      for (const [key, value] of values) expect(textOf(from.get(key))).toBe(value);
      expect(from.get('key 99')).toBeUndefined();
    };
    check(cache);
    cache.flush();
    check(cache);
    check(open());
  });

  it('keeps the latest value of a key', () => {
    write({ a: '1', b: '2' });
    write({ a: '3' });
    expect(textOf(open().get('a'))).toBe('3');
    expect(textOf(open().get('b'))).toBe('2');
  });

  it('does not change with the arrays of its callers', () => {
    const cache = open();
    const value = bytes('abc');
    cache.put('a', value);
    value[0] = 0;
    cache.get('a')![1] = 0;
    cache.flush();
    cache.get('a')![1] = 0;
    expect(textOf(cache.get('a'))).toBe('abc');
  });

  it('finds each of many entries', () => {
    const cache = open();
    const entries = Array.from({ length: 20_000 }, (_, i) => [`text ${i}`, Float64Array.of(i / 7)] as const);
    for (const [key, value] of entries) cache.put(key, new Uint8Array(value.buffer));
    cache.flush();
    const again = open();
    const wrong = entries.filter(([key, value]) => new Float64Array(again.get(key)!.buffer)[0] !== value[0]);
    expect(wrong).toEqual([]);
    expect(again.get('text 20000')).toBeUndefined();
  });

  it('is one for all callers, by kind', () => {
    openCache('ones').put('a', bytes('1'));
    expect(textOf(openCache('ones').get('a'))).toBe('1');
    expect(openCache('twos').get('a')).toBeUndefined();
  });

  it('off keeps nothing and writes nothing', () => {
    vi.stubEnv('ASSAY_CACHE', 'off');
    const cache = openCache('test');
    cache.put('a', bytes('1'));
    cache.flush();
    expect(cache.get('a')).toBeUndefined();
    expect(describeCache()).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('in a folder that cannot be made is an error that says what to do', () => {
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('ASSAY_CACHE', join(folder, 'file', 'in'));
    expect(() => openCache('test')).toThrow(
      /^Cannot write to .*, which ASSAY_CACHE names: ENOTDIR\. Name another folder/,
    );
  });

  it('in the usual folder that cannot be made does without', () => {
    writeFileSync(join(folder, 'file'), '');
    const cache = new DiskCache({ path: join(folder, 'file', 'in'), named: false }, 'test', bounds);
    cache.put('a', bytes('1'));
    cache.flush();
    cache.put('b', bytes('1'));
    expect(cache.get('a')).toBeUndefined();
  });
});

describe('damaged files are ignored', () => {
  const cases: [what: string, damage: (name: string) => void, left: (string | undefined)[]][] = [
    ['nothing', () => {}, ['one', 'two']],
    ['half a record at the end', (name) => appendFileSync(`${name}.keys`, 'xyz'), ['one', 'two']],
    ['a record cut', (name) => truncateSync(`${name}.keys`, 32 + 32 + 20), ['one', undefined]],
    ['values cut', (name) => truncateSync(`${name}.values`, 4), ['one', undefined]],
    ['a value changed', (name) => flip(`${name}.values`, 1), [undefined, 'two']],
    ['a record changed', (name) => flip(`${name}.keys`, 32 + 17), [undefined, 'two']],
    ['values gone', (name) => rmSync(`${name}.values`), [undefined, undefined]],
    ['another format', (name) => flip(`${name}.keys`, 2), [undefined, undefined]],
    ['no records', (name) => writeFileSync(`${name}.keys`, ''), [undefined, undefined]],
    ['other files', () => { writeFileSync(pathOf('notes.keys'), 'notes'); mkdirSync(pathOf('a-000000000000.keys')); }, ['one', 'two']],
  ]; // prettier-ignore
  const flip = (file: string, at: number): void => {
    const content = readFileSync(file);
    content[at]! ^= 1;
    writeFileSync(file, content);
  };
  it.each(cases)('%s', (_, damage, left) => {
    write({ a: 'one', b: 'two' });
    damage(pathOf(files('.keys')[0]!.replace('.keys', '')));
    const cache = open();
    expect([textOf(cache.get('a')), textOf(cache.get('b'))]).toEqual(left);
    cache.put('a', bytes('new'));
    cache.flush();
    expect(textOf(open().get('a'))).toBe('new');
  });
});

describe('the size is bounded', () => {
  const age = (name: string, seconds: number): void => {
    const when = new Date(Date.now() - seconds * 1000);
    for (const end of ['keys', 'values']) utimesSync(pathOf(`${name}.${end}`), when, when);
  };
  const names = (): string[] => files('.keys').map((file) => file.replace('.keys', ''));

  it('the segments unused for longest go first', () => {
    const limits = { limit: 3200, segmentBytes: 1000 };
    const all: string[] = [];
    for (let i = 0; i < 3; i++) {
      write({ [`key ${i}`]: String(i).repeat(600) }, limits);
      const added = names().find((name) => !all.includes(name))!;
      all.push(added);
      age(added, 100 - i);
    }
    expect(textOf(open(limits).get('key 0'))).toBeDefined(); // now the latest used
    write({ 'key 3': '3'.repeat(600) }, limits);
    write({ 'key 4': '4'.repeat(600) }, limits);
    const kept = open(limits);
    expect([0, 1, 2, 3, 4].filter((i) => kept.get(`key ${i}`))).toEqual([0, 2, 3, 4]);
    expect(sizeOf()).toBeLessThanOrEqual(limits.limit);
  });

  it('also within one process', () => {
    const cache = open({ limit: 10_000, segmentBytes: 1000 });
    for (let i = 0; i < 100; i++) {
      cache.put(`key ${i}`, new Uint8Array(500));
      cache.flush();
    }
    expect(sizeOf()).toBeLessThanOrEqual(10_000);
    expect(open().get('key 99')).toBeDefined();
  });

  it('of other kinds, too', () => {
    const other = open({}, 'other');
    other.put('a', new Uint8Array(5000));
    other.flush();
    write({ b: 'b' }, { limit: 3000, segmentBytes: 1000 });
    expect(open({}, 'other').get('a')).toBeUndefined();
    expect(open().get('b')).toBeDefined();
  });

  it('so is the number of entries', () => {
    for (let i = 0; i < 20; i++) write({ [`a${i}`]: 'x', [`b${i}`]: 'y' }, { entries: 10 });
    expect(describeCache()!.kinds[0]!.entries).toBeLessThanOrEqual(12);
  });

  it('a value larger than a segment is not kept', () => {
    write({ a: 'x'.repeat(2000) }, { segmentBytes: 1000 });
    expect(open().get('a')).toBeUndefined();
  });

  it('small segments are merged once nobody uses them', () => {
    for (let i = 0; i < 6; i++) write({ [`key ${i}`]: `value ${i}`, shared: String(i) }, { smallSegments: 100 });
    const old = names();
    for (const [i, name] of old.slice(0, 5).entries()) age(name, 100 - i);
    write({ last: 'value' }, { smallSegments: 5 });
    expect(names().length).toBe(3); // the merged, the one in use, the new one
    expect(names().filter((name) => old.includes(name)).length).toBe(1);
    const cache = open();
    for (let i = 0; i < 6; i++) expect(textOf(cache.get(`key ${i}`))).toBe(`value ${i}`);
    expect(readdirSync(join(folder, 'test')).length).toBe(6);
  });

  const sizeOf = (): number => describeCache()!.kinds.reduce((sum, { bytes: each }) => sum + each, 0);
});

describe('describing and clearing', () => {
  it('lists kinds and removes nothing else', () => {
    write({ a: 'one', b: 'two' });
    const other = open({}, 'scores');
    other.put('c', bytes('three'));
    other.flush();
    writeFileSync(join(folder, 'mine.txt'), '');
    writeFileSync(join(folder, 'scores', 'mine.keys'), '');
    const { kinds, folder: named } = describeCache()!;
    expect(named).toBe(folder);
    expect(kinds).toEqual([
      { kind: 'scores', entries: 1, bytes: 69 },
      { kind: 'test', entries: 2, bytes: 102 },
    ]);
    clearCache();
    expect(describeCache()!.kinds).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['mine.txt', 'scores']);
    expect(readdirSync(join(folder, 'scores'))).toEqual(['mine.keys']);
  });
});

it('several processes write at once', async () => {
  const script = join(folder, 'write.mjs');
  const code = `import { openCache } from ${JSON.stringify(fileURLToPath(new URL('./openCache.ts', import.meta.url)))};
     const cache = openCache('test');
     for (let i = 0; i < 500; i++) {
       cache.put('key ' + i, new TextEncoder().encode('value ' + i));
       if (i % 7 === 0) cache.flush();
     }`;
  const settings = { bundle: true, platform: 'node', format: 'esm', outfile: script } as const;
  buildSync({ ...settings, stdin: { contents: code, resolveDir: folder } });
  const run = (): Promise<number | null> =>
    new Promise((done) => {
      spawn(process.execPath, [script], { stdio: 'inherit' }).on('exit', done);
    });
  expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0]);
  const cache = open();
  for (let i = 0; i < 500; i++) expect(textOf(cache.get(`key ${i}`))).toBe(`value ${i}`);
  expect(files('.keys').length).toBe(3);
});

describe('the folder', () => {
  it.each([
    [{ ASSAY_CACHE: 'off' }, 'linux', undefined],
    [{ ASSAY_CACHE: '/x' }, 'linux', '/x'],
    [{ XDG_CACHE_HOME: '/c' }, 'linux', '/c/assay/scores'],
    [{}, 'linux', expect.stringMatching(/\/\.cache\/assay\/scores$/)],
    [{}, 'darwin', expect.stringMatching(/\/Library\/Caches\/assay\/scores$/)],
    [{ LOCALAPPDATA: '/l' }, 'win32', '/l/assay/scores'],
  ] as const)('%j on %s', (env, platform, path) => {
    expect(cacheFolder(env, platform)?.path).toEqual(path);
  });

  it.each([
    [undefined, 2e9],
    ['500MB', 5e8],
    ['1.5 gb', 1.5e9],
  ])('size %s', (ASSAY_CACHE_SIZE, bytesAllowed) => {
    expect(cacheLimit({ ASSAY_CACHE_SIZE })).toBe(bytesAllowed);
  });

  it.each(['5', 'many', '-1GB', '1e9'])('size %s is refused', (ASSAY_CACHE_SIZE) => {
    expect(() => cacheLimit({ ASSAY_CACHE_SIZE })).toThrow('ASSAY_CACHE_SIZE must be a size such as 500MB or 4GB');
  });
});
