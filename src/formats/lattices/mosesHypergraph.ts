/**
 * Moses search graphs as read by its mert: `nodes edges`, then for each node the number of edges into it and a line each,
 * `target ||| features ||| words of source covered`, where [k] in the target is node k. The last node is the goal. `<s>` and `</s>`
 * bound every derivation and are not words. It has features and no scores.
 */
import { UsageError } from '../../core/index.ts';
import { type Hypergraph, HypergraphBuilder, goalOf, isLattice, symbolOf, tailOf } from '../../lattice/index.ts';
import { detached } from '../lineReader.ts';
import { quoted } from '../numbers.ts';
import {
  type LatticeFormat,
  allLines,
  checkWord,
  featureNumber,
  isWhole,
  parseNumber,
  namedFeatures,
  scoreFeature,
} from './format.ts';

const nodeSymbol = /^\[(\d+)\]$/;

export const mosesHypergraph: LatticeFormat = {
  id: 'moses-hg',
  summary: 'a Moses hypergraph, as read by its mert',
  extensions: ['.hg'],
  several: false,
  recognises: (lines) => {
    const [first, second, third] = lines.filter((line) => !line.startsWith('#'));
    return /^\d+ \d+\s*$/.test(first ?? '') && /^\d+\s*$/.test(second ?? '') && third?.split('|||').length === 3;
  },

  async *read(file) {
    const { name, stem, features } = file;
    const builder = new HypergraphBuilder(features, name);
    const lines = await allLines(file);
    let at = 0;
    /** The whole numbers of the next line that is not a comment; comments can only precede these lines. */
    const numbers = (count: number, what: string): number[] => {
      while (lines[at]?.startsWith('#')) at++;
      const text = lines[at++];
      if (text === undefined) throw builder.fault(at - 1, `the file ends before ${what}.`);
      const fields = text.trim().split(/ +/);
      if (fields.length !== count || !fields.every(isWhole)) {
        throw builder.fault(at, `${quoted(text)} where ${what} must stand.`);
      }
      return fields.map(Number);
    };
    const [nodes, edges] = numbers(2, 'the numbers of nodes and edges') as [number, number];
    const headerLine = at;
    if (nodes === 0) throw builder.fault(headerLine, 'there are no nodes. At least the goal is needed.');
    // A count larger than the number of lines is a mistake; check it before allocating memory.
    if (nodes > lines.length) throw builder.fault(headerLine, `${nodes} nodes are more than the file has lines.`);
    for (let node = 0; node < nodes; node++) builder.node(String(node));
    let edgesRead = 0;
    for (let node = 0; node < nodes; node++) {
      const [count] = numbers(1, `the number of edges into node ${node}`) as [number];
      for (let i = 0; i < count; i++) {
        const text = lines[at++];
        if (text === undefined) throw builder.fault(at - 1, `the file ends before the last edge into node ${node}.`);
        const fields = text.split('|||');
        if (fields.length !== 3) {
          throw builder.fault(at, `${quoted(text)} is not an edge. Expected "target ||| features ||| words covered".`);
        }
        const symbols = fields[0]!
          .split(' ')
          .filter((token) => token !== '' && token !== '<s>' && token !== '</s>')
          .map((token) => {
            const tail = nodeSymbol.exec(token)?.[1];
            if (tail === undefined) return builder.word(detached(token));
            if (Number(tail) < nodes) return symbolOf(builder.node(String(Number(tail))));
            throw builder.fault(at, `there is no node ${tail}: nodes are numbered from 0 to ${nodes - 1}.`);
          });
        const { score, row } = readFeatures(fields[1]!);
        builder.edge({ head: node, symbols, score, features: row, line: at });
        edgesRead++;
      }
    }
    while (lines[at]?.trim() === '' || lines[at]?.startsWith('#')) at++;
    if (at < lines.length) throw builder.fault(at + 1, `text after the last of ${nodes} nodes.`);
    if (edgesRead !== edges)
      throw builder.fault(headerLine, `the header says ${edges} edges, but there are ${edgesRead}.`);
    yield { id: stem, hypergraph: builder.finish(builder.node(String(nodes - 1))) };

    function readFeatures(text: string): { score: number; row: (readonly [number, number])[] } {
      const row = new Map<number, number>();
      let score = 0;
      for (const field of text.split(' ')) {
        if (field === '') continue;
        const equals = field.lastIndexOf('=');
        const value = parseNumber(field.slice(equals + 1));
        if (equals < 1 || Number.isNaN(value)) {
          throw builder.fault(at, `${quoted(field)} is not a feature. Expected, for example, LM0=-2.5.`);
        }
        const label = field.slice(0, equals);
        if (label === scoreFeature) {
          score = value;
          continue;
        }
        const feature = featureNumber(features, label);
        if (row.has(feature)) throw builder.fault(at, `feature ${label} appears twice.`);
        row.set(feature, value);
      }
      return { score, row: [...row] };
    }
  },

  *write(hypergraph, { place }) {
    yield `# target ||| features ||| source-covered\n${hypergraph.nodes} ${hypergraph.edges}\n`;
    const lattice = isLattice(hypergraph);
    for (let node = 0; node < hypergraph.nodes; node++) {
      const [from, to] = [hypergraph.edgeStarts[node]!, hypergraph.edgeStarts[node + 1]!];
      yield `# node ${node}\n${to - from}\n`;
      for (let e = from; e < to; e++) yield edgeLine(hypergraph, e, node === goalOf(hypergraph), lattice, place);
    }
  },
};

/**
 * In a lattice, `<s>` is where paths begin, as in Moses; in a forest the edges into the goal have both boundaries. The number of
 * source words that an edge covers is not known here, so it is 0.
 */
function edgeLine(hypergraph: Hypergraph, edge: number, last: boolean, lattice: boolean, place: string): string {
  const { symbolStarts, symbols, words } = hypergraph;
  const said = [...symbols.subarray(symbolStarts[edge], symbolStarts[edge + 1])];
  const target = said.map((symbol) =>
    symbol < 0 ? `[${tailOf(symbol)}]` : checkWord(words[symbol]!, place, 'moses-hg', meansMore),
  );
  if (lattice ? !said.some((symbol) => symbol < 0) : last) target.unshift('<s>');
  if (last) target.push('</s>');
  const features = namedFeatures(hypergraph, edge).map(([name, value]) => {
    if (name === '' || /\s|\|\|\|/u.test(name)) {
      throw new UsageError(`${place}: moses-hg cannot hold a feature named ${quoted(name)}. Write json instead.`);
    }
    return `${name}=${value}`;
  });
  return `${target.join(' ')} ||| ${features.join(' ')} ||| 0\n`;
}

const meansMore = (word: string): boolean =>
  word === '<s>' || word === '</s>' || word.includes('|||') || nodeSymbol.test(word);
