/** The tokenizers of NIST's mteval-v13a, of its Chinese relative and of the international mteval-v14, as in sacreBLEU. */
import { categoryRanges } from '../unicode/categories.ts';
import { CharClass, type ClassTable, classTable, strip, stripEnd } from '../unicode/characters.ts';
import { type Tokenizer, cutMarks } from '../words/cut.ts';

/** ASCII punctuation other than ' , - . */
const asciiAlone = [
  [0x21, 0x26], [0x28, 0x2b], [0x2f, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e],
] as const; // prettier-ignore

/** [ first, last ] of a single character, or of the range between two. */
const range = (first: string, last = first) => [first.charCodeAt(0), last.charCodeAt(0)] as const;

const rules = [
  [CharClass.alone, asciiAlone],
  [CharClass.mark, [range('.'), range(',')]],
  [CharClass.digit, [range('0', '9')]],
  [CharClass.dash, [range('-')]],
] as const;

const western = classTable(rules);

/** Decodes four entities in this order, so that `&amp;lt;` becomes `<`; `&apos;` stays. */
export function unescapeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}

export const tokenizer13a: Tokenizer = {
  name: '13a',
  rewrite(text) {
    // Before the rules, so that a hyphen at the very end is not at the end of a line.
    let line = stripEnd(text);
    if (line.includes('<skipped>')) line = line.replaceAll('<skipped>', '');
    if (line.includes('\n')) line = line.replaceAll('-\n', '').replaceAll('\n', ' ');
    return unescapeEntities(line);
  },
  cut: (units, spans) => cutMarks(units, western, true, spans),
};

/**
 * Characters that become tokens of their own, as sacreBLEU's table really works: two of its rows are malformed escapes
 * (sacreBLEU issue 298), so U+2001–2A6D is split off and Extension B is not.
 */
const chineseAlone = [
  [0x2001, 0x2a6d], [0x2e80, 0x2fdf], [0x2ff0, 0x303f], [0x3100, 0x312f], [0x31a0, 0x31ef], [0x3200, 0x4db5],
  [0x4e00, 0x9fbb], [0xf900, 0xfa2d], [0xfa30, 0xfa6a], [0xfa70, 0xfad9], [0xfe10, 0xfe1f], [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
] as const; // prettier-ignore

let chinese: ClassTable | undefined;

export const chineseTable = (): ClassTable => (chinese ??= classTable([...rules, [CharClass.alone, chineseAlone]]));

export const tokenizerZh: Tokenizer = {
  name: 'zh',
  // The ends matter: no rule matches across them, so white space there would change the tokens.
  rewrite: strip,
  cut: (units, spans) => cutMarks(units, chineseTable(), false, spans),
};

let international: ClassTable | undefined;

/** By the Unicode categories P, N and S. */
export const internationalTable = (): ClassTable =>
  (international ??= classTable([
    [CharClass.mark, categoryRanges.punctuation()],
    [CharClass.digit, categoryRanges.numbers()],
    [CharClass.alone, categoryRanges.symbols()],
  ]));

export const tokenizerIntl: Tokenizer = {
  name: 'intl',
  rewrite: stripEnd,
  cut: (units, spans) => cutMarks(units, internationalTable(), false, spans),
};
