/** Cuts a text into what a judge can point at: words and marks, with the blanks between them. */

export interface TextUnit {
  readonly text: string;
  /** In UTF-16 units; the end is not part of it. */
  readonly start: number;
  readonly end: number;
  /** Nothing to point at. */
  readonly blank: boolean;
}

/** More would make the page slow; in longer texts several words go together. */
const most = 1500;

/** Beyond this many UTF-16 units blanks cut, not the rules of the language: V8 copies the whole text for every word that those find. */
const longest = 5000;

/** The units follow each other without a gap, so that together they are the text. */
export function cutUnits(text: string, lang: string): TextUnit[] {
  const pieces: TextUnit[] = [];
  for (const piece of text.length > longest ? byBlanks(text) : byLanguage(text, lang)) {
    const start = pieces.at(-1)?.end ?? 0;
    pieces.push({ text: piece, start, end: start + piece.length, blank: piece.trim() === '' });
  }
  const together = Math.ceil(pieces.length / most);
  return together > 1 ? joinUnits(pieces, together) : pieces;
}

function* byLanguage(text: string, lang: string): Iterable<string> {
  for (const { segment } of new Intl.Segmenter(knownLanguage(lang), { granularity: 'word' }).segment(text))
    yield segment;
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

/** A tag that is none would be an error; then the reader's own language cuts. */
function knownLanguage(lang: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(lang)[0];
  } catch {
    return undefined;
  }
}
