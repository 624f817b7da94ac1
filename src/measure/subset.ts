/** Parts of a measurement: some of the segments, or some of the systems. */
import { UsageError, groupBy, suggest } from '../core/index.ts';
import { type Measured, measuredRows } from './measure.ts';

/** The same systems on some of the segments. */
export function subset({ metric, systemNames, rows, width, segments }: Measured, members: readonly number[]): Measured {
  const chosen = new Float64Array(systemNames.length * members.length * width);
  let at = 0;
  for (let s = 0; s < systemNames.length; s++) {
    for (const i of members) {
      const from = (s * segments + i) * width;
      for (let k = 0; k < width; k++) chosen[at++] = rows[from + k]!;
    }
  }
  return measuredRows(metric, systemNames, members.length, chosen);
}

/** Some of the systems, numbered anew in the order given. */
export function onlySystems(measured: Measured, systems: readonly number[]): Measured {
  const { metric, systemNames, segments, rows, width } = measured;
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
  return measuredRows(metric, names, segments, chosen);
}

/** Segments by the value of a label, in order of first appearance. */
export function groupSegments(labels: ReadonlyMap<string, readonly string[]>, label: string): Map<string, number[]> {
  const values = labels.get(label);
  if (!values) {
    throw new UsageError(
      labels.size === 0
        ? `There is no label ${label}: the input has no labels. Give --labels FILE, a TSV with a header and a row for each segment.`
        : `There is no label ${label}. ${suggest(label, [...labels.keys()])}`,
    );
  }
  return groupBy(values.keys(), (segment) => values[segment]!);
}
