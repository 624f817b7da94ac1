/** Refuses input that a search cannot compute with. */
import { UsageError, counted } from '../core/index.ts';
import type { FeatureRows } from '../lattice/index.ts';
import type { Candidates, Pool } from './lists/candidates.ts';

/** Sums and products of weights and features up to this cannot overflow. */
export const greatest = 1e100;

export function checkFeatures({ indices, values }: FeatureRows, featureNames: readonly string[], where: string): void {
  for (let at = 0; at < values.length; at++) {
    if (Math.abs(values[at]!) <= greatest) continue;
    const name = featureNames[indices[at]!] ?? `number ${indices[at]! + 1}`;
    throw new UsageError(
      `${where}: feature ${name} is ${values[at]}. It must be a finite number of at most ${greatest}.`,
    );
  }
  for (let at = 0; at < indices.length; at++) {
    if (indices[at]! >= 0 && indices[at]! < featureNames.length) continue;
    throw new UsageError(
      `${where}: feature number ${indices[at]} has no name; there are names for ${counted(featureNames.length, 'feature')}.`,
    );
  }
}

/** References and sources must belong to the given segments; `what` names what each segment has, in the singular: an n-best list, a forest. */
export function checkReferences(
  segments: number,
  what: string,
  references: readonly (readonly string[])[],
  sources: readonly string[] | undefined,
): void {
  const given = { references, ...(sources && { sources }) };
  for (const [name, { length }] of Object.entries(given)) {
    if (length === segments) continue;
    throw new UsageError(
      `There are ${name} for ${counted(length, 'segment')}, but ${counted(segments, what)}. Give both for the same segments.`,
    );
  }
  const without = references.findIndex((each) => each.length === 0);
  if (without >= 0) throw new UsageError(`Segment ${without + 1} has no reference.`);
}

/** Refuses rows that do not belong to the candidates or are not finite. */
export function checkRows({ rows, width, candidates: lists }: Pool<Pick<Candidates, 'segments' | 'starts'>>): void {
  const candidates = lists.starts[lists.segments]!;
  if (width < 1 || rows.length !== candidates * width) {
    const numbers = counted(rows.length, 'number');
    throw new UsageError(`Cannot split ${numbers} into rows of ${width} for ${counted(candidates, 'candidate')}.`);
  }
  if (!rows.every(Number.isFinite)) throw new UsageError('Rows of candidates must be finite numbers.');
}

export function checkWeights(weights: Float64Array, featureNames: readonly string[], where: string): void {
  if (weights.length !== featureNames.length) {
    const features = counted(featureNames.length, 'feature');
    throw new UsageError(
      `${where} has ${counted(weights.length, 'weight')} for ${features}. Give one for each feature.`,
    );
  }
  const wrong = weights.findIndex((weight) => !Number.isFinite(weight));
  if (wrong < 0) return;
  throw new UsageError(
    `${where}: the weight of ${featureNames[wrong]} is ${weights[wrong]}. It must be a finite number.`,
  );
}

/** Refuses what would turn weights into NaN. */
export function checkPool(pool: Pool, weights: Float64Array): void {
  const { features, featureNames } = pool.candidates;
  checkRows(pool);
  checkFeatures(features, featureNames, 'The n-best lists');
  checkWeights(weights, featureNames, 'The start');
}

type Accepts = readonly [what: string, isRight: (value: number) => boolean];

const isWhole = (value: number, least: number): boolean => Number.isSafeInteger(value) && value >= least;

/** The values that settings accept. */
export const accepted = {
  count: ['an integer of at least 1', (value) => isWhole(value, 1)],
  seed: ['an integer of at least 0', (value) => isWhole(value, 0)],
  wholeFrom: (least: number): Accepts => [`a whole number of at least ${least}`, (value) => isWhole(value, least)],
  above0: ['a number above 0', (value) => value > 0 && value < Infinity],
  from0: ['a number of at least 0', (value) => value >= 0 && value < Infinity],
  from0ToInfinity: ['a number of at least 0', (value) => value >= 0],
  from0To1: ['from 0 to 1', (value) => value >= 0 && value <= 1],
  above0To1: ['above 0 and at most 1', (value) => value > 0 && value <= 1],
} as const satisfies Record<string, Accepts | ((least: number) => Accepts)>;

/** Refuses a setting out of bounds. */
export function checkSetting(what: string, value: number, [accepts, isRight]: Accepts): void {
  if (!isRight(value)) throw new UsageError(`${what} must be ${accepts}, not ${value}.`);
}
