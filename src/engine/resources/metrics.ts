/** The metrics that a metric is made of: from a list as typed, or from the file of a learned one with the metrics that its features are made of. */
import {
  type FoundMetric,
  type Metric,
  type SignedResource,
  UsageError,
  isUsageError,
  runsProgram,
} from '../../core/index.ts';
import { holdsLearned, parseMetric, parseMetricList } from '../parseMetric.ts';
import { readPinned } from './pinned.ts';
import { type LoadedModel, noModel } from '../../metrics/combined/learned.ts';
import { checkPart, printFeature, readModel } from '../../metrics/combined/learned/model.ts';

/** Makes metrics with all that they need, which may be further metrics. */
export type MetricMaker = (requests: readonly FoundMetric[]) => Promise<Metric[]>;

export async function loadMetricList(
  list: string,
  createMetrics: MetricMaker,
): Promise<readonly Metric[] & Partial<SignedResource>> {
  const metrics = await createMetrics(parseMetricList(list));
  return Object.assign(metrics, signatureOf(metrics));
}

/** What a metric made of others was made with: all that those were made with. */
function signatureOf(parts: readonly Metric[]): Partial<SignedResource> {
  const madeWith = [...new Set(parts.flatMap((metric) => metric.madeWith))];
  return madeWith.length === 0 ? {} : { signature: madeWith.join(';') };
}

export async function loadLearnedModel(name: string, createMetrics: MetricMaker): Promise<LoadedModel> {
  if (name === '') throw new UsageError(noModel);
  const { path, bytes } = await readPinned(name, 'learned metric');
  const model = readModel(new TextDecoder().decode(bytes), path);
  const typed = [...new Set(model.features.map(({ metric }) => metric))];
  try {
    const requests = typed.map(parseMetric);
    if (requests.some(holdsLearned)) {
      throw new UsageError('a learned metric cannot be a feature of another.');
    }
    if (requests.some(runsProgram)) {
      throw new UsageError('a file cannot run a program, so external cannot be a feature.');
    }
    const metrics = await createMetrics(requests);
    const places = model.features.map(({ metric }) => typed.indexOf(metric));
    model.features.forEach((feature, k) => {
      if (feature.part !== undefined) checkPart(metrics[places[k]!]!, feature.part, printFeature(feature));
    });
    return { model, metrics, places, ...signatureOf(metrics) };
  } catch (error) {
    if (!isUsageError(error)) throw error;
    throw new UsageError(`${path}: ${error.message}`);
  }
}
