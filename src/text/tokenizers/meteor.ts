/**
 * The words of METEOR 0.6: runs of letters and digits; punctuation and symbols separate and are dropped. Outside English an
 * apostrophe belongs to the word, as in l'homme. Where the program knows the letters of Latin-1, or of ASCII for English, these are
 * the letters of all scripts.
 */
import type { IdList } from '../../core/index.ts';
import { CharClass, type ClassTable, classTable, isHighSurrogate, isLowSurrogate } from '../characters.ts';
import { hashUnits } from '../cut.ts';
import { categoryRanges } from '../unicodeCategories.ts';
import type { Units } from '../units.ts';
import type { Tokenizer } from './tokenizer.ts';

const apostrophe = 0x27;

const makeTable = (): ClassTable =>
  classTable([
    [CharClass.space, categoryRanges.punctuation()],
    [CharClass.space, categoryRanges.symbols()],
  ]);

let table: ClassTable | undefined;

const meteorTokenizer = (name: string, keepApostrophes: boolean): Tokenizer => ({
  name,
  // The rest of what is escaped in XML, a quotation mark say, would be dropped anyway, but not the letters it is written with.
  rewrite: (text) => (text.includes('&') ? text.replace(/&(?:quot|amp|lt|gt|apos);/g, unescape) : text),
  cut: (units, spans) => cutWords(units, (table ??= makeTable()), keepApostrophes, spans),
});

const unescape = (entity: string): string => (entity === '&apos;' ? "'" : ' ');

export const tokenizerMeteor = meteorTokenizer('meteor', false);
export const tokenizerMeteorApostrophes = meteorTokenizer('meteor-apostrophes', true);

function cutWords(units: Units, { units: classes, beyond }: ClassTable, keepApostrophes: boolean, spans: IdList): void {
  const { values, end } = units;
  /** How many units the character has that begins here, 0 if it belongs to no word. */
  const size = (i: number): number => {
    const unit = values[i]!;
    if (isHighSurrogate(unit) && i + 1 < end && isLowSurrogate(values[i + 1]!)) {
      const codePoint = ((unit & 0x3ff) << 10) + (values[i + 1]! & 0x3ff) + 0x10000;
      return beyond(codePoint) === CharClass.space ? 0 : 2;
    }
    return classes[unit] !== CharClass.space || (keepApostrophes && unit === apostrophe) ? 1 : 0;
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
    if (i === start) i += isHighSurrogate(values[i]!) && i + 1 < end && isLowSurrogate(values[i + 1]!) ? 2 : 1;
  }
}
