/** The mean over groups of Pearson's correlation, for scores that keep changing sides. */
import type { Evaluate, Groups } from './groups.ts';
import type { ComparableTable } from './scoreTable.ts';

/** Scores do not vary if the mean square of their deviations is less than this: it is what rounding leaves of standardised ones. */
const negligible = 1e-22;

export function pearsonOfGroups(table: ComparableTable, groups: Groups): Evaluate {
  const { members, bounds } = groups;
  const inGroups = (scores: Float64Array): Float64Array => Float64Array.from(members, (at) => scores[at]!);
  const human = inGroups(table.human);
  const first = inGroups(table.metrics[0]!);
  const second = table.metrics[1] ? inGroups(table.metrics[1]) : first;
  return ({ swapped, times }, values) => {
    const weights = groups.timesOfMembers(times);
    let firstSum = 0;
    let secondSum = 0;
    let firstCount = 0;
    let secondCount = 0;
    for (let group = 0; group < groups.count; group++) {
      const timesOfGroup = groups.timesOfGroup(times, group);
      if (timesOfGroup === 0) continue;
      const from = bounds[group]!;
      const to = bounds[group + 1]!;
      let n = 0;
      let x = 0;
      let y = 0;
      let z = 0;
      for (let k = from; k < to; k++) {
        const weight = weights[k]!;
        // No branch that chance decides.
        const change = swapped[members[k]!]! * (second[k]! - first[k]!);
        n += weight;
        x += weight * (first[k]! + change);
        y += weight * (second[k]! - change);
        z += weight * human[k]!;
      }
      x /= n;
      y /= n;
      z /= n;
      let xx = 0;
      let yy = 0;
      let zz = 0;
      let xz = 0;
      let yz = 0;
      for (let k = from; k < to; k++) {
        const weight = weights[k]!;
        const change = swapped[members[k]!]! * (second[k]! - first[k]!);
        const a = first[k]! + change - x;
        const b = second[k]! - change - y;
        const c = human[k]! - z;
        xx += weight * a * a;
        yy += weight * b * b;
        zz += weight * c * c;
        xz += weight * a * c;
        yz += weight * b * c;
      }
      if (!(zz > negligible * n)) continue;
      if (xx > negligible * n) {
        firstSum += timesOfGroup * bounded(xz / Math.sqrt(xx * zz));
        firstCount += timesOfGroup;
      }
      if (yy > negligible * n) {
        secondSum += timesOfGroup * bounded(yz / Math.sqrt(yy * zz));
        secondCount += timesOfGroup;
      }
    }
    values[0] = firstSum / firstCount;
    if (values.length > 1) values[1] = secondSum / secondCount;
  };
}

const bounded = (r: number): number => Math.max(-1, Math.min(1, r));
