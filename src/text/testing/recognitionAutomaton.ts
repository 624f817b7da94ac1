/** The automaton of `Recognition` straight from its definition, state by state, for anything with words on its edges. */
import type { RecognitionSettings, Tokens } from '../../core/index.ts';

export class RecognitionAutomaton {
  /** States are 0 … states − 1, and no path continues for ever without reading. */
  readonly states: number;
  readonly start = 0;
  readonly #reference: Tokens;
  readonly #settings: RecognitionSettings;

  /** The reference must not change. */
  constructor(reference: Tokens, settings: RecognitionSettings) {
    this.#reference = reference;
    this.#settings = settings;
    this.states = (reference.end - reference.start + 1) * settings.order;
  }

  isFinal(state: number): boolean {
    return this.position(state) === this.#reference.end - this.#reference.start;
  }

  /** The number of reference words already passed. */
  position(state: number): number {
    return Math.floor(state / this.#settings.order);
  }

  /** Length of the run of matches that ends here; a longer one counts as order − 1. */
  run(state: number): number {
    return state % this.#settings.order;
  }

  /** Visits the states to which a word of the candidate leads: by a match, a substitution or an insertion. */
  read(state: number, word: number, visit: (to: number, weight: number) => void): void {
    const { order, insertion } = this.#settings;
    const position = this.position(state);
    const run = this.run(state);
    if (!this.isFinal(state)) {
      const next = (position + 1) * order;
      if (this.#reference.ids[this.#reference.start + position] === word) {
        visit(next + Math.min(run + 1, order - 1), run + 1);
      }
      visit(next, 0);
    }
    visit(position * order, -insertion);
  }

  /** Visits the state that is reached by skipping a reference word, without reading. */
  skip(state: number, visit: (to: number, weight: number) => void): void {
    if (!this.isFinal(state)) visit((this.position(state) + 1) * this.#settings.order, -this.#settings.deletion);
  }
}
