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

  fields(line: string, number: number): string[] {
    const { file, names } = this;
    const fields = line.split('\t');
    if (fields.length !== names.length) {
      throw new UsageError(
        `${file}, line ${number}: ${counted(fields.length, 'field')}, expected ${names.length} (${names.join(', ')}).`,
      );
    }
    return fields;
  }

  /** The columns that hold something, by their place. */
  where(holds: Column['holds']): number[] {
    return this.columns.flatMap((column, c) => (column.holds === holds ? [c] : []));
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
      // To split a row costs no more than to find where its fields are.
      const texts = header.columns.map(() => new Array<string>(lines.length));
      lines.forEach((line, i) => {
        const fields = header.fields(line, before + i + 1);
        for (let c = 0; c < fields.length; c++) texts[c]![i] = fields[c]!;
      });
      return {
        hypotheses: hypotheses.map((c) => texts[c]!),
        references: references.map((c) => texts[c]!),
        ...(source === undefined ? {} : { sources: texts[source]! }),
        labels: new Map(labels.map(([name, c]) => [name, detachedLabels(texts[c]!)])),
      };
    },
  };
}

/** Rows of the long form. */
function longRows(header: Header, { system, segment, document }: NonNullable<ReturnType<typeof longForm>>) {
  const hypothesis = header.columns.findIndex((column) => column.holds === 'hypothesis' && !column.system);
  const references = header.where('reference');
  const [source] = header.where('source');
  return (line: string, number: number) => {
    const fields = header.fields(line, number);
    const labels = new Map<string, string>();
    header.columns.forEach((column, c) => {
      if (column.holds === 'label' && c !== system) labels.set(column.name, fields[c]!);
    });
    return {
      system: fields[system]!,
      key: segmentKey(fields[segment], fields[document]),
      hypothesis: fields[hypothesis]!,
      source: source === undefined ? undefined : fields[source]!,
      references: references.map((c) => fields[c]!),
      labels,
    };
  };
}
