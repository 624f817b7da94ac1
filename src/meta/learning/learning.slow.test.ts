import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRankings, type Ranking, type Rating } from '../../human/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { type HumanSide, scoresOfRankings, scoresOfRatings } from '../humanSide.ts';
import {
  crossValidate,
  divideSentences,
  learnedScores,
  meanLoss,
  weightIntervals,
  withFeatures,
} from './fitExamples.ts';
import { type Examples, type FeatureTable, gatherExamples, numberSentences } from './examples.ts';
import { learnProduct } from './productWeights.ts';

const settings = { folds: 5, innerFolds: 4, seed: 7, penalties: [0.01, 1, 100] };

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Roughly normal, with deviation 1. */
const noise = (random: Pcg64): number =>
  Array.from({ length: 12 }, () => random.float()).reduce((sum, each) => sum + each, -6);

/** Outputs with features of random values, scale k + 1 and mean 10 k. */
function table(systems: number, segments: number, width: number, random: Pcg64): FeatureTable {
  const values = Float64Array.from({ length: systems * segments * width }, (_, at) => {
    const k = at % width;
    return 10 * k + (k + 1) * noise(random);
  });
  return {
    task: 'xx-yy',
    systems: Array.from({ length: systems }, (_, s) => `s${s}`),
    segments: Array.from({ length: segments }, (_, g) => String(g + 1)),
    width,
    values,
    sentences: Int32Array.from({ length: segments }, (_, g) => g),
  };
}

/** A worth of each output by known weights of standardised features. */
const worth = ({ values, width }: FeatureTable, weights: readonly number[], output: number): number =>
  weights.reduce((sum, weight, k) => sum + (weight * (values[output * width + k]! - 10 * k)) / (k + 1), 0);

/** Each two outputs of a segment compared by people who prefer by the odds of their worths. */
function simulate(of: FeatureTable, weights: readonly number[], random: Pcg64): HumanSide {
  const rankings: Ranking[] = of.segments.flatMap((segment, g) =>
    of.systems.flatMap((first, a) =>
      of.systems.slice(a + 1).map((second, rest): Ranking => {
        const [x, y] = [a, a + 1 + rest].map((s) => worth(of, weights, s * of.segments.length + g));
        const isFirst = random.float() < sigmoid(x! - y!);
        return {
          task: of.task,
          segment,
          judge: 'j',
          order: 0,
          systems: [first, second],
          ranks: isFirst ? [1, 2] : [2, 1],
        };
      }),
    ),
  );
  const comparisons = compareRankings(of.task, rankings);
  return { id: 'rankings', scores: scoresOfRankings(comparisons), comparisons };
}

