/** The site as `npm run site` makes it: links, search, sizes, and nothing from elsewhere. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../src/cli/command.ts';
import { commands } from '../src/cli/commands/index.ts';
import { flagOf } from '../src/cli/options.ts';
import { flags } from '../src/cli/sacrebleu/flags.ts';
import { type Search, type SearchIndex, searchOf } from '../src/docs/search.ts';
import { formatKinds } from '../src/formats/index.ts';
import { protocols } from '../src/human/index.ts';
import { metrics } from '../src/metrics/index.ts';
import { metricFacts } from '../src/cli/commands/metrics.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-site-'));
const site = join(folder, 'site');
let files: string[];
let pages: Map<string, string>;
let search: Search;
const text = (path: string) => readFileSync(join(site, path), 'utf8');

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/site.js', site], { cwd: root });
  files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.relative(site.replaceAll('\\', '/'), join(entry.parentPath, entry.name).replaceAll('\\', '/')),
    );
  pages = new Map(files.filter((path) => path.endsWith('.html') && !path.startsWith('studio/')).map((path) => [path, text(path)])); // prettier-ignore
  search = searchOf(JSON.parse(text('search.js').slice('assaySearch('.length, -1)) as SearchIndex);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All values of an attribute in a page. */
const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`<[^>]*\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) =>
    value!.replaceAll('&amp;', '&'),
  );

describe('the site', () => {
  it('has a page for each Markdown file of the documentation', () => {
    const markdown = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md')); // prettier-ignore
    const expected = markdown.map((path) => `docs/${path.replaceAll('\\', '/').replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')}`); // prettier-ignore
    expect(expected.length).toBeGreaterThan(50);
    expect([...pages.keys()]).toEqual(expect.arrayContaining([...expected, 'index.html', 'ARCHITECTURE.html', 'CHANGELOG.html'])); // prettier-ignore
  });

  it('has no link to nothing, and no anchor twice', () => {
    const known = new Set(files);
    const ids = new Map([...pages].map(([path, html]) => [path, valuesOf(html, 'id')]));
    const wrong = [...ids]
      .filter(([, all]) => new Set(all).size < all.length)
      .map(([path]) => `${path} has an id twice`);
    for (const [path, html] of pages) {
      for (const link of [...valuesOf(html, 'href'), ...valuesOf(html, 'src')]) {
        if (/^https?:/.test(link)) continue;
        const [file, anchor] = link.replace(/\?v=\w+$/, '').split('#') as [string, string?];
        const target = file === '' ? path : posix.join(posix.dirname(path), decodeURIComponent(file));
        if (!known.has(target)) wrong.push(`${path}: ${link}`);
        else if (anchor !== undefined && !ids.get(target)?.includes(decodeURIComponent(anchor))) wrong.push(`${path}: ${link}`); // prettier-ignore
      }
    }
    expect(wrong).toEqual([]);
  });

  it('loads nothing from elsewhere', () => {
    for (const [path, html] of pages) {
      const loaded = [...valuesOf(html, 'src'), ...(html.match(/<link [^>]*>/g) ?? []).flatMap((link) => valuesOf(link, 'href'))]; // prettier-ignore
      expect({ path, elsewhere: loaded.filter((address) => /^(?:[a-z]+:|\/)/i.test(address)) }).toEqual({ path, elsewhere: [] }); // prettier-ignore
      expect(html).toContain("default-src 'none'");
    }
  });

  it('has pages of at most 300 kB, compressed, with their scripts and pictures', () => {
    const size = (path: string) => gzipSync(readFileSync(join(site, path))).length;
    const sizes = [...pages].map(([path, html]) => {
      const loaded = [...valuesOf(html, 'src'), 'style.css'].map((file) => file.replace(/\?v=\w+$/, ''));
      const parts = new Set(loaded.map((file) => (file === 'style.css' ? file : posix.join(dirname(path), file))));
      return { path, bytes: [...parts].reduce((sum, part) => sum + size(part), size(path)) };
    });
    expect(sizes.filter(({ bytes }) => bytes > 300_000)).toEqual([]);
  });

  it('adds little to the package', () => {
    const shared = readdirSync(join(root, 'dist/docs')).map((file) => statSync(join(root, 'dist/docs', file)).size);
    expect(shared.reduce((sum, each) => sum + each, 0)).toBeLessThan(200_000);
  });

  it('has Studio, and keeps everything else for reading offline', () => {
    expect(files).toContain('studio/index.html');
    const [list] = /\["[^\]]*"\]/.exec(text('sw.js'))!;
    const kept = (JSON.parse(list) as string[]).map((path) => (path === './' ? 'index.html' : path));
    expect(kept.toSorted()).toEqual(files.filter((path) => !path.startsWith('studio/') && path !== 'sw.js').toSorted());
  });
});

