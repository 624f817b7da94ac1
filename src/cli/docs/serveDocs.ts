/** Serves the documentation on this machine: pages made of the installed Markdown files, and Studio. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../core/index.ts';
import { type Site, indexScript, makeSite, searchOf } from '../../docs/index.ts';
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
import { emptyStudio } from '../studio/serveStudio.ts';
import { projectFiles } from './projectFiles.ts';

/** What all pages share; made by the build. */
const shared = ['site.js', 'live.js', 'style.css', 'icon.svg'];

export interface DocsServerOptions {
  /** Default: the usual one, or any free port if it is in use. */
  readonly port?: number;
  /** The folder with README.md, docs and so on. */
  readonly root?: string;
  /** The folders of what the build makes; default: next to the program. */
  readonly assets?: string;
  readonly studio?: string;
}

/** Serves all pages, and returns the address of the one that fits the topic best, or else of the first page. */
export async function serveDocs(
  topic: string,
  {
    port,
    root = folderWith('docs/reference/commands.md', ['../pages/', '../../', '../../../']),
    assets = folderWith('site.js', ['../docs/', '../../../dist/docs/']),
    studio,
  }: DocsServerOptions = {},
): Promise<LocalServer> {
  const files = projectFiles(root);
  const site = makeSite(files);
  const address = topic === '' ? '' : bestMatch(site, topic);
  const served = await serveLocally(docsAnswers(site, files.read, assets, emptyStudio(studio)), port, usualPorts.docs);
  return { ...served, address: `${served.address}${address}` };
}

function bestMatch({ index }: Site, topic: string): string {
  const [best] = searchOf(index)(topic, 1);
  if (best) return best.address;
  throw new UsageError(
    `Nothing about ${topic} in the documentation. Try fewer words, or run \`assay docs\` and search.`,
  );
}

function docsAnswers(site: Site, read: (path: string) => Uint8Array, assets: string, studio: Answer): Answer {
  const pages = new Set(site.addresses);
  const others = new Set(site.files);
  const zipped = new Map<string, Uint8Array>();
  const contentsOf = (path: string): (() => string | Uint8Array) | undefined => {
    if (pages.has(path)) return () => site.page(path);
    if (path === 'search.js') return () => indexScript(site.index);
    if (shared.includes(path)) return () => readFileSync(join(assets, path));
    return others.has(path) ? () => read(path) : undefined;
  };
  return (request, response) => {
    if (request.url?.startsWith('/studio/')) {
      request.url = request.url.slice('/studio'.length);
      return studio(request, response);
    }
    // The pages have a policy of their own.
    const path = admitted(request, response, "frame-ancestors 'none'");
    if (path === undefined) return undefined;
    const wanted = path === '' ? 'index.html' : path;
    const contents = contentsOf(wanted);
    if (!contents) return sendBody(request, response, 404, typeOf('.txt'), 'There is no such page.\n');
    return sendZipped(request, response, wanted, contents, zipped);
  };
}

/** The first of these folders, relative to the bundled command or to this file, that has the file. */
function folderWith(file: string, folders: readonly string[]): string {
  const found = folders.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((each) => existsSync(join(each, file))); // prettier-ignore
  if (found === undefined) throw new UsageError(`The pages of the documentation are missing (${file}). Build them with npm run build.`); // prettier-ignore
  return found;
}
