/** Readers of what is typed, shared by commands. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { type FoundMetric, type Metric, UsageError, printMetric } from '../core/index.ts';
import { createMetrics, parseMetric } from '../engine/index.ts';

/** For an option that may be given several times. */
export const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

export function numberBetween(low: number, high: number): (value: string) => number {
  return (value) => {
    const number = value.trim() === '' ? NaN : Number(value);
    if (!(number >= low && number <= high && Math.abs(number) < Infinity)) {
      const bounds = high === Infinity ? `of at least ${low}` : `from ${low} to ${high}`;
      throw new InvalidArgumentError(`It must be a number ${bounds}.`);
    }
    return number;
  };
}

/** Neither of the bounds is allowed itself. */
export function numberAbove(low: number, high: number): (value: string) => number {
  return (value) => {
    const number = value.trim() === '' ? NaN : Number(value);
    if (number > low && number < high) return number;
    throw new InvalidArgumentError(`It must be a number above ${low}${high === Infinity ? '' : ` and below ${high}`}.`);
  };
}

export function integerBetween(low: number, high: number): (value: string) => number {
  const read = numberBetween(low, high);
  return (value) => {
    if (!Number.isInteger(read(value))) throw new InvalidArgumentError('It must be an integer.');
    return Number(value);
  };
}

/** How an option is typed: `--input-format` for inputFormat. */
export const flagOf = (option: string): string =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Refuses options that mean nothing for what is at hand. */
export function refuseOptions<O extends object>(given: O, options: readonly (keyof O & string)[], of: string): void {
  const unused = options.find((option) => given[option] !== undefined);
  if (unused !== undefined) throw new UsageError(`${flagOf(unused)} is not for ${of}. Leave it out.`);
}

export const threadCount = (value: string): number | 'auto' =>
  value === 'auto' ? value : integerBetween(1, 256)(value);

/** `-m` takes what follows it; a word that is no metric but a file is meant as a file. */
export function separateFiles(
  positional: readonly string[],
  metrics: readonly string[],
  orderMatters: boolean,
): { files: string[]; requests: string[] } {
  const isFile = (word: string) => {
    try {
      parseMetric(word);
      return false;
    } catch {
      return word === '-' || existsSync(word);
    }
  };
  const files = [...positional, ...metrics.filter(isFile)];
  if (orderMatters && positional.length > 0 && files.length > positional.length) {
    throw new UsageError(
      'With -n, give all files before -m or all after it: else it is not clear which name is whose.',
    );
  }
  return { files, requests: metrics.filter((word) => !isFile(word)) };
}

/** The metrics as typed, each once; `complete` may fill in what belongs to all of them. */
export async function requestedMetrics(
  typed: readonly string[],
  complete: (requests: FoundMetric[]) => FoundMetric[] = (requests) => requests,
): Promise<Metric[]> {
  const metrics = await createMetrics(complete(typed.map(parseMetric)));
  const twice = metrics.find(
    (metric, m) => metrics.findIndex((other) => printMetric(other) === printMetric(metric)) !== m,
  );
  if (twice) throw new UsageError(`The metric ${printMetric(twice)} is given twice.`);
  return metrics;
}
