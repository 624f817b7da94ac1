/** The international tokenizer of mteval-v14, as in sacreBLEU: cuts by the Unicode categories P, N and S. */
import { CharClass, type ClassTable, classTable, stripEnd } from '../characters.ts';
import { cutMarks } from '../cut.ts';
import { categoryRanges } from '../unicodeCategories.ts';
import type { Tokenizer } from './tokenizer.ts';

let international: ClassTable | undefined;

const makeTable = (): ClassTable =>
  classTable([
    [CharClass.mark, categoryRanges.punctuation()],
    [CharClass.digit, categoryRanges.numbers()],
    [CharClass.alone, categoryRanges.symbols()],
  ]);

export const tokenizerIntl: Tokenizer = {
  name: 'intl',
  rewrite: stripEnd,
  cut: (units, spans) => cutMarks(units, (international ??= makeTable()), false, spans),
};
