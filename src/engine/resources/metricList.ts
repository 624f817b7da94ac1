/** The metrics that a metric is made of, from a list as typed. */
import {
  type FoundMetric,
  type Metric,
  type SignedResource,
  UsageError,
  printMetric,
  splitMetricList,
} from '../../core/index.ts';
import { createMetrics, parseMetric, pinOptions } from '../createMetrics.ts';
import { signatureOf } from './madeWith.ts';

const parse = (list: string): FoundMetric[] => splitMetricList(list).map(parseMetric);

export async function loadMetricList(list: string): Promise<readonly Metric[] & Partial<SignedResource>> {
  const metrics = await createMetrics(parse(list));
  return Object.assign(metrics, signatureOf(metrics));
}

/** The list as it is printed: each metric with only the settings that differ from the defaults, files with their checksums. */
export async function pinMetricList(list: string, option: string): Promise<string> {
  const pinned = await Promise.all(parse(list).map(pinOptions));
  const names = pinned.map(printMetric);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw new UsageError(`${twice} stands twice in ${option}=${list}.`);
  return names.join('+');
}
