/** Refuses features that cannot be computed with, before a search goes astray on them. */
import { UsageError } from '../core/index.ts';
import type { FeatureRows } from '../lattice/index.ts';

/** Sums and products of weights and features up to this are far from the end of all numbers. */
export const greatest = 1e100;

export function checkFeatures({ indices, values }: FeatureRows, featureNames: readonly string[], where: string): void {
  for (let at = 0; at < values.length; at++) {
    if (Math.abs(values[at]!) <= greatest) continue;
    const name = featureNames[indices[at]!] ?? `number ${indices[at]! + 1}`;
    throw new UsageError(
      `${where}: feature ${name} is ${values[at]}. It must be a finite number, at most ${greatest}.`,
    );
  }
  for (let at = 0; at < indices.length; at++) {
    if (indices[at]! >= 0 && indices[at]! < featureNames.length) continue;
    throw new UsageError(`${where}: there is a feature number ${indices[at]}, but names for ${featureNames.length}.`);
  }
}
