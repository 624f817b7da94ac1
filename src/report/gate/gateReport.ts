/** Whether a new output may replace its baseline: what each metric says, and what follows. */
import { UsageError, pick, version } from '../../core/index.ts';
import { type GateVerdict, type JudgedDrop, judgeDrops } from '../../stats/index.ts';
import type { CompareReport } from '../compare/compareReport.ts';
import type { TextInput } from '../notes.ts';
import type { ReportedMetric } from '../score/scoreReport.ts';

/** A metric, its scores, and what they say about the drop. */
export interface GatedMetric extends ReportedMetric, JudgedDrop {
  readonly baselineScore: number;
  readonly score: number;
}

/** The data that `assay gate -f json` prints. */
export interface GateReport {
  readonly version: string;
  readonly verdict: GateVerdict;
  /** Of the command: 0 passes, 3 is worse, 4 cannot tell. */
  readonly exitCode: 0 | 3 | 4;
  readonly system: string;
  readonly baseline: string;
  readonly metrics: readonly GatedMetric[];
  readonly alpha: number;
  readonly segments: number;
  readonly unit: 'segment' | 'document';
  readonly units: number;
  readonly samples: number;
  readonly seed: number;
  readonly input: TextInput;
}

const exitCodes = { pass: 0, worse: 3, unclear: 4 } as const;

/** Judges a comparison of a system, the first, with its baseline, the second. `margins` are by metric. */
export function reportGate(
  { systems, metrics, compared, segments, unit, input }: CompareReport,
  margins: readonly (number | undefined)[],
  alpha: number,
): GateReport {
  const [first] = compared;
  if (!first || first.units < 2) {
    throw new UsageError(`A gate needs at least two ${unit}s; there is one.`);
  }
  const { verdict, drops } = judgeDrops(
    compared.map(({ comparisons, higherIsBetter, units }, m) => ({
      ...pick(comparisons[0]!, ['difference', 'standardError']),
      higherIsBetter,
      units,
      ...(margins[m] !== undefined && { margin: margins[m] }),
    })),
    alpha,
  );
  return {
    version,
    verdict,
    exitCode: exitCodes[verdict],
    system: systems[0]!,
    baseline: systems[1]!,
    metrics: metrics.map((metric, m) => ({
      ...metric,
      baselineScore: compared[m]!.systems[1]!.score,
      score: compared[m]!.systems[0]!.score,
      ...drops[m]!,
    })),
    alpha,
    segments,
    unit,
    units: first.units,
    ...pick(first.settings, ['samples', 'seed']),
    input,
  };
}
