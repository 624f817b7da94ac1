/**
 * `assay.config.json`: defaults of a project, found upwards from the working directory. Options that were typed win. It never applies to
 * `assay sacrebleu`, to servers, or to requests of other programs, and it can neither start a program nor name a file to write, but for
 * the history of a gate: who runs Assay in a folder of somebody else must not be surprised.
 *
 * Every run looks for the file, so this module must stay small.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError, isUsageError, runsProgram, suggest } from '../core/index.ts';
import { scoreFileOf } from '../data/index.ts';
import { parseMetric } from '../engine/index.ts';
import { configKeys } from './configKeys.generated.ts';
import type { Declarations, Declared } from './options.ts';

const configName = 'assay.config.json';

/** Where the options of all commands are. */
const shared = 'all';

interface Setting {
  readonly value: unknown;
  readonly line: number;
}

export interface Config {
  readonly path: string;
  /** By section, then option. */
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, Setting>>;
}

/** A setting that applies to a command, as its `run` receives it. */
export interface AppliedSetting extends Setting {
  readonly section: string;
  /** As written in the file. */
  readonly written: unknown;
}

/** The file that applies: the nearest one, upwards. `ASSAY_CONFIG` names another one, or is `off`. */
export function findConfig(environment: NodeJS.ProcessEnv = process.env, from = process.cwd()): Config | undefined {
  const named = environment['ASSAY_CONFIG'];
  if (named === 'off') return undefined;
  if (named) {
    const path = resolve(named);
    const text = textOf(path);
    if (text === undefined) throw new UsageError(`ASSAY_CONFIG names ${named}, which does not exist.`);
    return readConfig(path, text);
  }
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, configName);
    const text = textOf(path);
    if (text !== undefined) return readConfig(path, text);
    if (dirname(folder) === folder) return undefined;
  }
}

/** Undefined if there is no such file. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`Cannot read ${path}: ${code}. Set ASSAY_CONFIG=off to run without it.`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks the names of all sections and options; values are checked where they are used. */
function readConfig(path: string, text: string): Config {
  const { value, lines } = parsed(path, text);
  if (!isObject(value)) throw new UsageError(`${path}:1: expected an object such as {"all": {"digits": 1}}.`);
  const sections = new Map<string, Map<string, Setting>>();
  for (const [section, options] of Object.entries(value)) {
    if (section === '$schema') continue;
    const line = lines.get(section)!;
    const known = Object.hasOwn(configKeys, section) ? configKeys[section]!.split(' ') : undefined;
    if (!known) {
      const isOption = configKeys[shared]!.split(' ').includes(section);
      const advice = isOption
        ? `Put it into "${shared}": {"${section}": …}.`
        : suggest(section, Object.keys(configKeys));
      throw new UsageError(`${path}:${line}: unknown section "${section}". ${advice}`);
    }
    if (!isObject(options)) throw new UsageError(`${path}:${line}: "${section}" must be an object of options.`);
    const settings = new Map<string, Setting>();
    for (const [option, given] of Object.entries(options)) {
      const at = lines.get(`${section}\0${option}`)!;
      if (!known.includes(option)) {
        const of = section === shared ? 'several commands' : `assay ${section}`;
        throw new UsageError(`${path}:${at}: "${option}" is not an option of ${of} that can be set here. ${suggest(option, known)}`); // prettier-ignore
      }
      settings.set(option, { value: given, line: at });
    }
    sections.set(section, settings);
  }
  return { path, sections };
}

/** The settings that apply to a command with these options: those of its own section before those of all. */
export function settingsFor(config: Config, command: string, declarations: Declarations): Map<string, AppliedSetting> {
  const found = new Map<string, AppliedSetting>();
  for (const section of [shared, command]) {
    for (const [option, { value, line }] of config.sections.get(section) ?? []) {
      const declared = declarations[option];
      // Not all commands have an option of `all`, and some take metrics for something else.
      if (!declared || (section === shared && !isOfAll(declared))) continue;
      const read = settingValue(declared, value, option, `${config.path}:${line}`, dirname(config.path));
      if (read === undefined) found.delete(option);
      else found.set(option, { value: read, written: value, line, section });
    }
  }
  return found;
}

/** Whether `all` may set it, if other commands have the same. */
export const isOfAll = ({ names, inConfig }: Declared): boolean => names !== 'metrics' || inConfig === true;

/** As if typed; undefined for a switch that is off. */
function settingValue(declared: Declared, value: unknown, option: string, where: string, folder: string): unknown {
  const { kind, many, names, takes } = declared;
  const wrong = (expected: string): UsageError =>
    new UsageError(`${where}: "${option}" must be ${expected}, not ${JSON.stringify(value)}.`);
  if (!kind) {
    if (typeof value !== 'boolean') throw wrong('true or false');
    return value || undefined;
  }
  const one = (each: unknown): unknown => {
    if (typeof each !== 'string' && typeof each !== 'number') throw wrong(`${many ? 'a list of ' : ''}${kind.accepts}`);
    if (names === 'metrics') checkMetric(String(each), where);
    const placed = inFolder(String(each), names, folder);
    const read = relabelled(() => kind.read(placed ?? each, `"${option}"`), where);
    // What takes all words that follow is read later, together with files that may follow.
    return takes ? String(each) : read;
  };
  if (!many) return one(value);
  if (!Array.isArray(value)) throw wrong('a list');
  return value.map(one);
}

/** Paths are relative to the file that names them. */
function inFolder(value: string, names: Declared['names'], folder: string): string | undefined {
  if (names === 'input' || names === 'output') return value === '-' ? value : resolve(folder, value);
  if (names !== 'scores') return undefined;
  const { path } = scoreFileOf(value);
  return value.slice(0, value.length - path.length) + resolve(folder, path);
}

function checkMetric(typed: string, where: string): void {
  if (typed === 'none') return;
  const metric = relabelled(() => parseMetric(typed), where);
  if (runsProgram(metric)) {
    throw new UsageError(`${where}: ${metric.definition.id} starts a program, which must be typed: -m '${typed}'.`);
  }
}

/** An error says where in the file its cause is. */
function relabelled<T>(work: () => T, where: string): T {
  try {
    return work();
  } catch (error) {
    throw isUsageError(error) ? new UsageError(`${where}: ${error.message}`) : error;
  }
}

/** The value of a JSON text, and the line of every key of its first two levels, as `section` and `section\0option`. */
function parsed(path: string, text: string): { value: unknown; lines: Map<string, number> } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const { message } = error as Error;
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.trimEnd().length);
    throw new UsageError(`${path}:${lineAt(text, at)}: not valid JSON: ${message.replace(/ (?:in JSON )?at position.*$/, '')}.`); // prettier-ignore
  }
  const lines = new Map<string, number>();
  const keys: string[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token.endsWith(':') && depth <= 2) {
      keys[depth - 1] = JSON.parse(token.replace(/\s*:$/, '')) as string;
      const name = keys.slice(0, depth).join('\0');
      const line = lineAt(text, index);
      if (lines.has(name)) throw new UsageError(`${path}:${line}: "${keys[depth - 1]}" is given twice; first in line ${lines.get(name)}.`); // prettier-ignore
      lines.set(name, line);
    }
  }
  return { value, lines };
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
