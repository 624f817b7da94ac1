/** Weights as text, in several formats; `readWeights` tells them apart, and reads what is written here back to the last digit. */
import { UsageError } from '../../core/index.ts';
import type { FileFormat } from '../fileFormat.ts';
import { groupFeatures } from './featureLabels.ts';
import { isNumber, printNumber } from '../numbers.ts';

/** Those that cannot be written are only read. */
interface WeightFormat extends FileFormat {
  /** Names that would be read as something else. */
  isOdd?(name: string): boolean;
  write?(names: readonly string[], weights: ArrayLike<number>): string;
}

const moses = {
  id: 'moses',
  summary: '`name= w`, a weight a line, numbered names as repeats of one',
  isOdd: (name) => name === '' || /^[#[{]|\s/.test(name),
  write: (names, weights) =>
    groupFeatures(names)
      .flatMap(({ label, features }) => features.map((feature) => `${label}= ${printNumber(weights[feature]!)}\n`))
      .join(''),
} as const satisfies WeightFormat;

const names = {
  id: 'names',
  summary: '`name w`, as cdec and Joshua read them; `name = w` and `name=w` are read, too',
  isOdd: (name) => moses.isOdd(name) || isNumber(name) || name.endsWith('='),
  write: (all, weights) => all.map((name, f) => `${name} ${printNumber(weights[f]!)}\n`).join(''),
} as const satisfies WeightFormat;

const json = {
  id: 'json',
  summary: 'a JSON object of weights by name; a list of weights is read, too',
  write: (all, weights) =>
    `{\n${all.map((name, f) => `  ${JSON.stringify(name)}: ${printNumber(weights[f]!)}`).join(',\n')}\n}\n`,
} as const satisfies WeightFormat;

const ini = { id: 'ini', summary: 'a `moses.ini`, of which only its weights are read' } as const satisfies WeightFormat;

const plain = {
  id: 'plain',
  summary: 'nothing but numbers, in the order of the features',
} as const satisfies WeightFormat;

export const weightFormats = [moses, names, json, ini, plain] as const;

const styles = weightFormats.filter((format) => 'write' in format);
export type WeightStyle = (typeof styles)[number]['id'];
export const weightStyles: readonly WeightStyle[] = styles.map(({ id }) => id);

export function writeWeights(
  featureNames: readonly string[],
  weights: ArrayLike<number>,
  style: WeightStyle = 'moses',
): string {
  featureNames.forEach((name, f) => {
    if (!Number.isFinite(weights[f])) throw new UsageError(`The weight of ${name} is ${weights[f]}, no finite number.`);
  });
  const format: WeightFormat = styles.find(({ id }) => id === style)!;
  const bad = featureNames.find((name) => format.isOdd?.(name));
  if (bad !== undefined) {
    throw new UsageError(`The feature ${JSON.stringify(bad)} has a name that only weights in JSON can hold.`);
  }
  return format.write!(featureNames, weights);
}
