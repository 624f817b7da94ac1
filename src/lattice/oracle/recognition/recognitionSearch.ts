/**
 * The search of `RecognitionOracle` for one reference. A lattice is read from left to right, with a vector of weights by state of the
 * automaton at each node (Viterbi); a forest from its leaves, with a chart of what each node does to the automaton. Nothing is kept to
 * find the derivation by: each of its nodes is looked at once more, from the state that it is entered in.
 */
import { type RecognitionSettings, enlarged } from '../../../core/index.ts';
import { bestScores } from '../../derivations/bestDerivation.ts';
import { collectEdges } from '../../derivations/derivation.ts';
import { type Hypergraph, goalOf, isLattice, tailOf } from '../../shape/hypergraph.ts';
import { AlignmentWeights } from './alignmentWeights.ts';
import { RunReader } from './runReader.ts';
import { SpanCharts } from './spanCharts.ts';

/** A node of the derivation, read from one state to another. */
interface Place {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  readonly tails: Place[];
}

/** Parts of 1 in which scores come where they decide between equals: few enough that sums of them and of weights are exact. */
const scoreParts = 2 ** 40;

/** The maximum that scores can add if weights are not whole numbers. */
const leastDifference = 2 ** -30;

export class RecognitionSearch {
  readonly #deletion: number;
  readonly #weights: AlignmentWeights;
  readonly #charts = new SpanCharts();
  readonly #reader = new RunReader();
  #hypergraph!: Hypergraph;
  #wordIds!: Int32Array;
  #length = 0;
  #isLattice = false;
  #edgeWeights = new Float64Array(64);
  /** Of a forest: by node. */
  #nodeCharts = new Int32Array(64);
  /** Of a lattice: by node, one after the other. */
  #nodeVectors = new Float64Array(64);
  /** Before, between and after the symbols of an edge. */
  #vectors = new Float64Array(64);
  #froms = new Int32Array(64);
  readonly #parts: number[] = [];

  constructor(settings: RecognitionSettings) {
    this.#deletion = settings.deletion;
    this.#weights = new AlignmentWeights(settings);
  }

