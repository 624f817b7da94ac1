/**
 * Fetches a file once: into a partial file that a later attempt continues, under a lock that other processes wait for, and to its place
 * only when the checksum is right.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type FileHandle,
  copyFile,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../core/index.ts';
import type { FileEntry } from './knownSets.ts';
import { readJson } from './places.ts';

/** What is known of a file that was fetched; kept beside it. */
export interface DownloadRecord {
  readonly url: string;
  readonly bytes: number;
  readonly md5: string;
  readonly sha256: string;
  /** When, as ISO 8601. */
  readonly fetched: string;
}

export interface DownloadOptions {
  /** Bytes so far, and of all if the server says so. */
  onProgress?(bytes: number, all: number | undefined): void;
  /** Another process fetches the same file. */
  onWait?(): void;
  /** Seconds without a byte after which a connection counts as dead; by default 60. */
  readonly patience?: number;
}

/** How often a connection that breaks off is taken up again. */
const attempts = 4;

/** Fetches `from`, an address or a path, to `target`; returns what is recorded, also if it is there already. */
export async function download(
  file: FileEntry,
  from: string,
  target: string,
  options: DownloadOptions = {},
): Promise<DownloadRecord> {
  const before = recordOf(target);
  if (before) return before;
  try {
    await mkdir(dirname(target), { recursive: true });
    return await locked(
      `${target}.lock`,
      options,
      async () => recordOf(target) ?? fetchWhole(file, from, target, options),
    );
  } catch (error) {
    throw explained(error, target);
  }
}

const recordPath = (target: string): string => `${target}.json`;

/** The record is written after the file, so it says that the file is complete. */
export const recordOf = (target: string): DownloadRecord | undefined => readJson<DownloadRecord>(recordPath(target));

async function fetchWhole(
  file: FileEntry,
  from: string,
  target: string,
  options: DownloadOptions,
): Promise<DownloadRecord> {
  const part = `${target}.part`;
  for (;;) {
    const isContinued = /^https?:/i.test(from) ? await fetchPart(from, part, options) : await copyPart(from, part);
    const found = await digests(part);
    const wrong = wrongSum(file, found);
    if (wrong === undefined) {
      const record = { url: file.url, bytes: found.bytes, md5: found.md5, sha256: found.sha256, fetched: new Date().toISOString() }; // prettier-ignore
      await rename(part, target);
      await writeWholeFile(recordPath(target), `${JSON.stringify(record, null, 2)}\n`);
      return record;
    }
    await discard(part);
    // The first part may be of another version of the file.
    if (isContinued) continue;
    throw new UsageError(
      `${from} is not the file that is expected: its ${wrong}. It was removed. ` +
        'The file may have changed, or something between here and the server replaced it.',
    );
  }
}

const discard = async (part: string): Promise<void> => {
  await rm(part, { force: true });
  await rm(`${part}.json`, { force: true });
};

/** Written under another name first, so that no reader finds half of it. */
export async function writeWholeFile(path: string, content: string): Promise<void> {
  const partial = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(partial, content);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

export interface Digests {
  readonly bytes: number;
  readonly md5: string;
  readonly sha256: string;
  readonly blob: string;
}

export async function digests(path: string): Promise<Digests> {
  const { size } = await stat(path);
  const [md5, sha256, blob] = ['md5', 'sha256', 'sha1'].map((name) => createHash(name));
  blob!.update(`blob ${size}\0`);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    for (const hash of [md5!, sha256!, blob!]) hash.update(chunk as Buffer);
  }
  return { bytes: size, md5: md5!.digest('hex'), sha256: sha256!.digest('hex'), blob: blob!.digest('hex') };
}

/** What is wrong with a file; undefined if nothing is. */
export function wrongSum({ md5, blob }: FileEntry, found: Digests): string | undefined {
  if (md5 !== undefined && found.md5 !== md5) return `MD5 is ${found.md5}, not ${md5}`;
  if (blob !== undefined && found.blob !== blob) return `Git hash is ${found.blob}, not ${blob}`;
  return undefined;
}

