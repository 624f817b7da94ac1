/** A view of words cut into pieces in several ways at once, together with how long the pieces are. */
import { IdList, type Reader, type Role, type View } from '../core/index.ts';
import { letterCount } from './letters.ts';
import { type CutWord, type PieceKind, cutterOf, isSimple } from './pieces.ts';
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
      const segment = new CutWords(kinds.map(cutterOf));
      const spans = new IdList();
      const words = new IdList();
      return {
        forget: () => segment.forget(),
        read(text: string, _role: Role, ids: IdList) {
          const { units } = segment;
          const cased = lowercase ? text.toLowerCase() : text;
          segment.isSimple = isSimple(cased);
          units.append(tokenizer.rewrite(segment.isSimple ? cased : cased.normalize('NFC')));
          spans.length = 0;
          tokenizer.cut(units, spans);
          const count = spans.length / 3;
          words.length = 0;
          words.reserve(count);
          for (let i = 0, k = 0; i < count; i++, k += 3) {
            words.values[i] = segment.cut(spans.values[k]!, spans.values[k + 1]!, spans.values[k + 2]!);
          }
          words.length = count;
          for (let kind = 0; kind < kinds.length; kind++) segment.write(kind, words, ids);
        },
      };
    },
  };
}

/** The words of a segment, each cut once in every way, however often it stands there. */
class CutWords {
  /** Whether each unit of the current text is a letter. */
  isSimple = false;
  readonly #cutters: readonly CutWord[];
  readonly #segment = new SegmentWords();
  readonly #spans = new IdList();
  // Ids and letters of all pieces, those of a word together; by word id × (kinds + 1): where those of each kind begin, then where they end.
  readonly #pieces = new IdList();
  readonly #letters = new IdList();
  #begins: Int32Array;
  #isCut = new Uint8Array(1 << 7); // by id

  constructor(cutters: readonly CutWord[]) {
    this.#cutters = cutters;
    this.#begins = new Int32Array(this.#isCut.length * (cutters.length + 1));
  }

  get units() {
    return this.#segment.units;
  }

  forget(): void {
    this.#segment.forget();
    this.#pieces.length = 0;
    this.#letters.length = 0;
    this.#isCut.fill(0);
  }

  /** The id of the word units[start … end). */
  cut(start: number, end: number, hash: number): number {
    const id = this.#segment.intern(start, end, hash);
    if (id >= this.#isCut.length) this.#reserve(id);
    if (this.#isCut[id] === 0) this.#cutNew(id, start, end, hash);
    return id;
  }

  /** Appends how many pieces of a kind these words have, the ids of the pieces, then the letters of each. */
  write(kind: number, { values: words, length }: IdList, ids: IdList): void {
    const begins = this.#begins;
    const across = this.#cutters.length + 1;
    let count = 0;
    for (let i = 0; i < length; i++) {
      const at = words[i]! * across + kind;
      count += begins[at + 1]! - begins[at]!;
    }
    ids.reserve(2 * count + 1);
    const out = ids.values;
    const { values: pieces } = this.#pieces;
    const { values: letters } = this.#letters;
    out[ids.length] = count;
    let to = ids.length + 1;
    for (let i = 0; i < length; i++) {
      const at = words[i]! * across + kind;
      for (let k = begins[at]!; k < begins[at + 1]!; k++, to++) {
        out[to] = pieces[k]!;
        out[to + count] = letters[k]!;
      }
    }
    ids.length = to + count;
  }

  #cutNew(id: number, start: number, end: number, hash: number): void {
    const units = this.units.values;
    const spans = this.#spans;
    let at = id * (this.#cutters.length + 1);
    this.#isCut[id] = 1;
    for (let kind = 0; kind < this.#cutters.length; kind++) {
      this.#begins[at++] = this.#pieces.length;
      spans.length = 0;
      this.#cutters[kind]!(units, start, end, hash, spans);
      for (let k = 0; k < spans.length; k += 3) {
        const from = spans.values[k]!;
        const to = spans.values[k + 1]!;
        const isWhole = from === start && to === end;
        this.#pieces.push(isWhole ? id : this.#segment.intern(from, to, spans.values[k + 2]!));
        this.#letters.push(this.isSimple ? to - from : letterCount(units, from, to));
      }
    }
    this.#begins[at] = this.#pieces.length;
  }

  #reserve(id: number): void {
    const isCut = new Uint8Array(2 * id);
    isCut.set(this.#isCut);
    this.#isCut = isCut;
    const begins = new Int32Array(2 * id * (this.#cutters.length + 1));
    begins.set(this.#begins);
    this.#begins = begins;
  }
}
