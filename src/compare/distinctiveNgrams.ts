/** N-grams of the references that one system has and the other lacks: what tells two systems apart. */
import { IdList, type Tokens, UsageError, firstSorted, log } from '../core/index.ts';
import { checkSystem } from '../stats/index.ts';
import { NgramTree } from '../text/index.ts';
import type { WordTexts } from './wordTexts.ts';

interface DistinctiveNgram {
  /** Its words with a space between. */
  readonly ngram: string;
  /** How often the first system has it where the second does not have it, or not so often; and the other way round. */
  readonly first: number;
  readonly second: number;
  /** ln ((first + prior) / (second + prior)) */
  readonly logOdds: number;
  /** Some of the segments where the one has it and the other does not, counted from 0. */
  readonly segments: readonly number[];
}

/** Of one length. */
export interface DistinctiveOrder {
  readonly order: number;
  /** N-grams that both match, that the first alone matches, and that the second alone does, each occurrence counted. */
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** What the first system has and the second lacks, the most telling first; and the other way round. */
  readonly ofFirst: readonly DistinctiveNgram[];
  readonly ofSecond: readonly DistinctiveNgram[];
}

/** Segments named with each n-gram. */
const examples = 5;
/** Added to both counts: the larger, the more frequent n-grams come first. */
const prior = 1;

/**
 * Lists the reference n-grams up to a length that one system matches and the other misses, at most `top` for each system and length. Of two
 * n-grams with equal odds, the one with the larger count difference comes first, then the one that occurs first in the references.
 */
export function distinctiveNgrams(
  texts: WordTexts,
  first: number,
  second: number,
  top = 10,
  order = 4,
): DistinctiveOrder[] {
  if (!Number.isInteger(order) || order < 1 || order > 255) {
    throw new UsageError(`The longest n-gram must have 1 to 255 words, not ${order}.`);
  }
  for (const system of [first, second]) checkSystem(system, texts.hypotheses.length);
  const references = joined(texts.references.flat());
  const gains = matchGains(texts, first, second, order);
  return gains.map((each, n) => ({ order: n + 1, ...leadersOf(each, references, texts.words, n + 1, top) }));
}

/** Texts in one list, each followed by −1. */
function joined(texts: readonly Tokens[]): Int32Array {
  const ids = new Int32Array(texts.reduce((sum, { start, end }) => sum + end - start + 1, 0));
  let at = 0;
  for (const text of texts) {
    ids.set(text.ids.subarray(text.start, text.end), at);
    at += text.end - text.start;
    ids[at++] = -1;
  }
  return ids;
}

/** Of one length: each segment and n-gram that one system matches more often than the other. */
interface Gains {
  /** Where in the references the n-gram is, in the segment, and the matches of the first system minus those of the second. */
  readonly places: IdList;
  readonly segments: IdList;
  readonly amounts: IdList;
  /** Matches that both systems have. */
  both: number;
}

/**
 * Compares the matches of two systems segment by segment. Matches are those of BLEU: in each segment an n-gram counts as often as the output
 * has it, but at most as often as the reference that has it most often. Places are those in the joined references.
 */
function matchGains({ references, hypotheses }: WordTexts, first: number, second: number, order: number): Gains[] {
  const gains = Array.from({ length: order }, (): Gains => ({
    places: new IdList(),
    segments: new IdList(),
    amounts: new IdList(),
    both: 0,
  }));
  const wordsOf = (list: readonly Tokens[]): number => list.reduce((sum, { start, end }) => sum + end - start, 0);
  const size = 1 + order * references.reduce((most, list) => Math.max(most, wordsOf(list)), 0);
  // N-grams of this segment. By node: length and place; counts, the most in any reference, in the current one, and in the outputs.
  const tree = new NgramTree();
  const lengths = new Uint8Array(size);
  const places = new Int32Array(size);
  const most = new Int32Array(size);
  const here = new Int32Array(size);
  const ofFirst = new Int32Array(size);
  const ofSecond = new Int32Array(size);
  const take = ({ ids, start, end }: Tokens, place: number): void => {
    for (let i = start; i < end; i++) {
      for (let n = 0, node = 0; n < order && i + n < end; n++) {
        const known = tree.size;
        node = tree.add(node, ids[i + n]!);
        if (node === known) {
          lengths[node] = n + 1;
          places[node] = place + i - start;
          most[node] = here[node] = ofFirst[node] = ofSecond[node] = 0;
        }
        if (++here[node]! > most[node]!) most[node] = here[node]!;
      }
    }
    here.fill(0, 0, tree.size);
  };
  const count = ({ ids, start, end }: Tokens, matches: Int32Array): void => {
    for (let i = start; i < end; i++) {
      for (let n = 0, node = 0; n < order && i + n < end; n++) {
        node = tree.find(node, ids[i + n]!);
        if (node < 0) break;
        if (matches[node]! < most[node]!) matches[node]!++;
      }
    }
  };
  let place = 0;
  for (let i = 0; i < references.length; i++) {
    tree.clear();
    for (const reference of references[i]!) {
      take(reference, place);
      place += reference.end - reference.start + 1;
    }
    count(hypotheses[first]![i]!, ofFirst);
    count(hypotheses[second]![i]!, ofSecond);
    for (let node = 1; node < tree.size; node++) {
      const ofLength = gains[lengths[node]! - 1]!;
      const amount = ofFirst[node]! - ofSecond[node]!;
      ofLength.both += Math.min(ofFirst[node]!, ofSecond[node]!);
      if (amount === 0) continue;
      ofLength.places.push(places[node]!);
      ofLength.segments.push(i);
      ofLength.amounts.push(amount);
    }
  }
  return gains;
}

