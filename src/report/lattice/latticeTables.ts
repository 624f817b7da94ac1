/** Lays out the sizes of lattices and forests as tables to read. */
import { inputNotes } from '../notes.ts';
import { counted } from '../../core/index.ts';
import { type Cell, type Report, notes } from '../table.ts';
import { left, plain, right } from '../wording.ts';
import { type Hypergraph, atPlace, insideOutside, likelyNgrams, tailOf } from '../../lattice/index.ts';
import type { DescribedLattice, LatticeReport, NamedLattice } from './latticeReport.ts';

/** `123456789` in full, larger ones as `1.2e+34`, cut and not rounded. */
const shortCount = (digits: string): string =>
  digits.length <= 9 ? digits : `${digits[0]}.${digits[1]}e+${digits.length - 1}`;

export function latticeTables({ lattices, input }: LatticeReport, digits: number): Report {
  // Ids of several files may be the same; places never are.
  const unique = new Set(lattices.map(({ id }) => id)).size === lattices.length;
  const rows = lattices.map((each): Cell[] => [
    unique ? each.id : each.place,
    each.kind,
    ...[each.nodes, each.edges, each.words, each.features].map(String),
    shortCount(each.derivations),
    String(each.shortest),
    String(each.longest),
    { value: each.bestScore, digits },
  ]);
  const sum = (of: (each: DescribedLattice) => number) => lattices.reduce((total, each) => total + of(each), 0);
  return {
    title: 'Lattices and forests',
    tables: [
      {
        columns: [
          left(unique ? 'id' : 'place'),
          left('kind'),
          ...['nodes', 'edges', 'words', 'features', 'derivations', 'shortest', 'longest', 'best score'].map(right),
        ],
        rows,
      },
    ],
    notes: [
      ...notes({
        'in all': `${counted(lattices.length, 'structure')} with ${counted(
          sum(({ nodes }) => nodes),
          'node',
        )} and ${counted(
          sum(({ edges }) => edges),
          'edge',
        )}`,
        'words, features': 'distinct ones on the edges',
        'shortest, longest': 'number of words in the shortest and in the longest text',
        'best score': 'of a derivation; higher is better',
      }),
      ...inputNotes(input),
    ],
  };
}

/** Lays out the sizes of lattices and forests as rows for other programs, one row for each. */
export function latticeRows({ lattices }: LatticeReport): Report {
  const columns = [
    'id', 'place', 'format', 'kind', 'nodes', 'edges', 'words', 'features', 'derivations', 'shortest', 'longest', 'bestScore',
  ] as const; // prettier-ignore
  return {
    title: 'Lattices and forests',
    tables: [
      {
        columns: columns.map(left),
        rows: lattices.map((each) =>
          columns.map((column) => {
            const value = each[column];
            return typeof value === 'string' ? value : plain(value);
          }),
        ),
      },
    ],
    notes: [],
  };
}

/** Twelve digits, so that the roundings of sums do not show. */
const rounded = (value: number): number => Number(value.toPrecision(12));

const oneLine = (text: string): string => text.replace(/[\t\r\n]/g, ' ');

interface LikelyOptions {
  readonly scale?: number;
  /** The least posterior. */
  readonly least?: number;
}

/** Rows of tabs: id, node, what the edge says, score, posterior. */
export function edgeLines({ id, place, hypergraph }: NamedLattice, { scale = 1, least = 0 }: LikelyOptions): string {
  const { edges } = atPlace(place, () => insideOutside(hypergraph, scale));
  const lines: string[] = [];
  for (let node = 0; node < hypergraph.nodes; node++) {
    for (let e = hypergraph.edgeStarts[node]!; e < hypergraph.edgeStarts[node + 1]!; e++) {
      if (edges[e]! < least) continue;
      const numbers = `${rounded(hypergraph.scores[e]!)}\t${rounded(edges[e]!)}`;
      lines.push(`${oneLine(id)}\t${node}\t${oneLine(saysOf(hypergraph, e))}\t${numbers}\n`);
    }
  }
  return lines.join('');
}

/** Words, and other nodes as [k]. */
function saysOf({ symbolStarts, symbols, words }: Hypergraph, e: number): string {
  const said = symbols.subarray(symbolStarts[e], symbolStarts[e + 1]);
  return Array.from(said, (symbol) => (symbol < 0 ? `[${tailOf(symbol)}]` : words[symbol]!)).join(' ');
}

/** Rows of tabs: id, order, n-gram, expected count, posterior. */
export function ngramLines({ id, place, hypergraph }: NamedLattice, order: number, options: LikelyOptions): string {
  return atPlace(place, () => likelyNgrams(hypergraph, { order, ...options }))
    .map(({ words, count, posterior }) => [oneLine(id), words.length, oneLine(words.join(' ')), count, posterior])
    .map((row) => `${row.join('\t')}\n`)
    .join('');
}
