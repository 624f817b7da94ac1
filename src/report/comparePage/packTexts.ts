/**
 * Texts as numbers of words from one list, so that a page with the outputs of many systems stays small: the words of ten systems are
 * mostly the same. A number is written in as few signs as it needs, and the most frequent words have the lowest.
 */

/**
 * Pieces that give the text back when put together: runs of letters and digits or any other sign, each with the space before it.
 * Where there are no spaces between words, each sign is a piece. The ranges are rough, but they are the same for every engine.
 */
const piece = / ?(?:[0-9A-Za-z\u00c0-\u0dff\u10a0-\u177f\u1800-\u1fff\u2c00-\u2dff\ua4d0-\uffff]+|[^])/g;

/** Signs that JSON and HTML leave as they are. The first half ends a number, the second half says that it goes on. */
const signs = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i))
  .filter((sign) => !'"\\<'.includes(sign))
  .join('');
const base = signs.length / 2;

const values = new Uint8Array(0x80);
for (let value = 0; value < signs.length; value++) values[signs.charCodeAt(value)] = value;

interface PackedTexts {
  readonly words: readonly string[];
  readonly texts: readonly string[];
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const counts = new Map<string, number>();
  const cut = texts.map((text) => text.match(piece) ?? []);
  for (const pieces of cut) for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  // The order of equals is that of their first appearance, since sorting is stable.
  const words = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!);
  const codes = new Map(words.map((piece, number) => [piece, written(number)]));
  return { words, texts: cut.map((pieces) => pieces.map((piece) => codes.get(piece)!).join('')) };
}

function written(number: number): string {
  let code = signs[number % base]!;
  for (let rest = Math.floor(number / base); rest > 0; rest = Math.floor((rest - 1) / base)) {
    code = signs[base + ((rest - 1) % base)]! + code;
  }
  return code;
}

export function unpackText(packed: string, words: readonly string[]): string {
  let text = '';
  let rest = 0;
  for (let i = 0; i < packed.length; i++) {
    const value = values[packed.charCodeAt(i)]!;
    if (value < base) {
      text += words[rest * base + value]!;
      rest = 0;
    } else rest = rest * base + value - base + 1;
  }
  return text;
}
