/** Reports by hand, small enough to be checked by eye: what is best by one metric is worst by the other, and every interval is lopsided. */
import type { AcceptReport } from '../accept/acceptReport.ts';
import type { AgreeReport } from '../agree/agreeReport.ts';
import type { CompareReport } from '../compare/compareReport.ts';
import type { MetaReport } from '../meta/metaReport.ts';
import type { RankReport } from '../rank/rankReport.ts';
import type { ScoreReport } from '../score/scoreReport.ts';
import type { TuneReport } from '../tune/tuneReport.ts';

const metrics = [
  { metric: 'bleu', name: 'BLEU', higherIsBetter: true, signature: 'BLEU|…', decomposable: false },
  { metric: 'ter', name: 'TER', higherIsBetter: false, signature: 'TER|…', decomposable: true },
];
const textInput = { references: 1, sha256: '0'.repeat(64), notes: [] };
const input = { formats: ['assay'], counts: { rankings: 12 }, dropped: [], sha256: '0'.repeat(64), notes: [] };
const within = (value: number, low: number, high: number) => ({ value, low, high });

export const madeScores = {
  version: '0',
  systems: ['long', 'short'],
  metrics,
  all: {
    segments: 3,
    scores: [
      [
        { score: 30, interval: { low: 28, high: 33 } },
        { score: 60, interval: { low: 55, high: 64 } },
      ],
      [
        { score: 20, interval: { low: 19, high: 22 } },
        { score: 50, interval: { low: 46, high: 53 } },
      ],
    ],
  },
  groups: [],
  confidence: { level: 0.9, samples: 100, seed: 1 },
  input: textInput,
} satisfies ScoreReport;

const settings = { test: 'bootstrap', correction: 'holm', samples: 100, seed: 1, level: 0.9, alpha: 0.05, interval: 'percentile' }; // prettier-ignore

/** Three systems: by TER, where lower is better, `b` beats `a`, and `c` does not differ from either. */
export const madeComparison = {
  version: '0',
  systems: ['a', 'b', 'c'],
  metrics: metrics.slice(1),
  segments: 30,
  unit: 'segment',
  unitChosen: 'auto',
  answer: {
    primary: 0,
    order: [1, 2, 0],
    unbeaten: [1, 2],
    undecided: [
      [1, 2],
      [2, 0],
    ],
    dissents: [],
  },
  compared: [
    {
      settings,
      family: 2,
      units: 30,
      segments: 30,
      samples: 100,
      leastCorrected: 0.02,
      systems: [
        { score: 60, interval: { low: 55, high: 64 } },
        { score: 50, interval: { low: 46, high: 53 } },
        { score: 57, interval: { low: 49, high: 66 } },
      ],
      ranking: { places: [{ from: 2, to: 3 }, { from: 1, to: 2 }, { from: 1, to: 3 }] }, // prettier-ignore
      comparisons: [
        { first: 1, second: 0, difference: -10, interval: { low: -14, high: -3 }, p: 0.0004, corrected: 0.008, isBound: true, samples: 100, better: 1, verdict: 1, wins: 0.875, losses: 0.1, ties: 0.025, counted: 'resamples' },
        { first: 2, second: 0, difference: -3, interval: { low: -8, high: 1 }, p: 0.3, corrected: 0.3, isBound: false, samples: 100, better: 1, verdict: 0, wins: 0.6, losses: 0.3, ties: 0.1, counted: 'resamples' },
      ], // prettier-ignore
    },
  ],
  input: textInput,
} as unknown as CompareReport;

/** Two runs of `a` and three of `b`, which is the worse by BLEU: what is said of it is said from the winner's side. */
export const madeRuns = {
  ...madeComparison,
  systems: ['a', 'b'],
  metrics: metrics.slice(0, 1),
  answer: { primary: 0, order: [0, 1], unbeaten: [0], undecided: [], dissents: [] },
  compared: [],
  runs: {
    files: [],
    compared: [
      {
        settings: { ...settings, test: 'crossed' },
        family: 1,
        units: 30,
        systems: [
          { score: 30, scores: [29, 31], selection: 1.5, optimizer: 1 },
          { score: 20, scores: [18, 20, 22], selection: 2.5, optimizer: 2 },
        ],
        comparisons: [
          { first: 1, second: 0, difference: -10, interval: { low: -14, high: -3 }, p: 0.02, corrected: 0.02, isBound: false, samples: 0, better: -1, verdict: -1 },
        ], // prettier-ignore
      },
    ],
  },
} as unknown as CompareReport;

