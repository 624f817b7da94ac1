/** The pages and their assets, read once when the server starts: no request reads a file from disk. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { UsageError } from '../core/index.ts';

export interface WebFile {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Its name contains a hash of its content, so it never changes. */
  readonly immutable: boolean;
}

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/** As esbuild writes it: `judge-4F7KQ2XA.js`. */
const hashed = /-[A-Z2-7]{8}\.\w+$/;

/** By path within the folder, with `/` between the parts. */
export async function readWebFiles(folder: string): Promise<ReadonlyMap<string, WebFile>> {
  const files = new Map<string, WebFile>();
  let found;
  try {
    found = await readdir(folder, { recursive: true, withFileTypes: true });
  } catch {
    throw new UsageError(`The pages of the judging app are not in ${folder}. Build them with npm run build.`);
  }
  for (const entry of found) {
    const type = types.get(extname(entry.name));
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const name = relative(folder, path).replaceAll(sep, '/');
    files.set(name, { body, type, etag, immutable: hashed.test(entry.name) });
  }
  return files;
}
