/**
 * Does a metric reward a system that leaves something out? Tunes weights to metrics on n-best lists without deletion, with word deletion
 * and with sentence deletion, and scores the chosen candidates. After Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3.3, Tables 6 to 8.
 */
import { type Metric, teach, version } from '../../core/index.ts';
import { measureAll, referencesPerSegment } from '../../measure/index.ts';
import { type Standing, systemStanding } from '../../paradox/index.ts';
import { type ComparisonSettings, type SystemComparison, comparisonDefaults } from '../../stats/index.ts';
import { countWords } from '../../text/index.ts';
import {
  type DeletionSettings,
  type ListSet,
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
} from '../../tune/index.ts';
import { type Comparer, inThisThread } from '../compare/compareReport.ts';
import { type MertTuner, equalWeights, mertInThisThread } from '../tune/tuneReport.ts';
import { type Facts, describedMetrics } from './paradoxReport.ts';

/** The candidates that weights choose if deletion is allowed. */
export interface DeletionOutcome {
  readonly deletedWords: number;
  /** Words written and words left out. */
  readonly words: number;
  /** Segments that have something left out. */
  readonly deletedSegments: number;
  /** By metric. */
  readonly standings: readonly Standing[];
  /** By metric: the comparison with the system without deletion, which has none itself. */
  readonly against?: readonly Pick<SystemComparison, 'difference' | 'p' | 'corrected' | 'verdict'>[];
}

/** Systems with and without word or sentence deletion, tuned to a metric. The first of the `systems` leaves out nothing. */
export interface DeletionStudyReport extends Facts {
  readonly paradox: 'deletion-study';
  /** Numbers of the metrics that weights were tuned to. */
  readonly objectives: readonly number[];
  readonly seed: number;
  readonly restarts: number;
  readonly startedFrom: 'weights' | 'equal weights';
  readonly deletion: DeletionSettings;
  readonly test: Pick<ComparisonSettings, 'test' | 'correction' | 'samples' | 'seed' | 'alpha'>;
  /** By system: the number of candidates of all segments. */
  readonly candidates: readonly number[];
  /** By objective, then system: by feature name. */
  readonly weights: readonly (readonly (readonly { readonly feature: string; readonly weight: number }[])[])[];
  readonly parts: readonly {
    readonly set: 'tuned on' | 'held out';
    readonly segments: number;
    /** By objective, then system. */
    readonly outcomes: readonly (readonly DeletionOutcome[])[];
  }[];
}

export interface DeletionStudyRequest {
  readonly set: ListSet;
  readonly metrics: readonly Metric[];
  /** Numbers of the metrics to tune to, one after the other. */
  readonly objectives: readonly number[];
  /** By feature; equal weights if absent. */
  readonly start?: Float64Array;
  /** The share of segments to hold out: half by default. */
  readonly share?: number;
  readonly deletion?: Partial<DeletionSettings>;
  readonly restarts?: number;
  readonly seed?: number;
  /** Further notes for the report, such as those on the weights to start from. */
  readonly notes?: readonly string[];
  readonly onProgress?: (done: { readonly share: number; readonly text: string }) => void;
}

/** How weights are tuned and systems compared: sequentially here, in threads by the engine. */
interface StudyTools {
  readonly mert: MertTuner;
  readonly compare: Comparer['systems'];
}

/** Segments without candidates are ignored. */
export async function reportDeletionStudy(
  request: DeletionStudyRequest,
  tools: StudyTools = { mert: mertInThisThread, compare: inThisThread.systems },
): Promise<DeletionStudyReport> {
  const { set, objectives, notes = [], onProgress } = request;
  const { candidates, references, sha256 = '' } = set;
  const { seed = mertDefaults.seed, restarts = mertDefaults.restarts, share = 0.5 } = request;
  const deletion = { ...deletionDefaults, ...request.deletion };
  const metrics = request.metrics.map((metric) => teach(metric, references));
  const lists = deletionKinds.map((kind) => deletionCandidates(candidates, kind, deletion));
  const start = request.start ?? equalWeights(candidates.featureNames);
  const divided = lists.map((each) => divideSet<ListSet>({ ...set, candidates: each }, { share }, seed));
  const dev = divided.map((each) => each.dev);
  const heldOut = divided.flatMap(({ test }) => test ?? []);
  const weights: Float64Array[][] = [];
  for (const [o, objective] of objectives.entries()) {
    const tell = (done: number) =>
      onProgress?.({ share: (o + done) / objectives.length, text: `tuned to ${metrics[objective]!.name}` });
    weights.push(await tuneEach(dev, metrics[objective]!, start, { seed, restarts }, tools.mert, tell));
  }
  const settings = { ...comparisonDefaults, seed, baseline: 0 };
  const parts: DeletionStudyReport['parts'][number][] = [];
  for (const part of heldOut.length > 0 ? [dev, heldOut] : [dev]) {
    const outcomes: DeletionOutcome[][] = [];
    for (const each of weights) outcomes.push(await outcomesOf(part, each, metrics, settings, tools.compare));
    const segments = part[0]!.references.length;
    parts.push({ set: part === dev ? 'tuned on' : 'held out', segments, outcomes });
  }
  const perSegment = referencesPerSegment(references);
  const { test, correction, samples, alpha } = settings;
  return {
    version,
    systems: deletionKinds,
    segments: segmentsWithCandidates(candidates).length,
    metrics: describedMetrics(metrics, perSegment),
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
    input: { references: perSegment, sha256, notes: [...(set.notes ?? []), ...notes] },
  };
}

/**
 * Weights by system. All start from the weights that a first tuning finds without deletion, and are tuned equally long from there, so none
 * gains from a longer search or a luckier start. Nothing is deleted at the start, so having the choice makes no system worse.
 */
async function tuneEach(
  sets: readonly ListSet[],
  metric: Metric,
  start: Float64Array,
  run: { readonly seed: number; readonly restarts: number },
  mert: MertTuner,
  tell: (share: number) => void,
): Promise<Float64Array[]> {
  const pools = sets.map((set) => measureCandidates(metric, set));
  let done = 0;
  const tune = async (pool: (typeof pools)[number], from: Float64Array): Promise<Float64Array> => {
    const [result] = await mert(pool, metric, from, [run], (share) => tell((done + share) / (sets.length + 1)));
    done++;
    return result!.weights;
  };
  tell(0);
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
  compare: StudyTools['compare'],
): Promise<DeletionOutcome[]> {
  const chosen = sets.map(({ candidates }, s) => bestCandidates(candidates, weights[s]!));
  const outputs = sets.map(({ candidates }, s) => chosenTexts(candidates, chosen[s]!));
  const measured = measureAll(metrics, sets[0]!, outputs);
  const compared = await compare(measured, settings);
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
