/** A measurement with whole units, such as documents, in the place of segments: what is drawn or exchanged together. */
import { type Measurement, UsageError, rowMeasurement } from '../../core/index.ts';

/** `units` has the unit of each segment; units are numbered anew as they first appear. Without it, the segments are the units. */
export function byUnits(measured: Measurement, units?: Uint32Array): Measurement {
  const { name, systems, segments, higherIsBetter, rows, width } = measured;
  if (!units) return measured;
  if (units.length !== segments) {
    throw new UsageError(`There are ${segments} segments and units for ${units.length} of them.`);
  }
  const { numbers, count } = renumber(units);
  const shape = { name, systems, segments: count, higherIsBetter, width };
  const sums = new Float64Array(systems * count * width);
  for (let s = 0, from = 0; s < systems; s++) {
    for (let i = 0; i < segments; i++) {
      for (let k = 0, to = (s * count + numbers[i]!) * width; k < width; k++) sums[to++]! += rows[from++]!;
    }
  }
  return rowMeasurement(shape, sums, (each) => measured.scoreSums(each));
}

function renumber(units: Uint32Array): { numbers: Uint32Array; count: number } {
  const known = new Map<number, number>();
  const numbers = units.map((unit) => {
    const number = known.get(unit) ?? known.size;
    known.set(unit, number);
    return number;
  });
  return { numbers, count: known.size };
}
