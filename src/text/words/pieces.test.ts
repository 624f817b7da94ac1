import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdList } from '../../core/index.ts';
import { nastyText, tokensOf } from '../testing/texts.ts';
import { tokenizer13a } from '../tokenizers/mteval.ts';
import { tokenizerNone } from '../tokenizers/simple.ts';
import { letterCount } from '../unicode/characters.ts';
import { type PieceKind, pieces } from './pieces.ts';
import { sizedPieces } from './sizedPieces.ts';

const seed = 20275;
const piecesOf = (kind: PieceKind, text: string) => tokensOf(pieces(tokenizerNone, kind), text);

describe('pieces', () => {
  it.each<[PieceKind, string, string]>([
    // Chen and Kuhn (2011), section 2.5: "gangs", and what its description implies for other words.
    ['ends', 'gangs gang garden gangster', 'gang gs gang gard en gang er'],
    ['first', 'gangster cat', 'gang cat'],
    ['last', 'gangster cat', 'ster cat'],
    ['fours', 'gangster cats sitting a', 'gang ster cats sitt ing a'],
    ['long', 'the gangs sit on a mat', 'gangs'],
    ['affixes', 'the transportation works', 'the trans port ation works'],
    ['whole', 'The gangs', 'The gangs'],
    // Letters are code points …
    ['first', '𠀀𠀁𠀂𠀃𠀄', '𠀀𠀁𠀂𠀃'],
    ['last', '𠀀𠀁𠀂𠀃𠀄', '𠀁𠀂𠀃𠀄'],
    ['ends', '𠀀𠀁𠀂𠀃𠀄 𠀀𠀁𠀂𠀃', '𠀀𠀁𠀂𠀃 𠀃𠀄 𠀀𠀁𠀂𠀃'],
    ['long', '𠀀𠀁𠀂 𠀀𠀁𠀂𠀃', '𠀀𠀁𠀂𠀃'],
    // … in NFC.
    ['first', 'c\u030ctyr\u030ci', 'čtyř'],
  ])('%s of %s are %s', (kind, text, expected) => expect(piecesOf(kind, text).join(' ')).toBe(expected));

  it('are those of the words split as strings', () => {
    const plain: Record<Exclude<PieceKind, 'affixes'>, (word: string[]) => string[][]> = {
      whole: (word) => [word],
      first: (word) => [word.slice(0, 4)],
      last: (word) => [word.slice(-4)],
      ends: (word) => (word.length > 4 ? [word.slice(0, 4), word.slice(-2)] : [word]),
      fours: (word) => word.flatMap((_, i) => (i % 4 === 0 ? [word.slice(i, i + 4)] : [])),
      long: (word) => (word.length > 3 ? [word] : []),
    };
    fc.assert(
      fc.property(nastyText(), fc.constantFrom(...(Object.keys(plain) as (keyof typeof plain)[])), (text, kind) => {
        const words = tokensOf(tokenizer13a, text.normalize('NFC'));
        const expected = words.flatMap((word) => plain[kind]([...word]).map((piece) => piece.join('')));
        expect(tokensOf(pieces(tokenizer13a, kind), text)).toEqual(expected);
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('of a word, joined again, are the word', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        for (const kind of ['fours', 'affixes'] as const) {
          expect(piecesOf(kind, text).join('')).toBe(piecesOf('whole', text).join(''));
        }
      }),
      { seed, numRuns: 300 },
    );
  });

  it('have a distinct name', () => {
    expect(pieces(tokenizer13a, 'ends').name).toBe('13a+ends');
  });
});

describe('sizedPieces', () => {
  const read = (text: string, kinds: readonly PieceKind[], lowercase = false) => {
    const reader = sizedPieces(tokenizerNone, kinds, { lowercase, long: 4 }).reader();
    const ids = new IdList();
    reader.read('something before it', 'hypothesis', ids);
    reader.forget();
    ids.length = 1;
    reader.read(text, 'hypothesis', ids);
    return [...ids.values.subarray(1, ids.length)];
  };

  it('gives the number of pieces, their letters, how many are short, then ids', () => {
    expect(read('the gang saw The 𠀀𠀁 the', ['whole'])).toEqual([6, 18, 5, 0, 1, 2, 3, 4, 0]);
    expect(read('the The', ['whole'], true)).toEqual([2, 6, 2, 0, 0]);
    expect(read('', ['whole', 'ends'])).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('for each kind in turn, equal pieces with equal ids', () => {
    expect(read('gangs gang', ['whole', 'ends', 'long'])).toEqual([2, 9, 0, 0, 1, 3, 10, 1, 1, 2, 1, 2, 9, 0, 0, 1]);
  });

  it('has a key with all that it depends on', () => {
    expect(sizedPieces(tokenizer13a, ['whole', 'fours'], { lowercase: true, long: 4 }).key).toBe(
      'sized-pieces:13a:whole+fours:4:lc',
    );
  });
});

describe('letterCount', () => {
  it('counts half a pair as a letter', () => {
    const units = Uint16Array.from([0xd83d, 0xd83d, 0xde00, 0xde00]);
    expect(letterCount(units, 0, 4)).toBe(3);
    expect(letterCount(units, 0, 2)).toBe(2);
    expect(letterCount(units, 2, 4)).toBe(2);
  });
});
