/**
 * How probable it is that an n-gram occurs at all, p(w | lattice) of Tromble, Kumar, Och & Macherey (2008), section 3. What many
 * tools use in its place, the expected count, is higher if an n-gram can occur twice. Exact up to `tolerance`.
 *
 * Only n-grams that can occur twice need work. If E count − P(occurs) is at most t for an n-gram, then so it is for every n-gram it
 * is part of, as these occur no more often; so n-grams are looked at from the short ones to the long ones, and few are left. For
 * each of those the automaton that looks for it (Knuth, Morris & Pratt 1977) runs over the hypergraph.
 */
import { type ExpectedNgrams, expectedNgrams } from './expectedNgrams.ts';
import { type Hypergraph, isLattice, tailOf } from '../shape/hypergraph.ts';
import { type Posteriors, insideOutside } from './insideOutside.ts';

/** A posterior is at most this far from the exact one, rounding aside. */
const tolerance = 1e-12;

/** By n-gram of `expected`; that of the empty one is 1. */
export function ngramPosteriors(
  hypergraph: Hypergraph,
  posteriors: Posteriors,
  { order, ngrams, counts }: ExpectedNgrams,
): Float64Array {
  const occurs = counts.slice();
  occurs[0] = 1;
  const find = (isLattice(hypergraph) ? latticeFinder : finder)(hypergraph, posteriors, order);
  const repeats = (ngram: number): boolean => ngram === 0 || counts[ngram]! - occurs[ngram]! > tolerance;
  for (let length = 1; length <= order; length++) {
    for (let ngram = 1; ngram < ngrams.size; ngram++) {
      if (ngrams.length(ngram) !== length || counts[ngram]! <= tolerance) continue;
      if (!repeats(ngrams.prefix(ngram)) || !repeats(ngrams.suffix(ngram))) continue;
      occurs[ngram] = Math.min(1, counts[ngram]!, find(ngrams.words(ngram)));
    }
  }
  return occurs;
}

interface LikelyNgram {
  readonly words: readonly string[];
  /** How often it is expected. */
  readonly count: number;
  /** How probable it is that it occurs at all. */
  readonly posterior: number;
}

interface LikelyNgramOptions {
  /** The longest. */
  readonly order: number;
  /** A derivation is as probable as exp(scale × score). */
  readonly scale?: number;
  /** The least posterior. */
  readonly least?: number;
}

/**
 * Lists the n-grams that occur in some derivation, with their expected counts and posterior probabilities. They are sorted by length, then
 * from most to least probable, then by their text. Numbers are rounded to twelve digits, which hides rounding errors of sums.
 */
export function likelyNgrams(hypergraph: Hypergraph, options: LikelyNgramOptions): LikelyNgram[] {
  const { order, scale = 1, least = 0 } = options;
  const posteriors = insideOutside(hypergraph, scale);
  const expected = expectedNgrams(hypergraph, posteriors, order);
  const occurs = ngramPosteriors(hypergraph, posteriors, expected);
  const { ngrams, counts } = expected;
  const rounded = (value: number): number => Number(value.toPrecision(12));
  const found: LikelyNgram[] = [];
  for (let ngram = 1; ngram < ngrams.size; ngram++) {
    // So improbable that it is 0.
    if (counts[ngram] === 0 || occurs[ngram]! < least) continue;
    const words = ngrams.words(ngram).map((word) => hypergraph.words[word]!);
    found.push({ words, count: rounded(counts[ngram]!), posterior: rounded(occurs[ngram]!) });
  }
  const said = ({ words }: LikelyNgram): string => words.join(' ');
  return found.sort(
    (a, b) => a.words.length - b.words.length || b.posterior - a.posterior || (said(a) < said(b) ? -1 : 1),
  );
}

/** The probability that an n-gram occurs. */
type Finder = (words: readonly number[]) => number;

/**
 * Runs an automaton over a lattice, whose nodes are entered only in the state in which nothing was seen. Nearly all edges say words that
 * are not in the n-gram, and take all states to the first.
 */
