import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';

const seg = (id: number | string, text: string): string => `<seg id="${id}">${text}</seg>`;
const dataset = (...docs: string[]): string =>
  `<?xml version='1.0' encoding='utf-8'?>\n<dataset id="t">\n${docs.join('\n')}\n</dataset>\n`;

const whole = dataset(
  `<collection id="c"><doc id="d2" origlang="cs" domain="news">
    <src lang="cs"><p>${seg(2, 's2')}${seg(1, 's1')}</p><p>${seg(10, 's10')}</p></src>
    <ref lang="en" translator="A"><p>${seg(1, 'A1')}${seg(2, 'A2')}${seg(10, 'A10')}</p></ref>
    <ref lang="en" translator="B"><p>${seg(1, 'B1')}${seg(2, ' B &lt;2&gt;\n &amp; <![CDATA[<3]]> ')}${seg(10, 'B10')}</p></ref>
    <hyp system="X" language="en">${seg(1, 'x1')}${seg(2, '')}${seg(10, 'x10')}</hyp>
    <hyp system="__proto__">${seg(1, 'y1')}${seg(2, 'y2')}${seg(10, 'y10')}</hyp>
  </doc></collection>`,
  `<doc id="d1" origlang="en">
    <src lang="cs">${seg(1, 't1')}</src><ref translator="A">${seg(1, 'C1')}</ref>
    <hyp system="__proto__">${seg(1, 'z1')}</hyp><hyp system="X">${seg('01', 'w1')}</hyp>
  </doc>`,
  `<doc id="ts" origlang="en" testsuite="suite"><src>${seg(1, 'no')}</src></doc>`,
);

