import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdList, UsageError } from '../../core/index.ts';
import { Units } from '../words/cut.ts';
import { mecabTokenizer } from './mecab.ts';
import { readMecabDictionary } from './mecabDictionary.ts';
import { type TinyCategory, type TinyDictionary, type TinyWord, compileTinyDictionary } from './testing/tinyMecab.ts';

const word = (cost: number, left = 1, right = left, pos = 0): TinyWord => ({ left, right, cost, pos });

const quiet = { invoke: false, group: false, length: 0 };

/** Ids: 0 the ends of a line, 1 nouns, 2 particles, 3 unknown words. Two adjacent nouns cost 500. */
const tiny: TinyDictionary = {
  words: {
    東京: [word(300)],
    東: [word(200)],
    京都: [word(300)],
    都: [word(400)],
    に: [word(100, 2)],
    は: [word(100, 2, 2, 7)],
    '\u3000': [word(100, 3)],
    ab: [word(50)],
  },
  categories: {
    DEFAULT: { ...quiet, words: [word(1000, 3)] },
    SPACE: { ...quiet, words: [word(9, 3)] },
    KANJI: { ...quiet, length: 2, words: [word(900, 3)] },
    KANA: { ...quiet, group: true, invoke: true, length: 2, words: [word(800, 3)] },
    ALPHA: { ...quiet, group: true, invoke: true, words: [word(700, 3)] },
    NUMBER: { ...quiet, group: true, invoke: true, words: [word(600, 3)] },
  },
  characters: [
    [' \t', 'SPACE'],
    ['東京都府県大', 'KANJI'],
    ['〇', 'KANJI', 'NUMBER'],
    ['にはカナあいう', 'KANA'],
    ['abcxyz', 'ALPHA'],
    ['0123456789', 'NUMBER'],
  ],
  matrix: [
    [0, 0, 0, 0],
    [0, 500, 0, 0],
    [900, 0, 0, 0],
    [0, 0, 0, 0],
  ],
};

const tokenizer = (changes: Partial<TinyDictionary> = {}) =>
  mecabTokenizer('ja-mecab', readMecabDictionary(compileTinyDictionary({ ...tiny, ...changes })));