const ranked = (
  system: string,
  ge: number,
  cluster: number,
  [best, worst]: readonly [number, number],
  win = false,
) => ({
  system,
  score: ge,
  scores: { ge, gt: ge - 0.125 },
  win,
  constrainedWin: false,
  constrained: false,
  listed: true,
  ranks: { best, worst },
  cluster,
  comparisons: 8,
  wins: 4,
  ties: 1,
  losses: 3,
});

/** `a` and `b` are a cluster, `c` is one by itself. `b` beat `a` once in eight, `a` beat `b` six times; `c` never won. */
export const madeRanking = {
  version: '0',
  settings: { by: 'ge', test: 'sign', signTies: 'dropped', identical: 'ties', alpha: 0.1, ratingAlpha: 0.05, scale: 'raw', samples: 100, seed: 1, level: 0.9, weights: [] }, // prettier-ignore
  rankings: [
    {
      task: 'de-en',
      rankings: 12,
      comparisons: 24,
      judges: 2,
      systems: [ranked('a', 0.75, 1, [1, 2], true), ranked('b', 0.625, 1, [1, 2]), ranked('c', 0.25, 2, [3, 3])],
      pairs: {
        wins: [[0, 6, 8], [1, 0, 5], [0, 2, 0]],
        ties: [[0, 1, 0], [1, 0, 1], [0, 1, 0]],
        p: [[1, 0.04, 0.008], [0.04, 1, 0.09], [0.008, 0.09, 1]],
      }, // prettier-ignore
    },
  ],
  ratings: [
    {
      task: 'de-en',
      ratings: 9,
      judges: [],
      excluded: [],
      withoutSpread: [],
      systems: [
        { system: 'a', raw: 80, standardised: 1.5, ranks: { best: 1, worst: 1 }, cluster: 1, segments: 3, ratings: 4 },
        { system: 'b', raw: 60, standardised: -0.5, ranks: { best: 2, worst: 3 }, cluster: 2, segments: 3, ratings: 3 },
        { system: 'c', raw: 55, standardised: -1, ranks: { best: 2, worst: 3 }, cluster: 2, segments: 2, ratings: 2 },
      ],
    },
  ],
  annotations: [],
  input,
} as unknown as RankReport;

const agreed = (kappa: number, compared: number) => ({
  pA: within(0.8, 0.7, 0.85),
  pE: 0.5,
  kappa: within(kappa, kappa - 0.3, kappa + 0.1),
  agreed: 0.8 * compared,
  compared,
  strength: 'fair',
});
const agreementOf = (kappa: number) => ({
  judges: 2,
  judgments: 12,
  segments: 6,
  labels: { inter: agreed(kappa, 10), intra: agreed(kappa + 0.2, 5), fleiss: within(0.1, 0, 0.4), alpha: within(0.2, 0.1, 0.5), units: 7 }, // prettier-ignore
});

/** Rankings of two tasks, verdicts of one. */
export const madeAgreement = {
  version: '0',
  settings: { chance: 'uniform', average: 'pairs', identical: 'ties', judges: false, curves: false, wmt16: false, rerank: false, atLeast: 1, level: 0.9, samples: 100, seed: 1 }, // prettier-ignore
  kinds: [
    {
      kind: 'rankings',
      all: agreementOf(0.5),
      tasks: [
        { task: 'de-en', ...agreementOf(0.4) },
        { task: 'en-de', ...agreementOf(0.6) },
      ],
    },
    { kind: 'verdicts', all: agreementOf(0.25), tasks: [{ task: 'de-en', ...agreementOf(0.25) }] },
  ],
  input,
} as unknown as AgreeReport;

const votes = (yes: number, all: number) => ({ yes, votes: all, share: yes / all });

