/** Tells words and numbers from punctuation and symbols. */
import { CharClass, type ClassTable, classTable, isHighSurrogate } from './characters.ts';
import { categoryRanges } from './unicodeCategories.ts';

let table: ClassTable | undefined;

const makeTable = (): ClassTable =>
  classTable([
    [CharClass.mark, categoryRanges.punctuation()],
    [CharClass.mark, categoryRanges.symbols()],
  ]);

/** Whether anything in it is neither punctuation nor a symbol nor white space. */
export function hasLetters(word: string): boolean {
  const { units, beyond } = (table ??= makeTable());
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    if (isHighSurrogate(unit)) {
      const codePoint = word.codePointAt(i)!;
      if (codePoint <= 0xffff || beyond(codePoint) === CharClass.other) return true;
      i++;
    } else if (units[unit] === CharClass.other) return true;
  }
  return false;
}
