/** A file in memory, for formats that are not read line by line: markup, spreadsheets and the long form. */
import { UsageError, present } from '../../core/index.ts';
import type { Holdings, Part, Rows } from './textFormat.ts';

/** Texts by segment, with gaps. */
export type Texts = (string | undefined)[];

export interface Table {
  readonly file: string;
  readonly size: number;
  readonly systems: ReadonlyMap<string | undefined, Texts>;
  readonly references: ReadonlyMap<string, Texts>;
  readonly sources: Texts | undefined;
  readonly labels: ReadonlyMap<string, Texts>;
  /** The name of a segment in messages: `document "d", segment 3`. */
  nameOf(segment: number): string;
  /** The key that matches segments across files; undefined matches them by order. */
  readonly keys: readonly string[] | undefined;
  /** What the keys are; those of another kind do not match. By default document and number. */
  readonly keyKind?: string;
  /** Whether labels belong to the translations of this file, such as their state, so that those of other files can differ. */
  readonly hasOwnLabels?: boolean;
  /** Whether a reference can lack segments that others have, like a translator in WMT's XML. */
  readonly partialReferences: boolean;
  readonly notes: readonly string[];
  /** Its column names, if any. */
  readonly columns?: readonly string[];
}

/** The outputs and the source of a table, with their names in messages; segments missing from them cannot be scored. */
function* complete(table: Table): Generator<[string, Texts]> {
  if (table.sources) yield ['the source', table.sources];
  for (const [name, texts] of table.systems) {
    yield [name === undefined ? 'the system' : `system ${JSON.stringify(name)}`, texts];
  }
}

/** Refuses a table whose parts do not have the same segments; with `strict` this includes the references. */
export function checkTable(table: Table, strict: boolean): void {
  const { file, size } = table;
  if (size === 0) throw new UsageError(`${file} has no segments.`);
  const references = [...table.references];
  for (const [, texts] of references.length > 1 && strict && !table.partialReferences ? references : []) {
    const gap = findGap(texts, size, (i) => references.some(([, other]) => other[i] !== undefined));
    if (gap !== undefined) {
      throw new UsageError(
        `${file}: a reference lacks ${table.nameOf(gap)}, which another has. ` +
          'Fill it in, or use --empty-references missing.',
      );
    }
  }
  for (const [name, texts] of complete(table)) {
    const gap = findGap(texts, size, () => true);
    if (gap !== undefined) throw new UsageError(`${file}: ${name} lacks ${table.nameOf(gap)}, which the file has.`);
  }
}

function findGap(texts: Texts, size: number, counts: (segment: number) => boolean): number | undefined {
  for (let i = 0; i < size; i++) if (texts[i] === undefined && counts(i)) return i;
  return undefined;
}

/**
 * The table with its segments in the order of another table. Both must have the same segments,
 * except that references may have fewer where `strict` is false.
 */
export function alignTable(table: Table, keys: readonly string[], base: Table, strict: boolean): Table {
  const own = new Map(table.keys!.map((key, i) => [key, i]));
  const onlyReferences = table.systems.size === 0 && table.sources === undefined;
  const order = keys.map((key) => own.get(key));
  const gap = order.indexOf(undefined);
  if (gap >= 0 && (strict || !onlyReferences)) {
    const more = order.filter((i) => i === undefined).length - 1;
    throw new UsageError(`${table.file} lacks ${base.nameOf(gap)}, which ${base.file} has${andMore(more)}.`);
  }
  const wanted = new Set(keys);
  const extra = table.keys!.flatMap((key, i) => (wanted.has(key) ? [] : [i]));
  if (extra.length > 0) {
    throw new UsageError(
      `${table.file} has ${table.nameOf(extra[0]!)}, which ${base.file} lacks${andMore(extra.length - 1)}.`,
    );
  }
  const sorted = (texts: Texts): Texts => order.map((i) => (i === undefined ? undefined : texts[i]));
  const all = <K>(columns: ReadonlyMap<K, Texts>): Map<K, Texts> =>
    new Map([...columns].map(([name, texts]) => [name, sorted(texts)]));
  return {
    ...table,
    size: keys.length,
    keys,
    systems: all(table.systems),
    references: all(table.references),
    sources: table.sources && sorted(table.sources),
    labels: all(table.labels),
    nameOf: (segment) => base.nameOf(segment),
  };
}

const andMore = (count: number): string => (count === 0 ? '' : `, and ${count} more`);

/** Serves a checked table in batches. */
export class TablePart implements Part {
  readonly file: string;
  readonly holds: Holdings;
  readonly unit = 'segment';
  readonly notes: readonly string[];
  readonly table: Table;
  readonly #texts: readonly Texts[];
  #taken = 0;

  constructor(table: Table) {
    this.file = table.file;
    this.notes = table.notes;
    this.table = table;
    this.holds = {
      systems: [...table.systems.keys()],
      references: table.references.size > 0,
      source: table.sources !== undefined,
      ...present({ columns: table.columns }),
    };
    this.#texts = [...table.systems.values(), ...table.references.values(), ...(table.sources ? [table.sources] : [])];
  }

  offer(most: number, characters: number): Promise<number> {
    const available = Math.min(most, this.table.size - this.#taken);
    let count = 0;
    for (let held = 0; count < available && held < characters; count++) {
      for (const texts of this.#texts) held += texts[this.#taken + count]?.length ?? 0;
    }
    return Promise.resolve(count);
  }

  take(count: number): Rows {
    const { systems, references, sources, labels } = this.table;
    const start = this.#taken;
    this.#taken += count;
    const run = <T extends string | undefined>(texts: Texts): T[] =>
      Array.from({ length: count }, (_, i) => texts[start + i] as T);
    return {
      hypotheses: [...systems.values()].map((texts) => run<string>(texts)),
      references: [...references.values()].map((texts) => run(texts)),
      ...(sources ? { sources: run<string>(sources) } : {}),
      labels: new Map([...labels].map(([name, texts]) => [name, run(texts)])),
    };
  }

  total(): Promise<number> {
    return Promise.resolve(this.table.size);
  }

  where(segment: number): string {
    return `${this.file}, ${this.table.nameOf(segment)}`;
  }
}
