/** Which system is better, how certain that is, and why. */
import { type TextInput } from '../notes.ts';
import { type Explanation, explainDifferences } from '../../compare/index.ts';
import { type Measurement, type Metric, UsageError, present, suggest, version } from '../../core/index.ts';
import { type Evaluation, type MeasuredSystems, groupSegments, measurements } from '../../measure/index.ts';
import {
  type ComparedRuns,
  type ComparedSystems,
  type ComparisonSettings,
  type RunComparison,
  type RunSettings,
  type RunTestId,
  compareMeasured,
  compareRuns,
  turned,
} from '../../stats/index.ts';
import { type ImportedScores, importedMeasurement } from '../score/importedScores.ts';
import { type ReportedMetric, scoredMetric } from '../score/scoreReport.ts';
import { metricTitles } from '../score/scoreTables.ts';
import { type ComparisonAnswer, answerComparison, orderByScore } from './comparisonAnswer.ts';

/** The data that `assay compare -f json` prints. */
export interface CompareReport {
  readonly version: string;
  readonly systems: readonly string[];
  readonly metrics: readonly ReportedMetric[];
  readonly segments: number;
  /** The unit of resampling, and whether it was requested. */
  readonly unit: 'segment' | 'document';
  readonly unitChosen: 'auto' | 'asked';
  /** How many there are, if segments belong to documents. */
  readonly documents?: number;
  /** The same comparison with the other unit resampled, if there are enough documents. */
  readonly alternative?: { readonly unit: 'segment' | 'document'; readonly compared: readonly ComparedSystems[] };
  readonly answer: ComparisonAnswer;
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
  /**
   * The unit of resampling; documents have the label `document`. Segments of a document are similar, so tests that resample them
   * one by one find too many differences: `auto` resamples documents if there are at least 20.
   */
  readonly unit?: 'auto' | 'segment' | 'document';
  /** The primary metric, whose findings the answer states: its place among all; by default the first. */
  readonly primary?: number;
  /** Scores of segments by metrics computed elsewhere. */
  readonly imported?: readonly ImportedScores[];
  /** What these call the segments of the task, if not by their numbers from 1 on. */
  readonly keys?: readonly string[];
  /** Systems of several runs: by system its runs, which are the systems of the task. */
  readonly runs?: { readonly test: RunTestId; readonly systems: readonly RunsOfSystem[] };
  /** Explains why systems differ, with this many segments and n-grams of each. */
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
  readonly input: Pick<CompareReport['input'], 'sha256' | 'notes' | 'warnings'>;
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

/** Compares systems by several metrics and, if asked, explains why they differ. */
export async function reportComparison(
  { evaluation, hypotheses, references: texts, sources, input }: ComparedOutputs,
  metrics: readonly Metric[],
  options: ComparisonOptions,
  comparer: Comparer = inThisThread,
): Promise<ReportedComparison> {
  const { onProgress, runs, explain, imported = [], primary = 0 } = options;
  const { systems, segments, labels, references } = evaluation;
  const computed = measurements(metrics, evaluation);
  const joined = imported.map((scores) =>
    importedMeasurement(scores, { systems, segments, labels, keys: options.keys }),
  );
  const measured = [...computed, ...joined];
  const described: ReportedMetric[] = [
    ...metrics.map((metric) => {
      const { name, higherIsBetter, metric: typed, signature } = scoredMetric(metric, { references });
      return { name, higherIsBetter, metric: typed, signature };
    }),
    ...imported.map(({ name, higherIsBetter }) => ({ name, higherIsBetter })),
  ];
  const titles = metricTitles(described);
  const names = runs ? runs.systems.map(({ name }) => name) : systems;
  const baseline = options.baseline === undefined ? undefined : placeOf(options.baseline, names);
  const documents = labels.has('document') ? documentsOf(labels) : undefined;
  const count = documents && new Set(documents).size;
  const unit = unitOf(options, count, segments);
  const settingsOf = (drawn: 'segment' | 'document'): ComparisonSettings => ({
    ...options.settings,
    ...(drawn === 'document' && { units: documents ?? documentsOf(labels) }),
    ...(baseline !== undefined && { baseline }),
  });
  const settings = settingsOf(unit);
  const found = runs ? [] : await comparer.systems(measured, settings);
  const foundOfRuns = runs
    ? await comparer.runs(measured, runPlaces(runs.systems), { ...settings, test: runs.test })
    : [];
  const order = orderByScore((runs ? foundOfRuns : found)[primary]!);
  /** The better one first, by the primary metric; with a baseline, each minus the baseline. */
  const inOrder = <C extends { readonly first: number; readonly second: number }>(
    comparisons: readonly C[],
    turn: (comparison: C) => C,
  ): C[] => {
    const places = new Map(order.map((system, place) => [system, place]));
    const place = (system: number): number => places.get(system)!;
    return comparisons
      .map((each) => (baseline === undefined && place(each.first) > place(each.second) ? turn(each) : each))
      .sort((a, b) => place(a.first) - place(b.first) || place(a.second) - place(b.second));
  };
  const shownSystems = (each: ComparedSystems): ComparedSystems => ({
    ...each,
    settings: withoutUnits(each.settings),
    comparisons: inOrder(each.comparisons, turned),
  });
  const compared = found.map(shownSystems);
  const otherUnit: CompareReport['unit'] = unit === 'segment' ? 'document' : 'segment';
  const alternative =
    !runs && count !== undefined && hasBothUnits(options, count, segments)
      ? {
          unit: otherUnit,
          compared: (await comparer.systems(measured, settingsOf(otherUnit))).map(shownSystems),
        }
      : undefined;
  const ofRuns = runs && {
    files: runs.systems.map(({ files }) => files),
    compared: foundOfRuns.map((each) => ({
      ...each,
      settings: withoutUnits(each.settings),
      comparisons: inOrder(each.comparisons, turnedRuns),
    })),
  };
  onProgress?.({ share: undefined, text: 'why they differ' });
  const outputs = new Map(systems.map((system, s) => [system, hypotheses[s]!]));
  const explanation =
    explain && !runs
      ? explainDifferences({
          testSet: { references: texts },
          outputs,
          measured,
          labels,
          // Where the best system loses comes first.
          settings: { ...settings, baseline: baseline ?? order[0]! },
          ...(baseline === undefined && { others: order.slice(1, 1 + mostExplained) }),
          ...explain,
        })
      : undefined;
  const report: CompareReport = {
    version,
    systems: names,
    metrics: described.map((each, m) => ({ ...each, name: titles[m]! })),
    segments,
    unit,
    unitChosen: (options.unit ?? 'auto') === 'auto' ? 'auto' : 'asked',
    ...(count !== undefined && { documents: count }),
    ...present({ alternative }),
    answer: answerComparison(ofRuns?.compared ?? compared, primary, baseline, explanation),
    compared,
    ...(ofRuns && { runs: ofRuns }),
    ...(explanation && { explanation }),
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
      scores: measured.map(segmentScores),
    },
  };
}

