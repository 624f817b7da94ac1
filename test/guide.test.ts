/** The guide: short pages, each with a picture, and links that work, in all documents. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
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

it('the index of the guide lists every page', () => {
  const index = read('docs/README.md');
  expect(guide.filter((path) => !index.includes(`](${relative('docs', path)})`))).toEqual([]);
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
