import { describe, expect, it } from 'vitest';
import { Pcg64, percentileInterval } from '../../stats/index.ts';
import { minimise } from '../testing/minimise.ts';
import type { Examples } from './examples.ts';
import { divideSentences } from './fitExamples.ts';
import { learnProduct } from './productWeights.ts';

const softplus = (x: number): number => Math.log(1 + Math.exp(x));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

interface Shape {
  readonly copies: number;
  readonly powers: readonly number[];
}

/** Two comparisons for each sentence, in which people do not always prefer the better output. One of its four outputs is not judged. */
function simulate({ copies, powers }: Shape, sentences: number, seed: number): Examples {
  const random = new Pcg64(seed);
  const width = copies * (3 + powers.length);
  // Some are 0, which has no logarithm.
  const values = Float64Array.from({ length: 4 * sentences * width }, () => (random.float() < 0.05 ? 0 : random.float())); // prettier-ignore
  const worth = (output: number): number => {
    const [a, b] = values.subarray(output * width, (output + 1) * width);
    return 3 * (a! + b!) + 4 * values[output * width + 3]! + 2 * random.float();
  };
  const pairs = Array.from({ length: 2 * sentences }, (_, c) => {
    const from = 4 * Math.floor(c / 2);
    return c % 2 === 0 ? [from, from + 2] : [from + 2, from + 3];
  });
  return {
    kind: 'pairwise',
    count: pairs.length,
    width,
    values,
    first: Int32Array.from(pairs, ([a]) => a!),
    second: Int32Array.from(pairs, ([, b]) => b!),
    target: Float64Array.from(pairs, ([a, b]) => (worth(a!) > worth(b!) ? 1 : -1)),
    sentence: Int32Array.from(pairs, (_, c) => 7 * Math.floor(c / 2)),
    ties: 0,
    missing: 0,
  };
}

/** From the definition: ln (shares · values) and the logarithms of the factors, each the mean of copies. */
function logsOf({ values, width }: Examples, { copies, powers }: Shape, shares: readonly number[], output: number) {
  const own = Array.from(values.subarray(output * width, (output + 1) * width));
  const ofCopies = Array.from({ length: copies }, (_, copy) => {
    const [a, b, c, ...factors] = own.slice(copy * (3 + powers.length), (copy + 1) * (3 + powers.length));
    return [shares[0]! * a! + shares[1]! * b! + shares[2]! * c!, ...factors].map((x) => Math.log(Math.max(x, 1e-3)));
  });
  return [0, ...powers].map((_, k) => sum(ofCopies.map((each) => each[k]!)) / copies);
}

/**
 * Coefficients c of the logarithms with the least Σ ln(1 + e^(−y c·x)) + ½ (0.01 (s₀ c₀)² + λ Σ (s_f (c_f − p_f c₀))²), where s are the
 * standard deviations over the outputs judged; and the loss of other examples by them. None is negative: those at 0 are named.
 */
function plainFit(examples: Examples, shape: Shape, shares: readonly number[], chosen: readonly number[], penalty: number, atZero: readonly number[] = []) {
  const logs = (output: number) => logsOf(examples, shape, shares, output);
  const outputs = [...new Set(chosen.flatMap((c) => [examples.first[c]!, examples.second[c]!]))].map(logs);
  const spreads = [0, ...shape.powers].map((_, k) => {
    const mean = sum(outputs.map((each) => each[k]!)) / outputs.length;
    return Math.sqrt(sum(outputs.map((each) => (each[k]! - mean) ** 2)) / outputs.length);
  });
  const rowOf = (c: number) => {
    const [one, other] = [logs(examples.first[c]!), logs(examples.second[c]!)];
    return { y: examples.target[c]!, x: one.map((value, k) => value - other[k]!) };
  };
  const rows = new Map(Array.from({ length: examples.count }, (_, c) => [c, rowOf(c)]));
  const loss = (coefficients: readonly number[], among: readonly number[]) =>
    sum(among.map((c) => softplus(-rows.get(c)!.y * sum(rows.get(c)!.x.map((value, k) => coefficients[k]! * value)))));
  const whole = (free: readonly number[]) => [0, ...shape.powers].map((_, k) => (atZero.includes(k) ? 0 : free[k]!));
  const penalised = (free: readonly number[]) => {
    const [core, ...factors] = whole(free);
    const drawn = factors.map((factor, f) => (spreads[f + 1]! * (factor - shape.powers[f]! * core!)) ** 2);
    return loss([core!, ...factors], chosen) + (0.01 * (spreads[0]! * core!) ** 2 + penalty * sum(drawn)) / 2 + sum(atZero.map((k) => free[k]! ** 2)); // prettier-ignore
  };
  const coefficients = whole(minimise(penalised, [1, ...shape.powers]));
  return {
    powers: coefficients.slice(1).map((factor) => factor / coefficients[0]!),
    lossOf: (among: readonly number[]) => loss(coefficients, among),
  };
} // prettier-ignore

