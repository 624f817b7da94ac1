/** Lists of metrics as options of a metric that is made of others: `bleu(tok=intl,case=lc)+chrf++`. */
import { UsageError } from './errors.ts';
import { type OptionSpec, option } from './options.ts';

/**
 * The metrics in a list as typed. A plus is between two of them if it is in no bracket and a name follows it,
 * since names may end with one: `chrf+++ter` is `chrf++` and `ter`.
 */
export function splitMetricList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < list.length; i++) {
    if (list[i] === '(') depth++;
    else if (list[i] === ')' && --depth < 0) break;
    else if (list[i] === '+' && depth === 0 && /^\s*[A-Za-z0-9]/.test(list.slice(i + 1, i + 64))) {
      parts.push(list.slice(start, i));
      start = i + 1;
    }
  }
  if (depth !== 0) throw new UsageError(`The brackets in ${list} do not match.`);
  return [...parts, list.slice(start)].map((part) => part.trim());
}

interface MetricListSpec {
  readonly key: string;
  readonly help: string;
  readonly default: string;
  /** Names that stand for lists. */
  readonly sets: Readonly<Record<string, string>>;
}

/** Which names there are is known to whoever makes the metrics; here lists are only taken apart, and sets become lists. */
export function metricList({ sets, default: byDefault, ...described }: MetricListSpec): OptionSpec<string> {
  const accepts = [...Object.keys(sets), 'metrics with + between, such as bleu+chrf+ter(norm=yes)'].join(' | ');
  const parse = (value: unknown): string => {
    const shown = typeof value === 'string' ? `"${value}"` : String(value);
    if (typeof value !== 'string' || /[|\n]/.test(value)) {
      throw new UsageError(`${described.key} must be ${accepts}, not ${shown}.`);
    }
    const parts = splitMetricList(value).flatMap((part) =>
      Object.hasOwn(sets, part) ? splitMetricList(sets[part]!) : [part],
    );
    if (parts.includes('')) {
      throw new UsageError(`A metric is missing in ${described.key}=${value}: ${described.key} must be ${accepts}.`);
    }
    return parts.join('+');
  };
  return option<string>({
    ...described,
    isMetrics: true,
    default: parse(byDefault),
    accepts,
    parse,
    print: (value) => value,
  });
}
