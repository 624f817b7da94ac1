import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowMeasurement } from '../../core/index.ts';
import { Pcg64, bootstrapAll, percentileInterval } from '../../stats/index.ts';
import type { Annotation, Judgments, Ranking, Rating, Verdict } from '../judgments.ts';
import { agreementCounter, column } from './labelAgreement.ts';
import { type AgreementOptions, measureAgreement } from './measureAgreement.ts';
import { rankingLabels } from './labels.ts';
import { judgmentsOf, rankingOf, rankingsOf, verdictsOf } from './testing/makeJudgments.ts';

const usual: AgreementOptions = {
  chance: 'uniform',
  average: 'pairs',
  identical: 'ties',
  judges: false,
  curves: false,
  wmt16: false,
  rerank: false,
  atLeast: 1,
  level: 0.95,
  samples: 20,
  seed: 1,
};

const allOf = (some: Partial<Judgments>, options: Partial<AgreementOptions> = {}) =>
  measureAgreement(judgmentsOf(some), { ...usual, ...options })[0]!.all;

describe('worked by hand', () => {
  // Pairs of systems in segment 1, by judge: j a>b a>c b>c, k b>a b>c c=a (written a=c), l a>b.
  const rankings = rankingsOf('j 1 a>b>c', 'k 1 b>c=a', 'l 1 b=a', 'l 1 a>b', 'j 2 a>b');

  it('pairs of labels of different judges, and of the same one', () => {
    // a and b: > (j), < (k), = (l), > (l): five pairs of different judges, one equal; one pair of l, unequal.
    // a and c: > and =, unequal. b and c: > and >, equal.
    const { labels, judgments, judges, segments } = allOf({ rankings });
    expect({ judgments, judges, segments }).toEqual({ judgments: 5, judges: 3, segments: 2 });
    expect(labels).toMatchObject({ keys: 4, labels: 9, units: 3 });
    expect(labels.inter).toMatchObject({ agreed: 2, compared: 7, pE: 1 / 3, strength: 'poor' });
    expect(labels.inter.pA.value).toBeCloseTo(2 / 7, 15);
    expect(labels.inter.kappa.value).toBeCloseTo((2 / 7 - 1 / 3) / (2 / 3), 15);
    expect(labels.intra).toMatchObject({ agreed: 0, compared: 1 });
    expect(labels.intra.kappa.value).toBeCloseTo(-1 / 2, 15);
  });

  it('averaged over keys: 1/5, 0 and 1 of three', () => {
    const { inter } = allOf({ rankings }, { average: 'keys' }).labels;
    expect(inter.pA.value).toBeCloseTo((1 / 5 + 0 + 1) / 3, 15);
    expect(inter).toMatchObject({ agreed: 2, compared: 7 });
  });

  it('chance by the labels given: two ties of nine', () => {
    const { inter, intra } = allOf({ rankings }, { chance: 'empirical' }).labels;
    const expected = (2 / 9) ** 2 + 2 * (7 / 18) ** 2;
    expect(inter.pE).toBeCloseTo(expected, 15);
    expect(intra.pE).toBe(inter.pE);
    expect(inter.kappa.value).toBeCloseTo((2 / 7 - expected) / (1 - expected), 15);
  });

  it('verdicts: edits by different editors are different items', () => {
    const verdicts = verdictsOf('j 1 a e yes', 'k 1 a e yes', 'k 1 a f no', 'l 1 a e no', 'j 1 a e no');
    const { inter, intra } = allOf({ verdicts }).labels;
    // Of a by e: yes (j), no (j), yes (k), no (l): five pairs of different judges, two equal.
    expect(inter).toMatchObject({ agreed: 2, compared: 5, pE: 1 / 2 });
    expect(intra).toMatchObject({ agreed: 0, compared: 1 });
  });

  it('the same names in another task are different', () => {
    const [first] = measureAgreement(
      judgmentsOf({ rankings: [rankingOf('j 1 a>b', 0), rankingOf('k 1 a>b', 0, 'u'), rankingOf('k 1 a>b', 1)] }),
      usual,
    );
    expect(first!.all.labels.inter.compared).toBe(1);
    expect(first!.tasks.map(({ task, labels }) => [task, labels.inter.compared])).toEqual([
      ['t', 1],
      ['u', 0],
    ]);
  });

  it('identical outputs are ties, or left out', () => {
    const shown = rankingsOf('j 1 a=b>c', 'k 1 a=b>c').map((each) => ({ ...each, shown: [0, 0, 1] }));
    expect(allOf({ rankings: shown }).labels.inter.compared).toBe(3);
    expect(allOf({ rankings: shown }).distinct!.inter.compared).toBe(2);
    const apart = shown.map((each) => ({ ...each, shown: [0, 1, 2] }));
    expect(allOf({ rankings: apart })).not.toHaveProperty('distinct');
    expect(allOf({ rankings: shown }, { identical: 'left-out' }).labels.inter.compared).toBe(2);
  });
});

