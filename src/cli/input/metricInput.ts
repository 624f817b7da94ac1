/** Creates metrics as typed, gives them analyses of the texts, and finds the files that they read. */
import { readFileSync } from 'node:fs';
import {
  type FoundMetric,
  type Metric,
  type OptionSpec,
  type OptionSpecs,
  UsageError,
  isUsageError,
  optionNamed,
  printMetric,
  resolveOptions,
  splitMetricList,
  suggest,
} from '../../core/index.ts';
import { type FormatId, analysisFormats, holdsAnalyses, namesOf } from '../../formats/index.ts';
import { createMetrics, featureRequest, holdsLearned, parseMetric } from '../../engine/index.ts';
import { inputFiles, texts, value } from '../options.ts';

/** The metrics as typed, each once; `complete` may fill in what belongs to all of them. */
export async function requestedMetrics(
  typed: readonly string[],
  complete: (requests: FoundMetric[]) => FoundMetric[] = (requests) => requests,
): Promise<Metric[]> {
  const metrics = await createMetrics(complete(typed.map(parseMetric)), { programs: true });
  const twice = metrics.find(
    (metric, m) => metrics.findIndex((other) => printMetric(other) === printMetric(metric)) !== m,
  );
  if (twice) throw new UsageError(`The metric ${printMetric(twice)} is given twice.`);
  return metrics;
}

/** `--primary`: the primary metric, which decides the answer. */
export const primary = value(texts, {
  value: 'metric',
  help: 'the primary metric, which decides the answer (default: the first)',
});

/** The place of the primary metric among all, by its name or as typed; undefined if none is named. */
export const primaryPlace = (
  typed: string | undefined,
  metrics: readonly (Metric | { readonly name: string })[],
): number | undefined => (typed === undefined ? undefined : metricPlace(typed, metrics, '--primary'));

/** The place of a metric among all, by its name or as typed; `flag` is what names it. */
export function metricPlace(
  typed: string,
  metrics: readonly (Metric | { readonly name: string })[],
  flag: string,
): number {
  const names = metrics.map((metric) => ('definition' in metric ? [printMetric(metric), metric.name] : [metric.name]));
  const at = names.findIndex((ofMetric) => ofMetric.some((name) => name.toLowerCase() === typed.toLowerCase()));
  if (at >= 0) return at;
  const known = names.map(([name]) => name!);
  throw new UsageError(`${flag} ${typed}: this metric is not among those given. ${suggest(typed, known)}`);
}

/** `--analyses`: analyses by the user's own tools, for every metric that reads lemmas or tags. */
export const analyses = inputFiles({
  help: `words, lemmas and tags of all texts, from your own tools: ${namesOf(analysisFormats)}; repeat for several`,
});

/** What the texts of a command are, as far as they may hold analyses. */
interface Texts {
  readonly analyses?: readonly string[];
  readonly reference?: readonly string[];
  readonly inputFormat?: FormatId;
}

/**
 * Gives metrics that read analyses the files that are named, or those among the texts that hold their own, also inside of
 * `ulc(of=…)`; a metric that names files in its brackets keeps them.
 */
export function withAnalyses(outputs: readonly string[], given: Texts): (requests: FoundMetric[]) => FoundMetric[] {
  return (requests) => {
    const files = given.analyses ?? ownAnalyses(outputs, given);
    if (files.includes('-') && requests.some(lacksAnalyses)) {
      throw new UsageError(
        'Cannot read analyses from standard input, which holds the texts. Name a file with --analyses.',
      );
    }
    if (files.length === 0) return requests;
    const semicolon = files.find((file) => file.includes(';'));
    if (semicolon !== undefined) throw new UsageError(`${semicolon}: a file of analyses must not have ; in its name.`);
    if (given.analyses && requests.length > 0 && !requests.some(readsAnalyses)) {
      const names = requests.map(({ definition }) => definition.id).join(', ');
      throw new UsageError(
        `--analyses is for metrics that read lemmas or tags, which none of these does: ${names}. Leave it out.`,
      );
    }
    return requests.map((request) => withFiles(request, files.join(';')));
  };
}

