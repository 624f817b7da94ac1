/** The international tokenizer of mteval-v14, as in sacreBLEU: cuts by the Unicode categories P, N and S. */
import { CharClass, type ClassTable, classTable, stripEnd } from '../characters.ts';
import { cutMarks } from '../cut.ts';
import { categoryRanges } from '../unicodeCategories.ts';
import type { Tokenizer } from './tokenizer.ts';

let international: ClassTable | undefined;

const makeTable = (): ClassTable =>
  classTable([
    [CharClass.mark, pairs(categoryRanges.punctuation())],
    [CharClass.digit, pairs(categoryRanges.numbers())],
    [CharClass.alone, pairs(categoryRanges.symbols())],
  ]);

export const tokenizerIntl: Tokenizer = {
  name: 'intl',
  rewrite: stripEnd,
  cut: (units, spans) => cutMarks(units, (international ??= makeTable()), false, spans),
};

function* pairs(ranges: Int32Array): Generator<[number, number]> {
  for (let i = 0; i < ranges.length; i += 2) yield [ranges[i]!, ranges[i + 1]!];
}
