/**
 * The words of METEOR 0.6: runs of letters and digits; punctuation and symbols separate and are dropped. Except in English, an
 * apostrophe belongs to the word, as in l'homme. The program knows the letters of Latin-1, or of ASCII for English; here letters
 * of all scripts count.
 */
import type { IdList } from '../../core/index.ts';
import { separatorTable } from '../unicode/categories.ts';
import { CharClass, widthAt } from '../unicode/characters.ts';
import { type Tokenizer, type Units, codePointAt, hashUnits } from '../words/cut.ts';

const apostrophe = 0x27;

const meteorTokenizer = (name: string, keepApostrophes: boolean): Tokenizer => ({
  name,
  // Other XML entities, such as a quotation mark, would be dropped anyway, but not the letters that they are written with.
  rewrite: (text) => (text.includes('&') ? text.replace(/&(?:quot|amp|lt|gt|apos);/g, unescape) : text),
  cut: (units, spans) => cutWords(units, keepApostrophes, spans),
});

const unescape = (entity: string): string => (entity === '&apos;' ? "'" : ' ');

export const tokenizerMeteor = meteorTokenizer('meteor', false);
export const tokenizerMeteorApostrophes = meteorTokenizer('meteor-apostrophes', true);

function cutWords(units: Units, keepApostrophes: boolean, spans: IdList): void {
  const { units: classes, beyond } = separatorTable();
  const { values, end } = units;
  /** The number of units of the character that begins here, 0 if it belongs to no word. */
  const size = (i: number): number => {
    if (widthAt(values, i, end) === 2) return beyond(codePointAt(values, i)) === CharClass.space ? 0 : 2;
    return classes[values[i]!] !== CharClass.space || (keepApostrophes && values[i] === apostrophe) ? 1 : 0;
  };
  for (let i = units.start; i < end;) {
    const start = i;
    let letters = false;
    for (let step = size(i); step > 0; step = i < end ? size(i) : 0) {
      if (values[i] !== apostrophe) letters = true;
      i += step;
    }
    if (letters) {
      spans.push(start);
      spans.push(i);
      spans.push(hashUnits(values, start, i));
    }
    if (i === start) i += widthAt(values, i, end);
  }
}
