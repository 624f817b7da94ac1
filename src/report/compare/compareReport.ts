/** Which of some systems is better, how sure that is and why. */
import { type TextInput } from '../notes.ts';
import { type Explanation, explainDifferences } from '../../compare/index.ts';
import { type Measurement, type Metric, UsageError, counted, suggest, version } from '../../core/index.ts';
import { type Evaluation, type Measured, groupSegments, measurements } from '../../measure/index.ts';
import type { Scores } from '../../meta/index.ts';
import {
  type ComparedRuns,
  type ComparedSystems,
  type ComparisonSettings,
  type RunComparison,
  type RunSettings,
  type RunTestId,
  compareMeasured,
  compareRuns,
  meanMeasurement,
  turned,
} from '../../stats/index.ts';
import { scoredMetric } from '../score/scoreReport.ts';
import { metricTitles } from '../score/scoreTables.ts';

/** A metric, or scores from elsewhere. */
interface ComparedMetric {
  /** As tables head it. */
  readonly name: string;
  readonly higherIsBetter: boolean;
  /** As typed, and under which settings, of a metric that was computed. */
  readonly metric?: string;
  readonly signature?: string;
}

/** What `assay compare -f json` prints. */
export interface CompareReport {
  readonly version: string;
  readonly systems: readonly string[];
  readonly metrics: readonly ComparedMetric[];
  readonly segments: number;
  /** What is drawn and exchanged as a whole. */
  readonly unit: 'segment' | 'document';
  /** By metric; of systems with several runs there is `runs` instead. */
  readonly compared: readonly ComparedSystems[];
  readonly runs?: {
    /** By system: its files. */
    readonly files: readonly (readonly string[])[];
    readonly compared: readonly ComparedRuns[];
  };
  readonly explanation?: Explanation;
  readonly input: TextInput;
}

/** What was compared, to be shown. */
export interface ComparedTexts {
  /** Outputs by name; with several runs of a system, each run. */
  readonly systems: readonly string[];
  readonly hypotheses: readonly (readonly string[])[];
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** Of single segments: by metric, then system. */
  readonly scores: readonly (readonly Float64Array[])[];
}

