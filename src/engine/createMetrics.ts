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
  runsProgram,
} from '../core/index.ts';
import { metrics as definitions } from '../metrics/index.ts';
import { parseMetricList, sayingWhere } from './parseMetric.ts';

/** What a caller of `createMetrics` allows. */
export interface CreateOptions {
  /** Whether `external` may run its program. Only set it if the user typed the metrics, not if they come from a file. */
  readonly programs?: boolean;
}

export async function createMetrics(
  requests: readonly FoundMetric[],
  { programs = false }: CreateOptions = {},
): Promise<Metric[]> {
  const pinned = await Promise.all(requests.map(pinOptions));
  const needs = [...new Set(pinned.flatMap(({ definition, options }) => definition.needs?.(options) ?? []))];
  const resources: Resources =
    needs.length === 0
      ? new Map()
      : await (await import('./resources/index.ts')).loadResources(needs, createMetrics, programs);
  return pinned.map(({ definition, options }, m) =>
    sayingWhere(printMetric(requests[m]!), () =>
      definition(definition.settled?.(options, resources) ?? options, resources),
    ),
  );
}

/** The same with every option set, so that it means exactly one metric even if files change. */
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
    const { pinFile, pinModel } = await import('./resources/index.ts');
    pinned[name] = spec.isModel
      ? await pinModel(value)
      : (await Promise.all(names.map((each) => pinFile(each, spec.key)))).join(';');
  }
  return pinned;
}

/** The list as it is printed: each metric with only the settings that differ from the defaults, files with their checksums. */
async function pinMetricList(list: string, option: string): Promise<string> {
  const parts = parseMetricList(list);
  if (parts.some(runsProgram)) {
    // The parts are made again in threads, from a list that never holds a command.
    throw new UsageError(
      `${option}=${list}: a program cannot be a part of another metric, because no signature may hold its command. ` +
        'Name it with -m by itself; assay meta and task average it with others: --ulc.',
    );
  }
  const pinned = await Promise.all(parts.map(pinOptions));
  const names = pinned.map(printMetric);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw new UsageError(`${twice} appears twice in ${option}=${list}.`);
  return names.join('+');
}

/** Makes one metric from its definition after loading its models and dictionaries: `await loadMetric(bleu, { tokenizer: 'ja-mecab' })`. */
export async function loadMetric<D extends MetricDefinition>(
  definition: D,
  options: Parameters<D>[0] = {},
): Promise<Metric> {
  return (await createMetrics([{ definition, options }], { programs: true }))[0]!;
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
