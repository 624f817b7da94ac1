/**
 * Edit distance within TER's beam: row i of the table only has the columns around i · R / H, as in tercom and sacreBLEU.
 * The beam can miss the shortest path, and TER is defined with it. Rows are kept only every 64 rows, forward and backward, so a
 * text of a million words needs a few megabytes, and a change in the hypothesis is evaluated by the changed rows alone:
 * forward from the checkpoint before it, then joined with the backward row after it.
 */
const beam = 25;
const checkpoint = 64;
const unreachable = 1 << 28;

export class BandedDistance {
  #reference: Int32Array = new Int32Array(0);
  #columns = 0; // R
  #hypothesis: Int32Array = new Int32Array(0);
  #rows = 0; // H
  #ratio = 1; // R / H; the beam of row i is centred on floor(i · ratio)
  #half = beam;
  #forward = new Int32Array(0); // checkpoints: row k · 64, from its first column on
  #backward = new Int32Array(0); // rests: distance from (k · 64, j) to the end
  #rowA = new Int32Array(0);
  #rowB = new Int32Array(0);
  #moves = new Uint8Array(0); // of one stretch between checkpoints, while tracing

  setReference(reference: Int32Array, length: number): void {
    this.#reference = reference;
    this.#columns = length;
  }

  /** First column of row i. */
  #first(i: number): number {
    return i === 0 ? 0 : Math.max(0, Math.floor(i * this.#ratio) - this.#half);
  }

  /** One past the last column of row i. The first row is complete, the last one reaches the end. */
  #end(i: number): number {
    const columns = this.#columns;
    if (i === 0 || i === this.#rows) return columns + 1;
    return Math.min(columns + 1, Math.floor(i * this.#ratio) + this.#half);
  }

  /** Distance within the beam; fills the checkpoints for `trace` and `try`. */
  run(hypothesis: Int32Array, length: number): number {
    this.#hypothesis = hypothesis;
    this.#rows = length;
    const ratio = (this.#ratio = this.#columns / length);
    this.#half = ratio / 2 > beam ? Math.ceil(ratio / 2 + beam) : beam;
    if (this.#rowA.length < this.#columns + 1) {
      this.#rowA = new Int32Array(this.#columns + 1); // by absolute column
      this.#rowB = new Int32Array(this.#columns + 1);
    }
    const stride = this.#stride();
    const points = Math.floor(length / checkpoint) + 1;
    if (this.#forward.length < points * stride) {
      this.#forward = new Int32Array(points * stride);
      this.#backward = new Int32Array(points * stride);
    }
    this.#fillForward();
    const distance = this.#rowA[this.#columns]!;
    this.#fillBackward();
    return distance;
  }

  /** No row except the first, which is implied, has more columns than this; the last row starts at R − half or later. */
  #stride(): number {
    return Math.min(this.#columns + 1, 2 * this.#half + 1);
  }

  #firstRow(row: Int32Array): void {
    for (let j = 0; j <= this.#columns; j++) row[j] = j;
  }

  /** Row i from row i − 1, both by absolute column. Cells outside the beam of row i − 1 count as unreachable. */
  #step(i: number, word: number, from: Int32Array, to: Int32Array): void {
    const reference = this.#reference;
    const above = this.#first(i - 1);
    const aboveEnd = this.#end(i - 1);
    const first = this.#first(i);
    const end = this.#end(i);
    let left = unreachable;
    for (let j = first; j < end; j++) {
      let cost = unreachable;
      if (j === 0) cost = i;
      else {
        if (j > above && j <= aboveEnd) cost = from[j - 1]! + (reference[j - 1] === word ? 0 : 1);
        if (j >= above && j < aboveEnd && from[j]! + 1 < cost) cost = from[j]! + 1;
        if (left + 1 < cost) cost = left + 1;
      }
      to[j] = cost;
      left = cost;
    }
  }

  #fillForward(): void {
    let from = this.#rowA;
    let to = this.#rowB;
    const stride = this.#stride();
    this.#firstRow(from);
    for (let i = 1; i <= this.#rows; i++) {
      this.#step(i, this.#hypothesis[i - 1]!, from, to);
      [from, to] = [to, from];
      if (i % checkpoint === 0 && i < this.#rows) this.#keep(this.#forward, i, from, stride);
    }
    this.#rowA = from;
    this.#rowB = to;
  }

  #keep(points: Int32Array, i: number, row: Int32Array, stride: number): void {
    const at = (i / checkpoint) * stride;
    const first = this.#first(i);
    const count = this.#end(i) - first;
    for (let k = 0; k < count; k++) points[at + k] = row[first + k]!;
  }

  #load(points: Int32Array, i: number, row: Int32Array): void {
    const at = (i / checkpoint) * this.#stride();
    const first = this.#first(i);
    const count = this.#end(i) - first;
    for (let k = 0; k < count; k++) row[first + k] = points[at + k]!;
  }

  /** Distances to the end: rests(i, j) = cost of the best path from cell (i, j) to (H, R) within the beam. */
  #fillBackward(): void {
    const { length } = this.#rowA;
    let below = new Int32Array(length);
    let row = new Int32Array(length);
    const stride = this.#stride();
    const rows = this.#rows;
    for (let j = this.#end(rows) - 1, rest = 0; j >= this.#first(rows); j--, rest++) below[j] = rest;
    for (let i = rows - 1; i >= 1; i--) {
      this.#stepBack(i, this.#hypothesis[i]!, below, row);
      [below, row] = [row, below];
      if (i % checkpoint === 0) this.#keep(this.#backward, i, below, stride);
    }
  }

  #stepBack(i: number, word: number, below: Int32Array, row: Int32Array): void {
    const reference = this.#reference;
    const belowFirst = this.#first(i + 1);
    const belowEnd = this.#end(i + 1);
    const first = this.#first(i);
    const end = this.#end(i);
    let right = unreachable;
    for (let j = end - 1; j >= first; j--) {
      let cost = unreachable;
      if (j + 1 >= belowFirst && j + 1 < belowEnd) cost = below[j + 1]! + (reference[j] === word ? 0 : 1);
      if (j >= belowFirst && j < belowEnd && below[j]! + 1 < cost) cost = below[j]! + 1;
      if (right + 1 < cost) cost = right + 1;
      row[j] = cost;
      right = cost;
    }
  }

