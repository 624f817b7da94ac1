/** Every worked example of the papers has a case: here, or in the test of what it is about. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { landisKoch } from '../src/human/index.ts';
import { kappa } from '../src/human/agreement/labelAgreement.ts';
import { spearman, spearmanByDifferences, splitProbability } from '../src/stats/index.ts';
import { type WorkedExample, goldenMissing, goldenTitle, readWorkedExamples } from '../src/metrics/testing/golden.ts';

type Check = (example: WorkedExample) => void;

const near = (found: number, { expected, tolerance }: WorkedExample) =>
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(tolerance + 1e-12);
const share = (typed: number | string) => (typed === '1/3' ? 1 / 3 : Number(typed));

const checks: Readonly<Record<string, Check>> = {
  'wmt09-kappa-': (example) => near(kappa(example.input.p_a, example.input.p_e), example),
  'wmt09-landis-': ({ input, expected }) => expect(landisKoch(input)).toBe(expected),
  'wmt09-rho-': (example) => {
    near(spearman(example.input.human, example.input.metric), example);
    near(spearmanByDifferences(example.input.human, example.input.metric), example);
  },
  // The number of judgments is not printed; with any that makes the printed shares the mark is the same.
  'wmt09-rbmt5-rbmt2': ({ input, expected }) => {
    const rounded = (count: number, n: number) => Math.round((100 * count) / n) / 100;
    const found: number[] = [];
    for (let n: number = input.n_plausible[0]; n <= input.n_plausible[1]; n++) {
      const [wins, losses] = [Math.round(input.p_rbmt2_better * n), Math.round(input.p_rbmt5_better * n)];
      const areShares = rounded(wins, n) === input.p_rbmt2_better && rounded(losses, n) === input.p_rbmt5_better;
      if (areShares) found.push(splitProbability(wins, losses));
    }
    expect(found.length).toBeGreaterThan(0);
    for (const p of found) expect(p <= 0.01 ? 'double dagger' : p <= 0.05 ? 'dagger' : 'none').toBe(expected);
  },
  // P(A) = .61 and P(E) = 1/3 make .415, where the paper prints .40: its P(A) would have to be about .60.
  'song-kappa': ({ input, expected, status }) => {
    expect(status).toBe('recomputed, DEVIATES');
    expect(kappa(share(input.p_a), share(input.p_e))).toBeCloseTo(0.415, 12);
    expect(expected).toBe(0.4);
  },
  // Sums and differences of what is printed.
  'wmt09-sum-test-sets': (example) => near(example.input[0] + example.input[1], example),
  'amber-text-gain': ({ input, expected, tolerance }) =>
    input.forEach(([before, after]: [number, number], i: number) =>
      expect(Math.abs(after - before - expected[i])).toBeLessThanOrEqual(tolerance),
    ),
  'wmt09-overall-oracle': (example) => {
    const pairs = Object.values<[number, number]>(example.input);
    const all = pairs.reduce((sum, [, count]) => sum + count, 0);
    near(pairs.reduce((sum, [value, count]) => sum + value * count, 0) / all, example);
  },
};

const tests = {
  'src/metrics/edit/4grr.test.ts': ['chiang-4grr-', 'chiang-automaton-', 'chiang-fig1'],
  'src/metrics/ngram/amber/penalties.test.ts': ['amber-'],
  'src/metrics/ngram/bleu-grid.test.ts': ['song-names', 'song-t2-cand2-', 'song-t2-cand3'],
  'src/metrics/shared/bleuScore.test.ts': ['song-', 'chiang-phi-', 'chiang-multiset', 'chiang-licence'],
  'src/metrics/shared/referenceLength.test.ts': ['chiang-efflen', 'chiang-closest-paradox', 'chiang-average-paradox'],
  'src/text/ngrams/recognition.test.ts': ['chiang-transitions'],
};

describe.skipIf(goldenMissing)(goldenTitle('the worked examples'), () => {
  const examples = goldenMissing ? [] : [...readWorkedExamples().values()];
  const checkOf = (id: string): Check | undefined =>
    Object.entries(checks).find(([beginning]) => id.startsWith(beginning))?.[1];

  it.each(examples.filter(({ id }) => checkOf(id)).map((example) => [example.id, example] as const))(
    '%s',
    (id, example) => checkOf(id)!(example),
  );

  it('have a case each, but for the one that was not recomputed', () => {
    const isTested = (id: string): boolean =>
      Object.entries(tests).some(([file, beginnings]) => {
        const beginning = beginnings.find((each) => id.startsWith(each));
        if (beginning === undefined) return false;
        const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
        // Either by its own name, or by that of its group.
        return text.includes(id) || text.includes(`('${beginning}')`) || text.includes(groupOf(id));
      });
    const without = examples.filter(({ id }) => !checkOf(id) && !isTested(id));
    expect(without.map(({ id, status }) => [id, status])).toEqual([['chiang-sign-case', 'not recomputed']]);
  });
});

/** `song-t8-PABC4` is one of `song-t8-`, as the test of a group names it. */
const groupOf = (id: string): string => `('${id.slice(0, id.lastIndexOf('-') + 1)}')`;
