/** Writes lattices and forests in any format that can hold them. */
import type { Hypergraph } from '../../lattice/index.ts';
import type { LatticeWriting } from './format.ts';
import { formatNamed } from './formats.ts';

/**
 * The text in pieces, ending in a line break. Texts of several can be joined if the format has `several`. What a format cannot hold
 * is a UsageError that names one that can.
 */
export function* writeLattice(hypergraph: Hypergraph, format: string, options: LatticeWriting): Iterable<string> {
  yield* formatNamed(format).write(hypergraph, options);
}
