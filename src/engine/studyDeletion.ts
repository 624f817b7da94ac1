/**
 * Does a metric reward a system that leaves something out? Tunes weights to metrics on n-best lists without deletion, with that of words
 * and with that of sentences, and scores what they choose. After Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3.3, Tables 6 to 8.
 */
import { type Metric, teach, version } from '../core/index.ts';
import { measureAll, referencesPerSegment } from '../measure/index.ts';
import { systemStanding } from '../paradox/index.ts';
import { type DeletionOutcome, type DeletionStudyReport, scoredMetric } from '../report/index.ts';
import { type ComparisonSettings, comparisonDefaults } from '../stats/index.ts';
import { countWords } from '../text/index.ts';
import {
  type DeletionSettings,
  type ListSet,
  type Pool,
  bestCandidates,
  chosenTexts,
  deletedWords,
  deletionCandidates,
  deletionDefaults,
  deletionKinds,
  divideSet,
  measureCandidates,
  mertDefaults,
  segmentsWithCandidates,
  undeletedWeights,
} from '../tune/index.ts';
import { compareSystems } from './compareSystems.ts';
import { tuneWeights } from './tuneWeights.ts';

export interface DeletionStudyRequest {
  readonly set: ListSet;
  readonly metrics: readonly Metric[];
  /** Numbers of the metrics to tune to, one after the other. */
  readonly objectives: readonly number[];
  /** By feature; equal weights if absent. */
  readonly start?: Float64Array;
  /** The share of the segments that is not tuned on: half of them, unless given. */
  readonly share?: number;
  readonly deletion?: Partial<DeletionSettings>;
  readonly restarts?: number;
  readonly seed?: number;
  readonly threads?: number | 'auto';
  /** Further notes for the report, such as those on the weights to start from. */
  readonly notes?: readonly string[];
  readonly onProgress?: (done: { readonly share: number; readonly text: string }) => void;
}

/** Segments without candidates are passed over. */
export async function studyDeletion(request: DeletionStudyRequest): Promise<DeletionStudyReport> {
  const { set, objectives, notes = [], threads = 'auto', onProgress } = request;
  const { candidates, references, sha256 = '' } = set;
  const { seed = mertDefaults.seed, restarts = mertDefaults.restarts, share = 0.5 } = request;
  const deletion = { ...deletionDefaults, ...request.deletion };
  const { featureNames } = candidates;
  const metrics = request.metrics.map((metric) => teach(metric, references));
  const lists = deletionKinds.map((kind) => deletionCandidates(candidates, kind, deletion));
  const start = request.start ?? new Float64Array(featureNames.length).fill(1 / featureNames.length);
  const divided = lists.map((each) => divideSet<ListSet>({ ...set, candidates: each }, { share }, seed));
  const dev = divided.map((each) => each.dev);
  const heldOut = divided.flatMap(({ test }) => test ?? []);
  const weights: Float64Array[][] = [];
  for (const [o, objective] of objectives.entries()) {
    const tell = (done: number) =>
      onProgress?.({ share: (o + done) / objectives.length, text: `tuned to ${metrics[objective]!.name}` });
    weights.push(await tuneEach(dev, metrics[objective]!, start, { seed, restarts, threads, tell }));
  }
  const settings = { ...comparisonDefaults, seed, baseline: 0 };
  const parts: DeletionStudyReport['parts'][number][] = [];
  for (const part of heldOut.length > 0 ? [dev, heldOut] : [dev]) {
    const outcomes: DeletionOutcome[][] = [];
    for (const each of weights) outcomes.push(await outcomesOf(part, each, metrics, settings, threads));
    const segments = part[0]!.references.length;
    parts.push({ set: part === dev ? 'tuned on' : 'held out', segments, outcomes });
  }
  const facts = { references: referencesPerSegment(references) };
  const { test, correction, samples, alpha } = settings;
  return {
    version,
    systems: deletionKinds,
    segments: segmentsWithCandidates(candidates).length,
    metrics: metrics.map((metric) => ({ ...scoredMetric(metric, facts), decomposable: metric.decomposable })),
    paradox: 'deletion-study',
    objectives,
    seed,
    restarts,
    startedFrom: request.start ? 'weights' : 'equal weights',
    deletion,
    test: { test, correction, samples, seed, alpha },
    candidates: lists.map(({ texts }) => texts.length),
    weights: weights.map((ofSystems) =>
      ofSystems.map((each, s) => Array.from(each, (weight, f) => ({ feature: lists[s]!.featureNames[f]!, weight }))),
    ),
    parts,
    input: { ...facts, sha256, notes: [...(set.notes ?? []), ...notes] },
  };
}

interface TuneEachOptions {
  readonly seed: number;
  readonly restarts: number;
  readonly threads: number | 'auto';
  readonly tell: (share: number) => void;
}

/**
 * Weights by system. All start from the weights that a first tuning finds without deletion, and are tuned equally long from there, so that
 * none gains by a longer search or a luckier start. No deletion is chosen at the start, so that none is worse for having the choice.
 */
async function tuneEach(
  sets: readonly ListSet[],
  metric: Metric,
  start: Float64Array,
  { seed, restarts, threads, tell }: TuneEachOptions,
): Promise<Float64Array[]> {
  const tunings = sets.length + 1;
  let done = 0;
  const tune = async (pool: Pool, from: Float64Array): Promise<Float64Array> => {
    const onProgress = (share: number) => tell((done + share) / tunings);
    const [result] = await tuneWeights(pool, metric, from, [{ seed, restarts }], { threads, onProgress });
    done++;
    return result!.weights;
  };
  tell(0);
  const pools = sets.map((set) => measureCandidates(metric, set));
  const first = await tune(pools[0]!, start);
  const weights: Float64Array[] = [];
  for (const pool of pools) weights.push(await tune(pool, undeletedWeights(pool.candidates, first)));
  return weights;
}

async function outcomesOf(
  sets: readonly ListSet[],
  weights: readonly Float64Array[],
  metrics: readonly Metric[],
  settings: ComparisonSettings,
  threads: number | 'auto',
): Promise<DeletionOutcome[]> {
  const chosen = sets.map(({ candidates }, s) => bestCandidates(candidates, weights[s]!));
  const outputs = sets.map(({ candidates }, s) => chosenTexts(candidates, chosen[s]!));
  const measured = measureAll(metrics, sets[0]!, outputs);
  const compared = await compareSystems(measured, settings, { threads });
  return sets.map(({ candidates }, s) => {
    const ofAll = deletedWords(candidates);
    const deleted = Array.from(chosen[s]!, (c) => ofAll[c]!);
    const deletedInAll = deleted.reduce((sum, count) => sum + count, 0);
    return {
      deletedWords: deletedInAll,
      words: outputs[s]!.reduce((sum, text) => sum + countWords(text), deletedInAll),
      deletedSegments: deleted.filter((count) => count > 0).length,
      standings: measured.map((each) => systemStanding(each, s)),
      ...(s !== settings.baseline && {
        against: compared.map(({ comparisons }) => {
          const { difference, p, corrected, verdict } = comparisons.find(({ first }) => first === s)!;
          return { difference, p, corrected, verdict };
        }),
      }),
    };
  });
}
