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
  ['unclosed quotes', "((('a,1,1),),)", ', line 1: character 4: the quotes of this word are not closed.'],
  ['unclosed parentheses', "((('a',1,1),),", ', line 1: character 15: the line ends where "(" must stand: a state, which is a tuple of arcs.'], // prettier-ignore
  [
    'unclosed arc',
    "((('a',1,1",
    ', line 1: character 11: the line ends where ")" must stand: a comma or the end of the arc.',
  ],
  ['missing comma between arcs', "((('a',1,1)('b',1,1)),)", `, line 1: character 12: "('b',1,1)),)" where ")" must stand: a comma or the end of the tuple.`], // prettier-ignore
  ['missing comma in an arc', "((('a' 1,1),),)", ', line 1: character 8: "1,1),),)" where ")" must stand: a comma or the end of the arc.'], // prettier-ignore
  ['a word without quotes', '(((a,1,1),),)', ', line 1: character 4: expected a word in quotes, found "a,1,1),),)".'],
  ['step 0', "((('a',1,0),),)", ', line 1: character 12: the step 0 of "a" must be a whole number, 1 or more.'],
  [
    'half a step',
    "((('a',1,1.5),),)",
    ', line 1: character 14: the step 1.5 of "a" must be a whole number, 1 or more.',
  ],
  ['step beyond the end', "((('a',1,1),),)\n((('a',1,2),),)", ', line 2: character 3: the step 2 leads beyond the end: there are 1 more states.'], // prettier-ignore
  ['NaN', "((('a',nan,1),),)", ', line 1: character 8: expected a number, found "nan".'],
  ['infinity', "((('a',1e999,1),),)", ', line 1: character 8: expected a number, found "1e999".'],
  ['no arcs', "((('a',1,1),),(),)", ', line 1: character 17: a state without arcs. Every state needs one, except the last, which is not written.'], // prettier-ignore
  [
    'only a step',
    "((('a',1),),)",
    `, line 1: character 10: the arc "a" needs at least two numbers, like ('word',0.5,1).`,
  ],
  ['other numbers of numbers', "((('a',1,1),('b',1,2,1),),)", ', line 1: character 24: the arc "b" has 2 numbers before its step, but others have 1. All arcs must have the same number.'], // prettier-ignore
  ['an empty word', "((('',1,1),),)", ", line 1: character 6: an empty word. Write '*EPS*' for an arc without a word."],
  ['an unknown escape', "((('a\\n',1,1),),)", `, line 1: character 6: a backslash before "n". Use \\' \\" or \\\\.`],
  [
    'more on the line',
    "((('a',1,1),),) ((",
    ', line 1: character 17: text after the lattice: "((". Write one lattice per line.',
  ],
  ['a blank line', '()\n\n()', ', line 2: character 1: the line ends where "(" must stand: a tuple of states.'],
  ['a state that nothing leads to', "((('a',1,2),),(('b',1,1),),)", ', line 1: state 1 …'], // prettier-ignore
]);

table('cn', [
  ['an odd number of fields', 'a 0.5 b\n', ', line 1: 3 fields; expected pairs of a word and its number.'],
  ['no number', 'a 0.5\nb c\n', ', line 2: expected the number of "b", found "c".'],
  [
    'two blank lines',
    'a 1\n\n\nb 1\n',
    ', line 3: a confusion network without columns. Put a single blank line between networks.',
  ],
  [
    'a blank line first',
    '\na 1\n',
    ', line 1: a confusion network without columns. Put a single blank line between networks.',
  ],
  ['nothing but blank lines', '\n\n', ' has only blank lines.'],
]);

