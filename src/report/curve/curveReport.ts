/** Scores of checkpoints against their steps, and which of them may be the best. */
import { type Metric, UsageError, version } from '../../core/index.ts';
import { type Evaluation, measurements } from '../../measure/index.ts';
import { type BestCandidate, Pcg64, bestSystems, bootstrapAll, percentileInterval } from '../../stats/index.ts';
import type { TextInput } from '../notes.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';

/** A checkpoint: how it compares with the best one, by the primary metric, and its scores, by metric. */
interface CurvePoint extends BestCandidate {
  readonly system: string;
  readonly step: number;
  readonly scores: readonly {
    readonly score: number;
    readonly interval: { readonly low: number; readonly high: number };
  }[];
}

/** The data that `assay curve -f json` prints. */
export interface CurveReport {
  readonly version: string;
  readonly metrics: readonly ScoredMetric[];
  /** The metric that decides which checkpoint is best: its place among the metrics. */
  readonly primary: number;
  /** By step. */
  readonly points: readonly CurvePoint[];
  /** The place of the best checkpoint among the points. */
  readonly best: number;
  readonly segments: number;
  readonly settings: {
    readonly samples: number;
    readonly seed: number;
    readonly level: number;
    readonly alpha: number;
  };
  readonly input: TextInput;
}

/** `steps` are by system of the evaluation, which holds all rows. */
export function reportCurve(
  metrics: readonly Metric[],
  evaluation: Evaluation,
  steps: readonly number[],
  {
    primary = 0,
    input,
    ...settings
  }: CurveReport['settings'] & { primary?: number; input: Omit<TextInput, 'references'> },
): CurveReport {
  const { systems, segments, references } = evaluation;
  if (systems.length < 2) throw new UsageError('A curve needs at least two checkpoints; there is one.');
  const { samples, seed, level, alpha } = settings;
  const order = Array.from(systems.keys()).sort((a, b) => steps[a]! - steps[b]!);
  const measured = measurements(metrics, evaluation).map((each) => {
    const whole = systems.map((_, s) =>
      each.score(Uint32Array.from({ length: segments }, (__, i) => s * segments + i)),
    );
    return { whole, drawn: bootstrapAll(each, samples, new Pcg64(seed)), higherIsBetter: each.higherIsBetter };
  });
  const { whole, drawn, higherIsBetter } = measured[primary]!;
  const { best, systems: candidates } = bestSystems(whole, drawn, { higherIsBetter, alpha, level });
  return {
    version,
    metrics: metrics.map((metric) => scoredMetric(metric, { references })),
    primary,
    points: order.map((s) => ({
      system: systems[s]!,
      step: steps[s]!,
      ...candidates[s]!,
      scores: measured.map((each) => ({
        score: each.whole[s]!,
        interval: percentileInterval(each.drawn[s]!.toSorted(), level),
      })),
    })),
    best: order.indexOf(best),
    segments,
    settings,
    input: { references, ...input },
  };
}
