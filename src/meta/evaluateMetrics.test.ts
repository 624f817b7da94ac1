import { describe, expect, it } from 'vitest';
import type { Judgments, Ranking } from '../human/index.ts';
import { Pcg64 } from '../stats/index.ts';
import { type MetaSettings, evaluateMetrics, hasFigures, unmetRequests } from './evaluateMetrics.ts';
import { type HumanSide, humanSides } from './humanSide.ts';
import type { Scores } from './scores.ts';
import type { SystemTestId } from './testMetrics.ts';
import { comparisonMeasures, scoreMeasures } from './segmentLevel/segmentMeasures.ts';
import { interpolatePrior, systemPrior } from './segmentLevel/systemPrior.ts';
import { systemMeasures } from './systemLevel.ts';
import { asErrors, makeScores, systemScores } from './testing/makeScores.ts';

const settings: MetaSettings = {
  systemMeasures: ['spearman', 'pearson', 'accuracy', 'soft-accuracy'],
  systemTest: 'williams',
  segmentTest: 'inputs',
  alpha: 0.05,
  samples: 200,
  seed: 1,
  level: 0.95,
};

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const segments = 40;

/** Six systems of growing quality; scores are quality and noise. */
function noisy(name: string, noise: number, seed: number): Scores {
  const random = new Pcg64(seed);
  const rows = names.map((system, s) => [system, Array.from({ length: segments }, () => s + noise * (random.float() - 0.5))] as const); // prettier-ignore
  return { ...makeScores(rows), name };
}

const none: Judgments = { rankings: [], ratings: [], annotations: [], edits: [], verdicts: [], dropped: [] };

function rankedSide(): HumanSide {
  const seen = noisy('people', 6, 2);
  const rankings = seen.segments.map((segment, g): Ranking => {
    const scores = names.map((_, s) => seen.ofSegments[s * segments + g]!);
    return {
      task: 't',
      segment,
      judge: 'j',
      order: g,
      systems: names,
      ranks: scores.map((score) => 1 + scores.filter((other) => other > score).length),
    };
  });
  return humanSides('t', { ...none, rankings })[0]!;
}

const good = noisy('good', 4, 3);
const bad = noisy('bad', 40, 4);

it('says how far it is, from 0 to 1 without going back', () => {
  const shares: number[] = [];
  const told: string[] = [];
  const side = rankedSide();
  const third = { ...noisy('third', 9, 5) };
  evaluateMetrics('t', side, [good, bad, third], { ...settings, samples: 20 }, ({ share, text }) => {
    shares.push(share);
    told.push(text);
  });
  // A share for each metric, then one for each pair in each of two tests.
  expect(shares.slice(0, 3)).toEqual([0, 0.4 / 3, 0.8 / 3]);
  expect(told.slice(0, 3)).toEqual(['t: good', 't: bad', 't: third']);
  for (const [i, share] of shares.slice(1).entries()) expect(share).toBeGreaterThanOrEqual(shares[i]!);
  expect(shares.at(-1)).toBe(1);
});

