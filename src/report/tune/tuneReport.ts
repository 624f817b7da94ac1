/** Tunes to one or several metrics and scores the results: on the segments tuned on, on others, by genre, over several runs. */
import { type Metric, UsageError, present, sumRows, systemScore, teach, version } from '../../core/index.ts';
import {
  type Measured,
  groupSegments,
  measure,
  measureAll,
  referencesPerSegment,
  subset,
} from '../../measure/index.ts';
import { bleu } from '../../metrics/index.ts';
import { statisticalDefaults } from '../../stats/index.ts';
import {
  type ForestSet,
  ForestSpace,
  type Instability,
  ListSpace,
  type MertResult,
  type MertSettings,
  type MiraSettings,
  type Pool,
  type ProSettings,
  type TuningSet,
  bestTexts,
  decodedTexts,
  divideSet,
  featureNamesOf,
  instability,
  measureCandidates,
  mertDefaults,
  miraDefaults,
  proDefaults,
  selectSet,
  takesAllPairs,
  tuneByMert,
  tuneByMira,
  tuneByPro,
  tuningObjective,
} from '../../tune/index.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';

export const tuningMethods = ['mert', 'pro', 'mira'] as const;
type TuningMethod = (typeof tuningMethods)[number];

/** A way to choose a translation for each segment. */
export interface TunedSystem {
  readonly name: string;
  /** `decoded`: as the lists or lattices come; `start`: by the weights the tuner starts from; `parts`: each part by weights of its own. */
  readonly kind: 'decoded' | 'start' | 'tuned' | 'parts';
  /** The number of the metric it was tuned to. */
  readonly objective?: number;
  /** Counted from 0, where there are several. */
  readonly run?: number;
  /** By feature; absent where there are none, or several. */
  readonly weights?: readonly number[];
  /** By part, where each has its own. */
  readonly partWeights?: readonly { readonly value: string; readonly weights: readonly number[] }[];
}

/** How the systems do on some of the segments. */
export interface TunedScores {
  readonly set: 'tuned on' | 'held out';
  /** A value of the label that divides the segments; absent for all of them. */
  readonly value?: string;
  readonly segments: number;
  /** By system, then metric. */
  readonly scores: readonly (readonly number[])[];
  /** By system: words of the translations by words of the nearest references, as BLEU counts them. */
  readonly lengthRatios: readonly number[];
}

/** The data that `assay tune -f json` prints. */
export interface TuneReport {
  readonly version: string;
  readonly method: TuningMethod;
  readonly seed: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly metrics: readonly (ScoredMetric & { readonly decomposable: boolean })[];
  /** Numbers of the metrics that were tuned to. */
  readonly objectives: readonly number[];
  readonly featureNames: readonly string[];
  readonly startedFrom: 'weights' | 'equal weights';
  readonly systems: readonly TunedSystem[];
  readonly label?: string;
  readonly parts: readonly TunedScores[];
  /** Lines of the references, from 1 on, whose segments were drawn to be held out; their translations are written in this order. */
  readonly heldOut?: readonly number[];
  /** By objective, if there were several runs. */
  readonly instability?: readonly { readonly objective: number; readonly runs: Instability }[];
  readonly input: {
    readonly kind: 'lists' | 'lattices';
    /** In all. */
    readonly candidates: number;
    readonly references: number | 'var';
    readonly sha256: string;
    readonly notes: readonly string[];
  };
}

export type MethodSettings =
  | ({ readonly method: 'mert' } & Partial<Omit<MertSettings, 'seed'>>)
  | ({ readonly method: 'pro' } & Partial<Omit<ProSettings, 'seed'>>)
  | ({ readonly method: 'mira' } & Partial<Omit<MiraSettings, 'seed'>>);

