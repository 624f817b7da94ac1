/**
 * Edit distance of two texts (Levenshtein), bit-parallel. Only the distance is needed, so a long reference is processed in strips, each of
 * which passes its edge to the next, and memory grows with the lengths and not with their product.
 */
import type { Tokens } from '../../core/index.ts';
import { Alphabet } from '../words/alphabet.ts';
import { BitColumns } from './bitColumns.ts';

/** Reference tokens of a strip: enough that its start costs little, few enough that the table by symbol stays in the processor's cache. */
const stripWidth = 2048;

export class EditDistance {
  readonly #alphabet = new Alphabet();
  readonly #columns = new BitColumns();
  readonly #strip = { ids: new Int32Array(0) as Int32Array, start: 0, end: 0 };
  readonly #strips: readonly Tokens[] = [this.#strip];

  /** The fewest insertions, deletions and substitutions that turn one text into the other. */
  between(hypothesis: Tokens, reference: Tokens): number {
    const { ids } = hypothesis;
    const { ids: others } = reference;
    let { start: from, end: to } = hypothesis;
    let { start, end } = reference;
    // A common prefix and a common suffix are part of a best path.
    for (; from < to && start < end && ids[from] === others[start]; from++) start++;
    for (; from < to && start < end && ids[to - 1] === others[end - 1]; to--) end--;
    const rows = to - from;
    if (rows === 0 || start === end) return rows + end - start;
    this.#columns.reserve(rows, stripWidth >>> 5);
    const steps = this.#columns.steps.fill(1, 0, rows); // the column before the first counts the rows
    const strip = this.#strip;
    strip.ids = others;
    for (strip.start = start; strip.start < end; strip.start = strip.end) {
      strip.end = Math.min(strip.start + stripWidth, end);
      this.#cross(ids, from, rows);
    }
    let distance = end - start;
    for (let i = 0; i < rows; i++) distance += steps[i]!;
    return distance;
  }

  /** Takes the steps from the left edge of the strip to its right edge. */
  #cross(ids: Int32Array, from: number, rows: number): void {
    const columns = this.#columns;
    const alphabet = this.#alphabet;
    const width = this.#strip.end - this.#strip.start;
    const blocks = (width + 31) >>> 5;
    this.#tabulate(blocks);
    const { symbols } = columns;
    for (let i = 0; i < rows; i++) {
      const known = alphabet.symbol(ids[from + i]!);
      symbols[i] = (known < 0 ? alphabet.size : known) * blocks;
    }
    for (let b = 0; b < blocks; b++) {
      columns.rise[b] = -1;
      columns.fall[b] = 0;
    }
    columns.cross(rows, blocks, (width - 1) & 31);
  }

  #tabulate(blocks: number): void {
    const { ids, start, end } = this.#strip;
    const alphabet = this.#alphabet;
    const columns = this.#columns;
    alphabet.set(this.#strips);
    const size = (alphabet.size + 1) * blocks; // one symbol more for tokens that are not in the strip
    if (size > columns.equal.length) columns.equal = new Int32Array(2 * size);
    else columns.equal.fill(0, 0, size);
    const { equal } = columns;
    for (let j = start; j < end; j++) {
      const bit = j - start;
      equal[alphabet.symbol(ids[j]!) * blocks + (bit >>> 5)]! |= 1 << (bit & 31);
    }
  }
}
