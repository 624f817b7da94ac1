/** How large lattices and forests are. */
import { UsageError } from '../../core/index.ts';
import {
  type Hypergraph,
  type HypergraphDescription,
  atPlace,
  bestScore,
  describeHypergraph,
} from '../../lattice/index.ts';

export interface DescribedLattice {
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

/** A lattice or forest with what it is called, and where it was read. */
export interface NamedLattice {
  readonly id: string;
  readonly place: string;
  readonly format: string;
  readonly hypergraph: Hypergraph;
}

/** The size of a lattice or forest, and the number of its derivations. */
export function describeLattice({ id, place, format, hypergraph }: NamedLattice): DescribedLattice {
  const facts = describeHypergraph(hypergraph);
  const { nodes, edges, shortest, longest } = facts;
  if (longest === Infinity) {
    throw new UsageError(`${place}: the number of words in its longest text overflows.`);
  }
  return {
    id,
    place,
    format,
    kind: facts.lattice ? 'lattice' : 'forest',
    nodes,
    edges,
    words: facts.distinctWords,
    features: facts.distinctFeatures,
    derivations: derivationCount(facts),
    shortest,
    longest,
    bestScore: atPlace(place, () => bestScore(hypergraph)),
  };
}

/** In full, or as `3e+15051`, cut and not rounded: nine characters at most, which is what tables show as it is. */
function derivationCount({ derivations, derivationsLog10: log10 }: HypergraphDescription): string {
  if (derivations !== undefined) return String(derivations);
  const exponent = Math.floor(log10);
  return exponent > 999_999 ? '>1e999999' : `${Math.floor(10 ** (log10 - exponent))}e+${exponent}`;
}