describe('little data', () => {
  const undefinedFigure = { value: NaN, low: NaN, high: NaN };

  it('nothing at all', () => expect(measureAgreement(judgmentsOf({}), usual)).toEqual([]));

  it.each([
    ['a single judgment', rankingsOf('j 1 a>b')],
    ['a single judge, nothing twice', rankingsOf('j 1 a>b', 'j 2 a>b')],
    ['no pair in common', rankingsOf('j 1 a>b', 'k 1 a>c', 'k 2 a>b')],
    ['a single output', [{ ...rankingOf('j 1 a', 0) }, { ...rankingOf('k 1 a', 0) }]],
  ])('%s: undefined, null in JSON', (_, rankings) => {
    const { labels } = allOf({ rankings }, { judges: true, curves: true });
    expect(labels.inter).toEqual({
      agreed: 0,
      compared: 0,
      pA: undefinedFigure,
      pE: 1 / 3,
      kappa: undefinedFigure,
      strength: null,
    });
    expect(labels.fleiss).toEqual(undefinedFigure);
    expect(labels.alpha).toEqual(undefinedFigure);
    expect(JSON.stringify(labels.inter)).toContain('"kappa":{"value":null,"low":null,"high":null}');
  });

  it('all ties: perfect, but undefined if chance comes from the labels', () => {
    const rankings = rankingsOf('j 1 a=b', 'k 1 a=b', 'j 2 a=b', 'k 2 a=b');
    expect(allOf({ rankings }).labels.inter.kappa).toEqual({ value: 1, low: 1, high: 1 });
    expect(allOf({ rankings }, { chance: 'empirical' }).labels.inter.kappa).toEqual(undefinedFigure);
  });

  it('one segment has no interval, and neither have figures of few segments', () => {
    const { kappa } = allOf({ rankings: rankingsOf('j 1 a>b', 'k 1 a>b') }).labels.inter;
    expect(kappa).toEqual({ value: 1, low: NaN, high: NaN });
    const thin = rankingsOf('j 1 a>b', 'k 1 a>b', 'j 2 a>b', 'j 3 a>b', 'j 4 a>b');
    expect(allOf({ rankings: thin }).labels.inter.kappa).toEqual({ value: 1, low: NaN, high: NaN });
  });

  it('missing ranks are ignored', () => {
    const rankings: Ranking[] = [
      { task: 't', segment: '1', judge: 'j', order: 0, systems: ['a', 'b', 'c'], ranks: [1, NaN, 2] },
      { task: 't', segment: '1', judge: 'k', order: 0, systems: ['c', 'b', 'a'], ranks: [2, 1, 1] },
    ];
    expect(allOf({ rankings }).labels.inter).toMatchObject({ agreed: 1, compared: 1 });
  });

  it('names are only names', () => {
    const rankings = rankingsOf('__proto__ constructor toString>__proto__', 'hasOwn constructor toString>__proto__');
    expect(allOf({ rankings }, { judges: true }).labels.inter).toMatchObject({ agreed: 1, compared: 1 });
  });
});

