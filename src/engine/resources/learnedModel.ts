/** Learned metrics: the file, and the metrics that its features are made of. */
import { UsageError, isUsageError } from '../../core/index.ts';
import { type LoadedModel, noModel } from '../../metrics/combined/learned.ts';
import { checkPart, printFeature, readModel } from '../../metrics/combined/learned/model.ts';
import { holdsLearned, parseMetric } from '../parseMetric.ts';
import { type MetricMaker, signatureOf } from './metricList.ts';
import { readPinned } from './pinned.ts';

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
