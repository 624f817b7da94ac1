import { describe, expect, it } from 'vitest';
import { readNavigation, relativePath, sectionOf } from './navigation.ts';

const index = `# Documentation

- [not in a section](x.md)

## Start

- [Score](start/score.md): in five minutes
- Which \`metric\`? [one of many](how-to/metric.md), and [\`all\` of them](reference/metrics-table.md#top)

## Reference

### Commands

- [Commands](reference/commands.md): all options; [schema](reference/x.schema.json)
- [Score](start/score.md): again

## Empty

Text with [a link](elsewhere.md).
`;
const sections = readNavigation('docs/README.md', index);

describe('the navigation', () => {
  it('has the sections, groups and entries of the lists, each page once', () => {
    expect(sections).toEqual([
      { title: 'Start', groups: [{ title: '', entries: [{ title: 'Score', path: 'docs/start/score.md' }, { title: 'One of many', path: 'docs/how-to/metric.md' }] }] },
      { title: 'Reference', groups: [{ title: 'Commands', entries: [{ title: 'Commands', path: 'docs/reference/commands.md' }] }] },
    ]); // prettier-ignore
  });

  it.each([
    ['docs/start/score.md', 'Start'],
    ['docs/reference/metrics/bleu.md', 'Reference'],
    ['docs/how-to/other.md', 'Start'],
    ['docs/README.md', ''],
    ['CHANGELOG.md', ''],
    ['examples/task/README.md', ''],
  ])('puts %s into “%s”', (path, section) => expect(sectionOf(sections, path)).toBe(section));
});

it.each([
  ['index.html', 'docs/a.html', 'docs/a.html'],
  ['docs/a.html', 'index.html', '../index.html'],
  ['docs/a/b.html', 'docs/a/c.html', 'c.html'],
  ['docs/a/b.html', 'docs/c/d.html', '../c/d.html'],
  ['docs/a/b.html', 'docs/a/b.html', 'b.html'],
])('from %s, %s is %s', (from, to, path) => expect(relativePath(from, to)).toBe(path));
