/**
 * Options are declared once: type, default, validation, command-line spelling, reference page
 * and signature all derive from the declaration.
 */
import { UsageError, nearest } from './errors.ts';

export interface OptionSpec<T> {
  readonly default: T;
  /** Short name in signatures and on the command line. */
  readonly key: string;
  readonly help: string;
  /** What may be given, for the reference page: `yes | no`, `an integer ≥ 1`. */
  readonly accepts: string;
  /** sacreBLEU prints this key; such keys precede the version in a signature. */
  readonly sacrebleu: boolean;
  /** The value names a file that is loaded before the metric is made. */
  readonly isFile: boolean;
  /** That file is a neural model: a folder, an archive, or the name of a known model. */
  readonly isModel?: boolean;
  /** Which metrics such a file names, as typed, given its text; they are made before the metric. */
  metricsIn?(text: string, path: string): readonly string[];
  /** The value is a list of metrics that are made before the metric; see `metricList`. */
  readonly isMetrics: boolean;
  /** The value is a command to run, so it must come from the caller: signatures, files and pages cannot set it. */
  readonly isCommand: boolean;
  /** Reads a value as typed, or a value from code; returns its canonical form or throws a UsageError. */
  parse(value: unknown): T;
  /** The inverse of `parse`; undefined leaves the key out of the signature. */
  print(value: T): string | undefined;
  /** Whether a value other than the default is also the end of the name, after a hyphen: `BLEU-lemma`. */
  readonly isSuffix?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- specs of different types share one record
export type OptionSpecs = Readonly<Record<string, OptionSpec<any>>>;
export type OptionsOf<S extends OptionSpecs> = {
  readonly [K in keyof S]: S[K] extends OptionSpec<infer T> ? T : never;
};

/** What a declaration must contain. */
interface Described {
  key: string;
  help: string;
  sacrebleu?: boolean;
}

export function option<T>(
  spec: Described & { isFile?: boolean; isMetrics?: boolean; isCommand?: boolean } & Pick<
      OptionSpec<T>,
      'default' | 'accepts' | 'isModel' | 'metricsIn' | 'parse' | 'print'
    >,
): OptionSpec<T> {
  return { sacrebleu: false, isFile: false, isMetrics: false, isCommand: false, ...spec };
}

/** A kind of value: what may be given, and how it is read. Options of metrics and of commands share these. */
export interface ValueKind<T> {
  readonly accepts: string;
  /** All of them, if they are few words. */
  readonly choices?: readonly string[];
  /** Reads what was typed, or a value from code, for the option called `key`. */
  read(value: unknown, key: string): T;
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value));

const refusal = (key: string, accepts: string, value: unknown): UsageError =>
  new UsageError(`${key} must be ${accepts}, not ${quoted(value)}.`);

/** The number meant by `3` or `"3"`; NaN for anything else. */
const numberFrom = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;

const numeric = (accepts: string, isMeant: (value: number) => boolean): ValueKind<number> => ({
  accepts,
  read(value, key) {
    const number = numberFrom(value);
    if (!Number.isFinite(number) || !isMeant(number)) throw refusal(key, accepts, value);
    return number === 0 ? 0 : number; // −0 prints as 0 and would not read back
  },
});

const bounds = (min: number, max: number): string =>
  max < Number.MAX_SAFE_INTEGER - 1 ? ` from ${min} to ${max}` : min > -Infinity ? ` of at least ${min}` : '';

/** Within bounds that may themselves be given. */
export const integers = (min: number, max: number): ValueKind<number> =>
  numeric(`an integer${bounds(min, max)}`, (value) => Number.isInteger(value) && value >= min && value <= max);

export const numbers = (min = -Infinity, max = Infinity): ValueKind<number> =>
  numeric(`a number${bounds(min, max)}`, (value) => value >= min && value <= max);

/** Neither of the bounds may be given itself. */
export const numbersWithin = (low: number, high = Infinity): ValueKind<number> =>
  numeric(
    `a number above ${low}${high === Infinity ? '' : ` and below ${high}`}`,
    (value) => value > low && value < high,
  );

/**
 * Makes a kind of value that accepts one of several words. `alias` maps other spellings, such as those another tool prints:
 * `ja-mecab-0.996-IPA` for `ja-mecab`.
 */
export const oneOf = <const C extends readonly string[]>(
  choices: C,
  alias: (typed: string) => string = (typed) => typed,
): ValueKind<C[number]> => ({
  accepts: choices.join(' | '),
  choices,
  read(value, key) {
    const meant = typeof value === 'string' ? alias(value) : value;
    if (typeof meant === 'string' && choices.includes(meant)) return meant;
    const near = nearest(String(value), choices);
    const advice = near === undefined ? '' : ` Did you mean ${near}?`;
    throw new UsageError(`${key} must be one of ${choices.join(', ')}, not ${quoted(value)}.${advice}`);
  },
});

/** An option whose values are of some kind. */
const ofKind = <T>(
  { accepts, read }: ValueKind<T>,
  print: (value: T) => string,
  spec: Described & { default: T },
): OptionSpec<T> => option<T>({ ...spec, accepts, print, parse: (value) => read(value, spec.key) });

/** Declares a metric option that takes an integer from `min` to `max`. */
export const integer = (spec: Described & { default: number; min: number; max: number }): OptionSpec<number> =>
  ofKind(integers(spec.min, spec.max), String, spec);

/** Declares a metric option that takes a number, optionally from `min` to `max`. */
export const number = (spec: Described & { default: number; min?: number; max?: number }): OptionSpec<number> =>
  ofKind(numbers(spec.min, spec.max), String, spec);

