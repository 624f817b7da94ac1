/**
 * The upper envelope of all derivations of a forest, without listing them: inside values in the semiring of envelopes, whose sum is the
 * envelope of a union and whose product adds lines piecewise. Macherey, Och, Thayer and Uszkoreit (2008): Lattice-based
 * minimum error rate training; Kumar, Macherey, Dyer and Och (2009) for forests.
 */
import { IdList, enlarged } from '../../core/index.ts';
import { type Hypergraph, goalOf, tailOf, weigh } from '../../lattice/index.ts';
import { dropLower, keepHighest, sortByKey } from './upperEnvelope.ts';

/** Lines of a node before it is known which are highest. They are overwritten when the next node is processed. */
class Proposals {
  count = 0;
  slopes = new Float64Array(256);
  intercepts = new Float64Array(256);
  edges = new Int32Array(256);
  /** The line of the previous tails, −1 if there are none. */
  previous = new Int32Array(256);
  /** The piece of the last tail, −1 if there is none. */
  tails = new Int32Array(256);

  push(slope: number, intercept: number, edge: number, previous: number, tail: number): number {
    if (this.count === this.slopes.length) {
      this.slopes = enlarged(this.slopes);
      this.intercepts = enlarged(this.intercepts);
      this.edges = enlarged(this.edges);
      this.previous = enlarged(this.previous);
      this.tails = enlarged(this.tails);
    }
    const line = this.count++;
    this.slopes[line] = slope;
    this.intercepts[line] = intercept;
    this.edges[line] = edge;
    this.previous[line] = previous;
    this.tails[line] = tail;
    return line;
  }
}

/** Memory reused from forest to forest. */
export class ForestEnvelope {
  readonly #proposals = new Proposals();
  /** Lines of an edge, and where each becomes highest; for the tails so far, and with the next. */
  #lines = new Int32Array(256);
  #from = new Float64Array(256);
  #nextLines = new Int32Array(256);
  #nextFrom = new Float64Array(256);
  /** Lines of all edges into a node. */
  #order = new Int32Array(256);
  #spare = new Int32Array(256);
  #starts = new Float64Array(256);
  /** The pieces of node n's envelope are nodeStarts[n] … nodeStarts[n + 1]. */
  #nodeStarts = new Int32Array(256);
  #pieces = 0;
  #slopes = new Float64Array(256);
  #intercepts = new Float64Array(256);
  #pieceFrom = new Float64Array(256);
  #edges = new Int32Array(256);
  /** The pieces of a piece's tails, from left to right, end at childEnds[piece]. */
  #childEnds = new Int32Array(256);
  readonly #children = new IdList();
  readonly #words = new IdList();
  #stack = new Int32Array(3 * 64);