describe('a model learned from comparisons', () => {
  const known = [0.8, -0.4, 0];
  const random = new Pcg64(11);
  const of = table(4, 250, 3, random);
  const examples = gatherExamples('pairwise', [{ table: of, side: simulate(of, known, random) }]);
  const learned = crossValidate(examples, settings);

  it('has the weights that the judgments were made with, within their intervals', () => {
    const intervals = weightIntervals(learned.prepared, learned.model, 0.99);
    known.forEach((weight, k) => {
      expect(learned.model.means[k]).toBeCloseTo(10 * k, 0);
      // Weights are per standard deviation, which is about k + 1.
      const exact = (weight * learned.model.scales[k]!) / (k + 1);
      expect(intervals[k]!.low).toBeLessThan(exact);
      expect(intervals[k]!.high).toBeGreaterThan(exact);
    });
    expect(learned.model.intercept).toBe(0);
  });

  it('has intervals that hold the truth as often as they say', () => {
    const chance = new Pcg64(3);
    let held = 0;
    const runs = 60;
    for (let run = 0; run < runs; run++) {
      const small = table(3, 60, 2, chance);
      const own = gatherExamples('pairwise', [{ table: small, side: simulate(small, [0.6, -0.3], chance) }]);
      const { model, prepared } = crossValidate(own, { ...settings, folds: 2, penalties: [0.01] });
      const [first] = weightIntervals(prepared, model, 0.9);
      const exact = 0.6 * model.scales[0]!;
      if (first!.low < exact && first!.high > exact) held++;
    }
    // 54 expected; fewer than 46 or all of 60 would come about once in a few hundred seeds.
    expect(held).toBeGreaterThan(45);
    expect(held).toBeLessThan(60);
  });

  it('says how far it is: each fold, then all', () => {
    const shares: number[] = [];
    crossValidate(examples, { ...settings, folds: 4, penalties: [1] }, (share) => shares.push(share));
    expect(shares).toEqual([0, 1 / 5, 2 / 5, 3 / 5, 4 / 5]);
  });

  it('takes more folds than there are sentences', () => {
    const small = table(4, 3, 2, new Pcg64(5));
    const few = gatherExamples('pairwise', [{ table: small, side: simulate(small, [0.6, -0.3], new Pcg64(6)) }]);
    const { model, loss } = crossValidate(few, { ...settings, folds: 5, innerFolds: 7 });
    expect(settings.penalties).toContain(model.penalty);
    expect(loss).toBeGreaterThan(0);
  });

  it('does as well out of its folds as the truth, nearly', () => {
    const truth = {
      means: Float64Array.from([0, 10, 20]),
      scales: Float64Array.from([1, 2, 3]),
      weights: Float64Array.from(known),
      intercept: 0,
      penalty: 0,
    };
    const all = Array.from({ length: examples.count }, (_, c) => c);
    const best = meanLoss(truth, examples, all);
    expect(learned.loss).toBeGreaterThan(best);
    expect(learned.loss).toBeLessThan(best + 0.01);
    expect(learned.loss).toBeLessThan(Math.LN2);
  });

  it('is the same again from the same seed, and scores outputs as its formula says', () => {
    expect(crossValidate(examples, settings).model).toEqual(learned.model);
    const { means, scales, weights } = learned.model;
    const scores = learnedScores('x', of, () => learned.model);
    const at = 3 * of.segments.length + 7;
    const sum = [0, 1, 2].reduce(
      (all, k) => all + (weights[k]! * (of.values[at * 3 + k]! - means[k]!)) / scales[k]!,
      0,
    );
    expect(scores.ofSegments[at]).toBeCloseTo(sum, 12);
    const mean = scores.ofSegments.subarray(3 * 250).reduce((all, each) => all + each, 0) / 250;
    expect(scores.ofSystems[3]).toBeCloseTo(mean, 12);
  });
});

describe('folds', () => {
  it('never have a sentence on both sides: what was said of it does not change what scores it', () => {
    const random = new Pcg64(2);
    const of = table(3, 40, 2, random);
    const examples = gatherExamples('pairwise', [{ table: of, side: simulate(of, [1, 0], random) }]);
    const before = crossValidate(examples, settings);
    // Circular preferences, as for sentence 0, are the same when reversed.
    for (const sentence of [1, 17, 39]) {
      const fold = before.foldOf.get(sentence)!;
      const turned: Examples = { ...examples, target: examples.target.map((y, c) => (examples.sentence[c] === sentence ? -y : y)) }; // prettier-ignore
      const after = crossValidate(turned, settings);
      expect(after.foldModels[fold]).toEqual(before.foldModels[fold]);
      // It does change all others.
      after.foldModels.forEach((model, f) => {
        if (f !== fold) expect(model.weights).not.toEqual(before.foldModels[f]!.weights);
      });
    }
  });

  it('keep a sentence of several tasks together', () => {
    const random = new Pcg64(2);
    const [first, second] = [table(3, 30, 2, random), table(3, 30, 2, random)];
    const side = simulate(first, [1, 0], random);
    const joint = gatherExamples('pairwise', [
      { table: first, side },
      { table: second, side },
    ]);
    const half = joint.count / 2;
    expect(joint.sentence.slice(0, half)).toEqual(joint.sentence.slice(half));
    expect(joint.first[half]).toBe(joint.first[0]! + 90);
    const { foldOf } = crossValidate(joint, settings);
    expect(foldOf.size).toBe(30);
  });

  it('are as equal in size as can be', () => {
    const sizes = new Map<number, number>();
    for (const fold of divideSentences([5, 5, 1, 2, 3, 9, 9, 7], 3, 1).values())
      sizes.set(fold, (sizes.get(fold) ?? 0) + 1);
    expect([...sizes.values()]).toEqual([2, 2, 2]);
  });
});

