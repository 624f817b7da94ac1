/** Files that metrics as typed read, so that no output is written over them. */
import { readFileSync } from 'node:fs';
import { type FoundMetric, type OptionSpec, type OptionSpecs, isUsageError, splitMetricList } from '../core/index.ts';
import { featureRequest, holdsLearned, parseMetric } from '../engine/index.ts';

/** Of metrics and of features, which may be parts of metrics. Words that name none have no files; whoever makes the metrics refuses them. */
export function filesOfMetrics(typed: readonly string[]): string[] {
  return typed.flatMap((word) => orNone(() => filesOf(featureRequest(word))));
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
    return metrics.flatMap((typed) => orNone(() => (holdsLearned(parseMetric(typed)) ? [] : filesOfMetrics([typed]))));
  });

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
