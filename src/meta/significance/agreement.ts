/**
 * How well one or two metrics agree with people, computed repeatedly while scores are exchanged between the metrics or drawn with
 * replacement. Whatever stays the same, such as the order of all scores, is computed once.
 */
import { type Correlation, kendallTauB, pearson, spearman } from '../../stats/index.ts';
import type { Averaging } from '../segmentLevel/judgedPairs.ts';
import { type Evaluate, groupCells, kendallOfGroups, pearsonOfGroups } from './correlationOfGroups.ts';
import { type ComparableTable, type Scale, type ScoreTable, comparableTable, mergeClose } from './scoreTable.ts';

export type CorrelationName = 'pearson' | 'spearman' | 'kendall';

/**
 * A measure of agreement between metric and human scores: a correlation over systems or over segments. Over systems it correlates mean
 * scores. Over segments it correlates all cells, or averages over items or systems; groups without a correlation are left out of the mean,
 * as WMT does. Kendall's correlation is τ_b.
 */
export type Agreement =
  | { readonly level: 'system'; readonly correlation: CorrelationName | Correlation }
  | { readonly level: 'segment'; readonly averaging: Averaging; readonly correlation: 'pearson' | 'kendall' };

export function prepareAgreement(agreement: Agreement, table: ScoreTable, scale: Scale = 'own'): Evaluate {
  const comparable = comparableTable(table, scale);
  if (agreement.level === 'system') return correlateSystems(comparable, correlationOf(agreement.correlation));
  if (comparable.humanOfSystems) throw new RangeError('Agreement on segments needs a human score for each of them.');
  const groups = groupCells(comparable, agreement.averaging);
  return agreement.correlation === 'pearson'
    ? pearsonOfGroups(comparable, groups)
    : kendallOfGroups(comparable, groups);
}

const correlationOf = (correlation: CorrelationName | Correlation): Correlation =>
  typeof correlation === 'function' ? correlation : { pearson, spearman, kendall: kendallTauB }[correlation];

function correlateSystems(table: ComparableTable, correlate: Correlation): Evaluate {
  const { systems, segments, cells, human, humanOfSystems } = table;
  const first = table.metrics[0]!;
  const second = table.metrics[1] ?? first;
  const columns = Uint32Array.from(cells, (at) => at % segments);
  const bounds = boundsOfSystems(cells, systems, segments);
  const once = new Uint32Array(Math.max(systems, segments)).fill(1);
  // At most as many systems are drawn as there are.
  const means = [0, 1, 2].map(() => new Float64Array(systems));
  const spare = new Float64Array(systems);
  const [ofHuman, ofFirst, ofSecond] = means as [Float64Array, Float64Array, Float64Array];
  return ({ swapped, times }, values) => {
    const ofSystems = times?.ofSystems ?? once;
    const ofSegments = times?.ofSegments ?? once;
    let count = 0;
    for (let system = 0; system < systems; system++) {
      if (ofSystems[system] === 0) continue;
      let total = 0;
      let humanSum = 0;
      let firstSum = 0;
      let secondSum = 0;
      for (let k = bounds[system]!; k < bounds[system + 1]!; k++) {
        const at = cells[k]!;
        const weight = ofSegments[columns[k]!]!;
        const change = swapped[at]! * (second[at]! - first[at]!);
        total += weight;
        humanSum += weight * human[at]!;
        firstSum += weight * (first[at]! + change);
        secondSum += weight * (second[at]! - change);
      }
      if (total === 0) continue;
      for (let copy = 0; copy < ofSystems[system]!; copy++, count++) {
        ofHuman[count] = humanOfSystems ? humanOfSystems[system]! : humanSum / total;
        ofFirst[count] = firstSum / total;
        ofSecond[count] = secondSum / total;
      }
    }
    for (const side of means) mergeClose(side, count, spare);
    const drawn = ofHuman.subarray(0, count);
    values[0] = correlate(ofFirst.subarray(0, count), drawn);
    if (values.length > 1) values[1] = correlate(ofSecond.subarray(0, count), drawn);
  };
}

/** Cells are in the order of systems; those of system s are from bounds[s] up to bounds[s + 1]. */
function boundsOfSystems(cells: Uint32Array, systems: number, segments: number): Uint32Array {
  const bounds = new Uint32Array(systems + 1);
  for (const at of cells) bounds[Math.floor(at / segments) + 1]! += 1;
  for (let system = 0; system < systems; system++) bounds[system + 1]! += bounds[system]!;
  return bounds;
}