describe('segmentation by a dictionary', () => {
  const { rewrite } = tokenizer();
  it.each([
    // 東京 + 都 costs 300 + 500 + 400, 東 + 京都 200 + 500 + 300
    ['東京都', '東 京都'],
    ['東京に', '東京 に'],
    // A particle at the start costs 900 more, so an unknown にに for 800 is cheaper than に + に for 900 + 100 + 100
    ['にに', 'にに'],
    // Known characters keep their words if the category does not ask for guesses
    ['東京に東京都に', '東京 に 東 京都 に'],
    // Unknown: one or two kanji; a run of kana, of letters, of digits
    ['府', '府'],
    ['府県', '府県'],
    ['府県大', '府県 大'],
    ['カナカナ府', 'カナカナ 府'],
    ['xyz123に', 'xyz 123 に'],
    // The known ab costs less than a guess for the run of letters, but only if nothing is left over
    ['ab', 'ab'],
    ['abc', 'abc'],
    // 〇 has the category of digits: it joins a run of them, but forms words like kanji
    ['12〇3', '12〇3'],
    // A run is one word up to 25 characters
    ['1'.repeat(25), '1'.repeat(25)],
    ['1'.repeat(26), `1 ${'1'.repeat(25)}`],
  ])('%s → %s', (text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  it('treats white space like MeCab: skips its own, keeps other kinds as words, strips the ends like Python', () => {
    expect(rewrite(' \t東京 \t 都\u3000\x1c')).toBe('東京 都');
    expect(rewrite('東京\u3000都')).toBe('東京 \u3000 都');
    expect(rewrite('東京\u00a0\u00a0都')).toBe('東京 \u00a0 \u00a0 都');
    expect(rewrite('12 3')).toBe('12 3');
    expect(rewrite('')).toBe('');
    expect(rewrite(' \u3000 ')).toBe('');
  });

  it('never splits a character', () => {
    expect(rewrite('😀東京𠮷𠮷😀')).toBe('😀 東京 𠮷 𠮷 😀');
    expect(rewrite('東京\ud83dに\udc00')).toBe('東京 \ud83d に \udc00');
    expect(rewrite('\0東京\uffff\ufeff')).toBe('\0 東京 \uffff \ufeff');
  });

  it('splits at the spaces that it wrote', () => {
    const { cut } = tokenizer();
    const units = new Units();
    const spans = new IdList();
    units.load(rewrite('東京都 に'));
    cut(units, spans);
    const bounds = [...spans.values.subarray(0, spans.length)].filter((_, i) => i % 3 < 2);
    expect(bounds).toEqual([0, 1, 2, 4, 5, 6]);
  });

  it('breaks ties between covers like MeCab 0.996', () => {
    const noun = (cost: number) => [word(cost, 0)];
    const words = { a: noun(1), b: noun(1), c: noun(1), ab: noun(2), bc: noun(2), abc: noun(3), bb: noun(2) };
    const categories = { ...tiny.categories, ALPHA: { ...quiet, words: [word(1000, 0)] } };
    const { rewrite: cutTies } = tokenizer({ words, categories });
    expect(cutTies('abc')).toBe('a b c');
    expect(cutTies('aabcabb')).toBe('a a b c a b b');
  });

  it('adds mecab-ko’s penalty to some parts of speech after white space', () => {
    const dicrc = '; settings\ncost-factor = 800\nleft-space-penalty-factor = 3,50,7,2000,7,1\r\n';
    expect(rewrite('東京 はに')).toBe('東京 は に');
    const korean = tokenizer({ dicrc });
    expect(korean.rewrite('東京 はに')).toBe('東京 はに');
    expect(korean.rewrite('東京はに')).toBe('東京 は に');
  });
});

describe('long lines', () => {
  const { rewrite } = tokenizer();
  const length = process.env['ASSAY_TEST_MODE'] === 'systems' ? 2_000_000 : 400_000;
  it.each([
    ['known words', '東京に', '東京 に '],
    ['unknown words', '府県に', '府県 に '],
    ['two bytes per character', 'éü', 'é ü '],
    ['spaces between', '東京 に ', '東京 に '],
  ])('%s', (_, unit, expected) => {
    const count = Math.ceil(length / unit.length);
    expect(rewrite(unit.repeat(count)) === expected.repeat(count).trim()).toBe(true);
  });

  it('one long run of letters, or of spaces', () => {
    expect(rewrite('x'.repeat(length)).length).toBe(2 * length - 25); // all single except the last 25
    expect(rewrite(`東京${' '.repeat(2 * length)}都`)).toBe('東京 都');
  });
});

describe('against all covers of a line', () => {
  const alphabet = ['a', 'b', 'é', '漢', '😀', ' '];
  const id = fc.nat({ max: 2 });
  const words = fc.array(fc.record({ left: id, right: id, cost: fc.integer({ min: -50, max: 200 }), pos: id }), {
    minLength: 1,
    maxLength: 2,
  });
  const category = fc.record({ invoke: fc.boolean(), group: fc.boolean(), length: fc.nat({ max: 3 }), words });
  const dictionaries: fc.Arbitrary<TinyDictionary> = fc.record({
    words: fc.dictionary(
      fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '😀'), minLength: 1, maxLength: 3 }),
      words,
      {
        minKeys: 1,
        maxKeys: 8,
      },
    ),
    categories: fc.record({ DEFAULT: category, SPACE: category, ONE: category, TWO: category }),
    characters: fc
      .tuple(
        ...['a', 'b', 'é', '漢'].map((each) =>
          fc.tuple(fc.constant(each), fc.subarray(['ONE', 'TWO'], { minLength: 1 })),
        ),
      )
      .map((listed) => [[' ', 'SPACE'], ...listed.map(([each, kinds]) => [each, ...kinds] as [string, ...string[]])]),
    matrix: fc.array(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 3 }), {
      minLength: 3,
      maxLength: 3,
    }),
    dicrc: fc.constantFrom('', 'left-space-penalty-factor = 1,40,2,-30'),
  });

  it('finds a cheapest one', () => {
    const line = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 7 }).map((text) => text.trim());
    fc.assert(
      fc.property(dictionaries, line, (dictionary, text) => {
        const found = tokenizer(dictionary).rewrite(text);
        const covers = allCovers(dictionary, [...text]);
        expect(covers.get(found)).toBe(Math.min(...covers.values()));
      }),
      { numRuns: 400 },
    );
  });
});