export interface ComparisonOptions {
  readonly settings: Omit<ComparisonSettings, 'units' | 'baseline'>;
  /** The system that all others are compared with; without it all pairs are compared. */
  readonly baseline?: string;
  /** What is drawn and exchanged as a whole; documents are told by the label `document`. */
  readonly unit: 'segment' | 'document';
  /** Scores of segments by metrics computed elsewhere. */
  readonly imported?: readonly Scores[];
  /** What these call the segments of the task, if not by their numbers from 1 on. */
  readonly keys?: readonly string[];
  /** Systems of several runs: by system its runs, which are the systems of the task. */
  readonly runs?: { readonly test: RunTestId; readonly systems: readonly RunsOfSystem[] };
  /** Says why systems differ, with so many segments and n-grams of each. */
  readonly explain?: {
    readonly top: number;
    readonly frequencies?: ReadonlyMap<string, number>;
    readonly wordClasses?: ReadonlyMap<string, string>;
  };
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

export interface RunsOfSystem {
  readonly name: string;
  readonly files: readonly string[];
}

/** What is compared: outputs, what was counted of them with all rows, and where they come from. */
export interface ComparedOutputs extends Pick<ComparedTexts, 'hypotheses' | 'references' | 'sources'> {
  readonly evaluation: Evaluation;
  readonly input: Pick<CompareReport['input'], 'sha256' | 'notes'>;
}

/** How samples are drawn for all that was measured: here one after the other, in threads by the engine. */
export interface Comparer {
  systems(measured: readonly Measurement[], settings: ComparisonSettings): Promise<ComparedSystems[]>;
  runs(
    measured: readonly Measurement[],
    runs: readonly (readonly number[])[],
    settings: RunSettings,
  ): Promise<ComparedRuns[]>;
}

export const inThisThread: Comparer = {
  systems: async (measured, settings) => measured.map((each) => compareMeasured(each, settings)),
  runs: async (measured, runs, settings) => measured.map((each) => compareRuns(each, runs, settings)),
};

export interface ReportedComparison {
  readonly report: CompareReport;
  /** For pages that show segments. */
  readonly texts: ComparedTexts;
}

/** Compares systems by several metrics, and says why they differ if asked. */
export async function reportComparison(
  { evaluation, hypotheses, references: texts, sources, input }: ComparedOutputs,
  metrics: readonly Metric[],
  options: ComparisonOptions,
  comparer: Comparer = inThisThread,
): Promise<ReportedComparison> {
  const { onProgress, runs, explain, unit, imported = [] } = options;
  const { systems, segments, labels, references } = evaluation;
  const keys = options.keys ?? Array.from({ length: segments }, (_, i) => String(i + 1));
  const computed = measurements(metrics, evaluation);
  const measured: Measurement[] = [
    ...computed,
    ...imported.map((scores) => importedMeasurement(scores, systems, keys)),
  ];
  const described: ComparedMetric[] = [
    ...metrics.map((metric) => {
      const { name, higherIsBetter, metric: typed, signature } = scoredMetric(metric, { references });
      return { name, higherIsBetter, metric: typed, signature };
    }),
    ...imported.map(({ name, higherIsBetter }) => ({ name, higherIsBetter })),
  ];
  const titles = metricTitles(described);
  const names = runs ? runs.systems.map(({ name }) => name) : systems;
  const baseline = options.baseline === undefined ? undefined : placeOf(options.baseline, names);
  const settings: ComparisonSettings = {
    ...options.settings,
    ...(unit === 'document' && { units: documentsOf(labels) }),
    ...(baseline !== undefined && { baseline }),
  };
  const found = runs ? [] : await comparer.systems(measured, settings);
  // What comes later is compared with what came before, as with a baseline: new less old.
  const compared = found.map((each) => ({
    ...each,
    settings: withoutUnits(each.settings),
    ...(baseline === undefined && { comparisons: each.comparisons.map(turned) }),
  }));
  const foundOfRuns = runs
    ? await comparer.runs(measured, runPlaces(runs.systems), { ...settings, test: runs.test })
    : [];
  const ofRuns = runs && {
    files: runs.systems.map(({ files }) => files),
    compared: foundOfRuns.map((each) => ({
      ...each,
      settings: withoutUnits(each.settings),
      ...(baseline === undefined && { comparisons: each.comparisons.map(turnedRuns) }),
    })),
  };
  onProgress?.({ share: undefined, text: 'why they differ' });
  const outputs = new Map(systems.map((system, s) => [system, hypotheses[s]!]));
  const report: CompareReport = {
    version,
    systems: names,
    metrics: described.map((each, m) => ({ ...each, name: titles[m]! })),
    segments,
    unit,
    compared,
    ...(ofRuns && { runs: ofRuns }),
    ...(explain &&
      !runs && {
        explanation: explainDifferences({
          testSet: { references: texts },
          outputs,
          measured: computed,
          labels,
          settings,
          ...explain,
        }),
      }),
    input: { references, ...input },
  };
  return {
    report,
    texts: {
      systems,
      hypotheses,
      references: texts,
      ...(sources && { sources }),
      labels,
      scores: [...computed.map(segmentScores), ...imported.map((scores) => alignedScores(scores, systems, keys))],
    },
  };
}

/** The document of every segment is no setting to report. */
function withoutUnits<Settings extends { readonly units?: Uint32Array }>(settings: Settings): Omit<Settings, 'units'> {
  const { units: _units, ...rest } = settings;
  return rest;
}

/** Scores of single segments, by system. */
const segmentScores = (measured: Measured): Float64Array[] =>
  measured.systemNames.map((_, s) =>
    Float64Array.from({ length: measured.segments }, (__, i) => measured.segmentScore(s * measured.segments + i)),
  );

function placeOf(system: string, systems: readonly string[]): number {
  const at = systems.indexOf(system);
  if (at >= 0) return at;
  throw new UsageError(`There is no system ${system} to be the baseline. ${suggest(system, systems)}`);
}

/** The number of its document for each segment. */
function documentsOf(labels: ReadonlyMap<string, readonly string[]>): Uint32Array {
  const groups = groupSegments(labels, 'document');
  const units = new Uint32Array([...groups.values()].reduce((sum, { length }) => sum + length, 0));
  [...groups.values()].forEach((members, document) => {
    for (const segment of members) units[segment] = document;
  });
  return units;
}

/** The same comparison, with the systems in the other order. */
function turnedRuns(comparison: RunComparison): RunComparison {
  const { first, second, difference, better, verdict, interval } = comparison;
  const negative = <N extends number>(value: N): N => (value === 0 ? value : -value) as N;
  return {
    ...comparison,
    first: second,
    second: first,
    difference: negative(difference),
    better: negative(better),
    verdict: negative(verdict),
    interval: { low: negative(interval.high), high: negative(interval.low) },
  };
}

/** The runs of each system are the next systems of the task. */
function runPlaces(systems: readonly RunsOfSystem[]): number[][] {
  let next = 0;
  return systems.map(({ files }) => files.map(() => next++));
}

function importedMeasurement(scores: Scores, systems: readonly string[], keys: readonly string[]): Measurement {
  return meanMeasurement({
    name: scores.name,
    higherIsBetter: scores.higherIsBetter,
    systemNames: systems,
    scores: alignedScores(scores, systems, keys),
  });
}

function alignedScores(scores: Scores, systems: readonly string[], keys: readonly string[]): Float64Array[] {
  const columns = new Map(scores.segments.map((key, g) => [key, g]));
  const known = new Set(keys);
  const stranger = scores.segments.find((key) => !known.has(key));
  if (stranger !== undefined) {
    throw new UsageError(
      `${scores.name} has a score of segment ${stranger}, which is none of the ${counted(keys.length, 'segment')} compared. Give the scores of this test set.`,
    );
  }
  return systems.map((system) => {
    const row = scores.systems.indexOf(system);
    if (row < 0) {
      throw new UsageError(`${scores.name} has no scores of ${system}. ${suggest(system, scores.systems)}`);
    }
    return Float64Array.from(keys, (key) => {
      const column = columns.get(key);
      const score = column === undefined ? NaN : scores.ofSegments[row * scores.segments.length + column]!;
      if (!Number.isNaN(score)) return score;
      const missing = column === undefined ? '' : ', or it is None, NaN or empty';
      throw new UsageError(
        `${scores.name} has no score of segment ${key} of ${system}${missing}: every output needs one.`,
      );
    });
  });
}
