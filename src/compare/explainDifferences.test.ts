import { expect, it } from 'vitest';
import { measureAll } from '../measure/index.ts';
import { bleu, chrf } from '../metrics/index.ts';
import { comparisonDefaults } from '../stats/index.ts';
import { bucketSegments, decomposeBleu, divideByLabel, explainDifferences } from './index.ts';
import { partSettings } from './compareParts.ts';
import { names, readExamples } from './testing/examples.ts';

const { testSet, outputs, labels } = readExamples();
const measured = measureAll([bleu(), chrf()], testSet, outputs);
const settings = { ...comparisonDefaults, samples: 200 };
const request = { testSet, outputs, measured, labels, settings, top: 3 };
const explanation = explainDifferences(request);

it('explains every other system against the first', () => {
  expect(explanation.pairs.map(({ first, second }) => [first, second])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
  expect(explanation.pairs[0]!.bleu).toEqual([decomposeBleu(measured[0]!, 1, 0), null]);
  expect(explanation.pairs[0]!.segments).toHaveLength(2);
  const [byBleu] = explanation.pairs[0]!.segments;
  expect(byBleu!.byScore.first.length).toBeLessThanOrEqual(3);
  for (const { segment, difference } of byBleu!.byScore.second) {
    expect(difference).toBe(measured[0]!.segmentScore(60 + segment) - measured[0]!.segmentScore(segment));
    expect(difference).toBeLessThan(0);
  }
});

it('or against the baseline', () => {
  const { pairs, divisions } = explainDifferences({ ...request, settings: { ...settings, baseline: 2 } });
  expect(pairs.map(({ first, second }) => [first, second])).toEqual([
    [0, 2],
    [1, 2],
    [3, 2],
  ]);
  expect(divisions[0]!.buckets[0]!.byMetric[0]!.comparisons.map(({ second }) => second)).toEqual([2, 2, 2]);
});

it('divides by length, by labels, and for each other system by how much longer it is, with the scores of the right systems', () => {
  expect(explanation.divisions.map(({ name }) => name)).toEqual([
    'reference length',
    ...names.slice(1).map((name) => `length difference (${name} − good)`),
    'document',
    'domain',
  ]);
  for (const { name, systems, buckets } of explanation.divisions) {
    expect(systems).toEqual(name.startsWith('length difference') ? [names.findIndex((each) => name.includes(`(${each} −`)), 0] : [0, 1, 2, 3]); // prettier-ignore
    for (const { segments, byMetric } of buckets) {
      systems.forEach((system, place) => {
        const picks = Uint32Array.from(segments, (segment) => system * 60 + segment);
        expect(byMetric[1]!.systems[place]!.score).toBeCloseTo(measured[1]!.score(picks), 9);
      });
    }
  }
  const byDomain = bucketSegments(divideByLabel(labels, 'domain'), measured, {
    ...partSettings(settings),
    baseline: 0,
  });
  expect(explanation.divisions.at(-1)).toEqual({ systems: [0, 1, 2, 3], ...byDomain });
});

it('leaves out labels that name single segments', () => {
  const many = new Map([['id', Array.from({ length: 60 }, (_, i) => String(i))], ['same', Array.from({ length: 60 }, () => 'x')]]); // prettier-ignore
  const longer = { references: [...testSet.references, ...testSet.references] };
  const twice = new Map([...outputs].map(([name, texts]) => [name, [...texts, ...texts]]));
  const found = explainDifferences({
    ...request,
    testSet: longer,
    outputs: twice,
    measured: measureAll([bleu()], longer, twice),
    labels: new Map([...many].map(([name, values]) => [name, [...values, ...values.map((value) => `${value}'`)]])),
  });
  expect(found.divisions.map(({ name }) => name)).not.toContain('id');
  expect(found.divisions.at(-1)!.name).toBe('same');
  expect(found.leftOut).toEqual(['id']);
});

it('divides by a label of two to a hundred values', () => {
  const references = Array.from({ length: 101 }, () => 'a');
  const texts = [references, references.map((_, i) => (i % 3 === 0 ? 'a' : 'b'))];
  const values = (count: number) => references.map((_, i) => String(i % count));
  const { divisions, leftOut } = explainDifferences({
    testSet: { references },
    outputs: texts,
    measured: measureAll([bleu()], { references }, texts),
    labels: new Map([1, 2, 100, 101].map((count) => [`of ${count}`, values(count)])),
    settings,
    top: 1,
  });
  expect(divisions.map(({ name, buckets }) => [name, buckets.length])).toEqual([['of 2', 2], ['of 100', 100]]); // prettier-ignore
  expect(leftOut).toEqual(['of 101']);
});

it('explains only the systems asked for, with as many segments and n-grams as asked for', () => {
  const { pairs, divisions } = explainDifferences({ ...request, others: [3], top: 2 });
  expect(pairs.map(({ first, second }) => [first, second])).toEqual([[3, 0]]);
  expect(divisions.map(({ name }) => name)).toEqual(['reference length', 'length difference (shuffled − good)', 'document', 'domain']); // prettier-ignore
  for (const { ofFirst, ofSecond } of pairs[0]!.ngrams) expect([ofFirst.length, ofSecond.length]).toEqual([2, 2]);
  for (const { byScore, byEffect } of pairs[0]!.segments) {
    for (const listed of [byScore, byEffect]) expect([listed.first.length, listed.second.length]).toEqual([2, 2]);
  }
});

it('takes frequencies and classes of words', () => {
  expect(explanation.accuracies.map(({ name }) => name)).toEqual(['frequency']);
  const { accuracies, divisions } = explainDifferences({
    ...request,
    frequencies: new Map([['the', 7]]),
    wordClasses: new Map([['the', 'article']]),
  });
  expect(accuracies.map(({ name, classes }) => [name, classes.map(({ label, distinct }) => [label, distinct === 1])])).toEqual([
    ['frequency', [['0', false], ['5–9', true]]],
    ['class', [['article', true], ['other', false]]],
  ]); // prettier-ignore
  expect(divisions.map(({ name }) => name)).toEqual(explanation.divisions.map(({ name }) => name)); // every segment has a word that is not there
});

it('says what can be said without references', () => {
  const found = explainDifferences({ ...request, testSet: { references: testSet.references.map(() => []) } });
  expect(found.divisions.map(({ name }) => name)).toEqual([...names.slice(1).map((name) => `length difference (${name} − good)`), 'document', 'domain']); // prettier-ignore
  expect([found.accuracies, found.references]).toEqual([[], undefined]);
  expect(found.pairs.map(({ ngrams }) => ngrams)).toEqual([[], [], []]);
  expect(found.pairs[0]!.segments).toEqual(explanation.pairs[0]!.segments);
  // One segment without a reference is enough.
  const [, ...rest] = testSet.references;
  const some = explainDifferences({ ...request, testSet: { references: [[], ...rest] } });
  expect([some.accuracies, some.references!.offered]).toEqual([[], [59, 59]]);
});

it('says which reference outputs are like, and how words were cut', () => {
  expect(explanation.references!.bySystem).toHaveLength(4);
  expect(explanation.words).toEqual({ tokenizer: '13a', lowercase: false });
  const one = { references: testSet.references.map((list) => (list as readonly string[])[0]!) };
  expect(explainDifferences({ ...request, testSet: one }).references).toBeUndefined();
});