describe('where outputs were ranked', () => {
  const side = rankedSide();
  const [errors, whole] = [{ ...asErrors(good), name: 'errors' }, { ...systemScores([['a', 1], ['b', 2], ['c', 3], ['x', 9]]), name: 'whole' }]; // prettier-ignore
  const found = evaluateMetrics('t', side, [good, bad, errors, whole], settings);
  const [ofGood, ofBad, ofErrors, ofWhole] = found.metrics;

  it('has what the measures say', () => {
    const ids = ['spearman', 'pearson', 'accuracy']; // soft accuracy needs human scores of segments
    expect(found.systemMeasures.map(({ id }) => id)).toEqual(ids);
    expect(ofGood!.ofSystems.map(({ value }) => value)).toEqual(
      ids.map((id) => systemMeasures.find((measure) => measure.id === id)!.of(side.scores, good).value),
    );
    expect(found.segmentMeasures.map(({ id }) => id)).toEqual(['consistency', 'wmt14']);
    const resampling = { samples: 200, seed: 1, level: 0.95 };
    expect(ofBad!.ofSegments).toEqual(
      ['consistency', 'wmt14'].map((id) => comparisonMeasures.find((each) => each.id === id)!.of(side.comparisons!, bad, resampling)), // prettier-ignore
    );
    expect(ofGood!.prior!.mixture).toEqual(interpolatePrior(side.comparisons!, good, { seed: 1 }));
    expect(found.comparisons).toMatchObject({ all: 600, decided: 600 });
    expect(found.comparisons!.oracle.value).toBe(
      comparisonMeasures[0]!.of(side.comparisons!, systemPrior(side.scores, side.comparisons!.segments)).value,
    );
  });

  it('counts error metrics in the right direction', () => {
    expect(ofErrors!.ofSystems).toEqual(ofGood!.ofSystems);
    expect(ofErrors!.ofSegments).toEqual(ofGood!.ofSegments);
    expect(ofErrors!.prior).toEqual(ofGood!.prior);
  });

  it('knows metrics without segments, and systems without scores', () => {
    expect(ofWhole!.ofSegments).toBeUndefined();
    expect(ofWhole!.ofSystems[0]).toMatchObject({ systems: 3, value: 1 });
    expect(ofWhole!.prior!.mixture).toBeUndefined();
    expect(found.segmentTest!.names).toEqual(['good', 'bad', 'errors']);
    expect(found.systems.map(({ system }) => system)).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
    expect(found.systems.find(({ system }) => system === 'f')!.scores[3]).toBeNaN();
    const some = evaluateMetrics('t', side, [whole], settings);
    expect(some.unscored).toEqual(['d', 'e', 'f']);
    expect(some.unjudged).toEqual(['x']);
    // The oracle is of the same comparisons: 3 of the 15 pairs of systems.
    expect(some.comparisons).toMatchObject({ all: 600, oracle: { counted: 120 } });
    expect(some.metrics[0]!.prior!.system).toMatchObject({ counted: 120, value: some.comparisons!.oracle.value });
    expect(some.systemTest).toBeUndefined();
  });

  it('tells metrics apart', () => {
    const { segmentTest } = found;
    expect(segmentTest).toMatchObject({ test: 'inputs', measure: 'consistency' });
    expect(segmentTest!.p[0]![1]).toBeLessThan(0.01);
    expect(segmentTest!.p[1]![0]).toBeGreaterThan(0.9);
    expect(segmentTest!.p[0]![2]).toBe(1);
    expect(segmentTest!.ranked.map(({ name, rank, isWinner }) => [name, rank, isWinner])).toEqual([
      ['good', 1, true],
      ['errors', 1, true],
      ['bad', 2, false],
    ]);
  });

  it.each(['systems', 'inputs', 'systems-and-inputs', 'cells'] as const)(
    'can exchange %s over systems, too',
    (systemTest) => {
      const { systemTest: test } = evaluateMetrics('t', side, [good, bad], {
        ...settings,
        systemTest,
        segmentTest: 'none',
      });
      expect(test).toMatchObject({ test: systemTest, measure: 'spearman', names: ['good', 'bad'] });
      expect(test!.p[0]![1]).toBeGreaterThan(0);
      expect(test!.p[0]![1]).toBeLessThanOrEqual(1);
    },
  );

  it.each([
    [undefined, ['spearman', 'pearson'], 'systems'],
    [undefined, ['pearson', 'spearman'], 'williams'],
    ['williams', ['kendall', 'pearson'], 'systems'],
    ['williams', ['pearson'], 'williams'],
    [undefined, ['spearman-d2'], 'systems'],
    [undefined, ['accuracy'], 'systems'],
    ['cells', ['pearson'], 'cells'],
  ] as const)('%s of %j: tests the first measure, by %s', (asked, measures, test) => {
    const { systemTest: _, ...rest } = settings;
    const some = { ...rest, ...(asked && { systemTest: asked }), systemMeasures: measures };
    const { systemTest, metrics } = evaluateMetrics('t', side, [bad, good], some);
    expect(systemTest).toMatchObject({ test, measure: measures[0] });
    // The figures that are shown are the ones tested.
    expect(systemTest!.ranked.map(({ name, value }) => [name, value])).toEqual(
      [metrics[1]!, metrics[0]!].map(({ name, ofSystems }) => [name, ofSystems[0]!.value]),
    );
  });

  it('has each measure once, even if it is requested several times or by several names', () => {
    const twice = { systemMeasures: ['pearson', 'pearson', 'kendall'], segmentMeasures: ['2013', 'wmt13', '2013'] };
    const some = evaluateMetrics('t', side, [good, bad], { ...settings, ...twice });
    expect(some.systemMeasures.map(({ id }) => id)).toEqual(['pearson', 'kendall']);
    expect(some.metrics[0]!.ofSystems).toHaveLength(2);
    expect(some.segmentMeasures.map(({ id }) => id)).toEqual(['wmt13']);
  });

  it('does not mention exchanged segments if a metric has none', () => {
    const test = (systemTest: SystemTestId) =>
      evaluateMetrics('t', side, [good, whole], { ...settings, systemTest }).systemTest!.p[0]![1]!;
    expect(test('inputs')).toBeNaN();
    expect(test('systems')).toBeGreaterThan(0);
  });

  it('takes measures by year and leaves out those of scores', () => {
    const some = evaluateMetrics('t', side, [good], { ...settings, segmentMeasures: ['2013', 'wmt10', 'acc-eq'] });
    expect(some.segmentMeasures.map(({ id }) => id)).toEqual(['wmt13', 'wmt10']);
  });

  it.each([
    [{ systemMeasures: ['spearmann'] }, 'Unknown measure spearmann of systems. Did you mean spearman?'],
    [{ segmentMeasures: ['acceq'] }, 'Unknown measure acceq of segments. Did you mean acc-eq?'],
    [{ segmentMeasures: ['1999'] }, 'No measure of segments is known for WMT 1999: years go from 2008 to 2025.'],
  ])('%j', (wrong, message) => {
    expect(() => evaluateMetrics('t', side, [good], { ...settings, ...wrong })).toThrow(message);
  });
});

