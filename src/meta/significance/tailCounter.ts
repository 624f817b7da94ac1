/** Counts how often a difference arose by chance that is as large as the one observed. */

export interface PValues {
  /** How likely a difference at least as high would be by chance: small if the first metric is better. */
  readonly greater: number;
  /** Small if the second metric is better. */
  readonly less: number;
  readonly twoSided: number;
}

/**
 * Differences of correlations this close are equal. Equal ones are computed in different orders of adding; rounding then leaves some 10⁻¹³
 * between them, while two that really differ are seldom closer than 10⁻⁹. What is taken for equal counts against a finding.
 */
export const rounding = 1e-10;

export class TailCounter {
  readonly #observed: number;
  #draws = 0;
  #above = 0;
  #below = 0;
  #outside = 0;

  constructor(observed: number) {
    this.#observed = observed;
  }

  /** What is NaN counts as large: it never makes a finding. */
  add(difference: number): void {
    const observed = this.#observed;
    this.#draws++;
    if (!(difference < observed - rounding)) this.#above++;
    if (!(difference > observed + rounding)) this.#below++;
    if (!(Math.abs(difference) < Math.abs(observed) - rounding)) this.#outside++;
  }

  /** (count + 1) / (draws + 1), the observed arrangement being one of those possible; NaN if nothing was observed. */
  p(): PValues {
    const p = (count: number): number => (Number.isNaN(this.#observed) ? NaN : (count + 1) / (this.#draws + 1));
    return { greater: p(this.#above), less: p(this.#below), twoSided: p(this.#outside) };
  }
}
