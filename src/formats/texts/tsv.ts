/** Tab-separated values with a header. Quotes are text like any other; a text cannot hold a tab or a line break. */
import { UsageError, counted } from '../../core/index.ts';
import { type Column, checkColumns, columnOf, isKnown, knownColumns, labelOf, longForm } from './columns.ts';
import { openLong, segmentKey } from './longTable.ts';
import { type FileRole, type LineFormat, type TextFormat, detachedLabels, linePart, openLines } from './textFormat.ts';

export const tsv = {
  id: 'tsv',
  summary: 'tab-separated values with a header: a row for each segment, or for each segment of a system',
  extensions: ['.tsv'],
  systems: 'a column `hyp:NAME`, or the column `system`; the name of the file for `hyp` alone',
  async open(source, role) {
    const { name } = source;
    const reader = await openLines(source);
    const header = new Header(name, reader.take(1)[0]!, role);
    if ((await reader.offer(1, 1)) === 0) throw new UsageError(`${name} has a header and no rows.`);
    const long = role === 'labels' ? undefined : longForm(header.names);
    return long ? openLong(name, reader, longRows(header, long)) : linePart(name, reader, wideForm(header));
  },
} as const satisfies TextFormat;

/** The first line, and the rows as it says they are. */
class Header {
  readonly file: string;
  readonly names: readonly string[];
  readonly columns: readonly Column[];

  constructor(file: string, line: string, role: FileRole) {
    this.file = file;
    this.names = line.split('\t');
    this.columns = this.names.map(role === 'labels' ? labelOf : columnOf);
    checkColumns(`${file}, line 1`, this.names, this.columns);
    if (role !== 'labels' && !this.columns.some(isKnown)) {
      throw new UsageError(
        `${file}, line 1: none of its columns (${this.names.join(', ')}) is known. ` +
          `The first line must name the columns: ${knownColumns}.`,
      );
    }
  }

  /** Where the fields of some lines are; `before` is the number of lines of the file that precede them. */
  cells(lines: readonly string[], before: number): Cells {
    const width = this.names.length;
    const ends = new Int32Array(lines.length * width);
    lines.forEach((line, i) => {
      const row = i * width;
      let at = -1;
      for (let c = 0; c < width - 1; c++) {
        at = line.indexOf('\t', at + 1);
        if (at < 0) throw this.#wrongWidth(line, before + i + 1);
        ends[row + c] = at;
      }
      if (line.includes('\t', at + 1)) throw this.#wrongWidth(line, before + i + 1);
      ends[row + width - 1] = line.length;
    });
    return new Cells(lines, ends, width);
  }

  #wrongWidth(line: string, number: number): UsageError {
    const { names } = this;
    const fields = counted(line.split('\t').length, 'field');
    return new UsageError(`${this.file}, line ${number}: ${fields}, expected ${names.length} (${names.join(', ')}).`);
  }

  /** The columns that hold something, by their place. */
  where(holds: Column['holds']): number[] {
    return this.columns.flatMap((column, c) => (column.holds === holds ? [c] : []));
  }
}

/** Fields of some lines, of which a text is made when it is asked for. */
class Cells {
  readonly #lines: readonly string[];
  /** By line, then column. */
  readonly #ends: Int32Array;
  readonly #width: number;

  constructor(lines: readonly string[], ends: Int32Array, width: number) {
    this.#lines = lines;
    this.#ends = ends;
    this.#width = width;
  }

  text(row: number, column: number): string {
    const cell = row * this.#width + column;
    return this.#lines[row]!.slice(column === 0 ? 0 : this.#ends[cell - 1]! + 1, this.#ends[cell]);
  }

  column(column: number): string[] {
    return this.#lines.map((_, row) => this.text(row, column));
  }
}

function wideForm(header: Header): LineFormat {
  const systems = header.columns.flatMap((column) => (column.holds === 'hypothesis' ? [column.system] : []));
  const hypotheses = header.where('hypothesis');
  const references = header.where('reference');
  const [source] = header.where('source');
  const labels = header.columns.flatMap((column, c) => (column.holds === 'label' ? [[column.name, c] as const] : []));
  return {
    holds: { systems, references: references.length > 0, source: source !== undefined },
    unit: 'row',
    notes: [],
    parse(lines, before) {
      const cells = header.cells(lines, before);
      const columns = (places: readonly number[]): string[][] => places.map((c) => cells.column(c));
      return {
        get hypotheses() {
          return columns(hypotheses);
        },
        get references() {
          return columns(references);
        },
        get sources() {
          return columns([source!])[0]!;
        },
        get labels() {
          return new Map(labels.map(([name, c]) => [name, detachedLabels(cells.column(c))]));
        },
      };
    },
  };
}

/** Rows of the long form. */
function longRows(header: Header, { system, segment, document }: NonNullable<ReturnType<typeof longForm>>) {
  const hypothesis = header.columns.findIndex((column) => column.holds === 'hypothesis' && !column.system);
  const references = header.where('reference');
  const [source = -1] = header.where('source');
  return (line: string, number: number) => {
    const cells = header.cells([line], number - 1);
    const field = (column: number): string | undefined => (column < 0 ? undefined : cells.text(0, column));
    const labels = new Map<string, string>();
    header.columns.forEach((column, c) => {
      if (column.holds === 'label' && c !== system) labels.set(column.name, cells.text(0, c));
    });
    return {
      system: cells.text(0, system),
      key: segmentKey(field(segment), field(document)),
      hypothesis: cells.text(0, hypothesis),
      source: field(source),
      references: references.map((c) => cells.text(0, c)),
      labels,
    };
  };
}
