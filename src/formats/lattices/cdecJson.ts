/**
 * Forests of cdec in JSON: names of features, rules by number, and nodes, the last of which is the goal. An edge names its rule, its
 * tails ([1], [2], … in the rule's target) and its features as pairs of index and value, including those of the rule.
 * It has features and no scores. Also read is what cdec itself writes: `rules` as a list of numbers and rules, and in place of `nodes` a key
 * `edges` and a key `node` for each node, again and again in one object.
 */
import { UsageError } from '../../core/index.ts';
import { type Hypergraph, HypergraphBuilder, goalOf, symbolOf, tailOf } from '../../lattice/index.ts';
import { isObject, parseJson } from '../json.ts';
import { quoted } from '../numbers.ts';
import { type LatticeFormat, allLines, checkWord, namedFeatures, scoreFeature } from './format.ts';

/** The target of a rule: words, and numbers of tails counted from 0. */
type Target = readonly (string | number)[];

/** Of a node without edges, in what cdec itself writes. */
const emptyRule = '';

const tailSymbol = /^\[(\d+)\]$/;

export const cdecJson: LatticeFormat = {
  id: 'cdec-json',
  summary: 'a cdec forest: features, rules and nodes in JSON',
  extensions: ['.forest.json'],
  several: false,
  recognises: (lines) =>
    lines[0].trimStart().startsWith('{') && /"(?:features|rules)"/.test(lines.join('\n').slice(0, 1 << 12)),

  async *read(file) {
    const { name, stem, features: names } = file;
    const builder = new HypergraphBuilder(names, name);
    const text = (await allLines(file)).join('\n');
    const wrong = (message: string): UsageError => builder.fault(0, message);
    const forest = isOwnForm(text) ? fromOwnForm(text, name) : parseJson(text, name);
    if (!isObject(forest)) throw wrong('not a JSON object.');
    const { features, rules, nodes } = forest;
    if (!Array.isArray(features) || !features.every((feature) => typeof feature === 'string')) {
      throw wrong('"features" must be a list of names.');
    }
    if (!isObject(rules)) throw wrong('"rules" must be an object of rules by number.');
    if (!Array.isArray(nodes) || nodes.length === 0) throw wrong('"nodes" must be a list with at least one node.');
    const repeated = features.find((feature, i) => features.indexOf(feature) !== i);
    if (repeated !== undefined) throw wrong(`feature ${quoted(repeated)} appears twice in "features".`);
    const featureNumbers = features.map((feature) => (feature === scoreFeature ? -1 : names.number(feature)));
    const targets = new Map<string, Target>([[emptyRule, []]]);
    for (const [id, rule] of Object.entries(rules))
      targets.set(
        id,
        readTarget(rule, (message) => wrong(`rule ${id}: ${message}`)),
      );
    nodes.forEach((_, i) => builder.node(String(i)));
    nodes.forEach((node: unknown, head) => {
      if (!isObject(node) || !Array.isArray(node.edges)) throw wrong(`node ${head}: "edges" must be a list.`);
      node.edges.forEach((edge: unknown, i) => {
        const bad = (message: string): UsageError => wrong(`node ${head}, edge ${i}: ${message}`);
        if (!isObject(edge)) throw bad('it must be an object with rule, tails and feats.');
        const target = targets.get(String(edge.rule));
        if (!target) throw bad(`there is no rule ${quoted(String(edge.rule))}.`);
        const tails = edge.tails ?? [];
        if (!isNumbers(tails)) throw bad('"tails" must be a list of node numbers.');
        const stray = tails.find((tail) => !(tail in nodes));
        if (stray !== undefined)
          throw bad(`there is no node ${stray}: nodes are numbered from 0 to ${nodes.length - 1}.`);
        const used = target.filter((part) => typeof part === 'number');
        if (used.length !== tails.length || tails.some((_, tail) => !used.includes(tail))) {
          throw bad(`the target of rule ${String(edge.rule)} must have each of its ${tails.length} tails once.`);
        }
        const pairs = edge.feats ?? [];
        if (!isNumbers(pairs) || pairs.length % 2 === 1) throw bad('"feats" must be pairs of index and value.');
        const row = new Map<number, number>();
        for (let at = 0; at < pairs.length; at += 2) {
          const feature = featureNumbers[pairs[at]!];
          if (feature === undefined)
            throw bad(`there is no feature ${pairs[at]}: features are numbered from 0 to ${features.length - 1}.`);
          if (row.has(feature)) throw bad(`feature ${features[pairs[at]!]} appears twice.`);
          row.set(feature, pairs[at + 1]!);
        }
        const score = row.get(-1) ?? 0;
        row.delete(-1);
        const symbols = target.map((part) => (typeof part === 'string' ? builder.word(part) : symbolOf(tails[part]!)));
        builder.edge({ head, symbols, score, features: [...row] });
      });
    });
    yield { id: stem, hypergraph: builder.finish(nodes.length - 1) };
  },

  *write(hypergraph, { place }) {
    const { features, rules } = tablesOf(hypergraph, place);
    yield `{"features":${JSON.stringify([...features.keys()])},"rules":{`;
    let separator = '';
    for (const [rule, number] of rules) {
      yield `${separator}"${number}":${JSON.stringify(rule)}`;
      separator = ',';
    }
    yield '},"nodes":[';
    for (let node = 0; node < hypergraph.nodes; node++) {
      const edges: string[] = [];
      for (let e = hypergraph.edgeStarts[node]!; e < hypergraph.edgeStarts[node + 1]!; e++) {
        const { rule, tails } = ruleOf(hypergraph, e, place);
        const feats = namedFeatures(hypergraph, e).flatMap(([name, value]) => [features.get(name)!, value]);
        edges.push(JSON.stringify({ rule: rules.get(rule), tails, feats }));
      }
      const category = node === goalOf(hypergraph) ? 'Goal' : 'X';
      yield `${node === 0 ? '' : ','}{"cat":"${category}","edges":[${edges.join(',')}]}`;
    }
    yield ']}\n';
  },
};

