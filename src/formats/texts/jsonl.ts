/** JSON Lines: one object per line, each a segment (or, in long form, a segment of one system). */
import { UsageError } from '../../core/index.ts';
import { isObject } from '../json.ts';
import { type Column, checkColumns, columnOf, knownColumns, longForm, segmentColumn, systemColumn } from './columns.ts';
import { openLong, segmentKey } from './longTable.ts';
import { type LineFormat, type TextFormat, detachedLabels, linePart, openLines } from './textFormat.ts';

export const jsonl = {
  id: 'jsonl',
  summary: 'JSON Lines: an object for each segment, or for each segment of a system',
  extensions: ['.jsonl', '.ndjson'],
  systems: 'a key of the object `systems`, a key `hyp:NAME`, or the key `system`; the name of the file for `hyp` alone',
  async open(source) {
    const { name } = source;
    const reader = await openLines(source);
    const first = readRow(reader.peek(), `${name}, line 1`);
    const keys = [...first.keys];
    checkColumns(`${name}, line 1`, keys, keys.map(columnOf));
    if (longForm(keys)) return openLong(name, reader, (line, number) => longRow(line, `${name}, line ${number}`));
    if (first.systems.size === 0 && first.references === undefined && first.source === undefined) {
      if (!first.labels.has('document') && !first.labels.has('domain')) {
        throw new UsageError(
          `${name}, line 1: none of its keys (${keys.join(', ')}) is known. ` +
            `Known: ${knownColumns}, references (a list), systems (an object of names and texts).`,
        );
      }
    }
    return linePart(name, reader, wideForm(name, first));
  },
} as const satisfies TextFormat;

/** More notes than this are of no use, and a file may have a new key on every line. */
const mostLeftOut = 20;

/** The first line says which systems and labels there are; the others must have the same systems. */
function wideForm(file: string, first: JsonRow): LineFormat {
  const systems = [...first.systems.keys()];
  const labelNames = [...first.labels.keys()];
  const notes: string[] = [];
  const leftOut = new Set<string>();
  const leaveOut = (key: string, why: string): void => {
    if (leftOut.has(key) || leftOut.size === mostLeftOut) return;
    leftOut.add(key);
    notes.push(`${file}: ${key} is left out as a label, since ${why}.`);
  };
  return {
    holds: { systems, references: first.references !== undefined, source: first.source !== undefined },
    unit: 'line',
    notes,
    parse(lines, before) {
      const size = lines.length;
      const hypotheses = systems.map(() => new Array<string>(size));
      const references: (string | undefined)[][] = [];
      const sources = new Array<string>(size);
      const labels = labelNames.map(() => new Array<string | undefined>(size));
      for (let i = 0; i < size; i++) {
        const place = `${file}, line ${before + i + 1}`;
        const row = readRow(lines[i]!, place);
        checkSystems(place, systems, row);
        systems.forEach((name, s) => (hypotheses[s]![i] = row.systems.get(name)!));
        row.references?.forEach((text, r) => {
          while (references.length <= r) references.push(new Array<string | undefined>(size).fill(undefined));
          references[r]![i] = text;
        });
        if ((row.source === undefined) !== (first.source === undefined)) {
          throw new UsageError(`${place}: ${first.source === undefined ? 'a' : 'no'} source, unlike line 1.`);
        }
        if (row.source !== undefined) sources[i] = row.source;
        labelNames.forEach((name, l) => (labels[l]![i] = row.labels.get(name)));
        for (const key of row.others) leaveOut(key, 'it is neither a text nor a number nor true or false');
        for (const name of row.labels.keys()) if (!first.labels.has(name)) leaveOut(name, 'line 1 lacks it');
      }
      return {
        hypotheses,
        references,
        ...(first.source === undefined ? {} : { sources }),
        labels: new Map(labelNames.map((name, l) => [name, detachedLabels(labels[l]!)])),
      };
    },
  };
}

const nameOf = (system: string | undefined): string =>
  system === undefined ? 'hyp' : `system ${JSON.stringify(system)}`;

function checkSystems(place: string, systems: readonly (string | undefined)[], row: JsonRow): void {
  for (const name of systems) {
    if (!row.systems.has(name)) throw new UsageError(`${place}: ${nameOf(name)} is missing, which line 1 has.`);
  }
  if (row.systems.size === systems.length) return;
  for (const name of row.systems.keys()) {
    if (!systems.includes(name)) throw new UsageError(`${place}: ${nameOf(name)} is new, line 1 lacks it.`);
  }
}

/** A row of the long form. */
function longRow(line: string, place: string) {
  const row = readRow(line, place);
  const hypothesis = row.systems.get(undefined);
  const system = labelUnder(systemColumn, row);
  if (system === undefined) throw new UsageError(`${place}: system is missing, which line 1 has.`);
  if (hypothesis === undefined) throw new UsageError(`${place}: hyp is missing, which line 1 has.`);
  return {
    system,
    key: segmentKey(labelUnder(segmentColumn, row), row.labels.get('document')),
    hypothesis,
    source: row.source,
    references: row.references ?? [],
    labels: new Map([...row.labels].filter(([name]) => !systemColumn.test(name))),
  };
}

function labelUnder(names: RegExp, row: JsonRow): string | undefined {
  for (const [name, value] of row.labels) if (names.test(name)) return value;
  return undefined;
}

/** One line, its keys told apart. */
interface JsonRow {
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

function readRow(line: string, place: string): JsonRow {
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
