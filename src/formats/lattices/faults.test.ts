/** What is wrong with a file is said with its line, and what would be right. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withFiles } from '../../data/testing/files.ts';
import { readLattices } from '../../data/latticeFiles.ts';
import { type TextRequest, faultOf, readText, stringsOf } from './testing/readText.ts';

type Fault = [what: string, content: string, message: string];

/** A message that ends in … goes on in the words of the builder of lattices. */
const table = (format: string, faults: Fault[]): void => {
  describe(format, () => {
    test.each(faults)('%s', async (_, content, message) => {
      const fault = await faultOf(content, { format });
      if (message.endsWith('…')) expect(fault.startsWith(`standard input${message.slice(0, -1)}`), fault).toBe(true);
      else expect(fault).toBe(`standard input${message}`);
    });
  });
};

table('plf', [
  ['unclosed quotes', "((('a,1,1),),)", ', line 1: character 4: the quotes of this word are never closed.'],
  ['unclosed parentheses', "((('a',1,1),),", ', line 1: character 15: the line ends where "(" must stand: a state, which is a tuple of arcs.'], // prettier-ignore
  [
    'unclosed arc',
    "((('a',1,1",
    ', line 1: character 11: the line ends where ")" must stand: a comma or the end of the arc.',
  ],
  ['missing comma between arcs', "((('a',1,1)('b',1,1)),)", `, line 1: character 12: "('b',1,1)),)" where ")" must stand: a comma or the end of the tuple.`], // prettier-ignore
  ['missing comma in an arc', "((('a' 1,1),),)", ', line 1: character 8: "1,1),),)" where ")" must stand: a comma or the end of the arc.'], // prettier-ignore
  ['a word without quotes', '(((a,1,1),),)', ', line 1: character 4: "a,1,1),),)" where a word in quotes must stand.'],
  ['step 0', "((('a',1,0),),)", ', line 1: character 12: the step 0 of "a" must be a whole number from 1 on.'],
  ['half a step', "((('a',1,1.5),),)", ', line 1: character 14: the step 1.5 of "a" must be a whole number from 1 on.'],
  ['step beyond the end', "((('a',1,1),),)\n((('a',1,2),),)", ', line 2: character 3: the step 2 leads beyond the end: there are 1 more states.'], // prettier-ignore
  ['NaN', "((('a',nan,1),),)", ', line 1: character 8: "nan" where a number must stand.'],
  ['infinity', "((('a',1e999,1),),)", ', line 1: character 8: "1e999" where a number must stand.'],
  ['no arcs', "((('a',1,1),),(),)", ', line 1: character 17: a state without arcs. Every state but the last, which is not written, must lead on.'], // prettier-ignore
  [
    'only a step',
    "((('a',1),),)",
    `, line 1: character 10: the arc "a" needs at least two numbers, like ('word',0.5,1).`,
  ],
  ['other numbers of numbers', "((('a',1,1),('b',1,2,1),),)", ', line 1: character 24: the arc "b" has 2 numbers before its step, others have 1. All must have as many.'], // prettier-ignore
  ['an empty word', "((('',1,1),),)", ", line 1: character 6: an empty word; an arc without a word says '*EPS*'."],
  [
    'an unknown escape',
    "((('a\\n',1,1),),)",
    `, line 1: character 6: a backslash before "n". Known are \\' \\" and \\\\.`,
  ],
  [
    'more on the line',
    "((('a',1,1),),) ((",
    ', line 1: character 17: more after the lattice: "((". A line is one lattice.',
  ],
  ['a blank line', '()\n\n()', ', line 2: character 1: the line ends where "(" must stand: a tuple of states.'],
  ['a state that nothing leads to', "((('a',1,2),),(('b',1,1),),)", ', line 1: state 1 …'], // prettier-ignore
]);

