/** What single words say that a translation must not change: negation, modality, numbers and dates. */
import { ambiguousDates, dateWords, functionWords, modalClasses, negations, numberWords } from './wordLists.ts';

/** Facts of a word in one number, whose meaning depends on nothing but the lists: three flags, then a modality and a date. */
export const isName = 1;
/** Neither a function word nor punctuation. */
export const isContent = 2;
export const isNegation = 4;
const modalityPlace = 3;
const datePlace = 5;

/** The class of modality from 1 on; 0 for none. */
export const modalityOf = (facts: number): number => (facts >> modalityPlace) & 3;
/** The month, day or the like from 1 on; 0 for none. */
export const dateOf = (facts: number): number => facts >> datePlace;

// Functions, since making an expression with classes of Unicode takes time that a start without this metric should not.
const hasLetterOrDigit = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
const digitsOf = (word: string): string | undefined =>
  /^[^\p{L}\p{N}]*(\p{Nd}+(?:[.,]\p{Nd}+)*)(?:st|nd|rd|th|s|%|[^\p{L}\p{N}]+)?$/u.exec(word)?.[1];

/** `written` is the word with its capitals. */
export function factsOf(written: string, isEnglish: boolean): number {
  const word = plainOf(written);
  const isSaying = hasLetterOrDigit(word);
  if (!isEnglish) return isSaying ? isContent : 0;
  const isCapitalised = isCapital(written);
  const isFunctional = functionWords.has(word);
  const date = isCapitalised || !ambiguousDates.has(word) ? (dateWords.get(word) ?? 0) : 0;
  const modality = date > 0 ? 0 : 1 + modalClasses.findIndex((words) => words.has(word));
  return (
    (isCapitalised && !isFunctional && date === 0 && numberOf(written, isEnglish) === undefined ? isName : 0) |
    (isSaying && !isFunctional ? isContent : 0) |
    (negations.has(word) || word.endsWith("n't") ? isNegation : 0) |
    (modality << modalityPlace) |
    (date << datePlace)
  );
}

const plainOf = (written: string): string => written.toLowerCase().replace('’', "'");

/** The number that a word is, the same text whatever its spelling; undefined if it is none. */
export function numberOf(written: string, isEnglish: boolean): string | undefined {
  const word = plainOf(written);
  return inDigits(word) ?? (isEnglish ? numberWords.get(word) : undefined);
}

/** Separators differ between texts, so `2,500`, `2.500` and `2500` are alike; zeros at the end of a fraction say nothing. */
function inDigits(word: string): string | undefined {
  const found = digitsOf(word);
  if (found === undefined) return undefined;
  const isFraction = /[.,]\p{Nd}{1,2}$/u.test(found);
  const plain = isFraction
    ? found.replace(/[.,](\p{Nd}{1,2})$/u, '/$1').replaceAll(/[.,]/g, '')
    : found.replaceAll(/[.,]/g, '');
  return isFraction ? plain.replace(/0+$/, '').replace(/\/$/, '') : plain;
}