/** Tokenizers for languages that have no spaces between words, as sacreBLEU chooses them. */
const tokenizersByLanguage: Readonly<Record<string, string>> = { zh: 'zh', ja: 'ja-mecab', ko: 'ko-mecab' };

/** Gives metrics that would cut words as 13a does the tokenizer of the target language, unless they name one. */
export function withTokenizer(requests: FoundMetric[], language: string | undefined): FoundMetric[] {
  const tokenizer = language === undefined ? undefined : tokenizersByLanguage[language.split('_')[0]!];
  if (tokenizer === undefined) return requests;
  return requests.map((request) => {
    const specs = request.definition.options as OptionSpecs;
    const own = optionNamed(specs, 'tok');
    if (own === undefined || request.options[own] !== undefined || specs[own]!.default !== '13a') return request;
    return { ...request, options: { ...request.options, [own]: specs[own]!.parse(tokenizer) } };
  });
}

/** The metrics that it is made of, by the option that lists them. */
function partsOf({ definition, options }: FoundMetric): [option: string, parts: FoundMetric[]][] {
  const specs = definition.options as OptionSpecs;
  const lists = Object.keys(specs).filter((name) => specs[name]!.isMetrics);
  return lists.map((name) => {
    const list = (options[name] ?? specs[name]!.default) as string;
    return [name, splitMetricList(list).map(parseMetric)];
  });
}

/** The option that names files of analyses, if the metric reads them under its other options: BLEU of words does not. */
function analysesOption({ definition, options }: FoundMetric): string | undefined {
  const specs = definition.options as OptionSpecs;
  const own = optionNamed(specs, 'analyses');
  if (own === undefined) return undefined;
  const needs = definition.needs?.(resolveOptions(specs, { ...options, [own]: 'any' }));
  return needs?.some((need) => need.startsWith('analyses:')) === false ? undefined : own;
}

const readsAnalyses = (request: FoundMetric): boolean =>
  analysesOption(request) !== undefined || partsOf(request).some(([, parts]) => parts.some(readsAnalyses));

/** Whether it reads analyses, itself or in a part, and names no files. */
function lacksAnalyses(request: FoundMetric): boolean {
  const own = analysesOption(request);
  return (
    (own !== undefined && !request.options[own]) || partsOf(request).some(([, parts]) => parts.some(lacksAnalyses))
  );
}

/** The metric with these files wherever it reads analyses and names none. */
function withFiles(request: FoundMetric, files: string): FoundMetric {
  if (!readsAnalyses(request)) return request;
  const specs = request.definition.options as OptionSpecs;
  const options = { ...request.options };
  const own = analysesOption(request);
  if (own !== undefined && !options[own]) options[own] = specs[own]!.parse(files);
  for (const [name, parts] of partsOf(request)) {
    options[name] = parts.map((part) => printMetric(withFiles(part, files))).join('+');
  }
  return { ...request, options };
}

/** Those outputs and references that are CoNLL-U or factored text; sources are not analysed. */
function ownAnalyses(outputs: readonly string[], { reference = [], inputFormat }: Texts): string[] {
  const isOwn = (file: string) => holdsAnalyses(file, inputFormat);
  const files = [...outputs.filter(isOwn), ...reference.filter((file) => holdsAnalyses(file))];
  return [...new Set(files)];
}

/** Files that metrics as typed read, which outputs must not overwrite: of metrics and of features, which may be parts of metrics. Words that name no metric have no files; creating the metrics refuses them later. */
export function filesOfMetrics(typed: readonly string[]): string[] {
  return typed.flatMap((word) => orNone(() => filesOf(featureRequest(word))));
}

/** Files named in options, separated by semicolons, including those of its component metrics. */
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

/** A file that cannot be read names no files here; loading the metric reports the error. */
function orNone(find: () => string[]): string[] {
  try {
    return find();
  } catch (error) {
    if (isUsageError(error) || (error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
}