  /** The distance if words from … to − 1 of the last hypothesis were those in `changed`. */
  try(changed: Int32Array, from: number, to: number): number {
    let row = this.#rowA;
    let next = this.#rowB;
    const start = Math.floor(from / checkpoint) * checkpoint;
    if (start === 0) this.#firstRow(row);
    else this.#load(this.#forward, start, row);
    const stop = Math.min(this.#rows, Math.ceil(to / checkpoint) * checkpoint);
    for (let i = start + 1; i <= stop; i++) {
      this.#step(i, i > from && i <= to ? changed[i - 1]! : this.#hypothesis[i - 1]!, row, next);
      [row, next] = [next, row];
    }
    if (stop === this.#rows) return row[this.#columns]!;
    const at = (stop / checkpoint) * this.#stride();
    const first = this.#first(stop);
    let best = unreachable;
    for (let j = first, end = this.#end(stop); j < end; j++) {
      const cost = row[j]! + this.#backward[at + j - first]!;
      if (cost < best) best = cost;
    }
    return best;
  }

  /** Traces the best path back from (H, R): the diagonal if it costs no more, then up (drop a hypothesis word), then left. Moves are 0, 1 and 2. */
  trace(visit: (i: number, j: number, move: number) => void): void {
    const stride = this.#stride();
    if (this.#moves.length < (checkpoint + 1) * stride) this.#moves = new Uint8Array((checkpoint + 1) * stride);
    let i = this.#rows;
    let j = this.#columns;
    while (i > 0) {
      const start = Math.floor((i - 1) / checkpoint) * checkpoint;
      this.#fillMoves(start, i);
      while (i > start) {
        const move = this.#moves[(i - start) * stride + j - this.#first(i)]!;
        visit(i, j, move);
        if (move !== 2) i--;
        if (move !== 1) j--;
      }
    }
    for (; j > 0; j--) visit(0, j, 2);
  }

  #fillMoves(start: number, stop: number): void {
    let row = this.#rowA;
    let next = this.#rowB;
    const reference = this.#reference;
    if (start === 0) this.#firstRow(row);
    else this.#load(this.#forward, start, row);
    for (let i = start + 1; i <= stop; i++) {
      const word = this.#hypothesis[i - 1]!;
      this.#step(i, word, row, next);
      const above = this.#first(i - 1);
      const aboveEnd = this.#end(i - 1);
      const at = (i - start) * this.#stride() - this.#first(i);
      for (let j = this.#first(i), end = this.#end(i); j < end; j++) {
        const cost = next[j]!;
        if (j > above && j <= aboveEnd && row[j - 1]! + (reference[j - 1] === word ? 0 : 1) === cost)
          this.#moves[at + j] = 0;
        else if (j === 0 || (j >= above && j < aboveEnd && row[j]! + 1 === cost)) this.#moves[at + j] = 1;
        else this.#moves[at + j] = 2;
      }
      [row, next] = [next, row];
    }
  }
}
