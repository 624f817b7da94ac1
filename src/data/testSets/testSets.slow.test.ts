/** Test sets by name: every known definition, every format through a server, and what can go wrong on the way. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { citations, knownSets } from './knownSets.ts';
import { addDefinition, allSets, checkSet, getSet, openSet, setNamed } from './openSet.ts';
import { downloadPath } from './places.ts';
import { parseSet } from './testSet.ts';

/** A tar archive; a link has the kind 2. */
function tar(members: Readonly<Record<string, string>>, kind = '0'): Buffer {
  const blocks = Object.entries(members).flatMap(([name, text]) => {
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write('0000644\0', 100);
    head.write(`${(kind === '2' ? 0 : bytes.length).toString(8).padStart(11, '0')}\0`, 124);
    head.write('        ', 148);
    head.write(kind, 156);
    head.write('ustar\x0000', 257, 'latin1');
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    if (kind === '2') return [head];
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

let folder: string;
let server: Server;
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let env: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-testset-'));
  env = { ASSAY_DATA: join(folder, 'data'), SACREBLEU: join(folder, 'sacrebleu') };
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const serve = (bytes: Uint8Array) => {
  answer = (_, response) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
};

async function added(entry: object): Promise<void> {
  const path = join(folder, 'definition.json');
  writeFileSync(path, JSON.stringify(entry));
  await addDefinition(path, env);
}

const textSet = (file: object) => ({ name: 'made', format: 'text', files: [file], pairs: 'en-de', members: ['a.{s}', 'a.{t}'] }); // prettier-ignore
const texts = { 'a.en': 'one\ntwo\n', 'a.de': 'eins \nzwei\n' };

test('all definitions parse: the 67 sets and 452 pairs of sacreBLEU 2.6, WMT25 and WMT26', () => {
  const sets = knownSets.map((entry) => parseSet(entry, entry.name));
  const known = sets.filter(({ unverified }) => !unverified);
  expect(known).toHaveLength(67);
  expect(known.reduce((sum, { pairs }) => sum + pairs.size, 0)).toBe(452);
  expect(sets.filter(({ unverified }) => unverified).map(({ name }) => name)).toEqual(['wmt26', 'wmt25']);
  expect(new Set(sets.map(({ name }) => name)).size).toBe(sets.length);
  for (const { cite } of sets) for (const key of cite) expect(citations[key]).toContain(`{${key},`);
});

const sgml = (lines: readonly string[]) =>
  `<srcset>\n<doc docid="d1" genre="news" origlang="en">\n${lines.map((line, i) => `<seg id="${i + 1}"> ${line} </seg>`).join('\n')}\n</doc>\n</srcset>\n`;
const xml = `<dataset><doc id="d" origlang="en" domain="news"><src lang="en"><p><seg id="2">two</seg><seg id="1">one &amp; a</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">eins</seg><seg id="2">zwei</seg></p></ref><ref lang="de" translator="B"><p><seg id="1">ein</seg><seg id="2">zwo</seg></p></ref>
<hyp lang="de" system="../x"><p><seg id="1">e</seg><seg id="2">z</seg></p></hyp></doc>
<doc id="s" origlang="en" testsuite="t"><src lang="en"><p><seg id="1">no</seg></p></src></doc></dataset>`;
const record = (id: string, refs: object) => JSON.stringify({ doc_id: id, src_lang: 'en', tgt_lang: 'de_DE', domain: 'news', src_text: `${id}\n\nmore`, refs }); // prettier-ignore

describe('formats', () => {
  test.each([
    ['text in tar with gzip', 'x.tgz', gzipSync(tar(texts)), { format: 'text', members: ['a.{s}', 'a.{t}'] }, { src: 'one|two', ref: 'eins|zwei' }],
    ['text in zip', 'x.zip', zipSync({ 'a.en': Buffer.from(texts['a.en']), 'a.de': Buffer.from(texts['a.de']) }), { format: 'text', members: ['a.{s}', 'a.{t}'] }, { src: 'one|two', ref: 'eins|zwei' }],
    ['columns', 'x.tar', tar({ 't.tsv': '0\tone\teins\n1\ttwo\tzwei\n' }), { format: 'tsv', members: ['1:t.tsv', '2:t.tsv'] }, { src: 'one|two', ref: 'eins|zwei' }],
    ['SGML with plain text beside it', 'x.tgz', gzipSync(tar({ 's.sgm': sgml(['A &amp;  b', 'c']), 'r.sgm': sgml(['x', 'y']), 'more.ref': 'p\nq\n' })), { format: 'sgml', members: ['s.sgm', 'r.sgm', 'more.ref'] }, { src: 'A &amp; b|c', 'ref:0': 'x|y', 'ref:1': 'p|q', docid: 'd1|d1', genre: 'news|news', origlang: 'en|en' }],
    ['XML of IWSLT', 'x.tgz', gzipSync(tar({ 's.xml': sgml(['a']), 'r.xml': sgml(['b']) })), { format: 'sgml', members: ['s.xml', 'r.xml'] }, { src: 'a', ref: 'b', docid: 'd1', genre: 'news', origlang: 'en' }],
    ['XML of WMT', 'x.tgz', gzipSync(tar({ 'w.xml': xml })), { format: 'xml', members: ['w.xml'], references: ['A'] }, { src: 'one & a|two', 'ref:A': 'eins|zwei', 'ref:B': 'ein|zwo', docid: 'd|d', origlang: 'en|en', '../x': 'e|z', domain: 'news|news' }],
    ['JSON lines of WMT', 'x.jsonl', Buffer.from(`${record('a', { refA: { ref: 'eins' } })}\n${record('b', {})}\n${record('c', { refA: 'drei' })}\n`), { format: 'jsonl', members: ['x.jsonl'], pairs: 'en-de=en-de_DE' }, { src: 'a more|c more', 'ref:refA': 'eins|drei', docid: 'a|c', origlang: 'en|en', domain: 'news|news' }],
  ] as const)('%s', async (_, name, bytes, entry, expected) => {
    serve(bytes);
    await added({ name: 'made', files: [{ url: `${base}/${name}`, md5: md5(bytes) }], pairs: 'en-de', ...entry });
    await expect(openSet('made', 'en-de', env)).rejects.toThrow('assay testset get made en-de');
    const got = await getSet('made', ['en-de'], { env });
    expect(got.fetched[0]!.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const { fields, counting } = await openSet('made', 'en-de', env);
    const read = [...fields].map(([field, path]) => [field, readFileSync(path, 'utf8').trimEnd().replaceAll('\n', '|')]);
    expect(Object.fromEntries(read)).toEqual(expected);
    for (const path of fields.values()) expect(path.startsWith(env['ASSAY_DATA']!)).toBe(true);
    if (entry.format === 'xml') expect(counting).toEqual(['ref:A']);
    const checked = await checkSet(await setNamed('made', env), env);
    expect(checked.every(({ fault }) => fault === undefined)).toBe(true);
    writeFileSync([...fields.values()][0]!, 'other');
    expect((await checkSet(await setNamed('made', env), env)).filter(({ fault }) => fault)).toHaveLength(1);
  }); // prettier-ignore
});

describe('hostile archives are refused', () => {
  test.each([
    ['a path that climbs out', 'x.tar', tar({ '../evil': 'x', ...texts }), 'outside its folder'],
    ['an absolute path', 'x.tar', tar({ '/etc/evil': 'x', ...texts }), 'outside its folder'],
    ['a link', 'x.tar', tar(texts, '2'), 'is a link'],
    ['a climbing path in zip', 'x.zip', Buffer.from(zipSync({ '../evil': Buffer.from('x') })), 'outside its folder'],
    ['a bomb', 'x.tgz', gzipSync(tar({ big: '0'.repeat(80 << 20) })), 'unpacks to more'],
    ['what is not an archive', 'x.tgz', Buffer.from('<html>404</html>'), 'damaged'],
    ['an archive without the texts', 'x.tar', tar({ other: 'x' }), 'a.en is not in it'],
  ] as const)('%s', async (_, name, bytes, message) => {
    serve(bytes);
    await added(textSet({ url: `${base}/${name}` }));
    await expect(getSet('made', [], { env })).rejects.toThrow(message);
    expect(readdirSync(join(env['ASSAY_DATA']!, 'testsets', 'made'))).toEqual(['definition.json']);
  }); // prettier-ignore
});

describe('downloads', () => {
  const bytes = tar({ ...texts, filler: 'x'.repeat(200_000) });
  const entry = () => textSet({ url: `${base}/x.tar`, md5: md5(bytes) });

  test('a connection that is cut is continued where it ended', async () => {
    const ranges: (string | undefined)[] = [];
    answer = ({ headers: { range } }, response) => {
      ranges.push(range);
      const from = Number(/\d+/.exec(range ?? '0')![0]);
      const rest = bytes.subarray(from);
      const about = { etag: '"1"', 'content-length': rest.length };
      if (from === 0) {
        response.writeHead(200, about).write(rest.subarray(0, 70_000), () => setTimeout(() => response.destroy(), 100));
      } else {
        response.writeHead(206, { ...about, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }).end(rest); // prettier-ignore
      }
    };
    await added(entry());
    await getSet('made', [], { env });
    expect(ranges[0]).toBeUndefined();
    expect(Number(/\d+/.exec(ranges[1]!)![0])).toBeGreaterThan(0);
    expect(ranges).toHaveLength(2);
  });

  test('wrong bytes vanish', async () => {
    serve(Buffer.from('other'));
    await added(entry());
    await expect(getSet('made', [], { env })).rejects.toThrow(`not ${md5(bytes)}`);
    const left = readdirSync(join(env['ASSAY_DATA']!, 'downloads'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.includes('x.tar'))).toEqual([]);
  });

  // Writing to /dev/full fails as writing to a full disk does.
  test.skipIf(!existsSync('/dev/full'))('a full disk is said, and nothing is left', async () => {
    serve(bytes);
    await added(entry());
    const part = join(env['ASSAY_DATA']!, 'downloads', downloadPath(`${base}/x.tar`)) + '.part';
    mkdirSync(dirname(part), { recursive: true });
    symlinkSync('/dev/full', part);
    await expect(getSet('made', [], { env })).rejects.toThrow('no space is left');
    expect(readdirSync(dirname(part))).toEqual([]);
  });

  test('a slow server is waited for as long as bytes arrive', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      let at = 0;
      const timer = setInterval(() => {
        response.write(bytes.subarray(at, (at += Math.ceil(bytes.length / 10))));
        if (at < bytes.length) return;
        clearInterval(timer);
        response.end();
      }, 80);
    };
    await added(entry());
    await getSet('made', [], { env, patience: 0.5 }); // 0.8 s in all
    expect((await openSet('made', 'en-de', env)).counting).toEqual(['ref']);
  });

  test('a silent server is given up', async () => {
    answer = () => undefined;
    await added(entry());
    await expect(getSet('made', [], { env, patience: 0.1 })).rejects.toThrow('no data for 0.1 s');
  });

  test('a member that no file can hold is named', async () => {
    await added({ ...entry(), files: [{ url: `${base}/other.txt` }] });
    await expect(getSet('made', [], { env })).rejects.toThrow('none of its files is or can hold a.en');
  });

  test('two at once fetch it once', async () => {
    let requests = 0;
    answer = (_, response) => {
      requests++;
      setTimeout(() => response.writeHead(200, { 'content-length': bytes.length }).end(bytes), 100);
    };
    await added(entry());
    await Promise.all([getSet('made', [], { env }), getSet('made', [], { env })]);
    expect(requests).toBe(1);
  });

  test('a mirror replaces all servers', async () => {
    const asked: (string | undefined)[] = [];
    answer = ({ url }, response) => {
      asked.push(url);
      response.end(bytes);
    };
    await added({ ...entry(), files: [{ url: 'https://example.invalid/a/x.tar', md5: md5(bytes) }] });
    await getSet('made', [], { env: { ...env, ASSAY_MIRROR: `${base}/m/` } });
    expect(asked).toEqual(['/m/example.invalid/a/x.tar']);
  });

  test('an address that is gone', async () => {
    answer = (_, response) => response.writeHead(404).end();
    await added(entry());
    await expect(getSet('made', [], { env })).rejects.toThrow('the server answered 404');
  });
});

test('known names cannot be taken, and unknown ones are named', async () => {
  await expect(added({ ...textSet({ url: 'https://x.org/x.tar' }), name: 'wmt22' })).rejects.toThrow('known test set');
  await expect(setNamed('wmt222', env)).rejects.toThrow('wmt22');
  expect((await allSets(env)).length).toBe(69);
});
