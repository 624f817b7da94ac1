/** Texts of consecutive segments that were read as UTF-8; strings are made only when they are asked for. */
import { IdList, type TextBlock } from '../../core/index.ts';
import { LineScanner, textBlock } from '../../text/index.ts';
import { decodeLines } from '../byteLines.ts';
import { decodeUtf8 } from '../utf8.ts';

/** Columns of texts as UTF-8, in which each text is followed by LF. Plain data, which can be sent to another thread. */
export interface TextColumns {
  readonly size: number;
  readonly references: readonly Uint8Array[];
  /** By system. */
  readonly hypotheses: readonly Uint8Array[];
  readonly source?: Uint8Array;
}

export class ColumnTexts {
  readonly columns: TextColumns;
  readonly release: (() => void) | undefined;
  readonly #decode: (bytes: Uint8Array) => string | undefined;
  #hypotheses: string[][] | undefined;
  #references: string[][] | undefined;
  #sources: string[] | undefined;

  /** `release`: what to do with the columns when nobody needs these texts any longer. */
  constructor(
    columns: TextColumns,
    decode: (bytes: Uint8Array) => string | undefined = decodeUtf8,
    release?: () => void,
  ) {
    this.columns = columns;
    this.#decode = decode;
    this.release = release;
  }

  get size(): number {
    return this.columns.size;
  }

  /** By system, then segment. */
  get hypotheses(): readonly (readonly string[])[] {
    return (this.#hypotheses ??= this.columns.hypotheses.map((column) => decodeLines(column, this.#decode)));
  }

  /** By segment. */
  get references(): readonly (readonly string[])[] {
    if (!this.#references) {
      const byReference = this.columns.references.map((column) => decodeLines(column, this.#decode));
      this.#references = Array.from({ length: this.size }, (_, i) => byReference.map((texts) => texts[i]!));
    }
    return this.#references;
  }

  get sources(): readonly string[] | undefined {
    const { source } = this.columns;
    return source && (this.#sources ??= decodeLines(source, this.#decode));
  }

  get block(): TextBlock {
    return textBlock(this.size, this.columns.references, this.columns.hypotheses);
  }
}

/** Looks for lines that have nothing but white space; most lines show at their first byte that they have more. */
export class BlankLines {
  readonly #scanner = new LineScanner();
  readonly #ends = new IdList();

  isIn(column: Uint8Array): boolean {
    const ends = this.#ends;
    ends.length = 0;
    this.#scanner.scan(column, ends);
    for (let i = 0, at = 0; i < ends.length; i++) {
      const end = ends.values[i]!;
      if (mayBeSpace(column[at]!) && isBlank(decodeUtf8(column.subarray(at, end))!)) return true;
      at = end + 1;
    }
    return false;
  }
}

/** Whether white space can begin with this byte: that of ASCII, or U+00A0, U+1680, U+2000 and on, U+3000, U+FEFF. */
const mayBeSpace = (byte: number): boolean =>
  byte <= 0x20 || byte === 0xc2 || (byte >= 0xe1 && byte <= 0xe3) || byte === 0xef;

/** Whether a text is nothing but white space; most texts show at their first character that they are not. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x80) && text.trim() === '';
}