describe('scores', () => {
  const rating = (judge: string, segment: string, system: string, score: number, order: number): Rating =>
    ({ task: 't', segment, judge, order, system, score, item: 'output' }); // prettier-ignore

  it('ratings of a judge for a segment are a ranking', () => {
    const ratings = [
      rating('j', '1', 'a', 70, 0),
      rating('j', '1', 'b', 50, 1),
      rating('k', '1', 'a', 20, 0),
      rating('k', '1', 'b', 10, 1),
      rating('k', '1', 'b', 30, 2), // repeated: the first counts
      { ...rating('j', '1', 'b', 90, 3), item: 'damaged' as const },
      { ...rating('k', '1', 'c', 90, 3), item: 'reference' as const },
    ];
    const { labels, scores, judgments } = allOf({ ratings });
    expect(judgments).toBe(5);
    expect(labels.inter).toMatchObject({ agreed: 1, compared: 1 });
    expect(scores!.inter.units).toBe(2);
    expect(scores!.intra).toMatchObject({ units: 1, scores: 2 });
  });

  it('errors have the weights of MQM', () => {
    const marked = (judge: string, system: string, ...severities: readonly string[]): Annotation => ({
      task: 't',
      segment: '1',
      judge,
      order: 0,
      system,
      errors: severities.map((severity) => ({ category: 'accuracy', severity, side: 'output' as const })),
    });
    const annotations = [
      marked('j', 'a', 'minor'),
      marked('j', 'b', 'major'),
      marked('k', 'a'),
      marked('k', 'b', 'minor', 'minor'),
    ];
    const [only] = measureAgreement(judgmentsOf({ annotations }), usual);
    expect(only!.kind).toBe('annotations');
    expect(only!.all.labels.inter).toMatchObject({ agreed: 1, compared: 1 });
    // Scores −1, 0 and −5, −2: within units 1 + 9 doubled, among all four 1 + 16 + 1 + 25 + 4 + 9 = 56 doubled.
    expect(only!.all.scores!.inter.alpha.value).toBeCloseTo(1 - (10 * 3) / 56, 12);
  });
});

it('errors in another order are the same errors', () => {
  const minor = { category: 'accuracy', severity: 'minor', side: 'output' } as const;
  const comma = { ...minor, category: 'fluency/punctuation' };
  const annotation = (judge: string, system: string, errors: Annotation['errors']): Annotation => ({
    task: 't', segment: '1', judge, order: 0, system, errors,
  }); // prettier-ignore
  // −1 − .1 − .1 is not −.1 − .1 − 1 in doubles; both outputs tie for j and k.
  const annotations = [
    annotation('j', 'a', [minor, comma, comma]),
    annotation('j', 'b', [comma, comma, minor]),
    annotation('k', 'a', []),
    annotation('k', 'b', []),
  ];
  expect(allOf({ annotations }).labels.inter).toMatchObject({ agreed: 1, compared: 1 });
});

