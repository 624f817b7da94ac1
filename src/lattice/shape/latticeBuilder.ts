/** Builds a word lattice from states and arcs: a hypergraph whose edges have one tail, at their left end. */
import type { FeatureNames } from './features.ts';
import { type Hypergraph, symbolOf } from './hypergraph.ts';
import { HypergraphBuilder } from './hypergraphBuilder.ts';

export interface ArcDescription {
  readonly from: string;
  readonly to: string;
  /** The words it says; none for an ε. */
  readonly words: readonly string[];
  readonly score?: number;
  readonly features?: readonly (readonly [feature: number, value: number])[];
  readonly line?: number;
}

/** The end of a lattice is a state of its own, so that several final states lead to one goal; no state of a file has an empty name. */
const goalLabel = '';

export class LatticeBuilder {
  readonly #builder: HypergraphBuilder;
  readonly #goal: number;
  #starts = 0;
  #finals = 0;

  constructor(names: FeatureNames, place: string) {
    this.#builder = new HypergraphBuilder(names, place, 'state');
    this.#goal = this.#builder.node(goalLabel);
  }

  /** Names the state in which paths begin; there may be several. */
  start(state: string, line = 0): void {
    this.#starts++;
    this.#builder.edge({ head: this.#state(state, line), symbols: [], line });
  }

  arc({ from, to, words, line = 0, ...rest }: ArcDescription): void {
    const symbols = [symbolOf(this.#state(from, line)), ...words.map((word) => this.#builder.word(word))];
    this.#builder.edge({ head: this.#state(to, line), symbols, line, ...rest });
  }

  final(
    state: string,
    { score = 0, features = [], line = 0 }: Pick<ArcDescription, 'score' | 'features' | 'line'> = {},
  ): void {
    this.#finals++;
    this.#builder.edge({ head: this.#goal, symbols: [symbolOf(this.#state(state, line))], score, features, line });
  }

  fault(line: number, message: string) {
    return this.#builder.fault(line, message);
  }

  finish(): Hypergraph {
    if (this.#starts === 0) throw this.fault(0, 'there is no start state: paths must begin somewhere.');
    if (this.#finals === 0) throw this.fault(0, 'there is no final state: paths must end somewhere.');
    return this.#builder.finish(this.#goal);
  }

  #state(name: string, line: number): number {
    if (name === goalLabel) throw this.fault(line, 'a state has no name: it must have one.');
    return this.#builder.node(name);
  }
}
