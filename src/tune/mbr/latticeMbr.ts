/**
 * Minimum-Bayes-risk decoding by linear gain: on lattices the best of all paths, exactly (Tromble, Kumar, Och and Macherey, EMNLP 2008), on
 * forests the best of the n-best derivations (Kumar, Macherey, Dyer and Och, ACL 2009). N-gram statistics come from all derivations.
 */
import {
  type ExpectedNgrams,
  type Hypergraph,
  expectedNgrams,
  goalOf,
  insideOutside,
  isLattice,
  nbestDerivations,
  ngramPosteriors,
  tailOf,
  tooManyNgrams,
} from '../../lattice/index.ts';
import type { LinearGain } from './utilities.ts';

export interface LatticeMbrSettings extends LinearGain {
  /** A derivation has the probability ∝ exp(scale · score). */
  readonly scale: number;
  /** The number of best derivations with distinct texts to choose from in a forest. */
  readonly nbest: number;
}

export interface ChosenPath {
  readonly words: readonly string[];
  readonly gain: number;
}

/** Finds the translation in a lattice or forest with the highest expected linear gain. Of equally good ones it returns the first found. */
export function latticeMbr(hypergraph: Hypergraph, settings: LatticeMbrSettings): ChosenPath {
  const { thetas, ngrams: what, scale, nbest } = settings;
  const posteriors = insideOutside(hypergraph, scale);
  const expected = expectedNgrams(hypergraph, posteriors, thetas.length - 1);
  const weights = what === 'counts' ? expected.counts : ngramPosteriors(hypergraph, posteriors, expected);
  const { ngrams } = expected;
  // By n-gram: the gain of its last word, including all shorter n-grams that end there, which have lower numbers.
  const gains = new Float64Array(ngrams.size);
  gains[0] = thetas[0]!;
  for (let gram = 1; gram < ngrams.size; gram++) {
    gains[gram] = gains[ngrams.suffix(gram)]! + thetas[ngrams.length(gram)]! * weights[gram]!;
  }
  return isLattice(hypergraph) ? bestPath(hypergraph, expected, gains) : bestListed(hypergraph, expected, gains, nbest);
}

/** The best path to a node with given last words. */
interface Way {
  gain: number;
  edge: number;
  before: Way | undefined;
}

/** More paths would take more than a gigabyte. */
const mostWays = 4_000_000;

/** The algorithm of Viterbi; a state is a node and the words before it that longer n-grams begin with. */
function bestPath(lattice: Hypergraph, { ngrams, order }: ExpectedNgrams, gains: Float64Array): ChosenPath {
  const { nodes, edgeStarts, symbolStarts, symbols, words } = lattice;
  const start: Iterable<readonly [number, Way | undefined]> = [[0, undefined]];
  const ofNode: Map<number, Way>[] = [];
  let ways = 0;
  for (let node = 0; node < nodes; node++) {
    const own = new Map<number, Way>();
    for (let edge = edgeStarts[node]!; edge < edgeStarts[node + 1]!; edge++) {
      const [first, end] = [symbolStarts[edge]!, symbolStarts[edge + 1]!];
      const hasTail = first < end && symbols[first]! < 0;
      for (const [known, before] of hasTail ? ofNode[tailOf(symbols[first]!)]! : start) {
        let context = known;
        let gain = before?.gain ?? 0;
        for (let at = hasTail ? first + 1 : first; at < end; at++) {
          const gram = ngrams.find(context, symbols[at]!);
          gain += gains[gram]!;
          context = ngrams.length(gram) < order ? gram : ngrams.suffix(gram);
        }
        const best = own.get(context);
        if (best === undefined) own.set(context, { gain, edge, before });
        else if (gain > best.gain) Object.assign(best, { gain, edge, before });
      }
    }
    ways += own.size;
    if (ways > mostWays) throw tooManyNgrams(order);
    ofNode.push(own);
  }
  let best: Way | undefined;
  for (const way of ofNode[goalOf(lattice)]!.values()) if (best === undefined || way.gain > best.gain) best = way;
  const said: string[] = [];
  for (let way = best; way; way = way.before) {
    for (let at = symbolStarts[way.edge + 1]! - 1; at >= symbolStarts[way.edge]!; at--) {
      if (symbols[at]! >= 0) said.push(words[symbols[at]!]!);
    }
  }
  return { words: said.reverse(), gain: best!.gain };
}

function bestListed(
  forest: Hypergraph,
  { ngrams, order }: ExpectedNgrams,
  gains: Float64Array,
  nbest: number,
): ChosenPath {
  const numbers = new Map(forest.words.map((word, number) => [word, number]));
  let best: ChosenPath | undefined;
  for (const { words } of nbestDerivations(forest, nbest, { distinctTexts: true }).derivations) {
    let [context, gain] = [0, 0];
    for (const word of words) {
      const gram = ngrams.find(context, numbers.get(word)!);
      gain += gains[gram]!;
      context = ngrams.length(gram) < order ? gram : ngrams.suffix(gram);
    }
    if (best === undefined || gain > best.gain) best = { words, gain };
  }
  return best!;
}
