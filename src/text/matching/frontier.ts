/** The partial alignments that a search continues from, and the choice of the best among them. */
import { enlarged } from '../../core/index.ts';

/** The partial alignments at a word of the reference, in columns. */
export class Frontier {
  count = 0;
  /** Credit of all links, and without that of groups which all alignments get in the end. */
  credit = new Int32Array(512);
  gain = new Int32Array(512);
  cost = new Int32Array(512);
  distance = new Float64Array(512);
  /** Where the last link ends in the hypothesis; −1 if the word before is not linked. */
  end = new Int32Array(512);
  /** The first word of the reference that the last link does not cover. */
  until = new Int32Array(512);
  /** The last link, in the store of links; −1 if there is none. */
  node = new Int32Array(512);
  /** Which words of the hypothesis are taken, a bit each. */
  used = new Int32Array(1024);
  /** After `select` or `sort`: the alignments that these have put in order. */
  order = new Int32Array(512);
  #spare = new Int32Array(512);
  #keys = new Float64Array(1024);

  reserve(count: number, width: number): void {
    while (this.credit.length < count) {
      this.distance = enlarged(this.distance);
      for (const name of ['credit', 'gain', 'cost', 'end', 'until', 'node'] as const) this[name] = enlarged(this[name]);
    }
    while (this.used.length < count * width) this.used = enlarged(this.used);
  }

  isBetter(a: number, b: number): boolean {
    const { credit, cost, distance } = this;
    if (credit[a] !== credit[b]) return credit[a]! > credit[b]!;
    return cost[a] !== cost[b] ? cost[a]! < cost[b]! : distance[a]! < distance[b]!;
  }

  /** Selects the best, as many as there is room for, in their current order; ties go to the first. */
  select(room: number): void {
    const { count, credit, cost, distance } = this;
    if (this.#keys.length < 2 * count) this.#keys = new Float64Array(4 * count);
    this.#reserveOrder(count);
    const keys = this.#keys;
    for (let s = 0; s < count; s++) {
      // One number for all three; for huge texts it loses precision in distances, which does not matter, because some are dropped anyway.
      keys[s] = keys[count + s] = (cost[s]! - credit[s]! * 2 ** 20) * 2 ** 20 + Math.min(distance[s]!, 2 ** 20 - 1);
    }
    const limit = smallest(keys.subarray(count, 2 * count), room - 1);
    let better = 0;
    for (let s = 0; s < count; s++) if (keys[s]! < limit) better++;
    let equal = room - better;
    let kept = 0;
    for (let s = 0; s < count; s++) {
      if (keys[s]! < limit || (keys[s] === limit && equal-- > 0)) this.order[kept++] = s;
    }
  }

  #reserveOrder(count: number): void {
    if (this.order.length >= count) return;
    this.order = new Int32Array(2 * count);
    this.#spare = new Int32Array(2 * count);
  }

  /** Sorts the alignments from best to worst as Meteor does; ties keep their order. */
  sort(): void {
    const { count } = this;
    this.#reserveOrder(count);
    let order = this.order;
    let spare = this.#spare;
    for (let s = 0; s < count; s++) order[s] = s;
    for (let size = 1; size < count; size *= 2) {
      for (let start = 0; start < count; start += 2 * size) {
        const middle = Math.min(start + size, count);
        const stop = Math.min(start + 2 * size, count);
        let a = start;
        let b = middle;
        for (let k = start; k < stop; k++) {
          const takesSecond = a === middle || (b < stop && this.#precedes(order[b]!, order[a]!));
          spare[k] = takesSecond ? order[b++]! : order[a++]!;
        }
      }
      [order, spare] = [spare, order];
    }
    this.order = order;
    this.#spare = spare;
  }

  /** Meteor counts a chunk when it ends; here it is counted when it begins. */
  #precedes(a: number, b: number): boolean {
    const { credit, cost, distance, end } = this;
    if (credit[a] !== credit[b]) return credit[a]! > credit[b]!;
    const costA = cost[a]! - (end[a]! >= 0 ? 1 : 0);
    const costB = cost[b]! - (end[b]! >= 0 ? 1 : 0);
    return costA !== costB ? costA < costB : distance[a]! < distance[b]!;
  }
}

/** The value that would be at index k if they were sorted; changes their order. */
function smallest(values: Float64Array, k: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return values[k]!;
}
