/** Labels of n-best lists and their features: several numbers of one label are named as Moses numbers its weights. */
import type { FeatureNames } from '../../lattice/index.ts';

/** Shared by all files of a run, so a label means the same in all of them. */
export class FeatureLabels {
  readonly names: FeatureNames;
  readonly #features = new Map<string, Int32Array>();

  constructor(names: FeatureNames) {
    this.names = names;
  }

  /** The number of values of the label; undefined if it was not seen yet. */
  count(label: string): number | undefined {
    return this.#features.get(label)?.length;
  }

  /** The features of a label: `lm`, or `lm_1`, `lm_2`, … if it has several numbers. Numbers without a label are f1, f2, … */
  features(label: string, count: number): Int32Array {
    const known = this.#features.get(label);
    if (known?.length === count) return known;
    const features = Int32Array.from({ length: count }, (_, k) => this.names.number(featureName(label, k + 1, count)));
    this.#features.set(label, features);
    return features;
  }
}

/** The name of number `place` of `count`, counted from 1. */
export function featureName(label: string, place: number, count: number): string {
  if (label === '') return `f${place}`;
  return count === 1 ? label : `${label}_${place}`;
}

export interface FeatureGroup {
  readonly label: string;
  readonly features: readonly number[];
}

/** The inverse: adjacent `lm_1`, `lm_2`, … as one label, if reading them back gives the same names. */
export function groupFeatures(names: readonly string[]): FeatureGroup[] {
  const taken = new Set(names);
  const groups: FeatureGroup[] = [];
  for (let from = 0; from < names.length;) {
    const label = names[from]!.endsWith('_1') ? names[from]!.slice(0, -2) : '';
    let to = from + 1;
    // Names numbered from 0, as in Joshua, come from the decoder and are kept.
    if (label !== '' && !taken.has(label) && !taken.has(`${label}_0`)) {
      while (names[to] === `${label}_${to - from + 1}`) to++;
    }
    const features = Array.from({ length: to - from }, (_, k) => from + k);
    groups.push({ label: to - from > 1 ? label : names[from]!, features });
    from = to;
  }
  return groups;
}
