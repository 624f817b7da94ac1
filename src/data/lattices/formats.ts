/** All formats of lattices and forests, and writing in any of them. */
import type { Hypergraph } from '../../lattice/index.ts';
import { formatById } from '../fileFormat.ts';
import { att } from './att.ts';
import { cdecJson } from './cdecJson.ts';
import { cn } from './cn.ts';
import type { LatticeFormat, LatticeWriting } from './format.ts';
import { hifst } from './hifst.ts';
import { json } from './json.ts';
import { mosesHypergraph } from './mosesHypergraph.ts';
import { plf } from './plf.ts';

/** Asked in this order which of them a file is: those that cannot be mistaken for another come first. */
export const latticeFormats: readonly LatticeFormat[] = [json, cdecJson, plf, mosesHypergraph, hifst, att, cn];

export const latticeFormat = (id: string): LatticeFormat => formatById(latticeFormats, id, 'lattices');

/**
 * The text in pieces, ending in a line break. Texts of several can be joined if the format has `several`. What a format cannot hold
 * is a UsageError that names one that can.
 */
export function* writeLattice(hypergraph: Hypergraph, format: string, options: LatticeWriting): Iterable<string> {
  yield* latticeFormat(format).write(hypergraph, options);
}
