/** Stemmers: Porter's and those of Snowball. The engine loads them and passes them as resources. */
import type { Resources } from '../../core/index.ts';
import { neededResource } from './resources.ts';

/** `porter` is the original of 1980, `english` its successor. */
export const stemmerNames = [
  'porter', 'english', 'arabic', 'armenian', 'basque', 'catalan', 'czech', 'danish', 'dutch', 'finnish', 'french', 'german',
  'hungarian', 'irish', 'italian', 'norwegian', 'portuguese', 'romanian', 'russian', 'slovene', 'spanish', 'swedish', 'tamil',
  'turkish',
] as const; // prettier-ignore
export type StemmerName = (typeof stemmerNames)[number];

/** The stem of a word in lower case. */
export type Stem = (word: string) => string;

export const stemmerNeed = (name: StemmerName): string => `stemmer:${name}`;

export const stemmerNamed = (name: StemmerName, resources: Resources): Stem =>
  neededResource(stemmerNeed(name), resources, `The stemmer ${name}`, 'a function from words to stems') as Stem;

type Rules = readonly (readonly [ending: string, put: string])[];

/** If several endings of a step fit, the longest counts; each list has longer ones first. */
const step2: Rules = [
  ['ational', 'ate'], ['ization', 'ize'], ['iveness', 'ive'], ['fulness', 'ful'], ['ousness', 'ous'],
  ['tional', 'tion'], ['biliti', 'ble'],
  ['entli', 'ent'], ['ousli', 'ous'], ['ation', 'ate'], ['alism', 'al'], ['aliti', 'al'], ['iviti', 'ive'],
  ['enci', 'ence'], ['anci', 'ance'], ['izer', 'ize'], ['alli', 'al'], ['ator', 'ate'], ['logi', 'log'],
  ['bli', 'ble'], ['eli', 'e'],
]; // prettier-ignore

const step3: Rules = [
  ['icate', 'ic'], ['ative', ''], ['alize', 'al'], ['iciti', 'ic'], ['ical', 'ic'], ['ness', ''], ['ful', ''],
]; // prettier-ignore

const step4: Rules = [
  'ement', 'ance', 'ence', 'able', 'ible', 'ment', 'ant', 'ent', 'ion', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize',
  'al', 'er', 'ic', 'ou',
].map((ending) => [ending, '']); // prettier-ignore

/**
 * Returns the stem of an English word by Porter's algorithm, as implemented in his own program. The algorithm is from Porter, An algorithm
 * for suffix stripping, Program 14(3), 1980, with the two rules that he changed later (-bli for -abli, and -logi) and with words of one or
 * two letters unchanged. Snowball's `porter` follows the paper exactly, which gives “as” and “a” the same stem.
 */
export function porterStem(word: string): string {
  if (word.length <= 2) return word;
  let stem = withoutInflection(withoutPlural(word));
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceEnding(stem, step2, (rest) => measure(rest) > 0);
  stem = replaceEnding(stem, step3, (rest) => measure(rest) > 0);
  stem = replaceEnding(stem, step4, (rest, ending) => measure(rest) > 1 && (ending !== 'ion' || /[st]$/.test(rest)));
  return tidied(stem);
}

/** Step 1a. */
function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

/** Step 1b. */
function withoutInflection(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((each) => word.endsWith(each));
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (!hasVowel(rest)) return word;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (endsDouble(rest)) return /[lsz]$/.test(rest) ? rest : rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

/** Step 5: a final e, and one of two final l. */
function tidied(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const rest = stem.slice(0, -1);
    const size = measure(rest);
    if (size > 1 || (size === 1 && !endsShort(rest))) stem = rest;
  }
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}

/** The longest ending that fits decides, whether or not it may be removed. */
function replaceEnding(word: string, rules: Rules, mayGo: (rest: string, ending: string) => boolean): string {
  const rule = rules.find(([ending]) => word.endsWith(ending));
  if (!rule) return word;
  const [ending, put] = rule;
  const rest = word.slice(0, word.length - ending.length);
  return mayGo(rest, ending) ? rest + put : word;
}

/** By letter, whether it is a vowel: a, e, i, o and u are, and y after a consonant. Anything that is not a letter counts as a consonant. */
function vowelsOf(word: string): boolean[] {
  const vowels: boolean[] = [];
  for (let i = 0; i < word.length; i++) {
    vowels.push(word[i] === 'y' ? i > 0 && !vowels[i - 1] : 'aeiou'.includes(word[i]!));
  }
  return vowels;
}

const hasVowel = (word: string): boolean => vowelsOf(word).includes(true);

/** How often a consonant follows a vowel: Porter's m. */
const measure = (word: string): number =>
  vowelsOf(word).reduce((count, isVowel, i, vowels) => (!isVowel && vowels[i - 1] === true ? count + 1 : count), 0);

const endsDouble = (word: string): boolean =>
  word.length > 1 && word.at(-1) === word.at(-2) && vowelsOf(word).at(-1) === false;

/** Consonant, vowel, consonant at the end, the last one not w, x or y. */
function endsShort(word: string): boolean {
  if (word.length < 3 || /[wxy]$/.test(word)) return false;
  const [first, second, third] = vowelsOf(word).slice(-3);
  return !first && second === true && !third;
}
