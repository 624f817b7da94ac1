/** Sizes of lattices and forests, to read. */
import { counted } from '../../core/index.ts';
import type { Cell, Report } from '../table.ts';
import { left, plain, right } from '../wording.ts';
import type { DescribedLattice, LatticeReport } from './latticeReport.ts';

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
