/** Makes metrics after loading the models and dictionaries they need. */
import {
  type FoundMetric,
  type Metric,
  type MetricDefinition,
  type OptionSpecs,
  type Resources,
  UsageError,
  printMetric,
  resolveOptions,
} from '../core/index.ts';
import { metrics as definitions } from '../metrics/index.ts';
import { parseMetricList, sayingWhere } from './parseMetric.ts';

export async function createMetrics(requests: readonly FoundMetric[]): Promise<Metric[]> {
  const pinned = await Promise.all(requests.map(pinOptions));
  const needs = [...new Set(pinned.flatMap(({ definition, options }) => definition.needs?.(options) ?? []))];
  const resources: Resources =
    needs.length === 0 ? new Map() : await (await import('./resources/index.ts')).loadResources(needs, createMetrics);
  return pinned.map(({ definition, options }, m) =>
    sayingWhere(printMetric(requests[m]!), () => definition(options, resources)),
  );
}

/** The same with every option set, so that it means one metric only, whatever becomes of files. */
const pinOptions = async ({ definition, options }: FoundMetric): Promise<FoundMetric> => ({
  definition,
  options: await pinFiles(definition.options, resolveOptions(definition.options, options)),
});

/** Appends its checksum to the name of every file among the options, so that the signature says which file it was. */
async function pinFiles(
  specs: OptionSpecs,
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const pinned: Record<string, unknown> = { ...options };
  for (const [name, spec] of Object.entries(specs)) {
    const value = options[name];
    if (spec.isMetrics) {
      pinned[name] = await pinMetricList(value as string, spec.key);
    }
    if (!spec.isFile || typeof value !== 'string' || value === '') continue;
    const names = value.split(';').map((each) => each.trim());
    const unpinned = names.some((each) => !each.includes('@sha256:'));
    if (!unpinned) continue;
    const { pinFile } = await import('./resources/index.ts');
    pinned[name] = (await Promise.all(names.map((each) => pinFile(each, spec.key)))).join(';');
  }
  return pinned;
}

/** The list as it is printed: each metric with only the settings that differ from the defaults, files with their checksums. */
async function pinMetricList(list: string, option: string): Promise<string> {
  const pinned = await Promise.all(parseMetricList(list).map(pinOptions));
  const names = pinned.map(printMetric);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw new UsageError(`${twice} stands twice in ${option}=${list}.`);
  return names.join('+');
}

/** One metric by definition, its models and dictionaries loaded: `await loadMetric(bleu, { tokenizer: 'ja-mecab' })`. */
export async function loadMetric<D extends MetricDefinition>(
  definition: D,
  options: Parameters<D>[0] = {},
): Promise<Metric> {
  return (await createMetrics([{ definition, options }]))[0]!;
}

/** What a thread needs to make a metric for itself. */
export interface MetricOrder {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly learned: unknown;
}

export const orderMetric = ({ definition, options, learned }: Metric): MetricOrder => ({
  id: definition.id,
  options,
  learned,
});

export async function orderedMetrics(orders: readonly MetricOrder[]): Promise<Metric[]> {
  const untaught = await createMetrics(
    orders.map(({ id, options }) => ({ definition: definitions.find((each) => each.id === id)!, options })),
  );
  return untaught.map((metric, m) => (metric.learner ? metric.taught(orders[m]!.learned) : metric));
}
