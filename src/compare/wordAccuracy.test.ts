import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError, sumRows } from '../core/index.ts';
import { measure } from '../measure/index.ts';
import { bleu, f1 } from '../metrics/index.ts';
import { classesByFrequency, classesByList, cuttingOf, readWords, wordAccuracy } from './index.ts';
import { measureClasses } from './wordAccuracy.ts';
import {
  type WordSegment,
  bySpaces,
  readExamples,
  settings,
  someSegments,
  textsOf,
  wordTextsOf,
} from './testing/examples.ts';

const count = (words: readonly string[], word: string) => words.filter((each) => each === word).length;
const shared = (one: readonly string[], other: readonly string[]) =>
  [...new Set(one)].reduce((sum, word) => sum + Math.min(count(one, word), count(other, word)), 0);

/** From the definition, with words as strings: matches, words of the output and of the reference that counts, by class. */
function plainAccuracy(segments: readonly WordSegment[], system: number, isIn: (word: string) => boolean) {
  const sums = [0, 0, 0];
  for (const { outputs, references } of segments) {
    const output = outputs[system]!;
    const f = (reference: readonly string[]) => shared(output, reference) / (output.length + reference.length || 1);
    const far = (reference: readonly string[]) => Math.abs(reference.length - output.length);
    const [best] = [...references].sort((a, b) => {
      const [one, other] = [a.join(' '), b.join(' ')];
      return f(b) - f(a) || far(a) - far(b) || a.length - b.length || (one < other ? -1 : one > other ? 1 : 0);
    });
    const chosen = best!.filter(isIn);
    const said = output.filter(isIn);
    sums[0]! += shared(said, chosen);
    sums[1]! += said.length;
    sums[2]! += chosen.length;
  }
  return sums;
}

describe('wordAccuracy', () => {
  it('counts as the definition says, whatever the order of references', () => {
    const listed = new Map([['a', 'one'], ['__proto__', 'two'], ['c', 'one']]); // prettier-ignore
    const isIn = (label: string) => (word: string) => (listed.get(word) ?? 'other') === label;
    fc.assert(
      fc.property(someSegments(2), (segments) => {
        const turned = segments.map(({ outputs, references }) => ({ outputs, references: references.toReversed() }));
        for (const each of [segments, turned]) {
          const texts = wordTextsOf(each);
          const classes = classesByList(texts, 'list', listed);
          expect(classes.labels).toEqual(['one', 'two', 'other']);
          measureClasses(texts, classes).forEach((measured, c) => {
            for (const system of [0, 1]) {
              expect([...sumRows(measured, system)]).toEqual(plainAccuracy(segments, system, isIn(classes.labels[c]!)));
            }
          });
        }
      }),
      { seed: 20341, numRuns: 1000 },
    );
  });

  it('has all words in some class', () => {
    const { testSet, outputs } = readExamples();
    const references = testSet.references.map((list) => list[0]!);
    const cutting = cuttingOf([bleu()]);
    const texts = readWords({ references }, outputs, cutting);
    const { classes } = wordAccuracy(texts, classesByFrequency(texts), settings);
    const bleuRows = measure(bleu(), { references }, outputs);
    for (let system = 0; system < 4; system++) {
      const total = (of: 'matches' | 'hypothesisWords' | 'referenceWords') =>
        classes.reduce((sum, { bySystem }) => sum + bySystem[system]![of], 0);
      const [hypothesis, reference, matches] = sumRows(bleuRows, system);
      expect([total('hypothesisWords'), total('referenceWords'), total('matches')]).toEqual([
        hypothesis,
        reference,
        matches,
      ]);
    }
    // All in one class: the F of all words.
    const all = wordAccuracy(texts, classesByFrequency(texts, undefined, []), settings).classes;
    const single = measure(f1(), { references }, outputs);
    expect(all).toHaveLength(1);
    all[0]!.bySystem.forEach(({ f, precision, recall, matches, hypothesisWords, referenceWords }, s) => {
      expect(f).toBeCloseTo(single.scoreSums(sumRows(single, s)), 9);
      expect(precision).toBeCloseTo((100 * matches) / hypothesisWords, 12);
      expect(recall).toBeCloseTo((100 * matches) / referenceWords, 12);
    });
  });

  it('compares systems by F, classes together', () => {
    const { testSet, outputs } = readExamples();
    const texts = readWords(testSet, outputs, cuttingOf([bleu()]));
    const report = wordAccuracy(texts, classesByFrequency(texts), settings);
    expect(report.name).toBe('frequency');
    const labels = report.classes.map(({ label }) => label);
    expect(labels).toEqual(['0', '1', '2', '3', '4', '5–9', '10–99']);
    report.classes.forEach(({ bySystem, compared: { comparisons, family } }, c) => {
      expect(family).toBe(labels.length - 1);
      for (const { first, second, difference, p, corrected, reason, better } of comparisons) {
        expect(better).toBe(Math.sign(difference)); // of more words that are right
        expect(difference).toBeCloseTo(bySystem[first]!.f - bySystem[second]!.f, 12);
        if (c > 0) expect(corrected).toBeGreaterThanOrEqual(p);
        else expect([p, reason]).toEqual([NaN, 'The references have no such word.']);
      }
    });
    // Words that no reference has can only be wrong.
    expect(report.classes[0]!.bySystem.every(({ f, hypothesisWords }) => f === 0 && hypothesisWords > 0)).toBe(true);
  });

  it('finds nothing between identical systems, and turns round', () => {
    const { testSet, outputs } = readExamples();
    const [good, terse] = [outputs.get('good')!, outputs.get('terse')!];
    const compare = (...systems: string[][]) => {
      const texts = readWords(testSet, systems, bySpaces);
      return wordAccuracy(texts, classesByFrequency(texts), settings).classes.map(({ compared }) => compared.comparisons[0]!);
    };
    for (const { difference, p, corrected } of compare(good, good).slice(1)) expect([difference, p, corrected]).toEqual([0, 1, 1]);
    const back = compare(terse, good);
    compare(good, terse).forEach(({ difference, p }, c) => {
      expect(back[c]!.difference).toBeCloseTo(-difference, 12);
      expect(back[c]!.p).toBe(p);
    });
  }); // prettier-ignore

  it('takes empty outputs, empty references and a single segment', () => {
    const texts = readWords({ references: [['', 'a']] }, [[''], ['a'], ['b']], bySpaces);
    const { classes } = wordAccuracy(texts, classesByFrequency(texts), settings);
    expect(classes.map(({ label, distinct }) => [label, distinct])).toEqual([['0', 1], ['1', 1]]); // prettier-ignore
    // The empty output is held against the empty reference; b against that nearer in length.
    expect(classes[1]!.bySystem.map(({ f, referenceWords }) => [f, referenceWords])).toEqual([[0, 0], [100, 1], [0, 1]]); // prettier-ignore
  });
});

