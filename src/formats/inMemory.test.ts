/** Files of every kind are read from bytes alone, as a page reads what is dropped on it. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { FeatureNames } from '../lattice/index.ts';
import {
  type Batch,
  type ByteSource,
  FeatureLabels,
  JudgmentList,
  LineReader,
  ScoreReader,
  alignMembers,
  formatOf,
  parseJudgments,
  parseLattices,
  parseNbest,
  parseWeights,
  parseWordClasses,
  readAnalyses,
  readBatches,
  readRatings,
  writeJudgments,
  writeJudgmentsJsonl,
  writeLattice,
  writeNbest,
  writeWeights,
} from './index.ts';

/** In pieces of three bytes, so that lines and characters fall apart. */
const bytes = (name: string, text: string | Uint8Array): ByteSource => ({
  name,
  async *chunks() {
    const all = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    for (let at = 0; at < all.length; at += 3) yield all.subarray(at, at + 3);
  },
});

const related = (type: string, target: string): string =>
  `<Relationships><Relationship Id="r" Type="x/${type}" Target="${target}"/></Relationships>`;
const cell = (text: string): string => `<row><c t="str"><v>${text}</v></c></row>`;
const workbook = zipSync({
  '_rels/.rels': strToU8(related('officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>'),
  'xl/_rels/workbook.xml.rels': strToU8(related('worksheet', 's.xml')),
  'xl/s.xml': strToU8(
    `<worksheet><sheetData><row><c t="str"><v>hyp</v></c><c t="str"><v>n</v></c></row>${cell('Ein Haus – groß')}<row><c/><c><v>1</v></c></row></sheetData></worksheet>`,
  ),
});

/** One of each kind of parser; others are read by their own tests. */
const texts = {
  text: 'Ein Haus – groß\r\n\r\n',
  tsv: 'hyp\tdomain\nEin Haus – groß\tnews\n\tnews\n',
  csv: 'hyp,domain\n"Ein Haus – groß",news\n,news\n',
  xlsx: workbook,
  xliff:
    '<xliff><file><unit id="1"><segment><source>s</source><target>Ein Haus – groß</target></segment></unit><unit id="2"><segment><source>t</source></segment></unit></file></xliff>',
  tmx: '<tmx><header srclang="en"/><tu><tuv xml:lang="en"><seg>s</seg></tuv><tuv xml:lang="de"><seg>Ein Haus – groß</seg></tuv></tu><tu><tuv xml:lang="en"><seg>t</seg></tuv></tu></tmx>',
  po: 'msgid "s"\nmsgstr "Ein Haus – groß"\n\nmsgid "t"\nmsgstr ""\n',
  jsonl: '{"hyp": "Ein Haus – groß"}\n{"hyp": ""}\n',
  sgml: '<tstset><doc docid="d"><seg id="1">Ein Haus – groß</seg><seg id="2"></seg></doc></tstset>',
  xml: '<dataset><doc id="d"><hyp system="s"><p><seg id="1">Ein Haus – groß</seg><seg id="2"/></p></hyp></doc></dataset>',
  conllu: `${['Ein', 'Haus', '–', 'groß'].map((word, i) => `${i + 1}\t${word}${'\t_'.repeat(8)}\n`).join('')}\n# text =\n`,
  factored: 'Ein|ein|ART Haus|Haus|NN –|–|$( groß|groß|ADJ\n\n',
};

describe('texts', () => {
  it.each(Object.keys(texts) as (keyof typeof texts)[])('%s', async (id) => {
    const format = formatOf('x', id);
    const output = await format.open(bytes('x', texts[id]), 'output');
    // SGML and XML name their segments, so the other files must too.
    const isTagged = id === 'sgml' || id === 'xml';
    const reference = await formatOf('r', isTagged ? 'sgml' : 'text').open(
      bytes('r', isTagged ? texts.sgml.replaceAll('tstset', 'refset') : 'one\ntwo\n'),
      'reference',
    );
    const members = alignMembers(
      [
        { role: 'reference', part: reference },
        { role: 'output', part: output },
      ],
      true,
    );
    const batches: Batch[] = [];
    for await (const batch of readBatches(members, 100, 'keep')) batches.push(batch);
    expect(batches.flatMap(({ hypotheses }) => hypotheses)).toEqual([['Ein Haus – groß', '']]);
    expect(batches.map(({ references }) => references.length)).toEqual([2]);
  });

  it('that are not valid say where', async () => {
    const source = { name: 'x', async *chunks() { yield Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a); } }; // prettier-ignore
    await expect(new LineReader(source).all()).rejects.toThrow('x, line 2, byte 1: not valid UTF-8 (0xE9');
  });
});

