/** A view of words together with how long they are. */
import { IdList, type Reader, type Role, type View } from '../core/index.ts';
import { letterCount } from './letters.ts';
import type { Tokenizer } from './tokenizers/tokenizer.ts';
import { Units } from './units.ts';
import { Vocabulary } from './vocabulary.ts';

/** The words of a tokenizer as ids, and after all of them the number of letters of each: the second half of what is read. */
export function sizedWords(tokenizer: Tokenizer, { lowercase }: { lowercase: boolean }): View {
  return {
    key: `sized-words:${tokenizer.name}${lowercase ? ':lc' : ''}`,
    reader(): Reader {
      const vocabulary = new Vocabulary();
      const units = new Units();
      const spans = new IdList();
      return {
        forget: () => vocabulary.clear(),
        read(text: string, _role: Role, ids: IdList) {
          units.load(tokenizer.rewrite(lowercase ? text.toLowerCase() : text));
          spans.length = 0;
          tokenizer.cut(units, spans);
          const bounds = spans.values;
          const count = spans.length / 3;
          ids.reserve(2 * count);
          const out = ids.values;
          const at = ids.length;
          for (let i = 0; i < count; i++) {
            const start = bounds[3 * i]!;
            const end = bounds[3 * i + 1]!;
            out[at + i] = vocabulary.intern(units.values, start, end, bounds[3 * i + 2]!);
            out[at + count + i] = letterCount(units.values, start, end);
          }
          ids.length = at + 2 * count;
        },
      };
    },
  };
}
