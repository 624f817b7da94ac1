/** How large lattices and forests are. */

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
