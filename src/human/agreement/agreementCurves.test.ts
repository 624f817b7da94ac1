import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ranking } from '../judgments.ts';
import { type CurveOptions, type CurvePoint, agreementCurves, agreementOfJudges } from './judgeAgreement.ts';
import { agreementOnLabels } from './labelAgreement.ts';
import { rankingLabels, verdictLabels } from './labels.ts';
import { rankingOf, rankingsOf, verdictsOf } from './testing/makeJudgments.ts';

const usual: CurveOptions = { chance: 'uniform', average: 'pairs', rerank: false, atLeast: 1 };
const resampling = { level: 0.95, samples: 1, seed: 1 };

const curvesOf = (rankings: readonly Ranking[], options: Partial<CurveOptions> = {}) =>
  agreementCurves(rankingLabels(rankings), { ...usual, ...options });

describe('without the first judgments', () => {
  it('drops them by time, over all tasks, regardless of the order of the rows', () => {
    const rankings = [
      rankingOf('j 2 a>b', 7),
      rankingOf('j 1 b>a', 3),
      rankingOf('k 1 a>b', 0),
      rankingOf('k 2 a>b', 5, 't'),
      rankingOf('j 9 a>b', 1, 'u'),
    ];
    const { first } = curvesOf(rankings);
    expect(first.map(({ dropped, judgments, kept, inter }) => [dropped, judgments, kept, inter.agreed, inter.compared])).toEqual([
      [0, 5, 1, 1, 2],
      [1, 3, 0.6, 1, 1],
      [2, 1, 0.2, 0, 0],
    ]); // prettier-ignore
  });

  it('judgments of one screen are dropped together', () => {
    const verdicts = verdictsOf('j 1 a e yes', 'j 1 b e yes', 'j 2 a e yes').map((each, v) => ({
      ...each,
      order: v < 2 ? 0 : 1,
    }));
    const { first } = agreementCurves(verdictLabels(verdicts), usual);
    expect(first.map(({ judgments }) => judgments)).toEqual([3, 1]);
  });
});

describe('without the judges who agree least', () => {
  // k and l agree on all; j agrees with nobody, m once with k and once not.
  const rankings = [...'12345678'].flatMap((segment, s) => [
    rankingOf(`j ${segment} b>a`, s),
    rankingOf(`k ${segment} a>b`, s),
    rankingOf(`l ${segment} a>b`, s),
    ...(s < 2 ? [rankingOf(`m ${segment} ${s === 0 ? 'a>b' : 'a=b'}`, s)] : []),
  ]);

  it('goes from the worst to the best', () => {
    const { worst } = curvesOf(rankings);
    expect(worst.map(({ dropped, judge, kept }) => [dropped, judge, kept])).toEqual([
      [0, undefined, 1],
      [1, 'j', 18 / 26],
      [2, 'm', 16 / 26],
      [3, 'k', 8 / 26],
    ]);
    expect(worst[1]!.inter).toMatchObject({ agreed: 10, compared: 12 });
    expect(worst[2]!.inter).toMatchObject({ agreed: 8, compared: 8, kappa: 1 });
    expect(worst[3]!.inter.kappa).toBeNaN();
  });

  it('keeps judges with too little evidence', () => {
    const { worst } = curvesOf(rankings, { atLeast: 7 });
    expect(worst.map(({ judge }) => judge)).toEqual([undefined, 'j', 'k', 'l']);
  });

  it('finds the lowest again after each one', () => {
    // j is at odds with k six times. k and l agree twice, l and m once of three times. So k has 2 of 8 and m 1 of 3; without j, k has 2 of 2.
    const some = rankingsOf(
      ...[...'123456'].flatMap((segment) => [`j ${segment} a>b`, `k ${segment} b>a`]),
      ...[...'78'].flatMap((segment) => [`k ${segment} a>b`, `l ${segment} a>b`]),
      ...[...'xyz'].flatMap((segment) => [`l ${segment} a>b`, `m ${segment} ${segment === 'x' ? 'a>b' : 'a=b'}`]),
    );
    const names = (rerank: boolean) => curvesOf(some, { rerank }).worst.map(({ judge }) => judge);
    expect(names(false)).toEqual([undefined, 'j', 'k', 'm']);
    expect(names(true)).toEqual([undefined, 'j', 'm', 'k']);
  });

  it('held out: chooses judges on one half and measures on the other', () => {
    // Segments by name: 1 3 5 7 have places 0 2 4 6. There j is at odds with both others; in 2 4 6 8 it is l.
    const torn = [...'12345678'].flatMap((segment, s) => [
      rankingOf(`j ${segment} ${s % 2 === 0 ? 'b>a' : 'a>b'}`, s),
      rankingOf(`k ${segment} a>b`, s),
      rankingOf(`l ${segment} ${s % 2 === 0 ? 'a>b' : 'b>a'}`, s),
    ]);
    const [start, one] = curvesOf(torn).worst;
    expect(start!.heldOut).toMatchObject({ agreed: 8, compared: 24 });
    // Without j on 2 4 6 8: k and l differ; without l on 1 3 5 7: j and k differ.
    expect(one!.heldOut).toMatchObject({ agreed: 0, compared: 8 });
  });
});

