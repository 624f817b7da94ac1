/** The first row of a table of judgments: which columns there are. */
import { UsageError, counted } from '../../core/index.ts';
import type { JudgmentList } from './format.ts';

/** The columns of a table by name, whatever the case of their letters. */
export class Header {
  readonly size: number;
  readonly #into: JudgmentList;
  readonly #places = new Map<string, number>();

  constructor(into: JudgmentList, names: readonly string[]) {
    this.#into = into;
    this.size = names.length;
    names.forEach((typed, c) => {
      const name = typed.trim().toLowerCase();
      if (name !== '' && this.#places.has(name)) {
        throw new UsageError(`${into.file.name}, line 1: two columns are called ${typed.trim()}.`);
      }
      this.#places.set(name, c);
    });
  }

  /** Where a column stands, under the first of these names that there is; -1 if there is none. */
  find(...names: readonly string[]): number {
    for (const name of names) {
      const place = this.#places.get(name.toLowerCase());
      if (place !== undefined) return place;
    }
    return -1;
  }

  /** The same for a column that must be there. */
  need(...names: readonly string[]): number {
    const place = this.find(...names);
    if (place >= 0) return place;
    const others = names.length > 1 ? ` (or ${names.slice(1).join(', ')})` : '';
    throw new UsageError(`${this.#into.file.name}, line 1: the column ${names[0]}${others} is missing.`);
  }

  /** Whether a row has as many fields as there are columns; refuses it if not. */
  fits(fields: readonly string[], line: number): boolean {
    if (fields.length === this.size) return true;
    const fault = `${counted(fields.length, 'field')}, where ${this.size} belong.`;
    this.#into.refuse('rows', fault, line);
    return false;
  }
}

/** The names in a first line, as `Header` compares them; in CSV they may be quoted. */
export const columnNames = (firstLine: string, separator: '\t' | ','): Set<string> =>
  new Set(firstLine.split(separator).map((name) => name.replace(/^"|"$/g, '').trim().toLowerCase()));
