/**
 * Clipped n-gram matches of every text of one list with every text of another. The first occurrence of an n-gram in a text, the second and
 * so on are different items, so that the matches of two texts are the items that both have. Items that many texts have are bits, and the
 * matches of two texts are the bits of both; of other items it is listed which texts have them.
 */
import { type Tokens, enlarged } from '../../core/index.ts';
import { NgramTree } from '../../text/index.ts';

/** By text and, within it, by length of the n-gram: its items, as nodes of a tree. */
interface TextItems {
  /** By text × order, and the end: the first of its items of each length. */
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** No token has this id: from an occurrence of an n-gram it leads to the next in the same text. */
const again = -1;

/** An item that this share of all pairs of texts have is a bit; the others take less time one by one. */
const shareOfPairs = 1 / 32;

/** Its memory is reused from segment to segment. */
export class NgramMatches {
  readonly order: number;
  readonly #tree = new NgramTree();
  #latest = new Int32Array(1 << 10); // by node: its last occurrence in the current text; 0 between texts
  #hypotheses = 0;
  #references: TextItems = { starts: new Int32Array(1), items: new Int32Array(0) };
  /** By item: the number of its bit, from 1; or less than 0, −1 − where the hypotheses that have it are in `#having`; 0 for an item of one side. */
  #place = new Int32Array(0);
  /** For each item without a bit: how many hypotheses have it, then which. */
  #having = new Int32Array(0);
  /** By length of the n-grams, and the end: where their bits begin, in words of 32 bits. */
  readonly #words: Int32Array;
  #bitsOfHypotheses: Int32Array = new Int32Array(0);
  #bitsOfReferences: Int32Array = new Int32Array(0);
  #matches = new Int32Array(0);

  constructor(order: number) {
    this.order = order;
    this.#words = new Int32Array(order + 1);
  }

  /** Takes the texts of both sides, and drops those before. */
  set(hypotheses: readonly Tokens[], references: readonly Tokens[]): void {
    this.#tree.clear();
    const own = this.#itemsOf(hypotheses);
    this.#references = this.#itemsOf(references);
    this.#hypotheses = hypotheses.length;
    this.#matches = new Int32Array(hypotheses.length * this.order);
    this.#placeItems(own, references.length);
    this.#bitsOfHypotheses = this.#bitsOf(own, hypotheses.length);
    this.#bitsOfReferences = this.#bitsOf(this.#references, references.length);
  }

  /** By hypothesis × order: how many n-grams it shares with the reference, each counted as often as in both. Valid until the next call. */
  match(reference: number): Int32Array {
    const { order } = this;
    const matches = this.#matches.fill(0);
    const { starts, items } = this.#references;
    for (let n = 0; n < order; n++) {
      const end = starts[reference * order + n + 1]!;
      for (let k = starts[reference * order + n]!; k < end; k++) {
        const place = this.#place[items[k]!]!;
        if (place >= 0) continue;
        const first = -place;
        const last = first + this.#having[first - 1]!;
        for (let at = first; at < last; at++) matches[this.#having[at]! * order + n]!++;
      }
    }
    this.#addSharedBits(reference, matches);
    return matches;
  }

  #addSharedBits(reference: number, matches: Int32Array): void {
    const { order } = this;
    const words = this.#words;
    const width = words[order]!;
    const ofHypotheses = this.#bitsOfHypotheses;
    const ofReferences = this.#bitsOfReferences;
    for (let h = 0, base = 0; h < this.#hypotheses; h++, base += width) {
      const apart = reference * width - base;
      for (let n = 0; n < order; n++) {
        const end = base + words[n + 1]!;
        let found = 0;
        for (let at = base + words[n]!; at < end; at++) {
          // Adds neighbouring bits, then pairs, then all.
          let both = ofHypotheses[at]! & ofReferences[at + apart]!;
          both -= (both >>> 1) & 0x55555555;
          both = (both & 0x33333333) + ((both >>> 2) & 0x33333333);
          found += Math.imul((both + (both >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
        }
        matches[h * order + n]! += found;
      }
    }
  }

  #itemsOf(texts: readonly Tokens[]): TextItems {
    const { order } = this;
    const tree = this.#tree;
    const starts = new Int32Array(texts.length * order + 1);
    const items = new Int32Array(texts.reduce((sum, { start, end }) => sum + order * (end - start), 0));
    const prefixes = new Int32Array(texts.reduce((longest, { start, end }) => Math.max(longest, end - start), 0));
    let length = 0;
    texts.forEach(({ ids, start, end }, t) => {
      const first = length;
      prefixes.fill(0);
      for (let n = 0; n < order; n++) {
        starts[t * order + n] = length;
        for (let i = 0; start + i + n < end; i++) {
          const node = tree.add(prefixes[i]!, ids[start + i + n]!);
          prefixes[i] = node;
          if (node >= this.#latest.length) this.#latest = enlarged(this.#latest, node + 1);
          const before = this.#latest[node]!;
          const item = before === 0 ? node : tree.add(before, again);
          this.#latest[node] = item;
          items[length++] = item;
        }
      }
      for (let k = first; k < length; k++) if (items[k]! < this.#latest.length) this.#latest[items[k]!] = 0;
    });
    starts[texts.length * order] = length;
    return { starts, items };
  }

  #placeItems(own: TextItems, references: number): void {
    const { order } = this;
    const [ofHypotheses, ofReferences] = [own, this.#references].map((each) => this.#textsByItem(each)) as [Int32Array, Int32Array]; // prettier-ignore
    const least = shareOfPairs * this.#hypotheses * references;
    const place = (this.#place = new Int32Array(this.#tree.size));
    let bits = 0;
    let listed = 0;
    for (let n = 0; n < order; n++) {
      this.#words[n] = bits >>> 5;
      for (let h = 0; h < this.#hypotheses; h++) {
        for (let k = own.starts[h * order + n]!; k < own.starts[h * order + n + 1]!; k++) {
          const item = own.items[k]!;
          if (place[item] !== 0 || ofReferences[item] === 0) continue;
          if (ofHypotheses[item]! * ofReferences[item]! > least) place[item] = ++bits;
          else {
            place[item] = -1 - listed;
            listed += 1 + ofHypotheses[item]!;
          }
        }
      }
      bits = (bits + 31) & ~31;
    }
    this.#words[order] = bits >>> 5;
    const having = (this.#having = new Int32Array(listed));
    for (let h = 0; h < this.#hypotheses; h++) {
      for (let k = own.starts[h * order]!; k < own.starts[(h + 1) * order]!; k++) {
        const at = place[own.items[k]!]!;
        if (at < 0) having[-at + having[-at - 1]!++] = h;
      }
    }
  }

  #textsByItem({ items, starts }: TextItems): Int32Array {
    const texts = new Int32Array(this.#tree.size);
    const end = starts.at(-1)!;
    for (let k = 0; k < end; k++) texts[items[k]!]!++;
    return texts;
  }

  #bitsOf({ starts, items }: TextItems, texts: number): Int32Array {
    const { order } = this;
    const width = this.#words[order]!;
    const bits = new Int32Array(texts * width);
    for (let t = 0; t < texts; t++) {
      for (let k = starts[t * order]!; k < starts[(t + 1) * order]!; k++) {
        const bit = this.#place[items[k]!]! - 1;
        if (bit >= 0) bits[t * width + (bit >>> 5)]! |= 1 << (bit & 31);
      }
    }
    return bits;
  }
}
