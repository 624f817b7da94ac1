/** Reads the compiled dictionaries of MeCab 0.996 and mecab-ko, as far as segmentation needs them. */
import { UsageError } from '../../core/index.ts';

/** The files of a compiled dictionary, as they are on disk. */
export interface MecabFiles {
  /** sys.dic: the words. */
  readonly sys: Uint8Array;
  /** unk.dic: the cost of an unknown word of each category of characters. */
  readonly unk: Uint8Array;
  /** matrix.bin: the cost of two words as neighbours. */
  readonly matrix: Uint8Array;
  /** char.bin: the categories of characters and how unknown words are made of each. */
  readonly char: Uint8Array;
  /** dicrc: settings; only the penalties of mecab-ko matter here. */
  readonly dicrc?: string;
}

/** What segmentation needs from the files: only typed arrays, so that it can be sent to another thread. */
export interface MecabDictionary {
  /** Number of words in sys.dic, by which sacreBLEU distinguishes dictionaries. */
  readonly entries: number;
  /** Double-array trie over the UTF-8 bytes of the words: base and check of unit i at 2i and 2i + 1. */
  readonly trie: Int32Array;
  /** Per token: left id, right id, cost, penalty after white space. Tokens of unknown words come last. */
  readonly tokens: Int32Array;
  /** Per category of characters: its first token and how many there are. */
  readonly unknown: Int32Array;
  /** Per UTF-16 unit: 18 bits of categories, the default category, how unknown words are made. */
  readonly characters: Uint32Array;
  /** Cost of neighbours at `right id of the left one + rightIds * left id of the right one`. */
  readonly matrix: Int16Array;
  readonly rightIds: number;
}

// The bits of an entry of `characters`.
export const CATEGORIES = 0x3ffff;
export const GROUP = 1 << 30; // guess that a run of characters of the same category is a word
export const INVOKE = 1 << 31; // guess even if the dictionary has a word
export const defaultCategory = (info: number): number => (info >>> 18) & 0xff;
export const guessLengths = (info: number): number => (info >>> 26) & 0xf; // words of 1, 2, … characters are guessed

const broken = (file: string): never => {
  throw new UsageError(`${file} is not a file of a compiled MeCab dictionary, or it is truncated.`);
};

/** Reads the compiled files of a MeCab dictionary. It throws a UsageError unless the files are complete and belong together. */
export function readMecabDictionary(files: MecabFiles): MecabDictionary {
  const sys = readWords(files.sys, 'sys.dic');
  const unk = readWords(files.unk, 'unk.dic');

  const matrixFile = aligned(files.matrix);
  if (matrixFile.length < 4 || matrixFile.length % 2 !== 0) broken('matrix.bin');
  const [rightIds = 0, leftIds = 0] = new Uint16Array(matrixFile.buffer, matrixFile.byteOffset, 2);
  if (matrixFile.length !== 4 + 2 * rightIds * leftIds) broken('matrix.bin');
  if (rightIds !== sys.rightIds || leftIds !== sys.leftIds) {
    throw new UsageError('sys.dic and matrix.bin belong to different dictionaries.');
  }

  const tokens = new Int32Array(4 * (sys.tokens + unk.tokens));
  const penalties = readPenalties(files.dicrc ?? '');
  let at = 0;
  for (const { fields, file } of [sys, unk]) {
    for (let t = 0; t < fields.length; t += 8) {
      const leftId = fields[t]!;
      const rightId = fields[t + 1]!;
      if (leftId >= leftIds || rightId >= rightIds) broken(file);
      tokens[at] = leftId;
      tokens[at + 1] = rightId;
      tokens[at + 2] = (fields[t + 3]! << 16) >> 16;
      tokens[at + 3] = penalties.get(fields[t + 2]!) ?? 0;
      at += 4;
    }
  }

  const { names, characters } = readCharacters(files.char);
  const unknown = new Int32Array(2 * names.length);
  names.forEach((name, category) => {
    const value = findWhole(unk.trie, name);
    if (value < 0) throw new UsageError('unk.dic and char.bin belong to different dictionaries.');
    if ((value & 0xff) === 0) broken('unk.dic'); // every character must be some word, or a line could not be covered
    unknown[2 * category] = sys.tokens + (value >>> 8);
    unknown[2 * category + 1] = value & 0xff;
  });

  return {
    entries: sys.entries,
    trie: sys.trie.slice(), // copies, to free the files, which are mostly parts of speech and readings
    tokens,
    unknown,
    characters,
    matrix: new Int16Array(matrixFile.buffer, matrixFile.byteOffset + 4, rightIds * leftIds).slice(),
    rightIds,
  };
}

