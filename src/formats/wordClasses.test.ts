import { expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { readWordClasses } from '../data/readLines.ts';
import { withFiles } from '../data/testing/files.ts';

it.each<[string, [string, string][]]>([
  ['the\tDET\nhouse\tNOUN\n', [['the', 'DET'], ['house', 'NOUN']]],
  ['word\tclass\r\nthe\tDET\r\n\r\n__proto__\t\r\n', [['the', 'DET'], ['__proto__', '']]],
  ['the\tDET\nthe\tDET\n', [['the', 'DET']]],
])('%j', async (text, expected) => {
  await withFiles({ 'c.tsv': text }, async (directory) => {
    expect([...(await readWordClasses(`${directory}/c.tsv`))]).toEqual(expected);
  });
}); // prettier-ignore

it.each([
  ['the\n', 'c.tsv, line 1: expected a word, a tab and its class.'],
  ['the\tDET\tx\n', 'c.tsv, line 1: expected a word, a tab and its class.'],
  ['a\tDET\n\tX\n', 'c.tsv, line 2: expected a word, a tab and its class.'],
  ['the\tDET\nthe\tNOUN\n', 'c.tsv, line 2: "the" has the class NOUN, but DET above. Keep one of them.'],
  ['word\tclass\n', 'c.tsv has no words.'],
  ['', 'c.tsv has no words.'],
])('%j is an error', async (text, message) => {
  await withFiles({ 'c.tsv': text }, async (directory) => {
    const error = await readWordClasses(`${directory}/c.tsv`).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message.replaceAll(`${directory}/`, '')).toBe(message);
  });
});
