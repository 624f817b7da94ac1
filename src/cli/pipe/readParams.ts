/** Turns the parameters of a request into what a command receives: its arguments and options, with texts that came along as files in memory. */
import { UsageError, runsProgram, suggest } from '../../core/index.ts';
import { isPlainText, uncompressed } from '../../formats/index.ts';
import { parseMetric } from '../../engine/index.ts';
import type { AnyCommand } from '../command.ts';
import { filesOfMetrics } from '../input/metricInput.ts';
import { type Declarations, type Declared, flagOf, named, settable } from '../options.ts';

/** What a command runs on. */
export interface ReadParams {
  readonly words: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
  /** Files that came with the request, by the names under which the command opens them. */
  readonly held: ReadonlyMap<string, Uint8Array>;
  /** Options that name a file to write, whose contents the answer returns. */
  readonly outputs: readonly string[];
}

/** Whether requests may name files of this computer and start programs. */
export interface Rights {
  readonly files: boolean;
}

/** Rights, and the bytes that followed the request. */
export interface Came extends Rights {
  readonly attached: readonly Uint8Array[];
}

/** The parameter that holds the arguments of a command: `files` for `[files...]`. */
export function argumentOf({ arguments: [argument] }: AnyCommand): { name: string; many: boolean } {
  const [, name, dots] = /^[<[](\w+)(\.\.\.)?[>\]]$/.exec(argument!.typed)!;
  return { name: name!, many: dots !== undefined };
}

export function readParams(command: AnyCommand, params: Readonly<Record<string, unknown>>, came: Came): ReadParams {
  const declarations = settable(command.options as Declarations);
  const argument = argumentOf(command);
  const isInput = command.arguments[0]!.names !== undefined;
  const files = new RequestFiles(came);
  const usual = Object.entries(declarations).flatMap(([option, declared]) =>
    declared.default === undefined ? [] : [[option, declared.default] as const],
  );
  const given: Record<string, unknown> = Object.fromEntries(usual);
  const outputs: string[] = [];
  const { [argument.name]: typed, ...options } = params;
  const list = typed === undefined || typed === null ? [] : argument.many ? listOf(typed, argument.name) : [typed];
  files.areTexts(list);
  const words = list.map((each, i) =>
    isInput ? files.take(each, list.length > 1 ? `system ${i + 1}` : 'system', 'hyp', argument.name) : text(each, argument.name),
  ); // prettier-ignore
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    const declared = declarations[option];
    if (!declared || !Object.hasOwn(declarations, option)) {
      const known = [argument.name, ...Object.keys(declarations)];
      throw new UsageError(`${command.name} has no parameter ${option}. ${suggest(option, known)}`);
    }
    if (declared.names === 'output') {
      if (typeof value !== 'boolean')
        throw new UsageError(`${option} must be true or false: the answer holds the file.`);
      if (value) outputs.push(option);
      if (value) given[option] = keptName(option);
    } else given[option] = optionValue(option, declared, value, files);
  }
  if (given['inputFormat'] === undefined && files.allPlain) given['inputFormat'] = 'text';
  if (!('inputFormat' in declarations)) delete given['inputFormat'];
  if ('name' in declarations && given['name'] === undefined && files.names) given['name'] = files.names;
  if (!came.files) refuseFiles(declarations, given);
  return { words, given, held: files.held, outputs };
}

/** No path on disk. */
export const keptName = (option: string): string => `\0${option}`;

/** One parameter, read as if typed after its flag. */
function optionValue(option: string, declared: Declared, value: unknown, files: RequestFiles): unknown {
  const { kind, many, names } = declared;
  if (!kind) {
    if (typeof value !== 'boolean') throw new UsageError(`${option} must be true or false, not ${shown(value)}.`);
    return value || undefined;
  }
  const one = (each: unknown, number?: number): unknown => {
    if (names !== 'input' && names !== 'scores') return kind.read(plain(each, option), flagOf(option));
    if (isInline(each) && onlyPaths.includes(option)) throw new UsageError(`${option} must be a path: it cannot come with the request.`); // prettier-ignore
    return files.take(each, number === undefined ? option : `${option} ${number}`, keyOf(option), option);
  };
  if (!many) return one(value);
  const list = listOf(value, option);
  return list.map((each, i) => one(each, list.length > 1 ? i + 1 : undefined));
}

/** Threads read analyses themselves; lists of systems can also be names. */
const onlyPaths = ['analyses', 'constrained', 'unlisted'];

const keyOf = (option: string): 'src' | 'ref' => (option === 'source' ? 'src' : 'ref');

interface Inline {
  readonly name?: unknown;
  readonly texts?: unknown;
  readonly content?: unknown;
  /** The place among the bytes that followed the request. */
  readonly attached?: unknown;
}

const isInline = (value: unknown): value is Inline =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Files of a request: paths, or objects that hold a name and texts, one for each segment, the content of a file, or lines that followed the request. */
class RequestFiles {
  readonly held = new Map<string, Uint8Array>();
  readonly #came: Came;
  /** Names of systems, if all outputs are texts. */
  names: string[] | undefined;
  /** Whether every output can be a line of plain text. */
  allPlain = false;

  constructor(came: Came) {
    this.#came = came;
  }

  /** Looks at all outputs first: they have one format, and either all of them are named here or none. */
  areTexts(outputs: readonly unknown[]): void {
    if (outputs.length === 0 || !outputs.every((each) => isInline(each) && (each.texts ?? each.attached) !== undefined))
      return;
    this.names = [];
    this.allPlain = outputs.every((each) => !isInline(each) || !Array.isArray(each.texts) || isLines(each.texts));
  }

