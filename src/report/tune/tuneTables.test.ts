import { describe, expect, it } from 'vitest';
import { media, plainStyle } from '../index.ts';
import type { TuneReport } from './tuneReport.ts';
import { tuneTables } from './tuneTables.ts';

const metric = (name: string, higherIsBetter: boolean) => ({
  metric: name.toLowerCase(),
  name,
  higherIsBetter,
  signature: `${name}|…`,
  decomposable: false,
});

/** By part (all, a, b): the scores of weights for all and of weights for each. */
function byParts(higherIsBetter: boolean, scores: readonly (readonly [mixed: number, own: number])[]): TuneReport {
  return {
    version: '0',
    method: 'mert',
    seed: 1,
    settings: { restarts: 2, minGain: 0.5, smoothing: { kind: 'none', window: 3 }, fixed: undefined },
    metrics: [metric('BLEU', higherIsBetter)],
    objectives: [0],
    featureNames: ['lm'],
    startedFrom: 'weights',
    systems: [
      { name: 'as decoded', kind: 'decoded' },
      { name: 'start', kind: 'start', weights: [1] },
      { name: 'tuned to BLEU', kind: 'tuned', objective: 0, weights: [0.123456] },
      {
        name: 'tuned to BLEU by genre',
        kind: 'parts',
        objective: 0,
        partWeights: [
          { value: 'a', weights: [1] },
          { value: 'b', weights: [1e-9] },
        ],
      },
    ],
    label: 'genre',
    parts: scores.map(([mixed, own], p) => ({
      set: 'tuned on',
      ...(p > 0 && { value: 'ab'[p - 1]! }),
      segments: p === 0 ? 5 : p + 1,
      scores: [[1], [2], [mixed], [own]],
      lengthRatios: [1, 1, 1, 1],
    })),
    input: { kind: 'lists', candidates: 10, references: 1, sha256: '0123456789abcdef0123', notes: ['a note'] },
  };
}

const findings = (report: TuneReport): string[] => tuneTables(report, 1).answer!.map(({ text }) => text);

// The first two are Table 3 of Chiang et al. (2008), Arabic-English BLEU: newswire, weblog and both.
describe('weights for each part against weights for all', () => {
  it.each<[string, boolean, (readonly [number, number])[], string | undefined]>([
    ['better on parts, worse on the whole', true, [[50, 49], [52, 53], [35, 36]], 'no worse on any genre than weights for all, but worse on the whole'],
    ['equal on one part', true, [[50, 49], [52, 52], [35, 36]], 'no worse on any genre than weights for all, but worse on the whole'],
    ['worse on parts, better on the whole', true, [[49, 50], [53, 52], [36, 35]], 'no better on any genre than weights for all, but better on the whole'],
    ['better everywhere', true, [[49, 50], [52, 53], [35, 36]], undefined],
    ['better on one part only', true, [[50, 49], [52, 53], [35, 34]], undefined],
    ['lower is better', false, [[49, 50], [53, 52], [36, 35]], 'no worse on any genre than weights for all, but worse on the whole'],
  ])('%s', (_, higherIsBetter, scores, expected) => {
    const [, second] = findings(byParts(higherIsBetter, scores));
    if (expected === undefined) expect(second).toMatch(/^No segments were held out/);
    else expect(second).toContain(expected);
  }); // prettier-ignore
});

it('says how the tuned weights do against the start', () => {
  expect(findings(byParts(true, [[2.26, 3]]))[0]).toBe(
    'On the segments tuned on it is 0.3 better than the start by BLEU: 2.3 against 2.0.',
  );
  expect(findings(byParts(false, [[2.26, 3]]))[0]).toContain('0.3 worse');
  expect(findings(byParts(true, [[2.01, 3]]))[0]).toContain('no better and no worse');
});

it('reads well', () => {
  expect(media.text(tuneTables(byParts(true, [[50, 49], [52, 53], [35, 36]]), 1), plainStyle)).toMatchInlineSnapshot(`
    "tuned to BLEU  On the segments tuned on it is 48.0 better than the start by BLEU: 50.0 against 2.0.
    BLEU           It contradicts itself on the segments tuned on: weights for each genre are no worse on any genre
                   than weights for all, but worse on the whole.
    beware         No segments were held out, so other segments may gain less. Add --hold-out 0.5.

    Scores on the 5 segments tuned on
    translations            BLEU ↑  length
    as decoded                 1.0   1.000
    start                      2.0   1.000
    tuned to BLEU             50.0   1.000
    tuned to BLEU by genre    49.0   1.000

    Tuned to BLEU: weights for all against weights for each genre, segments tuned on
    genre  segments  for all  length  for each  length  Δ BLEU
    a             2     52.0   1.000      53.0   1.000    +1.0
    b             3     35.0   1.000      36.0   1.000    +1.0
    ──────────────────────────────────────────────────────────
    all           5     50.0   1.000      49.0   1.000    -1.0

    Weights
    feature  start  tuned to BLEU
    lm           1         0.1235

    Weights by genre: tuned to BLEU by genre
    feature  a     b
    lm       1  1e-9

    method    MERT to BLEU
    settings  restarts 2, min gain 0.5, smoothing none, window 3
    seed      1
    start     from the weights given
    input     10 candidates with 1 feature; sha256:0123456789abcdef
    length    words of the translations, split at spaces, divided by those of the references closest in length
    bleu      BLEU|…
    note      a note
    "
  `); // prettier-ignore
});