function latticeFinder(hypergraph: Hypergraph, { choices }: Posteriors, maxLength: number): Finder {
  const { nodes, edgeStarts, symbolStarts, symbols } = hypergraph;
  const places = new Int32Array(hypergraph.words.length);
  /** [node][state after]; the last entry of a row is the sum of those in which the n-gram was not found. Row 0 is where edges without a tail begin. */
  const through = new Float64Array((nodes + 1) * (maxLength + 2));
  return (words) => {
    const states = words.length;
    const width = states + 1;
    const size = width + 1;
    words.forEach((word, index) => (places[word] = index + 1));
    const moves = makeMoves(words);
    through.fill(0, 0, (nodes + 1) * size);
    through[0] = through[width] = 1;
    let now = new Float64Array(width);
    let next = new Float64Array(width);
    for (let node = 0; node < nodes; node++) {
      const base = (node + 1) * size;
      for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
        let first = symbolStarts[e]!;
        const end = symbolStarts[e + 1]!;
        const choice = choices[e]!;
        const from = first < end && symbols[first]! < 0 ? (tailOf(symbols[first++]!) + 1) * size : 0;
        let isOther = first < end;
        for (let at = first; at < end; at++) if (places[symbols[at]!]! > 0) isOther = false;
        if (isOther) {
          through[base]! += choice * through[from + width]!;
          through[base + states]! += choice * through[from + states]!;
          continue;
        }
        for (let i = 0; i < width; i++) now[i] = through[from + i]!;
        for (let at = first; at < end; at++) {
          next.fill(0);
          const move = places[symbols[at]!]! * width;
          for (let state = 0; state <= states; state++) next[moves[move + state]!]! += now[state]!;
          [now, next] = [next, now];
        }
        for (let i = 0; i < width; i++) through[base + i]! += choice * now[i]!;
      }
      let sum = 0;
      for (let i = 0; i < states; i++) sum += through[base + i]!;
      through[base + width] = sum;
    }
    for (const word of words) places[word] = 0;
    return through[nodes * size + states]!;
  };
}

/** Runs an automaton over a forest. */
function finder(hypergraph: Hypergraph, { choices }: Posteriors, maxLength: number): Finder {
  const { nodes, edgeStarts, symbolStarts, symbols } = hypergraph;
  /** By word: 1 + its place in the n-gram, 0 if it is not in it. */
  const places = new Int32Array(hypergraph.words.length);
  /** [node][state before][state after]: probabilities. All terms are positive, so that small ones keep their digits. */
  const through = new Float64Array(nodes * maxLength * (maxLength + 1));
  return (words) => {
    const states = words.length; // state s < states: the last s words seen are the first of the n-gram; `states`: it was found
    words.forEach((word, index) => (places[word] = index + 1));
    const moves = makeMoves(words);
    const width = states + 1;
    const size = states * width;
    through.fill(0, 0, nodes * size);
    let now = new Float64Array(size);
    let next = new Float64Array(size);
    for (let node = 0; node < nodes; node++) {
      for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
        now.fill(0);
        for (let row = 0; row < states; row++) now[row * width + row] = 1;
        for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
          const symbol = symbols[at]!;
          if (symbol < 0 && at === symbolStarts[e]!) {
            const base = tailOf(symbol) * size;
            for (let i = 0; i < size; i++) now[i] = through[base + i]!;
            continue;
          }
          next.fill(0);
          if (symbol >= 0) {
            const move = places[symbol]! * width;
            for (let row = 0; row < size; row += width) {
              for (let state = 0; state <= states; state++) next[row + moves[move + state]!]! += now[row + state]!;
            }
          } else {
            const base = tailOf(symbol) * size;
            for (let row = 0; row < size; row += width) {
              next[row + states] = now[row + states]!;
              for (let state = 0; state < states; state++) {
                const p = now[row + state]!;
                if (p === 0) continue;
                const tail = base + state * width;
                for (let after = 0; after <= states; after++) next[row + after]! += p * through[tail + after]!;
              }
            }
          }
          [now, next] = [next, now];
        }
        const base = node * size;
        const choice = choices[e]!;
        for (let i = 0; i < size; i++) through[base + i]! += choice * now[i]!;
      }
    }
    for (const word of words) places[word] = 0;
    return through[(nodes - 1) * size + states]!;
  };
}

/** [place of the word][state]: the state after. */
function makeMoves(words: readonly number[]): Int32Array {
  const states = words.length;
  const width = states + 1;
  const moves = new Int32Array(width * width);
  for (let place = 0; place <= states; place++) {
    moves[place * width + states] = states;
    if (place === 0) continue;
    for (let state = 0; state < states; state++) {
      // The longest beginning of the n-gram that ends what was seen, this word included.
      const seen = [...words.slice(0, state), words[place - 1]!];
      let after = seen.length;
      while (!words.slice(0, after).every((word, at) => word === seen[seen.length - after + at])) after--;
      moves[place * width + state] = after;
    }
  }
  return moves;
}