/** The input of tuning: sets, metrics, method, settings. */
export interface TuningRequest {
  readonly set: TuningSet;
  /** What is not tuned on: another set, or a share of the segments, drawn by the seed. */
  readonly test?: TuningSet | { readonly share: number };
  readonly metrics: readonly Metric[];
  /** Numbers of the metrics to tune to, one after the other. */
  readonly objectives: readonly number[];
  readonly settings: MethodSettings;
  /** By feature; equal weights if absent. */
  readonly start?: Float64Array;
  readonly runs: number;
  readonly seed: number;
  /** Tunes to each part by itself, too. */
  readonly by?: string;
  /** Further notes for the report, such as those on the weights to start from. */
  readonly notes?: readonly string[];
  /** Of all that was read, if that is more than the set. */
  readonly sha256?: string;
  readonly onProgress?: (done: { readonly share: number; readonly text: string }) => void;
  /** Lets others have a turn. */
  readonly pause?: () => Promise<void>;
}

/** One run of MERT for each of the settings, to a metric that is taught: here one after the other, in threads by the engine. */
export type MertTuner = (
  space: Pool | ForestSet,
  metric: Metric,
  start: Float64Array,
  runs: readonly Partial<MertSettings>[],
  onProgress: (share: number) => void,
) => Promise<readonly Pick<MertResult, 'weights'>[]>;

export const mertInThisThread: MertTuner = async (space, metric, start, runs, onProgress) => {
  const searched =
    'forests' in space ? new ForestSpace(space.forests, metric, space.references, space.sources) : new ListSpace(space);
  return runs.map((settings, run) => {
    onProgress(run / runs.length);
    return tuneByMert(searched, metric, start, settings);
  });
};

export interface Tuned {
  readonly report: TuneReport;
  /** Of the best run for the first objective; what `report.systems` calls tuned, not by parts. */
  readonly weights: Float64Array;
  /** By these weights: of the segments held out, or of all if none were. Empty for segments without candidates. */
  readonly translations: readonly string[];
}

/** Tunes feature weights and reports how scores change, on the segments tuned on and on those held out. */
export async function reportTuning(request: TuningRequest, mert: MertTuner = mertInThisThread): Promise<Tuned> {
  const { set, metrics, objectives, settings, runs, seed, by, notes = [] } = request;
  const { dev, test, translated, drawn } = divideSet(set, request.test, seed);
  const featureNames = featureNamesOf(set);
  const start = request.start ?? equalWeights(featureNames);
  const parts = by === undefined ? new Map<string, number[]>() : partsOf(dev, by);
  const tuningNotes: string[] = [];
  const tune = tuner(request, mert, start, objectives.length * (1 + parts.size), tuningNotes);
  const systems: System[] = [
    { name: 'as decoded', kind: 'decoded', choose: decodedTexts },
    { name: 'start', kind: 'start', weights: [...start], choose: (texts) => bestTexts(texts, start) },
  ];
  for (const objective of objectives) {
    const { name } = metrics[objective]!;
    const whole = await tune(dev, objective, name);
    const own = new Map<string, readonly Float64Array[]>();
    for (const [value, members] of parts) {
      own.set(value, await tune(selectSet(dev, members), objective, `${name}, ${by} ${value}`));
    }
    whole.forEach((weights, run) => {
      const title = `tuned to ${name}${runs > 1 ? ` (${run + 1})` : ''}`;
      const facts = { objective, ...(runs > 1 && { run }) };
      const choose: Chooser = (texts) => bestTexts(texts, weights);
      systems.push({ name: title, kind: 'tuned', ...facts, weights: [...weights], choose });
      if (by === undefined) return;
      const ofRun = new Map([...own].map(([value, each]) => [value, each[run]!]));
      systems.push({
        name: `${title} by ${by}`,
        kind: 'parts',
        ...facts,
        partWeights: [...ofRun].map(([value, each]) => ({ value, weights: [...each] })),
        choose: (texts) => byParts(texts, by, ofRun, weights),
      });
    });
  }
  const devScores = scoresOf('tuned on', dev, systems, metrics, by);
  const testScores = test ? scoresOf('held out', test, systems, metrics, by) : [];
  const references = referencesPerSegment(set.references);
  const weights = bestWeights(systems, objectives[0]!, devScores[0]!, metrics);
  const other = request.test && !('share' in request.test) ? request.test : undefined;
  const report: TuneReport = {
    version,
    method: settings.method,
    seed,
    settings: settingsOf(settings),
    metrics: metrics.map((metric) => ({ ...scoredMetric(metric, { references }), decomposable: metric.decomposable })),
    objectives,
    featureNames,
    startedFrom: request.start ? 'weights' : 'equal weights',
    systems: systems.map(({ choose: _choose, ...system }) => system),
    ...present({ label: by }),
    parts: [...devScores, ...testScores],
    ...present({ heldOut: drawn?.map((i) => i + 1) }),
    ...(runs > 1 && {
      instability: objectives.map((objective) => ({
        objective,
        runs: instabilityOf(systems, objective, devScores[0]!, {
          metric: metrics[objective]!,
          test,
          featureNames,
          seed,
        }),
      })),
    }),
    input: {
      ...sizeOf(set),
      references,
      sha256: request.sha256 ?? set.sha256 ?? '',
      notes: [...(set.notes ?? []), ...(other?.notes ?? []), ...notes, ...tuningNotes],
    },
  };
  const translations = new Array<string>(translated.segments).fill('');
  bestTexts(test ?? dev, weights).forEach((text, i) => (translations[translated.members[i]!] = text));
  return { report, weights, translations };
}

