import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, readFiles, readWhole } from '../../data/testing/files.ts';
import { decodeEntities } from './readSgml.ts';

const doc = (attributes: string, ...segments: string[]): string =>
  `<doc ${attributes}>\n${segments.map((text, i) => `<seg id="${i + 1}"> ${text} </seg>`).join('\n')}\n</doc>\n`;
const refset = (...docs: string[]): string =>
  `<refset setid="t" srclang="any" trglang="en">\n${docs.join('')}</refset>\n`;
const tstset = (...docs: string[]): string =>
  `<tstset setid="t" srclang="any" trglang="en">\n${docs.join('')}</tstset>\n`;
const srcset = (...docs: string[]): string => `<srcset setid="t" srclang="any">\n${docs.join('')}</srcset>\n`;

describe('SGML', () => {
  it('is matched by document and number, in the order of the references', async () => {
    const task = await readFiles(
      {
        'ref.sgm': refset(
          doc('sysid="r1" docid="d2" genre="news" origlang="cs"', 'A', 'B'),
          doc('sysid="r1" docid="d1"', 'C'),
          doc('sysid="r2" docid="d1"', 'c'),
          doc('sysid="r2" docid="d2"', 'a', 'b'),
        ),
        'sys.sgm': tstset(doc('docid="d1" sysid="s"', '3'), doc('docid="d2" sysid="s"', '1', '2')),
        'src.sgml': srcset(doc('docid="d1"', 'z'), doc('docid="d2"', 'x', 'y')),
        'plain.txt': 'p\nq\nr\n',
      },
      { files: ['sys.sgm', 'plain.txt'], references: ['ref.sgm'], sources: 'src.sgml' },
    );
    expect(task).toMatchObject({
      systems: ['s', 'plain'],
      hypotheses: [
        ['1', '2', '3'],
        ['p', 'q', 'r'],
      ],
      references: [
        ['A', 'a'],
        ['B', 'b'],
        ['C', 'c'],
      ],
      sources: ['x', 'y', 'z'],
    });
    expect([...task.labels]).toEqual([
      ['document', ['d2', 'd2', 'd1']],
      ['genre', ['news', 'news', '']],
      ['origlang', ['cs', 'cs', '']],
    ]);
  });

  it('may hold several sets and systems in one file', async () => {
    const text =
      tstset(doc('docid="d" sysid="A"', 'a'), doc('docid="d" sysid="__proto__"', 'b')) +
      srcset(doc('docid="d"', 's')) +
      refset(doc('docid="d" sysid="r"', 'R')) +
      refset(doc('docid="d" sysid="r"', 'Q'));
    expect(await readFiles({ 't.sgm': text }, { files: ['t.sgm'] })).toMatchObject({
      systems: ['A', '__proto__'],
      hypotheses: [['a'], ['b']],
      references: [['R', 'Q']],
      sources: ['s'],
    });
  });

  const texts: [sgml: string, text: string][] = [
    ['AT&T said 3 < 4 & 5 > 4', 'AT&T said 3 < 4 & 5 > 4'],
    ['a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&#39; &#x41;&#233;', 'a & b <c> "d" \'e\' Aé'],
    [
      '&amp;lt; &nosuch; &constructor; &#0; &#xD800; &#x110000;',
      '&lt; &nosuch; &constructor; &#0; &#xD800; &#x110000;',
    ],
    ['caf&eacute;&hellip;', 'café…'],
    ['an <unk> word </s> <b>bold</b> x<3 <doctor>', 'an <unk> word </s> <b>bold</b> x<3 <doctor>'],
    ['<!-- kept -->', '<!-- kept -->'],
    ['&lt;<![CDATA[a &amp; b]]>&lt;<![CDATA[c]]>&gt; <![CDATA[&gt;', '<a &amp; b<c> <![CDATA[>'],
    ['a \t\n  b\r\n\nc', 'a b c'],
    ['no\u00A0break\u3000wide', 'no\u00A0break\u3000wide'],
    ['', ''],
  ];
  it.each(texts)('reads %j', async (sgml, text) => {
    const files = { 't.sgm': tstset(doc('docid="d" sysid="s"', sgml)), 'ref.txt': 'r\n' };
    expect((await readFiles(files, { files: ['t.sgm'], references: ['ref.txt'] })).hypotheses).toEqual([[text]]);
  });

  it('is lenient about case, quotes, layout and comments', async () => {
    const text = `\uFEFF<!DOCTYPE mteval SYSTEM "x.dtd">\r\n<TSTSET setid=t SysID='S'><!-- <doc docid="no"> -->
      <DOC\n docid=a/b.c  ><hl><SEG ID=01>one</SEG></hl><p><seg id='2'/></p></DOC></TSTSET>`;
    const ref = refset(doc('docid="a/b.c"', 'R', 'Q'));
    expect(await readFiles({ 't.sgm': text, 'r.sgm': ref }, { files: ['t.sgm'], references: ['r.sgm'] })).toMatchObject(
      {
        systems: ['S'],
        hypotheses: [['one', '']],
        references: [['R'], ['Q']],
      },
    );
  });

  it('of any text comes back', async () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .map((text) => text.replace(/\s|\uFEFF/g, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(word, { maxLength: 4 }), { minLength: 1, maxLength: 5 }), async (segments) => {
        const wanted = segments.map((words) => words.filter((text) => text !== '').join(' '));
        const escaped = wanted.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
        const files = { 't.sgm': tstset(doc('docid="d"', ...escaped)), 'r.txt': 'r\n'.repeat(wanted.length) };
        expect((await readFiles(files, { files: ['t.sgm'], references: ['r.txt'] })).hypotheses).toEqual([wanted]);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves references that are missing where told so', async () => {
    const files = {
      'r1.sgm': refset(doc('docid="d"', 'A', 'B')),
      'r2.sgm': refset(doc('docid="d"', 'a')),
      't.sgm': tstset(doc('docid="d"', '1', '2')),
    };
    const request = { files: ['t.sgm'], references: ['r1.sgm', 'r2.sgm'] };
    const task = await readFiles(files, { ...request, emptyReferences: 'missing' });
    expect(task.references).toEqual([['A', 'a'], ['B']]);
    expect(await faultOf(files, request)).toBe('r2.sgm lacks document "d", segment 2, which r1.sgm has.');
  });
});

const good = refset(doc('docid="d"', 'A', 'B'));
const faults: [name: string, reference: string, system: string, message: string][] = [
  [
    'missing segments',
    refset(doc('docid="d"', 'A', 'B', 'C', 'D')),
    tstset(doc('docid="d"', '1', '2')),
    't.sgm lacks document "d", segment 3, which r.sgm has, and 1 more.',
  ],
  [
    'an extra segment',
    good,
    tstset(doc('docid="d"', '1', '2', '3')),
    't.sgm has document "d", segment 3, which r.sgm lacks.',
  ],
  [
    'an extra document',
    good,
    tstset(doc('docid="d"', '1', '2'), doc('docid="e"', '1')),
    't.sgm has document "e", segment 1, which r.sgm lacks.',
  ],
  [
    'a segment twice',
    good,
    tstset(doc('docid="d" sysid="s"', '1', '2'), doc('docid="d" sysid="s"', '1')),
    't.sgm: document "d", segment 1 appears twice.',
  ],
  [
    'a segment twice in a reference',
    refset(doc('docid="d"', 'A'), doc('docid="d"', 'A')),
    tstset(doc('docid="d"', '1')),
    'r.sgm: document "d", segment 1 appears twice.',
  ],
  [
    'a system that lacks a segment',
    good,
    tstset(doc('docid="d" sysid="A"', '1', '2'), doc('docid="d" sysid="B"', '1')),
    't.sgm: system "B" lacks document "d", segment 2, which the file has.',
  ],
  [
    'a reference that lacks a segment',
    refset(doc('docid="d" sysid="A"', '1', '2'), doc('docid="d" sysid="B"', '1')),
    tstset(doc('docid="d"', '1', '2')),
    'r.sgm: a reference lacks document "d", segment 2, which another has. ' +
      'Fill it in, or use --empty-references missing.',
  ],
  [
    'an empty reference',
    refset(doc('docid="d"', 'A', '')),
    tstset(doc('docid="d"', '1', '2')),
    'r.sgm, document "d", segment 2: the reference is empty. Fill it in, or use --empty-references missing or keep.',
  ],
  [
    'attributes that disagree',
    refset(doc('docid="d" genre="a"', 'A'), doc('docid="d" sysid="x" genre="b"', 'A')),
    tstset(doc('docid="d"', '1')),
    'r.sgm: the genre of document "d" is "a" in one place and "b" in another.',
  ],
  [
    'no documents',
    good,
    'nothing\n',
    't.sgm has no documents. Expected a srcset, refset or tstset with <doc> and <seg>.',
  ],
  ['no segments', good, tstset('<doc docid="d">\n</doc>\n'), 't.sgm has no segments.'],
  ['nothing', good, '', 't.sgm is empty: it has no lines.'],
  [
    'an open segment',
    good,
    '<tstset>\n<doc docid="d">\n<seg id="1">a\n<seg id="2">b</seg>',
    't.sgm, line 3: <seg> is not closed before line 4.',
  ],
  [
    'an open segment at the end',
    good,
    '<tstset>\n<doc docid="d">\n<seg id="1">a\n',
    't.sgm, line 3: <seg> is not closed.',
  ],
  [
    'a segment closed twice',
    good,
    '<tstset><doc docid="d">\n<seg id="1">a</seg></seg>',
    't.sgm, line 2: </seg> without <seg>.',
  ],
  ['a segment without id', good, '<tstset><doc docid="d">\n<seg>a</seg>', 't.sgm, line 2: <seg> has no id.'],
  ['a segment outside', good, '<tstset>\n<seg id="1">a</seg>', 't.sgm, line 2: <seg> outside <doc>.'],
  ['a document without id', good, '<tstset>\n<doc sysid="a">', 't.sgm, line 2: <doc> has no docid.'],
  ['a document outside', good, '\n<doc docid="a">', 't.sgm, line 2: <doc> outside srcset, refset and tstset.'],
  ['a document in a document', good, '<tstset><doc docid="a">\n<doc docid="b">', 't.sgm, line 2: <doc> inside <doc>.'],
  ['a document closed twice', good, '<tstset><doc docid="a"></doc>\n</doc>', 't.sgm, line 2: </doc> without <doc>.'],
  ['a document at the end', good, '<tstset><doc docid="a">\n', 't.sgm, line 1: the file ends inside document "a".'],
  ['a set at the end', good, '<tstset><doc docid="a">\n</doc>', 't.sgm, line 2: the file ends inside <tstset>.'],
  ['a set closed in a document', good, '<tstset><doc docid="a">\n</tstset>', 't.sgm, line 2: </tstset> inside <doc>.'],
  ['a set in a set', good, '<tstset>\n<refset>', 't.sgm, line 2: <refset> inside <tstset>.'],
  ['a set closed as another', good, '<tstset>\n</refset>', 't.sgm, line 2: </refset> without <refset>.'],
  [
    'a lost quote',
    good,
    '<tstset>\n<doc docid="a>\n<seg id="1">a</seg>',
    't.sgm, line 2: the tag <doc is not closed properly.',
  ],
  [
    'entities of its own',
    good,
    '<!DOCTYPE x [<!ENTITY a "b">]>\n<tstset><doc docid="d"><seg id="1">&a;</seg></doc></tstset>',
    't.sgm declares its own entities, which are not supported. Write them out.',
  ],
];

describe('SGML refused', () => {
  it.each(faults)('%s', async (_, reference, system, message) => {
    const files = { 'r.sgm': reference, 't.sgm': system };
    expect(await faultOf(files, { files: ['t.sgm'], references: ['r.sgm'] })).toBe(message);
  });

  it('as references without a refset', async () => {
    const set = tstset(doc('docid="d"', '1'));
    const request = { files: ['a.sgm'], references: ['b.sgm'] };
    expect(await faultOf({ 'a.sgm': set, 'b.sgm': set }, request)).toBe('b.sgm has no references.');
  });
});

it('odd input takes no longer than other input', async () => {
  for (const piece of ['<!-- ', '<?', 'a ', '<![CDATA[', '&', '< ', '<segment ', '"']) {
    const odd = piece.repeat(200_000);
    const files = {
      't.sgm': odd + tstset(doc(`docid="d" ${piece === '"' ? '' : odd.replace(/[<>"]/g, 'x')}`, odd)),
      'r.txt': 'r\n',
    };
    const message = await faultOf(files, { files: ['t.sgm'], references: ['r.txt'] });
    expect(message).toBe('no fault');
  }
}, 20_000);

it('entities are decoded once', () => {
  expect(decodeEntities('&amp;amp;lt;')).toBe('&amp;lt;');
});

const real = '../shared/data/metric-reference-outputs';
describe.skipIf(!existsSync(real))(`files of other tools (in ${real}; left out where they are not there)`, () => {
  it('METEOR 1.5: newstest2009', async () => {
    const task = await readWhole({
      files: [`${real}/meteor-1.5/test.cmu-combo.sgm`],
      references: [`${real}/meteor-1.5/ref.newstest2009.sgm`],
    });
    expect(task.systems).toEqual(['cmu-combo']);
    expect(task.references).toHaveLength(2525);
    expect(task.references[0]).toEqual(['Prague Stock Market falls to minus by the end of the trading day']);
    expect(task.hypotheses[0]![0]).toBe('Prague Stock Exchange to the end of trading, fell into the minus');
    expect(new Set(task.labels.get('origlang'))).toContain('cz');
    expect(task.references.some(([text]) => text!.includes('&'))).toBe(true);
  });

  it('TERp: a sample with line breaks in segments', async () => {
    const task = await readWhole({
      files: [`${real}/terp-sample/sample.hyp.sgm`],
      references: [`${real}/terp-sample/sample.ref.sgm`],
    });
    expect(task.systems).toEqual(['sample']);
    expect(task.references).toHaveLength(9);
    expect(task.hypotheses[0]![3]).toMatch(/by nearly six percent\.$/);
  });
});
