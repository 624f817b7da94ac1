/** Small files of each format, read by hand as the expected values. */
import { describe, expect, test } from 'vitest';
import { FeatureNames } from '../../lattice/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import { readLattices } from '../../data/latticeFiles.ts';
import { type TextRequest, derivationsOf, faultOf, readOne, readText, stringsOf, write } from './testing/readText.ts';

const half = Math.log(0.5);

describe('readLattices', () => {
  test.each<[what: string, content: string, request: TextRequest, expected: [string, number][]]>([
    ['plf of probabilities', "((('a',0.5,1),('b',0,2),),(('c',1,1),),)", {}, [['b', -100], ['a c', half]]],
    ['plf: a probability below e^−100 has the floor of Moses', "((('a',1e-50,1),('b',1,1)),)", {}, [['a', -100], ['b', 0]]],
    ['plf of logarithms, by a number below 0', "((('a',-2,1),('b',0.5,1),),)", {}, [['a', -2], ['b', 0.5]]],
    ['plf: nothing but 0 are logarithms', "((('a',0,1),('b',0.0,1),),)", {}, [['a', 0], ['b', 0]]],
    ['plf of logarithms, as told', "((('a',2,1),),)", { numbers: 'log' }, [['a', 2]]],
    ['plf of costs', "((('a',2,1),('b',-3,1)),)", { numbers: 'cost' }, [['a', -2], ['b', 3]]],
    ['plf: several numbers add up', "((('a',-1,-2,1),),)", {}, [['a', -3]]],
    ['plf: spaces, escapes, both quotes, no last comma', String.raw`( ( ( 'it\'s' , 1 , 1 ) , ( "a\\b" , 1 , 1 ) ) )`, {}, [["it's", 0], ['a\\b', 0]]],
    ['plf: ε', "((('*EPS*',1,1),('-',1,1)),)", {}, [['', 0], ['-', 0]]],
    ['plf: nothing at all', '()', {}, [['', 0]]],
    ['cn', 'a 0.5 *EPS* 0\nb 1\n', {}, [['a b', half], ['b', -100]]],
    ['cn: words that look like ε elsewhere, and no blank line at the end', '<eps> 1 - 1', {}, [['<eps>', 0], ['-', 0]]],
    ['att: acceptor', '0 1 a\n0 1 b 2.5\n1 1\n', {}, [['a', -1], ['b', -3.5]]],
    ['att: acceptor with weights on all arcs', '0\t1\ta\t1\n1\t2\t<eps>\t2\n2\n', {}, [['a', -3]]],
    ['att: the start is named first, blank lines do not matter', '7 3 a\n\n3\n', {}, [['a', 0]]],
    ['att: only the empty path', '0 0.5\n', { format: 'att' }, [['', -0.5]]],
    ['att: transducer', '0 1 x a 1\n1 2 y <epsilon>\n2 3 ε b\n3\n', {}, [['a b', -1]]],
    ['att: input of a transducer', '0 1 x a 1\n1 2 y <epsilon>\n2 3 ε b\n3\n', { side: 'input' }, [['x y', -1]]],
    ['att: four columns that are an output', '0 1 x a\n1\n', {}, [['a', 0]]],
    ['att: outputs of which one is a number', '0 1 x a\n1 2 y 2009\n2 3 z b\n3\n', {}, [['a 2009 b', 0]]],
    ['att: a decimal comma is a word, as told', '0 1 a 0.5\n1 2 b 1,5\n2\n', { shape: 'transducer' }, [['0.5 1,5', 0]]],
    ['att: four columns that are labels, as told', '0 1 5 7\n1\n', { shape: 'transducer' }, [['7', 0]]],
    ['att: four columns that are a weight', '0 1 5 7\n1\n', {}, [['5', -7]]],
    ['att: labels without a table, where 0 is ε', '0 1 5\n1 2 0\n2\n', {}, [['5', 0]]],
    ['att: 0 among words is a word', '0 1 five\n1 2 0\n2\n', {}, [['five 0', 0]]],
    ['hifst', '0\t1\t<s>\t-1.5\t1:2\n1\t2\ta\t0\t\n1\t2\tb\t3\n2\t3\t</s>\t0.5\t3:1\n3\n', { format: 'hifst' }, [['a', 1], ['b', -2]]],
    ['moses-hg', '# c\n2 3\n# n\n1\n<s> ||| ||| 0\n# n\n2\n[0] # a </s> ||| f=1 ||| 1\n[0] </s> ||| a=b=-2 assay.score=-1 ||| 1\n', {}, [['# a', 0], ['', -1]]],
    ['cdec-json', '{"features":["f"],"rules":{"1":"[X] ||| x ||| a","2":"[X] ||| [X,1] [X,2] ||| [2] b [1] ||| f=1","3":"[X] ||| y |||"},"nodes":[{"edges":[{"rule":1}]},{"edges":[{"rule":3,"tails":[],"feats":[]}]},{"edges":[{"rule":2,"tails":[0,1],"feats":[0,1]}]}]}', {}, [['b a', 0]]],
    ['cdec-json as cdec writes it', '{"rules":[1,"[X] ||| x ||| a",2,"[X] ||| y ||| b",3,"[X] ||| [X] z ||| [1] c"],"features":["f"],"edges":[{"tail":[],"spans":[0,1],"feats":[0,1],"rule":1},{"tail":[],"feats":[],"rule":2}],"node":{"in_edges":[0,1],"cat":"X"},"edges":[{"tail":[0],"feats":[],"rule":3}],"node":{"in_edges":[2],"cat":"Goal"}}', {}, [['a c', 0], ['b c', 0]]],
    ['cdec-json as cdec writes it: a lattice, whose first node has no edges', '{"rules":[1,"[X] ||| [X] a ||| [1] a"],"features":["f"],"edges":[],"node":{"in_edges":[]},"edges":[{"tail":[0],"feats":[0,-0.2],"rule":1}],"node":{"in_edges":[0]}}"', {}, [['a', 0]]],
    ['json over lines', '{\n "format": "assay-hypergraph-1",\n "nodes": [[{"says": ["a"], "score": -1}],\n [{"says": ["b", 0, 0]}]]\n}\n', {}, [['b a a', -2]]],
  ])('%s', async (_, content, request, expected) => {
    const read = stringsOf(await readOne(content, request));
    expect(read.map(([text]) => text)).toEqual(expected.map(([text]) => text));
    read.forEach(([, score], i) => expect(score).toBeCloseTo(expected[i]![1], 12));
  }); // prettier-ignore

  test.each<[what: string, content: string, request: TextRequest, expected: [string, number][]]>([
    ['plf: numbers as they are written', "((('a',0.5,0,2,1),),)", {}, [['arc1', 0.5], ['arc3', 2]]],
    ['cn', 'a 0.25\n', {}, [['arc1', 0.25]]],
    ['hifst: costs negated', '0\t1\ta\t4\t12:-3 2:0.5\n1\n', { format: 'hifst' }, [['12', 3], ['2', -0.5]]],
    ['moses-hg', '1 1\n1\n<s> a </s> ||| LM0=-2.5  WT_,~,=1 ||| 1\n', {}, [['LM0', -2.5], ['WT_,~,', 1]]],
    ['json', '{"format":"assay-hypergraph-1","nodes":[[{"says":[],"features":{"__proto__":1,"":-1}}]]}', {}, [['', -1], ['__proto__', 1]]],
  ])('features of %s', async (_, content, request, expected) => {
    const [only] = derivationsOf(await readOne(content, request));
    expect((JSON.parse(only!) as [unknown, unknown, unknown])[2]).toEqual(expected);
  }); // prettier-ignore

  test('symbol tables give words for labels', async () => {
    const files = { 'table.txt': '<eps> 0\nparis\t1\nrome 2\n', 'a.att': '0 1 1 1\n1 2 0\n2 3 2 1\n3\n' };
    await withFiles(files, async (directory) => {
      for await (const { hypergraph, place, id, format } of readLattices([`${directory}/a.att`], {
        symbols: `${directory}/table.txt`,
      })) {
        expect(stringsOf(hypergraph)).toEqual([['paris rome', -2]]);
        expect([place, id, format]).toEqual([`${directory}/a.att`, 'a', 'att']);
      }
      const request = { symbols: `${directory}/table.txt` };
      expect(await faultOf('0 1 3\n1\n', request)).toBe('standard input, line 1: the symbol table has no label "3".');
    });
    await withFiles({ bad: 'a 1\nb 1\n', worse: 'a b\n' }, async (directory) => {
      expect(await faultOf('0 1 1\n1\n', { symbols: `${directory}/bad` })).toMatch(
        /bad, line 2: the label 1 already has the word "a"\.$/,
      );
      expect(await faultOf('0 1 1\n1\n', { symbols: `${directory}/worse` })).toMatch(
        /worse, line 1: expected a word and its number/,
      );
    });
  });

  test('files of different formats share the numbers of features, and names tell the format', async () => {
    const files = {
      'one.lat.tsv': '0\t1\ta\t1\n1\n',
      'two.fst.txt': '0 1 a 1\n1\n',
      'three.cn': '1 1\n',
      'four.json': '{"format":"assay-hypergraph-1","nodes":[[{"says":["a"],"features":{"g":1}}]]}',
      'five.hg': '1 1\n1\na ||| h=2 g=3 ||| 0\n',
    };
    await withFiles(files, async (directory) => {
      const features = new FeatureNames(['f']);
      const seen: string[][] = [];
      const paths = Object.keys(files).map((name) => `${directory}/${name}`);
      for await (const { id, format, hypergraph } of readLattices(paths, { features })) {
        seen.push([id, format]);
        expect(hypergraph.featureNames).toBe(features.names);
      }
      expect(seen).toEqual([['one', 'hifst'], ['two', 'att'], ['1', 'cn'], ['1', 'json'], ['five', 'moses-hg']]); // prettier-ignore
      expect(features.names).toEqual(['f', 'arc1', 'g', 'h']);
    });
  });

  test('boundaries are put back where they were, and around what had none', async () => {
    const hifst = '0\t1\t<s>\t-1.5\t1:2\n1\t2\ta\t0\t3:-1\n1\t2\tb\t3\t\n2\t3\t</s>\t0.5\t3:1\n3\n';
    expect(write(await readOne(hifst), 'hifst')).toBe(hifst);
    expect(write(await readOne('0 1 a 1\n1 2\n'), 'hifst')).toBe('0\t1\t<s>\t0\t\n1\t2\ta\t1\t\n2\t3\t</s>\t2\t\n3\n');
    expect(write(await readOne('()'), 'hifst')).toBe('0\t1\t<s>\t0\t\n1\t2\t</s>\t0\t\n2\n');
    const moses = '# target ||| features ||| source-covered\n2 2\n# node 0\n1\n<s> ||| ||| 0\n# node 1\n1\n[0] a </s> ||| LM0=-1 ||| 0\n'; // prettier-ignore
    expect(write(await readOne(moses), 'moses-hg').replaceAll('  ', ' ')).toBe(moses);
  });

  test('what is read comes before a fault further on', async () => {
    const text = "((('a',1,1),),)\n((('b',1,0),),)\n";
    await withFiles({ 'a.plf': text }, async (directory) => {
      for await (const { hypergraph } of readLattices([`${directory}/a.plf`])) {
        expect(stringsOf(hypergraph)).toEqual([['a', 0]]);
        break;
      }
    });
    const lines = Array.from({ length: 1000 }, () => "((('a',1,1),),)\n").join('');
    expect((await readText(lines)).at(-1)).toMatchObject({ id: '1000', place: 'standard input, line 1000' });
  });
});
