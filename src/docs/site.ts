/** The documentation as a site: all pages, made from the Markdown files, and the index of the search. */
import { framed } from './frame.ts';
import { type MarkdownPage, type Surroundings, addressOf, renderMarkdown } from './markdown.ts';
import { readNavigation, sectionOf } from './navigation.ts';
import type { SearchIndex } from './search.ts';

/** The files of the project by path, with slashes. */
export interface ProjectFiles {
  readonly paths: readonly string[];
  read(path: string): Uint8Array;
}

export interface Site {
  /** The addresses of all pages. */
  readonly addresses: readonly string[];
  /** The HTML of a page. With a version, a service worker may keep it. */
  page(address: string, version?: string): string;
  readonly index: SearchIndex;
  /** Other files that pages link to or show. */
  readonly files: readonly string[];
  /** Links that lead nowhere, by path of the page. */
  readonly broken: readonly (readonly [path: string, link: string])[];
}

/** The page whose lists are the navigation. */
const indexPage = 'docs/README.md';

const isPage = (path: string): boolean => /^(?:[A-Z][\w-]*|docs\/.*|examples\/(?:.*\/)?README)\.md$/.test(path);

export function makeSite({ paths, read }: ProjectFiles): Site {
  const known = new Set(paths);
  const folders = new Set(paths.filter((path) => path.endsWith('/README.md')).map((path) => path.slice(0, -'/README.md'.length))); // prettier-ignore
  const surroundings: Surroundings = {
    kindOf: (path) => (known.has(path) ? (isPage(path) ? 'page' : 'file') : folders.has(path) ? 'folder' : undefined),
    sizeOf: (path) => (known.has(path) ? pictureSize(read(path)) : undefined),
  };
  const text = (path: string): string => new TextDecoder().decode(read(path));
  const sections = readNavigation(indexPage, text(indexPage));
  const rendered = new Map<string, { path: string; page: MarkdownPage; section: string }>();
  for (const path of paths.filter(isPage)) {
    const page = renderMarkdown(path, text(path), surroundings);
    rendered.set(addressOf(path), { path, page, section: sectionOf(sections, path) });
  }
  const pages = [...rendered.values()];
  return {
    addresses: [...rendered.keys()],
    page: (address, version) => framed(rendered.get(address)!, { sections, ...(version !== undefined && { version }) }),
    index: {
      pages: pages.map(({ path, page, section }) => ({ address: addressOf(path), title: page.title, section })),
      entries: pages.flatMap(({ page }, p) => page.entries.map((entry) => ({ page: p, ...entry }))),
    },
    files: [...new Set(pages.flatMap(({ page }) => page.files))],
    broken: pages.flatMap(({ path, page }) => page.broken.map((link) => [path, link] as const)),
  };
}

/** The index as a script, because pages that are opened as files can load nothing else. */
export const indexScript = (index: SearchIndex): string => `assaySearch(${JSON.stringify(index)})`;

/** Of an SVG or PNG. */
function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes[0] === 0x89) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  const start = new TextDecoder().decode(bytes.subarray(0, 1000));
  const [, width, height] = /<svg[^>]*?\swidth="([\d.]+)"[^>]*?\sheight="([\d.]+)"/.exec(start) ?? /<svg[^>]*?\sviewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(start) ?? []; // prettier-ignore
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
