/** Serves the built Studio from a sub-path, as any plain web server would, and notes what is asked for. */
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  txt: 'text/plain',
  tsv: 'text/plain',
  webmanifest: 'application/manifest+json',
};

export interface StudioServer {
  /** Ends with a slash. */
  readonly address: string;
  /** Paths that were asked for, in order. */
  readonly log: string[];
  /** The files, by name; a test may change them. */
  readonly files: Map<string, Uint8Array>;
  close(): void;
}

/** With `dictionaries` also those that metrics need, as `assay studio` serves them; `built` is what it serves. */
export async function studioServer(
  folder = '/some/where/',
  dictionaries = false,
  built = join(root, 'dist/studio'),
): Promise<StudioServer> {
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' });
  const files = new Map(
    names.filter((name) => statSync(join(built, name)).isFile()).map((name) => [name, readFileSync(join(built, name))]),
  );
  const dictionary = (name: string): Uint8Array | undefined => {
    const file = join(root, 'node_modules', name.replace(/^resources\//, ''));
    return dictionaries && name.startsWith('resources/') && existsSync(file) ? readFileSync(file) : undefined;
  };
  const log: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.replace(/[?#].*/, ''));
    log.push(path);
    const name = path === folder ? 'index.html' : path.slice(folder.length);
    const contents = path.startsWith(folder) ? (files.get(name) ?? dictionary(name)) : undefined;
    if (!contents) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[name.split('.').at(-1)!] ?? 'application/octet-stream' });
    response.end(contents);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${folder}`,
    log,
    files,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
