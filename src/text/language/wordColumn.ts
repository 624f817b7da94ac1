/** Columns of the vocabulary: what depends only on the word, such as its stem or its entry in a dictionary. */
import type { IdList, Reader, Role, View } from '../../core/index.ts';
import type { Tokenizer } from '../words/cut.ts';
import { cutWords } from '../words/views.ts';

/** Gives each word a number; words with the same number are equal in this respect. */
export interface WordColumn {
  /** The same for the same word as long as the column lives. −1 if there is nothing. */
  number(word: string): number;
}

/** A reader that has met more words than this starts over with the next segment, which bounds its memory. */
const keptWords = 1 << 18;

/**
 * The numbers of the words of a text, one token for each word of the view `words` with the same settings.
 * Each reader requests a column, and again after many words: numbers may change when a segment begins.
 * A column may need a resource, so none is requested before texts are read. `name` distinguishes the columns from all others.
 */
export function wordColumn(
  name: string,
  columnOf: () => WordColumn,
  tokenizer: Tokenizer,
  { lowercase }: { lowercase: boolean },
): View {
  return {
    key: `column:${name}:${tokenizer.name}${lowercase ? ':lc' : ''}`,
    reader(): Reader {
      let column = columnOf();
      const cut = cutWords(tokenizer);
      const numbers = new Map<string, number>();
      return {
        forget() {
          if (numbers.size <= keptWords) return;
          numbers.clear();
          column = columnOf();
        },
        read(text: string, _role: Role, ids: IdList) {
          for (const word of cut(lowercase ? text.toLowerCase() : text)) {
            let number = numbers.get(word);
            if (number === undefined) numbers.set(word, (number = column.number(word)));
            ids.push(number);
          }
        },
      };
    },
  };
}

/** A column of texts, such as stems, numbered in order of appearance. It keeps them all, so make one for each reader. */
export function textColumn(of: (word: string) => string): WordColumn {
  const numbers = new Map<string, number>();
  return {
    number(word) {
      const text = of(word);
      let number = numbers.get(text);
      if (number === undefined) numbers.set(text, (number = numbers.size));
      return number;
    },
  };
}