/** With fewer documents the bootstrap of documents is clearly overconfident. */
export const fewUnits = 20;

/** Of many systems, those closest to the best are explained. */
const mostExplained = 4;

function unitOf(
  { unit = 'auto', settings, runs }: ComparisonOptions,
  documents: number | undefined,
  segments: number,
): 'segment' | 'document' {
  if (unit !== 'auto') return unit;
  const isEnough = documents !== undefined && documents >= fewUnits && documents < segments;
  return isEnough && (runs !== undefined || takesDocuments(settings.test)) ? 'document' : 'segment';
}

/** The exact test is for few units, and sacreBLEU knows no documents. */
const takesDocuments = (test: ComparisonSettings['test']): boolean =>
  test !== 'exact' && test !== 'sacrebleu-bs' && test !== 'sacrebleu-ar';

const hasBothUnits = ({ settings }: ComparisonOptions, documents: number, segments: number): boolean =>
  documents >= fewUnits && documents < segments && takesDocuments(settings.test);

/** The document of every segment is not a setting to report. */
function withoutUnits<Settings extends { readonly units?: Uint32Array }>(settings: Settings): Omit<Settings, 'units'> {
  const { units: _units, ...rest } = settings;
  return rest;
}

/** Scores of single segments, by system. */
const segmentScores = (measured: MeasuredSystems): Float64Array[] =>
  measured.systemNames.map((_, s) =>
    Float64Array.from({ length: measured.segments }, (__, i) => measured.segmentScore(s * measured.segments + i)),
  );

function placeOf(system: string, systems: readonly string[]): number {
  const at = systems.indexOf(system);
  if (at >= 0) return at;
  throw new UsageError(`There is no system ${system} to use as the baseline. ${suggest(system, systems)}`);
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
