/** JSON Lines: one object per line, each a segment (or, in long form, a segment of one system). */
import { UsageError } from '../../core/index.ts';
import { isObject, tryJson } from '../json.ts';
import {
  type Column,
  checkColumns,
  choosingAdvice,
  columnOf,
  knownColumns,
  longForm,
  manyReferences,
  manySystems,
  segmentColumn,
  systemColumn,
} from './columns.ts';
import { openLong, segmentKey } from './longTable.ts';
import { type LineFormat, type TextFormat, detachedLabels, linePart, openLines } from './textFormat.ts';

export const jsonl = {
  id: 'jsonl',
  summary: 'JSON Lines; one object per segment, or per system and segment',
  extensions: ['.jsonl', '.ndjson'],
  recognises([line]) {
    const value = line.startsWith('{') ? tryJson(line) : undefined;
    return isObject(value) && Object.keys(value).length > 0;
  },
  systems: 'a key of the object `systems`, a key `hyp:NAME`, or the key `system`; the file name for `hyp` alone',
  async open(source, role, chosen) {
    const { name } = source;
    const reader = await openLines(source);
    const meaning = (key: string): string => (role === 'labels' || !chosen ? key : chosen.meant(key));
    const first = readRow(reader.peek(), `${name}, line 1`, meaning);
    const { keys } = first;
    if (role !== 'labels') chosen?.see(keys);
    const meant = keys.map(meaning);
    checkColumns(`${name}, line 1`, keys, meant.map(columnOf));
    if (longForm(meant))
      return openLong(name, reader, (line, number) => longRow(line, `${name}, line ${number}`, meaning));
    if (first.systems.size === 0 && first.references === undefined && first.source === undefined) {
      if (!first.labels.has('document') && !first.labels.has('domain')) {
        throw new UsageError(
          `${name}, line 1: none of its keys (${keys.join(', ')}) is known. ` +
            `Known: ${knownColumns}, references (a list), systems (an object of names and texts). ${choosingAdvice(keys)}`,
        );
      }
    }
    return linePart(name, reader, wideForm(name, first, meaning));
  },
} as const satisfies TextFormat;

/** More notes than this are useless, and a file can have a new key on every line. */
const mostLeftOut = 20;

/** The first line defines the systems and labels; the others must have the same systems. */
function wideForm(file: string, first: JsonRow, meaning: Meaning): LineFormat {
  const systems = [...first.systems.keys()];
  const labelNames = [...first.labels.keys()];
  const notes: string[] = [];
  const leftOut = new Set<string>();
  const leaveOut = (key: string, why: string): void => {
    if (leftOut.has(key) || leftOut.size === mostLeftOut) return;
    leftOut.add(key);
    notes.push(`${file}: ${key} is not used as a label, since ${why}.`);
  };
  return {
    holds: {
      systems,
      references: first.references !== undefined,
      source: first.source !== undefined,
      columns: first.keys,
    },
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
        const row = readRow(lines[i]!, place, meaning);
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
        for (const key of row.others) leaveOut(key, 'it is not a string, a number, true or false');
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
    if (!row.systems.has(name)) throw new UsageError(`${place}: ${nameOf(name)} is missing, but line 1 has it.`);
  }
  if (row.systems.size === systems.length) return;
  for (const name of row.systems.keys()) {
    if (!systems.includes(name)) throw new UsageError(`${place}: ${nameOf(name)} is new: line 1 does not have it.`);
  }
}

/** A row of the long form. */
function longRow(line: string, place: string, meaning: Meaning) {
  const row = readRow(line, place, meaning);
  const hypothesis = row.systems.get(undefined);
  const system = labelUnder(systemColumn, row);
  if (system === undefined) throw new UsageError(`${place}: system is missing, but line 1 has it.`);
  if (hypothesis === undefined) throw new UsageError(`${place}: hyp is missing, but line 1 has it.`);
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

/** One line, with its keys sorted by role. */
interface JsonRow {
  /** As written. */
  readonly keys: readonly string[];
  /** Texts by system; undefined is the system named after the file. */
  readonly systems: ReadonlyMap<string | undefined, string>;
  /** Undefined if there is no key for references, not even null. */
  readonly references: readonly (string | undefined)[] | undefined;
  readonly source: string | undefined;
  /** Undefined if the value is null. */
  readonly labels: ReadonlyMap<string, string | undefined>;
  /** Keys whose values cannot be labels. */
  readonly others: readonly string[];
}

/** The role of a key: as in a TSV file, and some that only JSON has. */
type Key = Column | { readonly holds: 'references' | 'systems' };

/** Keys repeat on every line, so each is parsed once; bounded, since a file can have any number of keys. */
const keys = new Map<string, Key>();

function keyOf(name: string): Key {
  let key = keys.get(name);
  if (!key) {
    if (keys.size > 1000) keys.clear();
    key = manyReferences.test(name)
      ? { holds: 'references' }
      : manySystems.test(name)
        ? { holds: 'systems' }
        : columnOf(name);
    keys.set(name, key);
  }
  return key;
}

/** The name that gives a key its role. */
type Meaning = (key: string) => string;

function readRow(line: string, place: string, meaning: Meaning): JsonRow {
  const object = parseObject(line, place);
  const systems = new Map<string | undefined, string>();
  const labels = new Map<string, string | undefined>();
  const others: string[] = [];
  let references: (string | undefined)[] | undefined;
  let source: string | undefined;
  const names = Object.keys(object);
  for (const name of names) {
    const value = object[name];
    const key = keyOf(meaning(name));
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
      if (!isObject(value)) throw wrongType(place, name, 'an object of names and strings', value);
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

/** Without the part of the line that newer versions of V8 quote, which can be long. */
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
  if (systems.has(name)) throw new UsageError(`${place}: "${key}" repeats a system.`);
  systems.set(name, readText(value, place, key));
}

function readReferences(value: unknown, place: string, key: string): (string | undefined)[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return [readText(value, place, key, 'a string or a list of strings')];
  return value.map((item: unknown) => (item === null ? undefined : readText(item, place, key)));
}

function readText(value: unknown, place: string, key: string, wanted = 'a string'): string {
  if (typeof value !== 'string') throw wrongType(place, key, wanted, value);
  return value;
}

const wrongType = (place: string, key: string, wanted: string, value: unknown): UsageError =>
  new UsageError(`${place}: "${key}" must be ${wanted}, not ${typeName(value)}.`);

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a string' : typeof value === 'boolean' ? String(value) : 'a number';
}
