/** Files of every kind are read from bytes alone, as a page reads what is dropped on it. */
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
const bytes = (name: string, text: string): ByteSource => ({
  name,
  async *chunks() {
    const all = new TextEncoder().encode(text);
    for (let at = 0; at < all.length; at += 3) yield all.subarray(at, at + 3);
  },
});

/** One of each kind of parser; others are read by their own tests. */
const texts = {
  text: 'Ein Haus – groß\r\n\r\n',
  tsv: 'hyp\tdomain\nEin Haus – groß\tnews\n\tnews\n',
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
    // SGML and XML name their segments, and so must what stands beside them.
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
  const list = new JudgmentList(false);
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
