/**
 * Tokenizers that split the words of another into pieces: the text types of AMBER (Chen and Kuhn, WMT 2011, section 2.5).
 * Letters are code points of the text in NFC.
 */
import { IdList } from '../../core/index.ts';
import { lettersAfter, lettersBefore } from '../unicode/characters.ts';
import { AffixSplitter } from './affixSplitter.ts';
import { prefixes, roots, suffixes } from './affixes.ts';
import { type Tokenizer, type Units, hashUnits } from './cut.ts';

/** Appends the pieces of the word units[start … end), each as start, end and hash. */
export type CutWord = (units: Uint16Array, start: number, end: number, hash: number, spans: IdList) => void;

const cutters = {
  /** The word as it is. */
  whole(_units, start, end, hash, spans) {
    push(spans, start, end, hash);
  },
  /** Its first four letters. */
  first(units, start, end, hash, spans) {
    const to = lettersAfter(units, start, end, 4);
    push(spans, start, to, to === end ? hash : hashUnits(units, start, to));
  },
  /** Its last four letters. */
  last(units, start, end, hash, spans) {
    const from = lettersBefore(units, start, end, 4);
    push(spans, from, end, from === start ? hash : hashUnits(units, from, end));
  },
  /** The first four letters and the last two of a word longer than four; of five letters, one is in both. */
  ends(units, start, end, hash, spans) {
    const to = lettersAfter(units, start, end, 4);
    if (to === end) return push(spans, start, end, hash);
    pushPiece(spans, units, start, to);
    pushPiece(spans, units, lettersBefore(units, start, end, 2), end);
  },
  /** Four letters each, from the left. */
  fours(units, start, end, _hash, spans) {
    for (let from = start, to; from < end; from = to) {
      to = lettersAfter(units, from, end, 4);
      pushPiece(spans, units, from, to);
    }
  },
  /** Prefix, root and suffix. */
  affixes(units, start, end, hash, spans) {
    splitter ??= new AffixSplitter(prefixes, roots, suffixes);
    splitter.split(units, start, end);
    const from = start + splitter.prefix;
    const to = end - splitter.suffix;
    if (from === start && to === end) return push(spans, start, end, hash);
    if (start < from) pushPiece(spans, units, start, from);
    pushPiece(spans, units, from, to);
    if (to < end) pushPiece(spans, units, to, end);
  },
  /** The word if it has four letters or more. */
  long(units, start, end, hash, spans) {
    if (lettersAfter(units, start, end, 3) < end) push(spans, start, end, hash);
  },
} satisfies Record<string, CutWord>;

export type PieceKind = keyof typeof cutters;

let splitter: AffixSplitter | undefined; // made when first needed

/** The words of a tokenizer, each split into pieces. Expects lower case for `affixes`. */
export function pieces(tokenizer: Tokenizer, kind: PieceKind): Tokenizer {
  const words = new IdList();
  const cutWord = cutterOf(kind);
  return {
    name: `${tokenizer.name}+${kind}`,
    rewrite: (text) => tokenizer.rewrite(composed(text)),
    cut(units: Units, spans: IdList) {
      words.length = 0;
      tokenizer.cut(units, words);
      const { values, length } = words;
      for (let i = 0; i < length; i += 3) cutWord(units.values, values[i]!, values[i + 1]!, values[i + 2]!, spans);
    },
  };
}

/** The function that splits one word. */
export const cutterOf = (kind: PieceKind): CutWord => cutters[kind];

/** Whether a kind leaves words of this many letters unchanged: short words, which are most, need not be examined. */
export const isUncut = (kind: PieceKind, letters: number): boolean =>
  kind === 'whole' || (letters <= 4 && (kind !== 'long' || letters === 4));

/** Whether a text is entirely below U+0300: it is then in NFC, because nothing composes with such characters, and its units are letters. */
export const isSimple = (text: string): boolean => !/[\u0300-\uffff]/.test(text);

const composed = (text: string): string => (isSimple(text) ? text : text.normalize('NFC'));

const pushPiece = (spans: IdList, units: Uint16Array, start: number, end: number): void =>
  push(spans, start, end, hashUnits(units, start, end));

function push(spans: IdList, start: number, end: number, hash: number): void {
  spans.reserve(3);
  spans.values[spans.length++] = start;
  spans.values[spans.length++] = end;
  spans.values[spans.length++] = hash;
}
