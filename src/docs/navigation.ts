/** What the pages of the documentation are called and how they are ordered: read from the lists of its index page. */

interface NavigationEntry {
  readonly title: string;
  readonly path: string;
}

export interface NavigationSection {
  readonly title: string;
  readonly groups: readonly { readonly title: string; readonly entries: readonly NavigationEntry[] }[];
}

/** Sections are headings of the second level, groups within them of the third, and entries the links to pages in lists below. */
export function readNavigation(index: string, text: string): NavigationSection[] {
  const sections: { title: string; groups: { title: string; entries: NavigationEntry[] }[] }[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n')) {
    const [, level, title] = /^(##|###) (.*)$/.exec(line) ?? [];
    if (level === '##') sections.push({ title: title!, groups: [{ title: '', entries: [] }] });
    if (level === '###') sections.at(-1)?.groups.push({ title: title!, entries: [] });
    if (!/^\s*- /.test(line)) continue;
    for (const [, name, link] of line.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)) {
      const path = resolvePath(index, link!);
      if (seen.has(path)) continue;
      seen.add(path);
      sections
        .at(-1)
        ?.groups.at(-1)!
        .entries.push({ title: capital(name!.replaceAll('`', '')), path });
    }
  }
  return sections
    .map(({ title, groups }) => ({ title, groups: groups.filter(({ entries }) => entries.length > 0) }))
    .filter(({ groups }) => groups.length > 0);
}

/** A link can be part of a sentence. */
const capital = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);

/** The section of a page; of a page that is not listed, the section of the first page in its folder or in one around it. */
export function sectionOf(sections: readonly NavigationSection[], path: string): string {
  const all = sections.flatMap(({ title, groups }) => groups.flatMap(({ entries }) => entries.map((entry) => ({ title, path: entry.path })))); // prettier-ignore
  const listed = all.find((entry) => entry.path === path);
  if (listed) return listed.title;
  for (let folder = folderOf(path); folder.includes('/', 'docs/'.length); folder = folderOf(folder.slice(0, -1))) {
    const found = all.find((entry) => entry.path.startsWith(folder));
    if (found) return found.title;
  }
  return '';
}

/** With its slash; empty at the root. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The path that a link in a file leads to. */
export function resolvePath(from: string, link: string): string {
  if (link === '') return from;
  return decodeURIComponent(new URL(link, new URL(from, 'file:///')).pathname.slice(1)).replace(/\/$/, '');
}

/** How a link in the file `from` names the file `to`. */
export function relativePath(from: string, to: string): string {
  const here = folderOf(from).split('/').slice(0, -1);
  const there = to.split('/');
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++;
  return [...here.slice(same).map(() => '..'), ...there.slice(same)].join('/');
}
