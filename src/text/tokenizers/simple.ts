/** Tokenizers that only split: at white space, between characters, and the words of chrF and of ROUGE-1.5.5. */
import type { IdList } from '../../core/index.ts';
import { widthAt } from '../unicode/characters.ts';
import { type Tokenizer, type Units, cutCharacters, cutSpaces, hashOn, hashUnits, unchanged } from '../words/cut.ts';

export const tokenizerNone: Tokenizer = { name: 'none', rewrite: unchanged, cut: cutSpaces };

export const tokenizerChar: Tokenizer = { name: 'char', rewrite: unchanged, cut: cutCharacters };

/**
 * The words of chrF++: split at white space, then one ASCII punctuation mark is separated from the end of a word or,
 * if there is none, from its start. Popović (WMT 2017), chrF++.py.
 */
export const tokenizerChrf: Tokenizer = { name: 'chrf', rewrite: unchanged, cut: cutChrfWords };

function cutChrfWords(units: Units, spans: IdList): void {
  const from = spans.length;
  cutSpaces(units, spans);
  const words = (spans.length - from) / 3;
  spans.reserve(3 * words); // each word may become two
  const { values } = units;
  const out = spans.values;
  let cuts = 0;
  for (let w = 0; w < words; w++) {
    if (punctuationSide(values, out[from + 3 * w]!, out[from + 3 * w + 1]!) !== 0) cuts++;
  }
  // From the last word to the first, so that unread words are not overwritten.
  let to = from + 3 * (words + cuts);
  spans.length = to;
  for (let w = words - 1; w >= 0; w--) {
    const start = out[from + 3 * w]!;
    const end = out[from + 3 * w + 1]!;
    const hash = out[from + 3 * w + 2]!;
    const side = punctuationSide(values, start, end);
    const middle = side > 0 ? end - 1 : side < 0 ? start + 1 : start;
    out[--to] = side === 0 ? hash : hashUnits(values, middle, end);
    out[--to] = end;
    out[--to] = middle;
    if (side !== 0) {
      out[--to] = hashUnits(values, start, middle);
      out[--to] = middle;
      out[--to] = start;
    }
  }
}

/** 1 to separate a mark from the end, −1 from the start, 0 for none; a word of one character stays whole. */
function punctuationSide(values: Uint16Array, start: number, end: number): number {
  if (end - start === widthAt(values, start, end)) return 0;
  if (isAsciiPunctuation(values[end - 1]!)) return 1;
  return isAsciiPunctuation(values[start]!) ? -1 : 0;
}

const isAsciiPunctuation = (unit: number): boolean =>
  (unit >= 0x21 && unit <= 0x2f) ||
  (unit >= 0x3a && unit <= 0x40) ||
  (unit >= 0x5b && unit <= 0x60) ||
  (unit >= 0x7b && unit <= 0x7e);

/** The words of ROUGE-1.5.5: runs of ASCII letters and digits in lower case. Everything else separates, so texts in most scripts have no words. */
export const tokenizerRouge155: Tokenizer = {
  name: 'rouge155',
  // Only A–Z: the Kelvin sign, for example, would become a k.
  rewrite: (text) => (/[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text),
  cut: cutWords,
};

function cutWords({ values, start: from, end }: Units, spans: IdList): void {
  spans.reserve(3 * ((end - from + 1) >> 1)); // between two words there is something else
  const out = spans.values;
  let at = spans.length;
  for (let i = from; i < end; i++) {
    if (!isWordUnit(values[i]!)) continue;
    const start = i;
    let hash = 0;
    for (; i < end && isWordUnit(values[i]!); i++) hash = hashOn(hash, values[i]!);
    out[at++] = start;
    out[at++] = i;
    out[at++] = hash;
  }
  spans.length = at;
}

const isWordUnit = (unit: number): boolean => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
