/** All formats of lattices and forests. */
import { UsageError, suggest } from '../../core/index.ts';
import { att } from './att.ts';
import { cdecJson } from './cdecJson.ts';
import { cn } from './cn.ts';
import type { LatticeFormat } from './format.ts';
import { hifst } from './hifst.ts';
import { json } from './json.ts';
import { mosesHypergraph } from './mosesHypergraph.ts';
import { plf } from './plf.ts';

/** Asked in this order which of them a file is: those that cannot be mistaken for another come first. */
export const latticeFormats: readonly LatticeFormat[] = [json, cdecJson, plf, mosesHypergraph, hifst, att, cn];

/** The format of this name. */
export function formatNamed(id: string): LatticeFormat {
  const format = latticeFormats.find((known) => known.id === id);
  if (format) return format;
  const ids = latticeFormats.map((known) => known.id);
  throw new UsageError(`There is no format ${id} of lattices. ${suggest(id, ids)}`);
}