export const equalWeights = ({ length }: readonly string[]): Float64Array => new Float64Array(length).fill(1 / length);

/** Translations of all segments of a set. */
type Chooser = (set: TuningSet) => string[];

type System = TunedSystem & { readonly choose: Chooser };

/** The weights of each run, tuned on a set; counts the sets it has tuned on, and notes where there was nothing to learn from. */
function tuner(request: TuningRequest, mert: MertTuner, start: Float64Array, jobs: number, notes: string[]) {
  const { metrics, settings, runs, seed, onProgress, pause } = request;
  const seeds = Array.from({ length: runs }, (_, run) => seed + run);
  let done = 0;
  return async (set: TuningSet, objective: number, text: string): Promise<readonly Float64Array[]> => {
    const tell = (share: number) => onProgress?.({ share: (done + share) / jobs, text });
    const metric = teach(metrics[objective]!, set.references);
    tell(0);
    const { method, ...given } = settings;
    const tuned: Float64Array[] = [];
    if (method === 'mert') {
      const space = 'candidates' in set ? measureCandidates(metric, set) : set;
      const each = seeds.map((own) => ({ ...given, seed: own }));
      const results = await mert(space, metric, start, each, tell);
      for (const { weights } of results) tuned.push(weights);
    } else {
      const pool = poolOf(set, metric, method);
      let isTaught = false;
      for (const each of seeds) {
        const sought = tuningObjective(metric);
        if (method === 'pro') {
          const { weights, trace } = tuneByPro(pool, sought, start, { ...proDefaults, ...given, seed: each });
          tuned.push(weights);
          isTaught ||= trace.some(({ pairs }) => pairs > 0);
        } else {
          tuned.push(tuneByMira(pool, sought, start, { ...miraDefaults, ...given, seed: each }).weights);
          isTaught = true;
        }
        tell(tuned.length / runs);
        await pause?.();
      }
      if (!isTaught) notes.push(withoutPairs(text, { ...proDefaults, ...given }));
      const { draws } = { ...proDefaults, ...given };
      if (method === 'pro' && runs > 1 && takesAllPairs(pool.candidates, draws)) notes.push(withoutChance(text, draws));
    }
    done++;
    return tuned;
  };
}

const withoutChance = (text: string, draws: number): string =>
  `PRO uses all pairs of candidates for ${text}, since no list has more pairs than the ${draws} it draws: nothing is random, and all runs are the same. ` +
  'Their deviation of 0 and cosine of 1 say nothing about how stable tuning is. To measure that, use a lower --draws or longer lists.';

const withoutPairs = (text: string, { minDifference, maxLengthGap }: ProSettings): string =>
  `PRO kept no pair of candidates for ${text}, so the weights did not change: no list has two candidates ` +
  (maxLengthGap < Infinity ? 'of similar length ' : '') +
  (minDifference > 0
    ? `whose scores differ by at least ${minDifference} of the metric’s scale. A lower --min-difference keeps more pairs.`
    : 'whose scores differ.');

function poolOf(set: TuningSet, metric: Metric, method: TuningMethod): Pool {
  if ('candidates' in set) return measureCandidates(metric, set);
  throw new UsageError(
    `${method} tunes on n-best lists, not on lattices. Make lists with \`assay lattice nbest\`, or use --method mert.`,
  );
}

