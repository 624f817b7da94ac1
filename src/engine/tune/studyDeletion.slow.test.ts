import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Metric, UsageError, exp, systemScore } from '../../core/index.ts';
import { readNbest } from '../../data/index.ts';
import { FeatureNames } from '../../lattice/index.ts';
import { measure } from '../../measure/index.ts';
import { bleu, bleuSbp, ter } from '../../metrics/index.ts';
import { deletion } from '../../paradox/index.ts';
import { type Candidates, bestCandidates, chosenTexts, deletionCandidates, deletionKinds } from '../../tune/index.ts';
import { madeCandidates } from '../../tune/testing/madeCandidates.ts';
import type { DeletionStudyRequest } from '../../report/index.ts';
import { studyDeletion } from './tuneSystems.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
// More threads than one need the built files: see test/deletionStudyThreads.test.ts.
const common = { restarts: 1, seed: 3, threads: 1 } as const;

/**
 * The made-up system of `assay paradox deletion`, a tenth longer than its references, as lists of one candidate; but one output is wrong
 * altogether, and its one feature tells so.
 */
function madeUp(metrics: readonly Metric[]): DeletionStudyRequest {
  const { references, systems } = deletion.build({ segments: 11, deleted: 1, extra: 2 });
  const [whole, without] = [...systems.values()] as [readonly string[], readonly string[]];
  const lists = whole.map((text, i) => [
    without[i] === '' ? (['wrong '.repeat(22).trim(), { x: -9 }] as const) : ([text, { x: -1 }] as const),
  ]);
  return {
    set: {
      candidates: madeCandidates(new FeatureNames(['x']), lists),
      references: references.map((text) => [text]),
    },
    metrics,
    objectives: metrics.map((_, m) => m),
    share: 0,
    ...common,
  };
}

describe('made up', () => {
  const metrics = [bleu({ tokenizer: 'none', smoothing: 'none' }), bleuSbp({ tokenizer: 'none' })];

  // Without the wrong output all precisions are 11/10 of what they were. BLEU pays nothing for it, as 220 words are left for 220;
  // BLEU-SBP pays exp(1 − 220/200) = 0.905, which is more than it gains.
  it('BLEU drops the sentence that BLEU-SBP keeps', async () => {
    const { parts, objectives, systems, candidates } = await studyDeletion(madeUp(metrics));
    expect(systems).toEqual(['none', 'word', 'sentence']);
    expect(objectives).toEqual([0, 1]);
    expect(candidates[0]).toBe(11);
    expect(candidates[2]).toBe(22);
    expect(parts).toHaveLength(1);
    const { set, segments, outcomes } = parts[0]!;
    expect({ set, segments }).toEqual({ set: 'tuned on', segments: 11 });
    for (const [o, [none, ...others]] of outcomes.entries()) {
      expect(none).toMatchObject({ deletedWords: 0, deletedSegments: 0 });
      expect(none).not.toHaveProperty('against');
      // A choice does no harm to what was tuned to.
      for (const other of others) {
        expect(other.standings[o]!.score).toBeGreaterThanOrEqual(none!.standings[o]!.score);
        expect(other.against).toHaveLength(2);
      }
    }
    const [[none, , byBleu], [, , bySbp]] = outcomes as [(typeof outcomes)[0], (typeof outcomes)[0]];
    expect(byBleu).toMatchObject({ deletedWords: 22, words: 242, deletedSegments: 1 });
    expect(byBleu!.standings[0]!.score).toBeCloseTo(1.1 * none!.standings[0]!.score, 10);
    expect(byBleu!.standings[1]!.score).toBeCloseTo(1.1 * exp(-0.1) * none!.standings[1]!.score, 10);
    expect(bySbp).toMatchObject({ deletedWords: 0, words: 242, deletedSegments: 0 });
  });
});