/** Every way to cover a line, its words joined by spaces, with the lowest cost of that way. Plain, not fast. */
function allCovers(dictionary: TinyDictionary, line: readonly string[]): Map<string, number> {
  const { categories, characters, matrix, dicrc } = dictionary;
  const kindsOf = (at: number): readonly string[] => {
    const [, ...kinds] = characters.find(([listed]) => listed === line[at]) ?? ['', 'DEFAULT'];
    return kinds;
  };
  const alike = (a: readonly string[], b: readonly string[]): boolean => a.some((kind) => b.includes(kind));
  const penalty = (pos: number): number => (dicrc === '' ? 0 : [0, 40, -30][pos]!);

  const candidates = (start: number): [end: number, words: readonly TinyWord[]][] => {
    const known = Object.entries(dictionary.words)
      .filter(([surface]) => line.slice(start).join('').startsWith(surface))
      .map(([surface, words]): [number, readonly TinyWord[]] => [start + [...surface].length, words]);
    const { invoke, group, length, words }: TinyCategory = categories[kindsOf(start)[0]!]!;
    if (known.length > 0 && !invoke) return known;
    const ends = new Set<number>();
    let groupEnd = -1;
    if (group) {
      groupEnd = start + 1;
      while (groupEnd < line.length && alike(kindsOf(groupEnd - 1), kindsOf(groupEnd))) groupEnd++;
      ends.add(groupEnd);
    }
    // As in MeCab, no guess by length goes past the end of the group.
    for (let end = start + 1; end <= Math.min(start + length, line.length) && end !== groupEnd; end++) {
      ends.add(end);
      if (end < line.length && !alike(kindsOf(start), kindsOf(end))) break;
    }
    if (known.length + ends.size === 0) ends.add(start + 1);
    return [...known, ...[...ends].map((end): [number, readonly TinyWord[]] => [end, words])];
  };

  const covers = new Map<string, number>();
  const extend = (at: number, right: number, cost: number, words: readonly string[]): void => {
    let start = at;
    while (line[start] === ' ') start++;
    if (start === line.length) {
      const key = words.join(' ');
      covers.set(key, Math.min(covers.get(key) ?? Infinity, cost + matrix[0]![right]!));
      return;
    }
    for (const [end, tokens] of candidates(start)) {
      for (const token of tokens) {
        const more = matrix[token.left]![right]! + token.cost + (start > at ? penalty(token.pos ?? 0) : 0);
        extend(end, token.right, cost + more, [...words, line.slice(start, end).join('')]);
      }
    }
  };
  extend(0, 0, 0, []);
  return covers;
}

describe('reading the files', () => {
  const files = compileTinyDictionary(tiny);

  it('knows the number of words and keeps nothing else of the files', () => {
    const dictionary = readMecabDictionary(files);
    expect(dictionary.entries).toBe(8);
    expect(
      Object.values(dictionary).some((value) => ArrayBuffer.isView(value) && value.buffer === files.sys.buffer),
    ).toBe(false);
  });

  it('reads bytes that start anywhere in memory', () => {
    const shifted = (bytes: Uint8Array) => Buffer.concat([new Uint8Array(1), bytes]).subarray(1);
    const dictionary = readMecabDictionary({
      sys: shifted(files.sys),
      unk: shifted(files.unk),
      matrix: shifted(files.matrix),
      char: shifted(files.char),
    });
    expect(mecabTokenizer('ja-mecab', dictionary).rewrite('東京都')).toBe('東 京都');
  });

  it.each(['sys', 'unk', 'matrix', 'char'] as const)(
    'refuses %s if it is truncated, empty or something else',
    (name) => {
      const bytes = files[name];
      for (const bad of [bytes.slice(0, -2), bytes.slice(0, 30), new Uint8Array(0), new Uint8Array(5000).fill(65)]) {
        expect(() => readMecabDictionary({ ...files, [name]: bad })).toThrow(UsageError);
      }
    },
  );

  it('refuses files that name missing words or categories', () => {
    const pointing = files.sys.slice();
    new DataView(pointing.buffer).setUint16(72 + new DataView(pointing.buffer).getUint32(24, true), 99, true);
    expect(() => readMecabDictionary({ ...files, sys: pointing })).toThrow(/sys\.dic/);
    const { unk } = compileTinyDictionary({
      ...tiny,
      categories: { DEFAULT: tiny.categories.DEFAULT! },
      characters: [],
    });
    expect(() => readMecabDictionary({ ...files, unk })).toThrow(
      'unk.dic and char.bin belong to different dictionaries.',
    );
    const { matrix } = compileTinyDictionary({ ...tiny, matrix: [[0]] });
    expect(() => readMecabDictionary({ ...files, matrix })).toThrow('sys.dic and matrix.bin belong to different');
  });

  it('refuses a dictionary that is not in UTF-8 and settings that are not numbers', () => {
    const { sys } = compileTinyDictionary({ ...tiny, charset: 'EUC-JP' });
    expect(() => readMecabDictionary({ ...files, sys })).toThrow('sys.dic is compiled for EUC-JP, not for UTF-8.');
    expect(() => readMecabDictionary({ ...files, dicrc: 'left-space-penalty-factor = 1,2,x' })).toThrow(UsageError);
  });
});
