import { describe, expect, it } from 'vitest';
import { addressOf, renderMarkdown } from './markdown.ts';

const paths = new Map([
  ['docs/how-to/a.md', 'page'],
  ['docs/README.md', 'page'],
  ['README.md', 'page'],
  ['examples/task', 'folder'],
  ['examples/x.tsv', 'file'],
  ['docs/images/a.svg', 'file'],
] as const);
const render = (text: string, path = 'docs/start/b.md') =>
  renderMarkdown(path, text, {
    kindOf: (each) => (paths as ReadonlyMap<string, 'page' | 'folder' | 'file'>).get(each),
    sizeOf: (each) => (each.endsWith('a.svg') ? { width: 10.4, height: 20 } : undefined),
  });

describe('a link', () => {
  it.each([
    ['../how-to/a.md', '../how-to/a.html'],
    ['../how-to/a.md#part', '../how-to/a.html#part'],
    ['#part', '#part'],
    ['../README.md', '../index.html'],
    ['../../README.md', '../../index.html'],
    ['../../examples/task', '../../examples/task/index.html'],
    ['../../examples/x.tsv', '../../examples/x.tsv'],
    ['https://example.org/?a=1&b=2', 'https://example.org/?a=1&amp;b=2'],
  ])('to %s leads to %s', (link, address) => {
    paths.set('docs/start/b.md' as never, 'page');
    const { html, broken } = render(`# B\n\n[x](${link})`);
    expect(html).toContain(`<a href="${address}">x</a>`);
    expect(broken).toEqual([]);
  });

  it('to nothing is reported, and files are collected', () => {
    const { broken, files } = render('# B\n\n[x](nowhere.md) [y](../../examples/x.tsv) ![z](../images/a.svg)');
    expect(broken).toEqual(['nowhere.md']);
    expect(files).toEqual(['examples/x.tsv', 'docs/images/a.svg']);
  });
});

it.each([
  ['README.md', 'index.html'],
  ['docs/README.md', 'docs/index.html'],
  ['docs/start/b.md', 'docs/start/b.html'],
])('%s is at %s', (path, address) => expect(addressOf(path)).toBe(address));

// The anchors are those that GitHub gives: lower case, no punctuation, numbers for repeated ones.
it.each([
  ['## What is `-m`?', 'what-is--m'],
  ['## [Linked](x.md) & co', 'linked--co'],
  ['## Ärger', 'ärger'],
])('the heading %s has the anchor %s', (heading, id) =>
  expect(render(`# B\n\n${heading}\n\n${heading}`).headings.map((each) => each.id)).toEqual(['b', id, `${id}-1`]),
);

it('shows pictures at their size, the first at once', () => {
  const { html } = render('# B\n\n![A "chart"](../images/a.svg)\n\n![B](../images/a.svg)');
  const picture = (more: string, alt: string) =>
    `<a class="picture" href="../images/a.svg"><img src="../images/a.svg" alt="${alt}" width="10" height="20"${more}></a>`;
  expect(html).toContain(picture('', 'A &quot;chart&quot;'));
  expect(html).toContain(picture(' loading="lazy"', 'B'));
});

it('marks what is typed in a session, with its continuation, and comments', () => {
  const { html } = render('# B\n\n```console\n$ assay score \\\n    a <b\n# out\n$ next\n```\n\n```sh\nls # list\n```');
  expect(html).toContain('<i>$ </i><b>assay score \\</b>\n<b>    a &lt;b</b>\n# out\n<i>$ </i><b>next</b></code>');
  expect(html).toContain('<code>ls <i># list</i></code>');
});

it('puts live examples where comments ask for them, and drops other comments', () => {
  const { html, live } = render('# B\n\n<!-- live: score -->\n\n<!-- by a script -->\n\nText');
  expect(live).toEqual(['score']);
  expect(html).toContain('<div class="live" data-live="score">');
  expect(html).not.toContain('<!--');
});

describe('entries of the search', () => {
  it('are the page, its sections and what has an anchor, also in lists within lists and in tables', () => {
    const text = `# Commands

Intro.

## assay judge

- <a id="assay-judge-action"></a>\`action\`: what to do
  - <a id="assay-judge-init"></a>\`init\`: plan it
- <a id="assay-judge--seed"></a>\`--seed <n>\`: a *seed*

\`\`\`
assay judge init 12
\`\`\`
`;
    expect(render(text, 'docs/reference/commands.md').entries).toEqual([
      { title: 'Commands', anchor: '', kind: 'page', text: 'Intro.' },
      { title: 'assay judge', anchor: 'assay-judge', kind: 'command', text: 'assay judge init' },
      { title: '`action`', anchor: 'assay-judge-action', kind: 'option', text: 'what to do' },
      { title: '`init`', anchor: 'assay-judge-init', kind: 'option', text: 'plan it' },
      { title: '`--seed <n>`', anchor: 'assay-judge--seed', kind: 'option', text: 'a seed' },
    ]);
    const table = '# X (`x`)\n\n## Options\n\n| o | d |\n|---|---|\n| <a id="option-n"></a>`n` | order & 4 |\n';
    expect(render(table, 'docs/reference/metrics/x.md').entries).toEqual([
      { title: 'X (`x`)', anchor: '', kind: 'metric', text: '' },
      { title: 'Options', anchor: 'options', kind: 'section', text: '' },
      { title: '`n`', anchor: 'option-n', kind: 'option', text: 'order & 4' },
    ]);
  });

  it('have prose before code, which results then show', () => {
    const text = '# Ties\n\n```console\n$ assay score\nties 3\n```\n\nOf ties.\n';
    expect(render(text, 'docs/start/ties.md').entries[0]!.text).toBe('Of ties. $ assay score ties');
  });
});
