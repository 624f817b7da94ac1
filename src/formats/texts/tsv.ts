/** Tab-separated values with a header. Quotes have no special meaning; a text cannot contain a tab or a line break. */
import { UsageError, counted } from '../../core/index.ts';
import {
  type ChosenColumns,
  type Column,
  checkColumns,
  choosingAdvice,
  columnOf,
  isHeader,
  isKnown,
  knownColumns,
  labelOf,
  longForm,
} from './columns.ts';
import { openLong, segmentKey } from './longTable.ts';
import { type FileRole, type LineFormat, type TextFormat, detachedLabels, linePart, openLines } from './textFormat.ts';

export const tsv = {
  id: 'tsv',
  summary: 'tab-separated values with a header; one row per segment, or per system and segment',
  extensions: ['.tsv'],
  recognises: ([line]) => isHeader(line, '\t'),
  systems: 'a column `hyp:NAME`, or the column `system`; the file name for `hyp` alone',
  readsLabels: true,
  async open(source, role, columns) {
    const { name } = source;
    const reader = await openLines(source);
    const header = new Header(name, reader.take(1)[0]!.split('\t'), role, columns);
    if ((await reader.offer(1, 1)) === 0) throw new UsageError(`${name} has a header and no rows.`);
    const long = role === 'labels' ? undefined : longForm(header.meant);
    if (!long) return linePart(name, reader, wideForm(header));
    const rowOf = longRows(header, long);
    return openLong(name, reader, (line, number) => rowOf(header.fields(line, number)));
  },
} as const satisfies TextFormat;

/** How messages name the place of a header. */
interface HeaderPlace {
  readonly word: 'line' | 'row';
  readonly number: number;
  /** Where else the columns could be, for the error if none of them is known. */
  elsewhere?(): string;
}

/** The header, and rows read by it. */
export class Header {
  readonly file: string;
  readonly word: HeaderPlace['word'];
  readonly names: readonly string[];
  /** The same after applying chosen columns. */
  readonly meant: readonly string[];
  readonly columns: readonly Column[];

  constructor(
    file: string,
    names: readonly string[],
    role: FileRole,
    chosen?: ChosenColumns,
    { word, number, elsewhere }: HeaderPlace = { word: 'line', number: 1 },
  ) {
    this.file = file;
    this.word = word;
    this.names = names;
    const isLabels = role === 'labels';
    if (!isLabels) chosen?.see(names);
    this.meant = isLabels || !chosen ? names : names.map((name) => chosen.meant(name));
    this.columns = this.meant.map(isLabels ? labelOf : columnOf);
    const place = `${file}, ${word} ${number}`;
    checkColumns(place, names, this.columns);
    if (!isLabels && !this.columns.some(isKnown)) {
      throw new UsageError(
        `${place}: none of its columns (${names.join(', ')}) is known. ` +
          `Known: ${knownColumns}. ${choosingAdvice(names)}${elsewhere?.() ?? ''}`,
      );
    }
  }

  fields(line: string, number: number): string[] {
    const fields = line.split('\t');
    this.check(fields, number);
    return fields;
  }

  /** Refuses a row whose number of fields differs from the number of columns. */
  check(fields: readonly string[], number: number): void {
    const { file, names, word } = this;
    if (fields.length !== names.length) {
      throw new UsageError(
        `${file}, ${word} ${number}: ${counted(fields.length, 'field')}, expected ${names.length} (${names.join(', ')}).`,
      );
    }
  }

  /** The columns with a role, by index. */
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
    holds: { systems, references: references.length > 0, source: source !== undefined, columns: header.names },
    unit: 'row',
    notes: [],
    parse(lines, before) {
      // Splitting a row costs no more than finding its fields.
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
export function longRows(header: Header, { system, segment, document }: NonNullable<ReturnType<typeof longForm>>) {
  const hypothesis = header.columns.findIndex((column) => column.holds === 'hypothesis' && !column.system);
  const references = header.where('reference');
  const [source] = header.where('source');
  return (fields: readonly string[]) => {
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
