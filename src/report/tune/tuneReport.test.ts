import { describe, expect, it } from 'vitest';
import { FeatureNames } from '../../lattice/index.ts';
import { bleu, learned, wer } from '../../metrics/index.ts';
import { madeUpModel } from '../../metrics/testing/madeUpModel.ts';
import { Pcg64 } from '../../stats/index.ts';
import { madeCandidates } from '../../tune/testing/madeCandidates.ts';
import type { TuningSet } from '../../tune/index.ts';
import { noisyPool } from '../../tune/testing/syntheticPool.ts';
import { type TuningRequest, reportTuning } from './tuneReport.ts';

const random = new Pcg64(11);
const text = (): string => Array.from({ length: 4 + random.below(6) }, () => 'abcdef'[random.below(6)]).join(' ');
const { candidates } = noisyPool(3, 15, 20, 1);
const noisy: TuningSet = {
  candidates: { ...candidates, texts: candidates.texts.map(text) },
  references: Array.from({ length: candidates.segments }, () => [text()]),
  labels: new Map(),
};

const tuned = (set: TuningSet, more: Partial<TuningRequest> = {}) =>
  reportTuning({
    set,
    metrics: [bleu()],
    objectives: [0],
    settings: { method: 'mert', restarts: 0, randomDirections: 1 },
    runs: 1,
    seed: 7,
    ...more,
  });

describe('several runs', () => {
  it.each([bleu(), wer()])('differ, and the weights are those of the best: $name', async (metric) => {
    const { report, weights } = await tuned(noisy, { metrics: [metric], runs: 8 });
    const runs = report.systems.flatMap(({ kind, weights: each }, s) =>
      kind === 'tuned' ? [{ weights: each!, score: report.parts[0]!.scores[s]![0]! }] : [],
    );
    const scores = runs.map(({ score }) => score);
    expect(new Set(scores).size).toBeGreaterThan(1);
    const best = metric.higherIsBetter ? Math.max(...scores) : Math.min(...scores);
    expect([...weights]).toEqual(runs.find(({ score }) => score === best)!.weights);
  });
});

describe('several runs of PRO', () => {
  const all =
    /^PRO uses all pairs of candidates for BLEU, since no list has more pairs than the \d+ it draws: nothing is random/;

  it.each([
    ['all pairs of 20 candidates', { draws: 190 }, 3, 1],
    ['some pairs of them', { draws: 189 }, 3, 0],
    ['a single run', {}, 1, 0],
  ] as const)('%s: says if no chance is left', async (_, settings, runs, notes) => {
    const { report } = await tuned(noisy, { settings: { method: 'pro', minDifference: 0, ...settings }, runs });
    expect(report.input.notes.filter((note) => all.test(note))).toHaveLength(notes);
    if (runs > 1) expect(report.instability![0]!.runs.dev.deviation === 0).toBe(notes === 1);
  });
});

/** The right translation has a higher x in part `a`, a higher y in part `b`. */
function inParts(parts: readonly string[]): TuningSet {
  const names = new FeatureNames(['x', 'y']);
  const lists = parts.map((part, i) => [
    ['wrong words', { x: part === 'a' ? 0 : 1, y: part === 'a' ? 1 : 0 }] as const,
    [`right ${i} end`, { x: part === 'a' ? 1 : 0, y: part === 'a' ? 0 : 1 }] as const,
  ]);
  return {
    candidates: madeCandidates(names, lists),
    references: parts.map((_, i) => [`right ${i} end`]),
    labels: new Map([['part', parts]]),
  };
}

