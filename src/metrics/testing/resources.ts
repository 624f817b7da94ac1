/** What metrics need before they count, for tests over all of them: stemmers, WordNet, the tagger and metrics of metrics, as the engine loads them. */
import { type Metric, type MetricDefinition, type Resources, resolveOptions } from '../../core/index.ts';
import { createMetrics } from '../../engine/createMetrics.ts';
import { loadResources } from '../../engine/resources/index.ts';
import { stemmerNames, stemmerNeed, wordNetNeed } from '../../text/index.ts';
import { metrics } from '../index.ts';
import ulc from '../combined/ulc.ts';
import { madeUpAnalyser } from './madeUpAnalyser.ts';
import { madeUpModel } from './madeUpModel.ts';

/** What the user would have to name, such as files, is not among them, but for made-up ones; tests of single metrics hand in their own. */
export async function resourcesForTests(): Promise<Resources> {
  const needs = [...stemmerNames.map(stemmerNeed), wordNetNeed('3.0'), 'analyser:en'];
  const lists = [ulc.options.of.default, ...meansForTests].map((list) => `metrics:${list}`);
  const loaded = await loadResources([...needs, ...lists], createMetrics);
  // Nobody needs two versions to try an option; which one it is only changes which words are synonyms.
  loaded.set(wordNetNeed('3.1'), loaded.get(wordNetNeed('3.0')));
  return new Map([...loaded, ['analyses:made-up', madeUpAnalyser], ['model:made-up', madeUpModel]]);
}

/** Lists for `ulc`, one of them with a metric that learns. */
export const meansForTests = ['bleu+ter', 'nist+ribes'];

/** Options without which a metric cannot count at all, such as a file that it is about. */
export const givenOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sempos: { analyses: 'made-up' },
  lrscore: { analyses: 'made-up' },
  learned: { file: 'made-up' },
};

/** Whether there is all that a metric needs under these options. */
export const hasNeeds = (
  definition: MetricDefinition,
  options: Readonly<Record<string, unknown>>,
  resources: Resources,
): boolean =>
  (definition.needs?.(resolveOptions(definition.options, options)) ?? []).every((need: string) => resources.has(need));

/** Every metric under its default options, but for those that need a file of the user's. */
export async function metricsForTests(): Promise<Metric[]> {
  const resources = await resourcesForTests();
  return metrics
    .map((definition) => ({ definition, options: givenOptions[definition.id] ?? {} }))
    .filter(({ definition, options }) => hasNeeds(definition, options, resources))
    .map(({ definition, options }) => definition(options, resources));
}
