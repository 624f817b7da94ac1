/** Cases follow from the rules of the tokenizer of Europarl's tools of 2009; counts are those of Figure 1 of Callison-Burch et al. (2009). */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tokenizerEuroparl } from './europarl.ts';

it.each([
  ['en', "He didn't pay $5,300, Mr. Smith said.", "He didn 't pay $ 5,300 , Mr. Smith said ."],
  ['en', 'It is 5,300,but a,b,c', 'It is 5,300 , but a , b,c'],
  ['en', "the 1990's ``boom''...", `the 1990 's " boom " ...`],
  ['en', 'in the U.S. and No. 5, not No.', 'in the U.S. and No. 5 , not No .'],
  ['en', 'approx. two e.g. this (sic).', 'approx. two e.g. this ( sic ) .'],
  ['de', 'Am 11. September 2001 usw. XXI. Band.', 'Am 11. September 2001 usw. XXI . Band .'],
  ['de', "Er sagt 'ja'.", "Er sagt ' ja ' ."],
  ['fr', "L'homme d'Etat l'a dit.", "L' homme d' Etat l' a dit ."],
  ['other', '¿Qué? -no', '¿ Qué ? -no'],
  ['other', '', ''],
] as const)('%s: %s', (language, text, words) => {
  expect(tokenizerEuroparl(language).rewrite(text)).toBe(words);
});

const folder = new URL('../../../../shared/data/', import.meta.url);
const isMissing = !existsSync(new URL('wmt09-ranking/text', folder));

describe.skipIf(isMissing)(`Figure 1 of WMT09${isMissing ? ' (skipped: ../shared/data is not there)' : ''}`, () => {
  // English agrees to the word. The others are two words and one distinct word below what is printed; see docs/how-to/corpus.md.
  it.each([
    ['en', 'en', 0, 0],
    ['de', 'de', 2, 1],
    ['es', 'other', 2, 1],
    ['fr', 'fr', 2, 1],
  ] as const)('%s', (language, rules, wordsBelow, distinctBelow) => {
    const table = readFileSync(new URL('paper-tables/wmt09_fig1_corpus_statistics.tsv', folder), 'utf8');
    const printed = (statistic: string): number =>
      Number(table.split('\n').find((row) => row.startsWith(`News Test Set\t\t${language}\t${statistic}\t`))!.split('\t')[4]); // prettier-ignore
    const text = readFileSync(new URL(`wmt09-ranking/text/newstest2009.${language}.txt`, folder), 'utf8');
    const tokenizer = tokenizerEuroparl(rules);
    const words = text.split('\n').flatMap((line) => tokenizer.rewrite(line).split(' ')).filter((word) => word !== ''); // prettier-ignore
    expect(printed('words') - words.length).toBe(wordsBelow);
    const distinct = new Set(words.map((word) => word.toLowerCase())).size;
    expect(printed('distinct_words') - distinct).toBe(distinctBelow);
  });
});
