import { describe, expect, it } from 'vitest';
import { rankingsOf } from './testing/makeJudgments.ts';
import { wmt16Agreement } from './wmt16Script.ts';

describe('as the script of WMT16 counts', () => {
  it('compares only pairs written in the same order, by any judges', () => {
    // Systems are written best first, so a and b are written a b twice (j, k), and b a once (l); j repeats a>b.
    const rankings = rankingsOf('j 1 a>b', 'k 1 a=b', 'l 1 b>a', 'j 1 a>b', 'j 2 a>b', 'k 2 b=a');
    const { inter, intra } = wmt16Agreement(rankings);
    // In segment 1 there are j a>b, k a=b and j a>b: three pairs, one of them equal, and that one by j alone. In segment 2 there are none.
    expect(inter).toMatchObject({ agreed: 1, compared: 3, ties: 2, labels: 6 });
    expect(inter.pA).toBeCloseTo(1 / 3, 15);
    expect(inter.pE).toBeCloseTo((1 / 3) ** 2 + 2 * (1 / 3) ** 2, 15);
    expect(inter.kappa).toBeCloseTo(0, 15);
    // Only j's labels of segment 1 count in the share of ties.
    expect(intra).toEqual({ agreed: 1, compared: 1, ties: 0, labels: 2, pA: 1, pE: 0.5, kappa: 1 });
  });

  it('counts all labels of a judge for a segment in P(E) if one pair was repeated', () => {
    const { intra } = wmt16Agreement(rankingsOf('j 1 a>b=c', 'j 1 a>b', 'k 1 a>b'));
    expect(intra).toMatchObject({ agreed: 1, compared: 1, ties: 1, labels: 4 });
  });

  it('treats systems with the same output as one', () => {
    const shown = rankingsOf('j 1 a=b>c', 'k 1 b=a>c').map((each) => ({ ...each, shown: [4, 4, 2] }));
    expect(wmt16Agreement(shown).inter).toMatchObject({ agreed: 1, compared: 1, labels: 2 });
  });

  it('ignores missing ranks, and is undefined without rankings', () => {
    const [one, other] = rankingsOf('j 1 a>b', 'k 1 a>b');
    const { inter, intra } = wmt16Agreement([one!, { ...other!, ranks: [1, NaN] }]);
    expect(inter).toMatchObject({ agreed: 0, compared: 0, labels: 1 });
    expect(inter.kappa).toBeNaN();
    expect(intra).toMatchObject({ compared: 0, labels: 0 });
    expect(wmt16Agreement([]).inter.pA).toBeNaN();
  });
});
