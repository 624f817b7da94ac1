/**
 * Assay's own JSON, which holds everything in a lattice or forest: one object per line, or one object over several lines.
 * Nodes are lists of the edges into them, and the last one is the goal; an edge has words and, as numbers, tail nodes.
 */
import { UsageError, suggest } from '../../core/index.ts';
import { type FeatureNames, type Hypergraph, HypergraphBuilder, symbolOf, tailOf } from '../../lattice/index.ts';
import { isObject, parseJson, tryJson } from '../json.ts';
import { quoted } from '../numbers.ts';
import { type FoundLattice, type LatticeFile, type LatticeFormat, emptyWord, featuresOf } from './format.ts';

/** The first value of every object; it changes if the meaning of other values changes. */
const version = 'assay-hypergraph-1';

export const json: LatticeFormat = {
  id: 'json',
  summary: "Assay's own JSON, which loses nothing; one object per line or per file",
  several: true,
  recognises: (lines) =>
    lines[0].trimStart().startsWith('{') &&
    lines
      .join('\n')
      .slice(0, 1 << 12)
      .includes('assay-hypergraph'),

  async *read(file) {
    /** Lines that are not one object each, so they must form one object together. */
    let pieces: string[] | undefined;
    let line = 0;
    for await (const some of file.lines()) {
      for (const text of some) {
        line++;
        // If the first line is an object, every line is one.
        if (line === 1 && !isObject(tryJson(text))) pieces = [];
        if (pieces) {
          pieces.push(text);
          continue;
        }
        if (text.trim() === '')
          throw new UsageError(`${file.name}, line ${line}: an empty line; every line must hold one JSON object.`);
        const found = toHypergraph(parseJson(text, file.name, line), file.features, `${file.name}, line ${line}`);
        yield { id: found.id ?? String(line), line, hypergraph: found.hypergraph };
      }
    }
    if (pieces) yield readWhole(pieces.join('\n'), file);
  },

  *write(hypergraph, { place, id }) {
    if (hypergraph.words.includes('')) throw emptyWord(place);
    yield `{"format":"${version}"${id === undefined ? '' : `,"id":${JSON.stringify(id)}`},"nodes":[`;
    for (let node = 0; node < hypergraph.nodes; node++) {
      const edges: string[] = [];
      for (let e = hypergraph.edgeStarts[node]!; e < hypergraph.edgeStarts[node + 1]!; e++)
        edges.push(edgeText(hypergraph, e));
      yield `${node === 0 ? '' : ','}[${edges.join(',')}]`;
    }
    yield ']}\n';
  },
};

function readWhole(text: string, { name, stem, features }: LatticeFile): FoundLattice {
  const { id, hypergraph } = toHypergraph(parseJson(text, name), features, name);
  return { id: id ?? stem, hypergraph };
}

function toHypergraph(
  value: unknown,
  features: FeatureNames,
  place: string,
): { id: string | undefined; hypergraph: Hypergraph } {
  const builder = new HypergraphBuilder(features, place);
  const wrong = (message: string): UsageError => builder.fault(0, message);
  if (!isObject(value)) throw wrong('not a JSON object.');
  const { format, id, nodes } = value;
  if (format !== version) throw wrong(`"format" must be "${version}".`);
  checkKeys(value, ['format', 'id', 'nodes'], wrong);
  if (id !== undefined && typeof id !== 'string') throw wrong('"id" must be a string.');
  if (!Array.isArray(nodes) || nodes.length === 0) throw wrong('"nodes" must be a list with at least one node.');
  nodes.forEach((_, i) => builder.node(String(i)));
  nodes.forEach((edges: unknown, head) => {
    if (!Array.isArray(edges)) throw wrong(`node ${head}: it must be a list of edges.`);
    edges.forEach((edge: unknown, i) => {
      const bad = (message: string): UsageError => wrong(`node ${head}, edge ${i}: ${message}`);
      if (!isObject(edge)) throw bad('it must be an object like {"says":["the",0],"score":-1}.');
      checkKeys(edge, ['says', 'score', 'features'], bad);
      const { says, score = 0, features: row = {} } = edge;
      if (!Array.isArray(says)) throw bad('"says" must be a list of words and node numbers.');
      const symbols = says.map((part: unknown) => {
        if (part === '') throw bad('an empty word. Write an edge without words as [] or nodes only.');
        if (typeof part === 'string') return builder.word(part);
        if (typeof part === 'number' && part in nodes) return symbolOf(part);
        throw bad(
          `there is no node ${quoted(JSON.stringify(part))}: nodes are numbered from 0 to ${nodes.length - 1}.`,
        );
      });
      if (typeof score !== 'number') throw bad('"score" must be a number.');
      if (!isObject(row)) throw bad('"features" must be an object of names and numbers.');
      const pairs = Object.entries(row).map(([name, number]) => {
        if (typeof number !== 'number') throw bad(`feature ${quoted(name)} must be a number.`);
        return [features.number(name), number] as const;
      });
      builder.edge({ head, symbols, score, features: pairs });
    });
  });
  return { id, hypergraph: builder.finish(nodes.length - 1) };
}

function checkKeys(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  wrong: (message: string) => UsageError,
): void {
  const key = Object.keys(object).find((name) => !known.includes(name));
  if (key !== undefined) throw wrong(`there is no key ${quoted(key)}. ${suggest(key, known)}`);
}

function edgeText(hypergraph: Hypergraph, edge: number): string {
  const { symbolStarts, symbols, words, scores } = hypergraph;
  const says = [...symbols.subarray(symbolStarts[edge], symbolStarts[edge + 1])].map((symbol) =>
    symbol < 0 ? String(tailOf(symbol)) : JSON.stringify(words[symbol]),
  );
  const row = featuresOf(hypergraph, edge).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  const score = scores[edge] === 0 ? '' : `,"score":${scores[edge]}`;
  return `{"says":[${says.join(',')}]${score}${row.length > 0 ? `,"features":{${row.join(',')}}` : ''}}`;
}
