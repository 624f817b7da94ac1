/**
 * What BLEU cannot exceed over all choices, from what each of its factors cannot: the precision of each order and the ratio of lengths.
 * Papineni et al. (ACL 2002). No choice need reach all of them at once.
 */
import { type Metric, exp, log } from '../../core/index.ts';

export interface BleuLimits {
  /** By order, from 1 on: the most that (Σ matches + added) / (Σ n-grams + added) can be. */
  readonly precisions: readonly number[];
  /** By order: the fewest n-grams there can be. */
  readonly fewest: readonly number[];
  /** The most that (length + added) / (reference length + added) can be. */
  readonly lengthRatio: number;
}

/** How the metric smooths: what is added to matches and n-grams of each order, and to lengths. */
export interface BleuSmoothingTerms {
  readonly added: readonly number[];
  readonly addedToLengths: number;
}

export const isBleu = ({ definition }: Metric): boolean => definition.id === 'bleu';

const smoothingOf = ({ options }: Metric): [method: string, value: number] => {
  const [, method = '', value = '0'] = /^([a-z-]+)(?:\[(.+)\])?$/.exec(String(options.smoothing)) ?? [];
  return [method, Number(value)];
};

export const orderOf = ({ options }: Metric): number => Number(options.order);

export function smoothingTerms(metric: Metric): BleuSmoothingTerms {
  const [method, value] = smoothingOf(metric);
  const toUnigrams = method.startsWith('chiang') ? 1 : 0;
  const toOthers = toUnigrams === 1 || method === 'lin-och' ? 1 : method === 'add-k' ? value : 0;
  return {
    added: Array.from({ length: orderOf(metric) }, (_, n) => (n === 0 ? toUnigrams : toOthers)),
    addedToLengths: method === 'chiang-bp' ? 1 : 0,
  };
}

/** Never below what the metric gives; a rounding is added. */
export function boundBleu(metric: Metric, { precisions, fewest, lengthRatio }: BleuLimits): number {
  const order = orderOf(metric);
  const [method, value] = smoothingOf(metric);
  const limits = precisions.map((precision, n) => {
    if (method === 'mteval' && fewest[n] === 0) return 1;
    // What an order without a match counts as.
    const without = method === 'exp' || method === 'mteval' ? 1 / 2 : method === 'floor' ? value : 0;
    const smoothed = without / Math.max(1, fewest[n]!);
    return Math.max(precision, smoothed);
  });
  const brevity = lengthRatio >= 1 ? 1 : lengthRatio > 0 ? exp(1 - 1 / lengthRatio) : 0;
  let best = 0;
  let logs = 0;
  for (let n = 0; n < order; n++) {
    logs += log(limits[n]!);
    // With effective order a text may have no longer n-grams.
    if (n === order - 1 || metric.options.effectiveOrder === true) best = Math.max(best, exp(logs / (n + 1)));
  }
  return 100 * brevity * best * (1 + 1e-9);
}
