import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';

const header = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
const entry = (id: string, text: string, before = ''): string => `\n${before}msgid "${id}"\nmsgstr "${text}"\n`;

/** The file is its own reference, so that nothing else need have as many segments. */
async function pairs(text: string | Uint8Array): Promise<string[][]> {
  const request = { files: ['t.po'], references: ['t.po'], emptyReferences: 'keep' } as const;
  const { sources, hypotheses } = await readFiles({ 't.po': text }, request);
  return sources!.map((source, i) => [source, hypotheses[0]![i]!]);
}

/** Sections of the manual of GNU gettext 0.22 that say so. */
const cases: [name: string, from: string, text: string, found: string[][]][] = [
  ['messages', '3 The Format of PO Files', header + entry('Open', 'Öffnen') + entry('Close', 'Schließen'), [['Open', 'Öffnen'], ['Close', 'Schließen']]],
  ['messages without a header', '3', entry('Open', 'Öffnen'), [['Open', 'Öffnen']]],
  ['strings on several lines', '3', 'msgid ""\n"One, "\n"two"\nmsgstr "Eins, "\n  "zwei"\n', [['One, two', 'Eins, zwei']]],
  ['escapes', '3: as in C', entry('a\\tb \\"c\\" \\\\n', 'd\\ne'), [['a\tb "c" \\n', 'd\ne']]],
  ['bytes as numbers', '3: as in C', entry('\\303\\244\\x41', '\\101'), [['äA', 'A']]],
  ['contexts', '11.2.5 Contexts', `${entry('Open', 'Offen', 'msgctxt "state"\n')}${entry('Open', 'Öffnen', 'msgctxt "menu"\n')}`, [['Open', 'Offen'], ['Open', 'Öffnen']]],
  ['an empty msgid with a context', '11.2.5', entry('a', 'b') + entry('', 'leer', 'msgctxt "x"\n'), [['a', 'b'], ['', 'leer']]],
  ['plural forms', '11.2.6 Plural forms', '\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d soubor"\nmsgstr[1] "%d soubory"\nmsgstr[2] "%d "\n"souborů"\n', [['%d file', '%d soubor'], ['%d files', '%d soubory'], ['%d files', '%d souborů']]],
  ['comments', '3', `# by hand\n#. extracted\n#: a.c:1\n#, c-format\n#| msgid "old"\nmsgid "a"\nmsgstr "b"\n# next\nmsgid "c"\nmsgstr "d"\n`, [['a', 'b'], ['c', 'd']]],
  ['obsolete entries', '3', `${entry('a', 'b')}\n#~ msgid "old"\n#~ msgstr "alt"\n`, [['a', 'b']]],
  ['entries without blank lines', '3', 'msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"\nmsgctxt "x"\nmsgid "e"\nmsgstr "f"', [['a', 'b'], ['c', 'd'], ['e', 'f']]],
  ['CR LF', 'files from Windows', (header + entry('a', 'b')).replaceAll('\n', '\r\n'), [['a', 'b']]],
]; // prettier-ignore

describe('PO', () => {
  it.each(cases)('%s (%s)', async (_, from, text, found) => {
    expect(from).not.toBe('');
    expect(await pairs(text)).toEqual(found);
  });

  it('in UTF-16', async () => {
    expect(await pairs(Buffer.from(`\uFEFF${entry('a', 'ä')}`, 'utf16le'))).toEqual([['a', 'ä']]);
  });

  it('is matched by msgid and context', async () => {
    const files = {
      'mt.po': header + entry('one', 'ein') + entry('two', 'zwo') + entry('two', 'zwei', 'msgctxt "x"\n'),
      'r.po': header + entry('two', 'ZWEI', 'msgctxt "x"\n') + entry('one', 'EINS') + entry('two', 'ZWO'),
      'less.po': header + entry('one', 'ein'),
    };
    const task = await readFiles(files, { files: ['mt.po'], references: ['r.po'] });
    expect(task).toMatchObject({
      systems: ['mt'],
      sources: ['two', 'one', 'two'],
      hypotheses: [['zwei', 'ein', 'zwo']],
      references: [['ZWEI'], ['EINS'], ['ZWO']],
    });
    expect(await faultOf(files, { files: ['less.po'], references: ['r.po'] })).toBe(
      'less.po lacks msgid on line 6, which r.po has, and 1 more.',
    );
  });

  it('reads and labels fuzzy entries, and counts those and empty ones', async () => {
    const text =
      header + entry('a', 'b', '#, c-format, fuzzy\n#| msgid "A"\n') + entry('c', '') + '\nmsgid "cut off"\n';
    const task = await readFiles({ 't.po': text, 'r.txt': 'r\ns\n' }, { files: ['t.po'], references: ['r.txt'] });
    expect(task.hypotheses).toEqual([['b', '']]);
    expect([...task.labels]).toEqual([['fuzzy', ['yes', 'no']]]);
    expect(task.notes.map((note) => note.replace(/^.*\//, ''))).toEqual([
      't.po: 1 entry without msgid or msgstr is left out.',
      't.po: 1 of 2 messages is fuzzy. Fuzzy translations are read like others; the label fuzzy marks them.',
      't.po: 1 of 2 segments has no msgstr and counts as empty.',
    ]);
  });

  it('a template is a source', async () => {
    const files = { 't.pot': header.replace('UTF-8', 'CHARSET') + entry('a', ''), 'a.txt': 'x\n', 'r.txt': 'y\n' };
    const task = await readFiles(files, { files: ['a.txt'], references: ['r.txt'], sources: 't.pot' });
    expect(task.sources).toEqual(['a']);
  });
});

const faults: [name: string, text: string | Uint8Array, message: string][] = [
  ['an empty file', '', 't.po is empty.'],
  ['a header alone', header, 't.po has no messages. Expected msgid and msgstr.'],
  ['text', 'msgid "a"\nhello\n', 't.po, line 2: not PO: expected msgctxt, msgid, msgid_plural or msgstr with a text in double quotes, or a comment (#).'],
  ['a quote not closed', 'msgid "a\nmsgstr "b"\n', 't.po, line 1: not PO: expected msgctxt, msgid, msgid_plural or msgstr with a text in double quotes, or a comment (#).'],
  ['a translation twice', 'msgid "a"\nmsgstr "b"\nmsgstr "c"\n', 't.po, line 3: this entry has msgstr twice.'],
  ['another encoding', Buffer.from(header.replace('UTF-8', 'ISO-8859-1') + entry('a', 'ä'), 'latin1'), 't.po is in ISO-8859-1, not UTF-8. Convert it, for example with msgconv --to-code=UTF-8 t.po.'],
  ['nothing translated', header + entry('a', ''), 't.po has no translations: none of its 1 segment has a msgstr.'],
]; // prettier-ignore

describe('PO refused', () => {
  it.each(faults)('%s', async (_, text, message) => {
    const files = { 't.po': text, 'r.txt': 'r\n' };
    expect(await faultOf(files, { files: ['t.po'], references: ['r.txt'] })).toBe(message);
  });
});
