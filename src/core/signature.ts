/**
 * A signature says under which settings a score was made: `BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:…|n:4`.
 * sacreBLEU's keys come in its order, the version after them as there, then the keys it does not print.
 */
import { UsageError } from './errors.ts';
import { type FoundMetric, type Metric, type MetricDefinition, findMetric } from './metric.ts';
import { type OptionSpecs, printOptions, resolveOptions } from './options.ts';
import { version } from './version.ts';

/** Facts of one run that are no settings of the metric. */
export interface RunFacts {
  /** Number of references per segment, or `var`. */
  readonly references: number | 'var';
  /** Number of bootstrap samples and their seed, when there is an interval. */
  readonly bootstrap?: { readonly samples: number; readonly seed: number };
}

/** Keys of facts, those included that only sacreBLEU prints. */
const factKeys = new Set(['nrefs', 'bs', 'ar', 'seed', 'test', 'lang', 'origlang', 'subset', 'version', 'with']);

export function printSignature(metric: Metric, facts: RunFacts): string {
  const { definition, options, name } = metric;
  const specs = definition.options as OptionSpecs;
  const pairs: [string, string][] = [['nrefs', String(facts.references)]];
  if (facts.bootstrap) {
    pairs.push(['bs', String(facts.bootstrap.samples)], ['seed', String(facts.bootstrap.seed)]);
  }
  pairs.push(...printOptions(specs, options, (spec) => spec.sacrebleu));
  pairs.push(['version', `assay-${version}`]);
  pairs.push(...printOptions(specs, options, (spec) => !spec.sacrebleu));
  if (metric.madeWith.length > 0) pairs.push(['with', metric.madeWith.join(';')]);
  return [name, ...pairs.map(([key, value]) => `${key}:${value}`)].join('|');
}

/** The inverse of `printSignature`: the metric that was run. Signatures printed by sacreBLEU are read as well. */
export function readSignature(signature: string, definitions: readonly MetricDefinition[]): Metric {
  const { definition, options } = parseSignature(signature, definitions);
  return definition(options);
}

/** Which metric a signature names, and its options. */
export function parseSignature(signature: string, definitions: readonly MetricDefinition[]): FoundMetric {
  if (typeof signature !== 'string') throw new UsageError(`A signature is text, not ${String(signature)}.`);
  const [name = '', ...parts] = signature.trim().split('|');
  // sacreBLEU's `chrF3` says only in its name that β is 3; where a key repeats what the name says, both must agree.
  const { definition, options } = findMetric(name, definitions);
  // What is a fact of the run elsewhere, such as the language, may be an option of the metric.
  const optionKeys = new Set(Object.values(definition.options as OptionSpecs).map(({ key }) => key));
  const given = new Map<string, string>();
  let foreign = false;
  for (const part of parts) {
    const colon = part.indexOf(':');
    if (colon < 0) throw new UsageError(`"${part}" in signature "${signature}" is no key:value pair.`);
    const key = part.slice(0, colon);
    if (given.has(key)) throw new UsageError(`Key ${key} stands twice in signature "${signature}".`);
    if (optionKeys.has(key) || !factKeys.has(key)) given.set(key, part.slice(colon + 1));
    else if (key === 'version') foreign = !part.startsWith('version:assay-');
  }
  // Another tool's signature means that tool's numbers.
  if (foreign && 'compat' in definition.options && !given.has('compat')) given.set('compat', 'sacrebleu');
  const typed = resolveOptions(definition.options, Object.fromEntries(given));
  const named = Object.entries(options).filter(([option, value]) => {
    const spec = definition.options[option]!;
    if (!given.has(spec.key)) return true;
    if (spec.print(typed[option]) === spec.print(value)) return false;
    throw new UsageError(
      `${spec.key}:${given.get(spec.key)} in signature "${signature}" contradicts the name ${name}, which means ${spec.key}:${spec.print(value)}.`,
    );
  });
  return { definition, options: { ...typed, ...Object.fromEntries(named) } };
}
