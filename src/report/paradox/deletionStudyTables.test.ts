import { expect, it } from 'vitest';
import { media } from '../index.ts';
import type { DeletionOutcome, DeletionStudyReport } from './deletionStudyReport.ts';
import { paradoxTables } from './paradoxTables.ts';

type Found = NonNullable<DeletionOutcome['against']>[number];

const found = (verdict: Found['verdict'], corrected: number): Found => ({
  difference: verdict,
  p: corrected,
  corrected,
  verdict,
});

const outcome = (deletedWords: number, scores: readonly number[], against?: readonly Found[]): DeletionOutcome => ({
  deletedWords,
  words: 200,
  deletedSegments: Math.min(1, deletedWords),
  standings: scores.map((score, m) => ({
    score,
    ...(m === 0 && { parts: { 'length ratio': 0.9, 'brevity penalty': 0.5 } }),
  })),
  ...(against && { against }),
});

const report: DeletionStudyReport = {
  version: '1',
  systems: ['none', 'word', 'sentence'],
  segments: 8,
  metrics: [
    { metric: 'bleu', name: 'BLEU', higherIsBetter: true, signature: 'B', decomposable: false },
    { metric: 'ter', name: 'TER', higherIsBetter: false, signature: 'T', decomposable: true },
  ],
  paradox: 'deletion-study',
  objectives: [0],
  seed: 7,
  restarts: 1,
  startedFrom: 'weights',
  deletion: { first: 3, longest: 2 },
  test: { test: 'bootstrap', correction: 'holm', samples: 100, seed: 7, alpha: 0.05 },
  candidates: [10, 30, 12],
  weights: [[]],
  parts: [
    { set: 'tuned on', segments: 4, outcomes: [[outcome(0, [20, 60]), outcome(9, [21, 60], [found(1, 0.02), found(0, 0.5)]), outcome(0, [20, 60], [found(0, 1), found(0, 1)])]] }, // prettier-ignore
    { set: 'held out', segments: 4, outcomes: [[outcome(0, [20, 60]), outcome(11, [22, 61], [found(1, 0.004), found(-1, 0.03)]), outcome(40, [19, 70], [found(0, NaN), found(-1, 0.0001)])]] }, // prettier-ignore
  ],
  input: { references: 1, sha256: 'abc', notes: [] },
};

it('shows shares, scores and signs', () => {
  const shown = media.text(paradoxTables(report, 1));
  expect(shown.slice(0, shown.indexOf('\n\nBLEU'))).toBe(
    [
      'Tuned to BLEU: 4 segments tuned on',
      'deletion  words %  segments %  ratio  BLEU ↑     TER ↓',
      'none          0.0         0.0  0.900    20.0      60.0',
      'word          4.5        25.0  0.900    21.0  +   60.0',
      'sentence      0.0         0.0  0.900    20.0      60.0',
      '',
      'Tuned to BLEU: 4 segments held out',
      'deletion  words %  segments %  ratio  BLEU ↑      TER ↓',
      'none          0.0         0.0  0.900    20.0       60.0',
      'word          5.5        25.0  0.900    22.0  ++   61.0  -',
      'sentence     20.0        25.0  0.900    19.0       70.0  --',
    ].join('\n'),
  );
});

it('summarises by metric what was held out', () => {
  expect(paradoxTables(report, 1).findings).toEqual([
    {
      name: 'BLEU',
      text: 'tuned to it: word deletion leaves out 5.5 % of the words and is rewarded (20.0 to 22.0, p = 0.004); sentence deletion leaves out 20.0 % of the words and makes no significant difference (20.0 to 19.0).',
    },
    {
      name: 'TER',
      text: 'tuned to BLEU: word deletion leaves out 5.5 % of the words and is punished (60.0 to 61.0, p = 0.030); sentence deletion leaves out 20.0 % of the words and is punished (60.0 to 70.0, p < 0.001).',
    },
  ]);
});

it('says so if nothing was held out, or left out', () => {
  const { findings, notes } = paradoxTables({ ...report, parts: report.parts.slice(0, 1) }, 1);
  expect(findings![0]!.text).toMatch(/is rewarded .*; sentence deletion leaves out nothing\.$/);
  expect(notes.find(({ name }) => name === 'findings')!.text).toMatch(/tuned on, .*none are held out/);
  expect(notes.find(({ name }) => name === 'word')!.text).toMatch(
    /first 3 texts of each list also without each run of up to 2 of their words/,
  );
});
