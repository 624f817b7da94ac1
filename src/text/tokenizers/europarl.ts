/**
 * The tokenizer that came with the Europarl corpus, as it was in 2009: WMT counted words of its corpora with it. Rules are applied one
 * after the other to the whole line. The lists of abbreviations are ours, and shorter than the original ones.
 */
import { type Tokenizer, cutSpaces } from '../words/cut.ts';

/** Languages whose rules differ; all others have those of `other`. */
export const europarlLanguages = ['en', 'de', 'fr', 'it', 'other'] as const;
type EuroparlLanguage = (typeof europarlLanguages)[number];

type Rule = readonly [pattern: RegExp, replacement: string];

const alphanumeric = '\\p{Alphabetic}\\p{Nd}';

const beforeApostrophes: readonly Rule[] = [
  [new RegExp(`[^${alphanumeric}\\s.'\`,-]`, 'gu'), ' $& '],
  [/\.{2,}/g, ' $& '],
  // A comma stays only between numbers. A match consumes its neighbours, so every second comma of "a,b,c" stays, too.
  [/([^\p{N}]),([^\p{N}])/gu, '$1 , $2'],
  [/(\p{N}),([^\p{N}])/gu, '$1 , $2'],
  [/([^\p{N}]),(\p{N})/gu, '$1 , $2'],
  [/`/g, "'"],
  [/''/g, ' " '],
];

const letter = '\\p{Alphabetic}';
const rule = (before: string, after: string, replacement: string): Rule => [
  new RegExp(`(${before})'(${after})`, 'gu'),
  replacement,
];

const alone = "$1 ' $2";
const afterApostrophes: readonly Rule[] = [
  rule(`[^${letter}]`, `[^${letter}]`, alone),
  rule(`[^${letter}]`, `[${letter}]`, alone),
  rule(`[${letter}]`, `[^${letter}]`, alone),
  rule(`[${letter}]`, `[${letter}]`, "$1' $2"),
];

/** English splits before the apostrophe (do n't is beyond it: don 't), French and Italian after it, and others on both sides. */
const apostrophes: Readonly<Record<EuroparlLanguage, readonly Rule[]>> = {
  en: [
    rule(`[^${letter}]`, `[^${letter}]`, alone),
    rule(`[^${letter}\\p{N}]`, `[${letter}]`, alone),
    rule(`[${letter}]`, `[^${letter}]`, alone),
    rule(`[${letter}]`, `[${letter}]`, "$1 '$2"),
    rule('\\p{N}', 's', "$1 '$2"),
  ],
  fr: afterApostrophes,
  it: afterApostrophes,
  de: [[/'/g, " ' "]],
  other: [[/'/g, " ' "]],
};

const titles =
  'Adm|Brig|Bros|Capt|Cmdr|Col|Corp|Cpl|Dr|Gen|Gov|Hon|Lt|Maj|Messrs|Mlle|Mme|Mr|Mrs|Ms|Msgr|Prof|Pvt|Rep|Reps|Rev|Sen|Sens|Sgt|Sr|St|Supt';
/** Up to 20, in either case. */
const roman = 'X?(?:I{1,3}|IV|VI{0,3}|IX)|XX?';
/** A period belongs to these, and to those of `numbered` before a number. */
const abbreviations = {
  en: new RegExp(`^(?:[A-Z]|${titles}|vs?|Nos|Nr)$`),
  de: new RegExp(`^(?:[A-Za-z]|\\d{1,2}|${roman}|${roman.toLowerCase()}|${titles}|Mio|Mrd|MwSt|Std|Co|Ltd|Nr|Nos|bzw|ca|Ca|etc|evtl|ff|ggf|sog|usw|vgl|vs)$`), // prettier-ignore
};
const numbered = /^(?:No|Art|pp)$/;

/** The period at the end of a word is a word of its own, unless the word is an abbreviation or the sentence goes on. */
function splitPeriod(word: string, next: string, language: EuroparlLanguage): string {
  const stem = word.slice(0, -1);
  if (!word.endsWith('.') || stem === '' || /^\.+$/.test(word)) return word;
  const isKept =
    (stem.includes('.') && /\p{Alphabetic}/u.test(stem)) ||
    abbreviations[language === 'de' ? 'de' : 'en'].test(stem) ||
    /^\p{Lowercase}/u.test(next) ||
    (numbered.test(stem) && /^\d/.test(next));
  return isKept ? word : `${stem} .`;
}

/** Makes the tokenizer of a language. */
export function tokenizerEuroparl(language: EuroparlLanguage): Tokenizer {
  const rules = [...beforeApostrophes, ...apostrophes[language]];
  return {
    name: `europarl-${language}`,
    rewrite(text) {
      const separated = rules.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), ` ${text} `);
      const words = separated.trim().split(/\s+/);
      return words.map((word, w) => splitPeriod(word, words[w + 1] ?? '', language)).join(' ');
    },
    cut: cutSpaces,
  };
}