table('att', [
  ['a cycle', '0 1 a\n1 2 b\n2 1 c\n2\n', ', line 3: there is a cycle…'],
  ['a cycle at one state', '0 0 a\n0\n', ', line 1: there is a cycle…'],
  ['no final state', '0 1 a\n', ': there is no final state…'],
  ['a state that leads nowhere', '0 1 a\n0 2 b\n1\n', ', line 2: state 2 …'], // prettier-ignore
  ['a state that nothing leads to', '0 1 a\n2 1 b\n1\n', ', line 2: state 2 …'],
  ['final twice', '0 1 a\n1\n1 2\n', ', line 3: state 1 is final twice. Remove one of the lines.'],
  ['a weight that is infinite', '0 1 a Infinity\n1\n', ', line 1: the weight "Infinity" is not a finite number. Remove arcs and final states that can never be used.'], // prettier-ignore
  ['a final weight that is infinite', '0 1 a\n1 Infinity\n', ', line 2: the weight "Infinity" is not a finite number. Remove arcs and final states that can never be used.'], // prettier-ignore
  ['too many columns', '0 1 a b 1 2\n1\n', ', line 1: 6 columns; expected "from to input output [weight]".'],
  ['an arc of three columns among five', '0 1 a b 1\n0 1 a\n1\n', ', line 2: 3 columns; expected "from to input output [weight]".'], // prettier-ignore
  ['a weight that is none', '0 1 a\n0 1 b c\n1\n', ', line 2: the weight "c" is not a number. Write it like 1.5.'], // prettier-ignore
  ['a decimal comma', '0 1 a 0.5\n1 2 b 1,5\n2 3 c 2\n3\n', ', line 2: the fourth column is "1,5", but on line 1 the fourth is the number 0.5. Correct this line if the fourth column is a weight; type --shape transducer if it is an output.'], // prettier-ignore
  ['a decimal comma among whole weights', '0 1 a 1,5\n1 2 b 2\n2\n', ', line 1: the fourth column is "1,5", but on line 2 the fourth is the number 2. Correct this line if the fourth column is a weight; type --shape transducer if it is an output.'], // prettier-ignore
  ['a word with a space among weights', '0 1 a 0.5\n1 2 new york 1.5\n2\n', ', line 2: 5 columns, but on line 1 the fourth is the number 0.5. Correct this line if the fourth column is a weight; type --shape transducer if it is an output.'], // prettier-ignore
  [
    'a decimal comma in a final state',
    '0 1 a 0.5\n1 1,5\n',
    ', line 2: the weight "1,5" is not a number. Write it like 1.5.',
  ],
]);

table('hifst', [
  ['a cycle', '0\t1\ta\t1\t1:1\n1\t0\tb\t1\t1:1\n1\n', ', line 2: there is a cycle…'], // prettier-ignore
  ['no final state', '0\t1\ta\t1\t1:1\n', ': there is no final state…'],
  ['no state 0', '1\t2\ta\t1\t1:1\n2\n', ', line 1: state 1 …'],
  [
    'too few columns',
    '0\t1\ta\n1\n',
    ', line 1: not an arc. Expected "from, to, word, cost, features", separated by tabs.',
  ],
  [
    'too many columns',
    '0\t1\ta\t1\t\t\n1\n',
    ', line 1: not an arc. Expected "from, to, word, cost, features", separated by tabs.',
  ],
  ['a state that is not a number', '0\tx\ta\t1\t1:1\n', ', line 1: "x" is not a state. States are whole numbers.'],
  ['a blank line', '0\t1\ta\t1\t1:1\n\n1\n', ', line 2: "" is not a state. States are whole numbers.'],
  ['a cost that is none', '0\t1\ta\tx\t1:1\n1\n', ', line 1: the cost "x" is not a number.'],
  ['a feature without value', '0\t1\ta\t1\t1:\n1\n', ', line 1: feature 1 "" is not a number.'],
  [
    'a feature without number',
    '0\t1\ta\t1\tlm:1\n1\n',
    ', line 1: "lm:1" is not a feature. Expected, for example, 1:4.5.',
  ],
  ['a feature without colon', '0\t1\ta\t1\t12\n1\n', ', line 1: "12" is not a feature. Expected, for example, 1:4.5.'],
  ['a feature twice', '0\t1\ta\t1\t1:1 1:2\n1\n', ', line 1: feature 1 appears twice.'],
  ['final twice', '0\t1\ta\t1\t1:1\n1\n1\n', ', line 3: state 1 is final twice. Remove one of the lines.'],
]);