describe('parts', () => {
  it('have weights of their own; one that was not tuned on has those of all', async () => {
    const set = inParts(['a', 'a', 'a', 'b', 'b']);
    const { report } = await tuned(set, { metrics: [wer()], by: 'part', test: inParts(['b', 'other']) });
    const names = report.systems.map(({ name }) => name);
    const scoresOf = (of: string, value: string) =>
      report.parts.find((part) => part.set === of && part.value === value)!.scores.map(([score]) => score);
    const [whole, byPart] = [names.indexOf('tuned to WER'), names.indexOf('tuned to WER by part')];
    expect(scoresOf('held out', 'b')[whole]).toBe(100);
    expect(scoresOf('held out', 'b')[byPart]).toBe(0);
    expect(scoresOf('held out', 'other')[byPart]).toBe(scoresOf('held out', 'other')[whole]);
  });
});

/** The model's feature `right` is how many of eight words are right, give or take; `chance` is chance. */
function rightAndChance(): TuningSet {
  const drawn = new Pcg64(5);
  const names = new FeatureNames(['right', 'chance']);
  const reference = (i: number): string[] => Array.from({ length: 8 }, (_, k) => `w${(5 * i + k) % 23}`);
  const lists = Array.from({ length: 20 }, (_, i) =>
    Array.from({ length: 12 }, () => {
      const right = drawn.below(9);
      const text = reference(i).map((word, k) => (k < right ? word : 'x'));
      return [text.join(' '), { right: right / 8 + 0.2 * drawn.float(), chance: drawn.float() }] as const;
    }),
  );
  return {
    candidates: madeCandidates(names, lists),
    references: lists.map((_, i) => [reference(i).join(' ')]),
    labels: new Map(),
  };
}

describe('a learned metric', () => {
  // Its scores lie between some −5 and 5, far from percent.
  const metric = learned({ file: 'made-up' }, new Map([['model:made-up', madeUpModel]]));
  const start = Float64Array.of(-0.1, 1);
  const scoreBy = async (settings: TuningRequest['settings']) => {
    const { report, weights } = await tuned(rightAndChance(), { metrics: [metric], settings, start });
    const [, ofStart, found] = report.parts[0]!.scores.map(([score]) => score!);
    return { ofStart: ofStart!, found: found!, weights, notes: report.input.notes };
  };

  it('is tuned to by PRO and MIRA about as well as by MERT', async () => {
    const mert = await scoreBy({ method: 'mert', restarts: 5 });
    expect(mert.found - mert.ofStart).toBeGreaterThan(2);
    for (const method of ['pro', 'mira'] as const) {
      const { found, weights, notes } = await scoreBy({ method });
      expect((found - mert.ofStart) / (mert.found - mert.ofStart), method).toBeGreaterThan(0.9);
      expect(weights[0]! / weights[1]!, method).toBeGreaterThan(1);
      expect(notes).toEqual([]);
    }
  });

  it.each([
    [{ minDifference: 1.5 }, 'whose scores differ by at least 1.5 of the metric’s scale. A lower --min-difference'],
    [{ minDifference: 2, maxLengthGap: 1 }, 'two candidates of similar length whose scores differ by at least 2'],
  ])('that gives PRO no pair under %o keeps the weights, and a note says so', async (more, note) => {
    const { weights, notes } = await scoreBy({ method: 'pro', ...more });
    expect(weights).toEqual(start);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('PRO kept no pair of candidates for learned, so the weights did not change');
    expect(notes[0]).toContain(note);
  });
});

describe('what cannot be tuned', () => {
  const empty: TuningSet = {
    candidates: madeCandidates(new FeatureNames(['x', 'y']), [[], []]),
    references: [['a'], ['b']],
    labels: new Map(),
  };
  const some = inParts(['a', 'b']);
  it.each([
    ['no candidates', empty, {}, 'There is nothing to tune on: no segment has a candidate.'],
    ['none held out', some, { test: empty }, 'There is nothing to test on: no held-out segment has a candidate.'],
    ['one part', inParts(['a', 'a']), { by: 'part' }, 'All segments tuned on have the same part'],
  ])('%s', async (_, set, more, message) => {
    await expect(tuned(set, more)).rejects.toThrow(message);
  });
});
