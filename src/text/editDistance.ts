/**
 * Edit distance of two texts (Levenshtein), bit-parallel: one bit per reference token, one step per hypothesis token.
 * Myers (1999) in the form of Hyyrö (2003). Only the distance is wanted, so one row is kept; a long reference is taken in strips,
 * with what passes from one to the next, so that memory grows with the lengths and not with their product.
 */
import type { Tokens } from '../core/index.ts';
import { Alphabet } from './alphabet.ts';

/** Columns of a strip: enough that its start costs little, few enough that the table by symbol stays in the processor's cache. */
const stripWidth = 2048;

export class EditDistance {
  readonly #alphabet = new Alphabet();
  readonly #strip = { ids: new Int32Array(0), start: 0, end: 0 };
  readonly #strips: readonly Tokens[] = [this.#strip];
  #equal = new Int32Array(64); // by symbol and block: where the symbol stands in the strip
  // By block: bit j says that the row rises, or falls, by 1 from column j to j + 1.
  #rise = new Int32Array(1);
  #fall = new Int32Array(1);
  #steps = new Int8Array(64); // by row: distance at the right edge of the strip, less that of the row above

  /** Fewest insertions, deletions and substitutions that turn one text into the other. */
  between(hypothesis: Tokens, reference: Tokens): number {
    const rows = hypothesis.end - hypothesis.start;
    const columns = reference.end - reference.start;
    if (rows === 0 || columns === 0) return rows + columns;
    if (rows > this.#steps.length) this.#steps = new Int8Array(2 * rows);
    const steps = this.#steps.fill(1, 0, rows); // the column before the first counts the rows
    for (let start = reference.start; start < reference.end; start += stripWidth) {
      this.#strip.ids = reference.ids as Int32Array<ArrayBuffer>;
      this.#strip.start = start;
      this.#strip.end = Math.min(start + stripWidth, reference.end);
      this.#cross(hypothesis);
    }
    let distance = columns;
    for (let i = 0; i < rows; i++) distance += steps[i]!;
    return distance;
  }

  /** Takes the steps from the left edge of the strip to its right edge. */
  #cross({ ids, start, end }: Tokens): void {
    const width = this.#strip.end - this.#strip.start;
    const blocks = (width + 31) >>> 5;
    const lastBit = (width - 1) & 31;
    const alphabet = this.#alphabet;
    this.#tabulate(blocks);
    const equal = this.#equal;
    const rise = this.#rise.fill(-1, 0, blocks);
    const fall = this.#fall.fill(0, 0, blocks);
    const steps = this.#steps;
    for (let i = start; i < end; i++) {
      const known = alphabet.symbol(ids[i]!);
      const symbol = (known < 0 ? alphabet.size : known) * blocks;
      const step = steps[i - start]!;
      let riseIn = step > 0 ? 1 : 0;
      let fallIn = step < 0 ? 1 : 0;
      let up = 0;
      let down = 0;
      for (let b = 0; b < blocks; b++) {
        const r = rise[b]!;
        const f = fall[b]!;
        const x = equal[symbol + b]! | fallIn;
        const d = ((((x & r) + r) | 0) ^ r) | x | f;
        up = f | ~(d | r);
        down = d & r;
        const upIn = (up << 1) | riseIn;
        const downIn = (down << 1) | fallIn;
        riseIn = up >>> 31;
        fallIn = down >>> 31;
        rise[b] = downIn | ~(d | upIn);
        fall[b] = upIn & d;
      }
      steps[i - start] = ((up >>> lastBit) & 1) - ((down >>> lastBit) & 1);
    }
  }

  #tabulate(blocks: number): void {
    const { ids, start, end } = this.#strip;
    const alphabet = this.#alphabet;
    alphabet.set(this.#strips);
    const size = (alphabet.size + 1) * blocks; // one symbol more for tokens that are not in the strip
    if (size > this.#equal.length) this.#equal = new Int32Array(2 * size);
    else this.#equal.fill(0, 0, size);
    for (let j = start; j < end; j++) {
      const bit = j - start;
      this.#equal[alphabet.symbol(ids[j]!) * blocks + (bit >>> 5)]! |= 1 << (bit & 31);
    }
    if (blocks > this.#rise.length) {
      this.#rise = new Int32Array(blocks);
      this.#fall = new Int32Array(blocks);
    }
  }
}
