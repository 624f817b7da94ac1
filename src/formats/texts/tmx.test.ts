import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';
import type { ColumnsByRole } from './columns.ts';

type Texts = Readonly<Record<string, string>>;
const tu = (texts: Texts, attributes = ''): string =>
  `<tu${attributes}>${Object.entries(texts)
    .map(([language, text]) => `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`)
    .join('')}</tu>`;
const tmx = (srclang: string, ...units: string[]): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header srclang="${srclang}" segtype="sentence"/><body>\n${units.join('\n')}\n</body></tmx>\n`;

const read = (text: string | Uint8Array, columns?: ColumnsByRole) =>
  readFiles(
    { 't.tmx': text },
    { files: ['t.tmx'], references: ['t.tmx'], emptyReferences: 'keep', ...(columns ? { columns } : {}) },
  );

const cases: [name: string, from: string, text: string, columns: ColumnsByRole | undefined, source: string, target: string][] = [
  ['the language that is not the source', '1.4b, srclang', tmx('de', tu({ en: 'house', de: 'Haus' })), undefined, 'Haus', 'house'],
  ['the source in another case', 'RFC 3066: tags ignore case', tmx('DE-de', tu({ 'de-DE': 'Haus', en: 'house' })), undefined, 'Haus', 'house'],
  ['a source with a region', 'our rule: the only one with that language', tmx('en', tu({ 'en-US': 'house', 'fr-FR': 'maison' })), undefined, 'house', 'maison'],
  ['the source of units', '1.4b, tu srclang', tmx('*all*', tu({ en: 'house', de: 'Haus' }, ' srclang="en"')), undefined, 'house', 'Haus'],
  ['languages that were chosen', '--columns', tmx('*all*', tu({ en: 'house', de: 'Haus', fr: 'maison' })), { source: 'de', hypothesis: 'fr' }, 'Haus', 'maison'],
  ['a target that was chosen', '--columns', tmx('en', tu({ en: 'house', de: 'Haus', fr: 'maison' })), { hypothesis: 'fr' }, 'house', 'maison'],
  ['a source that was chosen', '--columns', tmx('*all*', tu({ en: 'house', de: 'Haus' })), { source: 'de' }, 'Haus', 'house'],
  ['Maltese, which is mt', 'ISO 639-1', tmx('en', tu({ en: 'house', mt: 'dar' })), undefined, 'house', 'dar'],
  ['TMX 1.1', '1.1, lang', tmx('en', tu({ en: 'a', de: 'b' }).replaceAll('xml:lang', 'lang')), undefined, 'a', 'b'],
  ['codes', '1.4b, bpt, ept, it, ph, ut, hi, sub', tmx('en', tu({ en: 'a <bpt i="1">&lt;b t="<sub>no</sub>"&gt;</bpt>b<ept i="1">&lt;/b&gt;</ept>', de: '<hi type="x">c <hi>d</hi></hi><it pos="begin">x</it><ph>%s</ph><ut>{}</ut>\n  e' })), undefined, 'a b', 'c d e'],
  ['notes and properties', '1.4b, note, prop', tmx('en', tu({ en: 'a', de: 'b' }).replace('<tuv', '<note>no</note><prop type="x">no</prop><tuv')), undefined, 'a', 'b'],
]; // prettier-ignore

describe('TMX', () => {
  it.each(cases)('%s (%s)', async (_, from, text, columns, source, target) => {
    expect(from).not.toBe('');
    const task = await read(text, columns);
    expect(task).toMatchObject({ systems: ['t'], sources: [source], hypotheses: [[target]], references: [[target]] });
  });

  it('in UTF-16, as many tools write it', async () => {
    const text = `\uFEFF${tmx('de', tu({ en: 'house', de: 'Häuser' }))}`.replace('"1.0"', '"1.0" encoding="UTF-16"');
    expect(await read(Buffer.from(text, 'utf16le'))).toMatchObject({ sources: ['Häuser'], hypotheses: [['house']] });
  });

  it('can hold outputs and a reference, as languages that were chosen', async () => {
    const text = tmx('en', tu({ en: 's', de: 'r', 'de-x-a': 'a', 'de-x-b': 'b' }));
    const columns = { hypothesis: ['de-x-a', 'de-x-b'], reference: 'de' };
    const task = await readFiles({ 't.tmx': text }, { files: ['t.tmx'], columns });
    expect(task).toMatchObject({ systems: ['de-x-a', 'de-x-b'], hypotheses: [['a'], ['b']], references: [['r']] });
  });

  it('is matched by tuid, and without them by order', async () => {
    const files = {
      'a.tmx': tmx('en', tu({ en: 'two', de: 'zwei' }, ' tuid="2"'), tu({ en: 'one', de: 'eins' }, ' tuid="1"')),
      'b.tmx': tmx('en', tu({ en: 'one', de: 'ein' })),
      'r.tmx': tmx('en', tu({ en: 'one', de: 'EINS' }, ' tuid="1"'), tu({ en: 'two', de: 'ZWEI' }, ' tuid="2"')),
    };
    const task = await readFiles(files, { files: ['a.tmx'], references: ['r.tmx'] });
    expect(task).toMatchObject({ hypotheses: [['eins', 'zwei']], references: [['EINS'], ['ZWEI']] });
    expect(await faultOf(files, { files: ['b.tmx'], references: ['r.tmx'] })).toBe(
      'b.tmx has 1 segment, r.tmx has 2. All files must have the same segments.',
    );
  });

  it('counts what is missing', async () => {
    const text = tmx(
      'en',
      tu({ en: 'a', de: 'b' }),
      tu({ en: 'c' }),
      tu({ de: 'd' }),
      tu({ en: 'e', de: 'f', DE: 'g' }),
    );
    const task = await read(text);
    expect(task.hypotheses).toEqual([['b', '', 'f']]);
    const own = task.notes.map((note) => note.replace(/^.*\//, '')).slice(2);
    expect(own).toEqual([
      't.tmx: 1 unit without a text in en is left out.',
      't.tmx: 1 unit has two texts in a language; the first is read.',
      't.tmx: 1 of 3 segments has no text in de and counts as empty.',
    ]);
  });
});

const faults: [name: string, text: string, message: string][] = [
  ['an empty file', '', 't.tmx is empty.'],
  ['another root', '<xliff/>', 't.tmx, line 1: not TMX: the first element is <xliff>, expected <tmx>. It looks like XLIFF: rename it to end in .xlf.'],
  ['a tag not closed', tmx('en', '<tu>'), 't.tmx, line 5: not well-formed XML: Unexpected close tag.'],
  ['no units', tmx('en'), 't.tmx has no segments. Expected <tu> with <tuv> and <seg> in it.'],
  ['no language', tmx('en', tu({ en: 'a', de: 'b' }).replace('xml:lang="de"', '')), 't.tmx, line 4: <tuv> has no xml:lang.'],
  ['any source', tmx('*all*', tu({ en: 'a', de: 'b' })), 't.tmx does not say which language is the source (languages: en, de). Choose by hand, for example --columns source=en,hypothesis=de.'],
  ['several targets', tmx('en', tu({ en: 'a', de: 'b', fr: 'c' })), 't.tmx has several languages that can be the translation (languages: en, de, fr). Choose by hand, for example --columns source=en,hypothesis=de.'],
  ['one language', tmx('en', tu({ en: 'a' })), 't.tmx has texts in only one language (languages: en). Choose by hand, for example --columns source=en,hypothesis=LANGUAGE.'],
]; // prettier-ignore

describe('TMX refused', () => {
  it.each(faults)('%s', async (_, text, message) => {
    const files = { 't.tmx': text, 'r.txt': 'r\n' };
    expect(await faultOf(files, { files: ['t.tmx'], references: ['r.txt'] })).toBe(message);
  });

  it('any source of a reference, and a language that the file does not have', async () => {
    const files = { 't.txt': 'a\n', 'r.tmx': tmx('*all*', tu({ en: 'a', de: 'b' })) };
    const request = { files: ['t.txt'], references: ['r.tmx'] };
    expect(await faultOf(files, request)).toMatch(/--columns source=en,reference=de\.$/);
    expect(await faultOf(files, { ...request, columns: { source: 'en', reference: 'fr' } })).toBe(
      'There is no column fr (--columns). Columns found: en, de.',
    );
  });
});