const edge = '<s> a </s> ||| f=1 ||| 0';
table('moses-hg', [
  ['no header', `# x\n1 x\n1\n${edge}\n`, ', line 2: "1 x" where the numbers of nodes and edges must stand.'],
  ['no nodes', '0 0\n', ', line 1: there are no nodes. At least the goal is needed.'],
  ['far too many nodes', '1000000000 1\n', ', line 1: 1000000000 nodes are more than the file has lines.'],
  ['an edge that is none', '1 1\n1\n<s> a ||| f=1\n', ', line 3: "<s> a ||| f=1" is not an edge. Expected "target ||| features ||| words covered".'], // prettier-ignore
  ['an unknown node', '1 1\n1\n[1] a ||| ||| 0\n', ', line 3: there is no node 1: nodes are numbered from 0 to 0.'],
  ['a cycle', '2 3\n1\n[1] ||| ||| 0\n2\n[0] ||| ||| 0\na ||| ||| 0\n', ', line 3: there is a cycle…'], // prettier-ignore
  ['a node without edges', '2 1\n0\n1\n[0] ||| ||| 0\n', ', line 4: node 0 …'],
  ['a node that leads nowhere', `2 2\n1\n${edge}\n1\n${edge}\n`, ', line 3: node 0 …'], // prettier-ignore
  ['another number of edges', `1 2\n1\n${edge}\n`, ', line 1: the header says 2 edges, but there are 1.'],
  ['a node too many', `1 1\n1\n${edge}\n1\n${edge}\n`, ', line 4: text after the last of 1 nodes.'],
  ['a node too few', `2 2\n1\n${edge}\n`, ', line 3: the file ends before the number of edges into node 1.'],
  ['an edge too few', `1 2\n2\n${edge}\n`, ', line 3: the file ends before the last edge into node 0.'],
  [
    'a feature without value',
    '1 1\n1\na ||| f ||| 0\n',
    ', line 3: "f" is not a feature. Expected, for example, LM0=-2.5.',
  ],
  [
    'a feature that is NaN',
    '1 1\n1\na ||| f=nan ||| 0\n',
    ', line 3: "f=nan" is not a feature. Expected, for example, LM0=-2.5.',
  ],
  ['a feature twice', '1 1\n1\na ||| f=1 f=2 ||| 0\n', ', line 3: feature f appears twice.'],
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
  ['a key twice, as cdec itself writes it', cdec('[{"edges":[],\n"edges":[]}]'), ', line 2: the key "edges" appears twice in an object. Remove one of them.'], // prettier-ignore
  ['a key twice, written differently', cdec('[{"a":1,"\\u0061":1}]'), ', line 1: the key "a" appears twice in an object. Remove one of them.'], // prettier-ignore
  ['a rule that is none', cdec(`[${leaf}]`, '{"1":"a"}'), ': rule 1: expected "[X] ||| source ||| target".'],
  ['an unknown rule', cdec('[{"edges":[{"rule":"__proto__"}]}]'), ': node 0, edge 0: there is no rule "__proto__".'],
  ['an unknown node', cdec('[{"edges":[{"rule":2,"tails":[1]}]}]'), ': node 0, edge 0: there is no node 1: nodes are numbered from 0 to 0.'], // prettier-ignore
  ['a node that is none', cdec('[{"edges":[{"rule":2,"tails":["length"]}]}]'), ': node 0, edge 0: "tails" must be a list of node numbers.'], // prettier-ignore
  ['a tail too few', cdec('[{"edges":[{"rule":2,"tails":[]}]}]'), ': node 0, edge 0: the target of rule 2 must have each of its 0 tails once.'], // prettier-ignore
  ['a tail too many', cdec(`[${leaf},{"edges":[{"rule":2,"tails":[0,0]}]}]`), ': node 1, edge 0: the target of rule 2 must have each of its 2 tails once.'], // prettier-ignore
  ['an unknown feature', cdec('[{"edges":[{"rule":1,"feats":[1,2]}]}]'), ': node 0, edge 0: there is no feature 1: features are numbered from 0 to 0.'], // prettier-ignore
  ['half a pair', cdec('[{"edges":[{"rule":1,"feats":[0]}]}]'), ': node 0, edge 0: "feats" must be pairs of index and value.'], // prettier-ignore
  ['a feature twice', cdec('[{"edges":[{"rule":1,"feats":[0,1,0,2]}]}]'), ': node 0, edge 0: feature f appears twice.'], // prettier-ignore
  ['a name twice', cdec(`[${leaf}]`, undefined, '["f","f"]'), ': feature "f" appears twice in "features".'],
  ['no edges', cdec('[{"cat":"X"}]'), ': node 0: "edges" must be a list.'],
  ['a cycle', cdec('[{"edges":[{"rule":2,"tails":[0]}]}]'), ': there is a cycle…'], // prettier-ignore
  [
    'an infinite value',
    cdec('[{"edges":[{"rule":1,"feats":[0,1e999]}]}]'),
    ': feature f is Infinity, which is not a finite number.',
  ],
]);