describe('where outputs were scored', () => {
  const human = noisy('people', 3, 5);
  const side = { id: 'people', scores: human };

  it('has the measures of scores, and soft accuracy', () => {
    const found = evaluateMetrics('t', side, [good, bad], settings);
    expect(found.systemMeasures.map(({ id }) => id)).toEqual(settings.systemMeasures);
    expect(found.segmentMeasures.map(({ id }) => id)).toEqual(['acc-eq', 'kendall-item', 'pearson']);
    expect(found.metrics[0]!.ofSegments![0]!.value).toBe(scoreMeasures.find(({ id }) => id === 'acc-eq')!.of(human, good).value); // prettier-ignore
    expect(found.metrics[0]!.prior).toBeUndefined();
    expect(found.comparisons).toBeUndefined();
  });

  it.each([
    ['acc-eq', 'inputs', 'inputs'],
    ['acc-eq', 'cells', 'inputs'],
    ['acc-eq', 'pairs', 'pairs'],
    ['tau-eq', 'pairs', 'pairs'],
    ['darr', 'inputs', 'inputs'],
    ['darr', 'pairs', 'pairs'],
    ['pearson', 'pairs', 'inputs'],
    ['pearson', 'cells', 'cells'],
    ['kendall-item', 'systems-and-inputs', 'systems-and-inputs'],
    ['kendall', 'systems', 'systems'],
  ] as const)('%s, asked for %s: exchanges %s', (measure, segmentTest, test) => {
    const wide = (scores: Scores): Scores => ({ ...scores, ofSegments: scores.ofSegments.map((score) => 20 * score) });
    const found = evaluateMetrics('t', { ...side, scores: wide(human) }, [good, bad], { ...settings, segmentTest, segmentMeasures: [measure] }); // prettier-ignore
    expect(found.segmentTest).toMatchObject({ test, measure });
    expect(found.segmentTest!.p[0]![1]).toBeLessThan(test === 'systems' ? 0.2 : 0.01);
    expect(found.segmentTest!.ranked[0]!.name).toBe('good');
  });

  it.each(['systems', 'inputs', 'systems-and-inputs', 'cells'] as const)(
    'tests soft accuracy by exchange of %s',
    (by) => {
      const some = { ...settings, systemMeasures: ['soft-accuracy'], systemTest: by, samples: 50 };
      const { systemTest } = evaluateMetrics('t', side, [bad, good, { ...good, name: 'same' }], some);
      expect(systemTest).toMatchObject({ test: by, measure: 'soft-accuracy' });
      expect(systemTest!.ranked[0]!.name).toBe('good');
      expect(systemTest!.p[1]![0]).toBeLessThan(by === 'systems' ? 0.3 : 0.05);
      expect(systemTest!.p[1]![2]).toBe(1);
    },
  );

  it('a system whose human score is not known comes last', () => {
    const unknown = human.ofSystems.map((score, s) => (names[s] === 'c' ? NaN : score));
    const found = evaluateMetrics('t', { id: 'x', scores: { ...human, ofSystems: unknown } }, [good], settings);
    expect(found.systems.map(({ system }) => system)).toEqual(['f', 'e', 'd', 'b', 'a', 'c']);
    expect(found.unjudged).toEqual(['c']);
  });

  it('compares pairs only where both metrics have scores', () => {
    const holed = { ...bad, ofSegments: bad.ofSegments.map((score, at) => (at % segments < 20 ? NaN : score)) };
    const rest = { ...good, ofSegments: good.ofSegments.map((score, at) => (at % segments < 20 ? NaN : score)) };
    const some = { ...settings, segmentMeasures: ['darr'] };
    const p = (first: Scores) => evaluateMetrics('t', side, [first, holed], some).segmentTest!.p;
    expect(p(good)).toEqual(p(rest));
  });
});

