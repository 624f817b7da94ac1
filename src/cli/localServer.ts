/** What the servers of Studio and the documentation share: they listen on loopback only, send files, and end with Ctrl-C. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { UsageError } from '../core/index.ts';

const host = '127.0.0.1';

/** The first choices, since browsers keep sessions by address. */
export const usualPorts = { studio: 8642, docs: 8643 };

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  wasm: 'application/wasm',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
};

/** By the ending of a path. */
export const typeOf = (path: string): string => types[path.split('.').at(-1)!] ?? 'application/octet-stream';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Refuses what pages from elsewhere could ask for. Returns the path, without the slash in front; undefined if the answer was sent. */
export function admitted(request: IncomingMessage, response: ServerResponse, policy: string): string | undefined {
  const refuse = (status: number, text: string): undefined => {
    sendBody(request, response, status, types['txt']!, `${text}\n`);
    return undefined;
  };
  response.setHeader('content-security-policy', policy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('cache-control', 'no-cache');
  // Another site whose name was made to point to this machine must not read the files.
  if (!isLoopback(request.headers.host)) return refuse(403, `Open it at http://${host}, not under another name.`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'This server only sends files.');
  return pathOf(request.url ?? '/') ?? refuse(400, 'This is not a valid address.');
}

export function sendBody(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}

/** Sends a text, compressed if the browser takes that; `zipped` keeps the compressed bytes by path. */
export function sendZipped(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  read: () => string | Uint8Array,
  zipped: Map<string, Uint8Array>,
): void {
  const type = typeOf(path);
  response.setHeader('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    sendBody(request, response, 200, type, read());
    return;
  }
  const bytes = zipped.get(path) ?? gzipSync(read());
  zipped.set(path, bytes);
  response.setHeader('content-encoding', 'gzip');
  sendBody(request, response, 200, type, bytes);
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

export interface LocalServer {
  /** Ends with a slash. */
  readonly address: string;
  /** Stops the server, like Ctrl-C. */
  stop(): void;
  /** Resolves when it has stopped. */
  readonly stopped: Promise<void>;
}

/** Listens on `port` or, if none is given, on the usual one, or any free port if that is in use. */
export async function serveLocally(answer: Answer, port: number | undefined, usualPort: number): Promise<LocalServer> {
  const { createServer } = await import('node:http');
  const server = createServer(surviving(answer));
  const bound = await listen(server, port, usualPort);
  return { address: `http://${host}:${bound}/`, ...untilStopped(server) };
}

/** A file that went away, as when another version is installed meanwhile, must not end the server. */
const surviving =
  (answer: Answer): Answer =>
  (request, response) => {
    try {
      answer(request, response);
    } catch (error) {
      sendBody(request, response, 500, types['txt']!, `${(error as Error).message}\n`);
    }
  };

async function listen(server: Server, port: number | undefined, usualPort: number): Promise<number> {
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

function untilStopped(server: Server): Pick<LocalServer, 'stop' | 'stopped'> {
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

/** What opens an address. On Windows the words reach `cmd` as they are; outside of quotes it would end the command at `&`. */
export function openingCommand(address: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', `"${address}"`];
  return [platform === 'darwin' ? 'open' : 'xdg-open', address];
}

/** Opens it in the user's browser, if there is a screen; otherwise the printed address has to do. */
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
