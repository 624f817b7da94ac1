import { describe, expect, it } from 'vitest';
import { Pcg64, normalCdf, normalQuantile } from '../../stats/index.ts';
import { type PairCounts, compareRankings, countPairs } from '../comparisons.ts';
import { comparisonsOf, simulatedRankings } from './testing/rankings.ts';
import { afterDraw, afterWin, trueSkill } from './trueSkill.ts';

const won = (x: number) => {
  const update = { shift: NaN, shrink: NaN };
  afterWin(x, update);
  return update;
};
const drawn = (t: number, e: number) => {
  const update = { shift: NaN, shrink: NaN };
  afterDraw(t, e, update);
  return update;
};

describe('one match', () => {
  // The first examples in the documentation of the Python package trueskill: both players at 25 ± 25/3, β = 25/6, τ = 25/300, draws 10 %.
  const [mean, beta] = [25, 25 / 6];
  const variance = (25 / 3) ** 2 + (25 / 300) ** 2;
  const c = Math.sqrt(2 * variance + 2 * beta * beta);
  const e = (normalQuantile(0.55) * Math.SQRT2 * beta) / c;
  const after = ({ shift, shrink }: { shift: number; shrink: number }) => [
    mean + (variance * shift) / c,
    Math.sqrt(variance * (1 - (variance * shrink) / (c * c))),
  ];

  it('won: 29.396 ± 7.171', () => {
    const [skill, deviation] = after(won(-e));
    expect(skill).toBeCloseTo(29.396, 3);
    expect(deviation).toBeCloseTo(7.171, 3);
  });

  it('drawn: 25.000 ± 6.458', () => {
    const [skill, deviation] = after(drawn(0, e));
    expect(skill).toBe(25);
    expect(deviation).toBeCloseTo(6.458, 3);
  });

  it('keeps its digits in the tails', () => {
    // 1 / Mills' ratio at 10 and at 30, by its continued fraction x + 1/(x + 2/(x + 3/(x + …))).
    const mills = (x: number) => {
      let value = x;
      for (let k = 200; k >= 1; k--) value = x + k / value;
      return value;
    };
    for (const x of [10, 30, 36.9]) {
      expect(won(-x).shift / mills(x)).toBeCloseTo(1, 12);
      expect(won(-x).shrink).toBeCloseTo(mills(x) * (mills(x) - x), 9);
    }
    expect(won(-50).shift).toBeCloseTo(mills(50), 4);
    expect(won(-50).shrink).toBeCloseTo(mills(50) * (mills(50) - 50), 5);
    expect(won(40)).toEqual({ shift: 0, shrink: 0 });
    expect(won(-37 - 1e-9).shift / won(-37 + 1e-9).shift).toBeCloseTo(1, 5);
  });

  it('a draw against a much better system moves as far as possible, in either direction', () => {
    for (const t of [0.3, 5, 30, 60]) {
      const one = drawn(t, 0.4);
      const other = drawn(-t, 0.4);
      expect(one.shift).toBeLessThan(0);
      expect(other.shift).toBe(-one.shift);
      expect(other.shrink).toBe(one.shrink);
      expect(one.shrink).toBeGreaterThan(0);
      expect(one.shrink).toBeLessThanOrEqual(1);
    }
    expect(drawn(60, 0.4).shift).toBeCloseTo(-59.6 - 1 / 59.6, 12);
    expect(drawn(37.4 + 1e-9, 0.4).shift / drawn(37.4 - 1e-9, 0.4).shift).toBeCloseTo(1, 5);
  });
});

/** A plain version from the paper, with nothing kept between matches; it draws the same random numbers as the fast one. */
function plain({ size, wins, ties }: PairCounts, random: Pcg64): number[] {
  const systems = [...Array(size).keys()];
  const judged = (i: number, j: number) => wins[i * size + j]! + wins[j * size + i]! + ties[i * size + j]!;
  const matches = systems.flatMap((i) => systems.filter((j) => j > i).map((j) => judged(i, j))).reduce((a, b) => a + b);
  const beta = (0.5 * matches) / 40;
  const margin = normalQuantile(0.625) * Math.SQRT2 * beta;
  const phi = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const skills = systems.map(() => ({ mean: 0, variance: 0.25 }));
  for (let match = 0; match < matches; match++) {
    const greatest = Math.max(...skills.map(({ variance }) => variance));
    const candidates = systems.filter((i) => skills[i]!.variance === greatest);
    const i = candidates.length === 1 ? candidates[0]! : candidates[random.below(candidates.length)]!;
    const a = skills[i]!;
    const weights = systems.map((j) => (judged(i, j) === 0 ? 0 : Math.exp(-Math.abs(a.mean - skills[j]!.mean))));
    let left = random.float() * weights.reduce((x, y) => x + y);
    const j = weights.findIndex((weight) => (left -= weight) < 0);
    const b = skills[j]!;
    const c = Math.sqrt(2 * beta ** 2 + a.variance + b.variance);
    const [t, e] = [(a.mean - b.mean) / c, margin / c];
    const outcomes = [
      ...Array<number>(wins[i * size + j]!).fill(1),
      ...Array<number>(ties[i * size + j]!).fill(0),
      ...Array<number>(wins[j * size + i]!).fill(-1),
    ];
    const outcome = outcomes[Math.floor(random.float() * outcomes.length)]!;
    let [v, w] = [0, 0];
    if (outcome === 0) {
      const p = normalCdf(e - t) - normalCdf(-e - t);
      v = (phi(-e - t) - phi(e - t)) / p;
      w = v ** 2 + ((e - t) * phi(e - t) + (e + t) * phi(e + t)) / p;
    } else {
      const x = outcome * t - e;
      v = phi(x) / normalCdf(x);
      w = v * (v + x);
      v *= outcome;
    }
    a.mean += (a.variance * v) / c;
    b.mean -= (b.variance * v) / c;
    a.variance *= 1 - (a.variance * w) / c ** 2;
    b.variance *= 1 - (b.variance * w) / c ** 2;
  }
  return skills.map(({ mean }) => mean);
}

describe('a run', () => {
  const skills = new Map([['a', 1], ['b', 0.6], ['c', 0.5], ['d', 0]]); // prettier-ignore
  const counts = countPairs(compareRankings('x-y', simulatedRankings(skills, 60, 3, new Pcg64(3))));

  it.each([1, 2, 3])('is as in the paper, seed %i', (seed) => {
    const expected = plain(counts, new Pcg64(seed));
    trueSkill(counts, new Pcg64(seed)).forEach((mean, s) => expect(mean).toBeCloseTo(expected[s]!, 10));
  });

  it('puts the better ones first on average', () => {
    const random = new Pcg64(7);
    const sums = [0, 0, 0, 0];
    for (let run = 0; run < 50; run++) trueSkill(counts, random).forEach((mean, s) => (sums[s]! += mean));
    expect(sums[0]).toBeGreaterThan(sums[1]!);
    expect(sums[2]).toBeGreaterThan(sums[3]!);
  });

  it('ties alone leave all at 0; one comparison separates two', () => {
    expect([...trueSkill(countPairs(comparisonsOf(['a=b=c', 5])), new Pcg64(1))].every((mean) => Math.abs(mean) < 1e-12)).toBe(true); // prettier-ignore
    const [a, b] = trueSkill(countPairs(comparisonsOf('a b')), new Pcg64(1));
    expect(a).toBeGreaterThan(0);
    expect(b).toBe(-a!);
  });
});