it('analyses', async () => {
  const lines = await new LineReader(bytes('a.factored', texts.factored)).all();
  const [first] = [...readAnalyses('a.factored', lines)];
  expect(first!.factors.get('tag')).toEqual(['ART', 'NN', '$(', 'ADJ']);
});

it('judgments', async () => {
  const table = 'kind\ttask\tsegment\tjudge\torder\tsystem\tscore\titem\nrating\tde-en\t1\tj\t0\tgroß\t50\toutput\n';
  const list = new JudgmentList('usual');
  expect(await parseJudgments(bytes('j', table), list)).toBe('assay');
  expect(list.ratings).toMatchObject([{ task: 'de-en', judge: 'j', system: 'groß', score: 50 }]);
  expect(writeJudgments(list)).toBe(table);
  expect(await parseJudgments(bytes('j2', writeJudgmentsJsonl(list)), list)).toBe('jsonl');
  const wmt = 'srclang,trglang,srcIndex,judgeId,system1Id,system1rank,system2Id,system2rank\nde,en,1,"j,k",a,1,b,2\n';
  expect(await parseJudgments(bytes('j3', wmt), list)).toBe('wmt-ranking');
  expect(list.rankings).toMatchObject([{ judge: 'j,k', systems: ['a', 'b'], ranks: [1, 2] }]);
  const file = { path: 'r', task: 'de-en', rater: 'k', segments: 1, documents: undefined };
  expect(readRatings(file, ['a\t{"errors": []}'], new Map())).toMatchObject([{ judge: 'k', system: 'a', errors: [] }]);
});

it('scores', async () => {
  const reader = new ScoreReader({});
  await reader.take(bytes('m.tsv', 'system\tscore\na\t1\nb\t2\n'), { path: 'm.tsv', name: 'm.tsv' });
  expect(reader.finish().scores).toMatchObject([{ scores: { name: 'm', systems: ['a', 'b'] } }]);
});

it('n-best lists', async () => {
  const list = '0 ||| das Haus ||| lm= -1.5 tm= 2 3 ||| -4\n0 ||| groß ||| lm= -2 tm= 2 3 ||| -5\n';
  const { candidates } = await parseNbest(bytes('n', list), new FeatureLabels(new FeatureNames()));
  expect(candidates.texts).toEqual(['das Haus', 'groß']);
  expect([...writeNbest(candidates)].join('')).toBe(list);
});

it('weights', async () => {
  const text = writeWeights(['lm', 'tm'], [0.5, -2]);
  expect(await parseWeights(bytes('w', text))).toEqual({ kind: 'named', byName: new Map([['lm', 0.5], ['tm', -2]]) }); // prettier-ignore
});

it('lattices', async () => {
  const plf = "((('groß',-0.5,1),('klein',-1,1),),)\n";
  const found = [];
  for await (const lattice of parseLattices(bytes('x.plf', plf), 'x.plf', new FeatureNames())) found.push(lattice);
  expect(found.map(({ place, format }) => [place, format])).toEqual([['x.plf, line 1', 'plf']]);
  expect([...writeLattice(found[0]!.hypergraph, 'plf', { place: 'x' })].join('')).toBe(plf);
});

it('classes of words', async () => {
  expect(await parseWordClasses(bytes('c', 'groß\tADJ\n'))).toEqual(new Map([['groß', 'ADJ']]));
});