/**
 * sys.dic and unk.dic: ten numbers of 32 bits (magic number, version, type, words, right ids, left ids, bytes of trie,
 * of tokens and of features, nothing), the name of the character set in 32 bytes, then trie, tokens and features.
 */
function readWords(bytes: Uint8Array, file: string) {
  const { buffer, byteOffset, length } = aligned(bytes);
  if (length < 72) broken(file);
  const header = new Uint32Array(buffer, byteOffset, 10);
  const [magic = 0, version, , entries = 0, rightIds, leftIds, trieBytes = 0, tokenBytes = 0, featureBytes = 0] =
    header;
  if ((magic ^ 0xef718f77) >>> 0 !== length || version !== 102) broken(file);
  if (72 + trieBytes + tokenBytes + featureBytes !== length) broken(file);
  if (trieBytes === 0 || trieBytes % 8 !== 0 || tokenBytes % 16 !== 0) broken(file);
  const charset = nameAt(bytes, 40);
  if (!/^utf-?8$/i.test(charset)) {
    throw new UsageError(
      `${file} is compiled for ${charset || 'an unnamed character set'}, not for UTF-8. Compile the dictionary with UTF-8.`,
    );
  }
  const trie = new Int32Array(buffer, byteOffset + 72, trieBytes / 4);
  const tokens = tokenBytes / 16;
  // Every value that the trie can yield is checked here, once, so that lookups need not check.
  for (let i = 0; i < trie.length; i += 2) {
    const value = -trie[i]! - 1;
    if (value >= 0 && (value >>> 8) + (value & 0xff) > tokens) broken(file);
  }
  const fields = new Uint16Array(buffer, byteOffset + 72 + trieBytes, 8 * tokens);
  return { file, entries, rightIds, leftIds, trie, tokens, fields };
}

/** char.bin: how many categories, their names in 32 bytes each, then 32 bits for each unit below U+FFFF. */
function readCharacters(bytes: Uint8Array): { names: string[]; characters: Uint32Array } {
  const { buffer, byteOffset, length } = aligned(bytes);
  if (length < 4) broken('char.bin');
  const count = new Uint32Array(buffer, byteOffset, 1)[0]!;
  if (length !== 4 + 32 * count + 4 * 0xffff) broken('char.bin');
  const names = Array.from({ length: count }, (_, i) => nameAt(bytes, 4 + 32 * i));
  // MeCab reads U+FFFF past the end of the file, where it finds zeros.
  const characters = new Uint32Array(0x10000);
  characters.set(new Uint32Array(buffer, byteOffset + 4 + 32 * count, 0xffff));
  if (characters.some((info) => defaultCategory(info) >= count)) broken('char.bin');
  return { names, characters };
}

/** Typed arrays of wider numbers must start at a multiple of their width. */
const aligned = (bytes: Uint8Array): Uint8Array => (bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes));

/** The name in 32 bytes, up to the first zero. */
const nameAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 32)).replace(/\0.*/s, '');

/** The value of a whole word in a trie, or −1. Names of categories are ASCII. */
function findWhole(trie: Int32Array, word: string): number {
  let base = trie[0]!;
  for (let i = 0; i < word.length; i++) {
    const unit = base + word.charCodeAt(i) + 1;
    if (trie[2 * unit + 1] !== base) return -1;
    base = trie[2 * unit]!;
  }
  return trie[2 * base + 1] === base ? -trie[2 * base]! - 1 : -1;
}

/**
 * `left-space-penalty-factor = 100,3000,120,6000`: parts of speech, by number, and their extra cost after white
 * space (mecab-ko). The first line of that name counts, and the first entry of a part of speech.
 */
function readPenalties(dicrc: string): Map<number, number> {
  const [, factors = ''] = /^[^\S\n]*left-space-penalty-factor[^\S\n]*=(.*)$/m.exec(dicrc) ?? [];
  const numbers = factors.trim() === '' ? [] : factors.split(',').map(Number);
  if (numbers.length % 2 !== 0 || !numbers.every(Number.isInteger)) {
    throw new UsageError(`left-space-penalty-factor in dicrc must be pairs of integers, not "${factors.trim()}".`);
  }
  const penalties = new Map<number, number>();
  for (let i = 0; i < numbers.length; i += 2) {
    if (!penalties.has(numbers[i]!)) penalties.set(numbers[i]!, numbers[i + 1]!);
  }
  return penalties;
}