const groupsOf = ({ labels = new Map() }: TuningSet, by: string): Map<string, number[]> => groupSegments(labels, by);

function partsOf(set: TuningSet, by: string): Map<string, number[]> {
  const parts = groupsOf(set, by);
  if (parts.size > 1) return parts;
  throw new UsageError(`All segments tuned on have the same ${by}: tuning by ${by} needs at least two parts.`);
}

/** Each segment by the weights of its part; one of a part that was not tuned on by those of all. */
function byParts(set: TuningSet, by: string, own: ReadonlyMap<string, Float64Array>, whole: Float64Array): string[] {
  const texts = bestTexts(set, whole);
  for (const [value, members] of groupsOf(set, by)) {
    const weights = own.get(value);
    if (!weights) continue;
    bestTexts(selectSet(set, members), weights).forEach((text, k) => (texts[members[k]!] = text));
  }
  return texts;
}

/** All segments first, then each part. */
function scoresOf(
  set: TunedScores['set'],
  texts: TuningSet,
  systems: readonly System[],
  metrics: readonly Metric[],
  by: string | undefined,
): TunedScores[] {
  const outputs = systems.map(({ choose }) => choose(texts));
  // Lengths are of words between spaces, whatever the metrics make of them.
  const measured = measureAll([...metrics, bleu({ tokenizer: 'none' })], texts, outputs);
  const part = (each: readonly Measured[], value?: string): TunedScores => {
    const lengths = each.at(-1)!;
    return {
      set,
      ...present({ value }),
      segments: lengths.segments,
      scores: systems.map((_, s) => each.slice(0, -1).map((one) => systemScore(one, s))),
      lengthRatios: systems.map((_, s) => lengths.metric.parts!(sumRows(lengths, s))['length ratio']!),
    };
  };
  const groups = by === undefined ? [] : [...groupsOf(texts, by)];
  return [
    part(measured),
    ...groups.map(([value, members]) =>
      part(
        measured.map((each) => subset(each, members)),
        value,
      ),
    ),
  ];
}

/** Numbers of the systems that are runs of one objective. */
const runsOf = (systems: readonly System[], objective: number): number[] =>
  systems.flatMap((system, s) => (system.kind === 'tuned' && system.objective === objective ? [s] : []));

/** Of the run that scores best on what it was tuned on, of equals the first. */
function bestWeights(
  systems: readonly System[],
  objective: number,
  { scores }: TunedScores,
  metrics: readonly Metric[],
): Float64Array {
  const sign = metrics[objective]!.higherIsBetter ? 1 : -1;
  const best = runsOf(systems, objective).reduce((before, s) =>
    sign * (scores[s]![objective]! - scores[before]![objective]!) > 0 ? s : before,
  );
  return Float64Array.from(systems[best]!.weights!);
}

function instabilityOf(
  systems: readonly System[],
  objective: number,
  { scores }: TunedScores,
  facts: { metric: Metric; test: TuningSet | undefined; featureNames: readonly string[]; seed: number },
): Instability {
  const { metric, test, featureNames, seed } = facts;
  const runs = runsOf(systems, objective);
  return instability(
    runs.map((s) => ({ weights: Float64Array.from(systems[s]!.weights!), score: scores[s]![objective]! })),
    {
      featureNames,
      samples: statisticalDefaults.samples,
      seed,
      ...(test && {
        test: measure(
          metric,
          test,
          runs.map((s) => systems[s]!.choose(test)),
        ),
      }),
    },
  );
}

/** All settings but the seed, which is stated by itself. */
function settingsOf({ method, ...given }: MethodSettings): Record<string, unknown> {
  const { seed: _, ...usual } = { mert: mertDefaults, pro: proDefaults, mira: miraDefaults }[method];
  return { ...usual, ...given };
}

const sizeOf = (set: TuningSet): Pick<TuneReport['input'], 'kind' | 'candidates'> =>
  'candidates' in set
    ? { kind: 'lists', candidates: set.candidates.texts.length }
    : { kind: 'lattices', candidates: set.forests.length };