describe('segments that are one sentence, drawn and exchanged together', () => {
  /** Each segment three times, one after the other. */
  const triple = (scores: Scores): Scores => ({
    ...scores,
    segments: scores.segments.flatMap((key) => [key, `${key}b`, `${key}c`]),
    ofSegments: Float64Array.from(Array.from(scores.ofSegments).flatMap((score) => [score, score, score])),
  });
  const ranked = rankedSide();
  const { comparisons } = ranked;
  const keys = comparisons!.segments;
  const repeated = <T extends Int32Array | Uint16Array | Int8Array>(column: T): T =>
    (column.constructor as unknown as { from(entries: readonly number[]): T }).from(
      [0, 1, 2].flatMap(() => Array.from(column)),
    );
  const tripled: HumanSide = {
    ...ranked,
    comparisons: {
      ...comparisons!,
      count: 3 * comparisons!.count,
      segments: triple({ ...good, segments: keys }).segments,
      first: repeated(comparisons!.first),
      second: repeated(comparisons!.second),
      outcome: repeated(comparisons!.outcome),
      judge: repeated(comparisons!.judge),
      ranking: repeated(comparisons!.ranking),
      segment: Int32Array.from([0, 1, 2].flatMap((copy) => Array.from(comparisons!.segment, (g) => 3 * g + copy))),
    },
  };
  const human = noisy('people', 3, 5);
  const units = new Map(triple({ ...good, segments: keys }).segments.map((key) => [key, parseInt(key, 10)]));
  const noisier = noisy('noisier', 8, 6);

  it.each([
    ['consistency', ranked, tripled],
    ['wmt14', ranked, tripled],
    ...['acc-eq', 'kendall-item', 'pearson', 'pearson-system'].map(
      (id) => [id, { id: 'x', scores: human }, { id: 'x', scores: triple(human) }] as const,
    ),
  ] as const)('%s: data written three times say no more', (id, once, thrice) => {
    const some = { ...settings, systemTest: 'inputs', segmentMeasures: [id], samples: 100 } as const;
    const plain = evaluateMetrics('t', once, [good, noisier], some);
    const metrics = [good, noisier].map(triple);
    const grouped = evaluateMetrics('t', thrice, metrics, { ...some, units });
    plain.metrics.forEach(({ ofSegments }, m) => {
      const { low, high } = ofSegments![0]!.interval!;
      const interval = grouped.metrics[m]!.ofSegments![0]!.interval!;
      expect(interval.low).toBeCloseTo(low, 10);
      expect(interval.high).toBeCloseTo(high, 10);
    });
    expect(grouped.segmentTest!.p).toEqual(plain.segmentTest!.p);
    expect(grouped.systemTest!.p).toEqual(plain.systemTest!.p);
    // Drawn one by one, they are taken for three times as much.
    const { low, high } = evaluateMetrics('t', thrice, metrics, some).metrics[1]!.ofSegments![0]!.interval!;
    const wide = plain.metrics[1]!.ofSegments![0]!.interval!;
    expect(high - low).toBeLessThan(0.8 * (wide.high - wide.low));
  });
});