describe('XML', () => {
  it('holds everything', async () => {
    const task = await readFiles({ 't.xml': whole }, { files: ['t.xml'] });
    expect(task).toMatchObject({
      systems: ['X', '__proto__'],
      hypotheses: [
        ['x1', '', 'x10', 'w1'],
        ['y1', 'y2', 'y10', 'z1'],
      ],
      references: [['A1', 'B1'], ['A2', 'B <2> & <3'], ['A10', 'B10'], ['C1']],
      sources: ['s1', 's2', 's10', 't1'],
    });
    expect([...task.labels]).toEqual([
      ['document', ['d2', 'd2', 'd2', 'd1']],
      ['origlang', ['cs', 'cs', 'cs', 'en']],
      ['domain', ['news', 'news', 'news', '']],
    ]);
    expect(task.notes).toEqual([expect.stringMatching(/t\.xml: 1 document of a test suite is left out \(ts\)\.$/)]);
  });

  it('is matched with other XML and SGML by document and number, and with text by order', async () => {
    const files = {
      't.xml': whole,
      'h.xml': dataset(
        `<doc id="d1"><hyp>${seg(1, 'h4')}</hyp></doc>`,
        `<doc id="d2"><hyp>${seg(10, 'h3')}${seg(2, 'h2')}${seg(1, 'h1')}</hyp></doc>`,
      ),
      's.sgm': `<tstset><doc docid="d1" sysid="S">${seg(1, 'g4')}</doc><doc docid="d2" sysid="S">${
        seg(1, 'g1') + seg(2, 'g2') + seg(10, 'g3')
      }</doc></tstset>`,
      'p.txt': '1\n2\n3\n4\n',
    };
    const task = await readFiles(files, { files: ['h.xml', 's.sgm', 'p.txt'], references: ['t.xml'] });
    expect(task).toMatchObject({
      systems: ['h', 'S', 'p'],
      hypotheses: [
        ['h1', 'h2', 'h3', 'h4'],
        ['g1', 'g2', 'g3', 'g4'],
        ['1', '2', '3', '4'],
      ],
      sources: ['s1', 's2', 's10', 't1'],
    });
    expect(task.notes).toHaveLength(2);
  });

  it('of mteval is read as SGML is', async () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE mteval SYSTEM "mteval-xml-v1.3.dtd">
      <!-- <dataset> -->
      <mteval>
      <refset setid="t" refid="r1"><doc docid="d" genre="nw">${seg(1, 'R1')}</doc></refset>
      <refset setid="t" refid="r2"><doc docid="d" genre="nw">${seg(1, 'R2')}</doc></refset>
      <tstset setid="t" sysid="sys"><doc docid="d" genre="nw">${seg(1, 'a &amp; b')}</doc></tstset>
      </mteval>`;
    expect(await readFiles({ 't.xml': text }, { files: ['t.xml'] })).toMatchObject({
      systems: ['sys'],
      hypotheses: [['a & b']],
      references: [['R1', 'R2']],
    });
  });

  it('of any text comes back', async () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .map((text) => text.replace(/\s|\uFEFF/g, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(word, { maxLength: 4 }), { minLength: 1, maxLength: 5 }), async (segments) => {
        const wanted = segments.map((words) => words.filter((text) => text !== '').join(' '));
        const escaped = wanted.map((text, i) => seg(i, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')));
        const files = {
          't.xml': dataset(`<doc id="d"><hyp system="s">${escaped.join('')}</hyp></doc>`),
          'r.txt': 'r\n'.repeat(wanted.length),
        };
        expect((await readFiles(files, { files: ['t.xml'], references: ['r.txt'] })).hypotheses).toEqual([wanted]);
      }),
      { numRuns: 50 },
    );
  });

  it('may have attributes of any name', async () => {
    const text = dataset(`<doc hasOwnProperty="1" __proto__="2" id="__proto__"><p constructor="x"/>${pair}</doc>`);
    const task = await readFiles({ 't.xml': text }, { files: ['t.xml'] });
    expect(task.labels.get('document')).toEqual(['__proto__']);
  });

  it('may hold a segment of several MB', async () => {
    const long = 'word '.repeat(1_000_000).trim();
    const text = dataset(`<doc id="d"><ref>${seg(1, long)}</ref><hyp system="s">${seg(1, long)}</hyp></doc>`);
    expect((await readFiles({ 't.xml': text }, { files: ['t.xml'] })).references).toEqual([[long]]);
  });
});

const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('\n');
const bomb = `<?xml version="1.0"?>\n<!DOCTYPE x [\n<!ENTITY e0 "ha">\n${entities}\n]>\n<dataset>&e10;</dataset>`;
const pair = `<ref>${seg(1, 'r')}</ref><hyp system="s">${seg(1, 'h')}</hyp>`;

const faults: [name: string, text: string, message: string][] = [
  ['a tag not closed', dataset('<doc id="d">', '<src>'), 't.xml, line 5: not well-formed XML: Unexpected close tag.'],
  ['an end too early', '<dataset>\n<doc id="d">\n', 't.xml, line 2: not well-formed XML: Unclosed root tag.'],
  [
    'a bare &',
    dataset(`<doc id="d"><hyp>${seg(1, 'AT&T said')}</hyp></doc>`),
    't.xml, line 3: not well-formed XML: Invalid character in entity name.',
  ],
  [
    'an unknown entity',
    dataset(`<doc id="d"><hyp>${seg(1, '&foo;')}</hyp></doc>`),
    't.xml, line 3: not well-formed XML: Invalid character entity.',
  ],
  ['no XML', 'just text\n', 't.xml, line 1: not well-formed XML: Non-whitespace before first tag.'],
  ['an entity bomb', bomb, 't.xml, line 14: entity declarations are not supported. Write the entities out.'],
  [
    'an entity that names a file',
    '<!DOCTYPE x [<!entity f SYSTEM "file:///etc/passwd">]>\n<dataset>&f;</dataset>',
    't.xml, line 1: entity declarations are not supported. Write the entities out.',
  ],
  ['no segments', dataset(), 't.xml has no segments. Expected <doc> with <src>, <ref> or <hyp> and <seg> in them.'],
  ['a document without id', dataset(`<doc>${pair}</doc>`), 't.xml, line 3: <doc> has no id.'],
  ['a document in a document', dataset('<doc id="d"><doc id="e"></doc></doc>'), 't.xml, line 3: <doc> inside <doc>.'],
  ['an output outside', dataset(`<hyp>${seg(1, 'a')}</hyp>`), 't.xml, line 3: <hyp> outside <doc>.'],
  ['an output in a source', dataset('<doc id="d"><src><hyp></hyp></src></doc>'), 't.xml, line 3: <hyp> inside <src>.'],
  [
    'a segment outside',
    dataset(`<doc id="d">${seg(1, 'a')}</doc>`),
    't.xml, line 3: <seg> outside <src>, <ref> and <hyp>.',
  ],
  [
    'a segment in a segment',
    dataset(`<doc id="d"><hyp>${seg(1, '<b>x</b>')}</hyp></doc>`),
    't.xml, line 3: <b> inside <seg>; a segment must be plain text.',
  ],
  [
    'an id that is not a number',
    dataset(`<doc id="d"><hyp>${seg('a', 'a')}</hyp></doc>`),
    't.xml, line 3: <seg> needs a whole number as id, not "a".',
  ],
  [
    'a segment twice',
    dataset(`<doc id="d"><hyp>${seg(1, 'a')}${seg('01', 'b')}</hyp></doc>`),
    't.xml, line 3: segment 1 of document "d" appears twice.',
  ],
  [
    'a document twice',
    dataset(`<doc id="d">${pair}</doc>`, `<doc id="d">${pair}</doc>`),
    't.xml: document "d", segment 1 appears twice.',
  ],
  [
    'a system that lacks a segment',
    dataset(`<doc id="d"><ref>${seg(1, 'r')}${seg(2, 'q')}</ref><hyp system="s">${seg(1, 'h')}</hyp></doc>`),
    't.xml: system "s" lacks document "d", segment 2, which the file has.',
  ],
  [
    'a segment without reference',
    dataset(`<doc id="d"><ref>${seg(1, 'r')}</ref><hyp system="s">${seg(1, 'h')}${seg(2, 'i')}</hyp></doc>`),
    'Segment 2 has no reference (t.xml, document "d", segment 2). Every segment needs at least one.',
  ],
  [
    'an empty reference',
    dataset(`<doc id="d"><ref>${seg(7, ' ')}</ref><hyp system="s">${seg(7, 'h')}</hyp></doc>`),
    't.xml, document "d", segment 7: the reference is empty. Fill it in, or use --empty-references missing or keep.',
  ],
];

describe('XML refused', () => {
  it.each(faults)('%s', async (_, text, message) => {
    expect(await faultOf({ 't.xml': text }, { files: ['t.xml'] })).toBe(message);
  });

  it('a segment whose references are all empty, even where empty ones count as missing', async () => {
    const text = dataset(`<doc id="d"><ref>${seg(7, '')}</ref><hyp system="s">${seg(7, 'h')}</hyp></doc>`);
    expect(await faultOf({ 't.xml': text }, { files: ['t.xml'], emptyReferences: 'missing' })).toBe(
      'Segment 1 has no reference (t.xml, document "d", segment 7). Every segment needs at least one.',
    );
  });
});
