/**
 * The table of an edit distance in columns of 32 bits, one bit per reference word: Myers (1999) in the form of Hyyrö (2003). A column is
 * processed row by row, and the steps at its right edge, by row, are the input of the next column.
 */
export class BitColumns {
  /** By symbol and block: the positions of the symbol in the reference. */
  equal = new Int32Array(64);
  /** By row: where its symbol begins in `equal`. */
  symbols = new Int32Array(65);
  /** By row: the distance at the current edge minus that of the row above. */
  steps = new Int8Array(65);
  /** By block: bit j says that the current row rises, or falls, by 1 from column j to j + 1. */
  rise = new Int32Array(1);
  fall = new Int32Array(1);

  /** Makes room in all arrays by row or block. */
  reserve(rows: number, blocks: number): void {
    if (rows >= this.steps.length) {
      this.steps = new Int8Array(2 * rows);
      this.symbols = new Int32Array(2 * rows);
    }
    if (blocks > this.rise.length) {
      this.rise = new Int32Array(2 * blocks);
      this.fall = new Int32Array(2 * blocks);
    }
  }

  /** Processes some rows of all blocks; the last block ends with `lastBit`. */
  cross(rows: number, blocks: number, lastBit: number): void {
    let block = 0;
    for (; block + 1 < blocks; block += 2) this.#crossTwo(block, rows, block + 2 < blocks ? 31 : lastBit);
    if (block < blocks) this.#crossOne(block, rows, lastBit);
  }

  #crossOne(block: number, rows: number, lastBit: number): void {
    const { equal, symbols, steps } = this;
    let rise = this.rise[block]!;
    let fall = this.fall[block]!;
    for (let i = 0; i < rows; i++) {
      const step = steps[i]!;
      const fallIn = step >>> 31;
      const x = equal[symbols[i]! + block]! | fallIn;
      const d = ((((x & rise) + rise) | 0) ^ rise) | x | fall;
      const up = fall | ~(d | rise);
      const down = d & rise;
      const upIn = (up << 1) | ((step + 1) >>> 1);
      rise = (down << 1) | fallIn | ~(d | upIn);
      fall = upIn & d;
      steps[i] = ((up >>> lastBit) & 1) - ((down >>> lastBit) & 1);
    }
    this.rise[block] = rise;
    this.fall[block] = fall;
  }

  /** Processes two blocks at once, the second one row behind, so that neither waits for the other: in a block each row waits for the one above. */
  #crossTwo(block: number, rows: number, lastBit: number): void {
    const { equal, symbols, steps } = this;
    let rise = this.rise[block]!;
    let fall = this.fall[block]!;
    let rise2 = this.rise[block + 1]!;
    let fall2 = this.fall[block + 1]!;
    let symbol2 = 0;
    let riseIn2 = 0; // what has passed from the first block, in the row before
    let fallIn2 = 0;
    for (let i = 0; ; i++) {
      if (i > 0) {
        const x = equal[symbol2 + block + 1]! | fallIn2;
        const d = ((((x & rise2) + rise2) | 0) ^ rise2) | x | fall2;
        const up = fall2 | ~(d | rise2);
        const down = d & rise2;
        const upIn = (up << 1) | riseIn2;
        rise2 = (down << 1) | fallIn2 | ~(d | upIn);
        fall2 = upIn & d;
        steps[i - 1] = ((up >>> lastBit) & 1) - ((down >>> lastBit) & 1);
        if (i === rows) break;
      }
      const step = steps[i]!;
      const fallIn = step >>> 31;
      symbol2 = symbols[i]!;
      const x = equal[symbol2 + block]! | fallIn;
      const d = ((((x & rise) + rise) | 0) ^ rise) | x | fall;
      const up = fall | ~(d | rise);
      const down = d & rise;
      riseIn2 = up >>> 31;
      fallIn2 = down >>> 31;
      const upIn = (up << 1) | ((step + 1) >>> 1);
      rise = (down << 1) | fallIn | ~(d | upIn);
      fall = upIn & d;
    }
    this.rise[block] = rise;
    this.fall[block] = fall;
    this.rise[block + 1] = rise2;
    this.fall[block + 1] = fall2;
  }
}