table('cn', [
  ['an odd number of fields', 'a 0.5 b\n', ', line 1: 3 fields; a column is pairs of a word and its number.'],
  ['no number', 'a 0.5\nb c\n', ', line 2: "c" where the number of "b" must stand.'],
  ['two blank lines', 'a 1\n\n\nb 1\n', ', line 3: a network without columns. Put one blank line between networks.'],
  ['a blank line first', '\na 1\n', ', line 1: a network without columns. Put one blank line between networks.'],
  ['nothing but blank lines', '\n\n', ' has only blank lines.'],
]);

table('att', [
  ['a cycle', '0 1 a\n1 2 b\n2 1 c\n2\n', ', line 3: there is a cycle…'],
  ['a cycle at one state', '0 0 a\n0\n', ', line 1: there is a cycle…'],
  ['no final state', '0 1 a\n', ': there is no final state…'],
  ['a state that leads nowhere', '0 1 a\n0 2 b\n1\n', ', line 2: state 2 …'], // prettier-ignore
  ['a state that nothing leads to', '0 1 a\n2 1 b\n1\n', ', line 2: state 2 …'],
  ['final twice', '0 1 a\n1\n1 2\n', ', line 3: state 1 is made final again. Once is enough.'],
  ['a weight that is infinite', '0 1 a Infinity\n1\n', ', line 1: the weight "Infinity" is no finite number. Leave out what can never be taken.'], // prettier-ignore
  ['a final weight that is infinite', '0 1 a\n1 Infinity\n', ', line 2: the weight "Infinity" is no finite number. Leave out what can never be taken.'], // prettier-ignore
  ['too many columns', '0 1 a b 1 2\n1\n', ', line 1: 6 columns; an arc is "from to input output [weight]" here.'],
  ['an arc of three columns among five', '0 1 a b 1\n0 1 a\n1\n', ', line 2: 3 columns; an arc is "from to input output [weight]" here.'], // prettier-ignore
  ['a weight that is none', '0 1 a\n0 1 b c\n1\n', ', line 2: the weight "c" is no finite number. Leave out what can never be taken.'], // prettier-ignore
]);

table('hifst', [
  ['a cycle', '0\t1\ta\t1\t1:1\n1\t0\tb\t1\t1:1\n1\n', ', line 2: there is a cycle…'], // prettier-ignore
  ['no final state', '0\t1\ta\t1\t1:1\n', ': there is no final state…'],
  ['no state 0', '1\t2\ta\t1\t1:1\n2\n', ', line 1: state 1 …'],
  ['too few columns', '0\t1\ta\n1\n', ', line 1: not an arc, which is "from, to, word, cost, features" between tabs.'],
  [
    'too many columns',
    '0\t1\ta\t1\t\t\n1\n',
    ', line 1: not an arc, which is "from, to, word, cost, features" between tabs.',
  ],
  ['a state that is no number', '0\tx\ta\t1\t1:1\n', ', line 1: "x" is no state: states are whole numbers.'],
  ['a blank line', '0\t1\ta\t1\t1:1\n\n1\n', ', line 2: "" is no state: states are whole numbers.'],
  ['a cost that is none', '0\t1\ta\tx\t1:1\n1\n', ', line 1: the cost "x" is no number.'],
  ['a feature without value', '0\t1\ta\t1\t1:\n1\n', ', line 1: feature 1 "" is no number.'],
  ['a feature without number', '0\t1\ta\t1\tlm:1\n1\n', ', line 1: "lm:1" is no feature, which is like 1:4.5.'],
  ['a feature without colon', '0\t1\ta\t1\t12\n1\n', ', line 1: "12" is no feature, which is like 1:4.5.'],
  ['a feature twice', '0\t1\ta\t1\t1:1 1:2\n1\n', ', line 1: feature 1 stands there twice.'],
  ['final twice', '0\t1\ta\t1\t1:1\n1\n1\n', ', line 3: state 1 is made final again. Once is enough.'],
]);