/** Adds gains up by n-gram: of all n-grams of the references, only those that tell the systems apart are kept. */
function leadersOf(
  { places, segments, amounts, both }: Gains,
  references: Int32Array,
  words: readonly string[],
  length: number,
  top: number,
): Omit<DistinctiveOrder, 'order'> {
  const ngrams = new NgramPlaces(references, length, places.length);
  const [ofFirst, ofSecond] = [new Int32Array(places.length), new Int32Array(places.length)];
  const ngramOf = new Int32Array(places.length);
  let [onlyFirst, onlySecond] = [0, 0];
  for (let e = 0; e < places.length; e++) {
    const ngram = ngrams.add(places.values[e]!);
    const amount = amounts.values[e]!;
    ngramOf[e] = ngram;
    if (amount > 0) {
      ofFirst[ngram]! += amount;
      onlyFirst += amount;
    } else {
      ofSecond[ngram]! -= amount;
      onlySecond -= amount;
    }
  }
  const occursAt = ngrams.firstPlaces();
  const listed = (sign: 1 | -1): DistinctiveNgram[] => {
    const [more, less] = sign > 0 ? [ofFirst, ofSecond] : [ofSecond, ofFirst];
    // The odds before their logarithm: an order without rounding errors of it.
    const odds = (ngram: number): number => (more[ngram]! + prior) / (less[ngram]! + prior);
    const excess = (ngram: number): number => more[ngram]! - less[ngram]!;
    const order = (a: number, b: number): number =>
      odds(b) - odds(a) || excess(b) - excess(a) || occursAt[a]! - occursAt[b]!;
    function* ahead(): Generator<number> {
      for (let ngram = 0; ngram < ngrams.size; ngram++) if (excess(ngram) > 0) yield ngram;
    }
    const leaders = firstSorted(ahead(), top, order);
    const found = new Map(leaders.map((ngram) => [ngram, [] as number[]]));
    for (let e = 0; e < places.length; e++) {
      const some = sign * amounts.values[e]! > 0 ? found.get(ngramOf[e]!) : undefined;
      if (some && some.length < examples) some.push(segments.values[e]!);
    }
    return leaders.map((ngram) => ({
      ngram: Array.from(references.subarray(occursAt[ngram], occursAt[ngram]! + length), (id) => words[id]!).join(' '),
      first: ofFirst[ngram]!,
      second: ofSecond[ngram]!,
      logOdds: log((ofFirst[ngram]! + prior) / (ofSecond[ngram]! + prior)),
      segments: found.get(ngram)!,
    }));
  };
  return { both, onlyFirst, onlySecond, ofFirst: listed(1), ofSecond: listed(-1) };
}

/** Numbers n-grams of one length, each known by a place in the references where it is. */
class NgramPlaces {
  size = 0;
  readonly #ids: Int32Array;
  readonly #length: number;
  /** By n-gram. */
  readonly #places: Int32Array;
  /** An n-gram + 1, or 0 for a free slot; at most half full. */
  readonly #slots: Int32Array;

  constructor(ids: Int32Array, length: number, most: number) {
    this.#ids = ids;
    this.#length = length;
    this.#places = new Int32Array(most);
    let slots = 2;
    while (slots < 2 * most) slots *= 2;
    this.#slots = new Int32Array(slots);
  }

  /** The n-gram at a place. */
  add(place: number): number {
    const slot = this.#slot(place);
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1;
    this.#places[this.size] = place;
    this.#slots[slot] = ++this.size;
    return this.size - 1;
  }

  /** By n-gram: where it occurs first. */
  firstPlaces(): Int32Array {
    const ids = this.#ids;
    const found = new Int32Array(this.size).fill(-1);
    // Where a text ends before an n-gram does, the −1 behind it makes one that is not known.
    for (let place = 0; place < ids.length; place++) {
      const ngram = this.#slots[this.#slot(place)]! - 1;
      if (ngram >= 0 && found[ngram]! < 0) found[ngram] = place;
    }
    return found;
  }

  /** Where the n-gram at a place is, or would be. */
  #slot(place: number): number {
    const ids = this.#ids;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = 0;
    for (let i = place; i < place + this.#length; i++) {
      hash = Math.imul(hash ^ (ids[i]! + 1), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    let slot = hash & mask;
    while (slots[slot] !== 0 && !this.#isSame(this.#places[slots[slot]! - 1]!, place)) slot = (slot + 1) & mask;
    return slot;
  }

  #isSame(one: number, other: number): boolean {
    for (let i = 0; i < this.#length; i++) if (this.#ids[one + i] !== this.#ids[other + i]) return false;
    return true;
  }
}
