/** Texts of consecutive segments as columns of UTF-8. */
import type { TextBlock } from '../../core/index.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Columns of UTF-8 in which each text is followed by LF. */
export function textBlock(
  size: number,
  references: readonly Uint8Array[],
  hypotheses: readonly Uint8Array[],
): TextBlock {
  let lowered: TextBlock | undefined;
  return {
    size,
    references,
    hypotheses,
    // LF is not a letter, so the form of a letter never depends on another text, and the whole column can be changed at once.
    lower: () => (lowered ??= textBlock(size, references.map(lowerColumn), hypotheses.map(lowerColumn))),
  };
}

const lowerColumn = (column: Uint8Array): Uint8Array => encoder.encode(decoder.decode(column).toLowerCase());

/** Makes blocks of strings, each valid until the next one is made. */
export class BlockEncoder {
  /** For all columns of a block. */
  #bytes = new Uint8Array(1 << 16);

  /** Undefined if segments have different numbers of references, or if a text has no UTF-8 because half a surrogate pair is missing. */
  encode(
    hypotheses: readonly (readonly string[])[],
    references: readonly (readonly string[])[],
  ): TextBlock | undefined {
    const perSegment = references[0]!.length;
    if (references.some(({ length }) => length !== perSegment)) return undefined;
    const byReference = Array.from({ length: perSegment }, (_, r) => references.map((texts) => texts[r]!));
    const columns = [...byReference, ...hypotheses];
    this.#reserve(columns);
    const encoded: Uint8Array[] = [];
    let at = 0;
    for (const texts of columns) {
      const from = at;
      at = this.#write(texts, from);
      const column = this.#bytes.subarray(from, at);
      // What has no UTF-8 is written as U+FFFD.
      if (column.includes(0xef) && !texts.every((text) => text.isWellFormed())) return undefined;
      encoded.push(column);
    }
    return textBlock(references.length, encoded.slice(0, perSegment), encoded.slice(perSegment));
  }

  #reserve(columns: readonly (readonly string[])[]): void {
    let most = 0;
    for (const texts of columns) for (const { length } of texts) most += 3 * length + 1;
    if (most > this.#bytes.length) this.#bytes = new Uint8Array(2 * most);
  }

  #write(texts: readonly string[], from: number): number {
    const bytes = this.#bytes;
    let at = from;
    for (const text of texts) {
      at += encoder.encodeInto(text, bytes.subarray(at)).written;
      bytes[at++] = 0x0a;
    }
    return at;
  }
}