  /** Finds the pieces of the goal and returns how many there are. */
  find(forest: Hypergraph, weights: Float64Array, direction: Float64Array): number {
    if (this.#nodeStarts.length <= forest.nodes) this.#nodeStarts = new Int32Array(2 * forest.nodes);
    this.#pieces = 0;
    this.#children.length = 0;
    this.#nodeStarts[0] = 0;
    for (let node = 0; node < forest.nodes; node++) {
      this.#proposals.count = 0;
      let count = 0;
      for (let e = forest.edgeStarts[node]!; e < forest.edgeStarts[node + 1]!; e++) {
        const lines = this.#follow(forest, e, weigh(forest.features, e, direction), weigh(forest.features, e, weights));
        if (count + lines > this.#order.length) this.#reserve(count + lines);
        for (let i = 0; i < lines; i++) this.#order[count++] = this.#lines[i]!;
      }
      const { slopes, intercepts } = this.#proposals;
      const left = dropLower(this.#order, count, slopes, intercepts);
      sortByKey(this.#order, this.#spare, left, slopes);
      this.#keep(keepHighest(this.#order, left, slopes, intercepts, this.#starts));
      this.#nodeStarts[node + 1] = this.#pieces;
    }
    return this.#pieces - this.#nodeStarts[goalOf(forest)]!;
  }

  /** The γ at which a piece of the goal becomes highest. */
  from(forest: Hypergraph, piece: number): number {
    return this.#pieceFrom[this.#nodeStarts[goalOf(forest)]! + piece]!;
  }

  /** The words of a piece of the goal; valid until the next call. */
  words(forest: Hypergraph, piece: number): IdList {
    const { symbolStarts, symbols } = forest;
    this.#words.length = 0;
    let top = 0; // a frame is a piece, the next symbol of its edge and the next of its children
    top = this.#enter(top, this.#nodeStarts[goalOf(forest)]! + piece, symbolStarts);
    while (top > 0) {
      const frame = top - 3;
      const at = this.#stack[frame + 1]!;
      if (at === symbolStarts[this.#edges[this.#stack[frame]!]! + 1]!) {
        top = frame;
        continue;
      }
      this.#stack[frame + 1] = at + 1;
      const symbol = symbols[at]!;
      if (symbol >= 0) this.#words.push(symbol);
      else top = this.#enter(top, this.#children.values[this.#stack[frame + 2]!++]!, symbolStarts);
    }
    return this.#words;
  }

  #enter(top: number, piece: number, symbolStarts: Int32Array): number {
    if (top === this.#stack.length) this.#stack = enlarged(this.#stack);
    this.#stack[top] = piece;
    this.#stack[top + 1] = symbolStarts[this.#edges[piece]!]!;
    this.#stack[top + 2] = piece === 0 ? 0 : this.#childEnds[piece - 1]!;
    return top + 3;
  }

  /** Leaves the envelope of one edge's derivations in `lines` and `from`. */
  #follow({ symbolStarts, symbols }: Hypergraph, edge: number, slope: number, intercept: number): number {
    let count = 0;
    let isFirst = true;
    for (let at = symbolStarts[edge]!; at < symbolStarts[edge + 1]!; at++) {
      if (symbols[at]! >= 0) continue;
      const tail = tailOf(symbols[at]!);
      count = isFirst ? this.#begin(edge, tail, slope, intercept) : this.#multiply(edge, tail, count);
      isFirst = false;
    }
    if (!isFirst) return count;
    this.#lines[0] = this.#proposals.push(slope, intercept, edge, -1, -1);
    return 1;
  }

  /** Adds the edge's line to each line of its first tail. */
  #begin(edge: number, tail: number, slope: number, intercept: number): number {
    const first = this.#nodeStarts[tail]!;
    const count = this.#nodeStarts[tail + 1]! - first;
    this.#reserveLines(count);
    for (let i = 0; i < count; i++) {
      const piece = first + i;
      this.#from[i] = this.#pieceFrom[piece]!;
      this.#lines[i] = this.#proposals.push(
        this.#slopes[piece]! + slope,
        this.#intercepts[piece]! + intercept,
        edge,
        -1,
        piece,
      );
    }
    return count;
  }

  /** The sum of two envelopes: it bends wherever one of them does. */
  #multiply(edge: number, tail: number, count: number): number {
    const proposals = this.#proposals;
    const end = this.#nodeStarts[tail + 1]!;
    let piece = this.#nodeStarts[tail]!;
    this.#reserveLines(count + end - piece);
    let left = 0;
    let made = 0;
    let from = -Infinity;
    for (;;) {
      const line = this.#lines[left]!;
      this.#nextFrom[made] = from;
      this.#nextLines[made++] = proposals.push(
        proposals.slopes[line]! + this.#slopes[piece]!,
        proposals.intercepts[line]! + this.#intercepts[piece]!,
        edge,
        line,
        piece,
      );
      const nextLeft = left + 1 < count ? this.#from[left + 1]! : Infinity;
      const nextPiece = piece + 1 < end ? this.#pieceFrom[piece + 1]! : Infinity;
      from = Math.min(nextLeft, nextPiece);
      if (from === Infinity) break;
      if (nextLeft === from) left++;
      if (nextPiece === from) piece++;
    }
    [this.#lines, this.#nextLines] = [this.#nextLines, this.#lines];
    [this.#from, this.#nextFrom] = [this.#nextFrom, this.#from];
    return made;
  }

  /** Makes pieces of the first `count` lines in order. */
  #keep(count: number): void {
    const { slopes, intercepts, edges, previous, tails } = this.#proposals;
    if (this.#pieces + count > this.#slopes.length) this.#reservePieces(this.#pieces + count);
    for (let i = 0; i < count; i++) {
      const line = this.#order[i]!;
      const piece = this.#pieces++;
      this.#slopes[piece] = slopes[line]!;
      this.#intercepts[piece] = intercepts[line]!;
      this.#pieceFrom[piece] = this.#starts[i]!;
      this.#edges[piece] = edges[line]!;
      let arity = 0;
      for (let at = line; at >= 0 && tails[at]! >= 0; at = previous[at]!) arity++;
      this.#children.reserve(arity);
      let to = this.#children.length + arity;
      this.#children.length = to;
      for (let at = line; at >= 0 && tails[at]! >= 0; at = previous[at]!) this.#children.values[--to] = tails[at]!;
      this.#childEnds[piece] = this.#children.length;
    }
  }

  #reserve(count: number): void {
    while (this.#order.length < count) this.#order = enlarged(this.#order);
    this.#spare = new Int32Array(this.#order.length);
    this.#starts = new Float64Array(this.#order.length);
  }

  #reserveLines(count: number): void {
    while (this.#lines.length < count) {
      this.#lines = enlarged(this.#lines);
      this.#from = enlarged(this.#from);
      this.#nextLines = new Int32Array(this.#lines.length);
      this.#nextFrom = new Float64Array(this.#lines.length);
    }
  }

  #reservePieces(count: number): void {
    while (this.#slopes.length < count) {
      this.#slopes = enlarged(this.#slopes);
      this.#intercepts = enlarged(this.#intercepts);
      this.#pieceFrom = enlarged(this.#pieceFrom);
      this.#edges = enlarged(this.#edges);
      this.#childEnds = enlarged(this.#childEnds);
    }
  }
}
