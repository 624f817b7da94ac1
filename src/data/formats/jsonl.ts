/** JSON Lines: one object per line, each a segment (or, in long form, a segment of one system). */
import { UsageError } from '../../core/index.ts';
import { checkColumns, columnOf, knownColumns, longForm, segmentColumn, systemColumn } from '../columns.ts';
import { type LineFormat, detachedLabels, linePart } from '../linePart.ts';
import { openLong, segmentKey } from '../longTable.ts';
import type { Rows } from '../part.ts';
import { type TextFormat, openLines } from './textFormat.ts';
import { type JsonRow, readRow } from './jsonRow.ts';

export const jsonl = {
  id: 'jsonl',
  summary: 'JSON Lines: an object for each segment, or for each segment of a system',
  extensions: ['.jsonl', '.ndjson'],
  systems: 'a key of the object `systems`, a key `hyp:NAME`, or the key `system`; the name of the file for `hyp` alone',
  async open(input) {
    const { name } = input;
    const reader = await openLines(input);
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
    parse(lines, before): Rows {
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