const settings = { folds: 3, innerFolds: 3, seed: 5, samples: 6, level: 0.6 };
const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5) as number);
const numbersOf = ({ count }: Examples) => Array.from({ length: count }, (_, c) => c);

describe.each<[string, Shape, number]>([
  ['one factor', { copies: 1, powers: [1] }, 1],
  ['two factors of two copies', { copies: 2, powers: [0.5, 2] }, 0.3],
  ['a strong penalty', { copies: 1, powers: [0.7, 0.4] }, 300],
])('learnProduct, %s', (_, shape, penalty) => {
  const examples = simulate(shape, 14, 3);
  const found = learnProduct(examples, shape, { ...settings, penalties: [penalty] });

  it('finds the powers with the least penalised loss', () => {
    const { shares, powers } = found.weights;
    expect(powers).toEqual(close(plainFit(examples, shape, shares, numbersOf(examples), penalty).powers));
    expect(found.weights.penalty).toBe(penalty);
  });

  it('learns the weights of a fold from all others', () => {
    expect(found.foldOf).toEqual(divideSentences(examples.sentence, 3, 5));
    found.foldWeights.forEach(({ shares, powers }, fold) => {
      const others = numbersOf(examples).filter((c) => found.foldOf.get(examples.sentence[c]!) !== fold);
      expect(powers).toEqual(close(plainFit(examples, shape, shares, others, penalty).powers));
    });
  });

  it('has the intervals of powers from drawn sentences', () => {
    const random = new Pcg64(5);
    const sentences = [...new Set(examples.sentence)];
    const drawn = Array.from({ length: 6 }, () => {
      const chosen = sentences.flatMap(() => {
        const sentence = sentences[random.below(sentences.length)]!;
        return numbersOf(examples).filter((c) => examples.sentence[c] === sentence);
      });
      return plainFit(examples, shape, found.weights.shares, chosen, penalty).powers;
    });
    found.intervals.forEach(({ low, high }, f) => {
      const expected = percentileInterval(drawn.map((powers) => powers[f]!).sort((a, b) => a - b), 0.6); // prettier-ignore
      expect([low, high]).toEqual(close([expected.low, expected.high]));
    });
  });
});

describe('learnProduct', () => {
  const shape = { copies: 1, powers: [1] };
  const examples = simulate(shape, 10, 8);
  const all = numbersOf(examples);

  it('chooses the shares with the least loss, in steps of a tenth, under a penalty of 1', () => {
    const tenths = Array.from({ length: 11 }, (_, k) => k);
    const tried = tenths.flatMap((a) => tenths.slice(0, 11 - a).map((b) => [a, b, 10 - a - b].map((n) => n / 10)));
    const losses = tried.map((shares) => plainFit(examples, shape, shares, all, 1).lossOf(all));
    const { weights } = learnProduct(examples, shape, { ...settings, penalties: [1] });
    expect(weights.shares).toEqual(tried[losses.indexOf(Math.min(...losses))]);
  });

  it('chooses the penalty with the least loss on inner folds', () => {
    const penalties = [0.1, 1, 10, 100];
    const { weights } = learnProduct(examples, shape, { ...settings, penalties });
    const foldOf = divideSentences(examples.sentence, 3, 6);
    const inFold = (c: number) => foldOf.get(examples.sentence[c]!);
    const losses = penalties.map((penalty) =>
      sum([0, 1, 2].map((fold) => plainFit(examples, shape, weights.shares, all.filter((c) => inFold(c) !== fold), penalty).lossOf(all.filter((c) => inFold(c) === fold)))),
    ); // prettier-ignore
    expect(weights.penalty).toBe(penalties[losses.indexOf(Math.min(...losses))]);
    // In whatever order they are given.
    expect(learnProduct(examples, shape, { ...settings, penalties: penalties.toReversed() }).weights).toEqual(weights);
  });

  it('gives no power below 0 to a factor that is lower for better outputs', () => {
    // The factor reversed: 0.05 for 1 and 1 for 0.
    const values = examples.values.map((value, at) => (at % 4 === 3 ? 1 - 0.95 * value : value));
    const turned = { ...examples, values };
    const { weights } = learnProduct(turned, { copies: 1, powers: [1] }, { ...settings, penalties: [0.1] });
    expect(weights.powers).toEqual([0]);
  });
});
