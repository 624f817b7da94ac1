/** One line of a JSONL file, its keys told apart. */
import { UsageError } from '../../core/index.ts';
import { columnOf } from '../columns.ts';

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
  /** For the long form: values of `system` and of the segment's number. */
  readonly system: string | undefined;
  readonly segment: string | undefined;
}

const listKeys = /^(?:references|refs)$/i;
const systemsKeys = /^(?:systems|hypotheses|outputs)$/i;

export function readRow(line: string, place: string): JsonRow {
  const object = parseObject(line, place);
  const systems = new Map<string | undefined, string>();
  const labels = new Map<string, string | undefined>();
  const others: string[] = [];
  let references: (string | undefined)[] | undefined;
  let source: string | undefined;
  let system: string | undefined;
  let segment: string | undefined;
  const keys = Object.keys(object);
  for (const key of keys) {
    const value = object[key];
    const column = columnOf(key);
    if (column.holds === 'reference' || listKeys.test(key)) {
      (references ??= []).push(...readReferences(value, place, key));
    } else if (systemsKeys.test(key) && isObject(value)) {
      for (const [name, text] of Object.entries(value)) putSystem(systems, name, text, place, `${key}.${name}`);
    } else if (value === null) {
      if (column.holds === 'label' && !systemsKeys.test(key)) labels.set(column.name, undefined);
    } else if (column.holds === 'source') {
      source = readText(value, place, key);
    } else if (column.holds === 'hypothesis') {
      putSystem(systems, column.system, value, place, key);
    } else if (systemsKeys.test(key)) {
      throw wrongType(place, key, 'an object of names and texts', value);
    } else if (typeof value === 'object') {
      others.push(key);
    } else {
      labels.set(column.name, String(value));
      if (/^(?:system|sys)$/i.test(key)) system = String(value);
      if (/^(?:segment|seg|id|sid|segment_id)$/i.test(key)) segment = String(value);
    }
  }
  return { keys, systems, references, source, labels, others, system, segment };
}

function parseObject(line: string, place: string): Record<string, unknown> {
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
