/** Numbers the characters of one segment from 0 on, in the order of their first appearance. */
export class SegmentCharacters {
  #size = 0;
  /** Entries up to this are of segments before: forgetting means raising it. */
  #base = 0;
  readonly #entries = new Int32Array(1 << 16); // by UTF-16 unit: base + id + 1
  readonly #pairs = new Map<number, number>(); // ids of the rare characters of two units

  forget(): void {
    this.#base += this.#size;
    this.#size = 0;
    if (this.#pairs.size > 0) this.#pairs.clear();
    if (this.#base > 1 << 30) {
      this.#entries.fill(0);
      this.#base = 0;
    }
  }

  intern(unit: number): number {
    const entry = this.#entries[unit]!;
    if (entry > this.#base) return entry - this.#base - 1;
    const id = this.#size++;
    this.#entries[unit] = this.#base + id + 1;
    return id;
  }

  internPair(high: number, low: number): number {
    const key = (high << 16) | low;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const id = this.#size++;
    this.#pairs.set(key, id);
    return id;
  }
}
