import { describe, expect, it } from 'vitest';
import { IdList } from '../../core/index.ts';
import { tokenizerNamed } from '../tokenizers/index.ts';
import { textColumn, wordColumn } from './wordColumn.ts';

const tokenizer = tokenizerNamed('none', '', new Map());

/** More words than a reader keeps before it starts over. */
const keptWords = 1 << 18;

describe('a column of words', () => {
  /** Reads numbers of initials, and counts how often a column is requested. */
  const initials = () => {
    let asked = 0;
    const view = wordColumn(
      'initials',
      () => {
        asked++;
        return textColumn((word) => word.slice(0, 3));
      },
      tokenizer,
      { lowercase: true },
    );
    const reader = view.reader();
    const read = (text: string): number[] => {
      const ids = new IdList();
      reader.read(text, 'hypothesis', ids);
      return [...ids.values.subarray(0, ids.length)];
    };
    return { reader, read, asked: () => asked };
  };
  const many = Array.from({ length: keptWords + 1 }, (_, i) => `w${i}`).join(' ');

  it('gives equal words equal numbers, in all segments that it remembers', () => {
    const { reader, read, asked } = initials();
    const [one, other, third] = read('abacus ABA xyz') as [number, number, number];
    expect(one).toBe(other);
    expect(third).not.toBe(one);
    reader.forget();
    expect(read('xyz')).toEqual([third]);
    expect(asked()).toBe(1);
  });

  it('starts over between segments after many words, not within one', () => {
    const { reader, read, asked } = initials();
    const [first] = read('xyz1');
    read(many);
    expect(read('xyz2')).toEqual([first]);
    expect(asked()).toBe(1);
    reader.forget();
    expect(asked()).toBe(2);
    const [one, other, third] = read('xyz3 xyz4 abc');
    expect(one).toBe(other);
    expect(third).not.toBe(one);
    reader.forget();
    expect(asked()).toBe(2);
  });
});
