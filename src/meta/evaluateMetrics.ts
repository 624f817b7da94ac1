/**
 * Evaluates metrics against human judgments for one task: agreement over systems and over segments, what the system's score adds, and tests
 * between metrics.
 */
import { type DividedWork, UsageError, doPiece, present, suggest } from '../core/index.ts';
import { type Scores, type SegmentUnits, systemScores, upward } from './scores.ts';
import type { HumanSide } from './humanSide.ts';
import {
  type ComparisonMeasure,
  type ScoreMeasure,
  type SegmentAgreement,
  type SegmentResampling,
  comparisonMeasures,
  measureOfYear,
  scoreMeasures,
} from './segmentLevel/segmentMeasures.ts';
import { type InterpolatedPrior, interpolatePrior, systemPrior } from './segmentLevel/systemPrior.ts';
import {
  type MetricTest,
  type OnDraws,
  type SegmentTestId,
  type SystemTestId,
  testSegments,
  testSystems,
} from './testMetrics.ts';
import { type SystemAgreement, type SystemMeasure, systemMeasures, withoutOutliers } from './systemLevel.ts';

/** The settings for evaluating metrics: measures, tests and resamples. */
export interface MetaSettings {
  /** Ids of measures over systems; the first is the main one. */
  readonly systemMeasures: readonly string[];
  /** Ids of measures over segments, or years of WMT; by default those usual for the kind of judgments. The first is the main one. */
  readonly segmentMeasures?: readonly string[];
  /** Test of the first measure over systems; by default Williams' test for Pearson's correlation, and permuted systems for other measures. */
  readonly systemTest?: SystemTestId;
  readonly segmentTest: SegmentTestId;
  /** The highest p of a significant difference between metrics. */
  readonly alpha: number;
  /** Resamples of intervals, and permutations of tests. */
  readonly samples: number;
  readonly seed: number;
  /** Confidence of intervals: 0.95. */
  readonly level: number;
  /** Which segments are drawn and exchanged together, such as those of one source sentence; by default each alone. */
  readonly units?: SegmentUnits;
}

/** Takes the differences between two metrics after each exchange of the tests over systems and over segments. */
export type OnLevelDraws = (level: 'system' | 'segment', ...draws: Parameters<OnDraws>) => void;

export interface MetaEvaluation {
  readonly task: string;
  /** The human judgments that metrics are compared with. */
  readonly human: { readonly id: string; readonly name: string };
  /** Systems that people judged and some metric scored, from best to worst by human score; systems without a human score last. */
  readonly systems: readonly MetaSystem[];
  /** Systems that people judged and no metric scored. */
  readonly unscored: readonly string[];
  /** Systems that some metric scored and that have no human score. */
  readonly unjudged: readonly string[];
  /** Outliers among the human scores. */
  readonly outliers: readonly string[];
  readonly metrics: readonly MetricAgreement[];
  /** Facts about comparisons, if outputs were ranked; the oracle uses comparisons between systems that some metric scored. */
  readonly comparisons?: { readonly all: number; readonly decided: number; readonly oracle: SegmentAgreement };
  /** Ids of the measures, in the order of the agreements. */
  readonly systemMeasures: readonly MeasureName[];
  readonly segmentMeasures: readonly MeasureName[];
  readonly systemTest?: MetricTest;
  readonly segmentTest?: MetricTest;
}

export interface MeasureName {
  readonly id: string;
  readonly title: string;
}

interface MetaSystem {
  readonly system: string;
  readonly human: number;
  /** By metric, as scored; NaN if missing. */
  readonly scores: readonly number[];
}

export interface MetricAgreement {
  readonly name: string;
  /** As typed on the command line, of a metric that was computed here. */
  readonly metric?: string;
  readonly higherIsBetter: boolean;
  /** By measure. */
  readonly ofSystems: readonly SystemAgreement[];
  /** The same without outliers, if there are any. */
  readonly withoutOutliers?: readonly SystemAgreement[];
  /** By measure; empty if there are no segment scores. */
  readonly ofSegments?: readonly SegmentAgreement[];
  /** Consistency with the system's score instead of the segment's, and with a mixture of both. */
  readonly prior?: SystemPriorAgreement;
}

interface SystemPriorAgreement {
  readonly system: SegmentAgreement;
  /** Undefined without segment scores. */
  readonly mixture?: InterpolatedPrior;
}

type OnMetaProgress = (done: { readonly share: number; readonly text: string }) => void;