/** Of eight votes on `a` six are yes, of four on `b` one. */
export const madeAcceptance = {
  version: '0',
  settings: { level: 0.9 },
  tasks: [
    {
      task: 'de-en',
      systems: [
        { system: 'a', isReference: false, ...votes(6, 8), deviation: 0.15, interval: { low: 0.45, high: 0.93 }, edits: { edited: 5, unchanged: 2, unable: 1 }, byOutcome: { edited: votes(4, 5), unchanged: votes(2, 2), unable: votes(0, 1), unknown: votes(0, 0) } },
        { system: 'b', isReference: true, ...votes(1, 4), deviation: 0.2, interval: { low: 0.05, high: 0.7 }, edits: { edited: 4, unchanged: 0, unable: 0 }, byOutcome: { edited: votes(1, 4), unchanged: votes(0, 0), unable: votes(0, 0), unknown: votes(0, 0) } },
      ], // prettier-ignore
      ranking: { spearman: -0.5, systems: 2 },
    },
  ],
  input,
} as unknown as AcceptReport;

/** TER agrees better than BLEU with people over systems, BLEU better over segments; `better` is significantly so. */
export const madeMeta = {
  version: '0',
  name: 'made',
  settings: { level: 0.9, samples: 100, seed: 1, alpha: 0.05, identical: 'ties' },
  metrics,
  imported: [],
  combined: [],
  tasks: [
    {
      task: 'de-en',
      human: { name: 'ranking' },
      outliers: [],
      unjudged: ['c'],
      systems: [
        { system: 'a', human: 0.75, scores: [30, 60] },
        { system: 'b', human: 0.25, scores: [20, 50] },
      ],
      systemMeasures: [{ id: 'pearson', title: 'r' }, { id: 'spearman', title: 'ρ' }], // prettier-ignore
      segmentMeasures: [{ id: 'kendall', title: 'τ' }],
      metrics: [
        { name: 'BLEU', metric: 'bleu', higherIsBetter: true, ofSystems: [{ value: 0.5, interval: { low: 0.2, high: 0.6 }, systems: 2 }, { value: 0.25, systems: 2 }], ofSegments: [{ value: 0.375, interval: { low: 0.3, high: 0.4 }, counted: 9 }] },
        { name: 'TER', metric: 'ter', higherIsBetter: false, ofSystems: [{ value: 0.75, interval: { low: 0.4, high: 0.8 }, systems: 2 }, { value: 0.125, systems: 2 }], ofSegments: [{ value: 0.25, interval: { low: 0.1, high: 0.3 }, counted: 9 }] },
      ], // prettier-ignore
      systemTest: {
        test: 'williams',
        measure: 'pearson',
        names: ['BLEU', 'TER'],
        p: [[NaN, 0.98], [0.02, NaN]], // prettier-ignore
        ranked: [
          { name: 'TER', rank: 1, isWinner: true },
          { name: 'BLEU', rank: 2, isWinner: false },
        ],
      },
    },
  ],
  averages: [],
  rankings: [],
  input: { formats: ['assay'], dropped: [], notes: [], sha256: '0'.repeat(64) },
} as unknown as MetaReport;

const averaged = (level: string, title: string, ofBleu: number, ofTer: number) => ({ level, measure: { id: title, title }, metrics: [{ name: 'BLEU', mean: ofBleu, tasks: 1 }, { name: 'TER', mean: ofTer, tasks: 1 }] }); // prettier-ignore
const variants = [{ name: 'all', metric: 'bleu' }, { name: 'none', metric: 'ter' }]; // prettier-ignore

/** The baseline of the first study, `all`, is best over segments and worst over systems; the second study has them in the other order. */
export const madeStudies = {
  ...madeMeta,
  averages: [averaged('system', 'r', 0.5, 0.75), averaged('segment', 'τ', 0.375, 0.25)],
  ablations: [
    { metric: 'BLEU', title: 'parts', variants: [...variants, { name: 'gone', metric: 'nist' }] },
    { metric: 'BLEU', title: 'order', variants: variants.toReversed() },
  ],
} as unknown as MetaReport;

