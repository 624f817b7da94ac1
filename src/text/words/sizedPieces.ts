/** A view of words split into pieces in several ways at once, together with the lengths of the pieces. */
import { IdList, type Reader, type Role, type View, enlarged } from '../../core/index.ts';
import { letterCount } from '../unicode/characters.ts';
import type { Tokenizer } from './cut.ts';
import { type CutWord, type PieceKind, cutterOf, isSimple, isUncut } from './pieces.ts';
import { SegmentWords } from './segmentWords.ts';

interface PieceSettings {
  readonly lowercase: boolean;
  /** Pieces with fewer letters are short. */
  readonly long: number;
}

/** For each kind of pieces: how many there are, their total letters, how many are short, then their ids. */
export function sizedPieces(
  tokenizer: Tokenizer,
  kinds: readonly PieceKind[],
  { lowercase, long }: PieceSettings,
): View {
  return {
    key: `sized-pieces:${tokenizer.name}:${kinds.join('+')}:${long}${lowercase ? ':lc' : ''}`,
    reader(): Reader {
      const segment = new CutWords(kinds, long);
      const spans = new IdList();
      const words = new IdList();
      return {
        forget: () => segment.forget(),
        read(text: string, _role: Role, ids: IdList) {
          const { units } = segment;
          const cased = lowercase ? text.toLowerCase() : text;
          units.append(tokenizer.rewrite(isSimple(cased) ? cased : cased.normalize('NFC')));
          spans.length = 0;
          tokenizer.cut(units, spans);
          words.length = 0;
          words.reserve(spans.length / 3);
          for (let k = 0; k < spans.length; k += 3) {
            const { values } = spans;
            words.values[words.length++] = segment.cut(values[k]!, values[k + 1]!, values[k + 2]!);
          }
          segment.write(words, ids);
        },
      };
    },
  };
}

/** The words of a segment, each split once in every way, no matter how often it occurs. */
class CutWords {
  readonly #kinds: readonly PieceKind[];
  readonly #cutters: readonly CutWord[];
  readonly #long: number;
  readonly #segment = new SegmentWords(); // ids of words and pieces
  readonly #spans = new IdList();
  // The pieces of each word, one kind after the other.
  readonly #pieces = new IdList();
  #isCut = new Uint8Array(1 << 7); // by word
  #begins: Int32Array; // by word × (kinds + 1): where in #pieces those of each kind begin, then where they end
  #sizes: Int32Array; // by word × kind, twice: the total letters of its pieces, and how many are short

  constructor(kinds: readonly PieceKind[], long: number) {
    this.#kinds = kinds;
    this.#cutters = kinds.map(cutterOf);
    this.#long = long;
    this.#begins = new Int32Array(this.#isCut.length * (kinds.length + 1));
    this.#sizes = new Int32Array(this.#isCut.length * 2 * kinds.length);
  }

  get units() {
    return this.#segment.units;
  }

  forget(): void {
    this.#segment.forget();
    this.#pieces.length = 0;
    this.#isCut.fill(0);
  }

  /** The id of the word units[start … end). */
  cut(start: number, end: number, hash: number): number {
    const word = this.#segment.intern(start, end, hash);
    if (word >= this.#isCut.length) this.#reserve(word);
    if (this.#isCut[word] === 0) this.#cutNew(word, start, end, hash);
    return word;
  }

  /** Appends the pieces of these words, kind by kind. */
  write({ values: words, length }: IdList, ids: IdList): void {
    const kinds = this.#kinds.length;
    const begins = this.#begins;
    const sizes = this.#sizes;
    const { values: pieces } = this.#pieces;
    let most = 3 * kinds;
    for (let i = 0; i < length; i++) {
      const at = words[i]! * (kinds + 1);
      most += begins[at + kinds]! - begins[at]!;
    }
    ids.reserve(most);
    const out = ids.values;
    for (let kind = 0; kind < kinds; kind++) {
      const head = ids.length;
      let to = head + 3;
      let letters = 0;
      let short = 0;
      for (let i = 0; i < length; i++) {
        const word = words[i]!;
        const at = word * (kinds + 1) + kind;
        const size = 2 * (word * kinds + kind);
        letters += sizes[size]!;
        short += sizes[size + 1]!;
        const end = begins[at + 1]!;
        for (let k = begins[at]!; k < end; k++) out[to++] = pieces[k]!;
      }
      out[head] = to - head - 3;
      out[head + 1] = letters;
      out[head + 2] = short;
      ids.length = to;
    }
  }

  #cutNew(word: number, start: number, end: number, hash: number): void {
    const kinds = this.#kinds.length;
    const units = this.units.values;
    const spans = this.#spans;
    const pieces = this.#pieces;
    const wholeLetters = letterCount(units, start, end);
    const isPlain = wholeLetters === end - start; // every unit is a letter
    this.#isCut[word] = 1;
    for (let kind = 0; kind < kinds; kind++) {
      let letters = 0;
      let short = 0;
      this.#begins[word * (kinds + 1) + kind] = pieces.length;
      if (isUncut(this.#kinds[kind]!, wholeLetters)) {
        pieces.push(word);
        letters = wholeLetters;
        if (letters < this.#long) short = 1;
      } else {
        spans.length = 0;
        this.#cutters[kind]!(units, start, end, hash, spans);
        for (let k = 0; k < spans.length; k += 3) {
          const from = spans.values[k]!;
          const to = spans.values[k + 1]!;
          const isWhole = from === start && to === end;
          pieces.push(isWhole ? word : this.#segment.intern(from, to, spans.values[k + 2]!));
          const count = isPlain ? to - from : letterCount(units, from, to);
          letters += count;
          if (count < this.#long) short++;
        }
      }
      const size = 2 * (word * kinds + kind);
      this.#sizes[size] = letters;
      this.#sizes[size + 1] = short;
    }
    this.#begins[word * (kinds + 1) + kinds] = pieces.length;
  }

  #reserve(word: number): void {
    const room = 2 * word;
    const isCut = new Uint8Array(room);
    isCut.set(this.#isCut);
    this.#isCut = isCut;
    this.#begins = enlarged(this.#begins, room * (this.#kinds.length + 1));
    this.#sizes = enlarged(this.#sizes, room * 2 * this.#kinds.length);
  }
}
