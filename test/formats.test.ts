/** Formats declare themselves once: here it is checked that nothing that should follow from a declaration was left without it. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FileFormat, formatByName } from '../src/formats/fileFormat.ts';
import { nameSystems } from '../src/data/index.ts';
import { formatKinds, holdsAnalyses } from '../src/formats/index.ts';
import { formatIds, formatOf, textFormats } from '../src/formats/texts/index.ts';

const page = (path: string): string => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8');
const commands = page('reference/commands.md');
const all = formatKinds.flatMap(({ title, formats }) =>
  formats.map((format: FileFormat) => ({ of: title, id: format.id, format, formats })),
);
const named = all.flatMap(({ of, format, formats }) =>
  (format.extensions ?? []).map((end) => ({ of, end, format, formats })),
);

describe('a format', () => {
  const folder = new URL('../src/formats/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'));
  const isFormat = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'id' in value && 'summary' in value;

  it('is looked for in many files', () => expect(files.length).toBeGreaterThan(50));

  it.each(files)('of src/formats/%s is in a list', async (file) => {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    const known = new Set<unknown>(all.map(({ format }) => format));
    expect(Object.keys(module).filter((name) => isFormat(module[name]) && !known.has(module[name]))).toEqual([]);
  });

  it.each(formatKinds)('of $title has an id of its own', ({ formats }) => {
    expect(formats.length).toBeGreaterThan(1);
    expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
  });

  it.each(all)('of $of, $id, says in a phrase what it is', ({ format }) => {
    expect(format.id).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(format.summary).toMatch(/^\S.*[^\s.]$/);
  });

  it.each(all)('of $of, $id, is on the page of the reference', ({ of, format }) => {
    const section = page('reference/formats.md').split(`\n## ${of}\n`)[1]!.split('\n## ')[0]!;
    const row = section.split('\n').find((line) => line.includes(`</a>\`${format.id}\` |`));
    expect(row).toContain(format.summary.replaceAll('|', '\\|'));
    for (const end of format.extensions ?? []) expect(row).toContain(`\`${end}\``);
  });
});

describe('a name', () => {
  it.each(named)('$of: x$end tells its format', ({ end, format, formats }) => {
    expect(end).toMatch(/^(?:\.[a-z]+)+$/);
    for (const name of [`x${end}`, `dir.txt/x.y${end.toUpperCase()}`, `x${end}.gz`]) {
      expect(formatByName(formats, name)).toBe(format);
    }
  });

  it.each(textFormats.flatMap(({ extensions }) => extensions))('of a system goes without %s', (end) => {
    expect(nameSystems([{ path: `runs/big${end}.gz`, name: undefined }])).toEqual(['big']);
  });

  it.each(formatIds)('is not asked where the format %s is named', (id) => {
    expect(formatOf('x.xml', id).id).toBe(id);
    expect(holdsAnalyses('x.xml', id)).toBe(id === 'conllu' || id === 'factored');
  });

  it('that is unknown is one of plain text', () => {
    expect(['newstest.de', '-', 'x', 'tsv', 'x.tsv.bak'].map((path) => formatOf(path).id)).toEqual(
      Array(5).fill('text'),
    );
    expect(() => formatOf('x', 'srt' as 'text')).toThrow('Unknown format srt.');
  });
});

describe('help', () => {
  const helpOf = (command: string): string =>
    commands.split(`\n## assay ${command}\n`)[1]!.split('\n## ')[0]!.replace(/\s+/g, ' ');
  const idsOf = (title: string): string[] =>
    formatKinds.find((kind) => kind.title === title)!.formats.map(({ id }) => id);
  const choices = (ids: readonly string[]): string => `(choices: ${ids.map((id) => `"${id}"`).join(', ')}`;

  it.each(textFormats.filter(({ id }) => id !== 'text'))('of score names files of $id', ({ extensions }) => {
    expect(helpOf('score')).toContain(` ${extensions[0]}`);
  });

  it.each([
    ['score', 'Texts'],
    ['lattice', 'Lattices and forests'],
    ['tune', 'N-best lists'],
  ])('of %s lists all formats of %s', (command, title) => {
    expect(helpOf(command)).toContain(choices(idsOf(title)));
  });

  it('of rank lists all formats of judgments but that of shared tasks', () => {
    expect(helpOf('rank')).toContain(choices(idsOf('Judgments').slice(0, -1)));
  });
});

describe('the guide', () => {
  it.each([
    ['scoring', 'Texts'],
    ['analyses', 'Analyses'],
    ['lattice-formats', 'Lattices and forests'],
  ])('%s knows all names of %s', (guide, title) => {
    const ends = named.filter(({ of }) => of === title).map(({ end }) => end);
    const text = page(`how-to/${guide}.md`);
    expect(ends.filter((end) => !text.includes(`\`${end}\``))).toEqual([]);
  });

  it.each([
    ['lattice-formats', 'Lattices and forests'],
    ['judgment-formats', 'Judgments'],
  ])('%s has a row for each format of %s', (guide, title) => {
    const ids = all.filter(({ of, id }) => of === title && id !== 'mt-metrics-eval').map(({ id }) => id);
    const text = page(`how-to/${guide}.md`);
    expect(ids.filter((id) => !text.includes(`| \`${id}\``))).toEqual([]);
  });
});
