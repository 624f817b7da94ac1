import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { Pcg64 } from './random.ts';
import {
  type Design,
  cholesky,
  clusteredErrors,
  logistic,
  logisticSlopes,
  predict,
  ridge,
  softplus,
  solveFactored,
  standardisation,
} from './regression.ts';

// Twelve examples of two features in six groups, for scikit-learn 1.9.1 and statsmodels 0.15.0.
const features = [
  [0.2, 1], [1.5, -0.3], [-0.7, 0.4], [2.1, 0.9], [-1.2, -1.1], [0.3, 0.8],
  [0.9, -1.4], [-0.4, 0.1], [1.1, 1.2], [-1.6, 0.5], [0.6, -0.2], [-0.1, -0.9],
]; // prettier-ignore
const outcomes = [1, 1, -1, 1, -1, 1, -1, -1, 1, -1, -1, 1];
const targets = [1.3, 2, -0.2, 3.5, -2.4, 1, 0.1, -0.3, 2.6, -0.9, 0.7, -0.6];
const groups = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5];

const design = (rows: readonly (readonly number[])[], intercept: boolean): Design => ({
  rows: Float64Array.from(rows.flatMap((row) => (intercept ? [...row, 1] : row))),
  width: rows[0]!.length + (intercept ? 1 : 0),
});
const two = design(features, false);
const three = design(features, true);
const expectAll = (found: ArrayLike<number>, expected: readonly number[], digits = 9) =>
  expected.forEach((value, k) => expect(found[k]).toBeCloseTo(value, digits));

describe('ridge', () => {
  it.each<[string, Design, number[], number[]]>([
    // Ridge(alpha=2).fit(X, t)
    ['with an intercept', three, [2, 2, 0], [1.0518136444424844, 0.731441271869647, 0.2690551573446371]],
    // Ridge(alpha=0.5, fit_intercept=False).fit(X, t)
    ['without', two, [0.5, 0.5], [1.1950434257506801, 0.8507240326979892]],
    // OLS(t, add_constant(X)).fit()
    ['without a penalty', three, [0, 0, 0], [1.1903582123270566, 0.8755907360771892, 0.22587017421998024]],
  ])('%s is what scikit-learn and statsmodels find', (_, of, penalties, expected) => {
    expectAll(ridge(of, targets, penalties), expected);
  });

  it('refuses features that depend on each other, unless they are penalised', () => {
    const doubled = design(features.map(([a]) => [a!, 2 * a!]), false); // prettier-ignore
    expect(() => ridge(doubled, targets, [0, 0])).toThrow(UsageError);
    const weights = ridge(doubled, targets, [1, 1]);
    expect(weights[1]).toBeCloseTo(2 * weights[0]!, 9);
  });
});

