/** Options of commands, declared once: types, parsing, errors, help and the reference page follow from the declaration. */
import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { UsageError, type ValueKind } from '../core/index.ts';

/** What shells offer in the place of a value. */
export type Suggestion = 'files' | 'folders' | 'metrics' | 'testsets' | 'commands' | 'parts';

/** What a declaration says besides the kind of its value. */
interface Described {
  /** One letter means one thing in all commands. */
  readonly letter?: string;
  /** The placeholder for the value in the help: `file`, `percent`. */
  readonly value?: string;
  readonly help: string;
  /** The actions, methods or inputs that it applies to, if a command has several; see `refuseOthers`. */
  readonly only?: readonly string[];
  /** What the value names, so that no output overwrites an input. */
  readonly names?: 'input' | 'output' | 'metrics' | 'scores';
  /** Of an output: that `assay.config.json` may name it; it may set all other options. Of metrics: that they are those of the whole project. */
  readonly inConfig?: true;
  /** What shells offer for the value, where its choices, what it names and its placeholder do not say. */
  readonly suggests?: readonly Suggestion[];
  /** Only for the command line: neither `assay.config.json` nor a request of another program can have it. */
  readonly onlyTyped?: true;
}

/** `Always` says whether there is a value even if none is typed. */
export interface Declared<T = unknown, Always extends boolean = boolean> extends Described {
  readonly always: Always;
  readonly default?: T;
  /** Of one value; a switch has none. */
  readonly kind?: ValueKind<unknown>;
  /** Several values: the flag is given again for each, or takes all words that follow. */
  readonly many?: 'flags' | 'words';
  /** Of a flag that takes all words that follow: whether a word is meant for it. One that is not may be a file. */
  readonly takes?: (word: string) => boolean;
}

export type Declarations = Readonly<Record<string, Declared>>;

type ValueOf<O> = O extends Declared<infer T> ? T : never;
type AlwaysGiven<D extends Declarations> = { [K in keyof D]: D[K]['always'] extends true ? K : never }[keyof D];

/** What a command receives: every option with a default, and the others if they were typed. */
export type Given<D extends Declarations> = { readonly [K in AlwaysGiven<D>]: ValueOf<D[K]> } & {
  readonly [K in Exclude<keyof D, AlwaysGiven<D>>]?: ValueOf<D[K]>;
};

type HasDefault<S> = S extends { readonly default: unknown } ? true : false;

/** Present or not. */
export const toggle = (spec: Described): Declared<boolean, false> => ({ ...spec, always: false });

/** One value. */
export const value = <T, const S extends Described & { readonly default?: NoInfer<T> }>(
  kind: ValueKind<T>,
  spec: S,
): Declared<T, HasDefault<S>> => ({ value: 'number', ...spec, kind, always: ('default' in spec) as HasDefault<S> });

/** One value for only some actions, methods or inputs. The help shows the default, but the value stays undefined: each action fills in its own. */
export const setting = <T>(
  only: readonly string[],
  kind: ValueKind<T>,
  help: string,
  usual: unknown,
  shown = 'number',
): Declared<T, false> => value(kind, { only, value: shown, help: `${help} (default: ${String(usual)})` });

/** Several values, each after the flag. */
export const values = <T>(kind: ValueKind<T>, spec: Described): Declared<readonly T[], false> => ({
  value: 'number',
  ...spec,
  kind,
  many: 'flags',
  always: false,
});

/** Several values after one flag. `takes` distinguishes them from files that may follow. */
export const words = <
  T,
  const S extends Described & Pick<Declared, 'takes'> & { readonly default?: readonly NoInfer<T>[] },
>(
  kind: ValueKind<T>,
  spec: S,
): Declared<readonly T[], HasDefault<S>> => ({
  ...spec,
  kind,
  many: 'words',
  always: ('default' in spec) as HasDefault<S>,
});

/** Anything that can be typed. */
export const texts: ValueKind<string> = { accepts: 'a text', read: String };

/** A file that is read. */
export const inputFile = (spec: Described): Declared<string, false> =>
  value(texts, { value: 'file', names: 'input', ...spec });

