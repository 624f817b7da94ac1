/** Reads metrics as typed. */
import {
  type FoundMetric,
  type OptionSpecs,
  UsageError,
  findMetric,
  optionNamed,
  parseSignature,
  printMetric,
  resolveOptions,
  splitMetricList,
} from '../core/index.ts';
import { metrics as definitions } from '../metrics/index.ts';

/** Parses a metric as typed on the command line: `bleu`, `chrf++`, `AMBER(4,6)`, `bleu(tok=intl,case=lc)`, or a whole signature. */
export function parseMetric(typed: string): FoundMetric {
  if (typeof typed !== 'string')
    throw new UsageError(`A metric must be a string, such as "bleu", not ${String(typed)}.`);
  if (typed.replace(quotedValues, '').includes('|')) return parseSignature(typed, definitions);
  const [, name = typed, brackets] = numberedName(typed) ?? /^\s*([^\s(,]+)\s*(\(.*)?$/s.exec(typed) ?? [];
  const { definition, options: named } = sayingWhere(typed, () => findMetric(name, definitions));
  const inBrackets = brackets?.trim().replace(/^\(/, '') ?? ')';
  if (!inBrackets.endsWith(')')) {
    const [, after] = /\)([^()]+)$/.exec(inBrackets) ?? [];
    throw new UsageError(
      after === undefined
        ? `The bracket in ${typed} is not closed.`
        : `"${after.trim()}" in ${typed} follows the closing bracket. Join metrics in a list with +, as in bleu+chrf.`,
    );
  }
  const options: [string, string][] = [];
  for (const pair of splitOutsideBrackets(inBrackets.slice(0, -1))) {
    if (pair.trim() === '') continue;
    const equals = pair.indexOf('=');
    if (equals < 0) {
      throw new UsageError(
        `"${pair.trim()}" in ${typed} must be an option and its value, such as ${definition.example}.`,
      );
    }
    const key = pair.slice(0, equals).trim();
    const meant = optionNamed(definition.options as OptionSpecs, key);
    if (meant !== undefined && Object.hasOwn(named, meant)) {
      const value = unquoted(pair.slice(equals + 1).trim());
      throw new UsageError(
        `${typed}: ${key} is already set by the name ${name}.${otherName(definition, { ...named, [meant]: value })}`,
      );
    }
    if (options.some(([known]) => known === key)) throw new UsageError(`Option ${key} is given twice in ${typed}.`);
    options.push([key, unquoted(pair.slice(equals + 1).trim())]);
  }
  // fromEntries makes own properties, also of a name like __proto__.
  const given = Object.fromEntries([...Object.entries(named), ...options]);
  return { definition, options: sayingWhere(typed, () => resolveOptions(definition.options, given)) };
}

/** The name that these options have: `rac1(smooth=none)` is RAC1^u. */
function otherName(definition: FoundMetric['definition'], options: FoundMetric['options']): string {
  try {
    return ` Use ${printMetric({ definition, options: resolveOptions(definition.options, options) })}.`;
  } catch {
    return ''; // no value of this option
  }
}

/** Metrics with + between them. */
export const parseMetricList = (list: string): FoundMetric[] => splitMetricList(list).map(parseMetric);

/** A value in quotes: it may hold commas and brackets, and `\\"` is a quote in it. */
const quotedValues = /(?<==\s*)(?:"(?:\\["\\]|[^"])*"|'[^']*')/g;

function unquoted(value: string): string {
  if (/^'[^']*'$/.test(value)) return value.slice(1, -1);
  return /^"(?:\\["\\]|[^"])*"$/.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
}

/** Parts between commas; commas in brackets belong to a metric inside the metric: `ulc(of=bleu(tok=intl,case=lc)+ter)`. */
function splitOutsideBrackets(text: string): string[] {
  const parts: string[] = [];
  const masked = text.replace(quotedValues, (quoted) => 'x'.repeat(quoted.length));
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (masked[i] === '(') depth++;
    else if (masked[i] === ')') depth--;
    else if (masked[i] === ',' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** An error in a list of metrics names the metric it is in. */
export function sayingWhere<T>(typed: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError) || error.message.startsWith('Unknown metric')) throw error;
    throw new UsageError(`${typed}: ${error.message}`);
  }
}

/**
 * A name that ends with numbers in brackets, if it is one, and what follows: `AMBER(4,6)`; further options can follow the numbers,
 * `AMBER(4,6,without=CKP)`, or in brackets of their own.
 */
function numberedName(typed: string): readonly [string, string, string | undefined] | undefined {
  const [, start, options, brackets] =
    /^\s*([^\s(,]+\(\s*\d+(?:\s*,\s*\d+)*\s*)(?:,(.*[^\d\s,].*))?\)\s*(\(.*)?$/s.exec(typed) ?? [];
  const name = `${start})`;
  const isName = start !== undefined && sayingWhere(typed, () => definitions.some(({ readName }) => readName?.(name)));
  return isName ? [typed, name, options === undefined ? brackets : `(${options})`] : undefined;
}

/** Whether a metric is learned, or made of one that is: its file names metrics, and so might name the file itself. */
export function holdsLearned({ definition, options }: FoundMetric): boolean {
  return Object.entries(definition.options as OptionSpecs).some(
    ([name, spec]) =>
      spec.metricsIn !== undefined || (spec.isMetrics && parseMetricList(String(options[name])).some(holdsLearned)),
  );
}