describe('the search', () => {
  /** Names for which none of the first five results leads to a place with the name. */
  const lost = (queries: readonly (readonly [query: string, name: string, page: string])[]) =>
    [...new Map(queries.map((each) => [each.join('\n'), each])).values()]
      .filter(([query, name, page]) => {
        const places = search(query, 5).map(({ address }) => address.split('#') as [string, string?]);
        return !places.some(([path, anchor]) => {
          if (!path.startsWith(page)) return false;
          const html = pages.get(path)!;
          const from = anchor === undefined ? 0 : html.indexOf(` id="${anchor}"`);
          const place = html.slice(from, anchor === undefined ? undefined : from + 600);
          return from >= 0 && place.replace(/<[^>]*>/g, '').includes(name);
        });
      })
      .map(([query]) => query);

  it('finds every command, argument and option, with and without the command', () => {
    const page = 'docs/reference/commands.html';
    const all = commands.flatMap((command) => {
      const options = Object.entries(optionsOf(command)).flatMap(([name, { letter }]) => [flagOf(name), ...(letter ? [`-${letter}`] : [])]); // prettier-ignore
      const actions = command.arguments.flatMap(({ choices = {} }) => Object.keys(choices));
      return [
        ...[`assay ${command.name}`, command.name].map((query) => [query, `assay ${command.name}`, page] as const),
        ...options.map((option) => [option, option, page] as const),
        ...options.filter((option) => option.startsWith('--')).map((option) => [`${command.name} ${option}`, option, page] as const), // prettier-ignore
        ...actions.map((action) => [`assay ${command.name} ${action}`, action, page] as const),
      ];
    });
    const ofSacrebleu = Object.values(flags).flatMap(({ names }) => names.map((name) => [`sacrebleu ${name}`, name, page] as const)); // prettier-ignore
    expect(all.length + ofSacrebleu.length).toBeGreaterThan(1000);
    expect(lost([...all, ...ofSacrebleu])).toEqual([]);
  });

  it('finds every metric by its id and by its printed name, and its options', () => {
    const all = metrics.flatMap((definition) => {
      const { id, name, options } = metricFacts(definition);
      const page = `docs/reference/metrics/${id}.html`;
      return [
        [id, id, page] as const,
        [name, name, page] as const,
        ...options.map(({ key }) => [`${id} ${key}`, key, page] as const),
      ];
    });
    expect(all.length).toBeGreaterThan(200);
    expect(lost(all)).toEqual([]);
  });

  it('finds every format and protocol', () => {
    const ofFormats = formatKinds.flatMap(({ formats }) => formats.map(({ id }) => [id, id, 'docs/reference/formats.html'] as const)); // prettier-ignore
    const ofProtocols = protocols.map(({ id }) => [id, id, 'docs/reference/judging-protocols.html'] as const);
    expect(ofFormats.length).toBeGreaterThan(30);
    expect(lost([...ofFormats, ...ofProtocols])).toEqual([]);
  });
});