const edge = '<s> a </s> ||| f=1 ||| 0';
table('moses-hg', [
  ['no header', `# x\n1 x\n1\n${edge}\n`, ', line 2: "1 x" where the numbers of nodes and edges must stand.'],
  ['no nodes', '0 0\n', ', line 1: there are no nodes; at least the goal must be there.'],
  ['far too many nodes', '1000000000 1\n', ', line 1: 1000000000 nodes are more than the file has lines.'],
  ['an edge that is none', '1 1\n1\n<s> a ||| f=1\n', ', line 3: "<s> a ||| f=1" is no edge, which is "target ||| features ||| words covered".'], // prettier-ignore
  ['an unknown node', '1 1\n1\n[1] a ||| ||| 0\n', ', line 3: there is no node 1: they are numbered from 0 to 0.'],
  ['a cycle', '2 3\n1\n[1] ||| ||| 0\n2\n[0] ||| ||| 0\na ||| ||| 0\n', ', line 3: there is a cycle…'], // prettier-ignore
  ['a node without edges', '2 1\n0\n1\n[0] ||| ||| 0\n', ', line 4: node 0 …'],
  ['a node that leads nowhere', `2 2\n1\n${edge}\n1\n${edge}\n`, ', line 3: node 0 …'], // prettier-ignore
  ['another number of edges', `1 2\n1\n${edge}\n`, ', line 1: it says 2 edges, but there are 1.'],
  ['a node too many', `1 1\n1\n${edge}\n1\n${edge}\n`, ', line 4: more after the last of 1 nodes.'],
  ['a node too few', `2 2\n1\n${edge}\n`, ', line 3: the file ends where the number of edges into node 1 must stand.'],
  ['an edge too few', `1 2\n2\n${edge}\n`, ', line 3: the file ends before the last edge into node 0.'],
  ['a feature without value', '1 1\n1\na ||| f ||| 0\n', ', line 3: "f" is no feature, which is like LM0=-2.5.'],
  ['a feature that is NaN', '1 1\n1\na ||| f=nan ||| 0\n', ', line 3: "f=nan" is no feature, which is like LM0=-2.5.'],
  ['a feature twice', '1 1\n1\na ||| f=1 f=2 ||| 0\n', ', line 3: feature f stands there twice.'],
]);

const cdec = (nodes: string, rules = '{"1":"[X] ||| x ||| a","2":"[X] ||| [X,1] ||| b [1]"}', features = '["f"]') =>
  `{"features":${features},"rules":${rules},"nodes":${nodes}}`;
