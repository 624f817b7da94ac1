/** Words of a text and where in the text itself they stand, though tokenizers may rewrite it first: what a display needs to mark them. */
import { IdList } from '../core/index.ts';
import { SegmentWords, grown, isSpace, stripEnd } from '../text/index.ts';
import type { Cutting } from './cutting.ts';

/** The words of one text; equal words have equal ids. */
export interface PlacedWords {
  readonly ids: Int32Array;
  /** By word: text.slice(starts[k], ends[k]). In order, not overlapping; a word that the tokenizer made up may be empty there. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Reads texts; ids hold until `forget`. */
export class WordPlacer {
  readonly #cutting: Cutting;
  readonly #words = new SegmentWords();
  readonly #spans = new IdList();
  readonly #places = new Places();

  constructor(cutting: Cutting) {
    this.#cutting = cutting;
  }

  /** Starts a new vocabulary. */
  forget(): void {
    this.#words.forget();
  }

  read(text: string): PlacedWords {
    const { tokenizer, lowercase } = this.#cutting;
    const cased = lowercase ? text.toLowerCase() : text;
    const line = tokenizer.rewrite(cased);
    const { units } = this.#words;
    units.append(line);
    const spans = this.#spans;
    spans.length = 0;
    tokenizer.cut(units, spans);
    const count = spans.length / 3;
    const ids = new Int32Array(count);
    const starts = new Int32Array(count);
    const ends = new Int32Array(count);
    for (let k = 0; k < count; k++) {
      const [start, end] = [spans.values[3 * k]!, spans.values[3 * k + 1]!];
      ids[k] = this.#words.intern(start, end, spans.values[3 * k + 2]!);
      starts[k] = start - units.start;
      ends[k] = end - units.start;
    }
    // Most texts are only stripped at the end, if they change at all.
    if (line !== cased && line !== stripEnd(cased)) this.#places.translate(cased, line, starts, ends);
    if (cased.length !== text.length) toOriginalCase(text, starts, ends);
    return { ids, starts, ends };
  }
}

/** One character, İ, gets longer in lower case. */
function toOriginalCase(text: string, starts: Int32Array, ends: Int32Array): void {
  const from = new Int32Array(text.toLowerCase().length + 1); // by position in lower case
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const width = text[i]!.toLowerCase().length;
    for (let k = 0; k < width; k++) from[at++] = i;
  }
  from[at] = text.length;
  // Of two words in the place of one character the second is empty.
  for (let k = 0, before = 0; k < starts.length; k++) {
    const isEmpty = starts[k] === ends[k];
    starts[k] = Math.max(before, from[starts[k]!]!);
    ends[k] = before = isEmpty ? starts[k]! : Math.max(starts[k]!, from[ends[k]! - 1]! + 1);
  }
}

/** How far apart what was rewritten and what it was rewritten from are looked for. */
const window = 12;
/** SentencePiece writes spaces so. */
const pieceSpace = 0x2581;
const ampersand = 0x26;
const skipped = '<skipped>';
const entities = [
  ['&quot;', '"'], ['&amp;lt;', '<'], ['&amp;gt;', '>'], ['&lt;', '<'], ['&gt;', '>'], ['&amp;', '&'],
] as const; // prettier-ignore

/**
 * Finds in a text what a tokenizer has made of it, in one pass from left to right: tokenizers put in and take out spaces, drop marks,
 * undo entities and replace some characters, but never change the order. What cannot be told is placed between what can.
 */
class Places {
  // By position in the rewritten line: where in the text its unit begins and ends.
  #from = new Int32Array(256);
  #to = new Int32Array(256);

  /** Turns places in the line into places in the text. */
  translate(text: string, line: string, starts: Int32Array, ends: Int32Array): void {
    if (line.length > this.#from.length) {
      this.#from = grown(this.#from, line.length);
      this.#to = grown(this.#to, line.length);
    }
    this.#align(text, line);
    let before = 0;
    for (let k = 0; k < starts.length; k++) {
      let start = Math.max(before, this.#from[starts[k]!]!);
      let end = Math.max(start, this.#to[ends[k]! - 1]!);
      while (start < end && isSpace(text.charCodeAt(start))) start++;
      while (start < end && isSpace(text.charCodeAt(end - 1))) end--;
      starts[k] = start;
      ends[k] = before = end;
    }
  }

  #align(text: string, line: string): void {
    const [from, to] = [this.#from, this.#to];
    let i = 0;
    let j = 0;
    const place = (units: number, length: number): void => {
      for (const last = j + units; j < last; j++) {
        from[j] = i;
        to[j] = i + length;
      }
      i += length;
    };
    while (j < line.length) {
      const unit = line.charCodeAt(j);
      const here = text.charCodeAt(i); // NaN past the end
      const entity = here === ampersand ? entityAt(text, i, line, j) : 0;
      if (entity > 0) place(1, entity);
      else if (unit === here) place(1, 1);
      else if (isSpace(unit) || unit === pieceSpace) place(1, isSpace(here) ? 1 : 0);
      else if (isSpace(here)) i++;
      else if (text.startsWith(skipped, i)) i += skipped.length;
      else if (i >= text.length) place(1, 0);
      else {
        const apart = nearestAgreement(text, i, line, j);
        if (apart === undefined) place(1, 1);
        else if (apart.inLine === 0) i += apart.inText;
        else place(apart.inLine, apart.inText);
      }
    }
  }
}

/** Units of the entity in the text that the character of the line stands for, or 0. */
function entityAt(text: string, i: number, line: string, j: number): number {
  for (const [entity, character] of entities) {
    if (line[j] !== character || !text.startsWith(entity, i)) continue;
    // An ampersand that was left as it is goes on as it does in the text.
    return character === '&' && /^&\s*a\s*m\s*p/.test(line.slice(j, j + 12)) ? 0 : entity.length;
  }
  return 0;
}

/** The fewest units to skip on both sides until two characters agree, or one that ends a word. */
function nearestAgreement(
  text: string,
  i: number,
  line: string,
  j: number,
): { inText: number; inLine: number } | undefined {
  for (let apart = 1; apart <= 2 * window; apart++) {
    for (let inLine = Math.max(0, apart - window); inLine <= Math.min(apart, window); inLine++) {
      const [a, b] = [i + apart - inLine, j + inLine];
      if (a >= text.length || b >= line.length || text[a] !== line[b]) continue;
      const ends = b + 1 === line.length || isSpace(line.charCodeAt(b + 1)) || isSpace(text.charCodeAt(a + 1));
      if (ends || text[a + 1] === line[b + 1]) {
        return { inText: apart - inLine, inLine };
      }
    }
  }
  return undefined;
}
