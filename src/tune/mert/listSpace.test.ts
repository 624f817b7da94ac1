import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weigh } from '../../lattice/index.ts';
import { ListSpace } from './listSpace.ts';
import { Envelope } from './searchSpace.ts';
import { type Candidate, poolOf } from '../testing/syntheticPool.ts';

const number = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.tuple(number, number, number);
const list = fc.array(vector, { maxLength: 30 });

function spaceOf(lists: readonly (readonly (readonly number[])[])[]): ListSpace {
  const made = lists.map((each) => each.map((features): Candidate => ({ features, row: [1, 2] })));
  return new ListSpace(poolOf(made));
}

const dot = (a: readonly number[], b: ArrayLike<number>): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

const candidateAt = (envelope: Envelope, gamma: number): number => {
  let at = 0;
  while (at + 1 < envelope.count && envelope.from[at + 1]! <= gamma) at++;
  return envelope.candidates[at]!;
};

describe('trace', () => {
  it('gives the candidate that is best at every γ of a fine grid', () => {
    const property = fc.property(fc.array(list, { minLength: 1, maxLength: 3 }), vector, vector, (lists, w, d) => {
      const space = spaceOf(lists);
      const envelope = new Envelope();
      let first = 0;
      lists.forEach((features, segment) => {
        space.trace(segment, Float64Array.from(w), Float64Array.from(d), envelope);
        expect(envelope.count > 0).toBe(features.length > 0);
        for (let gamma = -20; gamma <= 20 && features.length > 0; gamma += 0.0625) {
          const heights = features.map((h) => dot(h, w) + gamma * dot(h, d));
          const found = candidateAt(envelope, gamma) - first;
          expect(heights[found]!).toBeGreaterThanOrEqual(Math.max(...heights) - 1e-9);
        }
        first += features.length;
      });
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('agrees with `best` at γ', () => {
    const property = fc.property(list, vector, vector, number, (features, w, d, gamma) => {
      fc.pre(features.length > 0);
      const space = spaceOf([features]);
      const envelope = new Envelope();
      space.trace(0, Float64Array.from(w), Float64Array.from(d), envelope);
      const there = Float64Array.from(w, (x, f) => x + gamma * d[f]!);
      const best = features[space.best(0, there)]!;
      expect(dot(best, there)).toBeCloseTo(dot(features[candidateAt(envelope, gamma)]!, there), 9);
    });
    fc.assert(property);
  });

  const w = Float64Array.of(1, 0, 0);
  const d = Float64Array.of(0, 1, 0);
  const traced = (features: readonly (readonly number[])[]) => {
    const envelope = new Envelope();
    spaceOf([features]).trace(0, w, d, envelope);
    return {
      from: [...envelope.from.subarray(0, envelope.count)],
      candidates: [...envelope.candidates.subarray(0, envelope.count)],
    };
  };

  it.each([
    ['a single candidate', [[1, 2, 3]], [-Infinity], [0]],
    ['none', [], [], []],
    [
      'a direction in which all are equal',
      [
        [1, 7, 0],
        [3, 7, 0],
        [2, 7, 0],
      ],
      [-Infinity],
      [1],
    ],
    [
      'equal candidates: the first',
      [
        [1, 2, 0],
        [1, 2, 5],
        [0, 3, 0],
        [0, 3, 1],
      ],
      [-Infinity, 1],
      [0, 2],
    ],
    [
      'huge features',
      [
        [1e100, -1e100, 0],
        [-1e100, 1e100, 0],
        [0, 0, 0],
      ],
      [-Infinity, 1],
      [0, 1],
    ],
  ])('%s', (_, features, from, candidates) => {
    expect(traced(features)).toEqual({ from, candidates });
  });

  it('is the same, to the last bit, with too many features for columns', () => {
    const random = fc.sample(fc.array(vector, { minLength: 1500, maxLength: 1500 }), { numRuns: 1, seed: 7 })[0]!;
    const { candidates, rows, width } = poolOf([random.map((features) => ({ features, row: [1, 2] }))]);
    const featureNames = Array.from({ length: 3000 }, (_, f) => `f${f}`);
    const [few, many] = [candidates, { ...candidates, featureNames }].map((each) => {
      const envelope = new Envelope();
      const pad = (values: readonly number[]) =>
        Float64Array.from({ length: each.featureNames.length }, (_, f) => values[f] ?? 0);
      new ListSpace({ candidates: each, rows, width }).trace(0, pad([0.3, -0.2, 0.9]), pad([0.7, 0.1, -0.4]), envelope);
      return {
        from: envelope.from.subarray(0, envelope.count),
        candidates: envelope.candidates.subarray(0, envelope.count),
      };
    });
    expect(few).toEqual(many);
    expect(few!.from.length).toBeGreaterThan(3);
  });
});

describe('best', () => {
  it('is the first of equal candidates, and −1 if there is none', () => {
    const space = spaceOf([[], [[1, 0, 0], [2, 0, 0], [2, 0, 1]]]); // prettier-ignore
    expect(space.best(0, Float64Array.of(1, 0, 0))).toBe(-1);
    expect(space.best(1, Float64Array.of(1, 0, 0))).toBe(1);
    expect(space.best(1, Float64Array.of(0, 0, 0))).toBe(0);
    expect(space.best(1, Float64Array.of(-1, 0, 0))).toBe(0);
  });

  it('sees weights that were changed in place', () => {
    const space = spaceOf([[[1, 0, 0], [2, 0, 0]]]); // prettier-ignore
    const weights = Float64Array.of(1, 0, 0);
    expect(space.best(0, weights)).toBe(1);
    weights[0] = -1;
    expect(space.best(0, weights)).toBe(0);
  });
});

describe('what cannot be searched', () => {
  const { candidates, rows } = poolOf([[{ features: [1, 2, 3], row: [1, 2] }]]);
  const withValue = (value: number) => ({
    ...candidates,
    features: { ...candidates.features, values: Float64Array.of(1, value, 3) },
  });
  it.each([
    ['NaN', withValue(NaN), rows, 'The n-best lists: feature b is NaN. It must be a finite number of at most 1e+100.'],
    ['−∞', withValue(-Infinity), rows, 'feature b is -Infinity'],
    ['beyond what can be added', withValue(1e200), rows, 'feature b is 1e+200'],
    [
      'no name',
      { ...candidates, featureNames: ['a'] },
      rows,
      'feature number 1 has no name; there are names for 1 feature',
    ],
    ['rows of another width', candidates, Float64Array.of(1), 'Cannot split 1 number into rows of 2 for 1 candidate.'],
    ['rows without value', candidates, Float64Array.of(1, NaN), 'Rows of candidates must be finite numbers.'],
  ])('%s', (_, given, ofRows, message) => {
    expect(() => new ListSpace({ candidates: given, rows: ofRows, width: 2 })).toThrow(message);
  });

  it('the texts are those of the candidates', () => {
    expect(new ListSpace({ candidates, rows, width: 2 }).text(0)).toBe('a b c');
    expect(weigh(candidates.features, 0, Float64Array.of(1, 1, 1))).toBe(6);
  });
});
