/** A whole page: the frame around what a Markdown file says. All addresses are relative, so the site works in any folder. */
import { type MarkdownPage, addressOf, escaped } from './markdown.ts';
import { type NavigationSection, relativePath } from './navigation.ts';

export interface Framed {
  readonly path: string;
  readonly page: MarkdownPage;
  readonly section: string;
}

export interface Frame {
  readonly sections: readonly NavigationSection[];
  /** The version of the scripts, if a service worker keeps the pages. */
  readonly version?: string;
}

/** The live example computes with the library, which may compile its kernel. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

export function framed({ path, page, section }: Framed, { sections, version }: Frame): string {
  const from = addressOf(path);
  const to = (target: string): string => escaped(relativePath(from, target));
  const own = (name: string): string => `${to(name)}${version === undefined ? '' : `?v=${version}`}`;
  const root = relativePath(from, 'index.html').replace(/index\.html$/, '');
  const title = page.title.replaceAll('`', '');
  const name = path === 'README.md' ? 'Assay' : `${title} · Assay`;
  return `<!doctype html>
<html lang="en" data-root="${root}"${version === undefined ? '' : ` data-version="${version}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(page.description)}">
<title>${escaped(name)}</title>
<link rel="icon" href="${to('icon.svg')}">
<link rel="stylesheet" href="${own('style.css')}">
<script defer src="${own('site.js')}"></script>
${page.live.length > 0 ? `<script defer src="${own('live.js')}"></script>\n` : ''}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${to('index.html')}"><img src="${to('icon.svg')}" alt="" width="24" height="24">Assay</a>
<form role="search" id="search" hidden>
<label class="unseen" for="query">Search the documentation</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="Search"><kbd aria-hidden="true">/</kbd>
<p class="unseen" role="status" id="count"></p>
<ol id="found" hidden></ol>
</form>
<a class="studio" href="${to('studio/index.html')}">Studio</a>
</header>
<nav aria-label="Pages"><details><summary>Pages</summary>
${sections.map((each) => sectionList(each, path, section || sections[0]!.title, to)).join('\n')}
</details></nav>
<main id="content" tabindex="-1">
${section === '' ? '' : `<p class="place">${escaped(section)}</p>\n`}${page.html}${neighbours(sections, path, to)}</main>
${contents(page)}</body>
</html>
`;
}

function sectionList(
  { title, groups }: NavigationSection,
  path: string,
  current: string,
  to: (path: string) => string,
): string {
  const lists = groups.map(({ title: group, entries }) => {
    const links = entries.map((entry) => `<li><a href="${to(addressOf(entry.path))}"${entry.path === path ? ' aria-current="page"' : ''}>${escaped(entry.title)}</a></li>`); // prettier-ignore
    return `${group === '' ? '' : `<p>${escaped(group)}</p>`}<ul>${links.join('')}</ul>`;
  });
  return `<details${title === current ? ' open' : ''}><summary>${escaped(title)}</summary>${lists.join('')}</details>`;
}

/** The pages before and after this one. */
function neighbours(sections: readonly NavigationSection[], path: string, to: (path: string) => string): string {
  const all = sections.flatMap(({ groups }) => groups.flatMap(({ entries }) => entries));
  const here = all.findIndex((entry) => entry.path === path);
  if (here < 0) return '';
  const [before, after] = [all[here - 1], all[here + 1]].map((entry, side) => entry ? `<a rel="${['prev', 'next'][side]}" href="${to(addressOf(entry.path))}"><span>${['Previous', 'Next'][side]}</span> ${escaped(entry.title)}</a>` : ''); // prettier-ignore
  return `<div class="neighbours">${before}${after}</div>\n`;
}

/** What is on the page, where it is worth a list. */
function contents({ headings }: MarkdownPage): string {
  const shown = headings.filter(({ level }) => level === 2);
  if (shown.length < 2) return '';
  const links = shown.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`);
  return `<aside aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></aside>\n`;
}
