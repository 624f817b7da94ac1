import { describe, expect, it } from 'vitest';
import { sampleData, sampleSegments as segments, unpacked } from './testing/sampleSegments.ts';

const numbers = Array.from({ length: segments.count }, (_, i) => i);

describe('packed segments', () => {
  it('come back with their texts', () => {
    expect(segments.count).toBe(sampleData.references.length);
    expect(numbers.map(segments.source)).toEqual(sampleData.sources);
    expect(numbers.map(segments.references)).toEqual(sampleData.references);
    expect(numbers.map(segments.key)).toEqual(sampleData.keys);
    expect(segments.systems.map((name, i) => ({ name, outputs: numbers.map((n) => segments.output(i, n)) }))).toEqual(
      sampleData.systems,
    );
    expect(segments.mostReferences).toBe(2);
    expect(segments.pair).toEqual([0, 1]);
  });

  it('come back with their labels', () => {
    expect(segments.labels.map(({ name, values, of }) => ({ name, values: of.map((i) => values[i]) }))).toEqual(
      sampleData.labels,
    );
  });

  it('come back with their scores, to six digits', () => {
    const back = segments.metrics.map((metric, m) => ({
      ...metric,
      scores: segments.systems.map((_, system) => numbers.map((n) => segments.score(m, system, n))),
    }));
    expect(back).toEqual(sampleData.metrics);
    const scores = [Float64Array.of(100 / 3, -1 / 7e9), [Infinity, -Infinity]];
    const { score } = unpacked({
      systems: ['a', 'b'].map((name) => ({ name, outputs: ['', ''] })),
      references: ['', ''],
      metrics: [{ name: 'm', higherIsBetter: true, digits: 1, scores }],
    });
    expect([score(0, 0, 0), score(0, 0, 1)]).toEqual([33.3333, -1.42857e-10]);
    expect([score(0, 1, 0), score(0, 1, 1)]).toEqual([Number.NaN, Number.NaN]);
  });

  it('may lack what is optional, and have one reference or none', () => {
    const bare = unpacked({
      systems: ['a', 'b'].map((name) => ({ name, outputs: ['x', 'y'] })),
      references: ['only', []],
      metrics: [{ name: 'm', higherIsBetter: true, digits: 1, scores: [[1, 2], [3, 4]] }], // prettier-ignore
      pair: [1, 0],
      tokens: 'spaces',
      ignoreCase: true,
    });
    expect(bare).toMatchObject({ labels: [], pair: [1, 0], tokens: 'spaces', ignoreCase: true, withSources: false });
    expect([bare.key(0), bare.source(0), bare.references(0), bare.references(1)]).toEqual([undefined, undefined, ['only'], []]); // prettier-ignore
  });
});
