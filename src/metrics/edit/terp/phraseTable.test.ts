import { describe, expect, it } from 'vitest';
import { PhraseTable } from './phraseTable.ts';

const tableOf = (lines: readonly string[], settings = {}) =>
  new PhraseTable({ name: 'phrases.txt', lines }, { lowercase: true, bothForward: false, ...settings });

/** Entries as text: probability, reference phrase, hypothesis phrase. */
function entriesOf(table: PhraseTable): string[] {
  const phrase = (numbers: Int32Array) => [...numbers].map((number) => table.words[number]).join(' ');
  return table.probabilities.map((p, i) => `${p} ${phrase(table.references[i]!)} > ${phrase(table.hypotheses[i]!)}`);
}

describe('PhraseTable', () => {
  it('reads one probability or two, the second for the opposite direction', () => {
    const lines = ['0.15 <p>ablaze car</p> <p>car on fire</p>', '', '1e-3 2 <p> Fell  Off</p>\t<p>dropped </p>'];
    expect(entriesOf(tableOf(lines))).toEqual([
      '0.15 ablaze car > car on fire',
      '0.001 fell off > dropped',
      '2 dropped > fell off',
    ]);
  });

  it('uses both for the same direction as the program does', () => {
    expect(entriesOf(tableOf(['0 1 <p>american</p> <p>u.s.</p>'], { bothForward: true }))).toEqual([
      '0 american > u.s.',
      '1 american > u.s.',
    ]);
  });

  it('keeps case if asked to, and drops phrases that are equal', () => {
    const lines = ['0.5 <p>The Car</p> <p>the car</p>', '0.5 <p>b</p> <p>b</p>'];
    expect(entriesOf(tableOf(lines))).toEqual([]);
    expect(entriesOf(tableOf(lines, { lowercase: false }))).toEqual(['0.5 The Car > the car']);
  });

  it('finds entries by the words of a reference', () => {
    const table = tableOf([
      '.1 <p>a b</p> <p>c</p>',
      '.2 <p>a</p> <p>d</p>',
      '.3 <p>a b</p> <p>e f</p>',
      '.4 <p>b</p> <p>a</p>',
    ]);
    const at = (text: string, start: number) => {
      const words = Int32Array.from(text.split(' '), (word) => table.number(word));
      const found: number[] = [];
      table.forEachAt(words, start, words.length, (entry) => found.push(table.probabilities[entry]!));
      return found;
    };
    expect(at('x a b', 0)).toEqual([]);
    expect(at('x a b', 1)).toEqual([0.2, 0.1, 0.3]);
    expect(at('x a b', 2)).toEqual([0.4]);
    expect(at('a x b', 0)).toEqual([0.2]);
    expect(table.number('__proto__')).toBe(-1);
    expect(table.number('x')).toBe(-1);
  });

  it.each([
    ['nonsense', 'expected PROBABILITY <p>phrase</p> <p>paraphrase</p>, with one or two probabilities.'],
    ['0.5 <p>a</p>', 'expected PROBABILITY <p>phrase</p> <p>paraphrase</p>, with one or two probabilities.'],
    ['<p>a</p> <p>b</p>', 'expected PROBABILITY <p>phrase</p> <p>paraphrase</p>, with one or two probabilities.'],
    ['0.1 0.2 0.3 <p>a</p> <p>b</p>', 'expected PROBABILITY <p>phrase</p> <p>paraphrase</p>, with one or two probabilities.'],
    ['high <p>a</p> <p>b</p>', 'a probability must be a number of at least 0, not "high".'],
    ['-0.1 <p>a</p> <p>b</p>', 'a probability must be a number of at least 0, not "-0.1".'],
    ['0.1 NaN <p>a</p> <p>b</p>', 'a probability must be a number of at least 0, not "NaN".'],
    ['1.2.3 <p>a</p> <p>b</p>', 'a probability must be a number of at least 0, not "1.2.3".'],
    ['1e999 <p>a</p> <p>b</p>', 'a probability must be a number of at least 0, not "1e999".'],
    ['0.5 <p>a</p> <p> </p>', 'a phrase has no words.'],
  ])('refuses %s', (line, message) => {
    expect(() => tableOf(['0.5 <p>a</p> <p>b</p>', line])).toThrow(`phrases.txt, line 2: ${message}`);
  }); // prettier-ignore

  it('has a size limit, like a Map', () => {
    const lines = ['.1 <p>a b</p> <p>c</p>', '.1 .2 <p>b a</p> <p>c</p>', '.3 <p>d</p> <p>a</p>'];
    expect(entriesOf(tableOf(lines, { most: 7 }))).toHaveLength(4);
    const message = 'phrases.txt, line 3: the table is too large: it has 6 different words or phrase prefixes.';
    expect(() => tableOf(lines, { most: 6 })).toThrow(message);
  });
});
