import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import bleusp from './bleusp.ts';
import bleusp4114 from './bleusp4114.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { type Words, clippedMatches, plainReferenceLength, sumOf } from '../testing/plainNgrams.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const scores = scorer(bleusp);

describe.skipIf(goldenMissing)(goldenTitle('the oracle, which fits the tables of WMT 2009'), () => {
  it.each(['A2', 'A3'] as const)('gives the same scores for %s', (corpus) => {
    const { ids, hypotheses, references } = goldenTexts(corpus);
    const golden = readGolden().oracle.results[corpus];
    const key = 'bleusp(reconstruction)';
    const found = scores({ tokenizer: 'none' }, hypotheses, references);
    expect(found.corpus).toBeCloseTo(100 * golden[key], 9);
    ids.forEach((id, i) => expect(found.segments[i], id).toBeCloseTo(100 * golden.segments[id][key], 9));
  });
});

/** With the markers in the text of each order. */
function plainBleusp(
  hypotheses: readonly Words[],
  references: readonly (readonly Words[])[],
  weights: readonly number[],
): number {
  const padded = (words: Words, n: number): Words => {
    if (words.length === 0) return [];
    return [...new Array<string>(n - 1).fill('<s>'), ...words, ...new Array<string>(n - 1).fill('</s>')];
  };
  const length = sumOf(hypotheses.map((words) => words.length));
  const wanted = sumOf(hypotheses.map((words, i) => plainReferenceLength('closest', words, references[i]!)));
  let logs = 0;
  for (let n = 1; n <= 4; n++) {
    const texts = hypotheses.map((words) => padded(words, n));
    const total = sumOf(texts.map((words) => Math.max(0, words.length - n + 1)));
    const matches = sumOf(
      texts.map((words, i) =>
        clippedMatches(
          words,
          references[i]!.map((reference) => padded(reference, n)),
          n,
        ),
      ),
    );
    if (n === 1 && matches === 0) return 0;
    logs += weights[n - 1]! * Math.log(n === 1 ? matches / total : (matches + 1) / (total + 1));
  }
  return 100 * Math.exp(Math.min(0, 1 - wanted / length)) * Math.exp(logs);
}

describe.each([
  ['bleusp', bleusp, [0.25, 0.25, 0.25, 0.25]],
  ['bleusp4114', bleusp4114, [0.4, 0.1, 0.1, 0.4]],
] as const)('plain %s', (_, definition, weights) => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
  const join = (list: Words) => list.join(' ');

  it('scores the same, corpus and segments', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, fc.array(words, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
        (segments) => {
          const hypotheses = segments.map(([hypothesis]) => hypothesis);
          const references = segments.map(([, list]) => list);
          const texts = references.map((list) => list.map(join));
          const found = scorer(definition)({ tokenizer: 'none' }, hypotheses.map(join), texts);
          expect(found.corpus).toBeCloseTo(plainBleusp(hypotheses, references, weights), 9);
          hypotheses.forEach((hypothesis, i) => {
            expect(found.segments[i]).toBeCloseTo(plainBleusp([hypothesis], [references[i]!], weights), 9);
          });
        },
      ),
      { seed: 20290, numRuns: 500 },
    );
  });
});

it('counts a word at the end of a text in as many n-grams as any other', () => {
  // In "a b", padded: a b | <a ab b> | <<a <ab ab> b>> | <<<a <<ab <ab> ab>> b>>>; of "a c", those that start with its first word only.
  const found = scores({ tokenizer: 'none' }, ['a c'], [['a b']]);
  expect(found.corpus).toBeCloseTo(100 * ((1 / 2) * (2 / 4) * (2 / 5) * (2 / 6)) ** 0.25, 9);
});

describe('steps', () => {
  it('show n-grams with markers', () => {
    const steps = segmentSteps(bleusp(), 'the cat', ['the cat sat']);
    // ⟨the, the cat, cat⟩ against ⟨the, the cat, cat sat, sat⟩: (2 + 1) / (3 + 1).
    expect(steps.words('m2').slice(0, 3)).toEqual(['match 1: the | the', 'match 1: the cat | the cat', 'extra 0: cat']);
    expect(steps.step('m2').items![0]!.note).toBe('with markers: 1 before the text');
    expect(steps.values('m2', 't2', 'p2')).toEqual([2, 3, 0.75]);
    expect(steps.step('BP').value).toBeCloseTo(Math.exp(-0.5), 12);
  });
});
