import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Scores, overTasks, upward } from './scores.ts';
import { systemMeasures, withoutOutliers } from './systemLevel.ts';
import { asErrors, makeScores, systemScores } from './testing/makeScores.ts';

const of = (id: string, human: Scores, metric: Scores) =>
  systemMeasures.find((each) => each.id === id)!.of(human, metric);

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const listed = (scores: readonly number[]) => scores.map((score, s): [string, number] => [names[s]!, score]);
const human = systemScores(listed([0.61, 0.48, 0.67, 0.66, 0.53, 0.61]));
const errors = systemScores(listed([0.63, 0.71, 0.7, 0.66, 0.64, 0.66]), false);

describe('correlations', () => {
  // SciPy 1.17: spearmanr, pearsonr and kendalltau of the human scores and the negated errors; by Σd² = 33.5 of its rankdata.
  // NumPy: tanh(artanh r ± 1.959964 √variance), the variance of each kind as Fisher's interval has it.
  it.each([
    ['spearman', 0.014705882352941178, -0.8065019053557164, 0.8165425824998742],
    ['pearson', 0.15365286621701285, -0.7516365218863456, 0.8581979605025964],
    ['kendall', -0.07142857142857144, -0.7563865919949525, 0.6882456469255891],
    ['spearman-d2', 1 - (6 * 33.5) / 210, -0.7965939400416435, 0.8258648405402224],
  ])('%s is as computed elsewhere, with an error metric negated', (id, expected, low, high) => {
    const agreement = of(id, human, errors);
    expect(agreement.value).toBeCloseTo(expected, 14);
    expect(agreement.systems).toBe(6);
    expect(agreement.interval!.low).toBeCloseTo(low, 12);
    expect(agreement.interval!.high).toBeCloseTo(high, 12);
  });
});

describe('pairwise accuracy', () => {
  it('counts a tie as right only with a tie', () => {
    // Right: a over b, c and d, and b alike with c; wrong: b and c over d.
    const agreement = of('accuracy', systemScores(listed([3, 2, 2, 1])), systemScores(listed([1, 0.5, 0.5, 0.7])));
    expect(agreement.fraction).toEqual({ above: 4, below: 6 });
    expect(agreement.value).toBe(4 / 6);
  });

  // Kocmi et al. (WMT 2021): a pair agrees if the signs of both differences are the same.
  it.each([
    [[1, 2], [1, 2], 1],
    [[1, 2], [2, 1], 0],
    [[1, 2], [1, 1], 0],
    [[2, 1], [1, 1], 0],
    [[1, 1], [1, 1], 1],
    [[1, 1], [1, 2], 0],
    [[1, 1], [2, 1], 0],
  ])('of %j by people and %j by the metric is %i', (people, metric, expected) => {
    expect(of('accuracy', systemScores(listed(people)), systemScores(listed(metric))).value).toBe(expected);
  });

  it('orders infinite scores, too', () => {
    const infinite = systemScores(listed([Infinity, -Infinity, -Infinity]));
    expect(of('accuracy', systemScores(listed([3, 2, 2])), infinite).fraction).toEqual({ above: 3, below: 3 });
  });

  it('is pooled over tasks by adding up counts, while the mean is plain', () => {
    const two = of('accuracy', systemScores(listed([2, 1])), systemScores(listed([1, 2])));
    const four = of('accuracy', systemScores(listed([4, 3, 2, 1])), systemScores(listed([4, 3, 2, 1])));
    const none = of('accuracy', systemScores([]), systemScores([]));
    expect(overTasks([two, four, none])).toEqual({ mean: 1 / 2, tasks: 2, pooled: 6 / 7 });
    expect(overTasks([])).toEqual({ mean: NaN, tasks: 0 });
  });
});