describe('requests that could not be met', () => {
  const ranked = rankedSide();
  const scored = { id: 'people', scores: noisy('people', 3, 5) };
  const found = (side: HumanSide, changed: Partial<MetaSettings>) =>
    evaluateMetrics('t', side, [good, bad], { ...settings, samples: 10, ...changed });
  const ofSystems = { systemMeasures: ['spearman'], segmentTest: 'none' } as const;
  const ofAccEq = { segmentMeasures: ['acc-eq'], systemTest: 'none' } as const;

  it.each([
    ['soft accuracy of ranked outputs', ranked, {}, { systemMeasures: ['pearson', 'soft-accuracy', 'soft-accuracy'], segmentTest: 'inputs' }, ['t: no soft-accuracy over systems, which needs human segment scores.']],
    ['the same of scored ones', scored, { segmentTest: 'none' }, { systemMeasures: ['soft-accuracy'], segmentTest: 'none' }, []],
    ['Williams’ test of another correlation', scored, ofSystems, { systemTest: 'williams', segmentTest: 'none' }, ['t: the test of spearman over systems exchanges systems: Williams’ test compares Pearson’s r only. For it, use --system-measure pearson.']],
    ['of Pearson’s', scored, { ...ofSystems, systemMeasures: ['pearson'] }, { systemTest: 'williams', segmentTest: 'none' }, []],
    ['another test of it', scored, { ...ofSystems, systemTest: 'systems' }, { systemTest: 'systems', segmentTest: 'none' }, []],
    ['no test of systems', scored, { ...ofSystems, systemTest: 'none' }, { systemTest: 'williams', segmentTest: 'none' }, []],
    ['exchanged pairs of a correlation', scored, { ...ofAccEq, segmentMeasures: ['pearson'], segmentTest: 'pairs' }, { segmentTest: 'pairs' }, ['t: the test of pearson exchanges inputs, not pairs: only acc-eq, tau-eq and darr are counts of pairs of outputs that people scored.']],
    ['of acc_eq', scored, { ...ofAccEq, segmentTest: 'pairs' }, { segmentTest: 'pairs' }, []],
    ['exchanged cells of acc_eq', scored, { ...ofAccEq, segmentTest: 'cells' }, { segmentTest: 'cells' }, ['t: the test of acc-eq exchanges inputs, not cells: metrics exchange their preferences on pairs of outputs, by inputs or by pairs.']],
    ['nothing asked for, nothing tested', scored, { systemTest: 'none', segmentTest: 'none' }, { segmentTest: 'none' }, []],
  ] as [string, HumanSide, Partial<MetaSettings>, Parameters<typeof unmetRequests>[1], string[]][])('%s', (_, side, changed, asked, notes) => {
    expect(unmetRequests(found(side, changed), asked)).toEqual(notes);
  }); // prettier-ignore

  it('has figures if there is any value', () => {
    const whole = systemScores([['a', 1], ['b', 2], ['c', 3]]); // prettier-ignore
    const onlyWhole = { id: 'x', scores: whole };
    const figures = (side: HumanSide, metrics: readonly Scores[], measures: string[]) =>
      hasFigures(evaluateMetrics('t', side, metrics, { ...settings, samples: 10, systemTest: 'none', segmentTest: 'none', systemMeasures: measures })); // prettier-ignore
    expect(figures(onlyWhole, [whole], ['pearson'])).toBe(true);
    expect(figures(onlyWhole, [whole], ['soft-accuracy'])).toBe(false); // needs segments, as do all measures of segments
    expect(figures(scored, [good], [])).toBe(true);
    expect(figures(scored, [whole], [])).toBe(false);
  });
});

it('people’s scores of every kind, rankings first', () => {
  const judgment = { task: 't', segment: '1', judge: 'j', order: 0 };
  const judgments: Judgments = {
    ...none,
    rankings: [{ ...judgment, systems: ['a', 'b'], ranks: [1, 2] }],
    ratings: [
      { ...judgment, system: 'a', score: 90, item: 'output' },
      { ...judgment, system: 'b', score: 10, item: 'output' },
    ],
    annotations: [{ ...judgment, system: 'a', errors: [] }],
  };
  const file = systemScores([['a', 1]]);
  expect(humanSides('t', judgments, [{ ...file, name: 'esa' }]).map(({ id }) => id)).toEqual(['rankings', 'annotations', 'ratings', 'raw-ratings', 'esa']); // prettier-ignore
  expect(humanSides('other', judgments)).toEqual([]);
});
