/**
 * Splits words into prefix, root and suffix by lists, which AMBER's text type 6 requires without saying how: the longest prefix,
 * then the longest suffix, such that at least three letters remain between; but a split that leaves a known root has priority.
 */
import { letterCount } from '../unicode/characters.ts';

const leastMiddle = 3;
const a = 0x61;
const letters = 26;

/** Which strings of a … z begin at a unit, in one direction. Node 0 is the root and means “no such string” as a child. */
class Trie {
  readonly #children: Uint16Array; // by node × letter: twice the child, and 1 more if an entry ends there

  constructor(entries: readonly string[]) {
    const most = entries.reduce((sum, entry) => sum + entry.length, 1);
    const children = new Uint16Array(most * letters);
    let size = 1;
    for (const entry of entries) {
      let node = 0;
      let at = 0;
      for (let i = 0; i < entry.length; i++) {
        at = node * letters + entry.charCodeAt(i) - a;
        node = (children[at] ||= 2 * size++) >>> 1;
      }
      children[at]! |= 1;
    }
    this.#children = children;
  }

  /** Bit k is set if the first k units, stepping from `at` by `step`, are an entry; at most `most` and 31 units are tried. */
  lengths(units: Uint16Array, at: number, step: 1 | -1, most: number): number {
    const children = this.#children;
    let found = 0;
    let node = 0;
    for (let k = 1; k <= most && k < 32; k++, at += step) {
      const letter = units[at]! - a;
      if (letter < 0 || letter >= letters) break;
      const child = children[node * letters + letter]!;
      if (child === 0) break;
      found |= (child & 1) << k;
      node = child >>> 1;
    }
    return found;
  }
}

export class AffixSplitter {
  /** Length of the prefix of the last word, in units; 0 for none. */
  prefix = 0;
  /** Length of its suffix. */
  suffix = 0;
  readonly #prefixes: Trie;
  readonly #roots: Trie;
  readonly #suffixes: Trie;

  constructor(prefixes: readonly string[], roots: readonly string[], suffixes: readonly string[]) {
    this.#prefixes = new Trie(prefixes);
    this.#roots = new Trie(roots);
    this.#suffixes = new Trie(suffixes.map((suffix) => [...suffix].reverse().join('')));
  }

  /** Sets `prefix` and `suffix` for the word units[start … end), which is in lower case. */
  split(units: Uint16Array, start: number, end: number): void {
    this.prefix = 0;
    this.suffix = 0;
    const spare = end - start - leastMiddle;
    if (spare < 2) return;
    const prefixes = this.#prefixes.lengths(units, start, 1, spare);
    const suffixes = this.#suffixes.lengths(units, end - 1, -1, spare);
    if (prefixes === 0 && suffixes === 0) return;
    if (this.#splitAtRoot(units, start, end, prefixes, suffixes)) return;
    const room = letterCount(units, start, end) - leastMiddle;
    this.prefix = longest(prefixes, room);
    this.suffix = longest(suffixes, room - this.prefix);
  }

  #splitAtRoot(units: Uint16Array, start: number, end: number, prefixes: number, suffixes: number): boolean {
    const spare = end - start - leastMiddle;
    for (let prefix = longest(prefixes, spare); ; prefix = longest(prefixes, prefix - 1)) {
      const roots = this.#roots.lengths(units, start + prefix, 1, end - start - prefix);
      for (let suffix = longest(suffixes, spare - prefix); roots !== 0; suffix = longest(suffixes, suffix - 1)) {
        const middle = end - start - prefix - suffix;
        if (middle < 32 && (roots >>> middle) & 1) {
          this.prefix = prefix;
          this.suffix = suffix;
          return true;
        }
        if (suffix === 0) break;
      }
      if (prefix === 0) return false;
    }
  }
}

/** The highest bit set among 1 … most, or 0. */
function longest(bits: number, most: number): number {
  if (most <= 0) return 0;
  const allowed = most >= 31 ? bits : bits & ((2 << most) - 1);
  return allowed === 0 ? 0 : 31 - Math.clz32(allowed);
}