  /** The path to open. */
  take(value: unknown, usual: string, key: 'hyp' | 'ref' | 'src', parameter: string): string {
    if (typeof value === 'string') {
      if (this.#came.files && value !== '-') return value;
      throw new UsageError(
        value === '-'
          ? `${parameter}: standard input holds the requests. Send the texts in the request.`
          : `${parameter}: this server reads no files. Send the texts in the request: {"name": "a", "texts": ["…"]}.`,
      );
    }
    if (!isInline(value)) {
      throw new UsageError(`${parameter} must hold paths or objects with texts or content, not ${shown(value)}.`);
    }
    const { name = usual, texts, content, attached, ...rest } = value;
    if (typeof name !== 'string' || name === '') throw new UsageError(`${parameter}: name must be a text.`);
    const other = Object.keys(rest)[0];
    if (other !== undefined) throw new UsageError(`${parameter}: ${name} has ${other}, which is not known. Known: name, texts, content, attached.`); // prettier-ignore
    if ([texts, content, attached].filter((each) => each !== undefined).length !== 1) {
      throw new UsageError(
        `${parameter}: ${name} needs either texts, a list, or content, a text, or attached, a number.`,
      );
    }
    // What a command does with a path, besides opening it, must not depend on a name that came with a request.
    const hasFolders = /[/\\]/.test(name);
    // Without an ending that means something.
    const path = isPlainText(name) && !hasFolders && uncompressed(name) === name && name !== '-' ? name : usual;
    if (attached !== undefined) {
      const bytes = this.#came.attached[attached as number];
      if (!bytes) throw new UsageError(`${parameter}: ${name}: attached must be the place, from 0, of one of the ${this.#came.attached.length} attached.`); // prettier-ignore
      if (key === 'hyp') this.names?.push(name);
      return this.#hold(path, bytes);
    }
    if (texts === undefined && hasFolders) throw new UsageError(`${parameter}: ${name} must be the name of a file, without folders.`); // prettier-ignore
    if (texts === undefined)
      return this.#hold(name, wellFormed(text(content, `${parameter}: content of ${name}`), name));
    const list = listOf(texts, `${parameter}: texts of ${name}`);
    const wrong = list.findIndex((each) => typeof each !== 'string');
    if (wrong >= 0) {
      throw new UsageError(`${name}, segment ${wrong + 1}: expected a text, not ${shown(list[wrong])}.`);
    }
    if (key === 'hyp') this.names?.push(name);
    if (key === 'hyp' ? this.allPlain || (!this.names && isLines(list)) : isLines(list)) {
      return this.#hold(path, lines(list as string[], name));
    }
    const objects = (list as string[]).map((each, i) => JSON.stringify({ [key]: wellFormed(each, name, i) }));
    return this.#hold(`${path}.jsonl`, lines(objects, name));
  }

  #hold(path: string, content: string | Uint8Array): string {
    if (this.held.has(path)) throw new UsageError(`Two files of the request are named ${path}. Rename one.`);
    this.held.set(path, typeof content === 'string' ? Buffer.from(content) : content);
    return path;
  }
}

/** Whether texts can be written as lines: none has a line break, and the first does not start with a byte order mark. */
function isLines(texts: readonly unknown[]): boolean {
  const first = texts[0];
  if (typeof first === 'string' && first.startsWith('\ufeff')) return false;
  return !texts.some((each) => typeof each === 'string' && (each.includes('\n') || each.endsWith('\r')));
}

function lines(texts: readonly string[], name: string): string {
  const all = texts.length === 0 ? '' : `${texts.join('\n')}\n`;
  if (all.isWellFormed()) return all;
  const wrong = texts.findIndex((each) => !each.isWellFormed());
  return wellFormed(texts[wrong]!, name, wrong);
}

/** Half a surrogate pair has no UTF-8, and scores of what would replace it would be meaningless. */
function wellFormed(content: string, name: string, segment?: number): string {
  if (content.isWellFormed()) return content;
  const where = segment === undefined ? name : `${name}, segment ${segment + 1}`;
  throw new UsageError(`${where}: the text has half of a surrogate pair, which is not valid Unicode. Remove or replace it.`); // prettier-ignore
}

export function listOf(value: unknown, parameter: string): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new UsageError(`${parameter} must be a list, not ${shown(value)}.`);
}

function text(value: unknown, parameter: string): string {
  if (typeof value === 'string') return value;
  throw new UsageError(`${parameter} must be a text, not ${shown(value)}.`);
}

function plain(value: unknown, parameter: string): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new UsageError(`${parameter} must be a text or a number, not ${shown(value)}.`);
}

/** What a value is, for messages. */
export const shown = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : JSON.stringify(value); // prettier-ignore

/** Options that read files without being declared as one. */
const patterns = ['runs'];

function refuseFiles(declarations: Declarations, given: Readonly<Record<string, unknown>>): void {
  for (const option of patterns) {
    if (given[option] !== undefined) throw new UsageError(`${option}: this server reads no files. Leave it out.`);
  }
  const typed = named(declarations, given, 'metrics');
  const [file] = filesOfMetrics(typed);
  if (file !== undefined) throw new UsageError(`metric: ${file} is a file, and this server reads no files.`);
  const program = typed.find((word) => word !== 'none' && runsProgram(parseMetric(word)));
  if (program !== undefined)
    throw new UsageError(`metric: ${program} starts a program, which this server does not do.`);
}
