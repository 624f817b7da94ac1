import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCases, scorer } from '../testing/cases.ts';
import { segments, sum } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import eed from './eed.ts';

const scores = scorer(eed);
const rwth = { compat: 'rwth' } as const;
const japanese = { ...rwth, language: 'ja' } as const;
const costs = { ...rwth, jump: 1.5, coverage: 0.5, deletion: 0.4, insertion: 0.9 };

checkCases('TorchMetrics 1.9.0', eed, [
  ['english', rwth, 31.0215017345, [34.2359767892, 29.4117647059, 1.0989010989, 21.3953488372, 68.9655172414]],
  ['german', rwth, 16.0336476078, [3.5916824197, 5.4441260745, 32.6388888889, 22.4598930481]],
  ['czech', rwth, 48.1257308543, [24.4444444444, 38.1766381766, 40.2985074627, 89.5833333333]],
  ['chinese', rwth, 26.2425271739, [28.9099526066, 22.0472440945, 27.4074074074, 26.6055045872]],
  ['emoji', rwth, 17.8610823526, [24.3781094527, 21.7741935484, 16.2011173184, 9.0909090909]],
  ['empties', rwth, 56.1738514665, [13.0434782609, 96.4285714286, 90.243902439, 36.7088607595, 44.4444444444]],
  ['spaces', rwth, 10.4182512628, [1.4778325123, 15.6923076923, 4.347826087, 20.1550387597]],
  ['moved', rwth, 12.7655383815, [17.1974522293, 9.4540612517, 11.6451016636]],
  ['english', japanese, 38.5566076897, [36.3057324841, 35.5661881978, 1.2345679012, 19.6765498652, 100]],
  ['german', japanese, 16.5554326967, [3.8076152305, 5.9561128527, 34.3396226415, 22.1183800623]],
  ['chinese', japanese, 30.4238388703, [31.9371727749, 25, 32.1739130435, 32.5842696629]],
  ['empties', japanese, 89.8305084746, [100, 100, 100, 49.1525423729, 100]],
  ['moved', japanese, 17.7059618385, [24.7058823529, 12.4487004104, 15.9633027523]],
  ['english', costs, 33.7080956427, [34.5794392523, 30.5555555556, 1.8181818182, 24.4444444444, 77.1428571429]],
  ['german', costs, 17.2685312691, [4.6728971963, 7.0422535211, 33, 24.358974359]],
  ['czech', costs, 49.2366171184, [26.170212766, 41.6666666667, 44.1095890411, 85]],
  ['emoji', costs, 24.2160732161, [35.1111111111, 29.6296296296, 17.8378378378, 14.2857142857]],
  ['moved', costs, 13.3625404725, [16.7701863354, 9.8039215686, 13.5135135135]],
]);

describe('titles, abbreviations and numbers', () => {
  const hypotheses = [
    'Mr Jones met Mr. Smith and Dr Who.',
    'He paid 1.5, i.e. more.  Ok !',
    'U.S. firms, e.g. Ford',
    'Mrs. Hall',
    'ＡＢＣ　１２',
  ];
  const references = [
    ['Mr. Jones met Mr Smith and Dr. Who'],
    ['He paid 1,5 i.e. less. OK!', 'He paid 1.5, that is, more.'],
    ['U.S. companies, e.g. Ford.'],
    ['Ms. Hall'],
    ['ABC 12'],
  ];

  it.each([
    [rwth, [0.1989389920424403, 0.2506887052341598, 0.3351206434316354, 0.07547169811320756, 0.7345132743362832]],
    [
      japanese,
      [0.09455587392550144, 0.3243243243243243, 0.38620689655172413, 0.0930232558139535, 0.047619047619047616],
    ],
    [costs, [0.2455696202531646, 0.3432098765432099, 0.359493670886076, 0.12727272727272726, 0.7777777777777778]],
  ])('TorchMetrics 1.9.0, %j', (options, expected) => {
    const found = scores(options, hypotheses, references);
    expected.forEach((score, i) => expect(found.segments[i]).toBeCloseTo(100 * score, 9));
    expect(found.corpus).toBeCloseTo((100 * sum(expected)) / expected.length, 9);
  });

  it('a title keeps the word after it unless the published programs are followed', () => {
    const perfect = (text: string, options: Parameters<typeof eed>[0]) =>
      scores(options!, [text], [['Mr.ones']]).corpus;
    // As in the published programs, the word after a title without a full stop loses its first letter.
    expect(perfect('Mr Jones', rwth)).toBeLessThan(perfect('Mr Jones', {}));
    expect(scores({}, ['Mr. Hall'], [['Mr Hall']]).corpus).toBeGreaterThan(
      scores({}, ['Mr Hall'], [['Mr Hall']]).corpus,
    );
  });
});

/** The same recursion as in TorchMetrics, over a table of all places; texts have no punctuation. */
function plainEed(hypothesis: string, reference: string): number {
  const [own, theirs] = [hypothesis, reference].map((text) => [' ', ...Array.from(text), ' ']) as [string[], string[]];
  const table = [[0, ...own.map(() => 1)]];
  const visited: number[] = [];
  theirs.forEach((letter, j) => {
    const row: number[] = [];
    for (let i = 0; i <= own.length; i++) {
      const ways = [table[j]![i]! + 1];
      if (i > 0) ways.push(table[j]![i - 1]! + Number(own[i - 1] !== letter), row[i - 1]! + 0.2);
      row.push(Math.min(...ways));
    }
    const least = Math.min(...row);
    visited.push(row.indexOf(least));
    table.push(letter === ' ' ? row.map((cost) => Math.min(cost, least + 2)) : row);
  });
  const uncovered = sum(
    Array.from({ length: own.length + 1 }, (_, i) => {
      const visits = visited.filter((place) => place === i).length;
      return visits === 0 ? 1 : visits - 1;
    }),
  );
  return Math.min(1, (table.at(-1)!.at(-1)! + 0.3 * uncovered) / (theirs.length + 0.3 * uncovered));
}

it('equals a plain one', () => {
  fc.assert(
    fc.property(segments, (texts) => {
      const found = scores(
        {},
        texts.map(({ hypothesis }) => hypothesis),
        texts.map(({ references }) => references),
      );
      const expected = texts.map(({ hypothesis, references }) =>
        Math.min(...references.map((reference) => plainEed(hypothesis, reference))),
      );
      expected.forEach((score, i) => expect(found.segments[i]).toBeCloseTo(100 * score, 8));
      expect(found.corpus).toBeCloseTo((100 * sum(expected)) / expected.length, 8);
    }),
    { seed: 27, numRuns: 200 },
  );
});

it('explains edits and coverage', () => {
  const { values, formulas } = shownSteps(eed(), 'a', ['a']);
  // Three characters with the spaces, all alike; only the place before the first is never visited.
  expect(values).toEqual({ E: 0, u: 1, r: 3, U: 0.3, s: 0.090909, n: 1, score: 9.090909 });
  expect(formulas['s']).toBe('min(1, (E + U) / (r + U))');
});
