import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedSynonyms, readWordNet } from './readWordNet.ts';
import { tinyWordNet } from './testing/tinyWordNet.ts';
import type { WordNetLookup, WordNetPos } from './wordNet.ts';

const tiny = {
  noun: {
    car: [100, 200],
    auto: [100],
    ax: [300],
    axe: [300],
    axis: [400],
    goose: [500],
    man: [600],
    spoonful: [700],
    boss: [800],
    bos: [810],
    dis: [820],
    a_la_mode: [900],
    constructor: [910],
    leaf: [920],
    leave: [930],
  },
  verb: { go: [10], travel: [10, 20], fly: [30], goose: [40], leave: [50], box: [60] },
  adj: { big: [1], large: [1], small: [2], little: [2], good: [3], well: [4], late: [5], better: [6] },
  adv: { well: [7], better: [8] },
  opposites: [['a1', 'a2']],
  irregular: {
    noun: 'axes ax axis\ngeese goose\nleaves leaf leave\n',
    verb: 'went go\nwent fare\n',
    adj: 'better good well\n',
    adv: 'better well\n',
  },
} as const;

const wordNet = readWordNet(tinyWordNet(tiny));

describe('senses of words', () => {
  /** Whether the words share a sense: as written, by irregular forms, and also by endings. */
  const pairs: [a: string, b: string, ...shared: boolean[]][] = [
    ['car', 'auto', true, true, true],
    ['car', 'car', true, true, true],
    ['cars', 'auto', false, false, true],
    ['went', 'travel', false, true, true],
    ['going', 'travelled', false, false, false], // WordNet's own lists have travelled; the rules alone do not
    ['going', 'travels', false, false, true],
    ['axes', 'axe', false, true, true],
    ['big', 'small', false, false, false],
    // An irregular form stands for its base in any part of speech, an ending only for its own.
    ['geese', 'goosed', false, true, false],
    ['unknown', 'unknown', false, false, false],
    ['constructor', '__proto__', false, false, false],
    ['', '', false, false, false],
  ];
  it.each(pairs)('%s and %s', (a, b, ...shared) => {
    const lookups: WordNetLookup[] = ['word', 'exceptions', 'morphy'];
    const found = lookups.map((lookup, i) => {
      // goosed is not an irregular form, so it is looked up by its ending throughout
      const other = wordNet.entry(b, i === 0 ? 'word' : 'morphy');
      return wordNet.share(wordNet.entry(a, lookup), other);
    });
    expect(found).toEqual(shared);
  });

  it('have a number for each set of them', () => {
    const entry = wordNet.entry('car', 'word');
    expect(wordNet.entry('cars', 'morphy')).toBe(entry);
    expect(wordNet.entry('big', 'word')).toBe(wordNet.entry('large', 'word'));
    expect(wordNet.entry('auto', 'word')).not.toBe(entry);
    expect(wordNet.senses(entry)).toHaveLength(2);
    expect(wordNet.entry('nothing', 'morphy')).toBe(-1);
    expect(wordNet.senses(-1)).toHaveLength(0);
  });

  it('of entries with several words are left out', () => {
    expect(wordNet.entry('a_la_mode', 'word')).toBe(-1);
  });

  it('are shared if the sets have one in common, and listed in order', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'constructor', 'toString');
    const senses = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1 });
    const entries = fc.dictionary(word, senses, { noNullPrototype: true });
    fc.assert(
      fc.property(entries, entries, (noun, verb) => {
        const own = readWordNet(tinyWordNet({ noun, verb }));
        const expected = (name: string): Set<string> =>
          new Set([
            ...(Object.hasOwn(noun, name) ? noun[name]! : []).map((sense) => `n${sense}`),
            ...(Object.hasOwn(verb, name) ? verb[name]! : []).map((sense) => `v${sense}`),
          ]);
        const names = [...Object.keys(noun), ...Object.keys(verb), 'missing'];
        for (const a of names) {
          const entry = own.entry(a, 'word');
          const listed = [...own.senses(entry)];
          expect(listed).toEqual([...listed].sort((x, y) => x - y));
          expect(listed).toHaveLength(expected(a).size);
          for (const b of names) {
            expect(own.share(entry, own.entry(b, 'word'))).toBe(
              [...expected(a)].some((sense) => expected(b).has(sense)),
            );
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('base forms', () => {
  const cases: [word: string, pos: WordNetPos, bases: string[]][] = [
    ['car', 'noun', ['car']],
    ['cars', 'noun', ['car']],
    ['cars', 'verb', []],
    ['axes', 'noun', ['ax', 'axis']], // not axe: the list is complete
    ['leaves', 'noun', ['leaf', 'leave']],
    ['leaves', 'verb', ['leave']],
    ['better', 'adj', ['better', 'good', 'well']],
    ['better', 'adv', ['better', 'well']],
    ['went', 'verb', ['go']], // fare is not an entry
    ['flies', 'verb', ['fly']],
    ['boxes', 'verb', ['box']],
    ['men', 'noun', ['man']],
    ['spoonsful', 'noun', ['spoonful']],
    ['boss', 'noun', ['boss']], // not bos
    ['diss', 'noun', []],
    ['later', 'adj', ['late']],
    ['latest', 'adj', ['late']],
    ['wells', 'adv', []],
    ['', 'noun', []],
    ['__proto__', 'verb', []],
    ['constructors', 'noun', ['constructor']],
  ];
  it.each(cases)('of %s as %s', (word, pos, bases) => {
    expect(wordNet.baseForms(word, pos)).toEqual(bases);
  });

  it('need the lists of irregular forms', () => {
    const bare = readWordNet(tinyWordNet({ ...tiny, irregular: {} }));
    expect(bare.name).toBe('wordnet-3.0+no-irregular-forms');
    expect(bare.share(bare.entry('car', 'word'), bare.entry('auto', 'word'))).toBe(true);
    for (const lookup of ['exceptions', 'morphy'] as const) {
      expect(() => bare.entry('car', lookup)).toThrow(/need WordNet's lists of irregular forms.* npm install/);
    }
    expect(() => bare.baseForms('car', 'noun')).toThrow(/ASSAY_WORDNET/);
  });
});

describe('opposites', () => {
  const cases: [a: string, b: string, opposite: boolean][] = [
    ['big', 'small', true],
    ['small', 'big', true],
    ['large', 'little', true], // by their senses, whichever of their words the pointer names
    ['larger', 'smallest', true],
    ['big', 'large', false],
    ['big', 'better', false],
    ['big', 'unknown', false],
  ];
  it.each(cases)('%s and %s', (a, b, opposite) => {
    expect(wordNet.areOpposites(a, b)).toBe(opposite);
  });
});

describe('files', () => {
  const files = tinyWordNet(tiny);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const header = '  1 WordNet 3.1 Copyright 2011 by Princeton University.  \n';

  it('state their version', () => {
    expect(wordNet.name).toBe('wordnet-3.0');
    expect(readWordNet(tinyWordNet({ ...tiny, version: '3.1' })).name).toBe('wordnet-3.1');
  });

  const faults: [name: string, changed: Record<string, Uint8Array | undefined>, message: string][] = [
    ['a missing file', { 'index.adv': undefined }, 'WordNet is incomplete: index.adv is missing.'],
    [
      'no version',
      { 'index.noun': bytes('car n 1 0 1 0 00000001  \n'), 'index.verb': files['index.verb'] },
      'index.noun does not state its version. Expected a line such as "WordNet 3.0 Copyright 2006".',
    ],
    ['one word', { 'index.verb': bytes('go\n') }, 'index.verb, line 1: this is not a line of a WordNet file.'],
    [
      'a truncated line',
      { 'index.verb': bytes(`${header}go v 1 1 @ 1 0 0000`) },
      'index.verb, line 2: this is not a line of a WordNet file.',
    ],
    [
      'a file truncated after a sense',
      { 'index.verb': bytes(`${header}go v 1 1 @ 1 0 00000010`) },
      'WordNet is incomplete: index.verb ends in the middle of a line.',
    ],
    ['a file without words', { 'index.adj': bytes(header) }, 'WordNet is incomplete: index.adj has no words.'],
    [
      'no senses',
      { 'index.verb': bytes(`${header}go v 1 1 @ 1 0\n`) },
      'index.verb, line 2: this is not a line of a WordNet file.',
    ],
    [
      'too many pointers',
      { 'index.verb': bytes(`${header}go v 1 999999999999 @ 1 0 00000001\n`) },
      'index.verb, line 2: this is not a line of a WordNet file.',
    ],
    [
      'a broken pointer',
      { 'data.adj': bytes('00000001 00 a 01 big 0 001 ! 0000000x a 0101 | \n') },
      'data.adj, line 1: this is not a line of a WordNet file.',
    ],
    [
      'a pointer to no part of speech',
      { 'data.adj': bytes('\n00000001 00 a 01 big 0 001 ! 00000001 q 0101 | \n') },
      'data.adj, line 2: this is not a line of a WordNet file.',
    ],
    [
      'a form without a base',
      { 'noun.exc': bytes('axes ax\ngeese\n') },
      'noun.exc, line 2: expected an irregular form and its base.',
    ],
  ];
  it.each(faults)('are refused: %s', (_, changed, message) => {
    const changedFiles = { ...files, 'index.noun': files['index.noun'], ...changed };
    expect(() => readWordNet(changedFiles)).toThrow(message);
  });
});

it('finds a common synonym like trying all words', () => {
  const senses = fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(senses, { minLength: 1, maxLength: 8 }), (words) => {
      // Each word is an entry of its own.
      const starts = Int32Array.from([0, ...words.map((_, w) => words.slice(0, w + 1).flat().length)]);
      const share = sharedSynonyms(starts, Int32Array.from(words.flat()), (entry) => Int32Array.from(words[entry]!));
      const shareSense = (a: readonly number[], b: readonly number[]) => a.some((sense) => b.includes(sense));
      words.forEach((one, a) => {
        expect(share(a, -1)).toBe(false);
        expect(share(-1, a)).toBe(false);
        words.forEach((other, b) => {
          const expected = words.some((word) => shareSense(word, one) && shareSense(word, other));
          expect(share(a, b)).toBe(expected);
        });
      });
    }),
    { seed: 821, numRuns: 300 },
  );
});
