import { describe, expect, it } from 'vitest';
import { IdList } from '../../core/index.ts';
import { tokensOf } from '../testing/texts.ts';
import { tokenizerNamed } from '../tokenizers/index.ts';
import { SpelledWords } from '../edits/shiftedSpelling.ts';
import { SpelledText, spelledWords } from './spelling.ts';

const tokenizer = tokenizerNamed('13a', '', new Map());

function read(text: string, lowercase = false) {
  const ids = new IdList();
  ids.push(7); // what was read before stays
  spelledWords(tokenizer, { lowercase }).reader().read(text, 'reference', ids);
  return new SpelledText().take({ ids: ids.values, start: 1, end: ids.length });
}

describe('spelled words', () => {
  it.each([
    ['a  b, c.', 'a b , c .'],
    ['', ''],
    ['e\u0301te\u0301 😀 \u1100\u1161', '\u00e9t\u00e9 😀 \uac00'],
    ['Ünü', 'Ünü'],
  ])('of %j are %j', (text, expected) => {
    const { ids, start, end } = read(text)[1]!;
    expect(String.fromCodePoint(...ids.subarray(start, end))).toBe(expected);
  });

  it('are lower-cased before the text is split', () => {
    const { ids, start, end } = read('ÀB', true)[1]!;
    expect(String.fromCodePoint(...ids.subarray(start, end))).toBe('àb');
  });

  it('are as many as the tokenizer finds', () => {
    const words = new SpelledWords();
    for (const text of ['', 'x', 'The cat’s mat, “isn’t” 3.5 % (1)?', 'w '.repeat(100)]) {
      words.take(read(text)[1]!);
      const found = Array.from({ length: words.count }, (_, i) =>
        String.fromCodePoint(...words.ids.subarray(words.start(i), words.end(i))),
      );
      expect(found).toEqual(tokensOf(tokenizer, text));
    }
  });

  it('are in the order of their code points', () => {
    const words = new SpelledWords();
    words.take(read('b a ab abc b \uffee 😀')[1]!); // by UTF-16 units the last two would be swapped
    const order = [0, 1, 2, 3, 5, 6].sort((one, other) => words.compare(one, other));
    expect(order).toEqual([1, 2, 3, 0, 5, 6]);
    expect(words.compare(0, 4)).toBe(0);
  });
});
