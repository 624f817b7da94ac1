/** Stemmers: Porter's and those of Snowball. The engine loads them and hands them in as resources. */
import { type Resources, UsageError, type View } from '../../core/index.ts';
import type { Tokenizer } from '../tokenizers/tokenizer.ts';
import { textColumn, wordColumn } from './wordColumn.ts';

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

export function stemmerNamed(name: StemmerName, resources: Resources): Stem {
  const stem = resources.get(stemmerNeed(name));
  if (stem) return stem as Stem;
  throw new UsageError(
    `The stemmer ${name} must be loaded first: await loadMetric(…) from assay/engine does it, ` +
      `or hand in a function from words to stems as the resource ${stemmerNeed(name)}.`,
  );
}

/** The stems of words, as numbers. */
export const stems = (
  name: StemmerName,
  resources: Resources,
  tokenizer: Tokenizer,
  settings: { lowercase: boolean },
): View => wordColumn(stemmerNeed(name), () => textColumn(stemmerNamed(name, resources)), tokenizer, settings);
