/** How far words common to two texts stand in the same order: Chen and Kuhn (WMT 2011), equations 16–19. */

export class WordOrder {
  /** (1 + ρ) / 2, equation 17. */
  spearman = 1;
  /** (1 + τ) / 2, equation 19. */
  kendall = 1;
  readonly #factor: number;
  #places = new Int32Array(64); // by reference position + 1: words there; then, words there and before

  /** Equation 16 as printed lacks the 6 of Spearman's ρ. */
  constructor(printed: boolean) {
    this.#factor = printed ? 1 : 6;
  }

  /** `positions` in the reference of so many words of the translation, in their order; less than two have no order to differ in. */
  set(positions: Int32Array, count: number, referenceLength: number): void {
    this.spearman = 1;
    this.kendall = 1;
    if (count < 2) return;
    const distances = this.#squaredDistances(positions, count, referenceLength);
    this.spearman = 1 - (this.#factor * distances) / (2 * (count + 1) * count * (count - 1));
    let rising = 0;
    let furthest = positions[0]!;
    for (let j = 1; j < count; j++) {
      const position = positions[j]!;
      if (position > furthest) {
        rising += j;
        furthest = position;
      } else for (let i = 0; i < j; i++) rising += (positions[i]! - position) >>> 31; // 1 if it is before
    }
    this.kendall = rising / ((count * (count - 1)) / 2);
  }

  /** Words at the same position share the mean of their ranks. */
  #squaredDistances(positions: Int32Array, count: number, referenceLength: number): number {
    if (referenceLength + 1 > this.#places.length) this.#places = new Int32Array(2 * referenceLength + 2);
    const places = this.#places.fill(0, 0, referenceLength + 1);
    for (let i = 0; i < count; i++) places[positions[i]! + 1]!++;
    for (let p = 1, before = 0; p <= referenceLength; p++) places[p] = before += places[p]!;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const rank = (places[positions[i]!]! + 1 + places[positions[i]! + 1]!) / 2;
      sum += (i + 1 - rank) * (i + 1 - rank);
    }
    return sum;
  }
}