describe('classesByFrequency', () => {
  it('takes counts of another text', () => {
    const texts = readWords({ references: ['a b'] }, [['a c']], bySpaces);
    const { labels, classOf } = classesByFrequency(texts, new Map([['a', 1000], ['b', 4], ['__proto__', 3]])); // prettier-ignore
    expect(texts.words.map((word, id) => [word, labels[classOf[id]!]])).toEqual([['a', '≥1000'], ['b', '4'], ['c', '0']]); // prettier-ignore
  });
});

describe('classesByList', () => {
  it('follows the case of the words, and names what has no value', () => {
    const listed = new Map([['Haus', 'noun'], ['und', ' ']]); // prettier-ignore
    const read = (lowercase: boolean) => readWords({ references: ['Haus und haus x'] }, [['']], { ...bySpaces, lowercase });
    const classes = (texts: ReturnType<typeof read>) => {
      const { labels, classOf } = classesByList(texts, 'part of speech', listed);
      return texts.words.map((word, id) => `${word}: ${labels[classOf[id]!]}`);
    };
    expect(classes(read(false))).toEqual(['Haus: noun', 'und: (no value)', 'haus: other', 'x: other']);
    expect(classes(read(true))).toEqual(['haus: noun', 'und: (no value)', 'x: other']);
  }); // prettier-ignore

  it('refuses more classes than can be shown', () => {
    const listed = new Map(Array.from({ length: 201 }, (_, i) => [`w${i}`, `c${i}`]));
    const { testSet, outputs } = textsOf([{ outputs: [['a']], references: [['a']] }]);
    expect(() => classesByList(readWords(testSet, outputs, bySpaces), 'list', listed)).toThrow(
      new UsageError('The list of words has 201 classes; at most 200 are supported.'),
    );
  });
});
