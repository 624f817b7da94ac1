/** Correlation of a metric's scores with those of people, over all outputs, or averaged over segments or over systems. */
import type { Correlation } from '../../stats/index.ts';
import type { SharedSegments } from '../sharedScores.ts';
import { type Averaging, layOut } from './judgedPairs.ts';

/**
 * NaN if no group has a correlation. As WMT does, groups without one, because few outputs were scored or all alike, are left out of the
 * mean.
 */
export function correlateSegments(shared: SharedSegments, correlate: Correlation, averaging: Averaging): number {
  const { groups, members, step, stride } = layOut(shared, averaging);
  const x = new Float64Array(members);
  const y = new Float64Array(members);
  let sum = 0;
  let defined = 0;
  for (let group = 0; group < groups; group++) {
    let count = 0;
    for (let k = 0, at = group * step; k < members; k++, at += stride) {
      if (Number.isNaN(shared.human[at]!)) continue;
      x[count] = shared.human[at]!;
      y[count] = shared.metric[at]!;
      count++;
    }
    const value = correlate(x.subarray(0, count), y.subarray(0, count));
    if (Number.isNaN(value)) continue;
    sum += value;
    defined++;
  }
  return sum / defined;
}
