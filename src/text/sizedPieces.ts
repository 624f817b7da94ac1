/** A view of words cut into pieces in several ways at once, together with how long the pieces are. */
import { IdList, type Reader, type Role, type View } from '../core/index.ts';
import { letterCount } from './letters.ts';
import { type PieceKind, composed, cutWordsInto } from './pieces.ts';
import { SegmentWords } from './segmentWords.ts';
import type { Tokenizer } from './tokenizers/tokenizer.ts';

/** For each kind of pieces: how many there are, their ids, then the number of letters of each. */
export function sizedPieces(
  tokenizer: Tokenizer,
  kinds: readonly PieceKind[],
  { lowercase }: { lowercase: boolean },
): View {
  return {
    key: `sized-pieces:${tokenizer.name}:${kinds.join('+')}${lowercase ? ':lc' : ''}`,
    reader(): Reader {
      const segment = new SegmentWords();
      const words = new IdList();
      const cut = new IdList();

      const write = ({ values, length }: IdList, ids: IdList): void => {
        const count = length / 3;
        ids.reserve(2 * count + 1);
        const out = ids.values;
        const at = ids.length + 1;
        out[at - 1] = count;
        for (let i = 0; i < count; i++) {
          const start = values[3 * i]!;
          const end = values[3 * i + 1]!;
          out[at + i] = segment.intern(start, end, values[3 * i + 2]!);
          out[at + count + i] = letterCount(segment.units.values, start, end);
        }
        ids.length = at + 2 * count;
      };

      return {
        forget: () => segment.forget(),
        read(text: string, _role: Role, ids: IdList) {
          segment.units.append(tokenizer.rewrite(composed(lowercase ? text.toLowerCase() : text)));
          words.length = 0;
          tokenizer.cut(segment.units, words);
          for (const kind of kinds) {
            if (kind === 'whole') write(words, ids);
            else {
              cut.length = 0;
              cutWordsInto(kind, segment.units.values, words, cut);
              write(cut, ids);
            }
          }
        },
      };
    },
  };
}
