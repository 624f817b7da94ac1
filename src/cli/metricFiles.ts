/** Files that a command reads, so that no output is written over them: those of its options, and those of metrics as typed. */
import { readFileSync } from 'node:fs';
import {
  type FoundMetric,
  type OptionSpec,
  type OptionSpecs,
  UsageError,
  isUsageError,
  splitMetricList,
} from '../core/index.ts';
import { holdsLearned, parseMetric } from '../engine/index.ts';

/** Options that name one file or several to read, in every command that has them. */
const fileOptions = [
  ...['reference', 'source', 'labels', 'testReference', 'testSource', 'testLabels', 'weights', 'symbols', 'posteriors'],
  ...['scores', 'analyses', 'judgments', 'frequencies', 'wordClasses', 'constrained', 'unlisted'],
];

/** `metrics` are as typed. */
export function filesRead(given: object, files: readonly string[], metrics: readonly string[] = []): string[] {
  const options = Object.entries(given).flatMap(([name, value]) =>
    fileOptions.includes(name) ? (value as unknown) : [],
  );
  return [...files, ...options.filter((value) => typeof value === 'string'), ...filesOfMetrics(metrics)];
}

/** Words that name no metric have none; whoever makes the metrics refuses them. `read` is how a word names a metric. */
export function filesOfMetrics(
  typed: readonly string[] = [],
  read: (word: string) => FoundMetric = parseMetric,
): string[] {
  return typed.flatMap((word) => orNone(() => filesOf(read(word))));
}

/** Those that options name, several with semicolons between, also in a metric that it is made of. */
function filesOf({ definition, options }: FoundMetric): string[] {
  return Object.entries(definition.options as OptionSpecs).flatMap(([name, spec]): string[] => {
    const value: unknown = options[name] ?? spec.default;
    if (typeof value !== 'string' || value === '') return [];
    if (spec.isMetrics) return filesOfMetrics(splitMetricList(value));
    if (!spec.isFile) return [];
    const files = value.split(';').map((each) => withoutChecksum(each.trim()));
    return [...files, ...files.flatMap((path) => filesNamedIn(path, spec))];
  });
}

/** A file may name metrics in turn; none of them is a learned one. */
const filesNamedIn = (path: string, { metricsIn }: OptionSpec<unknown>): string[] =>
  orNone(() => {
    const metrics = metricsIn?.(readFileSync(path, 'utf8'), path) ?? [];
    return metrics.flatMap((typed) => filesOfMetrics([typed], namedInFile));
  });

function namedInFile(typed: string): FoundMetric {
  const found = parseMetric(typed);
  if (holdsLearned(found)) throw new UsageError('A learned metric cannot be a feature of another.');
  return found;
}

function withoutChecksum(name: string): string {
  const at = name.lastIndexOf('@sha256:');
  return at < 0 ? name : name.slice(0, at);
}

/** What cannot be read is told where it is loaded. */
function orNone(find: () => string[]): string[] {
  try {
    return find();
  } catch (error) {
    if (isUsageError(error) || (error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
}