export function evaluateMetrics(
  task: string,
  side: HumanSide,
  given: readonly Scores[],
  settings: MetaSettings,
  onProgress?: OnMetaProgress,
  onDraws?: OnLevelDraws,
  work?: DividedWork,
): MetaEvaluation {
  const { id, scores: human, comparisons } = side;
  const { level, seed, samples } = settings;
  const resampling = { level, seed, samples, ...present({ units: settings.units }) };
  const metrics = given.filter(({ systems }) => systems.some((system) => human.systems.includes(system)));
  const overSystems = [...new Set(settings.systemMeasures.map(systemMeasure))].filter(
    ({ needs }) => needs === 'systems' || human.segments.length > 0,
  );
  const overSegments = segmentMeasuresFor(side, settings.segmentMeasures);
  const { human: typical, outliers } = withoutOutliers(human);
  const consistency = comparisonMeasures[0]!;
  const agreements = metrics.map((metric, m): MetricAgreement => {
    onProgress?.({ share: (m / metrics.length) * 0.4, text: `${task}: ${metric.name}` });
    const hasSegments = metric.segments.length > 0;
    return {
      name: metric.name,
      ...(metric.metric !== undefined && { metric: metric.metric }),
      higherIsBetter: metric.higherIsBetter,
      ofSystems: overSystems.map((measure) => measure.of(human, metric, { level, seed })),
      ...(outliers.length > 0 && {
        withoutOutliers: overSystems.map((measure) => measure.of(typical, metric, { level, seed })),
      }),
      ...(hasSegments && {
        ofSegments: overSegments.map((measure) =>
          doPiece(work, `agreement ${task} ${m} ${measure.id}`, (isNeeded) =>
            // Without samples, only the interval is not the right one.
            agreementOver(measure, side, metric, isNeeded ? resampling : { ...resampling, samples: 1 }),
          ),
        ),
      }),
      ...(comparisons && {
        prior: {
          system: consistency.of(comparisons, systemPrior(metric, comparisons.segments), resampling),
          ...(hasSegments && { mixture: interpolatePrior(comparisons, metric, { seed }) }),
        },
      }),
    };
  });
  const report = (share: number, what: string) => onProgress?.({ share: 0.4 + 0.6 * share, text: `${task}: ${what}` });
  const systemTest = testSystems(
    settings.systemTest,
    overSystems[0],
    human,
    metrics,
    agreements.map(({ ofSystems }) => ofSystems[0]),
    { ...settings, onDraws: onDraws && ((...draws) => onDraws('system', ...draws)) },
    (share) => report(share / 2, 'tests of systems'),
    (name, test) => doPiece(work, `systems ${task} ${name}`, test),
  );
  const segmentTest = testSegments(
    settings.segmentTest,
    overSegments[0],
    side,
    metrics,
    agreements.map(({ ofSegments }) => ofSegments?.[0]),
    { ...settings, onDraws: onDraws && ((...draws) => onDraws('segment', ...draws)) },
    (share) => report(0.5 + share / 2, 'tests of segments'),
    (name, test) => doPiece(work, `segments ${task} ${name}`, test),
  );
  const { systems, unscored, unjudged } = listSystems(human, metrics);
  return {
    task,
    human: { id, name: human.name },
    systems,
    unscored,
    unjudged,
    outliers,
    metrics: agreements,
    ...(comparisons && {
      comparisons: {
        all: comparisons.count,
        decided: comparisons.outcome.reduce((sum, outcome) => sum + Math.abs(outcome), 0),
        oracle: consistency.of(comparisons, systemPrior(without(human, unscored), comparisons.segments), resampling),
      },
    }),
    systemMeasures: overSystems.map(nameOf),
    segmentMeasures: overSegments.map(nameOf),
    ...(systemTest && { systemTest }),
    ...(segmentTest && { segmentTest }),
  };
}

/** Throws if a requested measure does not exist. */
export function checkMeasures({ systemMeasures: ofSystems, segmentMeasures: ofSegments }: MetaSettings): void {
  for (const id of ofSystems) systemMeasure(id);
  for (const id of ofSegments ?? []) segmentMeasure(id);
}

const nameOf = ({ id, title }: MeasureName): MeasureName => ({ id, title });

/** The oracle uses the same comparisons as the metrics. */
const without = (human: Scores, systems: readonly string[]): Scores => ({
  ...human,
  ofSystems: human.ofSystems.map((score, s) => (systems.includes(human.systems[s]!) ? NaN : score)),
});