/** Two tasks: BLEU wins over systems and segments together, TER over systems. NIST lacks a task; PER is a submission without references. */
export const madeRankings = {
  ...madeMeta,
  settings: { ...madeMeta.settings, taskWeights: { 'de-en': 2 } },
  imported: ['PER-src'],
  tasks: [madeMeta.tasks[0]!, { ...madeMeta.tasks[0]!, task: 'fr-en' }],
  averages: [averaged('system', 'r', 0.5, 0.75), averaged('segment', 'τ', 0.375, 0.25)],
  rankings: [
    {
      level: 'system',
      columns: [],
      isMoved: false,
      ranked: [{ name: 'TER', mean: 0.75, meanRank: 1, cluster: 1, isWinner: true }, { name: 'BLEU', mean: 0.5, meanRank: 1.5, cluster: 2, isWinner: false }],
      incomplete: [],
      names: ['BLEU', 'TER'],
      p: [[NaN, 0.98], [0.02, NaN]],
    },
    {
      level: 'both',
      columns: [
        { task: 'de-en', level: 'system', measure: { id: 'pearson', title: 'Pearson’s r' }, weight: 2 / 3, metrics: [{ name: 'BLEU', value: 0.5, rank: 1 }, { name: 'TER', value: -0.25, rank: 2 }, { name: 'NIST', value: 0.125 }, { name: 'PER-src', value: 0.25, rank: 1 }] },
        { task: 'fr-en', level: 'segment', measure: { id: 'acc-eq', title: 'acc_eq' }, weight: 1 / 3, metrics: [{ name: 'BLEU', value: 0.5, rank: 2 }, { name: 'TER', value: 0.75, rank: 1 }, { name: 'NIST', value: NaN }, { name: 'PER-src', value: 0.25, rank: 3 }] },
      ],
      isMoved: true,
      ranked: [{ name: 'BLEU', mean: 0.625, meanRank: 1.25, cluster: 1, isWinner: true }, { name: 'TER', mean: 0.5, meanRank: 1.75, cluster: 1, isWinner: true }, { name: 'PER-src', mean: 0.25, meanRank: 2.5, cluster: 2, isWinner: false }],
      incomplete: ['NIST'],
      names: ['BLEU', 'TER', 'PER-src'],
      p: [[NaN, 0.25, 0.01], [0.75, NaN, 0.03], [0.99, 0.97, NaN]],
    },
  ],
  strawMen: [
    {
      task: 'de-en',
      best: 'a',
      strawMen: [{ id: 'source', title: 'source', is: 'the source', madeOf: 'source' }, { id: 'repeated', title: 'said twice', is: 'the best output twice', madeOf: 'best' }],
      metrics: [
        { metric: 'BLEU', standings: [{ score: 1, beats: 0 }, { score: 9, beats: 1 }], systems: 2, rho: 1, rhoWithStrawMen: 0.5 },
        { metric: 'TER', standings: [{ score: 99, beats: 0 }, { score: NaN, beats: 0 }], systems: 2, rho: 1, rhoWithStrawMen: 0.75 },
      ],
    },
  ],
} as unknown as MetaReport; // prettier-ignore

/** Tuned to TER: better than the start by TER, worse by BLEU; by domain worse on the whole, and better on each part. */
export const madeTuning: TuneReport = {
  version: '0',
  method: 'mert',
  seed: 1,
  settings: {},
  metrics,
  objectives: [1],
  featureNames: ['lm', 'tm'],
  startedFrom: 'weights',
  systems: [
    { name: 'as decoded', kind: 'decoded' },
    { name: 'start', kind: 'start', weights: [0.5, 0.5] },
    { name: 'tuned to TER', kind: 'tuned', objective: 1, weights: [0.25, 0.75] },
    { name: 'tuned to TER by domain', kind: 'parts', objective: 1, partWeights: [{ value: 'news', weights: [1, 0] }, { value: 'web', weights: [0, 1] }] },
  ], // prettier-ignore
  label: 'domain',
  parts: [
    { set: 'tuned on', segments: 5, scores: [[10, 70], [30, 60], [20, 50], [25, 55]], lengthRatios: [0.9, 1, 1.1, 1.2] },
    { set: 'tuned on', value: 'news', segments: 2, scores: [[10, 70], [30, 60], [20, 50], [25, 48]], lengthRatios: [0.9, 1, 1.1, 1.2] },
    { set: 'tuned on', value: 'web', segments: 3, scores: [[10, 70], [30, 60], [20, 52], [25, 51]], lengthRatios: [0.9, 1, 1.1, 1.2] },
  ], // prettier-ignore
  input: { kind: 'lists', candidates: 40, references: 1, sha256: '0'.repeat(64), notes: [] },
};
