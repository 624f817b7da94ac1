import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { type Division, divideByLabel, divideByLength, divideByLengthDifference, divideByNumber } from './division.ts';
import { bySpaces } from './testing/examples.ts';
import { classesByFrequency, divideByFrequency, wordFrequencies } from './wordFrequencies.ts';
import { readWords } from './wordTexts.ts';

const members = ({ buckets }: Division) => buckets.map(({ label, segments }) => [label, ...segments]);

/** Every segment is in one bucket, and no bucket is empty. */
function expectPartition({ buckets }: Division, segments: number): void {
  expect(buckets.flatMap((bucket) => bucket.segments).sort((a, b) => a - b)).toEqual(
    Array.from({ length: segments }, (_, i) => i),
  );
  for (const bucket of buckets) expect(bucket.segments.length).toBeGreaterThan(0);
}

describe('divideByNumber', () => {
  const edges = fc.uniqueArray(fc.integer({ min: -9, max: 9 })).map((list) => list.sort((a, b) => a - b));

  it('puts every segment into the bucket of its value', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer({ min: -12, max: 12 }), fc.double({ min: -9, max: 9, noNaN: true }))), edges, (values, given) => {
        const division = divideByNumber('value', values, given);
        expectPartition(division, values.length);
        for (const { from, below, segments } of division.buckets) {
          for (const i of segments) {
            expect(values[i]).toBeGreaterThanOrEqual(from ?? -Infinity);
            expect(values[i]).toBeLessThan(below ?? Infinity);
          }
        }
      }),
      { seed: 20321, numRuns: 500 },
    );
  }); // prettier-ignore

  it.each<[number[], number[], unknown[]]>([
    [[10, 20], [3, 10, 19, 20, 9], [['<10', 0, 4], ['10–19', 1, 2], ['≥20', 3]]],
    [[-5, -1, 2], [-6, -5, -2, -1, 1, 7], [['<-5', 0], ['-5 to -2', 1, 2], ['-1 to 1', 3, 4], ['≥2', 5]]],
    [[1, 2, 4], [0, 1, 2, 3], [['<1', 0], ['1', 1], ['2–3', 2, 3]]],
    [[10, 20], [10.5, 19.5], [['10–<20', 0, 1]]],
    [[], [1, 2], [['all', 0, 1]]],
    [[9.87654], [0.123456, 9.87654], [['<9.877', 0], ['≥9.877', 1]]],
    [[3], [], []],
    [[-2, 0, 1], [-3, -2, -1, 0, 1], [['<-2', 0], ['-2 to -1', 1, 2], ['0', 3], ['≥1', 4]]],
    [[-0.5, 0.5], [-0.5, 0.25], [['-0.5 to <0.5', 0, 1]]],
    [[1.5, 2.5], [2], [['1.5–<2.5', 0]]],
  ])('names buckets: edges %j of %j', (edges, values, expected) => {
    expect(members(divideByNumber('value', values, edges))).toEqual(expected);
  }); // prettier-ignore

  it.each<[number[], number[], string]>([
    [[2, 1], [1], 'Edges of buckets must be numbers in ascending order, not 2, 1.'],
    [[1, 1], [1], 'Edges of buckets must be numbers in ascending order, not 1, 1.'],
    [[NaN], [1], 'Edges of buckets must be numbers in ascending order, not NaN.'],
    [[1, Infinity], [1], 'Edges of buckets must be numbers in ascending order, not 1, Infinity.'],
    [[1], [Infinity], 'The value of segment 1 must be a number, not Infinity.'],
    [[1], [1, NaN], 'The value of segment 2 must be a number, not NaN.'],
  ])('refuses edges %j of %j', (edges, values, message) => {
    expect(() => divideByNumber('value', values, edges)).toThrow(new UsageError(message));
  }); // prettier-ignore
});

describe('divideByLabel', () => {
  it('takes values in order of first appearance, and no value as one', () => {
    const labels = new Map([['domain', ['web', '', '__proto__', 'web', ' ', '(no value)']]]);
    const division = divideByLabel(labels, 'domain');
    expectPartition(division, 6);
    expect(members(division)).toEqual([
      ['web', 0, 3],
      ['(no value)', 1, 4],
      ['__proto__', 2],
      ['(no value)', 5],
    ]);
  });

  it('refuses a label that is not there', () => {
    expect(() => divideByLabel(new Map([['domain', []]]), 'domian')).toThrow(
      new UsageError('There is no label domian. Did you mean domain?'),
    );
  });
});

/** Three segments; the second has two references, the third an empty output. */
const texts = readWords(
  { references: ['a b', ['a a c', 'c a'], 'd'] },
  { one: ['a b c d', 'a a', ''], other: ['a', 'c a c c', ''] },
  bySpaces,
);

