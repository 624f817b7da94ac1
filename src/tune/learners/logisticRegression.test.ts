/** Against closed forms, finite differences and plain gradient descent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeatureRows, FeatureRowsBuilder } from '../../lattice/index.ts';
import { type LogisticSettings, logisticLoss, logisticRegression } from './logisticRegression.ts';

function rowsOf(list: readonly (readonly number[])[]): FeatureRows {
  const rows = new FeatureRowsBuilder();
  for (const row of list) {
    row.forEach((value, f) => rows.add(f, value));
    rows.endRow();
  }
  return rows.finish();
}

const settings = (features: number, given: Partial<LogisticSettings> = {}): LogisticSettings => ({
  l2: 1,
  pull: 0,
  toward: new Float64Array(features),
  maxSteps: 1000,
  ...given,
});

/** The loss by its formula, in plain arrays and with the functions of the engine. */
function plainLoss(list: readonly (readonly number[])[], weights: readonly number[], given: LogisticSettings): number {
  const margins = list.map((row) => row.reduce((sum, x, f) => sum + x * weights[f]!, 0));
  const prior = weights.reduce(
    (sum, w, f) => sum + (given.l2 * w * w + given.pull * (w - given.toward[f]!) ** 2) / 2,
    0,
  );
  return margins.reduce((sum, margin) => sum + Math.log1p(Math.exp(-margin)), prior);
}

/** Small steps down the slope; slow and reliable. */
function plainDescent(list: readonly (readonly number[])[], given: LogisticSettings): number[] {
  const features = given.toward.length;
  const steepest = list.reduce((sum, row) => sum + row.reduce((squares, x) => squares + x * x, 0) / 4, 0);
  const step = 1 / (steepest + given.l2 + given.pull);
  let weights = new Array<number>(features).fill(0);
  for (let i = 0; i < 20_000; i++) {
    const slope = weights.map((w, f) => given.l2 * w + given.pull * (w - given.toward[f]!));
    for (const row of list) {
      const margin = row.reduce((sum, x, f) => sum + x * weights[f]!, 0);
      row.forEach((x, f) => (slope[f]! -= x / (1 + Math.exp(margin))));
    }
    weights = weights.map((w, f) => w - step * slope[f]!);
  }
  return weights;
}

const row = (features: number) =>
  fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: features, maxLength: features });
const rows = (features: number) => fc.array(row(features), { minLength: 1, maxLength: 12 });

describe('the loss', () => {
  it('follows the formula, and its gradient agrees with finite differences', () => {
    fc.assert(
      fc.property(rows(3), row(3), row(3), (list, weights, toward) => {
        const given = settings(3, { l2: 0.5, pull: 0.25, toward: Float64Array.from(toward) });
        const gradient = new Float64Array(3);
        const loss = logisticLoss(
          rowsOf(list),
          given.l2,
          given.pull,
          given.toward,
        )(Float64Array.from(weights), gradient);
        expect(loss).toBeCloseTo(plainLoss(list, weights, given), 9);
        weights.forEach((_, f) => {
          const moved = (by: number) => plainLoss(list, weights.with(f, weights[f]! + by), given);
          expect(gradient[f]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 4);
        });
      }),
      { seed: 61, numRuns: 100 },
    );
  });

  it('does not overflow on margins of any size', () => {
    const loss = logisticLoss(rowsOf([[1e6], [-1e6]]), 1, 0, new Float64Array(1));
    const gradient = new Float64Array(1);
    expect(loss(Float64Array.of(1), gradient)).toBe(1e6 + 0.5);
    expect(gradient[0]).toBe(1e6 + 1);
  });
});

describe('the fit', () => {
  it('solves one example: λ w = x / (1 + exp(w x))', () => {
    // By bisection.
    let [low, high] = [0, 2];
    for (let i = 0; i < 60; i++) {
      const w = (low + high) / 2;
      if (0.7 * w < 2 / (1 + Math.exp(2 * w))) low = w;
      else high = w;
    }
    const { weights, converged } = logisticRegression(rowsOf([[2]]), settings(1, { l2: 0.7 }));
    expect(converged).toBe(true);
    expect(weights[0]).toBeCloseTo(low, 9);
  });

  it('of p right and q wrong examples with a vanishing prior is log(p / q)', () => {
    const list = [[1], [1], [1], [-1], [-1]];
    expect(logisticRegression(rowsOf(list), settings(1, { l2: 1e-12 })).weights[0]).toBeCloseTo(Math.log(3 / 2), 8);
  });

  it('agrees with plain gradient descent', () => {
    fc.assert(
      fc.property(rows(3), row(3), (list, toward) => {
        const given = settings(3, { l2: 0.5, pull: 0.5, toward: Float64Array.from(toward) });
        const { weights, loss, converged } = logisticRegression(rowsOf(list), given);
        expect(converged).toBe(true);
        plainDescent(list, given).forEach((w, f) => expect(weights[f]).toBeCloseTo(w, 6));
        expect(loss).toBeCloseTo(plainLoss(list, [...weights], given), 9);
      }),
      { seed: 62, numRuns: 15 },
    );
  });

  it('does not depend on the size of features when the prior is small', () => {
    const list = [
      [1, 1],
      [2, -1],
      [-1, 2],
      [-1, -1],
      [0.5, 3],
    ];
    const plain = logisticRegression(rowsOf(list), settings(2, { l2: 1e-12 }));
    const scaled = logisticRegression(rowsOf(list.map(([a, b]) => [1e6 * a!, 1e-3 * b!])), settings(2, { l2: 1e-12 }));
    expect(scaled.converged).toBe(true);
    expect(scaled.weights[0]! * 1e6).toBeCloseTo(plain.weights[0]!, 5);
    expect(scaled.weights[1]! * 1e-3).toBeCloseTo(plain.weights[1]!, 5);
  });

  it.each([
    ['no rows', [], [0, 0]],
    ['rows of zeros', [[0, 0]], [0, 0]],
    ['rows that contradict each other', [[1, 2], [-1, -2]], [0, 0]], // prettier-ignore
  ] as const)('of %s is 0', (_, list, expected) => {
    const { weights, steps, converged } = logisticRegression(rowsOf(list), settings(2));
    expect([...weights]).toEqual(expected);
    expect([steps, converged]).toEqual([0, true]);
  });

  it('without rows is the point that it is pulled to', () => {
    const { weights } = logisticRegression(rowsOf([]), settings(1, { l2: 1, pull: 3, toward: Float64Array.of(4) }));
    expect(weights[0]).toBeCloseTo(3, 9); // minimum of w² + 3 (w − 4)²
  });

  it('says when it had too few steps', () => {
    expect(logisticRegression(rowsOf([[1, 5], [3, -1], [-2, 1]]), settings(2, { maxSteps: 1 }))).toMatchObject({ steps: 1, converged: false }); // prettier-ignore
  });
});
