import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';

const v1 = (...units: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="a.docx" source-language="de" target-language="en" datatype="plaintext"><body>\n${units.join('\n')}\n</body></file>\n</xliff>\n`;
const v2 = (...units: string[]): string =>
  `<xliff version="2.0" srcLang="de" trgLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0">\n<file id="f1">\n${units.join('\n')}\n</file>\n</xliff>\n`;
const unit = (id: number | string, source: string, target?: string, attributes = ''): string =>
  `<trans-unit id="${id}"${attributes}><source>${source}</source>${target === undefined ? '' : `<target>${target}</target>`}</trans-unit>`;
const segment = (source: string, target: string, attributes = ''): string =>
  `<segment${attributes}><source>${source}</source><target>${target}</target></segment>`;

/** Source and target of each segment. The file is its own reference, so that nothing else need have as many segments. */
async function pairs(text: string | Uint8Array, name = 't.xlf'): Promise<string[][]> {
  const request = { files: [name], references: [name], emptyReferences: 'keep' } as const;
  const { sources, hypotheses } = await readFiles({ [name]: text }, request);
  return sources!.map((source, i) => [source, hypotheses[0]![i]!]);
}

const cases: [name: string, from: string, text: string, found: string[][]][] = [
  ['units', '1.2, 2.3 trans-unit', v1(unit(1, 'a', 'b'), unit(2, 'c &amp; d', '<![CDATA[<e>]]>')), [['a', 'b'], ['c & d', '<e>']]],
  ['units in nested groups', '1.2, 2.3 group', v1(`<group id="g"><group>${unit(1, 'a', 'b')}</group>${unit(2, 'c', 'd')}</group>`), [['a', 'b'], ['c', 'd']]],
  ['suggestions are not targets', '1.2, 2.3 alt-trans', v1('<trans-unit id="1"><source>a</source><alt-trans><source>x</source><target>no</target></alt-trans><target>b</target><alt-trans><target>no</target></alt-trans></trans-unit>'), [['a', 'b']]],
  ['elements that wrap text', '1.2, 2.4 g, mrk', v1(unit(1, 'a <g id="1">b <mrk mtype="term">c</mrk></g> d', '<g id="1">x</g>y')), [['a b c d', 'xy']]],
  ['placeholders and codes', '1.2, 2.4 x, bx, ex, bpt, ept, ph, it, sub', v1(unit(1, 'a<x id="1"/>b<bx id="2"/>c<ex id="2"/>', '<bpt id="1">&lt;b title="<sub>no</sub>"&gt;</bpt>bold<ept id="1">&lt;/b&gt;</ept> <ph id="2">%s</ph><it id="3" pos="open">&lt;i&gt;</it>z')), [['abc', 'bold z']]],
  ['line breaks separate words', '1.2, 2.3.3 ctype lb', v1(unit(1, 'a<x id="1" ctype="lb"/>b', 'c<ph id="1" ctype="lb">&lt;br/&gt;</ph>d')), [['a b', 'c d']]],
  ['layout', 'as in WMT’s XML', v1(unit(1, '\n    a\n    b  ', 'c\td')), [['a b', 'c d']]],
  ['segments by marks', '1.2, 2.6 seg-source', v1('<trans-unit id="1"><source>A. B.</source><seg-source><g id="9"><mrk mtype="seg" mid="1">A.</mrk> <mrk mtype="seg" mid="2"><mrk mtype="x-term">B</mrk>.</mrk></g></seg-source><target><mrk mtype="seg" mid="2">Y.</mrk> <mrk mtype="seg" mid="1">X.</mrk></target></trans-unit>'), [['A.', 'X.'], ['B.', 'Y.']]],
  ['segments without target', '1.2, 2.6 seg-source', v1(unit(0, 's', 't'), '<trans-unit id="1"><source>A. B.</source><seg-source><mrk mtype="seg" mid="1">A.</mrk> <mrk mtype="seg" mid="2">B.</mrk></seg-source><target/></trans-unit>'), [['s', 't'], ['A.', ''], ['B.', '']]],
  ['segments that differ are read whole', 'our rule', v1('<trans-unit id="1"><source>A. B.</source><seg-source><mrk mtype="seg" mid="1">A.</mrk> <mrk mtype="seg" mid="2">B.</mrk></seg-source><target><mrk mtype="seg" mid="1">X and Y.</mrk></target></trans-unit>'), [['A. B.', 'X and Y.']]],
  ['a namespace prefix', 'XML names', v1(unit(1, 'a', 'b')).replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x='), [['a', 'b']]],
  ['segments of 2.0', '2.0, 4.2.2.5 segment', v2(`<unit id="u">${segment('A.', 'X.')}<ignorable><source> </source><target> </target></ignorable>${segment('B.', 'Y.')}</unit>`), [['A.', 'X.'], ['B.', 'Y.']]],
  ['other elements of 2.0', '2.0, 4.2.2 notes, originalData; 5.1 matches', v2(`<unit id="u"><notes><note>no</note></notes><originalData><data id="d">no</data></originalData><mtc:matches xmlns:mtc="m"><mtc:match ref="#s"><source>no</source><target>no</target></mtc:match></mtc:matches>${segment('a', 'b')}</unit>`), [['a', 'b']]],
  ['inline elements of 2.0', '2.0, 4.7.2 pc, ph, sc, ec, sm, em, cp', v2(`<unit id="u">${segment('a <pc id="1">b</pc><ph id="2"/><sc id="3"/>c<ec startRef="3"/>', '<mrk id="m" type="term">d</mrk><cp hex="001A"/><sm id="4"/>e<em startRef="4"/><ph id="5" subType="xlf:lb"/>f')}</unit>`), [['a bc', 'd\u001ae f']]],
]; // prettier-ignore

describe('XLIFF', () => {
  it.each(cases)('%s (%s)', async (_, from, text, found) => {
    expect(from).not.toBe('');
    expect(await pairs(text)).toEqual(found);
  });

  const one = v1(unit(1, 'ä 😀', 'b'));
  const marked = Buffer.from(`\uFEFF${one.replace('UTF-8', 'UTF-16').replaceAll('\n', '\r\n')}`, 'utf16le');
  it.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${one}`)],
    ['UTF-16', marked],
    ['UTF-16, big end first', Buffer.from(marked).swap16()],
  ])('in %s', async (_, bytes) => expect(await pairs(bytes)).toEqual([['ä 😀', 'b']]));

  it.each(['t.xliff', 't.sdlxliff', 't.mqxliff', 't.mxliff', 't.XLF', 't.xml'])('named %s', async (name) =>
    expect(await pairs(one, name)).toEqual([['ä 😀', 'b']]),
  );

  const files = {
    'mt.xlf': v1(unit(2, 'zwei', 'two'), unit(1, 'eins', 'one')),
    'best.xlf': v1(unit(1, 'eins', 'first'), unit(2, 'zwei', 'second')),
    'order.xlf': v1(unit('x', 'eins', 'uno'), unit('x', 'zwei', 'dos')),
    'src.txt': 'eins\nzwei\n',
    'r.txt': 'r1\nr2\n',
  };

  it('is matched by id, and by order where ids are not unique', async () => {
    const task = await readFiles(files, { files: ['mt.xlf', 'order.xlf'], references: ['best.xlf'] });
    expect(task).toMatchObject({
      systems: ['mt', 'order'],
      hypotheses: [
        ['one', 'two'],
        ['uno', 'dos'],
      ],
      references: [['first'], ['second']],
      sources: ['eins', 'zwei'],
      notes: [],
    });
  });

  it('is matched by order with other formats, whose keys differ', async () => {
    const tmx = `<tmx version="1.4"><header srclang="de"/><body>${['eins', 'zwei'].map((text, i) => `<tu tuid="t${i}"><tuv xml:lang="de"><seg>${text}</seg></tuv><tuv xml:lang="en"><seg>r${i}</seg></tuv></tu>`).join('')}</body></tmx>`;
    const task = await readFiles({ ...files, 'r.tmx': tmx }, { files: ['best.xlf'], references: ['r.tmx'] });
    expect(task).toMatchObject({ hypotheses: [['first', 'second']], references: [['r0'], ['r1']] });
  });

  it('is a source', async () => {
    const plain = { ...files, 'a.txt': 'a\nb\n', 's.xlf': v1(unit(1, 'eins'), unit(2, 'zwei')) };
    const task = await readFiles(plain, { files: ['a.txt'], references: ['r.txt'], sources: 's.xlf' });
    expect(task).toMatchObject({ sources: ['eins', 'zwei'], notes: [] });
  });

  it('counts what is missing and what is left out', async () => {
    const text = v1(
      unit(1, 'a', 'b'),
      unit(2, 'c'),
      unit(3, 'd', ' '),
      unit(4, 'e', 'f', ' translate="no"'),
      `<group translate="no">${unit(5, 'g', 'h')}${unit(6, 'i', 'j', ' translate="yes"')}</group>`,
      '<trans-unit id="7"><target>k</target></trans-unit>',
    );
    const task = await readFiles(
      { 't.xlf': text, 'r.txt': 'r\n'.repeat(4) },
      { files: ['t.xlf'], references: ['r.txt'] },
    );
    expect(task.hypotheses).toEqual([['b', '', '', 'j']]);
    expect(task.notes.map((note) => note.replace(/.*\//, ''))).toEqual([
      't.xlf: 2 units with translate="no" are left out.',
      't.xlf: 1 segment without <source> is left out.',
      't.xlf: 2 of 4 segments have no target and count as empty.',
    ]);
  });

  it('has labels: the document if there are several, and the state', async () => {
    const file = (name: string, state: string): string =>
      `<file original="${name}"><body><trans-unit id="1"><source>a</source><target state="${state}">b</target></trans-unit></body></file>`;
    const both = {
      't.xlf': `<xliff version="1.2">${file('x.md', 'final')}${file('y.md', 'new')}</xliff>`,
      'r.txt': 'r\ns\n',
    };
    const task = await readFiles(both, { files: ['t.xlf'], references: ['r.txt'] });
    expect([...task.labels]).toEqual([
      ['document', ['x.md', 'y.md']],
      ['state', ['final', 'new']],
    ]);
    const asLabels = await readFiles(
      { ...both, 'a.txt': 'a\nb\n' },
      { files: ['a.txt'], references: ['r.txt'], labels: 't.xlf' },
    );
    expect([...asLabels.labels.keys()]).toEqual(['document', 'state']);
    const other = both['t.xlf'].replace('"new"', '"final"');
    const apart = await readFiles({ ...both, 'u.xlf': other }, { files: ['t.xlf'], references: ['u.xlf'] });
    expect([...apart.labels.keys()]).toEqual(['document']);
    expect(apart.notes).toHaveLength(1);
    expect(apart.notes[0]).toMatch(/^state is not used as a label, since it differs between \S+u\.xlf, \S+t\.xlf\.$/);
  });

  it('has the state of segments of 2.0', async () => {
    const text = v2(`<unit id="u">${segment('a', 'b', ' state="reviewed"')}</unit>`);
    const task = await readFiles({ 't.xlf': text, 'r.txt': 'r\n' }, { files: ['t.xlf'], references: ['r.txt'] });
    expect([...task.labels]).toEqual([['state', ['reviewed']]]);
  });
});

const faults: [name: string, text: string | Uint8Array, message: string | RegExp][] = [
  ['an empty file', '', 't.xlf is empty.'],
  ['text', 'hello\n', 't.xlf, line 1: not well-formed XML: Non-whitespace before first tag.'],
  ['a tag not closed', v1('<trans-unit id="1">'), 't.xlf, line 5: not well-formed XML: Unexpected close tag.'],
  ['an end too early', v1(unit(1, 'a', 'b')).slice(0, 260), /^t\.xlf, line \d: not well-formed XML: /],
  ['another root', '<dataset/>', "t.xlf, line 1: not XLIFF: the first element is <dataset>, expected <xliff>. It looks like WMT's XML: rename it to end in .xml."],
  ['an unknown root', '<html></html>', 't.xlf, line 1: not XLIFF: the first element is <html>, expected <xliff>.'],
  ['entities', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>\n<xliff>&f;</xliff>', 't.xlf, line 1: entity declarations are not supported. Write the entities out.'],
  ['no units', v1(), 't.xlf has no segments. Expected <trans-unit> (XLIFF 1.2) or <unit> with <segment> (XLIFF 2), with a <source> in it.'],
  ['nothing to translate', v1(unit(1, 'a', 'b', ' translate="no"')), 't.xlf has no segments: its unit has translate="no". Expected <trans-unit> (XLIFF 1.2) or <unit> with <segment> (XLIFF 2), with a <source> in it.'],
  ['no targets', v1(unit(1, 'a'), unit(2, 'b', '')), 't.xlf has no translations: none of its 2 segments has a target.'],
  ['binary', Uint8Array.of(0x3c, 0xff, 0x00), 't.xlf, line 1, byte 2: not valid UTF-8 (0xFF, byte 2 of the file). Convert the file to UTF-8, for example with iconv.'],
  ['UTF-16 cut off', Uint8Array.of(0xff, 0xfe, 0x3c, 0x00, 0x3d), 't.xlf starts like UTF-16, but is not valid UTF-16. Save it as UTF-8.'],
]; // prettier-ignore

describe('XLIFF refused', () => {
  it.each(faults)('%s', async (_, text, message) => {
    const fault = await faultOf({ 't.xlf': text, 'r.txt': 'r\n' }, { files: ['t.xlf'], references: ['r.txt'] });
    expect(fault).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('an empty reference', async () => {
    const files = { 'r.xlf': v1(unit(1, 'a', 'b'), unit('x', 'c')), 't.txt': 'a\nb\n' };
    expect(await faultOf(files, { files: ['t.txt'], references: ['r.xlf'] })).toBe(
      'r.xlf, unit "x" (line 5): the reference is empty. Fill it in, or use --empty-references missing or keep.',
    );
  });

  it('other units, and other sources', async () => {
    const files = { 't.xlf': v1(unit(1, 'a', 'b')), 'r.xlf': v1(unit(2, 'a', 'b')), 's.xlf': v1(unit(1, 'A', 'b')) };
    expect(await faultOf(files, { files: ['t.xlf'], references: ['r.xlf'] })).toBe(
      't.xlf lacks unit "2" (line 4), which r.xlf has.',
    );
    expect(await faultOf(files, { files: ['t.xlf'], references: ['s.xlf'] })).toBe(
      'The source of segment 1 is not the same in s.xlf and t.xlf. Give files that have the same segments in the same order.',
    );
  });
});
