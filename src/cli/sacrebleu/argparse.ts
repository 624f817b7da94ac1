/**
 * Reads a command line by the rules of Python's argparse, which sacreBLEU uses: short names of several letters
 * (`-tok`), lists that end at the next flag (`-m bleu chrf`), abbreviations (`--conf`), values attached (`-w4`, `--width=4`).
 * Commander refuses short names of several letters. The rules are those of Python 3.11.
 */
import { ArgumentFailure } from './failure.ts';

export interface Flag<T> {
  readonly names: readonly string[];
  /** How many values follow: none, one, at least one, or any number. */
  readonly takes: 'nothing' | 'one' | 'some' | 'any';
  readonly default: T;
  readonly help: string;
  /** What the help page calls the value. */
  readonly shows: string;
  /** Makes the value from what was typed; throws a message if it cannot. */
  read(typed: readonly string[]): T;
  /** Parsing ends where this flag stands: --help, --version. */
  readonly ends?: boolean;
  /** Name of a flag that may not be given with this one. */
  readonly excludes?: string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- flags of different types share one record
export type Flags = Readonly<Record<string, Flag<any>>>;
export type Values<F extends Flags> = { [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

export interface Parsed<F extends Flags> {
  readonly values: Values<F>;
  /** What belongs to no flag. */
  readonly rest: readonly string[];
  /** The flag parsing ended at, if any. */
  readonly ended: keyof F | undefined;
}

const refuse = (message: string): ArgumentFailure => new ArgumentFailure(message);

/** A flag as found on the command line; `key` is undefined for one that is not known. */
interface Found {
  readonly key: string | undefined;
  readonly name: string;
  readonly attached: string | undefined;
}

export function parseArguments<F extends Flags>(flags: F, argv: readonly string[]): Parsed<F> {
  const keys = new Map(Object.entries(flags).flatMap(([key, { names }]) => names.map((name) => [name, key] as const)));
  const { found, pattern } = classify(argv, keys);
  const values = Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, flag.default])) as Values<F>;
  const given = new Set<string>();
  const extras: string[] = [];
  let rest: string[] | undefined;
  let ended: string | undefined;

  const set = (key: string, name: string, typed: readonly string[]) => {
    const { excludes, ends, read } = flags[key]!;
    if (excludes !== undefined && given.has(excludes))
      throw refuse(`${name} cannot be combined with ${flags[excludes]!.names[0]}.`);
    given.add(key);
    try {
      (values as Record<string, unknown>)[key] = read(typed);
    } catch (error) {
      throw error instanceof RangeError ? refuse(`${name}: ${error.message}`) : error;
    }
    if (ends) ended ??= key;
  };

  /** The values that stand free are taken once, from one place; any that stand elsewhere are one too many. */
  const takeFree = (start: number): number => {
    if (rest) return start;
    const count = /^[A-]*/.exec(pattern.slice(start))![0].length;
    rest = argv.slice(start, start + count);
    const dashes = rest.indexOf('--');
    if (dashes >= 0) rest.splice(dashes, 1);
    return start + count;
  };

  const takeFlag = (start: number): number => {
    let { key, name, attached } = found.get(start)!;
    for (;;) {
      if (key === undefined) {
        extras.push(argv[start]!);
        return start + 1;
      }
      const { takes } = flags[key]!;
      if (attached === undefined) {
        const count = takes === 'nothing' ? 0 : /^A*/.exec(pattern.slice(start + 1))![0].length;
        if (count === 0 && (takes === 'one' || takes === 'some')) throw refuse(`${name} needs a value.`);
        const end = start + 1 + (takes === 'one' ? 1 : count);
        set(key, name, argv.slice(start + 1, end));
        return end;
      }
      if (takes !== 'nothing') {
        set(key, name, [attached]);
        return start + 1;
      }
      // -bq: flags of one letter that take nothing may be written together.
      const next = `-${attached[0] ?? ''}`;
      if (name.startsWith('--') || attached === '' || !keys.has(next))
        throw refuse(`${name} takes no value, but has ${attached}.`);
      set(key, name, []);
      attached = attached.slice(1) || undefined;
      key = keys.get(next);
      name = next;
    }
  };

  const starts = [...found.keys()];
  const last = starts.at(-1) ?? -1;
  let at = 0;
  while (at <= last && ended === undefined) {
    const next = starts.find((start) => start >= at)!;
    if (at !== next) {
      const end = takeFree(at);
      if (end > at) {
        at = end;
        continue;
      }
      extras.push(...argv.slice(at, next));
      at = next;
    }
    at = takeFlag(at);
  }
  if (ended === undefined) {
    extras.push(...argv.slice(takeFree(at)));
    if (extras.length > 0) throw refuse(`Unexpected arguments: ${extras.join(' ')}`);
  }
  return { values, rest: rest ?? [], ended };
}

/** Which arguments are flags (O), values (A), or the -- after which everything is a value. */
function classify(argv: readonly string[], keys: ReadonlyMap<string, string>) {
  const found = new Map<number, Found>();
  let pattern = '';
  for (const [i, argument] of argv.entries()) {
    if (pattern.includes('-')) pattern += 'A';
    else if (argument === '--') pattern += '-';
    else {
      const flag = findFlag(argument, keys);
      if (flag) found.set(i, flag);
      pattern += flag ? 'O' : 'A';
    }
  }
  return { found, pattern };
}

function findFlag(argument: string, keys: ReadonlyMap<string, string>): Found | undefined {
  if (!argument.startsWith('-')) return undefined;
  if (keys.has(argument)) return { key: keys.get(argument), name: argument, attached: undefined };
  if (argument.length === 1) return undefined;
  const equals = argument.indexOf('=');
  const before = equals < 0 ? argument : argument.slice(0, equals);
  const after = equals < 0 ? undefined : argument.slice(equals + 1);
  if (keys.has(before)) return { key: keys.get(before), name: before, attached: after };

  const long = argument.startsWith('--');
  const meant = [...keys].flatMap(([name, key]): Found[] => {
    if (!long && name === argument.slice(0, 2)) return [{ key, name, attached: argument.slice(2) }];
    if (!name.startsWith(long ? before : argument)) return [];
    return [{ key, name, attached: long ? after : undefined }];
  });
  if (meant.length > 1) throw refuse(`${argument} could mean ${meant.map(({ name }) => name).join(', ')}.`);
  if (meant.length === 1) return meant[0];
  if (/^-\d+$|^-\d*\.\d+$/.test(argument) || argument.includes(' ')) return undefined;
  return { key: undefined, name: argument, attached: undefined };
}
