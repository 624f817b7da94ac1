/** Some systems of a measurement, numbered anew in the order given. */
import { UsageError } from '../core/index.ts';
import { type Measured, measuredRows } from '../measure/index.ts';

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