describe('divisions by length', () => {
  it('take the average of several references', () => {
    expect(divideByLength(texts, [2, 3])).toEqual({
      name: 'reference length',
      buckets: [
        { label: '<2', from: null, below: 2, segments: [2] },
        { label: '2–<3', from: 2, below: 3, segments: [0, 1] }, // 2 and 2.5
      ],
    });
  });

  it('have usual edges', () => {
    // One segment for each number of words from 0 to 70; the outputs of one system are as long as the reference, those of the other have 35 words.
    const references = Array.from({ length: 71 }, (_, i) => new Array<string>(i).fill('a').join(' '));
    const wide = readWords({ references }, [references, references.map(() => references[35]!)], bySpaces);
    const shown = ({ buckets }: Division) => buckets.map(({ label, segments }) => [label, segments.length]);
    expect(shown(divideByLength(wide))).toEqual([['<10', 10], ['10–19', 10], ['20–29', 10], ['30–39', 10], ['40–49', 10], ['50–59', 10], ['≥60', 11]]); // prettier-ignore
    expect(shown(divideByLengthDifference(wide, 0, 1))).toEqual([['<-5', 30], ['-5 to -2', 4], ['-1 to 1', 3], ['2–5', 4], ['≥6', 30]]); // prettier-ignore
  });

  it('hold an output against another', () => {
    const between = divideByLengthDifference(texts, 0, 1, [-2, 0, 3]);
    expect(between.name).toBe('length difference (one − other)');
    expect(members(between)).toEqual([['-2 to -1', 1], ['0–2', 2], ['≥3', 0]]); // prettier-ignore
    // From the other side all differences turn round.
    expect(members(divideByLengthDifference(texts, 1, 0, [-2, 1]))).toEqual([['<-2', 0], ['-2 to 0', 2], ['≥1', 1]]); // prettier-ignore
  });

  it('refuse a system that is not there', () => {
    expect(() => divideByLengthDifference(texts, 2, 0)).toThrow(
      new UsageError('There is no system 2: systems are 0 to 1.'),
    );
    expect(() => divideByLengthDifference(texts, 0, -1)).toThrow(UsageError);
  });
});

describe('frequencies', () => {
  const shown = (counts?: ReadonlyMap<string, number>) => {
    const frequencies = wordFrequencies(texts, counts);
    return Object.fromEntries(texts.words.map((word, id) => [word, frequencies[id]]));
  };

  it('count a word of several references once', () => {
    // a: once, then twice in the one reference and once in the other.
    expect(shown()).toEqual({ a: 3, b: 1, c: 1, d: 1 });
  });

  it('are those given', () => {
    expect(shown(new Map([['c', 7], ['x', 9]]))).toEqual({ a: 0, b: 0, c: 7, d: 0 }); // prettier-ignore
  });

  it('do not depend on the order of references, nor on repeating one', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(fc.array(fc.array(words, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), (references) => {
        const count = (lists: string[][]) => {
          const read = readWords({ references: lists }, [], bySpaces);
          const frequencies = wordFrequencies(read);
          return new Map(read.words.map((word, id) => [word, frequencies[id]]));
        };
        const plain = new Map<string, number>();
        for (const list of references) {
          for (const word of ['a', 'b', 'c']) {
            const most = Math.max(...list.map((text) => text.split(' ').filter((each) => each === word).length));
            if (most > 0) plain.set(word, (plain.get(word) ?? 0) + most);
          }
        }
        const sorted = (counts: Map<string, number | undefined>) => ['a', 'b', 'c'].map((word) => counts.get(word));
        expect(sorted(count(references))).toEqual(sorted(plain));
        expect(sorted(count(references.map((list) => [...list.toReversed(), list[0]!])))).toEqual(sorted(plain));
      }),
      { seed: 20322 },
    );
  }); // prettier-ignore

  it('divide segments by their rarest word', () => {
    const counts = new Map([['a', 99], ['b', 0], ['c', 3], ['d', 15]]); // prettier-ignore
    expect(members(divideByFrequency(texts, counts))).toEqual([['<1', 0], ['3–5', 1], ['11–100', 2]]); // prettier-ignore
  });

  it('divide at 1, 2, 3, 6, 11 and 101', () => {
    const counted = [0, 1, 2, 3, 5, 6, 10, 11, 100, 101];
    const read = readWords({ references: counted.map((count) => `w${count}`) }, [], bySpaces);
    const counts = new Map(counted.map((count) => [`w${count}`, count]));
    expect(members(divideByFrequency(read, counts))).toEqual([['<1', 0], ['1', 1], ['2', 2], ['3–5', 3, 4], ['6–10', 5, 6], ['11–100', 7, 8], ['≥101', 9]]); // prettier-ignore
    // Classes of single words are finer.
    const fine = [0, 1, 2, 3, 4, 5, 9, 10, 99, 100, 999, 1000];
    const many = readWords({ references: fine.map((count) => `w${count}`) }, [], bySpaces);
    const { labels, classOf } = classesByFrequency(many, new Map(fine.map((count) => [`w${count}`, count])));
    expect(Array.from(classOf, (each) => labels[each])).toEqual(['0', '1', '2', '3', '4', '5–9', '5–9', '10–99', '10–99', '100–999', '100–999', '≥1000']); // prettier-ignore
  });

  it('of empty references are 0', () => {
    const empty = readWords({ references: ['', 'a'] }, [['', '']], bySpaces);
    expect(members(divideByFrequency(empty))).toEqual([['<1', 0], ['1', 1]]); // prettier-ignore
  });
});
