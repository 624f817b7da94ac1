/** How words are spelled: a view of their characters, and the words in it by number. */
import { IdList, type Reader, type Role, type Tokens, type View } from '../core/index.ts';
import type { Tokenizer } from './tokenizers/tokenizer.ts';
import { Units } from './units.ts';

/** Between words; no word has one inside. */
export const space = 0x20;
/** All characters below are as they are in NFC. */
const firstComposable = 0x300;

/** Code points of the words of a tokenizer, in NFC, with a space between one word and the next. Word for word as the view `words`. */
export function spelledWords(tokenizer: Tokenizer, { lowercase }: { lowercase: boolean }): View {
  return {
    key: `spelled-words:${tokenizer.name}${lowercase ? ':lc' : ''}`,
    reader(): Reader {
      const units = new Units();
      const spans = new IdList();
      return {
        forget() {},
        read(text: string, _role: Role, ids: IdList) {
          const line = tokenizer.rewrite(lowercase ? text.toLowerCase() : text);
          units.load(line);
          spans.length = 0;
          tokenizer.cut(units, spans);
          for (let i = 0; i < spans.length; i += 3) {
            if (i > 0) ids.push(space);
            spell(line, units, spans.values[i]!, spans.values[i + 1]!, ids);
          }
        },
      };
    },
  };
}

function spell(line: string, { values }: Units, start: number, end: number, ids: IdList): void {
  for (let at = start; at < end; at++) {
    if (values[at]! < firstComposable) continue;
    for (const character of line.slice(start, end).normalize('NFC')) ids.push(character.codePointAt(0)!);
    return;
  }
  ids.reserve(end - start);
  for (let at = start; at < end; at++) ids.values[ids.length++] = values[at]!;
}

/** The words of a spelled text, by number. */
export class SpelledWords {
  ids: Int32Array = new Int32Array(0);
  count = 0;
  #bounds = new Int32Array(65);

  take({ ids, start, end }: Tokens): void {
    this.ids = ids;
    this.count = 0;
    let from = start;
    for (let at = start; at <= end && start < end; at++) {
      if (at < end && ids[at] !== space) continue;
      if (2 * this.count + 2 > this.#bounds.length) {
        const grown = new Int32Array(2 * this.#bounds.length);
        grown.set(this.#bounds);
        this.#bounds = grown;
      }
      this.#bounds[2 * this.count] = from;
      this.#bounds[2 * this.count + 1] = at;
      this.count++;
      from = at + 1;
    }
  }

  start(word: number): number {
    return this.#bounds[2 * word]!;
  }

  end(word: number): number {
    return this.#bounds[2 * word + 1]!;
  }

  /** Which of two words comes first in the order of code points: below 0 for the one, above 0 for the other. */
  compare(one: number, other: number): number {
    const { ids } = this;
    const end = this.end(one);
    const otherEnd = this.end(other);
    let at = this.start(one);
    let to = this.start(other);
    for (; at < end && to < otherEnd; at++, to++) if (ids[at] !== ids[to]) return ids[at]! - ids[to]!;
    return end - at - (otherEnd - to);
  }
}
