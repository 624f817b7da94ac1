import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import mer from '../edit/mer.ts';
import wil from '../edit/wil.ts';
import wip from '../edit/wip.ts';
import { checkCases, scorer } from '../testing/cases.ts';
import { segments, sum, wordsOf } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';

const jiwer = { tokenizer: 'none', compat: 'jiwer' } as const;

checkCases('jiwer 4.0.0, MER', mer, [
  ['english', jiwer, 43.75, [33.3333333333, 60, 0, 50, 100]],
  ['czech', jiwer, 73.9130434783, [57.1428571429, 100, 40, 100]],
  ['emoji', jiwer, 46.6666666667, [75, 50, 25, 0]],
  ['possessive', jiwer, 53.8461538462, [0, 70]],
]);

checkCases('jiwer 4.0.0, WIL', wil, [
  ['english', jiwer, 61.2903225806, [50, 74.6031746032, 0, 71.4285714286, 100]],
  ['czech', jiwer, 91.3875598086, [75, 100, 55, 100]],
  ['emoji', jiwer, 67.3469387755, [93.75, 70, 25, 0]],
  ['possessive', jiwer, 76.9230769231, [0, 90]],
]);

checkCases('jiwer 4.0.0, WIP', wip, [
  ['english', jiwer, 38.7096774194, [50, 25.3968253968, 100, 28.5714285714, 0]],
  ['czech', jiwer, 8.6124401914, [25, 0, 45, 0]],
  ['emoji', jiwer, 32.6530612245, [6.25, 30, 75, 100]],
  ['possessive', jiwer, 23.0769230769, [100, 10]],
]);

interface Counts {
  readonly edits: number;
  readonly matches: number;
}

/** The fewest edits, and with them the most matches, by trying every edit. */
function plainCounts(hypothesis: readonly string[], reference: readonly string[]): Counts {
  const known = new Map<string, Counts>();
  const from = (i: number, j: number): Counts => {
    const [own, theirs] = [hypothesis[i], reference[j]];
    if (own === undefined || theirs === undefined) {
      return { edits: hypothesis.length - i + reference.length - j, matches: 0 };
    }
    const place = `${i} ${j}`;
    if (!known.has(place)) {
      const after = [from(i + 1, j), from(i, j + 1), from(i + 1, j + 1)];
      const tried = after.map((rest, k) =>
        k === 2 && own === theirs
          ? { edits: rest.edits, matches: rest.matches + 1 }
          : { edits: rest.edits + 1, matches: rest.matches },
      );
      known.set(place, tried.sort((a, b) => a.edits - b.edits || b.matches - a.matches)[0]!);
    }
    return known.get(place)!;
  };
  return from(0, 0);
}

type Rate = (counts: Counts, own: number, theirs: number) => number;

const plainWip: Rate = ({ matches }, own, theirs) =>
  own === 0 || theirs === 0 ? Number(own === theirs) : matches ** 2 / (own * theirs);

const plainWil: Rate = (...counts) => 1 - plainWip(...counts);
const plainMer: Rate = ({ edits, matches }) => (edits > 0 ? edits / (edits + matches) : 0);

describe('of the shortest edits those with the most matches', () => {
  it.each([
    ['MER', mer, plainMer],
    ['WIL', wil, plainWil],
    ['WIP', wip, plainWip],
  ] as const)('count: %s', (_, definition, rate) => {
    const scores = scorer(definition);
    fc.assert(
      fc.property(segments, (texts) => {
        const rows = texts.map(({ hypothesis, references }) => {
          const [own, theirs] = [wordsOf(hypothesis), wordsOf(references[0]!)];
          return { counts: plainCounts(own, theirs), own: own.length, theirs: theirs.length };
        });
        const found = scores(
          { tokenizer: 'none' },
          texts.map(({ hypothesis }) => hypothesis),
          texts.map(({ references }) => references.slice(0, 1)),
        );
        rows.forEach(({ counts, own, theirs }, i) =>
          expect(found.segments[i]).toBeCloseTo(100 * rate(counts, own, theirs), 9),
        );
        const counts = {
          edits: sum(rows.map((row) => row.counts.edits)),
          matches: sum(rows.map((row) => row.counts.matches)),
        };
        const whole = rate(counts, sum(rows.map(({ own }) => own)), sum(rows.map(({ theirs }) => theirs)));
        expect(found.corpus).toBeCloseTo(100 * whole, 9);
      }),
      { seed: 27, numRuns: 300 },
    );
  });
});

it('takes the reference with the best score', () => {
  // Two edits and one match; one edit and two matches; no match.
  const references = [['b a', 'a b c', 'x y']];
  expect(scorer(mer)({}, ['a b'], references).corpus).toBeCloseTo(100 / 3, 12);
  expect(scorer(wip)({}, ['a b'], references).corpus).toBeCloseTo(200 / 3, 12);
  expect(scorer(wil)({}, ['a b'], references).corpus).toBeCloseTo(100 / 3, 12);
});

it('explains matches and edits', () => {
  const { values, formulas, notes } = shownSteps(wip(), 'a b', ['x y', 'a b c']);
  expect(values).toEqual({ m: 2, E: 1, c: 2, r: 3, score: 66.666667 });
  expect(formulas).toEqual({ score: '100 * ((m / r) * (m / c))' });
  expect(notes['m']).toBe('with reference 2, which gives the best score');
});
