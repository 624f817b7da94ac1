/** Long form: each row is one segment of one system. Loaded whole, since systems can be in any order. */
import { UsageError } from '../../core/index.ts';
import { known } from './documentTable.ts';
import type { LineReader } from '../lineReader.ts';
import { type Table, TablePart, type Texts, checkTable } from './table.ts';

interface LongRow {
  readonly system: string;
  /** Document and number of the segment, if the file has them; undefined means that the rows of each system are counted. */
  readonly key: string | undefined;
  readonly hypothesis: string;
  readonly source: string | undefined;
  readonly references: readonly (string | undefined)[];
  readonly labels: ReadonlyMap<string, string | undefined>;
}

export class LongTable implements Table {
  readonly file: string;
  readonly systems = new Map<string, Texts>();
  readonly references = new Map<string, Texts>();
  sources: Texts | undefined;
  readonly labels = new Map<string, Texts>();
  readonly keys = undefined;
  readonly partialReferences = true;
  readonly notes: string[] = [];
  readonly #byKey = new Map<string, number>();
  /** Rows of each system so far. */
  readonly #rows = new Map<string, number>();
  readonly #word: 'line' | 'row';
  /** The line or row on which a segment was first seen. */
  readonly #lines: number[] = [];
  readonly #names: string[] = [];
  readonly #varying = new Set<string>();

  constructor(file: string, word: 'line' | 'row' = 'line') {
    this.file = file;
    this.#word = word;
  }

  get size(): number {
    return this.#lines.length;
  }

  nameOf(segment: number): string {
    return `segment ${this.#names[segment]} (${this.#word} ${this.#lines[segment]})`;
  }

  add(row: LongRow, line: number): void {
    const place = `${this.file}, ${this.#word} ${line}`;
    const count = (this.#rows.get(row.system) ?? 0) + 1;
    this.#rows.set(row.system, count);
    const key = row.key ?? String(count);
    let segment = this.#byKey.get(key);
    const isNew = segment === undefined;
    if (segment === undefined) {
      segment = this.#lines.length;
      this.#byKey.set(key, segment);
      this.#lines.push(line);
      this.#names.push(key);
    }
    const hypotheses = known(this.systems, row.system);
    if (hypotheses[segment] !== undefined) {
      throw new UsageError(
        `${place}: segment ${key} of system ${JSON.stringify(row.system)} appears twice. ` +
          'If numbers start again with each document, add a document column.',
      );
    }
    hypotheses[segment] = row.hypothesis;
    if (row.source !== undefined) this.sources ??= [];
    if (isNew) this.#putNew(row, segment);
    else this.#compare(row, segment, place);
  }

  #putNew(row: LongRow, segment: number): void {
    if (row.source !== undefined) this.sources![segment] = row.source;
    row.references.forEach((text, i) => (known(this.references, String(i))[segment] = text));
    for (const [name, value] of row.labels) known(this.labels, name)[segment] = value;
  }

  #compare(row: LongRow, segment: number, place: string): void {
    const differ = (what: string): never => {
      throw new UsageError(
        `${place}: the ${what} differs from that of the same segment on ${this.#word} ${this.#lines[segment]}. ` +
          'All systems must have the same segments.',
      );
    };
    if (row.source !== this.sources?.[segment]) differ('source');
    const slots = Math.max(row.references.length, this.references.size);
    for (let i = 0; i < slots; i++) {
      if (row.references[i] !== this.references.get(String(i))?.[segment]) differ('reference');
    }
    // A value that differs between systems, such as a score, is not a label of the segment.
    for (const name of new Set([...row.labels.keys(), ...this.labels.keys()])) {
      if (row.labels.get(name) === this.labels.get(name)?.[segment] || this.#varying.has(name)) continue;
      this.#varying.add(name);
      this.notes.push(`${this.file}: ${name} is not used as a label, since it differs between systems.`);
    }
  }

  /** Call this after adding the last row. */
  part(): TablePart {
    for (const name of this.#varying) this.labels.delete(name);
    checkTable(this, true);
    return new TablePart(this);
  }
}

/** The rest of a file in long form. */
export async function openLong(
  file: string,
  reader: LineReader,
  rowOf: (line: string, number: number) => LongRow,
): Promise<TablePart> {
  const table = new LongTable(file);
  let number = reader.taken;
  for await (const lines of reader.rest()) for (const line of lines) table.add(rowOf(line, ++number), number);
  return table.part();
}

/** The number of a segment, with its document if there is one; undefined if only the order identifies it. */
export const segmentKey = (segment: string | undefined, document: string | undefined): string | undefined =>
  segment === undefined ? undefined : document === undefined ? segment : `${segment} of ${JSON.stringify(document)}`;