describe('a model learned from ratings', () => {
  const random = new Pcg64(4);
  const of = table(3, 80, 2, random);
  const ratings = of.systems.flatMap((system, s) =>
    of.segments.map((segment, g): Rating => ({
      task: of.task,
      segment,
      judge: 'j',
      order: 0,
      system,
      item: 'output',
      score: 50 + 10 * worth(of, [1, -0.5], s * 80 + g) + 3 * noise(random),
    })),
  );
  const side: HumanSide = { id: 'raw-ratings', scores: scoresOfRatings(of.task, ratings, 'raw') };

  it('predicts the rating', () => {
    const examples = gatherExamples('absolute', [{ table: of, side }]);
    expect(examples.count).toBe(240);
    const { model, prepared, loss } = crossValidate(examples, settings);
    expect(model.intercept).toBeCloseTo(50, 0);
    const intervals = weightIntervals(prepared, model, 0.99);
    [10, -5].forEach((weight, k) => {
      const exact = (weight * model.scales[k]!) / (k + 1);
      expect(intervals[k]!.low).toBeLessThan(exact);
      expect(intervals[k]!.high).toBeGreaterThan(exact);
    });
    expect(loss).toBeLessThan(11);
  });

  it('or which of two is rated higher', () => {
    const examples = gatherExamples('pairwise', [{ table: of, side }]);
    expect(examples.count + examples.ties).toBe(80 * 3);
    const { model } = crossValidate(examples, settings);
    expect(model.weights[0]!).toBeGreaterThan(-model.weights[1]!);
    expect(model.weights[1]!).toBeLessThan(0);
  });
});

it('leaves out ties and missing outputs, and counts them', () => {
  const of = { ...table(2, 2, 1, new Pcg64(1)), systems: ['a', 'b'] };
  const ranking = (systems: string[], ranks: number[], segment = '1'): Ranking => ({ task: 'xx-yy', segment, judge: 'j', order: 0, systems, ranks }); // prettier-ignore
  const rankings = [ranking(['a', 'b'], [1, 2]), ranking(['a', 'b'], [1, 1]), ranking(['a', 'c'], [2, 1]), ranking(['a', 'b'], [2, 1], '9')]; // prettier-ignore
  const comparisons = compareRankings('xx-yy', rankings);
  const side = { id: 'rankings', scores: scoresOfRankings(comparisons), comparisons };
  const { count, ties, missing, first, second, target } = gatherExamples('pairwise', [{ table: of, side }]);
  expect({ count, ties, missing }).toEqual({ count: 1, ties: 1, missing: 2 });
  expect([first[0], second[0], target[0]]).toEqual([0, 2, 1]);
});

describe('numberSentences', () => {
  it.each<[string, string[][][], number[][]]>([
    ['one task', [[['a'], ['b'], ['c']]], [[0, 1, 2]]],
    ['a source that is a reference elsewhere', [[['de1', 'en1'], ['de2', 'en2']], [['en2', 'fr2'], ['en1', 'fr1']]], [[0, 1], [1, 0]]], // prettier-ignore
    [
      'by a chain of texts',
      [
        [
          ['a', 'b'],
          ['c', 'd'],
          ['b', 'c'],
        ],
      ],
      [[0, 0, 0]],
    ],
    ['empty texts are not alike', [[['', 'a'], ['', 'b'], [' ']]], [[0, 1, 2]]],
    ['a name of an object', [[['__proto__'], ['constructor'], ['__proto__']]], [[0, 1, 0]]],
  ])('%s', (_, tasks, expected) => {
    expect(numberSentences(tasks).map((each) => [...each])).toEqual(expected);
  });
});

it('withFeatures keeps columns', () => {
  const of = { ...table(1, 2, 3, new Pcg64(1)), values: Float64Array.from([1, 2, 3, 4, 5, 6]) };
  expect(withFeatures(of, [2, 0])).toMatchObject({ width: 2, values: Float64Array.from([3, 1, 6, 4]) });
});