function listSystems(
  human: Scores,
  metrics: readonly Scores[],
): Pick<MetaEvaluation, 'systems' | 'unscored' | 'unjudged'> {
  const judged = upward(human);
  const columns = metrics.map((metric) => systemScores(metric, human.systems));
  const all = human.systems.map((system, s) => ({
    system,
    human: judged.ofSystems[s]!,
    scores: columns.map((scores) => scores[s]!),
  }));
  const isScored = ({ scores }: MetaSystem) => scores.some((score) => !Number.isNaN(score));
  const isUnknown = (system: MetaSystem) => Number(Number.isNaN(system.human));
  const known = new Set(all.filter((each) => !isUnknown(each)).map(({ system }) => system));
  const scored = metrics.flatMap(({ systems, ofSystems }) => systems.filter((_, s) => !Number.isNaN(ofSystems[s]!)));
  return {
    systems: all.filter(isScored).sort((a, b) => isUnknown(a) - isUnknown(b) || b.human - a.human),
    unscored: all.filter((each) => !isScored(each)).map(({ system }) => system),
    unjudged: [...new Set(scored)].filter((system) => !known.has(system)),
  };
}

function systemMeasure(id: string): SystemMeasure {
  return systemMeasures.find((measure) => measure.id === id) ?? unknownMeasure(id, 'systems', systemMeasures);
}

function unknownMeasure(id: string, what: string, known: readonly MeasureName[]): never {
  const ids = known.map((each) => each.id);
  throw new UsageError(`Unknown measure ${id} of ${what}. ${suggest(id, ids)}`);
}

/** Measures for the kind of judgments: comparisons if outputs were ranked, otherwise scores. */
function segmentMeasuresFor(
  { comparisons, scores }: HumanSide,
  asked: readonly string[] | undefined,
): (ComparisonMeasure | ScoreMeasure)[] {
  if (!comparisons && scores.segments.length === 0) return [];
  const fitting: readonly (ComparisonMeasure | ScoreMeasure)[] = comparisons ? comparisonMeasures : scoreMeasures;
  if (!asked) {
    const usual = comparisons ? ['consistency', 'wmt14'] : ['acc-eq', 'kendall-item', 'pearson'];
    return fitting.filter(({ id }) => usual.includes(id)).sort((a, b) => usual.indexOf(a.id) - usual.indexOf(b.id));
  }
  const measures = asked.map((id) => fitting.find((measure) => measure.id === id) ?? segmentMeasure(id));
  return [...new Set(measures)].filter((measure) => fitting.includes(measure));
}

/** A measure by its id, or the official one of a year. */
function segmentMeasure(id: string): ComparisonMeasure | ScoreMeasure {
  const all = [...comparisonMeasures, ...scoreMeasures];
  if (/^\d{4}$/.test(id)) return measureOfYear(Number(id));
  return all.find((measure) => measure.id === id) ?? unknownMeasure(id, 'segments', all);
}

function agreementOver(
  measure: ComparisonMeasure | ScoreMeasure,
  { comparisons, scores }: HumanSide,
  metric: Scores,
  resampling: SegmentResampling,
): SegmentAgreement {
  return measure.needs === 'comparisons'
    ? measure.of(comparisons!, metric, resampling)
    : measure.of(scores, metric, resampling);
}

/** `systemMeasures` are those requested by name, if any. */
interface MetaRequest extends Pick<MetaSettings, 'systemTest' | 'segmentTest'> {
  readonly systemMeasures?: readonly string[];
}

/** Notes on requests that could not be met, as sentences that begin with the task. */
export function unmetRequests(
  { task, systemMeasures, systemTest, segmentTest }: MetaEvaluation,
  { systemMeasures: asked = [], systemTest: askedOfSystems, segmentTest: askedTest }: MetaRequest,
): string[] {
  const notes = [...new Set(asked)]
    .filter((id) => !systemMeasures.some((measure) => measure.id === id))
    .map((id) => `${task}: no ${id} over systems, which needs human segment scores.`);
  if (askedOfSystems === 'williams' && systemTest && systemTest.test !== 'williams') {
    notes.push(
      `${task}: the test of ${systemTest.measure} over systems exchanges ${systemTest.test}: Williams’ test compares Pearson’s r only. For it, use --system-measure pearson.`,
    );
  }
  if (segmentTest && segmentTest.test !== askedTest) {
    const { test, measure } = segmentTest;
    notes.push(
      askedTest === 'pairs'
        ? `${task}: the test of ${measure} exchanges ${test}, not pairs: only acc-eq, tau-eq and darr are counts of pairs of outputs that people scored.`
        : `${task}: the test of ${measure} exchanges ${test}, not ${askedTest}: metrics exchange their preferences on pairs of outputs, by inputs or by pairs.`,
    );
  }
  return notes;
}

/** Whether there is any value. */
export const hasFigures = ({ systemMeasures, segmentMeasures, metrics }: MetaEvaluation): boolean =>
  systemMeasures.length > 0 || (segmentMeasures.length > 0 && metrics.some(({ ofSegments }) => ofSegments));
