/** N-best lists written out by hand, for tests. */
import { type FeatureNames, FeatureRowsBuilder } from '../../lattice/index.ts';
import type { Candidates } from '../lists/candidates.ts';

export type MadeCandidate = readonly [text: string, features: Readonly<Record<string, number>>, total?: number];

/** `lists` holds the candidates of each segment. */
export function madeCandidates(names: FeatureNames, lists: readonly (readonly MadeCandidate[])[]): Candidates {
  const rows = new FeatureRowsBuilder();
  const all = lists.flat();
  for (const [, features] of all) {
    for (const [name, value] of Object.entries(features)) rows.add(names.number(name), value);
    rows.endRow();
  }
  const starts = [0];
  for (const list of lists) starts.push(starts.at(-1)! + list.length);
  return {
    segments: lists.length,
    starts: Int32Array.from(starts),
    texts: all.map(([text]) => text),
    featureNames: names.names,
    features: rows.finish(),
    totals: Float64Array.from(all, ([, , total]) => total ?? NaN),
  };
}
