/** What a report is made of, before it takes the form of any medium. */

/** A cell is a text, or a number with the digits it is shown with. */
export type Cell = string | { readonly value: number; readonly digits: number; readonly best?: boolean };

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Columns and rows, with what is emphasised and where lines go. */
export interface Table {
  readonly caption?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** After how many rows a line is drawn, as between clusters; media without lines have none. */
  readonly lines?: readonly number[];
}

/** Lines of `name  text` below the tables: signatures, what was left out, the seed. */
export interface Note {
  readonly name: string;
  readonly text: string;
}

/** Notes by name, in this order; those without a text are left out. */
export const notes = (said: Readonly<Record<string, string | false | undefined>>): Note[] =>
  Object.entries(said).flatMap(([name, text]) => (text ? [{ name, text }] : []));

/** Tables and notes, in the order to be read, for any medium. */
export interface Report {
  readonly title: string;
  readonly tables: readonly Table[];
  /** What the tables come to, in words: whom or what a sentence is about, and the sentence. */
  readonly findings?: readonly Note[];
  readonly notes: readonly Note[];
}

/** A cell as plain text; NaN and infinities by name. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return Number.isFinite(cell.value) ? cell.value.toFixed(cell.digits) : String(cell.value);
}