/** Keys may have been added in another order. */
const expectClose = (value: number, expected: number) =>
  Number.isNaN(expected) ? expect(value).toBeNaN() : expect(value).toBeCloseTo(expected, 10);

describe('on any rankings', () => {
  const many = fc
    .array(
      fc.tuple(fc.constantFrom(...'jklm'), fc.constantFrom(...'12345'), fc.constantFrom('a>b', 'b>a', 'a=b', 'a>b>c', 'c>a=b')),
      { minLength: 1, maxLength: 40 },
    )
    .map((drawn) => rankingsOf(...drawn.map((words) => words.join(' ')))); // prettier-ignore

  it('a point is the agreement of the remaining judgments', () => {
    fc.assert(
      fc.property(many, fc.boolean(), fc.constantFrom('pairs', 'keys'), (rankings, rerank, average) => {
        const { first, worst } = curvesOf(rankings, { rerank, average, chance: 'empirical' });
        const agreement = (some: readonly Ranking[]) =>
          agreementOnLabels(rankingLabels(some), { chance: 'empirical', average }, resampling);
        const place = (ranking: Ranking) =>
          rankings.filter(({ judge, order }) => judge === ranking.judge && order < ranking.order).length;
        const check = ({ kept, inter, intra }: CurvePoint, left: readonly Ranking[]) => {
          const expected = agreement(left);
          expect(kept).toBeCloseTo(left.length / rankings.length, 12);
          expect(inter.compared).toBe(expected.inter.compared);
          expectClose(inter.kappa, expected.inter.kappa.value);
          expectClose(intra.kappa, expected.intra.kappa.value);
        };
        for (const point of first) check(point, rankings.filter((each) => place(each) >= point.dropped)); // prettier-ignore
        worst.forEach((point, k) => {
          const gone = worst.slice(0, k + 1).map(({ judge }) => judge);
          check(point, rankings.filter(({ judge }) => !gone.includes(judge))); // prettier-ignore
        });
      }),
    );
  });

  it('the judge dropped first agrees least with the others', () => {
    fc.assert(
      fc.property(many, (rankings) => {
        const judges = agreementOfJudges(rankingLabels(rankings));
        const { worst } = curvesOf(rankings, { rerank: true });
        const shares = judges.map(({ withOthers }) => withOthers.share).filter((share) => !Number.isNaN(share));
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        if (worst.length > 1) expect(worst[1]!.judge).toBe(judges[0]!.judge);
      }),
    );
  });
});

describe('agreement of judges', () => {
  it('breaks ties by the number of comparisons', () => {
    // a and b never agree, twice; c and d never agree, three times; the names are in the opposite order.
    const texts = [
      'a 1 x>y',
      'b 1 y>x',
      'a 2 x>y',
      'b 2 y>x',
      ...[...'345'].flatMap((s) => [`c ${s} x>y`, `d ${s} y>x`]),
    ];
    const order = agreementOfJudges(rankingLabels(rankingsOf(...texts))).map(({ judge }) => judge);
    expect(order).toEqual(['c', 'd', 'a', 'b']);
  });

  it('with others, in both halves, and with themselves', () => {
    const rankings = rankingsOf('j 1 a>b', 'k 1 a>b', 'j 2 a>b', 'k 2 b>a', 'j 1 a=b', 'l 1 a>b', 'm 3 a>b');
    const byName = new Map(agreementOfJudges(rankingLabels(rankings)).map((each) => [each.judge, each]));
    // j: a>b with k and l, a>b against b>a of k, then a=b against k and l. The first two of three are the first half.
    expect(byName.get('j')).toEqual({
      judge: 'j',
      judgments: 3,
      withOthers: { agreed: 2, compared: 5, share: 0.4 },
      firstHalf: { agreed: 2, compared: 3, share: 2 / 3 },
      lastHalf: { agreed: 0, compared: 2, share: 0 },
      withSelf: { agreed: 0, compared: 1, share: 0 },
    });
    expect(byName.get('m')!.withOthers).toEqual({ agreed: 0, compared: 0, share: NaN });
    expect([...byName.keys()].at(-1)).toBe('m');
  });
});