const leaf = '{"edges":[{"rule":1,"tails":[],"feats":[]}]}';
table('cdec-json', [
  ['broken', '{"features":[}', ', line 1: not valid JSON: "}" is out of place.'],
  ['cut off', '{"features":[\n"f"', ', line 2: not valid JSON: it ends too early.'],
  ['no object', '[]', ': not a JSON object.'],
  ['no features', '{"rules":{},"nodes":[]}', ': "features" must be a list of names.'],
  ['no rules', '{"features":[],"nodes":[]}', ': "rules" must be an object of rules by number.'],
  ['no nodes', cdec('[]'), ': "nodes" must be a list with at least one node.'],
  ['a key twice, as cdec itself writes it', cdec('[{"edges":[],\n"edges":[]}]'), ', line 2: an object has the key "edges" twice. One would be lost.'], // prettier-ignore
  ['a key twice, written differently', cdec('[{"a":1,"\\u0061":1}]'), ', line 1: an object has the key "a" twice. One would be lost.'], // prettier-ignore
  ['a rule that is none', cdec(`[${leaf}]`, '{"1":"a"}'), ': rule 1: it must be like "[X] ||| source ||| target".'],
  ['an unknown rule', cdec('[{"edges":[{"rule":"__proto__"}]}]'), ': node 0, edge 0: there is no rule "__proto__".'],
  ['an unknown node', cdec('[{"edges":[{"rule":2,"tails":[1]}]}]'), ': node 0, edge 0: there is no node 1: they are numbered from 0 to 0.'], // prettier-ignore
  ['a node that is none', cdec('[{"edges":[{"rule":2,"tails":["length"]}]}]'), ': node 0, edge 0: "tails" must be a list of numbers of nodes.'], // prettier-ignore
  ['a tail too few', cdec('[{"edges":[{"rule":2,"tails":[]}]}]'), ': node 0, edge 0: the target of rule 2 must have each of its 0 tails once.'], // prettier-ignore
  ['a tail too many', cdec(`[${leaf},{"edges":[{"rule":2,"tails":[0,0]}]}]`), ': node 1, edge 0: the target of rule 2 must have each of its 2 tails once.'], // prettier-ignore
  ['an unknown feature', cdec('[{"edges":[{"rule":1,"feats":[1,2]}]}]'), ': node 0, edge 0: there is no feature 1: they are numbered from 0 to 0.'], // prettier-ignore
  ['half a pair', cdec('[{"edges":[{"rule":1,"feats":[0]}]}]'), ': node 0, edge 0: "feats" must be pairs of index and value.'], // prettier-ignore
  ['a feature twice', cdec('[{"edges":[{"rule":1,"feats":[0,1,0,2]}]}]'), ': node 0, edge 0: feature f stands there twice.'], // prettier-ignore
  ['a name twice', cdec(`[${leaf}]`, undefined, '["f","f"]'), ': feature "f" stands twice in "features".'],
  ['no edges', cdec('[{"cat":"X"}]'), ': node 0: "edges" must be a list.'],
  ['a cycle', cdec('[{"edges":[{"rule":2,"tails":[0]}]}]'), ': there is a cycle…'], // prettier-ignore
  [
    'an infinite value',
    cdec('[{"edges":[{"rule":1,"feats":[0,1e999]}]}]'),
    ': feature f is Infinity, no finite number.',
  ],
]);

const ours = (nodes: string): string => `{"format":"assay-hypergraph-1","nodes":${nodes}}`;
table('json', [
  ['broken', ours('[[{"says":[}]]'), ', line 1: not valid JSON: "}]]}" is out of place.'],
  ['broken on the second line', `${ours('[[{"says":["a"]}]]')}\n{"format":"assay"\n`, ', line 2: not valid JSON: it ends too early.'], // prettier-ignore
  ['an empty line', `${ours('[[{"says":["a"]}]]')}\n\n`, ', line 2: an empty line; every line must be one object.'],
  ['no object', '[]', ': not a JSON object.'],
  ['another format', '{"format":"assay-hypergraph-9"}', ', line 1: "format" must be "assay-hypergraph-1".'],
  [
    'an unknown key',
    '{"format":"assay-hypergraph-1","nodse":[]}',
    ', line 1: there is no key "nodse". Did you mean nodes?',
  ],
  ['a key twice', ours('[[{"says":["a"],"says":["b"]}]]'), ', line 1: an object has the key "says" twice. One would be lost.'], // prettier-ignore
  ['a feature twice', ours('[[{"says":["a"],"features":{"f":1,"f":2}}]]'), ', line 1: an object has the key "f" twice. One would be lost.'], // prettier-ignore
  ['an id that is no text', '{"format":"assay-hypergraph-1","id":1,"nodes":[]}', ', line 1: "id" must be a text.'],
  ['no nodes', ours('[]'), ', line 1: "nodes" must be a list with at least one node.'],
  ['a node that is no list', ours('[{}]'), ', line 1: node 0: it must be a list of edges.'],
  ['an edge that is no object', ours('[[[]]]'), ', line 1: node 0, edge 0: it must be an object like {"says":["the",0],"score":-1}.'], // prettier-ignore
  ['says nothing', ours('[[{}]]'), ', line 1: node 0, edge 0: "says" must be a list of words and numbers of nodes.'],
  ['an unknown node', ours('[[{"says":[1]}]]'), ', line 1: node 0, edge 0: there is no node "1": they are numbered from 0 to 0.'], // prettier-ignore
  ['an empty word', ours('[[{"says":["a",""]}]]'), ', line 1: node 0, edge 0: an empty word; an edge without words says [] or nodes alone.'], // prettier-ignore
  ['half a node', ours('[[{"says":[0.5]}]]'), ', line 1: node 0, edge 0: there is no node "0.5": they are numbered from 0 to 0.'], // prettier-ignore
  [
    'a score that is none',
    ours('[[{"says":["a"],"score":"1"}]]'),
    ', line 1: node 0, edge 0: "score" must be a number.',
  ],
  ['an infinite score', ours('[[{"says":["a"],"score":1e999}]]'), ', line 1: the score Infinity is no finite number.'],
  ['a feature that is none', ours('[[{"says":["a"],"features":{"f":null}}]]'), ', line 1: node 0, edge 0: feature "f" must be a number.'], // prettier-ignore
  ['features that are none', ours('[[{"says":["a"],"features":[1]}]]'), ', line 1: node 0, edge 0: "features" must be an object of names and numbers.'], // prettier-ignore
  ['a cycle', ours('[[{"says":[1]}],[{"says":[0]}]]'), ', line 1: there is a cycle…'], // prettier-ignore
  ['a node without edges', ours('[[],[{"says":[0]}]]'), ', line 1: node 0 …'],
]);

