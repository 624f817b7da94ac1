/** Builds a hypergraph from nodes and edges in any order, and says of a bad one what is wrong with it, and where. */
import { UsageError } from '../../core/index.ts';
import { type FeatureNames, FeatureRowsBuilder } from './features.ts';
import { type Hypergraph, symbolOf, tailOf } from './hypergraph.ts';

interface Edge {
  readonly head: number;
  readonly symbols: readonly number[];
  readonly score: number;
  readonly features: readonly (readonly [feature: number, value: number])[];
  readonly line: number;
}

/** What an edge is made of; symbols come from `word` and `symbolOf(node)`. */
export interface EdgeDescription {
  readonly head: number;
  readonly symbols: readonly number[];
  readonly score?: number;
  readonly features?: readonly (readonly [feature: number, value: number])[];
  /** Where it was read, counted from 1; 0 if it was not read from lines. */
  readonly line?: number;
}

export class HypergraphBuilder {
  readonly #place: string;
  readonly #what: string;
  readonly #names: FeatureNames;
  readonly #labels: string[] = [];
  readonly #nodes = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #wordNumbers = new Map<string, number>();
  readonly #edges: Edge[] = [];

  /** `place` is the file that messages name, `what` what it calls a node. */
  constructor(names: FeatureNames, place: string, what: 'node' | 'state' = 'node') {
    this.#names = names;
    this.#place = place;
    this.#what = what;
  }

  /** The number of the node of this label, which is made when first asked for. Only the builder uses these numbers. */
  node(label: string): number {
    const known = this.#nodes.get(label);
    if (known !== undefined) return known;
    this.#nodes.set(label, this.#labels.length);
    return this.#labels.push(label) - 1;
  }

  has(label: string): boolean {
    return this.#nodes.has(label);
  }

  word(text: string): number {
    const known = this.#wordNumbers.get(text);
    if (known !== undefined) return known;
    this.#wordNumbers.set(text, this.#words.length);
    return this.#words.push(text) - 1;
  }

  edge({ head, symbols, score = 0, features = [], line = 0 }: EdgeDescription): void {
    if (!Number.isFinite(score)) throw this.fault(line, `the score ${score} is no finite number.`);
    for (const [feature, value] of features) {
      if (!Number.isFinite(value)) {
        throw this.fault(line, `feature ${this.#names.names[feature]} is ${value}, no finite number.`);
      }
    }
    this.#edges.push({ head, symbols, score, features, line });
  }

  fault(line: number, message: string): UsageError {
    return new UsageError(line > 0 ? `${this.#place}, line ${line}: ${message}` : `${this.#place}: ${message}`);
  }

  /** Refuses a cycle, a node that derives nothing and one that is part of no derivation of the goal. */
  finish(goal: number): Hypergraph {
    const byHead = this.#byHead();
    const order = this.#order(byHead, goal);
    const numbers = new Int32Array(this.#labels.length).fill(-1);
    order.forEach((node, number) => (numbers[node] = number));
    const stray = numbers.indexOf(-1);
    if (stray >= 0) {
      throw this.fault(
        this.#lineOf(stray),
        this.#what === 'state'
          ? `${this.#name(stray)} leads nowhere: a path must lead from it to a final state.`
          : `${this.#name(stray)} is used nowhere: it must be part of a derivation of ${this.#name(goal)}.`,
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
      words: this.#words,
      scores,
      featureNames: this.#names.names,
      features: features.finish(),
    };
  }

  #byHead(): Edge[][] {
    const byHead: Edge[][] = this.#labels.map(() => []);
    for (const edge of this.#edges) byHead[edge.head]!.push(edge);
    return byHead;
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
            ? `${this.#name(node)} cannot be reached: it must be the start or have an arc into it.`
            : `${this.#name(node)} derives nothing: an edge must have it as its head.`,
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
        const cycle = [
          tail,
          ...open
            .slice(open.findIndex(({ node }) => node === tail))
            .reverse()
            .map(({ node }) => node),
        ];
        throw this.fault(line, `there is a cycle, ${this.#nameAll(cycle)}: nothing may lead back to where it began.`);
      }
      if (state[tail] === 0) enter(tail, line);
    }
    return order;
  }

  #name(node: number): string {
    return `${this.#what} ${shortened(this.#labels[node]!)}`;
  }

  /** From tail to head; of many only the first ones. */
  #nameAll(nodes: readonly number[]): string {
    const names = nodes.map((node) => shortened(this.#labels[node]!));
    const shown = names.length > 8 ? [...names.slice(0, 7), '…', names.at(-1)] : names;
    return `${this.#what}s ${shown.join(' → ')}`;
  }

  /** A line that names the node, or 0. */
  #lineOf(node: number): number {
    const naming = this.#edges.find(({ head, symbols }) => head === node || symbols.includes(symbolOf(node)));
    return naming?.line ?? 0;
  }
}

/** For messages: a file that is none of a lattice may have labels as long as itself. */
const shortened = (label: string): string => (label.length > 40 ? `${label.slice(0, 40)}…` : label);
