/** The guide: short pages, each with a picture, and links that work, in all documents. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pictureFiles } from '../scripts/pictures.js';
import { costTable, sizeTable } from '../scripts/shardSimulation.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const pagesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const folders = ['start', 'how-to', 'understand', 'papers'];
const guide = folders.flatMap((folder) => pagesIn(`docs/${folder}`));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Pages that consist of generated tables. */
const isAppendix = (path: string): boolean => /-tables?(?:-\w+)?\.md$/.test(path);

describe.each(guide.filter((path) => !isAppendix(path)))('%s', (path) => {
  it('has at most 1500 words', () => {
    expect(read(path).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1500);
  });

  it('has a picture', () => {
    expect(read(path)).toMatch(/!\[[^\]]+\]\([^)]+\.(?:svg|png)\)/);
  });
});

it('the README has at most 900 words', () => {
  expect(read('README.md').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
});

describe('the index', () => {
  const index = read('docs/README.md');
  const entries = index
    .split('\n## ')
    .slice(1)
    .flatMap((section) =>
      [...section.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, path]) => ({
        section: section.split('\n')[0]!,
        path: path!,
      })),
    );

  it('has the sections of which the navigation of the site is made', () => {
    const titles = [...index.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(['Start', 'How-to', 'Understand', 'Reference', 'Recomputed papers']);
    expect(index.match(/^\s*- .*$/gm)).toHaveLength(entries.length);
  });

  it('lists every page once, in the section of its folder', () => {
    const folderOf = new Map([
      ['Start', 'start'],
      ['How-to', 'how-to'],
      ['Understand', 'understand'],
      ['Reference', 'reference'],
      ['Recomputed papers', 'papers'],
    ]);
    expect(entries.filter(({ section, path }) => dirname(path) !== folderOf.get(section))).toEqual([]);
    const listed = entries.map(({ path }) => join('docs', path)).filter((path) => !path.startsWith('docs/reference/'));
    expect(listed.toSorted()).toEqual(guide.toSorted());
  });
});

describe('pictures', () => {
  const images = readdirSync(join(root, 'docs/images'));
  const figures = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.svg'));

  /** `npm run bench -- --guide` draws speed.svg, from times; test/pictures.systems.test.ts checks that the others are current. */
  it('in docs/images are those that npm run pictures and the benchmark draw', () => {
    expect(images.toSorted()).toEqual([...pictureFiles, 'speed.svg'].toSorted());
  });

  it('in docs are named after the script npm run reproduce:NAME that draws and checks them', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(figures.filter((name) => scripts[`reproduce:${name.split('-')[0]}`] === undefined)).toEqual([]);
  });

  it('are all shown somewhere', () => {
    const texts = ['README.md', 'docs/README.md', ...guide].map(read).join('\n');
    const unused = [...images.map((name) => `images/${name}`), ...figures].filter(
      (path) => !texts.includes(`/${path})`),
    );
    expect(unused.filter((path) => !texts.includes(`](${path})`))).toEqual([]);
  });
});

it('the page on scale has the tables of the simulation', () => {
  const plain = (text: string): string => text.replace(/ +/g, ' ').replace(/-{2,}/g, '-');
  for (const table of [costTable(), sizeTable()])
    expect(plain(read('docs/understand/scale.md'))).toContain(plain(table));
});

describe('links', () => {
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'examples/README.md',
    'examples/task/README.md',
    'examples/scorers/README.md',
    'docs/README.md',
    ...guide,
    ...pagesIn('docs/reference'),
    ...pagesIn('docs/reference/metrics'),
  ];

  it.each(documents)('of %s work', (path) => {
    const text = read(path).replace(/```[\s\S]*?```/g, '');
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): string[] {
  const headings = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
  return headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
