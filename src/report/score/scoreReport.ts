/** Scores of systems, with intervals and by parts of the test set where asked for. */
import { type TextInput } from '../notes.ts';
import {
  type Metric,
  type RunFacts,
  printMetric,
  present,
  printSignature,
  sumRows,
  version,
} from '../../core/index.ts';
import { type Evaluation, type MeasuredSystems, groupSegments, measurements, subset } from '../../measure/index.ts';
import { Pcg64, bootstrapAll, percentileInterval } from '../../stats/index.ts';
import {
  type ImportedScores,
  type ScoredTexts,
  areMeans,
  importedMeasurement,
  importedSystemScores,
} from './importedScores.ts';

export interface ScoredMetric {
  /** As typed on the command line: `bleu(tok=intl)`. */
  readonly metric: string;
  /** As tables head it: `BLEU`. */
  readonly name: string;
  readonly higherIsBetter: boolean;
  readonly signature: string;
  /** Under which settings single segments are scored, where that differs. */
  readonly segmentSignature?: string;
}

/** A metric, or scores from elsewhere, which were made with no settings that are known. */
export type ReportedMetric = Pick<ScoredMetric, 'name' | 'higherIsBetter'> & Partial<ScoredMetric>;

/** What a report says about a metric. */
export function scoredMetric(metric: Metric, facts: RunFacts): ScoredMetric {
  const { references } = facts;
  const forSegments = printSignature(metric.forSegments, { references });
  const differs = forSegments !== printSignature(metric, { references });
  return {
    metric: printMetric(metric),
    name: metric.name,
    higherIsBetter: metric.higherIsBetter,
    signature: printSignature(metric, facts),
    ...(differs && { segmentSignature: forSegments }),
  };
}

interface Score {
  /** NaN for a part of the test set if only whole systems were scored. */
  readonly score: number;
  /** The bootstrap confidence interval of the score, at the requested level. */
  readonly interval?: { readonly low: number; readonly high: number };
  /** The components of the score, by name. */
  readonly parts?: Readonly<Record<string, number>>;
}

/** Scores of some segments: by system, then metric. */
export interface ScoreBlock {
  readonly segments: number;
  readonly scores: readonly (readonly Score[])[];
}

/** The data that `assay score -f json` prints. */
export interface ScoreReport {
  readonly version: string;
  readonly systems: readonly string[];
  readonly metrics: readonly ReportedMetric[];
  /** The metric that orders systems: its place among the metrics; the first unless given. */
  readonly primary?: number;
  readonly all: ScoreBlock;
  /** Scores of parts of the test set, such as each domain. */
  readonly groups: readonly { readonly label: string; readonly value: string; readonly block: ScoreBlock }[];
  readonly confidence?: { readonly level: number; readonly samples: number; readonly seed: number };
  readonly input: TextInput;
}

interface ScoreReportOptions {
  /** Labels to score the parts of the test set by; needs rows. */
  readonly by?: readonly string[];
  readonly primary?: number;
  /** Scores computed elsewhere, shown after the metrics. */
  readonly imported?: readonly ImportedScores[];
  /** What these call the segments, if not by their numbers from 1 on. */
  readonly keys?: readonly string[];
  /** Bootstrap intervals; needs rows. */
  readonly confidence?: NonNullable<ScoreReport['confidence']>;
  /** Hash of the input, and notes on it. */
  readonly input: Pick<TextInput, 'sha256' | 'notes' | 'warnings'>;
  readonly onProgress?: (done: { share: number; metric: string }) => void;
  /** Lets others have a turn. */
  readonly pause?: () => Promise<void>;
}

/** Samples drawn before others get a turn. */
const slice = 50;

