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
    // LF is no letter, so that the form of a letter never depends on another text: the whole column can be changed at once.
    lower: () => (lowered ??= textBlock(size, references.map(lowerColumn), hypotheses.map(lowerColumn))),
  };
}

const lowerColumn = (column: Uint8Array): Uint8Array => encoder.encode(decoder.decode(column).toLowerCase());

/** A block of strings; undefined if segments have different numbers of references, or a text has no UTF-8 because half a pair is missing. */
export function encodeTexts(
  hypotheses: readonly (readonly string[])[],
  references: readonly (readonly string[])[],
): TextBlock | undefined {
  const perSegment = references[0]?.length ?? 0;
  if (references.some(({ length }) => length !== perSegment)) return undefined;
  const byReference = Array.from({ length: perSegment }, (_, r) => references.map((texts) => texts[r]!));
  const columns: Uint8Array[] = [];
  for (const texts of [...byReference, ...hypotheses]) {
    const column = `${texts.join('\n')}\n`;
    if (!column.isWellFormed()) return undefined;
    columns.push(encoder.encode(column));
  }
  return textBlock(references.length, columns.slice(0, perSegment), columns.slice(perSegment));
}