describe('logistic', () => {
  it.each<[string, Design, number[], number[]]>([
    // LogisticRegression(C=1, fit_intercept=False, solver='newton-cholesky').fit(X, y)
    ['without an intercept', two, [1, 1], [0.9365837692623876, 0.6881561740836655]],
    // LogisticRegression(C=4), LogisticRegression(C=0.25)
    ['with one', three, [0.25, 0.25, 0], [1.4270642877225048, 1.0839014056746807, -0.3634914576569684]],
    ['with a strong penalty', three, [4, 4, 0], [0.5100251086720663, 0.33328706866938457, -0.1395406641914807]],
    // Logit(y, X).fit(), Logit(y, add_constant(X)).fit()
    ['without a penalty', two, [0, 0], [1.7854482478500207, 1.4815434298220616]],
    ['without either', three, [0, 0, 0], [1.8975094245384823, 1.4781554354785773, -0.4611408847366154]],
  ])('%s is what scikit-learn and statsmodels find', (_, of, penalties, expected) => {
    // scikit-learn stops a little earlier.
    expectAll(logistic(of, outcomes, penalties), expected, 6);
    const start = [3, -2, 1].slice(0, of.width);
    expectAll(logistic(of, outcomes, penalties, { start }), [...logistic(of, outcomes, penalties)], 7);
  });

  it('refuses outcomes that features separate perfectly, unless weights are penalised', () => {
    const apart = features.map(([a]) => Math.sign(a!));
    expect(() => logistic(two, apart, [0, 0])).toThrow(/^The weights diverge/);
    expect(logistic(two, apart, [0.01, 0.01])[0]).toBeGreaterThan(1);
  });

  const example = fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(1, -1)); // prettier-ignore
  const some = fc.array(example, { minLength: 3, maxLength: 30 });
  const penalty = fc.constantFrom(0.01, 1, 100);

  it('leaves no slope, whatever the examples', () => {
    fc.assert(
      fc.property(some, penalty, (list, by) => {
        const of = design(list.map(([a, b]) => [a, b]), false); // prettier-ignore
        const signs = list.map(([, , y]) => y);
        const weights = logistic(of, signs, [by, by]);
        const slope = plainSlope(list, weights, by);
        for (const each of slope) expect(Math.abs(each)).toBeLessThan(1e-4);
      }),
      { seed: 8 },
    );
  });

  it('with weights of at least 0, slopes go up where one is 0 and are level elsewhere', () => {
    fc.assert(
      fc.property(some, penalty, (list, by) => {
        const of = design(list.map(([a, b]) => [a, b]), false); // prettier-ignore
        const weights = logistic(of, list.map(([, , y]) => y), [by, by], { atLeastZero: true }); // prettier-ignore
        plainSlope(list, weights, by).forEach((each, k) => {
          expect(weights[k]).toBeGreaterThanOrEqual(0);
          if (weights[k] === 0) expect(each).toBeGreaterThan(-1e-4);
          else expect(Math.abs(each)).toBeLessThan(1e-4);
        });
      }),
      { seed: 8 },
    );
  });

  it('takes penalties of products of weights', () => {
    // ½ wᵀPw = w₀² + w₁² / 2 − ½ w₀ w₁ + …: its slope is Pw.
    const penalties = [2, -0.5, 0.1, -0.5, 1, 0.3, 0.1, 0.3, 0.7];
    const weights = logistic(three, outcomes, penalties);
    const rows = features.map(([a, b]) => [a!, b!, 1]);
    [0, 1, 2].forEach((k) => {
      const ofPenalty = [0, 1, 2].reduce((sum, j) => sum + penalties[3 * k + j]! * weights[j]!, 0);
      const slope = rows.reduce((sum, row, i) => {
        const margin = row.reduce((total, value, j) => total + value * weights[j]!, 0);
        return sum - (outcomes[i]! * row[k]!) / (1 + Math.exp(outcomes[i]! * margin));
      }, ofPenalty);
      expect(slope).toBeCloseTo(0, 6);
    });
  });

  it('finds a least point where features depend on each other', () => {
    const doubled = design(features.map(([a]) => [a!, 2 * a!]), false); // prettier-ignore
    const weights = logistic(doubled, outcomes, [0, 0]);
    const [alone] = logistic(design(features.map(([a]) => [a!]), false), outcomes, [0]); // prettier-ignore
    expect(weights[0]! + 2 * weights[1]!).toBeCloseTo(alone!, 6);
  });

  it('has slopes and a loss that hold far out', () => {
    // What is left to explain of an outcome of −1 is the probability of the other one.
    const sigmoid = (x: number): number => -logisticSlopes([x], [-1]).residuals[0]!;
    for (const x of [-800, -40, -1, 0, 1, 40, 800]) {
      expect(sigmoid(x) + sigmoid(-x)).toBeCloseTo(1, 14);
      expect(softplus(x) - softplus(-x)).toBeCloseTo(x, 12);
    }
    expect(sigmoid(-800)).toBe(0);
    expect(softplus(800)).toBe(800);
  });
});

/** The derivative of the loss by each weight, from its definition. */
function plainSlope(list: readonly (readonly [number, number, number])[], weights: ArrayLike<number>, penalty: number) {
  return [0, 1].map((k) =>
    list.reduce((sum, each) => {
      const [a, b, y] = each;
      const margin = a * weights[0]! + b * weights[1]!;
      return sum - (y * [a, b][k]!) / (1 + Math.exp(y * margin));
    }, penalty * weights[k]!),
  );
}

