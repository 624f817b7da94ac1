/** Tokenizers that only cut: at white space, between characters, and chrF's words. */
import type { IdList } from '../../core/index.ts';
import { isHighSurrogate, isLowSurrogate } from '../characters.ts';
import { cutCharacters, cutSpaces, hashUnits } from '../cut.ts';
import type { Units } from '../units.ts';
import { type Tokenizer, unchanged } from './tokenizer.ts';

export const tokenizerNone: Tokenizer = { name: 'none', rewrite: unchanged, cut: cutSpaces };

export const tokenizerChar: Tokenizer = { name: 'char', rewrite: unchanged, cut: cutCharacters };

/**
 * The words of chrF++: cut at white space, then one ASCII punctuation mark is cut off the end of a word or,
 * if there is none, off its start. Popović (WMT 2017), chrF++.py.
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
  // From the last word to the first, so that the words not yet seen are not overwritten.
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

/** 1 if a mark is to be cut off the end, −1 off the start, 0 if none; a word of one character stays whole. */
function punctuationSide(values: Uint16Array, start: number, end: number): number {
  if (end - start === 1) return 0;
  if (end - start === 2 && isHighSurrogate(values[start]!) && isLowSurrogate(values[start + 1]!)) return 0;
  if (isAsciiPunctuation(values[end - 1]!)) return 1;
  return isAsciiPunctuation(values[start]!) ? -1 : 0;
}

const isAsciiPunctuation = (unit: number): boolean =>
  (unit >= 0x21 && unit <= 0x2f) ||
  (unit >= 0x3a && unit <= 0x40) ||
  (unit >= 0x5b && unit <= 0x60) ||
  (unit >= 0x7b && unit <= 0x7e);
