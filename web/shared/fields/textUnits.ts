/** Splits a text into the units that a judge can select: words and punctuation marks with the blanks between them, or characters. */

export interface TextUnit {
  readonly text: string;
  /** In UTF-16 units; the end is not part of it. */
  readonly start: number;
  readonly end: number;
  /** Only blanks: cannot be selected. */
  readonly blank: boolean;
}

/** More units would make the page slow; in longer texts several words form one unit. */
const most = 1500;

/** Texts with more UTF-16 units are split at blanks, not by `Intl.Segmenter`: V8 copies the whole text for every word it finds. */
const longest = 5000;

/** The units have no gaps: joined, they are the text. */
export function cutUnits(text: string, lang: string, by: 'word' | 'character' = 'word'): TextUnit[] {
  const pieces: TextUnit[] = [];
  for (const piece of text.length > longest ? byBlanks(text) : byLanguage(text, lang, by)) {
    const start = pieces.at(-1)?.end ?? 0;
    pieces.push({ text: piece, start, end: start + piece.length, blank: piece.trim() === '' });
  }
  const together = Math.ceil(pieces.length / most);
  return together > 1 ? joinUnits(pieces, together) : pieces;
}

function* byLanguage(text: string, lang: string, by: 'word' | 'character'): Iterable<string> {
  const granularity = by === 'word' ? 'word' : 'grapheme';
  for (const { segment } of new Intl.Segmenter(knownLanguage(lang), { granularity }).segment(text)) yield segment;
}

function* byBlanks(text: string): Iterable<string> {
  for (const [piece] of text.matchAll(/\s+|\S{1,30}/gu)) yield piece;
}

function joinUnits(pieces: readonly TextUnit[], together: number): TextUnit[] {
  const joined: TextUnit[] = [];
  for (let i = 0; i < pieces.length; i += together) {
    const group = pieces.slice(i, i + together);
    const text = group.map((piece) => piece.text).join('');
    joined.push({ text, start: group[0]!.start, end: group.at(-1)!.end, blank: text.trim() === '' });
  }
  return joined;
}

/** An invalid language tag would throw; the reader's own language is used instead. */
function knownLanguage(lang: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(lang)[0];
  } catch {
    return undefined;
  }
}