describe('all measures', () => {
  it.each(systemMeasures.map(({ id }) => id))('%s looks at systems that both have, whatever their order', (id) => {
    const rows: [string, number[]][] = [
      ['a', [1, 3, 2, 5]],
      ['b', [2, 2, 4, 3]],
      ['__proto__', [5, 4, 3, 4]],
      ['d', [1, 1, 2, 1]],
    ];
    const judged = makeScores(rows);
    const metric = makeScores(rows.map(([name, scores]) => [name, scores.map((score) => score * score)]));
    const plain = of(id, judged, metric);
    expect(plain.systems).toBe(4);
    const others: [string, number[]][] = [
      ['only by the metric', [9, 9, 9, 9]],
      ...rows.toReversed().map(([name, scores]): [string, number[]] => [name, scores.map((score) => score * score)]),
    ];
    const more = of(id, makeScores([...rows, ['only by people', [0, 0, 0, 0]]]), makeScores(others));
    expect(more.value).toBeCloseTo(plain.value, 12);
    expect(more.systems).toBe(4);
  });

  it.each(systemMeasures.map(({ id }) => id))('%s of one system, or none, is not a number', (id) => {
    for (const rows of [[], [['a', [1, 2]]]] as [string, number[]][][]) {
      const scores = makeScores(rows);
      expect(of(id, scores, scores)).toMatchObject({ value: NaN, systems: rows.length });
      expect(of(id, scores, scores).interval).toBeUndefined();
    }
  });

  it.each(systemMeasures.filter(({ needs }) => needs === 'systems').map(({ id }) => id))(
    '%s leaves out a system without a score',
    (id) => {
      const holes = systemScores(listed([0.63, NaN, 0.7, 0.66, 0.64, 0.66]), false);
      const kept = [0, 2, 3, 4, 5];
      const part = (scores: Scores) => kept.map((s): [string, number] => [names[s]!, upward(scores).ofSystems[s]!]);
      const expected = of(id, systemScores(part(human)), systemScores(part(errors)));
      expect(of(id, human, holes)).toEqual(expected);
    },
  );

  const matrix = fc
    .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 12 }))
    .chain(([systems, segments]) => {
      const row = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: segments, maxLength: segments });
      const rows = fc.array(row, { minLength: systems, maxLength: systems });
      return fc.tuple(rows, rows);
    });
  const named = (rows: readonly (readonly number[])[]) => makeScores(rows.map((row, s) => [`s${s}`, row]));

  it.each(systemMeasures.map(({ id }) => id))(
    '%s is the same for a metric and its errors, whichever side is negated',
    (id) => {
      fc.assert(
        fc.property(matrix, ([people, machine]) => {
          const [judged, metric] = [named(people), named(machine)];
          const plain = of(id, judged, metric);
          expect(of(id, judged, asErrors(metric))).toEqual(plain);
          expect(of(id, asErrors(judged), metric)).toEqual(plain);
          if (!Number.isNaN(plain.value)) expect(of(id, judged, judged).value).toBeCloseTo(1, 12);
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(['spearman', 'spearman-d2', 'kendall', 'accuracy'])('%s knows only the order of scores', (id) => {
    fc.assert(
      fc.property(matrix, ([people, machine]) => {
        const [judged, metric] = [named(people), named(machine)];
        const bent = { ...metric, ofSystems: metric.ofSystems.map((score) => score ** 3 + 5 * score + 7) };
        expect(of(id, judged, bent).value).toEqual(of(id, judged, metric).value);
      }),
    );
  });
});

describe('withoutOutliers', () => {
  const judged = makeScores([
    ['a', [0.6, 0.7]],
    ['low', [0.1, 0.12]],
    ['b', [0.62, 0.66]],
    ['unjudged', [NaN, NaN]],
    ['c', [0.58, 0.66]],
    ['d', [0.61, 0.59]],
  ]);
  const metric = makeScores([
    ['a', [0.3, 0.3]],
    ['low', [0.1, 0.1]],
    ['b', [0.29, 0.28]],
    ['c', [0.31, 0.32]],
    ['d', [0.33, 0.3]],
  ]);

  it('leaves out what is far from the median of people’s scores, with its segments', () => {
    const kept = withoutOutliers(judged);
    expect(kept.outliers).toEqual(['low']);
    expect(kept.human.systems).toEqual(['a', 'b', 'unjudged', 'c', 'd']);
    expect([...kept.human.ofSegments]).toEqual([0.6, 0.7, 0.62, 0.66, NaN, NaN, 0.58, 0.66, 0.61, 0.59]);
    // What one system made of the correlation.
    expect(of('pearson', judged, metric).value).toBeGreaterThan(0.9);
    expect(of('pearson', kept.human, metric).value).toBeLessThan(0);
  });

  it('keeps all where most are alike', () => {
    const alike = systemScores(listed([1, 1, 1, 1, 5]));
    expect(withoutOutliers(alike)).toEqual({ human: alike, outliers: [] });
    expect(withoutOutliers(systemScores([]))).toEqual({ human: systemScores([]), outliers: [] });
  });
});
