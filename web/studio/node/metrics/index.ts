/** Replaces src/metrics/index.ts where comparisons are made: has the default metrics, and loads the others when one is asked for. */
import type { MetricDefinition } from '../../../../src/core/index.ts';
import ter from '../../../../src/metrics/edit/ter.ts';
import bleu from '../../../../src/metrics/ngram/bleu.ts';
import chrf from '../../../../src/metrics/ngram/chrf.ts';

const usual: readonly MetricDefinition[] = [bleu, chrf, ter];

export const metrics: MetricDefinition[] = [...usual];

/** Loads all metrics, unless those asked for, as typed or by their ids, are there already. */
export async function loadMetrics(asked: readonly string[]): Promise<void> {
  const isUsual = (typed: string): boolean => usual.some(({ id }) => typed === id || typed.startsWith(`${id}(`));
  if (metrics.length > usual.length || asked.every(isUsual)) return;
  const all = await import('../../../../src/metrics/index.ts');
  metrics.splice(0, Infinity, ...all.metrics);
}
