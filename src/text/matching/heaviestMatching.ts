/**
 * The maximum-weight matching between two sides when most pairs have weight 0. Connected components are matched separately:
 * those with a single vertex on one side take their heaviest pair, and only the others need an assignment.
 */
import { enlarged } from '../../core/index.ts';
import { Assignment } from './assignment.ts';

type ReportPair = (left: number, right: number, weight: number) => void;

export class HeaviestMatching {
  #lefts = 0;
  #rights = 0;
  #pairs = 0;
  #left = new Int32Array(64);
  #right = new Int32Array(64);
  #weight = new Float64Array(64);

  #parent = new Int32Array(64); // of each vertex, right side after left side: another of its part, or itself
  #ownPlace = new Int32Array(64); // of each vertex: its index on its side of its part
  #partAt = new Int32Array(65); // where the pairs of a part begin, by its root
  #order = new Int32Array(64); // pairs, those of a part together
  #table = new Float64Array(64);
  readonly #assignment = new Assignment();

  /** Starts over with this many vertices on each side and no pairs. */
  begin(lefts: number, rights: number): void {
    this.#lefts = lefts;
    this.#rights = rights;
    this.#pairs = 0;
  }

  /** Each pair at most once, and only with a weight above 0. */
  pair(left: number, right: number, weight: number): void {
    const at = this.#pairs++;
    if (at === this.#left.length) {
      this.#left = enlarged(this.#left);
      this.#right = enlarged(this.#right);
      this.#weight = enlarged(this.#weight);
    }
    this.#left[at] = left;
    this.#right[at] = right;
    this.#weight[at] = weight;
  }

  /** The weight of the maximum-weight matching; reports its pairs if asked to. */
  total(report?: ReportPair): number {
    if (this.#pairs === 0) return 0;
    this.#findParts();
    this.#sortPairs();
    const starts = this.#partAt;
    let sum = 0;
    let from = 0;
    // After sorting, starts[root] is where the part ends, and parts are in the order of their roots.
    for (let root = 0; root < this.#lefts + this.#rights; root++) {
      const to = starts[root]!;
      if (to > from) sum += this.#weigh(from, to, report);
      from = to;
    }
    return sum;
  }

  #findParts(): void {
    const vertices = this.#lefts + this.#rights;
    if (vertices > this.#parent.length) {
      this.#parent = new Int32Array(2 * vertices);
      this.#ownPlace = new Int32Array(2 * vertices);
      this.#partAt = new Int32Array(2 * vertices + 1);
    }
    const parent = this.#parent;
    for (let v = 0; v < vertices; v++) parent[v] = v;
    for (let p = 0; p < this.#pairs; p++) {
      const a = this.#root(this.#left[p]!);
      const b = this.#root(this.#lefts + this.#right[p]!);
      if (a < b) parent[b] = a;
      else parent[a] = b;
    }
  }

  #root(vertex: number): number {
    const parent = this.#parent;
    while (parent[vertex] !== vertex) {
      parent[vertex] = parent[parent[vertex]!]!;
      vertex = parent[vertex]!;
    }
    return vertex;
  }

  /** Sorts pairs by the roots of their parts, by counting; afterwards partAt says where a part ends. */
  #sortPairs(): void {
    const pairs = this.#pairs;
    const vertices = this.#lefts + this.#rights;
    if (pairs > this.#order.length) this.#order = new Int32Array(2 * pairs);
    const starts = this.#partAt.fill(0, 0, vertices + 1);
    for (let p = 0; p < pairs; p++) starts[this.#root(this.#left[p]!) + 1]!++;
    for (let v = 0; v < vertices; v++) starts[v + 1]! += starts[v]!;
    for (let p = 0; p < pairs; p++) this.#order[starts[this.#root(this.#left[p]!)]!++] = p;
  }

  /** The maximum-weight matching of the part with the pairs order[from … to). */
  #weigh(from: number, to: number, report?: ReportPair): number {
    const order = this.#order;
    const weight = this.#weight;
    const place = this.#ownPlace;
    const lefts = this.#lefts;
    for (let k = from; k < to; k++) {
      place[this.#left[order[k]!]!] = -1;
      place[lefts + this.#right[order[k]!]!] = -1;
    }
    let rows = 0;
    let columns = 0;
    let heaviest = 0;
    for (let k = from; k < to; k++) {
      const pair = order[k]!;
      const left = this.#left[pair]!;
      const right = lefts + this.#right[pair]!;
      if (place[left]! < 0) place[left] = rows++;
      if (place[right]! < 0) place[right] = columns++;
      if (weight[pair]! > heaviest) heaviest = weight[pair]!;
    }
    if (rows === 1 || columns === 1) {
      if (report)
        this.#report(
          order.subarray(from, to).find((pair) => weight[pair] === heaviest)!,
          report,
        );
      return heaviest;
    }

    const size = rows * columns;
    if (size > this.#table.length) this.#table = new Float64Array(2 * size);
    const table = this.#table.fill(0, 0, size);
    for (let k = from; k < to; k++) {
      const pair = order[k]!;
      table[place[this.#left[pair]!]! * columns + place[lefts + this.#right[pair]!]!] = weight[pair]!;
    }
    const sum = this.#assignment.solve(table, rows, columns);
    if (!report) return sum;
    const { columnOf } = this.#assignment;
    for (let k = from; k < to; k++) {
      const pair = order[k]!;
      if (columnOf[place[this.#left[pair]!]!] === place[lefts + this.#right[pair]!]) this.#report(pair, report);
    }
    return sum;
  }

  #report(pair: number, report: ReportPair): void {
    report(this.#left[pair]!, this.#right[pair]!, this.#weight[pair]!);
  }
}