const isOwnForm = (text: string): boolean => /[{,]\s*"node"\s*:/.test(text) && !/[{,]\s*"nodes"\s*:/.test(text);

/** What cdec itself writes, in the form with `nodes`. */
function fromOwnForm(text: string, name: string): unknown {
  let keys = 0;
  // Within strings, quotation marks follow a backslash, so these are keys.
  const numbered = text.replace(/(?<=[{,]\s*)"(edges|node)"\s*:/g, (_, key) => `"${key} ${keys++ >> 1}":`);
  // cdec ignores what follows the object; a file of its own tests has a quotation mark there.
  const forest = parseJson(numbered.slice(0, numbered.lastIndexOf('}') + 1), name);
  if (!isObject(forest)) return forest;
  const { rules } = forest;
  const isList = Array.isArray(rules);
  return {
    ...forest,
    rules: isList
      ? Object.fromEntries(rules.flatMap((id, i) => (i % 2 === 0 ? [[String(id), rules[i + 1]]] : [])))
      : rules,
    nodes: Array.from({ length: keys >> 1 }, (_, n) => {
      const edges = forest[`edges ${n}`];
      if (!Array.isArray(edges)) return { edges };
      // The first node of a lattice has no edges: it derives the empty text.
      if (edges.length === 0) return { edges: [{ rule: emptyRule }] };
      return { edges: edges.map((edge: unknown) => (isObject(edge) ? { ...edge, tails: edge.tail } : edge)) };
    }),
  };
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

function readTarget(rule: unknown, wrong: (message: string) => UsageError): Target {
  const target = typeof rule === 'string' ? rule.split('|||')[2] : undefined;
  if (target === undefined) throw wrong('expected "[X] ||| source ||| target".');
  return target
    .split(' ')
    .filter((token) => token !== '')
    .map((token) => {
      const tail = tailSymbol.exec(token)?.[1];
      return tail === undefined ? token : Number(tail) - 1;
    });
}

/** The rule of an edge. Its source is not known here except for the tails. */
function ruleOf(
  { symbolStarts, symbols, words }: Hypergraph,
  edge: number,
  place: string,
): { rule: string; tails: number[] } {
  const tails: number[] = [];
  const target: string[] = [];
  for (const symbol of symbols.subarray(symbolStarts[edge], symbolStarts[edge + 1])) {
    if (symbol >= 0) target.push(checkWord(words[symbol]!, place, 'cdec-json', meansMore));
    else target.push(`[${tails.push(tailOf(symbol))}]`);
  }
  return { rule: `[X] ||| ${tails.map((_, i) => `[X,${i + 1}]`).join(' ')} ||| ${target.join(' ')}`, tails };
}

const meansMore = (word: string): boolean => word.includes('|||') || tailSymbol.test(word);

/** The features that some edge has, and all rules, by number. */
function tablesOf(
  hypergraph: Hypergraph,
  place: string,
): { features: Map<string, number>; rules: Map<string, number> } {
  const features = new Map<string, number>();
  const rules = new Map<string, number>();
  for (let e = 0; e < hypergraph.edges; e++) {
    const { rule } = ruleOf(hypergraph, e, place);
    if (!rules.has(rule)) rules.set(rule, rules.size + 1);
    for (const [name] of namedFeatures(hypergraph, e)) if (!features.has(name)) features.set(name, features.size);
  }
  return { features, rules };
}