describe('of any format', () => {
  test.each<[what: string, content: string | Uint8Array, request: TextRequest, message: string]>([
    ['an empty file', '', {}, 'standard input is empty.'],
    ['no known format', 'hello world\n', {}, 'standard input is of no known format of lattices: it starts with "hello world". Name its format: json, cdec-json, plf, moses-hg, hifst, att, cn.'], // prettier-ignore
    ['an unknown format', '()', { format: 'pfl' }, 'There is no format pfl of lattices. Did you mean plf?'],
    ['a forced probability below 0', "((('a',-1,1),),)", { numbers: 'probability' }, 'standard input, line 1: the probability -1 is below 0.'], // prettier-ignore
    ['bytes that are no UTF-8', Uint8Array.from([...Buffer.from("()\n((('"), 0xff, 0x0a]), {}, 'standard input, line 2, byte 5: not valid UTF-8 (0xFF, byte 8 of the file). Convert the file to UTF-8, for example with iconv.'], // prettier-ignore
  ])('%s', async (_, content, request, message) => {
    expect(await faultOf(content, request)).toBe(message);
  });

  test.each<[what: string, content: string | Uint8Array]>([
    ['CRLF', "((('a',1,1),),)\r\n((('b',1,1),),)\r\n"],
    ['a byte order mark', "\uFEFF((('a',1,1),),)\n((('b',1,1),),)"],
    ['gzip', gzipSync("((('a',1,1),),)\n((('b',1,1),),)\n")],
  ])('%s is no fault', async (_, content) => {
    expect((await readText(content)).map(({ hypergraph }) => stringsOf(hypergraph))).toEqual([[['a', 0]], [['b', 0]]]);
  });

  test('a broken machine with CRLF still has its line', async () => {
    expect(await faultOf('0 1 a\r\n1 0 b\r\n1\r\n')).toMatch(/^standard input, line 2: there is a cycle/);
  });

  test('a file names itself, and a fault in the second comes after the first was read', async () => {
    await withFiles({ 'a.plf': '()\n', 'b.plf': '(' }, async (directory) => {
      const ids: string[] = [];
      const reading = (async () => {
        for await (const { id } of readLattices([`${directory}/a.plf`, `${directory}/b.plf`])) ids.push(id);
      })();
      await expect(reading).rejects.toThrow(`${directory}/b.plf, line 1: character 2: the line ends`);
      expect(ids).toEqual(['1']);
    });
  });
});