async function copyPart(from: string, part: string): Promise<false> {
  const path = from.startsWith('file:') ? fileURLToPath(from) : from;
  try {
    await copyFile(path, part);
  } catch (error) {
    await discard(part);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`There is no file ${path}.`);
    throw error;
  }
  return false;
}

/** What tells whether the rest of a file is of the same version. */
interface Validator {
  readonly etag?: string;
  readonly modified?: string;
}

/** A connection that broke off or went silent: worth another attempt. */
class BrokenConnection extends Error {}

/** Fetches what is missing of a file; true if it continued an earlier attempt. */
async function fetchPart(from: string, part: string, options: DownloadOptions): Promise<boolean> {
  const { size: start = 0 } = (await stat(part).catch(() => undefined)) ?? {};
  let progress = start;
  for (let attempt = 1, last = start; ; attempt++) {
    try {
      await fetchRest(from, part, options);
      return start > 0;
    } catch (error) {
      if (!(error instanceof BrokenConnection)) throw error;
      progress = (await stat(part).catch(() => undefined))?.size ?? 0;
      // As long as something arrives, it goes on.
      if (progress > last) attempt = 1;
      last = progress;
      if (attempt >= attempts) {
        const kept = progress === 0 ? '' : ` ${megabytes(progress)} are kept: type the command again to continue.`;
        throw new UsageError(`Cannot fetch ${from}: ${error.message}.${kept}`);
      }
      await pause(200 * attempt);
    }
  }
}

const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

async function fetchRest(from: string, part: string, options: DownloadOptions): Promise<void> {
  const held = (await stat(part).catch(() => undefined))?.size ?? 0;
  const validator = readJson<Validator>(`${part}.json`);
  const known = validator?.etag ?? validator?.modified;
  const isRest = held > 0 && known !== undefined;
  const response = await request(from, isRest ? { range: `bytes=${held}-`, 'if-range': known } : {}, options);
  const { statusCode = 0, headers } = response;
  let start = 0;
  if (statusCode === 206) {
    const [, first] = /^bytes (\d+)-/.exec(headers['content-range'] ?? '') ?? [];
    if (Number(first) !== held) {
      response.destroy();
      throw new UsageError(`Cannot fetch ${from}: the server sent another part of the file than was asked for.`);
    }
    start = held;
  } else if (statusCode === 416) {
    // The file is shorter than what is here, or complete: its checksum will tell.
    response.destroy();
    if (Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1]) === held) return;
    await discard(part);
    throw new BrokenConnection('the file on the server changed');
  } else if (statusCode !== 200) {
    response.destroy();
    if (statusCode >= 500 || statusCode === 429) throw new BrokenConnection(`the server answered ${statusCode}`);
    throw new UsageError(`Cannot fetch ${from}: the server answered ${statusCode} ${response.statusMessage ?? ''}`.trimEnd() + '.'); // prettier-ignore
  }
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const all = length === undefined ? undefined : start + length;
  const { etag, 'last-modified': modified } = headers;
  const strong = etag?.startsWith('W/') ? undefined : etag;
  await writeFile(`${part}.json`, JSON.stringify({ ...(strong && { etag: strong }), ...(modified && { modified }) }));
  const bytes = await receive(response, part, start, all, from, options);
  if (all !== undefined && bytes !== all) throw new BrokenConnection('the connection was closed too early');
  await rm(`${part}.json`, { force: true });
}

