/** Whether a metric is a learned one, or has one among those that it is made of: as a feature it could hold itself. */
import type { FoundMetric, OptionSpecs } from '../core/index.ts';
import learned from '../metrics/learned.ts';
import { parseMetricList } from './parseMetric.ts';

export function holdsLearned({ definition, options }: FoundMetric): boolean {
  if (definition.id === learned.id) return true;
  return Object.entries(definition.options as OptionSpecs).some(
    ([name, spec]) => spec.isMetrics && parseMetricList(String(options[name])).some(holdsLearned),
  );
}