describe('learnProduct', () => {
  it('learns from comparisons that the product decides without a mistake, be they few', () => {
    // Every fold, and every sample of sentences, can be told apart as well.
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 6, max: 20 }), (seed, segments) => {
        const random = new Pcg64(seed);
        const width = 4;
        const values = Float64Array.from({ length: 3 * segments * width }, () => 0.05 + 0.95 * random.float());
        const of: FeatureTable = { ...table(3, segments, width, random), values };
        const worth = (output: number): number => {
          const [a, b, c, f] = values.subarray(output * width, (output + 1) * width);
          return (0.5 * a! + 0.3 * b! + 0.2 * c!) * f!;
        };
        const rankings: Ranking[] = of.segments.flatMap((segment, g) =>
          [[0, 1], [1, 2]].map(([a, b]): Ranking => ({ task: of.task, segment, judge: 'j', order: 0, systems: [`s${a}`, `s${b}`], ranks: worth(a! * segments + g) > worth(b! * segments + g) ? [1, 2] : [2, 1] })),
        ); // prettier-ignore
        const comparisons = compareRankings(of.task, rankings);
        const side = { id: 'rankings', scores: scoresOfRankings(comparisons), comparisons };
        const examples = gatherExamples('pairwise', [{ table: of, side }]);
        const found = learnProduct(examples, { copies: 1, powers: [1] }, { ...settings, folds: 2, penalties: [0.01, 1], samples: 5, level: 0.95 }); // prettier-ignore
        expect(found.intervals.every(({ low, high }) => low >= 0 && Number.isFinite(high))).toBe(true);
        for (const { powers } of [found.weights, ...found.foldWeights]) expect(powers[0]).toBeGreaterThanOrEqual(0);
      }),
      { seed: 1, numRuns: 8 },
    );
  });

  it('finds the shares and powers that comparisons were made with', () => {
    const random = new Pcg64(9);
    const [systems, segments, factors] = [4, 150, 2];
    const width = 3 + factors;
    const values = Float64Array.from({ length: systems * segments * width }, () => 0.05 + 0.95 * random.float());
    const of: FeatureTable = { ...table(systems, segments, width, random), values };
    const product = (output: number): number => {
      const [a, b, c, f] = values.subarray(output * width, (output + 1) * width);
      return 4 * (Math.log(0.6 * a! + 0.3 * b! + 0.1 * c!) + 0.5 * Math.log(f!));
    };
    const rankings: Ranking[] = of.segments.flatMap((segment, g) =>
      [[0, 1], [0, 2], [1, 3], [2, 3]].map(([a, b]): Ranking => {
        const isFirst = random.float() < sigmoid(product(a! * segments + g) - product(b! * segments + g));
        return { task: of.task, segment, judge: 'j', order: 0, systems: [`s${a}`, `s${b}`], ranks: isFirst ? [1, 2] : [2, 1] };
      }),
    ); // prettier-ignore
    const comparisons = compareRankings(of.task, rankings);
    const side = { id: 'rankings', scores: scoresOfRankings(comparisons), comparisons };
    const examples = gatherExamples('pairwise', [{ table: of, side }]);
    const told: number[] = [];
    const found = learnProduct(examples, { copies: 1, powers: [1, 1] }, { ...settings, folds: 2, penalties: [0.1, 1], samples: 40, level: 0.95 }, (share) => told.push(share)); // prettier-ignore
    expect(told).toEqual([0, 1 / 4, 2 / 4, 3 / 4]); // two folds, all, intervals
    const { shares, powers } = found.weights;
    expect(Math.abs(shares[0] - 0.6)).toBeLessThanOrEqual(0.2);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(found.intervals[0]!.low).toBeLessThan(0.5);
    expect(found.intervals[0]!.high).toBeGreaterThan(0.5);
    expect(powers[1]).toBeLessThan(0.15);
    expect(Math.min(...powers)).toBeGreaterThanOrEqual(0);
    expect(found.foldWeights).toHaveLength(2);
  });
});