/** Declares a metric option that is on or off. */
export const flag = (spec: Described & { default: boolean; yes?: string; no?: string }): OptionSpec<boolean> => {
  const { yes = 'yes', no = 'no' } = spec;
  const accepts = `${yes} or ${no}`;
  const read = (value: unknown, key: string): boolean => {
    if (typeof value === 'boolean') return value;
    if (value === yes || value === 'yes' || value === 'true') return true;
    if (value === no || value === 'no' || value === 'false') return false;
    throw refusal(key, accepts, value);
  };
  return ofKind({ accepts, read }, (value) => (value ? yes : no), spec);
};

/** Declares a metric option that takes one of several words. */
export const choice = <const C extends readonly string[]>(
  choices: C,
  spec: Described & { default: C[number]; alias?: (typed: string) => string },
): OptionSpec<C[number]> => ofKind<C[number]>(oneOf(choices, spec.alias), (value) => value, spec);

/** The option that nearly every metric has. */
export const lowercaseFlag = (byDefault: boolean): OptionSpec<boolean> =>
  flag({
    key: 'case',
    yes: 'lc',
    no: 'mixed',
    default: byDefault,
    sacrebleu: true,
    help: 'Compare lower-cased texts.',
  });

/** A file by name, empty by default and then left out of the signature. Loading it appends its checksum to the name. */
export const file = (
  spec: Described & { accepts: string } & Pick<OptionSpec<string>, 'isModel' | 'metricsIn'>,
): OptionSpec<string> =>
  option<string>({
    ...spec,
    default: '',
    isFile: true,
    parse(value) {
      if (typeof value !== 'string' || /[|,()\n]/.test(value)) {
        throw refusal(spec.key, `${spec.accepts}, its name without | , ( ) or a line break`, value);
      }
      return value;
    },
    print: (value) => (value === '' ? undefined : value),
  });

/** Files by name, separated by semicolons, otherwise like `file`. */
export const files = (spec: Described & { accepts: string }): OptionSpec<string> => ({
  ...file(spec),
  accepts: `${spec.accepts}, or several separated by ;`,
});

/**
 * The metrics in a list as typed. A plus separates two of them if it is outside brackets and a name follows it,
 * because names may end with one: `chrf+++ter` is `chrf++` and `ter`.
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

/**
 * Lists of metrics as options of a metric that is made of others: `bleu(tok=intl,case=lc)+chrf++`. `sets` are names that stand for lists.
 * The names are checked where the metrics are made; here lists are only split, and sets become lists.
 */
export function metricList({
  sets,
  ...spec
}: Described & { default: string; sets: Readonly<Record<string, string>> }): OptionSpec<string> {
  const accepts = [...Object.keys(sets), 'metrics joined by +, such as bleu+chrf+ter(norm=yes)'].join(' | ');
  const parse = (value: unknown): string => {
    if (typeof value !== 'string' || /[|\n]/.test(value)) throw refusal(spec.key, accepts, value);
    const parts = splitMetricList(value).flatMap((part) =>
      Object.hasOwn(sets, part) ? splitMetricList(sets[part]!) : [part],
    );
    if (parts.includes('')) {
      throw new UsageError(`A metric is missing in ${spec.key}=${value}: ${spec.key} must be ${accepts}.`);
    }
    return parts.join('+');
  };
  return option<string>({
    ...spec,
    isMetrics: true,
    default: parse(spec.default),
    accepts,
    parse,
    print: (list) => list,
  });
}

/** An option may be named by its key, its name in code, or that name in snake_case or kebab-case. */
const spellings = (name: string, { key }: OptionSpec<unknown>): string[] => {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [name, key, snake, snake.replaceAll('_', '-')];
};

/** The option that a key or name means, if there is one. */
export const optionNamed = (specs: OptionSpecs, typed: string): string | undefined =>
  Object.keys(specs).find((name) => spellings(name, specs[name]!).includes(typed));

/** A name in code may have been meant, but the list has keys, as on the pages of metrics. */
function adviceOn(typed: string, specs: OptionSpecs): string {
  const keys = Object.values(specs).map(({ key }) => key);
  const near = nearest(typed, [...keys, ...Object.keys(specs)]);
  return near === undefined ? `Known: ${keys.join(', ') || 'none'}.` : `Did you mean ${near}?`;
}

/** Defaults overridden by what was given: `{ tok: 'intl' }` or `{ tokenizer: 'intl' }`. Unknown names are errors. */
export function resolveOptions<S extends OptionSpecs>(
  specs: S,
  given: Readonly<Record<string, unknown>>,
): OptionsOf<S> {
  const names = Object.keys(specs);
  const values = new Map<string, unknown>();
  for (const typed of Object.keys(given)) {
    if (given[typed] === undefined) continue;
    const name = optionNamed(specs, typed);
    if (name === undefined) {
      throw new UsageError(`Unknown option ${typed}. ${adviceOn(typed, specs)}`);
    }
    if (values.has(name)) throw new UsageError(`Option ${name} is given twice.`);
    values.set(name, specs[name]!.parse(given[typed]));
  }
  return Object.fromEntries(
    names.map((name) => [name, values.has(name) ? values.get(name) : specs[name]!.default]),
  ) as OptionsOf<S>;
}

/** Printed settings in declared order, `[['tok', '13a'], …]`, defaults included. */
export function printOptions<S extends OptionSpecs>(
  specs: S,
  options: OptionsOf<S>,
  which: (spec: OptionSpec<unknown>) => boolean = () => true,
): [key: string, value: string][] {
  const printed: [string, string][] = [];
  for (const name of Object.keys(specs)) {
    const spec = specs[name]!;
    const value = which(spec) ? spec.print(options[name]) : undefined;
    if (value !== undefined) printed.push([spec.key, value]);
  }
  return printed;
}