/** Reports the scores of systems, with intervals and by parts of the test set if asked. */
export async function reportScores(
  metrics: readonly Metric[],
  evaluation: Evaluation,
  options: ScoreReportOptions,
): Promise<ScoreReport> {
  const { by = [], confidence, input, imported = [] } = options;
  const { systems, segments, sums, references, labels } = evaluation;
  const measured = measurements(metrics, evaluation);
  const joined = imported.map((scores) => joinScores(scores, { systems, segments, labels, keys: options.keys }));

  const parts = by.flatMap((label) =>
    [...groupSegments(labels, label)].map(([value, members]) => ({ label, value, members })),
  );
  // Scores of whole systems say nothing about parts.
  const unknown: WholeScores = { ofSystems: systems.map(() => NaN) };
  const groups = [];
  for (const { label, value, members } of parts) {
    const part = [...measured, ...joined].map((each) => ('rows' in each ? subset(each, members) : unknown));
    groups.push({ label, value, block: { segments: members.length, scores: await scoresOf(part) } });
  }
  const ofMetrics = measured.length > 0 ? await scoresOf(measured) : summedScores();
  const ofImported = await scoresOf(joined);
  const all = { segments, scores: systems.map((_, s) => [...ofMetrics[s]!, ...ofImported[s]!]) };
  const bootstrap = confidence && { samples: confidence.samples, seed: confidence.seed };
  return {
    version,
    systems,
    metrics: [
      ...metrics.map((metric) => scoredMetric(metric, { references, ...(bootstrap && { bootstrap }) })),
      ...imported.map(({ name, higherIsBetter }) => ({ name, higherIsBetter })),
    ],
    ...present({ primary: options.primary }),
    all,
    groups,
    ...(confidence && { confidence }),
    input: {
      references,
      ...input,
      notes: [
        ...input.notes,
        ...metrics.flatMap(({ caution }) => caution ?? []),
        ...imported
          .filter(isUnlikeMeans)
          .map(
            ({ name }) =>
              `${name}: system scores from files, not means of segment scores, so they have no intervals and no parts.`,
          ),
      ],
    },
  };

  function summedScores(): Score[][] {
    return systems.map((_, s) =>
      metrics.map((metric, m) => {
        const width = metric.statistics.length;
        return scoreOf(metric, sums[m]!.subarray(s * width, (s + 1) * width));
      }),
    );
  }

  /** By system, then what was measured. */
  async function scoresOf(part: readonly (MeasuredSystems | WholeScores)[]): Promise<Score[][]> {
    const scores: Score[][] = systems.map(() => []);
    for (const each of part) {
      if (!('rows' in each)) {
        systems.forEach((_, s) => scores[s]!.push({ score: each.ofSystems[s]! }));
        continue;
      }
      const intervals = confidence && (await intervalsOf(each, confidence, options));
      const scored = 'metric' in each ? each.metric : { score: each.scoreSums };
      systems.forEach((_, s) => scores[s]!.push(scoreOf(scored, sumRows(each, s), intervals?.[s])));
    }
    return scores;
  }
}

/** Scores of whole systems, which have no rows. */
interface WholeScores {
  /** By system. */
  readonly ofSystems: readonly number[];
}

const isUnlikeMeans = (scores: ImportedScores): boolean => scores.segments.length > 0 && !areMeans(scores);

/** A measurement, if system scores are means of segment scores, so that parts have scores and scores have intervals. */
function joinScores(scores: ImportedScores, texts: ScoredTexts): MeasuredSystems | WholeScores {
  if (scores.segments.length > 0 && !isUnlikeMeans(scores)) return importedMeasurement(scores, texts);
  return { ofSystems: importedSystemScores(scores, texts.systems) };
}

function scoreOf(metric: Pick<Metric, 'score' | 'parts'>, sums: Float64Array, interval?: Score['interval']): Score {
  const parts = metric.parts?.(sums);
  return { score: metric.score(sums), ...(interval && { interval }), ...(parts && { parts }) };
}

/** All systems and metrics see the same samples, since each metric restarts the generator. */
async function intervalsOf(
  measured: MeasuredSystems,
  { samples, seed, level }: NonNullable<ScoreReport['confidence']>,
  { onProgress, pause }: ScoreReportOptions,
): Promise<{ low: number; high: number }[]> {
  const random = new Pcg64(seed);
  const drawn = measured.systemNames.map(() => new Float64Array(samples));
  for (let from = 0; from < samples; from += slice) {
    const scores = bootstrapAll(measured, Math.min(slice, samples - from), random);
    scores.forEach((ofSystem, s) => drawn[s]!.set(ofSystem, from));
    onProgress?.({ share: from / samples, metric: measured.name });
    await pause?.();
  }
  return drawn.map((scores) => percentileInterval(scores.sort(), level));
}