/** An oracle from the definition: all pairs of labels, one by one. */
function plainAgreement(
  entries: readonly { key: string; judge: string; order: number; label: string }[],
  categories: number,
) {
  const counts = { inter: [0, 0], intra: [0, 0] };
  const shares = { inter: new Map<string, number[]>(), intra: new Map<string, number[]>() };
  entries.forEach((x, i) =>
    entries.slice(0, i).forEach((y) => {
      if (x.key !== y.key) return;
      const between = x.judge === y.judge ? 'intra' : 'inter';
      const equal = Number(x.label === y.label);
      counts[between][0]! += equal;
      counts[between][1]! += 1;
      shares[between].set(x.key, [...(shares[between].get(x.key) ?? []), equal]);
    }),
  );
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const firsts = entries.filter(
    (x) => !entries.some((y) => y.key === x.key && y.judge === x.judge && y.order < x.order),
  );
  const units = [...new Set(firsts.map(({ key }) => key))]
    .map((key) => firsts.filter((each) => each.key === key).map(({ label }) => label))
    .filter(({ length }) => length > 1);
  const pooled = units.flat();
  // The order of two systems is arbitrary, so each label counts as itself and as its mirror image.
  const sides = pooled.flatMap((label) => [label, { '<': '>', '>': '<' }[label] ?? label]);
  const share = (label: string) => sides.filter((each) => each === label).length / sides.length;
  const byChance = [...new Set(sides)].reduce((sum, label) => sum + share(label) ** 2, 0);
  const disagreeing = (labels: readonly string[]) =>
    labels.flatMap((x, i) => labels.filter((y, j) => i !== j && x !== y)).length;
  const observed = units.reduce((sum, unit) => sum + disagreeing(unit) / (unit.length - 1), 0) / pooled.length;
  // A label is never drawn twice.
  const expected = ((1 - byChance) * pooled.length) / (pooled.length - 1);
  const agreeing = mean(units.map((unit) => 1 - disagreeing(unit) / (unit.length * (unit.length - 1))));
  return {
    counts,
    byKeys: {
      inter: mean([...shares.inter.values()].map(mean)),
      intra: mean([...shares.intra.values()].map(mean)),
    },
    kappa: (between: 'inter' | 'intra') =>
      (counts[between][0]! / counts[between][1]! - 1 / categories) / (1 - 1 / categories),
    fleiss: (agreeing - byChance) / (1 - byChance),
    alpha: byChance === 1 ? NaN : 1 - observed / expected,
  };
}

const expectClose = (value: number, expected: number) =>
  Number.isNaN(expected) ? expect(value).toBeNaN() : expect(value).toBeCloseTo(expected, 10);

const judgment = fc.record({
  task: fc.constantFrom('t', 'u'),
  segment: fc.constantFrom('1', '2', '3'),
  judge: fc.constantFrom('j', 'k', 'l'),
});

const manyRankings = fc
  .array(
    fc.tuple(
      judgment,
      fc.shuffledSubarray(['a', 'b', 'c', 'd']),
      fc.array(fc.constantFrom(1, 2, 3, NaN), { minLength: 4, maxLength: 4 }),
    ),
    { maxLength: 25 },
  ) // prettier-ignore
  .map(
    (drawn) =>
    drawn.map(([common, systems, ranks], order): Ranking => ({ ...common, order, systems, ranks: ranks.slice(0, systems.length) })), // prettier-ignore
  );

const manyVerdicts = fc
  .array(fc.tuple(judgment, fc.constantFrom('a', 'b'), fc.constantFrom('e', 'f'), fc.boolean()), { maxLength: 40 })
  .map(
    (drawn) =>
    drawn.map(([common, system, editor, acceptable], order): Verdict => ({ ...common, order, system, editor, acceptable })), // prettier-ignore
  );

const rankingEntries = (rankings: readonly Ranking[]) =>
  rankings.flatMap(({ task, segment, judge, order, systems, ranks }) =>
    systems.flatMap((a, i) =>
      systems.flatMap((b, j) => {
        if (!(a < b) || Number.isNaN(ranks[i]!) || Number.isNaN(ranks[j]!)) return [];
        const label = ranks[i]! < ranks[j]! ? '>' : ranks[i] === ranks[j] ? '=' : '<';
        return [{ key: [task, segment, a, b].join(' '), judge, order, label }];
      }),
    ),
  );

const verdictEntries = (verdicts: readonly Verdict[]) =>
  verdicts.map(({ task, segment, judge, order, system, editor, acceptable }) => ({
    key: [task, segment, system, editor].join(' '),
    judge,
    order,
    label: String(acceptable),
  }));

