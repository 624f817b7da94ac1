/** From an evaluation to a report: scores of the whole and of its parts, with intervals where they are asked for. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Metric, sumRows, version } from '../core/index.ts';
import { type Measured, groupSegments, measuredRows, subset } from '../measure/index.ts';
import { type Score, type ScoreBlock, type ScoreReport, scoredMetric } from '../report/index.ts';
import { Pcg64, bootstrapAll, percentileInterval } from '../stats/index.ts';
import type { Evaluation } from './evaluate.ts';

export interface ReportOptions {
  /** Labels to score the parts of the test set by; needs rows. */
  readonly by?: readonly string[];
  /** Bootstrap intervals; needs rows. */
  readonly confidence?: NonNullable<ScoreReport['confidence']>;
  /** Hash of what was read, and what is to be said of it. */
  readonly input: { readonly sha256: string; readonly notes: readonly string[] };
  readonly onProgress?: (done: { share: number; metric: string }) => void;
}

/** Samples drawn before others get a turn. */
const slice = 50;

export async function reportScores(
  metrics: readonly Metric[],
  evaluation: Evaluation,
  options: ReportOptions,
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

/** What was measured by each metric; empty if the evaluation kept no rows. */
export function measurements(metrics: readonly Metric[], { rows, systems, segments }: Evaluation): Measured[] {
  return rows?.map((ofMetric, m) => measuredRows(metrics[m]!, systems, segments, ofMetric)) ?? [];
}

function scoreOf(metric: Metric, sums: Float64Array, interval?: Score['interval']): Score {
  const parts = metric.parts?.(sums);
  return { score: metric.score(sums), ...(interval && { interval }), ...(parts && { parts }) };
}

/** All systems and metrics see the same samples, since each metric starts the generator anew. */
async function intervalsOf(
  measured: Measured,
  { samples, seed, level }: NonNullable<ScoreReport['confidence']>,
  { onProgress }: ReportOptions,
): Promise<{ low: number; high: number }[]> {
  const random = new Pcg64(seed);
  const drawn = measured.systemNames.map(() => new Float64Array(samples));
  for (let from = 0; from < samples; from += slice) {
    const scores = bootstrapAll(measured, Math.min(slice, samples - from), random);
    scores.forEach((ofSystem, s) => drawn[s]!.set(ofSystem, from));
    onProgress?.({ share: from / samples, metric: measured.name });
    await nextTurn();
  }
  return drawn.map((scores) => percentileInterval(scores.sort(), level));
}