describe('of the examples', async () => {
  const set = await readNbest({ files: [example('nbest.txt')], references: [example('reference.A.en.txt')] });
  const { candidates, references } = set;
  const metrics = [bleu(), bleuSbp(), ter()];
  const request = { set, metrics, objectives: [0, 1, 2], ...common };
  const report = await studyDeletion(request);

  it('holds out half of the segments', () => {
    expect(report.segments).toBe(60);
    expect(report.parts.map(({ set, segments }) => [set, segments])).toEqual([
      ['tuned on', 30],
      ['held out', 30],
    ]);
    expect(report.weights.map((each) => each.map(({ length }) => length))).toEqual(
      report.objectives.map(() => [5, 8, 6]),
    );
  });

  it('reports what its weights choose', () => {
    const { weights, parts } = report;
    const lists = deletionKinds.map((kind) => deletionCandidates(candidates, kind));
    weights.forEach((ofSystems, o) => {
      ofSystems.forEach((each, s) => {
        const chosen = bestCandidates(
          lists[s]!,
          Float64Array.from(each, ({ weight }) => weight),
        );
        const texts = chosenTexts(lists[s]!, chosen);
        let [emptied, all] = [0, 0];
        for (const { outcomes } of parts) {
          const { deletedWords, deletedSegments, words } = outcomes[o]![s]!;
          all += words - deletedWords;
          if (s === 2) emptied += deletedSegments;
        }
        expect(all).toBe(texts.join(' ').split(' ').filter(Boolean).length);
        if (s === 2) expect(emptied).toBe(texts.filter((text) => text === '').length);
        // The numbers of all segments follow from those of both halves for a mean with weights of the references: TER.
        const whole = systemScore(measure(ter(), { references }, [texts]), 0);
        const halves = parts.map(({ outcomes }) => outcomes[o]![s]!.standings[2]!.score);
        expect(whole).toBeGreaterThanOrEqual(Math.min(...halves));
        expect(whole).toBeLessThanOrEqual(Math.max(...halves));
      });
    });
  });

  it('compares with the system that deletes nothing, also if lower scores are better', () => {
    for (const { outcomes } of report.parts) {
      for (const [none, ...others] of outcomes) {
        for (const { against, standings } of others) {
          against!.forEach(({ difference, verdict, p }, m) => {
            expect(difference).toBeCloseTo(standings[m]!.score - none!.standings[m]!.score, 10);
            expect(p).toBeGreaterThan(0);
            if (verdict !== 0) expect(verdict).toBe(Math.sign(difference) * (m === 2 ? -1 : 1));
          });
        }
      }
    }
  });

  it('is reproducible, and differs for another seed', async () => {
    expect(await studyDeletion(request)).toEqual(report);
    const other = await studyDeletion({ ...request, seed: 4, objectives: [0] });
    expect(other.parts[1]!.outcomes[0]![0]!.words).not.toBe(report.parts[1]!.outcomes[0]![0]!.words);
  });

  it('reports progress', async () => {
    const seen: number[] = [];
    await studyDeletion({ ...request, objectives: [0], onProgress: ({ share }) => seen.push(share) });
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBe(1);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  });

  it('starts from given weights', async () => {
    const { startedFrom, weights } = await studyDeletion({
      ...request,
      objectives: [0],
      start: Float64Array.of(1, 1, 0, 0, 2),
      restarts: 0,
    });
    expect(startedFrom).toBe('weights');
    expect(weights[0]![1]!.map(({ feature }) => feature)).toEqual([
      ...candidates.featureNames,
      'deletion',
      'deletion-doubt',
      'deletion-bridge',
    ]);
  });
});

describe('bad input', () => {
  const names = new FeatureNames(['x']);
  const references = [['a'], ['b']];
  const rest = { metrics: [bleu()], objectives: [0], ...common };
  it.each<[string, Candidates, string]>([
    ['no candidates', madeCandidates(names, [[], []]), 'There is nothing to tune on: no segment has a candidate.'],
    [
      'no features',
      madeCandidates(new FeatureNames(), [[['a', {}]], [['b', {}]]]),
      'The n-best lists have no features, so there is nothing to tune.',
    ],
    [
      'too few segments',
      madeCandidates(names, [[['a', { x: 1 }]], []]),
      'Cannot hold out a share of 0.5 of 1 segment: both parts need at least one segment.',
    ],
  ])('%s', async (_, candidates, message) => {
    await expect(studyDeletion({ ...rest, set: { candidates, references } })).rejects.toThrow(new UsageError(message));
  });

  it('one segment in each half gives scores, but no test', async () => {
    const candidates = madeCandidates(names, [[['a b', { x: 1 }], ['a', { x: 2 }]], [['b', { x: 1 }]]]); // prettier-ignore
    const { parts } = await studyDeletion({ ...rest, set: { candidates, references } });
    expect(parts.map(({ segments }) => segments)).toEqual([1, 1]);
    for (const { outcomes } of parts) expect(outcomes[0]).toHaveLength(3);
  });
});
