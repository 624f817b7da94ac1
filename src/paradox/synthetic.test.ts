/** In their default sizes the recipes have exactly the expected values that came with the files they follow. */
import { describe, expect, it } from 'vitest';
import { sumRows } from '../core/index.ts';
import { deletion, deletionParadox, genreParadox, genres, padding, scattered, signTestParadox } from './index.ts';
import { emptied, genreOf, measuredBy } from './testing/measured.ts';
import { readExpected, syntheticMissing, syntheticTitle } from './testing/synthetic.ts';

const expectedMetrics = ['bleu', 'bleu_sbp', '4grr'] as const;

describe.skipIf(syntheticMissing)(syntheticTitle('values of synthetic_expected.tsv'), () => {
  const near = (actual: number, expected: unknown) => expect(actual).toBeCloseTo(expected as number, 6);
  const split = ({ wins, losses, p }: { wins: number; losses: number; p: number }) => [
    wins,
    losses,
    Number(p.toFixed(6)),
  ];
  /** Matches and totals of a system's n-grams, as BLEU counts them. */
  const counts = (sums: ArrayLike<number>) => {
    const [, , ...rest] = Array.from(sums);
    return { matches: rest.slice(0, 4), totals: rest.slice(4, 8) };
  };

  it.each([
    ['s1a', padding],
    ['s1b', scattered],
  ])('%s', (set, recipe) => {
    const expected = readExpected(set);
    const { by } = measuredBy(recipe);
    for (const name of expectedMetrics) {
      const { standings, exchanges } = signTestParadox(by[name]!);
      near(standings[0]!.score / 100, expected.get(`b.${name}`));
      near(standings[1]!.score / 100, expected.get(`c.${name}`));
      expect(split(exchanges[0])).toEqual(expected.get(`sign.${name}.test_vs_baseline_b`));
      expect(split(exchanges[1])).toEqual(expected.get(`sign.${name}.b_as_test_vs_c`));
    }
    const { standings } = signTestParadox(by['bleu']!);
    ['b', 'c'].forEach((system, s) => {
      near(standings[s]!.parts!['length ratio']!, expected.get(`${system}.length_ratio`));
      const { matches, totals } = counts(sumRows(by['bleu']!, s));
      expect(matches).toEqual(expected.get(`${system}.matches`));
      expect(totals).toEqual(expected.get(`${system}.totals`));
    });
  });

  it('s2', () => {
    const expected = readExpected('s2');
    const { by, labels } = measuredBy(genres);
    for (const name of expectedMetrics) {
      const { parts, whole } = genreParadox(by[name]!, genreOf(labels));
      for (const { value, standings } of [...parts, { value: 'nw+web', ...whole }]) {
        ['genre_specific', 'mixed_genre'].forEach((system, s) => {
          near(standings[s]!.score / 100, expected.get(`${value}.${system}.${name}`));
          if (name !== 'bleu') return;
          near(standings[s]!.parts!['length ratio']!, expected.get(`${value}.${system}.length_ratio`));
        });
      }
    }
    ['genre_specific', 'mixed_genre'].forEach((system, s) => {
      const { matches, totals } = counts(sumRows(by['bleu']!, s));
      expect(matches).toEqual(expected.get(`nw+web.${system}.matches`));
      expect(totals).toEqual(expected.get(`nw+web.${system}.totals`));
    });
  });

  it('s3', () => {
    const expected = readExpected('s3');
    const { by, references } = measuredBy(deletion);
    const measured = expectedMetrics.map((name) => emptied(by[name]!));
    const { deletions } = deletionParadox(
      measured,
      references.map(() => 1),
      [3],
    );
    ['baseline', 'sentence_deletion'].forEach((system, d) => {
      const { standings } = deletions[d]!;
      expectedMetrics.forEach((name, m) => near(standings[m]!.score / 100, expected.get(`${system}.${name}`)));
      near(standings[0]!.parts!['length ratio']!, expected.get(`${system}.length_ratio`));
      const { matches, totals } = counts(sumRows(by['bleu']!, d));
      expect(matches).toEqual(expected.get(`${system}.matches`));
      expect(totals).toEqual(expected.get(`${system}.totals`));
    });
    const lost = (m: number) => deletions[1]!.standings[m]!.score / deletions[0]!.standings[m]!.score;
    near(lost(1), expected.get('ratio_sbp_is_exp(-0.1)'));
    near(lost(2), expected.get('ratio_4grr_is_10/11'));
  });
});
