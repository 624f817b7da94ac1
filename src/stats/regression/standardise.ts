/** Means and spreads of features, so that weights of different features can be compared and are penalised alike. */
import type { Design } from './design.ts';
import { examplesOf } from './design.ts';

export interface Standardisation {
  readonly means: Float64Array;
  /** Standard deviations; 1 for a feature that does not vary. */
  readonly scales: Float64Array;
}

export function standardisation(design: Design): Standardisation {
  const { rows, width } = design;
  const count = examplesOf(design);
  const means = new Float64Array(width);
  const scales = new Float64Array(width);
  for (let at = 0; at < rows.length; at++) means[at % width]! += rows[at]! / count;
  for (let at = 0; at < rows.length; at++) scales[at % width]! += (rows[at]! - means[at % width]!) ** 2 / count;
  for (let k = 0; k < width; k++) {
    const spread = Math.sqrt(scales[k]!);
    // The mean of equal numbers may differ from them in the last digit.
    scales[k] = spread > 1e-12 * Math.abs(means[k]!) ? spread : 1;
  }
  return { means, scales };
}