/** Files that are read, each after the flag. */
export const inputFiles = (spec: Described): Declared<readonly string[], false> =>
  values(texts, { value: 'file', names: 'input', ...spec });

/** A file that is written. */
export const outputFile = (spec: Described): Declared<string, false> =>
  value(texts, { value: 'file', names: 'output', ...spec });

/** Options that need not be typed by a person: those of `assay.config.json` and of requests. */
export const settable = (declarations: Declarations): Declarations =>
  Object.fromEntries(Object.entries(declarations).filter(([, { onlyTyped }]) => onlyTyped !== true));

/** How an option is typed: `--input-format` for inputFormat. */
export const flagOf = (option: string): string =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The option as the parser of the command line takes it. */
export function commanderOption(name: string, declared: Declared): Option {
  const { letter, value: shown, help, only, kind, many, default: usual } = declared;
  const flag = flagOf(name);
  const argument = kind ? ` <${shown}${many === 'words' ? '...' : ''}>` : '';
  const option = new Option(
    `${letter === undefined ? '' : `-${letter}, `}${flag}${argument}`,
    only ? `${only.join(', ')}: ${help}` : help,
  );
  // `--no-open` is a switch like any other, with a name of its own.
  option.negate = false;
  if (kind?.choices) option.choices(kind.choices);
  if (usual !== undefined) option.default(usual);
  if (!kind) return option;
  return option.argParser((typed: string, before: unknown) => {
    // A word after a flag of several words may be a file, which is decided later.
    const one = declared.takes ? typed : kind.read(typed, flag);
    if (!many) return one;
    return before === undefined || before === usual ? [one] : [...(before as unknown[]), one];
  });
}

type Typed = Readonly<Record<string, unknown>>;

const listOf = (some: unknown): readonly string[] =>
  some === undefined ? [] : Array.isArray(some) ? (some as string[]) : [some as string];

/** A flag that takes all following words may have taken files: moves those to the files. */
export function withoutTakenFiles<O extends Typed>(
  declarations: Declarations,
  files: readonly string[],
  given: O,
): { files: string[]; given: O } {
  const all = [...files];
  const rest: Record<string, unknown> = { ...given };
  for (const [name, { takes, kind, value: meant }] of Object.entries(declarations)) {
    const typed = listOf(given[name]);
    if (!takes || typed.length === 0) continue;
    const isFile = (word: string): boolean => !takes(word) && (word === '-' || existsSync(word));
    const taken = typed.filter(isFile);
    const own = typed.filter((word) => !isFile(word));
    if (own.length === 0) throw new UsageError(`No ${meant} given. Name at least one after ${flagOf(name)}.`);
    if (taken.length > 0 && given['name'] !== undefined && files.length > 0) {
      throw new UsageError(
        `With -n, give all files before ${flagOf(name)} or all after it. Otherwise the order of the names is ambiguous.`,
      );
    }
    all.push(...taken);
    rest[name] = own.map((word) => kind!.read(word, flagOf(name)));
  }
  return { files: all, given: rest as O };
}

/** The values of those options that name an input, an output or metrics. */
export const named = (declarations: Declarations, given: Typed, what: NonNullable<Described['names']>): string[] =>
  Object.entries(declarations).flatMap(([name, { names }]) => (names === what ? listOf(given[name]) : []));

/** Refuses options that are not for `those`; `instead` names what is in use. */
export function refuseOthers(
  declarations: Declarations,
  given: Typed,
  those: readonly string[],
  instead: string = those.join(', '),
): void {
  for (const [name, { only, default: usual }] of Object.entries(declarations)) {
    if (!only || given[name] === undefined || given[name] === usual) continue;
    if (only.some((each) => those.includes(each))) continue;
    throw new UsageError(`${flagOf(name)} is for ${only.join(', ')}, not for ${instead}.`);
  }
}

/** Refuses options that do not apply to `of`. */
export function refuseOptions<O extends object>(given: O, options: readonly (keyof O & string)[], of: string): void {
  const unused = options.find((option) => given[option] !== undefined);
  if (unused !== undefined) throw new UsageError(`${flagOf(unused)} is not for ${of}. Leave it out.`);
}
