/** How scores changed from gate to gate, and the first change that made them significantly worse. */
import { version } from '../../core/index.ts';
import { correctP } from '../../stats/index.ts';
import type { GateReport, GatedMetric } from '../gate/gateReport.ts';

/** What one gate found, and when. */
export interface HistoryEntry extends GateReport {
  /** ISO 8601. */
  readonly date: string;
  readonly commit?: string;
}

/** A metric over all entries. */
export interface MetricHistory {
  /** As typed: `chrf`. */
  readonly metric: string;
  readonly name: string;
  readonly higherIsBetter: boolean;
  /** By entry: what was found; undefined where the gate did not have this metric. */
  readonly points: readonly (HistoryPoint | undefined)[];
  /** The first entry that is significantly worse than its baseline. */
  readonly firstWorse?: number;
  /** Entries whose signature or number of segments differs from the one before: scores on both sides are not comparable. */
  readonly breaks: readonly number[];
}

interface HistoryPoint extends Pick<
  GatedMetric,
  'score' | 'baselineScore' | 'drop' | 'low' | 'high' | 'p' | 'verdict'
> {
  /** p after Holm's correction over all entries and metrics. */
  readonly corrected: number;
}

/** The data that `assay history -f json` prints. */
export interface HistoryReport {
  readonly version: string;
  readonly entries: readonly Pick<HistoryEntry, 'date' | 'commit' | 'verdict' | 'system' | 'baseline' | 'segments'>[];
  readonly metrics: readonly MetricHistory[];
  readonly alpha: number;
  /** How many tests p is corrected for. */
  readonly family: number;
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
}

/**
 * Puts entries in the order of their dates. Every entry is one more chance to find a drop where there is none, so p is corrected for all
 * of them: in a history without any drop, the probability that any entry is called worse is at most alpha.
 */
export function reportHistory(
  given: readonly HistoryEntry[],
  { alpha, skipped = [] }: { readonly alpha: number; readonly skipped?: HistoryReport['skipped'] },
): HistoryReport {
  const entries = given.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  const idOf = ({ metric, name }: GatedMetric): string => metric ?? name;
  const known = [...new Map(entries.flatMap(({ metrics }) => metrics.map((each) => [idOf(each), each]))).values()];
  const found = known.map((metric) =>
    entries.map(({ metrics }) => metrics.find((each) => idOf(each) === idOf(metric))),
  );
  const all = correctP(
    found.flatMap((points) => points.map((point) => point?.p ?? NaN)),
    'holm',
  );
  const metrics = known.map((metric, m): MetricHistory => {
    const points = found[m]!.map((point, e): HistoryPoint | undefined => {
      if (!point) return undefined;
      const { score, baselineScore, drop, low, high, p, verdict } = point;
      return { score, baselineScore, drop, low, high, p, corrected: all[m * entries.length + e]!, verdict };
    });
    const firstWorse = points.findIndex((point) => point !== undefined && point.corrected < alpha);
    let before: number | undefined;
    const breaks = entries.flatMap((entry, e) => {
      if (!found[m]![e]) return [];
      const isBreak =
        before !== undefined &&
        (entries[before]!.segments !== entry.segments || found[m]![before]!.signature !== found[m]![e].signature);
      before = e;
      return isBreak ? [e] : [];
    });
    return {
      metric: idOf(metric),
      name: metric.name,
      higherIsBetter: metric.higherIsBetter,
      points,
      ...(firstWorse >= 0 && { firstWorse }),
      breaks,
    };
  });
  return {
    version,
    entries: entries.map(({ date, commit, verdict, system, baseline, segments }) => ({
      date,
      ...(commit !== undefined && { commit }),
      verdict,
      system,
      baseline,
      segments,
    })),
    metrics,
    alpha,
    family: all.filter((p) => !Number.isNaN(p)).length,
    skipped,
  };
}
