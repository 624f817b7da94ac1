/** The resources that metrics need, for tests over all metrics: stemmers, WordNet, the tagger and metrics of metrics, loaded as the engine loads them. */
import { type Metric, type MetricDefinition, type Resources, resolveOptions } from '../../core/index.ts';
import { createMetrics } from '../../engine/createMetrics.ts';
import { loadResources } from '../../engine/resources/index.ts';
import { stemmerNames, stemmerNeed, wordNetNeed } from '../../text/index.ts';
import { metrics } from '../index.ts';
import ulc from '../combined/ulc.ts';
import { madeUpAnalyser } from './madeUpAnalyser.ts';
import { madeUpModel } from './madeUpModel.ts';

/** Files that the user would have to name are not included, except made-up ones; tests of single metrics pass their own. */
export async function resourcesForTests(): Promise<Resources> {
  const needs = [...stemmerNames.map(stemmerNeed), wordNetNeed('3.0'), 'analyser:en'];
  const lists = [ulc.options.of.default, ...meansForTests].map((list) => `metrics:${list}`);
  const loaded = await loadResources([...needs, ...lists], createMetrics);
  // One version is enough to test an option; the version only changes which words are synonyms.
  loaded.set(wordNetNeed('3.1'), loaded.get(wordNetNeed('3.0')));
  return new Map([
    ...loaded,
    ['analyses:made-up', madeUpAnalyser],
    ['model:made-up', madeUpModel],
    ['text:made-up', madeUpParaphrases],
  ]);
}

/** Links words that the texts of the laws have, also with each other. */
const madeUpParaphrases = {
  name: 'made-up',
  lines: ['the cat|a mat', 'mat|sat on', 'cat|mat', 'on a|on the', 'sat|sat on a', '中文|翻译'].flatMap((entry) => [
    '0.5',
    ...entry.split('|'),
  ]),
};

/** Lists for `ulc`, one of them with a metric that learns. */
export const meansForTests = ['bleu+ter', 'nist+ribes'];

/** Options that a metric requires, such as a file. */
export const givenOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sempos: { analyses: 'made-up' },
  lrscore: { analyses: 'made-up' },
  learned: { file: 'made-up' },
  paraeval: { paraphrases: 'made-up' },
};

/** Whether everything that a metric needs under these options is available. */
export const hasNeeds = (
  definition: MetricDefinition,
  options: Readonly<Record<string, unknown>>,
  resources: Resources,
): boolean =>
  (definition.needs?.(resolveOptions(definition.options, options)) ?? []).every((need: string) => resources.has(need));

/** Every metric under its default options, except those that need a file of the user's. */
export async function metricsForTests(): Promise<Metric[]> {
  const resources = await resourcesForTests();
  return metrics
    .map((definition) => ({ definition, options: givenOptions[definition.id] ?? {} }))
    .filter(({ definition, options }) => hasNeeds(definition, options, resources))
    .map(({ definition, options }) => definition(options, resources));
}
