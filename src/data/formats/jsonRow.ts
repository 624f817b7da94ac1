/** One line of a JSONL file, its keys told apart. */
import { UsageError } from '../../core/index.ts';
import { type Column, columnOf } from '../columns.ts';
import { isObject } from '../json.ts';

export interface JsonRow {
  /** As written. */
  readonly keys: readonly string[];
  /** Texts by system; undefined is the one named after the file. */
  readonly systems: ReadonlyMap<string | undefined, string>;
  /** Undefined if no key holds references, even as null. */
  readonly references: readonly (string | undefined)[] | undefined;
  readonly source: string | undefined;
  /** Undefined where the value is null. */
  readonly labels: ReadonlyMap<string, string | undefined>;
  /** Keys whose values cannot be labels. */
  readonly others: readonly string[];
}

/** What a key holds: as in a TSV file, and some that only JSON can hold. */
type Key = Column | { readonly holds: 'references' | 'systems' };

/** Keys repeat on every line, so each is looked at once; bounded, since nothing stops a file from having many. */
const keys = new Map<string, Key>();

function keyOf(name: string): Key {
  let key = keys.get(name);
  if (!key) {
    if (keys.size > 1000) keys.clear();
    key = /^(?:references|refs)$/i.test(name)
      ? { holds: 'references' }
      : /^(?:systems|hypotheses|outputs)$/i.test(name)
        ? { holds: 'systems' }
        : columnOf(name);
    keys.set(name, key);
  }
  return key;
}

export function readRow(line: string, place: string): JsonRow {
  const object = parseObject(line, place);
  const systems = new Map<string | undefined, string>();
  const labels = new Map<string, string | undefined>();
  const others: string[] = [];
  let references: (string | undefined)[] | undefined;
  let source: string | undefined;
  const names = Object.keys(object);
  for (const name of names) {
    const value = object[name];
    const key = keyOf(name);
    if (key.holds === 'reference' || key.holds === 'references') {
      (references ??= []).push(...readReferences(value, place, name));
    } else if (key.holds === 'label') {
      if (typeof value === 'object' && value !== null) others.push(name);
      else labels.set(key.name, value === null ? undefined : String(value));
    } else if (value === null) {
      // Not given.
    } else if (key.holds === 'source') {
      source = readText(value, place, name);
    } else if (key.holds === 'hypothesis') {
      putSystem(systems, key.system, value, place, name);
    } else {
      if (!isObject(value)) throw wrongType(place, name, 'an object of names and texts', value);
      for (const [system, text] of Object.entries(value)) putSystem(systems, system, text, place, `${name}.${system}`);
    }
  }
  return { keys: names, systems, references, source, labels, others };
}

function parseObject(line: string, place: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  if (line.trim() === '') throw new UsageError(`${place}: an empty line; every line must hold one JSON object.`);
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new UsageError(`${place}: not valid JSON: ${shortened((error as Error).message)}`, { cause: error });
  }
  if (!isObject(value)) throw new UsageError(`${place}: ${typeName(value)}; every line must hold one JSON object.`);
  return value;
}

/** Without what newer versions of V8 quote from the line, which may be long. */
const shortened = (message: string): string => {
  const line = message.split('\n')[0]!.replace(/, (?:\.\.\.)?".*is not valid JSON$/s, '');
  return `${line.length > 100 ? `${line.slice(0, 100)}…` : line}.`;
};

function putSystem(
  systems: Map<string | undefined, string>,
  name: string | undefined,
  value: unknown,
  place: string,
  key: string,
): void {
  if (value === null) return;
  if (systems.has(name)) throw new UsageError(`${place}: "${key}" gives a system that is there already.`);
  systems.set(name, readText(value, place, key));
}

function readReferences(value: unknown, place: string, key: string): (string | undefined)[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return [readText(value, place, key, 'a text or a list of texts')];
  return value.map((item: unknown) => (item === null ? undefined : readText(item, place, key)));
}

function readText(value: unknown, place: string, key: string, wanted = 'a text'): string {
  if (typeof value !== 'string') throw wrongType(place, key, wanted, value);
  return value;
}

const wrongType = (place: string, key: string, wanted: string, value: unknown): UsageError =>
  new UsageError(`${place}: "${key}" must be ${wanted}, not ${typeName(value)}.`);

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : typeof value === 'boolean' ? String(value) : 'a number';
}
