/** Compiles small word lists into the files of a MeCab dictionary, so that tests need no real one. */
import type { MecabFiles } from '../mecabDictionary.ts';

export interface TinyWord {
  readonly left: number;
  readonly right: number;
  readonly cost: number;
  /** Number of the part of speech, which selects mecab-ko's penalty. */
  readonly pos?: number;
}

export interface TinyCategory {
  /** Guess unknown words even if the dictionary has a word. */
  readonly invoke: boolean;
  /** Guess that a run of characters of the same category is a word. */
  readonly group: boolean;
  /** Guess words of one up to this many characters. */
  readonly length: number;
  readonly words: readonly TinyWord[];
}

export interface TinyDictionary {
  readonly words: Readonly<Record<string, readonly TinyWord[]>>;
  /** The first category is that of all characters not listed. */
  readonly categories: Readonly<Record<string, TinyCategory>>;
  /** Characters and their categories; the first category decides how unknown words are made. */
  readonly characters: readonly (readonly [characters: string, ...categories: string[]])[];
  /** matrix[left id][right id]: the cost of a word after another. */
  readonly matrix: readonly (readonly number[])[];
  readonly dicrc?: string;
  /** What the header claims, if it is wrong. */
  readonly entries?: number;
  readonly charset?: string;
}

export function compileTinyDictionary(tiny: TinyDictionary): Required<MecabFiles> {
  const unknown = Object.fromEntries(Object.entries(tiny.categories).map(([name, { words }]) => [name, words]));
  return {
    sys: compileWords(tiny.words, 0, tiny),
    unk: compileWords(unknown, 2, tiny),
    matrix: new Uint8Array(Int16Array.from([tiny.matrix[0]!.length, tiny.matrix.length, ...tiny.matrix.flat()]).buffer),
    char: compileCharacters(tiny),
    dicrc: tiny.dicrc ?? '',
  };
}

function compileWords(lists: Readonly<Record<string, readonly TinyWord[]>>, type: number, tiny: TinyDictionary) {
  const values = new Map<string, number>();
  const tokens: number[] = [];
  for (const [surface, words] of Object.entries(lists)) {
    // A value of the trie is the number of the first token and, in its lowest byte, how many there are.
    values.set(surface, (tokens.length / 8) * 256 + words.length);
    for (const { left, right, cost, pos = 0 } of words) tokens.push(left, right, pos, cost, 0, 0, 0, 0);
  }
  const trie = compileTrie(values);
  const features = new TextEncoder().encode('*\0');
  const size = 72 + trie.byteLength + 2 * tokens.length + features.length;
  const file = new Uint8Array(size);
  const header = [
    (0xef718f77 ^ size) >>> 0, 102, type, tiny.entries ?? tokens.length / 8, tiny.matrix[0]!.length, tiny.matrix.length,
    trie.byteLength, 2 * tokens.length, features.length, 0,
  ]; // prettier-ignore
  file.set(new Uint8Array(Uint32Array.from(header).buffer));
  file.set(new TextEncoder().encode(tiny.charset ?? 'UTF-8'), 40);
  file.set(new Uint8Array(trie.buffer), 72);
  file.set(new Uint8Array(Uint16Array.from(tokens).buffer), 72 + trie.byteLength);
  file.set(features, size - features.length);
  return file;
}

interface Branch {
  readonly next: Map<number, Branch>;
  value?: number;
}

/**
 * A double array: the children of a unit are at its base plus one plus the byte that leads there, and the value of a
 * word that ends in it is at the base itself, negative. Each of these has the base as its check, so no base is used twice.
 */
function compileTrie(values: ReadonlyMap<string, number>): Int32Array {
  const root: Branch = { next: new Map() };
  for (const [word, value] of values) {
    let branch = root;
    for (const byte of new TextEncoder().encode(word)) {
      if (!branch.next.has(byte)) branch.next.set(byte, { next: new Map() });
      branch = branch.next.get(byte)!;
    }
    branch.value = value;
  }
  const bases: number[] = [];
  const checks: number[] = [0];
  const used = new Set<number>();
  const place = (branch: Branch, unit: number): void => {
    const codes = [...branch.next.keys()].map((byte) => byte + 1);
    if (branch.value !== undefined) codes.push(0);
    let base = 1;
    while (used.has(base) || codes.some((code) => checks[base + code] !== undefined)) base++;
    used.add(base);
    bases[unit] = base;
    for (const code of codes) checks[base + code] = base;
    if (branch.value !== undefined) bases[base] = -branch.value - 1;
    for (const [byte, child] of branch.next) place(child, base + byte + 1);
  };
  place(root, 0);
  // MeCab looks up any byte after any base without checking where the array ends.
  const trie = new Int32Array(2 * (checks.length + 257));
  for (let unit = 0; unit < checks.length; unit++) {
    trie[2 * unit] = bases[unit] ?? 0;
    trie[2 * unit + 1] = checks[unit] ?? 0;
  }
  return trie;
}

function compileCharacters({ categories, characters }: TinyDictionary): Uint8Array {
  const names = Object.keys(categories);
  const info = ([name = '', ...others]: readonly string[]): number => {
    const { invoke, group, length } = categories[name]!;
    const types = [name, ...others].reduce((bits, each) => bits | (1 << names.indexOf(each)), 0);
    return types | (names.indexOf(name) << 18) | (length << 26) | (Number(group) << 30) | (Number(invoke) << 31);
  };
  const file = new Uint8Array(4 + 32 * names.length + 4 * 0xffff);
  new DataView(file.buffer).setUint32(0, names.length, true);
  names.forEach((name, i) => file.set(new TextEncoder().encode(name), 4 + 32 * i));
  const infos = new Uint32Array(file.buffer, 4 + 32 * names.length);
  infos.fill(info(names.slice(0, 1)));
  for (const [listed, ...kinds] of characters) for (const each of listed) infos[each.charCodeAt(0)] = info(kinds);
  return file;
}
