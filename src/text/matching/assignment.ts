/**
 * The one-to-one assignment of rows to columns with maximum weight: Kuhn (1955) and Munkres (1957), adding rows one by one along
 * shortest augmenting paths as in Jonker and Volgenant (1987). For r rows and c ≥ r columns it takes at most r² · c steps.
 */
export class Assignment {
  /** After `solve`, by row: its column, or −1 if there are fewer columns than rows. */
  columnOf = new Int32Array(16);

  // Rows and columns count from 1; 0 is the row that is being entered. The highest weight has the lowest cost.
  #rowPrices = new Float64Array(16);
  #columnPrices = new Float64Array(16);
  #rowOf = new Int32Array(16); // by column: its row, or 0
  #cameFrom = new Int32Array(16); // by column: the one before it on the path that ends there
  #slack = new Float64Array(16); // by column: what would lengthen the path to it
  #reached = new Uint8Array(16);

  /** The sum of the best weights; `weights` holds one row after the other, and none is negative or infinite. */
  solve(weights: Float64Array, rows: number, columns: number): number {
    const turned = rows > columns;
    const short = turned ? columns : rows;
    const long = turned ? rows : columns;
    this.#reserve(long + 1);
    this.#rowPrices.fill(0, 0, short + 1);
    this.#columnPrices.fill(0, 0, long + 1);
    this.#rowOf.fill(0, 0, long + 1);
    const rowStep = turned ? 1 : columns;
    const columnStep = turned ? columns : 1;
    for (let row = 1; row <= short; row++) this.#enter(row, weights, long, rowStep, columnStep);

    const { columnOf } = this;
    const rowOf = this.#rowOf;
    columnOf.fill(-1, 0, rows);
    let sum = 0;
    for (let column = 1; column <= long; column++) {
      const row = rowOf[column]!;
      if (row === 0) continue;
      sum += weights[(row - 1) * rowStep + (column - 1) * columnStep]!;
      if (turned) columnOf[column - 1] = row - 1;
      else columnOf[row - 1] = column - 1;
    }
    return sum;
  }

  /** Finds the cheapest path from this row to a free column, and moves the rows along it. */
  #enter(entered: number, weights: Float64Array, columns: number, rowStep: number, columnStep: number): void {
    const rowPrices = this.#rowPrices;
    const columnPrices = this.#columnPrices;
    const rowOf = this.#rowOf;
    const cameFrom = this.#cameFrom;
    const slack = this.#slack.fill(Infinity, 0, columns + 1);
    const reached = this.#reached.fill(0, 0, columns + 1);
    rowOf[0] = entered;
    let column = 0;
    do {
      reached[column] = 1;
      const row = rowOf[column]!;
      const rowAt = (row - 1) * rowStep;
      const rowPrice = rowPrices[row]!;
      let least = Infinity;
      let nearest = 0;
      for (let j = 1; j <= columns; j++) {
        if (reached[j] === 1) continue;
        const cost = -weights[rowAt + (j - 1) * columnStep]! - rowPrice - columnPrices[j]!;
        if (cost < slack[j]!) {
          slack[j] = cost;
          cameFrom[j] = column;
        }
        if (slack[j]! < least) {
          least = slack[j]!;
          nearest = j;
        }
      }
      for (let j = 0; j <= columns; j++) {
        if (reached[j] === 1) {
          rowPrices[rowOf[j]!]! += least;
          columnPrices[j]! -= least;
        } else slack[j]! -= least;
      }
      column = nearest;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = cameFrom[column]!;
      rowOf[column] = rowOf[before]!;
      column = before;
    }
  }

  #reserve(size: number): void {
    if (size <= this.#slack.length) return;
    const room = 2 * size;
    this.columnOf = new Int32Array(room);
    this.#rowPrices = new Float64Array(room);
    this.#columnPrices = new Float64Array(room);
    this.#rowOf = new Int32Array(room);
    this.#cameFrom = new Int32Array(room);
    this.#slack = new Float64Array(room);
    this.#reached = new Uint8Array(room);
  }
}