/** Writes what arrives to the end of the partial file, and returns its size. */
async function receive(
  response: IncomingMessage,
  part: string,
  start: number,
  all: number | undefined,
  from: string,
  { onProgress, patience = usualPatience }: DownloadOptions,
): Promise<number> {
  let handle: FileHandle | undefined;
  let bytes = start;
  const timer = setTimeout(() => response.destroy(new BrokenConnection(`no data for ${patience} s`)), patience * 1000);
  try {
    handle = await open(part, start > 0 ? 'r+' : 'w');
    for await (const chunk of response) {
      await handle.write(chunk as Buffer, 0, (chunk as Buffer).length, bytes);
      bytes += (chunk as Buffer).length;
      timer.refresh();
      onProgress?.(bytes, all);
    }
    return bytes;
  } catch (error) {
    if (error instanceof BrokenConnection) throw error;
    if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))) {
      await handle?.close();
      handle = undefined;
      // What is there would fill the disk and never be complete.
      await discard(part);
      throw error;
    }
    if (codeOf(error).startsWith('E') && (error as NodeJS.ErrnoException).syscall === 'write') throw error;
    throw new BrokenConnection(`the connection to ${new URL(from).host} broke off`);
  } finally {
    clearTimeout(timer);
    response.destroy();
    await handle?.close();
  }
}

const usualPatience = 60;
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';

/**
 * Not `fetch`, which unpacks what a server says is packed: the checksum is that of the bytes as they are sent. Follows redirections, but
 * not from https to http.
 */
async function request(
  from: string,
  headers: Readonly<Record<string, string>>,
  { patience = usualPatience }: DownloadOptions,
): Promise<IncomingMessage> {
  const [{ get: getHttp }, { get: getHttps }] = await Promise.all([import('node:http'), import('node:https')]);
  let url = new URL(from);
  for (let hops = 0; hops <= 10; hops++) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const get = url.protocol === 'https:' ? getHttps : getHttp;
      const sent = get(url, { headers: { 'user-agent': 'assay', 'accept-encoding': 'identity', ...headers } }, resolve);
      sent.setTimeout(patience * 1000, () => sent.destroy(new BrokenConnection(`no data for ${patience} s`)));
      sent.on('error', (error) =>
        reject(error instanceof BrokenConnection ? error : new BrokenConnection(reasonOf(error, url.host))),
      );
    });
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    const next = new URL(location, url);
    if (!/^https?:$/.test(next.protocol) || (url.protocol === 'https:' && next.protocol === 'http:')) {
      throw new UsageError(`Cannot fetch ${from}: it leads to ${next.href}, which is not safe.`);
    }
    url = next;
  }
  throw new UsageError(`Cannot fetch ${from}: its redirections do not end.`);
}

function reasonOf(error: Error, host: string): string {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${host} was not found. Without access to the network, name a mirror with ASSAY_MIRROR`;
  }
  return code === 'ECONNREFUSED'
    ? `${host} refuses connections`
    : `the connection to ${host} failed (${code || error.message})`;
}

/** A lock is renewed while its holder lives; older ones are left over. */
const renewal = 2000; // ms
const staleAfter = 30_000;

/** Runs `work` while no other process does so for the same path. */
async function locked<T>(path: string, { onWait }: DownloadOptions, work: () => Promise<T>): Promise<T> {
  for (let waited = false; ; waited = true) {
    try {
      await writeFile(path, `${hostname()} ${process.pid}`, { flag: 'wx' });
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (await isLeftOver(path)) await rm(path, { force: true });
    else {
      if (!waited) onWait?.();
      await pause(100);
    }
  }
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, renewal);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await rm(path, { force: true });
  }
}

/** Its process is gone, or on another machine and silent. */
async function isLeftOver(path: string): Promise<boolean> {
  const { mtimeMs = Date.now() } = (await stat(path).catch(() => undefined)) ?? {};
  const [host, pid] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
  if (host !== hostname() || !(Number(pid) > 0)) return Date.now() - mtimeMs > staleAfter;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

const reasons = new Map([
  ['ENOSPC', 'no space is left'],
  ['EDQUOT', 'your quota is used up'],
  ['EFBIG', 'the file is larger than is allowed here'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOTDIR', 'a folder on the way is a file'],
]);

/** An error of the file system as a person would say it. */
export function explained(error: unknown, path: string): unknown {
  const reason = reasons.get(codeOf(error));
  return reason === undefined
    ? error
    : new UsageError(`Cannot write ${path}: ${reason}. ASSAY_DATA names another folder for data.`);
}