const ours = (nodes: string): string => `{"format":"assay-hypergraph-1","nodes":${nodes}}`;
table('json', [
  ['broken', ours('[[{"says":[}]]'), ', line 1: not valid JSON: "}]]}" is out of place.'],
  ['broken on the second line', `${ours('[[{"says":["a"]}]]')}\n{"format":"assay"\n`, ', line 2: not valid JSON: it ends too early.'], // prettier-ignore
  [
    'an empty line',
    `${ours('[[{"says":["a"]}]]')}\n\n`,
    ', line 2: an empty line; every line must hold one JSON object.',
  ],
  ['no object', '[]', ': not a JSON object.'],
  ['another format', '{"format":"assay-hypergraph-9"}', ', line 1: "format" must be "assay-hypergraph-1".'],
  [
    'an unknown key',
    '{"format":"assay-hypergraph-1","nodse":[]}',
    ', line 1: there is no key "nodse". Did you mean nodes?',
  ],
  ['a key twice', ours('[[{"says":["a"],"says":["b"]}]]'), ', line 1: the key "says" appears twice in an object. Remove one of them.'], // prettier-ignore
  ['a feature twice', ours('[[{"says":["a"],"features":{"f":1,"f":2}}]]'), ', line 1: the key "f" appears twice in an object. Remove one of them.'], // prettier-ignore
  ['an id that is not a text', '{"format":"assay-hypergraph-1","id":1,"nodes":[]}', ', line 1: "id" must be a string.'],
  ['no nodes', ours('[]'), ', line 1: "nodes" must be a list with at least one node.'],
  ['a node that is not a list', ours('[{}]'), ', line 1: node 0: it must be a list of edges.'],
  ['an edge that is not an object', ours('[[[]]]'), ', line 1: node 0, edge 0: it must be an object like {"says":["the",0],"score":-1}.'], // prettier-ignore
  ['says nothing', ours('[[{}]]'), ', line 1: node 0, edge 0: "says" must be a list of words and node numbers.'],
  ['an unknown node', ours('[[{"says":[1]}]]'), ', line 1: node 0, edge 0: there is no node "1": nodes are numbered from 0 to 0.'], // prettier-ignore
  ['an empty word', ours('[[{"says":["a",""]}]]'), ', line 1: node 0, edge 0: an empty word. Write an edge without words as [] or nodes only.'], // prettier-ignore
  ['half a node', ours('[[{"says":[0.5]}]]'), ', line 1: node 0, edge 0: there is no node "0.5": nodes are numbered from 0 to 0.'], // prettier-ignore
  [
    'a score that is none',
    ours('[[{"says":["a"],"score":"1"}]]'),
    ', line 1: node 0, edge 0: "score" must be a number.',
  ],
  [
    'an infinite score',
    ours('[[{"says":["a"],"score":1e999}]]'),
    ', line 1: the score Infinity is not a finite number.',
  ],
  ['a feature that is none', ours('[[{"says":["a"],"features":{"f":null}}]]'), ', line 1: node 0, edge 0: feature "f" must be a number.'], // prettier-ignore
  ['features that are none', ours('[[{"says":["a"],"features":[1]}]]'), ', line 1: node 0, edge 0: "features" must be an object of names and numbers.'], // prettier-ignore
  ['a cycle', ours('[[{"says":[1]}],[{"says":[0]}]]'), ', line 1: there is a cycle…'], // prettier-ignore
  ['a node without edges', ours('[[],[{"says":[0]}]]'), ', line 1: node 0 …'],
]);

describe('of any format', () => {
  test.each<[what: string, content: string | Uint8Array, request: TextRequest, message: string]>([
    ['an empty file', '', {}, 'standard input is empty.'],
    ['no known format', 'hello world\n', {}, 'Cannot read standard input as lattices: it starts with "hello world". Name its format: json, cdec-json, plf, moses-hg, hifst, att, cn.'], // prettier-ignore
    ['an unknown format', '()', { format: 'pfl' }, 'Unknown format pfl for lattices. Did you mean plf?'],
    ['a forced probability below 0', "((('a',-1,1),),)", { numbers: 'probability' }, 'standard input, line 1: the probability -1 is below 0.'], // prettier-ignore
    ['bytes that are not UTF-8', Uint8Array.from([...Buffer.from("()\n((('"), 0xff, 0x0a]), {}, 'standard input, line 2, byte 5: not valid UTF-8 (0xFF, byte 8 of the file). Convert the file to UTF-8, for example with iconv.'], // prettier-ignore
  ])('%s', async (_, content, request, message) => {
    expect(await faultOf(content, request)).toBe(message);
  });

  test.each<[what: string, content: string | Uint8Array]>([
    ['CRLF', "((('a',1,1),),)\r\n((('b',1,1),),)\r\n"],
    ['a byte order mark', "\uFEFF((('a',1,1),),)\n((('b',1,1),),)"],
    ['gzip', gzipSync("((('a',1,1),),)\n((('b',1,1),),)\n")],
  ])('%s is not an error', async (_, content) => {
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