  /** The highest of what is recognized + scoreWeight · score. `wordIds` maps each word of the structure to its number in the reference. */
  read(hypergraph: Hypergraph, wordIds: Int32Array, reference: Int32Array, scoreWeight: number): number {
    this.#hypergraph = hypergraph;
    this.#wordIds = wordIds;
    this.#length = reference.length;
    this.#isLattice = isLattice(hypergraph);
    this.#weighEdges(scoreWeight);
    this.#reader.begin(reference, this.#weights);
    const { unit, exact } = this.#weights;
    let weight: number;
    if (this.#isLattice) weight = this.#readLattice();
    else {
      this.#charts.begin(reference, this.#weights);
      weight = this.#readForest();
    }
    // Scores that decide between equals take less than a half.
    if (exact && scoreWeight === 0) weight = Math.round(weight + 0.25);
    return weight / unit - this.#deletion * reference.length;
  }

  /** The edges of a derivation that reaches what was last read. */
  trace(): Int32Array {
    const hypergraph = this.#hypergraph;
    return collectEdges<Place>(
      hypergraph,
      { node: goalOf(hypergraph), from: 0, to: this.#length * this.#weights.order, tails: [] },
      (place) => this.#chooseEdge(place),
      ({ tails }, tail) => tails[tail]!,
    );
  }

  #weighEdges(scoreWeight: number): void {
    const { edges, nodes, edgeStarts, symbolStarts, symbols, scores } = this.#hypergraph;
    if (this.#edgeWeights.length < edges) this.#edgeWeights = new Float64Array(edges);
    const { unit, exact } = this.#weights;
    if (scoreWeight !== 0) {
      for (let e = 0; e < edges; e++) this.#edgeWeights[e] = scores[e]! * scoreWeight * unit;
      return;
    }
    // Each edge by what it lacks to the best of its node: so no part of a derivation lacks more than the worst derivation does.
    const { scores: best } = bestScores(this.#hypergraph);
    const worst = new Float64Array(nodes).fill(Infinity);
    for (let node = 0; node < nodes; node++) {
      for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
        let [most, least] = [scores[e]!, scores[e]!];
        for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
          const symbol = symbols[at]!;
          if (symbol >= 0) continue;
          most += best[tailOf(symbol)]!;
          least += worst[tailOf(symbol)]!;
        }
        this.#edgeWeights[e] = Math.min(0, most - best[node]!);
        if (least < worst[node]!) worst[node] = least;
      }
    }
    const range = best[nodes - 1]! - worst[nodes - 1]!;
    for (let e = 0; e < edges; e++) {
      const lacking = range > 0 ? this.#edgeWeights[e]! / range : 0;
      this.#edgeWeights[e] = exact ? Math.round((lacking / 2) * scoreParts) / scoreParts : lacking * leastDifference;
    }
  }

  #readForest(): number {
    const { nodes, edgeStarts, symbolStarts, symbols } = this.#hypergraph;
    const charts = this.#charts;
    const parts = this.#parts;
    if (this.#nodeCharts.length < nodes) this.#nodeCharts = new Int32Array(nodes);
    for (let node = 0; node < nodes; node++) {
      charts.beginNode();
      for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
        let count = 0;
        for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) parts[count++] = this.#chartOf(symbols[at]!);
        charts.addEdge(parts, count, this.#edgeWeights[e]!);
      }
      this.#nodeCharts[node] = charts.finishNode();
    }
    const reader = this.#reader;
    this.#reserve(1);
    reader.start(0, this.#vectors, 0);
    reader.readChart(this.#vectors, 0, charts.items, this.#nodeCharts[nodes - 1]!, this.#vectors, reader.states);
    return this.#vectors[reader.states + this.#length * this.#weights.order]!;
  }

  #chartOf(symbol: number): number {
    return symbol < 0 ? this.#nodeCharts[tailOf(symbol)]! : this.#charts.word(this.#wordIds[symbol]!);
  }

  #readLattice(): number {
    const { nodes, edgeStarts } = this.#hypergraph;
    const { states } = this.#reader;
    if (this.#nodeVectors.length < nodes * states) this.#nodeVectors = new Float64Array(nodes * states);
    const nodeVectors = this.#nodeVectors.fill(-Infinity, 0, nodes * states);
    for (let node = 0; node < nodes; node++) {
      for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
        const last = this.#readEdge(e, 0);
        const vectors = this.#vectors;
        const weight = this.#edgeWeights[e]!;
        for (let state = 0, at = node * states; state < states; state++, at++) {
          const found = vectors[last + state]! + weight;
          if (found > nodeVectors[at]!) nodeVectors[at] = found;
        }
      }
    }
    return nodeVectors[(nodes - 1) * states + this.#length * this.#weights.order]!;
  }

  /** Room for an edge with this many symbols. */
  #reserve(count: number): void {
    const needed = (count + 1) * this.#reader.states;
    if (this.#vectors.length >= needed) return;
    this.#vectors = enlarged(this.#vectors, needed);
    this.#froms = enlarged(this.#froms, needed);
  }

  /** Reads an edge from a state on, and says where the vector after it begins. On a lattice its tail has been read from the start. */
  #readEdge(e: number, from: number): number {
    const { symbolStarts, symbols } = this.#hypergraph;
    const [first, end] = [symbolStarts[e]!, symbolStarts[e + 1]!];
    const reader = this.#reader;
    this.#reserve(end - first);
    const vectors = this.#vectors;
    const { states } = reader;
    reader.start(from, vectors, 0);
    let now = 0;
    for (let at = first; at < end; at++, now += states) {
      const symbol = symbols[at]!;
      const next = now + states;
      if (symbol >= 0) reader.readWord(vectors, now, this.#wordIds[symbol]!, vectors, next);
      else if (this.#isLattice) {
        const node = tailOf(symbol) * states;
        for (let state = 0; state < states; state++) vectors[next + state] = this.#nodeVectors[node + state]!;
        continue;
      } else reader.readChart(vectors, now, this.#charts.items, this.#chartOf(symbol), vectors, next);
      for (let state = 0; state < states; state++) this.#froms[next + state] = reader.from[state]!;
    }
    return now;
  }

  /** The edge by which a node is read best from its one state to the other; of equals the first. Says how its tails are read. */
  #chooseEdge({ node, from, to, tails }: Place): number {
    const { edgeStarts, symbolStarts, symbols } = this.#hypergraph;
    const { states } = this.#reader;
    let chosen = -1;
    let best = -Infinity;
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      const last = this.#readEdge(e, from);
      const found = this.#vectors[last + to]! + this.#edgeWeights[e]!;
      if (chosen >= 0 && found <= best) continue;
      chosen = e;
      best = found;
    }
    let now = this.#readEdge(chosen, from);
    let state = to;
    for (let at = symbolStarts[chosen + 1]! - 1; at >= symbolStarts[chosen]!; at--, now -= states) {
      const symbol = symbols[at]!;
      const before = this.#isLattice && symbol < 0 ? 0 : this.#froms[now + state]!;
      if (symbol < 0) tails.push({ node: tailOf(symbol), from: before, to: state, tails: [] });
      state = before;
    }
    tails.reverse();
    return chosen;
  }
}
