/** Parts of a measurement: some of the segments, or some of the systems. */
import { UsageError, groupBy, rowMeasurement, suggest } from '../core/index.ts';
import type { MeanMeasurement } from '../stats/index.ts';
import { type Measured, measuredRows } from './measure.ts';

/** A measurement of named systems: by a metric, or of scores from elsewhere. */
export type MeasuredSystems = Measured | MeanMeasurement;

/** The same metric or scores with other rows. */
function withRows<M extends MeasuredSystems>(
  measured: M,
  systemNames: readonly string[],
  segments: number,
  rows: Float64Array,
): M {
  if ('metric' in measured) return measuredRows(measured.metric, systemNames, segments, rows) as M;
  const { name, higherIsBetter, width, scoreSums } = measured;
  const shape = { name, higherIsBetter, systems: systemNames.length, segments, width };
  return { ...rowMeasurement(shape, rows, scoreSums), systemNames, isMean: true } as M;
}

/** Returns the measurement of the same systems on some of the segments. */
export function subset<M extends MeasuredSystems>(measured: M, members: readonly number[]): M {
  const { systemNames, rows, width, segments } = measured;
  const chosen = new Float64Array(systemNames.length * members.length * width);
  let at = 0;
  for (let s = 0; s < systemNames.length; s++) {
    for (const i of members) {
      const from = (s * segments + i) * width;
      for (let k = 0; k < width; k++) chosen[at++] = rows[from + k]!;
    }
  }
  return withRows(measured, systemNames, members.length, chosen);
}

/** Returns the measurement of some of the systems, renumbered in the order given. */
export function onlySystems<M extends MeasuredSystems>(measured: M, systems: readonly number[]): M {
  const { systemNames, segments, rows, width } = measured;
  const size = segments * width;
  const chosen = new Float64Array(systems.length * size);
  const names = systems.map((system, to) => {
    const name = systemNames[system];
    if (name === undefined) {
      throw new UsageError(`There is no system ${system}: systems are 0 to ${systemNames.length - 1}.`);
    }
    chosen.set(rows.subarray(system * size, (system + 1) * size), to * size);
    return name;
  });
  return withRows(measured, names, segments, chosen);
}

/** Groups segment numbers by the value of a label, in order of first appearance. */
export function groupSegments(labels: ReadonlyMap<string, readonly string[]>, label: string): Map<string, number[]> {
  const values = labels.get(label);
  if (!values) {
    throw new UsageError(
      labels.size === 0
        ? `There is no label ${label}: the input has no labels. Give --labels FILE, a TSV file with a header and one row per segment.`
        : `There is no label ${label}. ${suggest(label, [...labels.keys()])}`,
    );
  }
  return groupBy(values.keys(), (segment) => values[segment]!);
}
