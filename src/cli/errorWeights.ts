/** What marked errors cost, as typed: `critical=25,minor:style=0.5`; `*` stands for any severity. */
import { InvalidArgumentError, Option } from 'commander';
import type { ErrorWeight } from '../human/index.ts';

export const errorWeightsOption = (): Option =>
  new Option(
    '--weights <weights>',
    'what marked errors cost, beside the usual weights: critical=25,minor:style=0.5 (severity:category)',
  ).argParser(errorWeights);

function errorWeights(typed: string): ErrorWeight[] {
  return typed.split(',').map((entry) => {
    const [, severity = '', category, weight = ''] = /^\s*([^:=]+)(?::([^=]+))?=(.+)$/.exec(entry) ?? [];
    const number = weight.trim() === '' ? NaN : Number(weight);
    if (!Number.isFinite(number)) {
      throw new InvalidArgumentError(`"${entry}" is no weight; write severity=number or severity:category=number.`);
    }
    return {
      ...(severity.trim() !== '*' && { severity: severity.trim().toLowerCase() }),
      ...(category !== undefined && { category: category.trim().toLowerCase() }),
      weight: number,
    };
  });
}
