/** Marks on the words of an output: how long an n-gram of the references each one is part of. Small enough for thousands on a page. */
import { UsageError } from '../core/index.ts';
import { NgramTree } from '../text/index.ts';
import type { Cutting } from './cutting.ts';
import { type PlacedWords, WordPlacer } from './placedWords.ts';

/**
 * Three numbers for each word: where it starts and where it ends in the text, in UTF-16 units as `slice` takes them, and how many words the
 * longest n-gram has that holds it and stands in a reference, 0 if none does. Occurrences are not limited by those in the reference.
 */
export type WordMarks = Int32Array<ArrayBuffer>;

/** As many as a packed mark has room for. */
const mostOrder = 7;

/** Marks texts of one segment after another. */
export class SegmentMarker {
  readonly #order: number;
  readonly #placer: WordPlacer;
  readonly #tree = new NgramTree();

  /** `order`: the longest n-gram, at most 7. */
  constructor(cutting: Cutting, order = 4) {
    if (!Number.isInteger(order) || order < 1 || order > mostOrder) {
      throw new UsageError(`The longest n-gram to mark must have 1 to ${mostOrder} words, not ${order}.`);
    }
    this.#order = order;
    this.#placer = new WordPlacer(cutting);
  }

  /** Begins a segment. Without references nothing is matched, and marks only tell where words are. */
  setReferences(references: readonly string[]): void {
    this.#placer.forget();
    this.#tree.clear();
    for (const reference of references) {
      const { ids } = this.#placer.read(reference);
      for (let i = 0; i < ids.length; i++) {
        for (let n = 0, node = 0; n < this.#order && i + n < ids.length; n++) node = this.#tree.add(node, ids[i + n]!);
      }
    }
  }

  mark(text: string): WordMarks {
    const words = this.#placer.read(text);
    const orders = this.orders(words);
    const marks = new Int32Array(3 * orders.length);
    for (let k = 0; k < orders.length; k++) {
      marks[3 * k] = words.starts[k]!;
      marks[3 * k + 1] = words.ends[k]!;
      marks[3 * k + 2] = orders[k]!;
    }
    return marks;
  }

  /** Reads a text with the words of this segment. */
  place(text: string): PlacedWords {
    return this.#placer.read(text);
  }

  /** By word: the length of its longest n-gram. */
  orders({ ids }: PlacedWords): Uint8Array<ArrayBuffer> {
    const orders = new Uint8Array(ids.length);
    for (let i = 0; i < ids.length; i++) {
      let length = 0;
      for (let node = 0; length < this.#order && i + length < ids.length; length++) {
        node = this.#tree.find(node, ids[i + length]!);
        if (node < 0) break;
      }
      for (let k = i; k < i + length; k++) if (orders[k]! < length) orders[k] = length;
    }
    return orders;
  }
}

/** Of one output. For many, a SegmentMarker reads the references once. */
export function matchMarks(hypothesis: string, references: readonly string[], cutting: Cutting, order = 4): WordMarks {
  const marker = new SegmentMarker(cutting, order);
  marker.setReferences(references);
  return marker.mark(hypothesis);
}

/** Digits that need no escape in JSON, HTML or an address. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map(Array.from(digits, (digit, value) => [digit, value]));

/** Of the first digit of a mark, the space before the word; of the second, the length of the word: from here on, more digits follow. */
const longGap = 7;
const longWord = 63;

/**
 * Marks as a string, mostly two digits for each word: 8 × min(space before it, 7) + order, and min(length, 63). What 7 or 63 leaves
 * over follows its digit in base 32, lowest digit first, with 32 added to all but the last.
 */
export function packMarks(marks: WordMarks): string {
  let packed = '';
  let before = 0;
  const rest = (value: number): void => {
    for (; value >= 32; value = Math.floor(value / 32)) packed += digits[32 + (value % 32)]!;
    packed += digits[value]!;
  };
  for (let k = 0; k < marks.length; k += 3) {
    const [start, end, order] = [marks[k]!, marks[k + 1]!, marks[k + 2]!];
    const [gap, length] = [start - before, end - start];
    packed += digits[8 * Math.min(gap, longGap) + order]!;
    if (gap >= longGap) rest(gap - longGap);
    packed += digits[Math.min(length, longWord)]!;
    if (length >= longWord) rest(length - longWord);
    before = end;
  }
  return packed;
}

export function unpackMarks(packed: string): WordMarks {
  const marks: number[] = [];
  let at = 0;
  let before = 0;
  const digit = (): number => {
    const value = values.get(packed[at++] ?? '');
    if (value === undefined) throw new UsageError(`These are no packed marks: ${packed.slice(0, 40)}`);
    return value;
  };
  const rest = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 32) {
      const next = digit();
      value += scale * (next % 32);
      if (next < 32) return value;
    }
  };
  while (at < packed.length) {
    const head = digit();
    const start = before + (head >> 3) + (head >> 3 === longGap ? rest() : 0);
    const length = digit();
    before = start + length + (length === longWord ? rest() : 0);
    marks.push(start, before, head & 7);
  }
  return Int32Array.from(marks);
}