describe('on any judgments', () => {
  const check = (some: Partial<Judgments>, entries: Parameters<typeof plainAgreement>[0], categories: number) => {
    if (entries.length === 0) return;
    const plain = plainAgreement(entries, categories);
    const { labels } = allOf(some, { samples: 2 });
    const byKeys = allOf(some, { samples: 2, average: 'keys' }).labels;
    for (const between of ['inter', 'intra'] as const) {
      const { agreed, compared, kappa } = labels[between];
      expect([agreed, compared]).toEqual(plain.counts[between]);
      expectClose(kappa.value, plain.kappa(between));
      expectClose(byKeys[between].pA.value, plain.byKeys[between]);
    }
    expectClose(labels.fleiss.value, plain.fleiss);
    expectClose(labels.alpha.value, plain.alpha);
  };

  it('rankings: as counted from the definition', () => {
    fc.assert(fc.property(manyRankings, (rankings) => check({ rankings }, rankingEntries(rankings), 3)));
  });

  it('verdicts: as counted from the definition', () => {
    fc.assert(fc.property(manyVerdicts, (verdicts) => check({ verdicts }, verdictEntries(verdicts), 2)));
  });

  const options = { judges: true, curves: true, wmt16: true, samples: 5 };

  it('the order of the rows does not matter', () => {
    fc.assert(
      fc.property(
        manyRankings.chain((rankings) => fc.tuple(fc.constant(rankings), fc.shuffledSubarray(rankings, { minLength: rankings.length }))), // prettier-ignore
        ([rankings, shuffled]) => {
          const measured = (some: readonly Ranking[]) =>
            measureAgreement(judgmentsOf({ rankings: some }), { ...usual, ...options });
          expect(measured(shuffled)).toEqual(measured(rankings));
        },
      ),
    );
  });

  it('the names of judges and systems do not matter', () => {
    fc.assert(
      fc.property(manyRankings, fc.shuffledSubarray([...'jklabcd'], { minLength: 7 }), (rankings, names) => {
        const renamed = (name: string) => names['jklabcd'.indexOf(name)]!;
        const others = rankings.map((each) => ({
          ...each,
          judge: renamed(each.judge),
          systems: each.systems.map(renamed),
        }));
        if (rankings.length === 0) return;
        const [before, after] = [rankings, others].map((some) => allOf({ rankings: some }).labels);
        for (const between of ['inter', 'intra'] as const) {
          expect(after![between].agreed).toBe(before![between].agreed);
          expect(after![between].compared).toBe(before![between].compared);
          expectClose(after![between].kappa.low, before![between].kappa.low);
        }
        expectClose(after!.fleiss.value, before!.fleiss.value);
        expectClose(after!.alpha.value, before!.alpha.value);
      }),
    );
  });

  it('judges with equal labels agree perfectly', () => {
    fc.assert(
      fc.property(manyRankings, (rankings) => {
        const byName = rankings.map((each) => ({ ...each, ranks: each.systems.map((name) => name.charCodeAt(0)) }));
        if (rankings.length === 0) return;
        const { inter, intra } = allOf({ rankings: byName }).labels;
        for (const { kappa, compared } of [inter, intra]) expect(kappa.value).toBe(compared > 0 ? 1 : NaN);
      }),
    );
  });
});

describe('intervals', () => {
  it('are those of the bootstrap of stats, over segments', () => {
    const rankings = Array.from({ length: 60 }, (_, i) =>
      rankingOf(`${'jkl'[i % 3]} ${i % 11} ${i % 7 < 4 ? 'a>b' : i % 5 < 3 ? 'b>a' : 'a=b'}`, i),
    );
    const labels = rankingLabels(rankings);
    const counter = agreementCounter(labels);
    const measured = rowMeasurement(
      { name: 'κ', systems: 1, segments: labels.segments, higherIsBetter: true, width: counter.width },
      counter.rows(),
      (sums) => (sums[column.inter.agreed]! / sums[column.inter.compared]! - 1 / 3) / (1 - 1 / 3),
    );
    const expected = percentileInterval(bootstrapAll(measured, 200, new Pcg64(7))[0]!.sort(), 0.9);
    const { kappa } = allOf({ rankings }, { samples: 200, seed: 7, level: 0.9 }).labels.inter;
    expect(labels.segments).toBe(11);
    expect(kappa.low).toBeLessThan(kappa.value);
    expect([kappa.low, kappa.high]).toEqual([expected.low, expected.high]);
  });
});
