/** `assay metrics`: lists the metrics, or describes one. */
import {
  type FoundMetric,
  type Metric,
  type MetricDefinition,
  type OptionSpecs,
  printMetric,
  printSignature,
} from '../../core/index.ts';
import { parseMetric } from '../../engine/index.ts';
import { metrics as definitions } from '../../metrics/index.ts';
import type { Report } from '../../report/index.ts';
import { defineCommand } from '../command.ts';

/** One metric as data. */
type MetricFacts = ReturnType<typeof metricFacts>;

const metrics = defineCommand({
  name: 'metrics',
  summary: 'List the metrics, or describe one.',
  examples: [
    ['assay metrics', 'all metrics, one per line'],
    ['assay metrics bleu', "one metric's options, paper, statistics and an example"],
  ],
  arguments: [{ typed: '[name]', suggests: ['metrics'], help: 'a metric, as typed after -m' }],
  options: {},
  async run([name]): Promise<readonly MetricFacts[] | MetricFacts> {
    if (name === undefined) return definitions.map((definition) => metricFacts(definition));
    const { definition, options } = parseMetric(name);
    return metricFacts(definition, options);
  },
  forms: { tables: (result) => ('id' in result ? metricPage(result) : metricList(result)) },
});

export default metrics;

/** Everything about one metric; the reference pages are made from it as well. @public */
export function metricFacts(definition: MetricDefinition, options: FoundMetric['options'] = {}) {
  const metric = definition(options);
  const { id, summary, cite, notes = [], example } = definition;
  return {
    id,
    name: metric.name,
    summary,
    better: metric.higherIsBetter ? 'higher' : 'lower',
    /** Whether the score of a test set is a mean of its segment scores. */
    decomposable: metric.decomposable,
    /** How single segments are scored. */
    segments: segmentScores(metric),
    cite,
    notes,
    /** The default is that of the name used: `RAC1` has other defaults than `bleu-grid`. */
    options: Object.entries(definition.options as OptionSpecs).map(([option, spec]) => ({
      option,
      key: spec.key,
      default: printedValue(spec, metric.options[option]),
      accepts: spec.accepts,
      help: spec.help,
      ...(spec.isModel && { isModel: true }),
    })),
    statistics: metric.statistics,
    signature: printSignature(metric, { references: 1 }),
    example,
  };
}

/** What is left out of signatures is none, such as a file, or a choice that goes without saying. */
const printedValue = (spec: OptionSpecs[string], value: unknown): string =>
  spec.print(value) ?? (value === '' ? 'none' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));

function segmentScores({ decomposable, definition, options }: Metric): string {
  if (decomposable) return 'part of the mean';
  const changed = definition.forSegments
    ? printMetric(definition({ ...options, ...definition.forSegments })).replace(/^.*\(|\)$/g, '')
    : '';
  return changed === '' ? 'by the same formula' : `with ${changed.replaceAll(',', ', ')}`;
}

const metricList = (all: readonly MetricFacts[]): Report => ({
  title: 'Metrics',
  tables: [
    {
      columns: ['metric', 'name', 'better', 'what it measures'].map((title) => ({ title, align: 'left' })),
      rows: all.map(({ id, name, better, summary }) => [id, name, better, summary]),
    },
  ],
  notes: [],
});

const metricPage = (facts: MetricFacts): Report => ({
  title: facts.name,
  tables: [
    {
      caption: `${facts.name}: ${facts.summary} ${facts.better === 'higher' ? 'Higher' : 'Lower'} is better.`,
      columns: ['option', 'default', 'accepts', 'what it does'].map((title) => ({ title, align: 'left' })),
      rows: facts.options.map((option) => [option.key, option.default, option.accepts, option.help]),
    },
  ],
  notes: [
    { name: 'example', text: `assay score -r ref.txt sys.txt -m '${facts.example}'` },
    { name: 'signature', text: facts.signature },
    { name: 'statistics', text: facts.statistics.join(', ') },
    {
      name: 'wholes',
      text: facts.decomposable
        ? 'decomposable: the score of a test set is a mean of its segment scores'
        : `not decomposable; single segments are scored ${facts.segments}`,
    },
    { name: 'paper', text: facts.cite },
    ...facts.notes.map((text) => ({ name: 'note', text })),
  ],
});
