/** Builds a hypergraph from nodes and edges in any order; errors say what is wrong and where. */
import { UsageError } from '../../core/index.ts';
import { type FeatureNames, FeatureRowsBuilder, Numbering } from './features.ts';
import { type Hypergraph, symbolOf, tailOf } from './hypergraph.ts';

/** The parts of an edge; symbols come from `word` and `symbolOf(node)`. */
interface EdgeDescription {
  readonly head: number;
  readonly symbols: readonly number[];
  readonly score?: number;
  readonly features?: readonly (readonly [feature: number, value: number])[];
  /** Where it was read, counted from 1; 0 if it was not read from lines. */
  readonly line?: number;
}

type Edge = Required<EdgeDescription>;

/** A builder of forests from nodes and edges in any order, which refuses cycles and dead ends. */
export class HypergraphBuilder {
  readonly #place: string;
  readonly #what: string;
  readonly #names: FeatureNames;
  readonly #labels = new Numbering();
  readonly #words = new Numbering();
  readonly #edges: Edge[] = [];

  /** `place` is the file name in messages, `what` its term for a node. */
  constructor(names: FeatureNames, place: string, what: 'node' | 'state' = 'node') {
    this.#names = names;
    this.#place = place;
    this.#what = what;
  }

  /** The number of the node with this label, created on first use. Only the builder uses these numbers. */
  node(label: string): number {
    return this.#labels.number(label);
  }

  word(text: string): number {
    return this.#words.number(text);
  }

  edge({ head, symbols, score = 0, features = [], line = 0 }: EdgeDescription): void {
    if (!Number.isFinite(score)) throw this.fault(line, `the score ${score} is not a finite number.`);
    for (const [feature, value] of features) {
      if (!Number.isFinite(value)) {
        throw this.fault(line, `feature ${this.#names.names[feature]} is ${value}, which is not a finite number.`);
      }
    }
    this.#edges.push({ head, symbols, score, features, line });
  }

  fault(line: number, message: string): UsageError {
    return new UsageError(line > 0 ? `${this.#place}, line ${line}: ${message}` : `${this.#place}: ${message}`);
  }

  /** Refuses cycles, nodes without derivations, and nodes that are not part of a derivation of the goal. */
  finish(goal: number): Hypergraph {
    const byHead: Edge[][] = this.#labels.names.map(() => []);
    for (const edge of this.#edges) byHead[edge.head]!.push(edge);
    const order = this.#order(byHead, goal);
    const numbers = new Int32Array(this.#labels.names.length).fill(-1);
    order.forEach((node, number) => (numbers[node] = number));
    const stray = numbers.indexOf(-1);
    if (stray >= 0) {
      const naming = this.#edges.find(({ head, symbols }) => head === stray || symbols.includes(symbolOf(stray)));
      throw this.fault(
        naming?.line ?? 0,
        this.#what === 'state'
          ? `${this.#name(stray)} is a dead end: no path leads from it to a final state.`
          : `${this.#name(stray)} is not used: it must be part of a derivation of ${this.#name(goal)}.`,
      );
    }
    const edgeStarts = new Int32Array(order.length + 1);
    const symbolStarts = new Int32Array(this.#edges.length + 1);
    const scores = new Float64Array(this.#edges.length);
    const symbols: number[] = [];
    const features = new FeatureRowsBuilder();
    let e = 0;
    order.forEach((node, number) => {
      for (const edge of byHead[node]!) {
        for (const symbol of edge.symbols) symbols.push(symbol < 0 ? symbolOf(numbers[tailOf(symbol)]!) : symbol);
        scores[e] = edge.score;
        for (const [feature, value] of edge.features) features.add(feature, value);
        features.endRow();
        symbolStarts[++e] = symbols.length;
      }
      edgeStarts[number + 1] = e;
    });
    return {
      nodes: order.length,
      edges: this.#edges.length,
      edgeStarts,
      symbolStarts,
      symbols: Int32Array.from(symbols),
      words: this.#words.names,
      scores,
      featureNames: this.#names.names,
      features: features.finish(),
    };
  }

  /** Nodes below the goal, tails first; in order of their labels' appearance where there is a choice. Without recursion, as lattices are long. */
  #order(byHead: readonly (readonly Edge[])[], goal: number): number[] {
    const order: number[] = [];
    const state = new Uint8Array(byHead.length); // 0 not seen, 1 open, 2 done
    const open: { node: number; tails: number[]; next: number }[] = [];
    const enter = (node: number, line: number): void => {
      if (byHead[node]!.length === 0) {
        throw this.fault(
          line,
          this.#what === 'state'
            ? `${this.#name(node)} cannot be reached: it is not the start and has no incoming arc.`
            : `${this.#name(node)} has no derivation: no edge has it as its head.`,
        );
      }
      state[node] = 1;
      const tails = byHead[node]!.flatMap(({ symbols }) => symbols.filter((symbol) => symbol < 0).map(tailOf));
      open.push({ node, tails: [...new Set(tails)].sort((a, b) => a - b), next: 0 });
    };
    enter(goal, 0);
    while (open.length > 0) {
      const last = open.at(-1)!;
      const tail = last.tails[last.next++];
      if (tail === undefined) {
        state[last.node] = 2;
        order.push(last.node);
        open.pop();
        continue;
      }
      const line = byHead[last.node]!.find(({ symbols }) => symbols.includes(symbolOf(tail)))!.line;
      if (state[tail] === 1) {
        const cycle = open.slice(open.findIndex(({ node }) => node === tail)).map(({ node }) => node);
        cycle.push(tail);
        cycle.reverse();
        throw this.fault(line, `there is a cycle, ${this.#nameAll(cycle)}: lattices and forests must be acyclic.`);
      }
      if (state[tail] === 0) enter(tail, line);
    }
    return order;
  }

  #name(node: number): string {
    return `${this.#what} ${shortened(this.#labels.names[node]!)}`;
  }

  /** From tail to head; only the first ones if there are many. */
  #nameAll(nodes: readonly number[]): string {
    const names = nodes.map((node) => shortened(this.#labels.names[node]!));
    const shown = names.length > 8 ? [...names.slice(0, 7), '…', names.at(-1)] : names;
    return `${this.#what}s ${shown.join(' → ')}`;
  }
}

/** For messages: in a file that is not a lattice, a label can be as long as the file. */
const shortened = (label: string): string => (label.length > 40 ? `${label.slice(0, 40)}…` : label);

type Valued = Omit<EdgeDescription, 'head' | 'symbols'>;

interface ArcDescription extends Valued {
  readonly from: string;
  readonly to: string;
  /** Its words; none for ε. */
  readonly words: readonly string[];
}

/** The end of a lattice is a state of its own, so several final states lead to one goal; no state in a file has an empty name. */
const goalLabel = '';

/** A builder of word lattices from states and arcs. The result is a hypergraph whose edges have one tail, at their left end. */
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

  final(state: string, { line = 0, ...rest }: Valued = {}): void {
    this.#finals++;
    this.#builder.edge({ head: this.#goal, symbols: [symbolOf(this.#state(state, line))], line, ...rest });
  }

  fault(line: number, message: string) {
    return this.#builder.fault(line, message);
  }

  finish(): Hypergraph {
    if (this.#starts === 0) throw this.fault(0, 'there is no start state.');
    if (this.#finals === 0) throw this.fault(0, 'there is no final state.');
    return this.#builder.finish(this.#goal);
  }

  #state(name: string, line: number): number {
    if (name === goalLabel) throw this.fault(line, 'a state has no name.');
    return this.#builder.node(name);
  }
}
