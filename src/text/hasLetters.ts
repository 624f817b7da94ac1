/** Tells words and numbers from punctuation and symbols. */
import { CharClass, type ClassTable, classTable, isHighSurrogate } from './characters.ts';
import { categoryRanges } from './unicodeCategories.ts';

let table: ClassTable | undefined;

const makeTable = (): ClassTable =>
  classTable([
    [CharClass.mark, pairs(categoryRanges.punctuation())],
    [CharClass.mark, pairs(categoryRanges.symbols())],
  ]);

function* pairs(ranges: Int32Array): Generator<[number, number]> {
  for (let i = 0; i < ranges.length; i += 2) yield [ranges[i]!, ranges[i + 1]!];
}

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
