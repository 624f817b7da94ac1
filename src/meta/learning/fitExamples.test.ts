import { describe, expect, it } from 'vitest';
import { Pcg64, normalQuantile } from '../../stats/index.ts';
import { minimise } from '../testing/minimise.ts';
import type { Examples } from './examples.ts';
import { crossValidate, divideSentences, learnedScores, meanLoss, prepareExamples, weightIntervals } from './fitExamples.ts'; // prettier-ignore

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const softplus = (x: number): number => Math.log(1 + Math.exp(x));
const width = 2;

/** Ten sentences of four outputs, the last of which nobody judged; comparisons of two, or ratings of single ones. */
function simulate(kind: Examples['kind'], sentences = 10): Examples {
  const random = new Pcg64(17);
  const values = Float64Array.from({ length: 4 * sentences * width }, (_, at) => 5 + (1 + (at % 2)) * random.float());
  const judged = Array.from({ length: sentences }, (_, g) => [0, 1, 2].map((k) => 4 * g + k)).flat();
  const worth = (output: number) => 3 * values[output * width]! - values[output * width + 1]! + 2 * random.float();
  const other = (output: number) => (output % 4 === 2 ? output - 2 : output + 1);
  const isPair = kind === 'pairwise';
  return {
    kind,
    count: judged.length,
    width,
    values,
    first: Int32Array.from(judged),
    second: Int32Array.from(judged, (output) => (isPair ? other(output) : -1)),
    target: Float64Array.from(judged, (output) => (isPair ? (worth(output) > worth(other(output)) ? 1 : -1) : 10 * worth(output))),
    sentence: Int32Array.from(judged, (output) => Math.floor(output / 4)),
    ties: 0,
    missing: 0,
  };
} // prettier-ignore

/** Means and standard deviations over the outputs judged, each once. */
function plainScales({ values, first, second }: Examples, chosen: readonly number[]) {
  const outputs = [...new Set(chosen.flatMap((c) => [first[c]!, second[c]!]))].filter((output) => output >= 0);
  const columns = [0, 1].map((k) => outputs.map((output) => values[output * width + k]!));
  const means = columns.map((column) => sum(column) / column.length);
  return { means, scales: columns.map((column, k) => Math.sqrt(sum(column.map((x) => (x - means[k]!) ** 2)) / column.length)) }; // prettier-ignore
}

/** From the definition: the least Σ ln(1 + e^(−y w·(z₁ − z₂))), or ½ Σ (y − b − w·z)², plus ½ λ w·w. */
function plainModel(examples: Examples, chosen: readonly number[], penalty: number) {
  const { kind, values, first, second, target } = examples;
  const { means, scales } = plainScales(examples, chosen);
  const z = (output: number) => [0, 1].map((k) => (values[output * width + k]! - means[k]!) / scales[k]!);
  const score = ([a, b, intercept = 0]: readonly number[], output: number) => intercept + a! * z(output)[0]! + b! * z(output)[1]!; // prettier-ignore
  const lossOf = (weights: readonly number[], c: number) =>
    kind === 'pairwise'
      ? softplus(-target[c]! * (score(weights, first[c]!) - score(weights, second[c]!)))
      : (target[c]! - score(weights, first[c]!)) ** 2;
  const half = kind === 'pairwise' ? 1 : 0.5;
  const weights = minimise(
    (at) => half * sum(chosen.map((c) => lossOf(at, c))) + (penalty * (at[0]! ** 2 + at[1]! ** 2)) / 2,
    kind === 'pairwise' ? [0, 0] : [0, 0, 0],
  );
  return { weights, lossOf: (c: number) => lossOf(weights, c) };
}

const close = (values: ArrayLike<number>, digits = 5) =>
  Array.from(values, (value) => expect.closeTo(value, digits) as number);
const settings = { folds: 3, innerFolds: 3, seed: 4, penalties: [0.1, 1, 10, 100] };

