/** Collects the segments of SGML and XML files, which are identified by document and number. */
import { UsageError } from '../../core/index.ts';
import { entryOf } from '../entryOf.ts';
import type { Table, Texts } from './table.ts';

/** Labels of segments from the attributes of their document. */
const documentLabels = ['genre', 'origlang', 'domain'];

/** Segments are in the order in which they are first added. */
export class DocumentTable implements Table {
  readonly file: string;
  readonly systems = new Map<string | undefined, Texts>();
  readonly references = new Map<string, Texts>();
  sources: Texts | undefined;
  readonly labels = new Map<string, Texts>();
  readonly keys: string[] = [];
  readonly partialReferences: boolean;
  readonly notes: string[] = [];
  readonly #documents: string[] = [];
  readonly #ids: string[] = [];
  readonly #byKey = new Map<string, number>();

  constructor(file: string, partialReferences: boolean) {
    this.file = file;
    this.partialReferences = partialReferences;
  }

  get size(): number {
    return this.keys.length;
  }

  /** The number of a segment, new or known. */
  segment(document: string, id: string): number {
    const plainId = /^\d+$/.test(id) ? id.replace(/^0+(?=.)/, '') : id;
    const key = `${document}\n${plainId}`;
    return entryOf(this.#byKey, key, () => {
      this.#documents.push(document);
      this.#ids.push(plainId);
      return this.keys.push(key) - 1;
    });
  }

  nameOf(segment: number): string {
    return `document ${JSON.stringify(this.#documents[segment])}, segment ${this.#ids[segment]}`;
  }

  put(texts: Texts, segment: number, text: string): void {
    if (texts[segment] !== undefined) throw new UsageError(`${this.file}: ${this.nameOf(segment)} appears twice.`);
    texts[segment] = text;
  }

  /** Records the attributes of a document for one of its segments. */
  putLabels(segment: number, attributes: ReadonlyMap<string, string>): void {
    this.#putLabel('document', segment, this.#documents[segment]!);
    for (const name of documentLabels) {
      const value = attributes.get(name);
      if (value !== undefined) this.#putLabel(name, segment, value);
    }
  }

  #putLabel(name: string, segment: number, value: string): void {
    const values = known(this.labels, name);
    const before = values[segment];
    if (before !== undefined && before !== value) {
      throw new UsageError(
        `${this.file}: the ${name} of document ${JSON.stringify(this.#documents[segment])} is ` +
          `${JSON.stringify(before)} in one place and ${JSON.stringify(value)} in another.`,
      );
    }
    values[segment] = value;
  }
}

/** The texts under a name, created on first use. */
export const known = <K>(columns: Map<K, Texts>, name: K): Texts => entryOf(columns, name, () => []);

/** The text of a segment as in mteval and sacreBLEU: white space is only layout. */
export function withoutLayout(text: string): string {
  const single = /[\t\n\v\f\r]| {2}/.test(text) ? text.replace(/[\t\n\v\f\r ]+/g, ' ') : text;
  return single.slice(single.startsWith(' ') ? 1 : 0, single.endsWith(' ') ? -1 : undefined);
}
