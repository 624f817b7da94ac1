/**
 * A signature states the settings that a score was made with: `BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:…|n:4`.
 * sacreBLEU's keys are first, in its order, then the version as in sacreBLEU, then the keys that it does not print.
 */
import { UsageError } from './errors.ts';
import { type FoundMetric, type Metric, type MetricDefinition, findMetric, runsProgram } from './metric.ts';
import { type OptionSpecs, printOptions, resolveOptions } from './options.ts';
import { version } from './version.ts';

/** Facts of one run that are not settings of the metric. */
export interface RunFacts {
  /** Number of references per segment, or `var`. */
  readonly references: number | 'var';
  /** Number of bootstrap samples and their seed, when there is an interval. */
  readonly bootstrap?: { readonly samples: number; readonly seed: number };
}

/** Keys of facts, including those that only sacreBLEU prints. */
const factKeys = new Set(['nrefs', 'bs', 'ar', 'seed', 'test', 'lang', 'origlang', 'subset', 'version', 'with']);

/** The metrics of sacreBLEU. */
const inSacrebleu = new Set(['bleu', 'chrf', 'ter']);

/** Returns the signature of a metric and a run: the metric's name, every setting, the number of references and the version. */
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

/** Reads a signature of `printSignature` and returns the metric that was run. It also reads signatures printed by sacreBLEU. */
export function readSignature(signature: string, definitions: readonly MetricDefinition[]): Metric {
  const { definition, options } = parseSignature(signature, definitions);
  return definition(options);
}

/**
 * The name and the pairs. sacreBLEU's JSON has the name elsewhere: then it is the one of its metrics that prints just these keys.
 */
function nameIn(parts: string[], definitions: readonly MetricDefinition[]): [name: string, parts: string[]] {
  const [first = '', ...rest] = parts;
  if (!first.includes(':')) return [first, rest];
  const keys = new Set(parts.map((part) => part.split(':')[0]!).filter((key) => !factKeys.has(key)));
  const known = definitions.find(({ id, options }) => {
    const printed = Object.values(options as OptionSpecs).filter((spec) => spec.sacrebleu);
    return inSacrebleu.has(id) && printed.length === keys.size && printed.every(({ key }) => keys.has(key));
  });
  if (known) return [known.id, parts];
  const signature = parts.join('|');
  throw new UsageError(`A signature starts with the name of its metric: BLEU|${signature}.`);
}

/** Nothing that was printed can start a program. */
const cannotRun = (what: string): UsageError =>
  new UsageError(`${what}, and a signature cannot run one. Type its command: -m 'external(cmd="…")'.`);

/** Which metric a signature names, and its options. */
export function parseSignature(signature: string, definitions: readonly MetricDefinition[]): FoundMetric {
  if (typeof signature !== 'string') throw new UsageError(`A signature must be text, not ${String(signature)}.`);
  const program = /(?:^|\|)with:(?:[^|]*;)?program:([^|;]*)/.exec(signature)?.[1];
  if (program !== undefined) throw cannotRun(`This signature names the program ${program}`);
  const [name, parts] = nameIn(signature.trim().split('|'), definitions);
  // sacreBLEU's `chrF3` says only in its name that β is 3; if a key repeats what the name says, both must agree.
  const { definition, options } = findMetric(name, definitions);
  if (runsProgram({ definition, options })) throw cannotRun(`${definition.id} runs a program`);
  // A fact of the run for one metric, such as the language, may be an option of another.
  const optionKeys = new Set(Object.values(definition.options as OptionSpecs).map(({ key }) => key));
  const given = new Map<string, string>();
  let foreign = false;
  for (const part of parts) {
    const colon = part.indexOf(':');
    if (colon < 0) throw new UsageError(`"${part}" in signature "${signature}" is not a key:value pair.`);
    const key = part.slice(0, colon);
    if (given.has(key)) throw new UsageError(`Key ${key} occurs twice in signature "${signature}".`);
    if (optionKeys.has(key) || !factKeys.has(key)) given.set(key, part.slice(colon + 1));
    else if (key === 'version') foreign = !part.startsWith('version:assay-');
  }
  // A signature of another tool means that tool's scores.
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