describe('clusteredErrors', () => {
  // cov_type='cluster' with use_correction=False, which leaves out G / (G − 1).
  const corrected = (errors: readonly number[]) => errors.map((error) => error * Math.sqrt(6 / 5));

  it('of least squares are those of statsmodels', () => {
    const weights = ridge(three, targets, [0, 0, 0]);
    const predicted = predict(three, weights);
    const residuals = targets.map((target, i) => target - predicted[i]!);
    const found = clusteredErrors({ design: three, residuals, penalties: [0, 0, 0], groups });
    expectAll(found, corrected([0.06294315515578126, 0.03907400243363741, 0.06448542855898856]));
  });

  it.each<[Design, number[]]>([
    [two, [1.0147494252162812, 1.1939642672572517]],
    [three, [1.1081108284972083, 1.2212442426333223, 0.625298447358591]],
  ])('of logistic regression are those of statsmodels', (of, expected) => {
    const penalties = new Float64Array(of.width);
    const slopes = logisticSlopes(predict(of, logistic(of, outcomes, penalties)), outcomes);
    expectAll(clusteredErrors({ design: of, ...slopes, penalties, groups }), corrected(expected), 5);
  });

  it('are unknown for a single group', () => {
    const one = clusteredErrors({ design: two, residuals: targets, penalties: [1, 1], groups: groups.map(() => 0) });
    expect([...one]).toEqual([NaN, NaN]);
  });

  it('need two groups', () => {
    // H = 1 + 1, the groups add 1 and −1 to the slope, and G / (G − 1) = 2: √(2 · (1 + 1)) / 2.
    const design = { rows: Float64Array.of(1, 1), width: 1 };
    expectAll(clusteredErrors({ design, residuals: [1, -1], penalties: [0], groups: [0, 1] }), [1], 12);
  });

  it('are near the spread of weights over resampled groups', () => {
    const random = new Pcg64(5);
    const count = 200;
    // Two examples a group that share a disturbance, so that taken for independent they would promise too much.
    const rows = Array.from({ length: count }, () => [random.float() - 0.5]).flatMap((row) => [row, row]);
    const shared = Array.from({ length: count }, () => random.float() - 0.5).flatMap((each) => [each, each]);
    const wanted = rows.map(([x], i) => 2 * x! + shared[i]!);
    const of = design(rows, true);
    const groupOf = rows.map((_, i) => i >> 1);
    const fit = (chosen: readonly number[]) =>
      ridge(design(chosen.map((i) => rows[i]!), true), chosen.map((i) => wanted[i]!), [0, 0]); // prettier-ignore
    const weights = ridge(of, wanted, [0, 0]);
    const residuals = wanted.map((target, i) => target - predict(of, weights)[i]!);
    const errors = clusteredErrors({ design: of, residuals, penalties: [0, 0], groups: groupOf });
    const drawn = Array.from({ length: 400 }, () => {
      const chosen = Array.from({ length: count }, () => random.below(count)).flatMap((g) => [2 * g, 2 * g + 1]);
      return fit(chosen)[0]!;
    });
    const mean = drawn.reduce((sum, each) => sum + each, 0) / drawn.length;
    const spread = Math.sqrt(drawn.reduce((sum, each) => sum + (each - mean) ** 2, 0) / drawn.length);
    expect(errors[0]! / spread).toBeGreaterThan(0.85);
    expect(errors[0]! / spread).toBeLessThan(1.18);
  });
});

describe('cholesky', () => {
  it('solves symmetric equations', () => {
    const entry = fc.double({ min: -2, max: 2, noNaN: true });
    const square = fc.array(fc.array(entry, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(square, fc.array(entry, { minLength: 3, maxLength: 3 }), (a, x) => {
        // AᵀA + 1 is positive definite.
        const matrix = [0, 1, 2].map((i) => [0, 1, 2].map((j) => a.reduce((sum, row) => sum + row[i]! * row[j]!, i === j ? 1 : 0))); // prettier-ignore
        const b = matrix.map((row) => row.reduce((sum, each, j) => sum + each * x[j]!, 0));
        const lower = cholesky(Float64Array.from(matrix.flat()), 3)!;
        expectAll(solveFactored(lower, b), x, 7);
      }),
    );
    expect(cholesky(Float64Array.from([1, 1, 1, 1]), 2)).toBeUndefined();
    expect(cholesky(Float64Array.from([1, 2, 2, 1]), 2)).toBeUndefined();
  });
});

it('standardisation takes means and deviations, and leaves what does not vary as it is', () => {
  const rows = Float64Array.from([1, 0.1, 3, 0.1, 5, 0.1]);
  const { means, scales } = standardisation({ rows, width: 2 });
  expectAll(means, [3, 0.1]);
  expectAll(scales, [Math.sqrt(8 / 3), 1]);
});