describe.each(['pairwise', 'absolute'] as const)('%s', (kind) => {
  const examples = simulate(kind);
  const all = Array.from({ length: examples.count }, (_, c) => c);
  const learned = crossValidate(examples, settings);

  it.each([
    ['all', all],
    ['some', [0, 1, 5, 9]],
  ])('standardises features over the outputs judged: %s', (_, chosen) => {
    const { means, scales } = plainScales(examples, chosen);
    const prepared = prepareExamples(examples, chosen);
    expect([...prepared.means]).toEqual(close(means, 12));
    expect([...prepared.scales]).toEqual(close(scales, 12));
    expect([...prepared.targets]).toEqual(chosen.map((c) => examples.target[c]));
    expect([...prepared.groups]).toEqual(chosen.map((c) => examples.sentence[c]));
  });

  it('has the weights with the least penalised loss', () => {
    const { weights, intercept, penalty } = learned.model;
    const expected = plainModel(examples, all, penalty).weights;
    expect([...weights, intercept]).toEqual(close([expected[0]!, expected[1]!, expected[2] ?? 0]));
  });

  it('chooses the penalty with the least loss on inner folds, in whatever order they are given', () => {
    const foldOf = divideSentences(examples.sentence, 3, 5);
    const inFold = (c: number) => foldOf.get(examples.sentence[c]!);
    const losses = settings.penalties.map((penalty) =>
      sum([0, 1, 2].flatMap((fold) => all.filter((c) => inFold(c) === fold).map(plainModel(examples, all.filter((c) => inFold(c) !== fold), penalty).lossOf))),
    ); // prettier-ignore
    expect(learned.model.penalty).toBe(settings.penalties[losses.indexOf(Math.min(...losses))]);
    const turned = crossValidate(examples, { ...settings, penalties: settings.penalties.toReversed() });
    expect(turned.model).toEqual(learned.model);
  });

  it('scores each fold by a model of all others', () => {
    expect(learned.foldOf).toEqual(divideSentences(examples.sentence, 3, 4));
    const losses = learned.foldModels.flatMap(({ penalty, weights }, fold) => {
      const isInside = (c: number) => learned.foldOf.get(examples.sentence[c]!) === fold;
      const model = plainModel(examples, all.filter((c) => !isInside(c)), penalty); // prettier-ignore
      expect([...weights]).toEqual(close(model.weights.slice(0, 2)));
      return all.filter(isInside).map(model.lossOf);
    });
    expect(losses).toHaveLength(examples.count);
    expect(learned.loss).toBeCloseTo(sum(losses) / examples.count, 5);
    expect(meanLoss(learned.model, examples, all)).toBeCloseTo(sum(all.map(plainModel(examples, all, learned.model.penalty).lossOf)) / all.length, 5); // prettier-ignore
  });

  it('has intervals by errors clustered by sentence: Liang and Zeger (1986)', () => {
    const { model, prepared } = learned;
    const { rows, width: size } = prepared.design;
    const weights = [...model.weights, ...(kind === 'absolute' ? [model.intercept] : [])];
    const row = (i: number) => Array.from(rows.subarray(i * size, (i + 1) * size));
    const margin = (i: number) => sum(row(i).map((x, k) => weights[k]! * x));
    const chance = (i: number) => 1 / (1 + Math.exp(examples.target[i]! * margin(i)));
    const slope = (i: number) => (kind === 'pairwise' ? examples.target[i]! * chance(i) : examples.target[i]! - margin(i)); // prettier-ignore
    const bend = (i: number) => (kind === 'pairwise' ? chance(i) * (1 - chance(i)) : 1);
    const groups = [...new Set(examples.sentence)];
    // H⁻¹ s of each sentence, as what a quadratic has its least value at.
    const hessian = (v: readonly number[]) =>
      sum(all.map((i) => bend(i) * sum(row(i).map((x, k) => x * v[k]!)) ** 2)) + model.penalty * (v[0]! ** 2 + v[1]! ** 2); // prettier-ignore
    const pushed = groups.map((group) =>
      minimise((v) => hessian(v) / 2 - sum(all.filter((i) => examples.sentence[i] === group).map((i) => slope(i) * sum(row(i).map((x, k) => x * v[k]!)))), weights.map(() => 0)),
    ); // prettier-ignore
    const reach = normalQuantile(0.95);
    weightIntervals(prepared, model, 0.9).forEach(({ low, high }, k) => {
      const error = Math.sqrt((sum(pushed.map((v) => v[k]! ** 2)) * groups.length) / (groups.length - 1));
      expect([low, high]).toEqual(close([model.weights[k]! - reach * error, model.weights[k]! + reach * error]));
    });
  });
});

it('scores each segment by the model of its sentence, and a system by the mean', () => {
  const model = (weight: number, intercept: number) => ({ means: Float64Array.of(1), scales: Float64Array.of(2), weights: Float64Array.of(weight), intercept, penalty: 1 }); // prettier-ignore
  const table = { task: 't', systems: ['a', 'b'], segments: ['1', '2', '3'], width: 1, values: Float64Array.of(1, 3, 5, 7, 9, 11), sentences: Int32Array.of(4, 9, 4) }; // prettier-ignore
  const { name, systems, segments, ofSegments, ofSystems, higherIsBetter } = learnedScores('x', table, (sentence) => (sentence === 4 ? model(1, 0) : model(10, 3))); // prettier-ignore
  expect([name, systems, segments, higherIsBetter]).toEqual(['x', ['a', 'b'], ['1', '2', '3'], true]);
  expect([...ofSegments]).toEqual([0, 13, 2, 3, 43, 5]);
  expect([...ofSystems]).toEqual([5, 17]);
});
