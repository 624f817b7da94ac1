/** Files that metrics as typed read, so that no output is written over them. */
import { readFileSync } from 'node:fs';
import { type FoundMetric, type OptionSpecs, isUsageError, splitMetricList } from '../core/index.ts';
import { parseMetric } from '../engine/index.ts';
import learned from '../metrics/learned.ts';
import { readModel } from '../metrics/learned/model.ts';

/** Words that name no metric have none; whoever makes the metrics refuses them. `read` is how a word names a metric. */
export function filesOfMetrics(
  typed: readonly string[] = [],
  read: (word: string) => FoundMetric = parseMetric,
): string[] {
  return typed.flatMap((word) => orNone(() => filesOf(read(word))));
}

/** Those that options name, several with semicolons between, also in a metric that it is made of. */
function filesOf({ definition, options }: FoundMetric): string[] {
  const specs = Object.entries(definition.options as OptionSpecs);
  const files = specs.flatMap(([name, spec]): string[] => {
    const value: unknown = options[name] ?? spec.default;
    if (typeof value !== 'string' || value === '') return [];
    if (spec.isMetrics) return filesOfMetrics(splitMetricList(value));
    return spec.isFile ? value.split(';').map((each) => withoutChecksum(each.trim())) : [];
  });
  return definition.id === learned.id ? [...files, ...files.flatMap(filesOfModel)] : files;
}

/** Features of a model are metrics, too; none of them is a learned one. */
const filesOfModel = (path: string): string[] =>
  orNone(() => {
    const metrics = readModel(readFileSync(path, 'utf8'), path).features.map(({ metric }) => metric);
    return filesOfMetrics(metrics.filter((metric) => !/\blearned\b/i.test(metric)));
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
