import { describe, expect, it } from 'vitest';
import { sumRows } from '../../core/index.ts';
import { type ImportedScores, areMeans, comparableScores, importedMeasurement, importedSystemScores } from './importedScores.ts'; // prettier-ignore

/** Two systems, listed the other way round than they are compared; segments by number, and not in their order. */
const scores: ImportedScores = {
  name: 'model',
  higherIsBetter: true,
  systems: ['b', 'a'],
  segments: ['2', '1'],
  ofSystems: Float64Array.of(0.5, 30),
  ofSegments: Float64Array.of(0.75, 0.25, 40, 20),
  files: ['x.tsv', 'y.tsv'],
};
const texts = { systems: ['a', 'b'], segments: 2 };
const documents = new Map([['document', ['d', 'e', 'd']]]);
const inDocuments = {
  ...scores,
  segments: ['d::2', 'e::1', 'd::1'],
  ofSegments: Float64Array.of(0.1, 0.2, 0.3, 1, 2, 3),
};

/** Scores of single segments, by system. */
function shown(...given: Parameters<typeof importedMeasurement>): number[][] {
  const measured = importedMeasurement(...given);
  return measured.systemNames.map((_, s) =>
    Array.from({ length: measured.segments }, (__, i) => measured.segmentScore(s * measured.segments + i)),
  );
}

describe('scores from elsewhere', () => {
  it.each([
    ['by number', scores, texts, [[20, 40], [0.25, 0.75]]],
    ['by document and number within it', inDocuments, { ...texts, segments: 3, labels: documents }, [[3, 2, 1], [0.3, 0.2, 0.1]]],
    ['by names that are given', { ...scores, segments: ['q', 'p'] }, { ...texts, keys: ['p', 'q'] }, [[20, 40], [0.25, 0.75]]],
    ['by number, where there are documents', scores, { ...texts, labels: new Map([['document', ['d', 'd']]]) }, [[20, 40], [0.25, 0.75]]],
  ])('are joined to segments %s', (_, given, to, expected) => expect(shown(given, to)).toEqual(expected)); // prettier-ignore

  it('have system scores that are means', () => {
    const measured = importedMeasurement(scores, texts);
    expect([0, 1].map((s) => measured.scoreSums(sumRows(measured, s)))).toEqual([30, 0.5]);
    expect(importedSystemScores(scores, ['a', 'b'])).toEqual([30, 0.5]);
  });

  const without = (at: number) => ({ ...scores, ofSegments: scores.ofSegments.map((score, i) => (i === at ? NaN : score)) }); // prettier-ignore
  it.each<[string, () => unknown, string]>([
    ['a system', () => shown(scores, { ...texts, systems: ['a', 'c'] }), 'x.tsv, y.tsv: model has no scores of c. '],
    ['a system score', () => importedSystemScores({ ...scores, files: [], ofSystems: Float64Array.of(1, NaN) }, ['a']), 'model has no score of a. Every system needs one.'],
    ['one segment of two', () => shown(without(2), texts), 'model has no score of segment 2 of a: 1 of 2 are missing. Every output needs one.'],
    ['segments that no system has', () => shown(scores, { ...texts, segments: 5 }), 'model has no score of segment 3 of a: 3 of 5 are missing.'],
    ['a segment of the test set', () => shown(scores, { ...texts, segments: 1 }), 'a score of segment 2, which is not one of the 1 segment compared. Give the scores of this test set.'],
    ['documents', () => shown(inDocuments, texts), 'a score of segment d::2, which is not one of the 2 segments compared. It names segments by document: give the documents of the outputs with -l,'],
    ['the right documents', () => shown({ ...inDocuments, segments: ['d::3', 'e::1', 'd::1'] }, { ...texts, segments: 3, labels: documents }), 'segment d::3, which is not one of the 3 segments compared. Give the scores of this test set.'],
  ])('need %s', (_, run, message) => expect(run).toThrow(message)); // prettier-ignore

  // 0.5 and 30 are the means. A difference of 0.001 is rounding, below 1 absolutely, above it as a share of the mean.
  it.each([
    [0.5, 30, true],
    [0.5009, 30.02, true],
    [0.4991, 29.98, true],
    [0.502, 30, false],
    [0.5, 29.96, false],
    [0.5, 30.04, false],
    [NaN, 30, true],
    [0.6, NaN, false],
  ])('with system scores of %d and %d are means: %s', (b, a, expected) => {
    expect(areMeans({ ...scores, ofSystems: Float64Array.of(b, a) })).toBe(expected);
  });

  it('are means of the segments that have a score', () => {
    expect(areMeans({ ...without(2), ofSystems: Float64Array.of(0.5, 20) })).toBe(true);
    expect(areMeans({ ...scores, segments: [], ofSegments: new Float64Array() })).toBe(true); // nothing to contradict
  });

  it('are compared if there are segments, and say what is left out', () => {
    const whole = { ...scores, name: 'whole', segments: [], ofSegments: new Float64Array() };
    const other = { ...scores, name: 'other', ofSystems: Float64Array.of(1, 30) };
    expect(comparableScores([scores])).toEqual({ imported: [scores], notes: [] });
    expect(comparableScores([whole, other, scores])).toEqual({
      imported: [other, scores],
      notes: [
        'whole: left out, since there are no segment scores to test. assay score --scores shows them.',
        'other: means of segment scores, which are not the system scores in the files.',
      ],
    });
  });
});
