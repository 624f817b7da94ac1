/**
 * Counts distinct items by hashes of 64 bits in bounded memory. While there is room, counts are exact. After that, only hashes that end
 * in some zeros are kept, and one more zero each time the table is full again: a sample of the distinct items, each with the same probability
 * (adaptive sampling; Flajolet 1990). With one to two million kept, the relative standard error is at most 0.1 %.
 */
export class DistinctCounter {
  readonly #most: number;
  #lows = new Int32Array(1 << 12);
  #highs = new Int32Array(1 << 12);
  /** How often each was added; 0 for a free slot. */
  #counts = new Uint32Array(1 << 12);
  #kept = 0;
  #added = 0;
  /** One kept item stands for 2 to the power of this many. */
  #level = 0;

  constructor(most = 1 << 21) {
    this.#most = most;
  }

  /** Two independent halves of a hash. */
  add(low: number, high: number): void {
    if (this.#level > 0 && (high & (2 ** this.#level - 1)) !== 0) return;
    this.#added++;
    this.#put(low, high, 1);
    if (2 * this.#kept >= this.#counts.length) this.#makeRoom();
  }

  get isExact(): boolean {
    return this.#level === 0;
  }

  get distinct(): number {
    return this.#kept * 2 ** this.#level;
  }

  /** Additions of an item that was there already. */
  get repeats(): number {
    return (this.#added - this.#kept) * 2 ** this.#level;
  }

  #put(low: number, high: number, count: number): void {
    const mask = this.#counts.length - 1;
    let slot = low & mask;
    while (this.#counts[slot] !== 0) {
      if (this.#lows[slot] === low && this.#highs[slot] === high) {
        this.#counts[slot]! += count;
        return;
      }
      slot = (slot + 1) & mask;
    }
    this.#lows[slot] = low;
    this.#highs[slot] = high;
    this.#counts[slot] = count;
    this.#kept++;
  }

  #makeRoom(): void {
    const [lows, highs, counts] = [this.#lows, this.#highs, this.#counts];
    const size = this.#kept >= this.#most ? counts.length : 2 * counts.length;
    if (size === counts.length) this.#level++;
    const mask = 2 ** this.#level - 1;
    this.#lows = new Int32Array(size);
    this.#highs = new Int32Array(size);
    this.#counts = new Uint32Array(size);
    this.#kept = 0;
    for (let slot = 0; slot < counts.length; slot++) {
      const count = counts[slot]!;
      if (count === 0) continue;
      if ((highs[slot]! & mask) === 0) this.#put(lows[slot]!, highs[slot]!, count);
      else this.#added -= count;
    }
  }
}
