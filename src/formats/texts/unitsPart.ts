/** Files of translation tools, which hold units with a source and its translations: XLIFF, TMX and PO. */
import { UsageError, counted } from '../../core/index.ts';
import { TablePart, type Texts } from './table.ts';
import type { FileRole } from './textFormat.ts';

export interface Unit {
  /** Its name in messages: `unit "3" (line 17)`. */
  readonly name: string;
  /** The key that matches it with other files of the format; undefined if it has none. */
  readonly key: string | undefined;
  readonly source: string;
  readonly labels?: Readonly<Record<string, string | undefined>>;
}

/** Translations of all units, with gaps. */
export interface Translations {
  /** What they are, for messages: `target`. */
  readonly what: string;
  readonly texts: Texts;
}

interface UnitFile {
  readonly file: string;
  readonly format: string;
  readonly units: readonly Unit[];
  readonly systems: ReadonlyMap<string | undefined, Translations>;
  readonly references: ReadonlyMap<string, Translations>;
  readonly notes: readonly string[];
}

/** What a file contributes in its role. A unit without a translation counts as an empty text. */
export function unitsPart({ file, format, units, systems, references, notes }: UnitFile, role: FileRole): TablePart {
  const isLabels = role === 'labels';
  const labels = labelsOf(units);
  if (isLabels && labels.size === 0) throw new UsageError(`${file} has no labels.`);
  const said: string[] = [];
  const filled = <K>(all: ReadonlyMap<K, Translations>, isOutput: boolean): Map<K, Texts> =>
    new Map(
      [...all].map(([name, { what, texts }]) => {
        const full = units.map((_, i) => texts[i] ?? '');
        const empty = full.filter((text) => text.trim() === '').length;
        if (empty === units.length) {
          throw new UsageError(
            `${file} has no translations: none of its ${counted(units.length, 'segment')} has a ${what}.`,
          );
        }
        if (isOutput && empty > 0) {
          const has = empty === 1 ? 'has' : 'have';
          said.push(
            `${file}: ${empty} of ${counted(units.length, 'segment')} ${has} no ${what} and ${empty === 1 ? 'counts' : 'count'} as empty.`,
          );
        }
        return [name, full];
      }),
    );
  const table = {
    file,
    size: units.length,
    systems: filled(role === 'output' ? systems : new Map<string | undefined, Translations>(), true),
    references: filled(role === 'output' || role === 'reference' ? references : new Map<string, Translations>(), false),
    sources: isLabels ? undefined : units.map(({ source }) => source),
    labels,
    hasOwnLabels: true,
    nameOf: (segment: number) => units[segment]!.name,
    keys: uniqueKeys(units),
    keyKind: format,
    partialReferences: false,
    notes: [...notes, ...said],
  };
  return new TablePart(table);
}

/** Keys identify units only if all units have one and no two are equal. */
function uniqueKeys(units: readonly Unit[]): string[] | undefined {
  const keys = units.map(({ key }) => key);
  const isComplete = (all: readonly (string | undefined)[]): all is string[] => !all.includes(undefined);
  return isComplete(keys) && new Set(keys).size === keys.length ? keys : undefined;
}

/** By name; those that no unit has are left out. */
function labelsOf(units: readonly Unit[]): Map<string, Texts> {
  const names = new Set<string>();
  for (const { labels = {} } of units) {
    for (const [name, value] of Object.entries(labels)) if (value !== undefined) names.add(name);
  }
  return new Map([...names].map((name) => [name, units.map(({ labels }) => labels?.[name])]));
}
