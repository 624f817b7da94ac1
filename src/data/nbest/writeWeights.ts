/** Weights as text, in three styles; read back, they are the same to the last digit. */
import { UsageError } from '../../core/index.ts';
import { groupFeatures } from './featureLabels.ts';
import { isNumber, printNumber } from './numbers.ts';

/** `moses`: `name= w`, numbered names as repeats of one; `names`: `name w`, as cdec and Joshua read them; `json`: an object. */
export const weightStyles = ['moses', 'names', 'json'] as const;
export type WeightStyle = (typeof weightStyles)[number];

export function writeWeights(
  featureNames: readonly string[],
  weights: ArrayLike<number>,
  style: WeightStyle = 'moses',
): string {
  featureNames.forEach((name, f) => {
    if (!Number.isFinite(weights[f])) throw new UsageError(`The weight of ${name} is ${weights[f]}, no finite number.`);
  });
  if (style === 'json') {
    const entries = featureNames.map((name, f) => `  ${JSON.stringify(name)}: ${printNumber(weights[f]!)}`);
    return `{\n${entries.join(',\n')}\n}\n`;
  }
  const bad = featureNames.find((name) => name === '' || /^[#[{]|\s/.test(name) || (style === 'names' && isOdd(name)));
  if (bad !== undefined) {
    throw new UsageError(`The feature ${JSON.stringify(bad)} has a name that only weights in JSON can hold.`);
  }
  if (style === 'names') return featureNames.map((name, f) => `${name} ${printNumber(weights[f]!)}\n`).join('');
  return groupFeatures(featureNames)
    .flatMap(({ label, features }) => features.map((feature) => `${label}= ${printNumber(weights[feature]!)}\n`))
    .join('');
}

/** Names that would be read as something else before a number. */
const isOdd = (name: string): boolean => isNumber(name) || name.endsWith('=');
