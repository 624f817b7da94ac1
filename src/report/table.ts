/** What a report is made of, before it takes the form of any medium. */

/** A cell is a text, which on a page may be a link within the page, or a number with the digits it is shown with. */
export type Cell =
  | string
  | { readonly value: number; readonly digits: number; readonly best?: boolean }
  | { readonly text: string; readonly link: string };

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** A table of a report: columns, rows, and where to draw lines. */
export interface Table {
  readonly caption?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** After how many rows a line is drawn, as between clusters; media without lines have none. */
  readonly lines?: readonly number[];
  /** The number of rows at the end that summarise or are separate from those above: sorting leaves them there. */
  readonly footer?: number;
  /** For people, a first cell that repeats the one above is left blank. */
  readonly dittos?: boolean;
}

/** Rows as people read them. */
export const shownRows = ({ rows, dittos = false }: Table): Table['rows'] =>
  rows.map((row, r) => (dittos && isDitto(rows, r) ? ['', ...row.slice(1)] : row));

/** Whether the first cell of a row repeats the one above. */
export const isDitto = (rows: Table['rows'], r: number): boolean =>
  r > 0 && cellText(rows[r]![0]!) === cellText(rows[r - 1]![0]!);

/** Lines of `name  text` below the tables: signatures, what was left out, the seed. */
export interface Note {
  readonly name: string;
  readonly text: string;
}

/** Notes by name, in this order; those without a text are left out. */
export const notes = (said: Readonly<Record<string, string | false | undefined>>): Note[] =>
  Object.entries(said).flatMap(([name, text]) => (text ? [{ name, text }] : []));

/** A report of tables, findings and notes, in reading order, which any of the `media` can print. */
export interface Report {
  readonly title: string;
  /** What a reader should know first, in at most five lines. */
  readonly answer?: readonly Note[];
  /** What is probably wrong with the input, to be read before anything else. */
  readonly warnings?: readonly string[];
  readonly tables: readonly Table[];
  /** Findings in words: the subject of a sentence, and the sentence. */
  readonly findings?: readonly Note[];
  readonly notes: readonly Note[];
}

/** A cell as plain text; NaN and infinities by name. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if ('text' in cell) return cell.text;
  return Number.isFinite(cell.value) ? cell.value.toFixed(cell.digits) : String(cell.value);
}

export const isBest = (cell: Cell | undefined): boolean => typeof cell === 'object' && 'best' in cell && cell.best;
