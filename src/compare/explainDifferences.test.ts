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
});

it('says which reference outputs are like, and how words were cut', () => {
  expect(explanation.references!.bySystem).toHaveLength(4);
  expect(explanation.words).toEqual({ tokenizer: '13a', lowercase: false });
  const one = { references: testSet.references.map((list) => (list as readonly string[])[0]!) };
  expect(explainDifferences({ ...request, testSet: one }).references).toBeUndefined();
});
