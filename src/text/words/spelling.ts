/** How words are spelled: a view of their characters. */
import { IdList, type Reader, type Role, type Text, type Tokens } from '../../core/index.ts';
import type { Tokenizer } from './cut.ts';
import { SegmentWords } from './segmentWords.ts';
import type { WordView } from './views.ts';

/** The separator of words; no word contains it. */
export const space = 0x20;
/** All characters below this are in NFC. */
const firstComposable = 0x300;

/**
 * Words of a tokenizer by letters and by number in one view, because tokenizing a text twice would take longer than counting some metrics.
 * A text is the code points of its words, in NFC, separated by spaces; then the ids of the words, as in the view
 * `words`; then their number. `SpelledText` takes it apart.
 */
export function spelledWords(tokenizer: Tokenizer, { lowercase }: { lowercase: boolean }): WordView {
  return {
    tokenizer,
    lowercase,
    key: `spelled-words:${tokenizer.name}${lowercase ? ':lc' : ''}`,
    reader(): Reader {
      const segment = new SegmentWords();
      const spans = new IdList();
      return {
        forget: () => segment.forget(),
        read(text: string, _role: Role, ids: IdList) {
          const line = tokenizer.rewrite(lowercase ? text.toLowerCase() : text);
          segment.units.append(line);
          spans.length = 0;
          tokenizer.cut(segment.units, spans);
          const bounds = spans.values;
          for (let i = 0; i < spans.length; i += 3) {
            if (i > 0) ids.push(space);
            spell(line, segment, bounds[i]!, bounds[i + 1]!, ids);
          }
          segment.internAll(spans, ids);
          ids.push(spans.length / 3);
        },
      };
    },
  };
}

function spell(line: string, { units }: SegmentWords, start: number, end: number, ids: IdList): void {
  ids.reserve(end - start);
  const { values } = units;
  const out = ids.values;
  let to = ids.length;
  let seen = 0;
  for (let at = start; at < end; at++) {
    seen |= values[at]!;
    out[to++] = values[at]!;
  }
  if (seen < firstComposable) ids.length = to;
  else {
    const word = line.slice(start - units.start, end - units.start).normalize('NFC');
    for (const character of word) ids.push(character.codePointAt(0)!);
  }
}

/** A text of the view `spelledWords`, taken apart: its words, and their letters separated by spaces. */
export class SpelledText {
  readonly #words = { ids: new Int32Array(0) as Int32Array, start: 0, end: 0 };
  readonly #letters = { ids: new Int32Array(0) as Int32Array, start: 0, end: 0 };
  readonly parts: Text = [this.#words, this.#letters];

  take({ ids, start, end }: Tokens): Text {
    const words = this.#words;
    const letters = this.#letters;
    words.ids = letters.ids = ids;
    words.end = end - 1;
    words.start = letters.end = end - 1 - ids[end - 1]!;
    letters.start = start;
    return this.parts;
  }
}
