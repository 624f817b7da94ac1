/** Scores of systems, with intervals and by parts of the test set where asked for. */
import { type TextInput } from '../notes.ts';
import { type Metric, type RunFacts, printMetric, printSignature, sumRows, version } from '../../core/index.ts';
import { type Evaluation, type Measured, groupSegments, measurements, subset } from '../../measure/index.ts';
import { Pcg64, bootstrapAll, percentileInterval } from '../../stats/index.ts';

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

/** What a report says of a metric. */
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
  readonly score: number;
  /** Where the score of a test set drawn anew from these segments would lie, with the level of confidence asked for. */
  readonly interval?: { readonly low: number; readonly high: number };
  /** What the score is made of, by name. */
  readonly parts?: Readonly<Record<string, number>>;
}

/** Scores of some segments: by system, then metric. */
export interface ScoreBlock {
  readonly segments: number;
  readonly scores: readonly (readonly Score[])[];
}

/** What `assay score -f json` prints. */
export interface ScoreReport {
  readonly version: string;
  readonly systems: readonly string[];
  readonly metrics: readonly ScoredMetric[];
  readonly all: ScoreBlock;
  /** Scores of parts of the test set, such as each domain. */
  readonly groups: readonly { readonly label: string; readonly value: string; readonly block: ScoreBlock }[];
  readonly confidence?: { readonly level: number; readonly samples: number; readonly seed: number };
  readonly input: TextInput;
}

interface ScoreReportOptions {
  /** Labels to score the parts of the test set by; needs rows. */
  readonly by?: readonly string[];
  /** Bootstrap intervals; needs rows. */
  readonly confidence?: NonNullable<ScoreReport['confidence']>;
  /** Hash of what was read, and what is to be said of it. */
  readonly input: { readonly sha256: string; readonly notes: readonly string[] };
  readonly onProgress?: (done: { share: number; metric: string }) => void;
  /** Lets others have a turn. */
  readonly pause?: () => Promise<void>;
}

/** Samples drawn before others get a turn. */
const slice = 50;

/** Scores of systems, with intervals if asked. */
export async function reportScores(
  metrics: readonly Metric[],
  evaluation: Evaluation,
  options: ScoreReportOptions,
): Promise<ScoreReport> {
  const { by = [], confidence, input } = options;
  const { systems, segments, sums, references, labels } = evaluation;
  const measured = measurements(metrics, evaluation);

  const parts = by.flatMap((label) =>
    [...groupSegments(labels, label)].map(([value, members]) => ({
      label,
      value,
      measured: measured.map((each) => subset(each, members)),
    })),
  );
  const groups = [];
  for (const { label, value, measured: part } of parts) groups.push({ label, value, block: await measuredBlock(part) });
  const all = measured.length > 0 ? await measuredBlock(measured) : summedBlock();
  const bootstrap = confidence && { samples: confidence.samples, seed: confidence.seed };
  return {
    version,
    systems,
    metrics: metrics.map((metric) => scoredMetric(metric, { references, ...(bootstrap && { bootstrap }) })),
    all,
    groups,
    ...(confidence && { confidence }),
    input: {
      references,
      ...input,
      notes: [...input.notes, ...metrics.flatMap(({ caution }) => caution ?? [])],
    },
  };

  function summedBlock(): ScoreBlock {
    const scores = systems.map((_, s) =>
      metrics.map((metric, m) => {
        const width = metric.statistics.length;
        return scoreOf(metric, sums[m]!.subarray(s * width, (s + 1) * width));
      }),
    );
    return { segments, scores };
  }

  async function measuredBlock(part: readonly Measured[]): Promise<ScoreBlock> {
    const scores: Score[][] = systems.map(() => []);
    for (const each of part) {
      const intervals = confidence && (await intervalsOf(each, confidence, options));
      systems.forEach((_, s) => scores[s]!.push(scoreOf(each.metric, sumRows(each, s), intervals?.[s])));
    }
    return { segments: part[0]?.segments ?? 0, scores };
  }
}

function scoreOf(metric: Metric, sums: Float64Array, interval?: Score['interval']): Score {
  const parts = metric.parts?.(sums);
  return { score: metric.score(sums), ...(interval && { interval }), ...(parts && { parts }) };
}

/** All systems and metrics see the same samples, since each metric starts the generator anew. */
async function intervalsOf(
  measured: Measured,
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
