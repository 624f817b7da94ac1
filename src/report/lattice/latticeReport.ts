/** How large lattices and forests are, as data, and as a report to read. */
import { counted } from '../../core/index.ts';
import type { Cell, Report } from '../table.ts';
import { left, plain, right } from '../wording.ts';

interface DescribedLattice {
  readonly id: string;
  /** File, and line where it holds several. */
  readonly place: string;
  readonly format: string;
  readonly kind: 'lattice' | 'forest';
  readonly nodes: number;
  readonly edges: number;
  /** Different ones. */
  readonly words: number;
  readonly features: number;
  /** In full up to 10³⁰⁰, as there may be more than a number holds; beyond, as a power of ten. */
  readonly derivations: string;
  /** Words of the shortest and of the longest text. */
  readonly shortest: number;
  readonly longest: number;
  readonly bestScore: number;
}

export interface LatticeReport {
  readonly version: string;
  readonly lattices: readonly DescribedLattice[];
  readonly input: { readonly sha256: string; readonly notes: readonly string[] };
}

/** `123456789` in full, larger ones as `1.2e+34`, cut and not rounded. */
const shortCount = (digits: string): string =>
  digits.length <= 9 ? digits : `${digits[0]}.${digits[1]}e+${digits.length - 1}`;

export function latticeTables({ lattices, input }: LatticeReport, digits: number): Report {
  // Ids of several files may be the same; places never are.
  const unique = new Set(lattices.map(({ id }) => id)).size === lattices.length;
  const rows = lattices.map((each): Cell[] => [
    unique ? each.id : each.place,
    each.kind,
    String(each.nodes),
    String(each.edges),
    String(each.words),
    String(each.features),
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
      {
        name: 'in all',
        text: `${counted(lattices.length, 'structure')} with ${counted(sum(({ nodes }) => nodes), 'node')} and ${counted(sum(({ edges }) => edges), 'edge')}`, // prettier-ignore
      },
      { name: 'words, features', text: 'different ones on the edges' },
      { name: 'shortest, longest', text: 'words of the shortest and of the longest text' },
      { name: 'best score', text: 'of a derivation, the higher the better' },
      ...input.notes.map((text) => ({ name: 'note', text })),
      { name: 'input', text: `sha256:${input.sha256.slice(0, 16)}` },
    ],
  };
}

/** One row for each structure, for other programs to read. */
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
