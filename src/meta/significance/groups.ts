/** The cells of a table in the groups that are correlated each by itself: those of a segment, of a system, or all. */
import type { Averaging } from '../segmentLevel/judgedPairs.ts';
import type { ComparableTable } from './scoreTable.ts';

/** One way of exchanging or drawing scores, out of the many that a test goes through. */
export interface Arrangement {
  /** 1 for a cell whose scores the two metrics exchange, 0 for one that stays. */
  readonly swapped: Uint8Array;
  /** How often each system and each segment counts; all count once without it. */
  readonly times?: { readonly ofSystems: Uint32Array; readonly ofSegments: Uint32Array };
}

/** Writes the agreement of each metric with people, NaN where there is none. */
export type Evaluate = (arrangement: Arrangement, values: Float64Array) => void;

export interface Groups {
  readonly count: number;
  /** Cells by group. */
  readonly members: Uint32Array;
  /** The members of group i are from bounds[i] up to bounds[i + 1]. */
  readonly bounds: Uint32Array;
  /** How often each member counts within its group. */
  timesOfMembers(times: Arrangement['times']): Uint32Array;
  /** How often a group counts in the mean. */
  timesOfGroup(times: Arrangement['times'], group: number): number;
}

export function groupCells(table: ComparableTable, averaging: Averaging): Groups {
  const { segments, cells } = table;
  const rowOf = (at: number): number => Math.floor(at / segments);
  const columnOf = (at: number): number => at % segments;
  const groupOf = { none: () => 0, item: columnOf, system: rowOf }[averaging];
  const count = { none: 1, item: segments, system: table.systems }[averaging];
  const bounds = new Uint32Array(count + 1);
  for (const at of cells) bounds[groupOf(at) + 1]! += 1;
  for (let group = 0; group < count; group++) bounds[group + 1]! += bounds[group]!;
  const next = bounds.slice();
  const members = new Uint32Array(cells.length);
  for (const at of cells) members[next[groupOf(at)]!++] = at;

  const rows = members.map(rowOf);
  const columns = members.map(columnOf);
  const once = new Uint32Array(cells.length).fill(1);
  const weights = new Uint32Array(cells.length);
  return {
    count,
    members,
    bounds,
    timesOfMembers(times) {
      if (!times) return once;
      const { ofSystems, ofSegments } = times;
      for (let k = 0; k < weights.length; k++) {
        if (averaging === 'item') weights[k] = ofSystems[rows[k]!]!;
        else if (averaging === 'system') weights[k] = ofSegments[columns[k]!]!;
        else weights[k] = ofSystems[rows[k]!]! * ofSegments[columns[k]!]!;
      }
      return weights;
    },
    timesOfGroup(times, group) {
      if (!times || averaging === 'none') return 1;
      return (averaging === 'item' ? times.ofSegments : times.ofSystems)[group]!;
    },
  };
}
