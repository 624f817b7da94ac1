/** How well metrics agree with people. */
import { type DividedWork, type Metric, UsageError, suggest, version } from '../../core/index.ts';
import type { Dropped, ErrorWeight, Identical } from '../../human/index.ts';
import {
  type Combination,
  ExchangeDraws,
  type HumanSide,
  type MeasureName,
  type MetaEvaluation,
  type MetaSettings,
  type OverTasks,
  type RankingOverTasks,
  type Scores,
  type StrawMan,
  type StrawManStandings,
  type TaskWeights,
  comparisonMeasures,
  evaluateMetrics,
  levelWeights,
  measureOfYear,
  overTasks,
  rankOverTasks,
  weightOf,
} from '../../meta/index.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';

/** The data that `assay meta -f json` prints. */
export interface MetaReport {
  readonly version: string;
  /** Of the shared task. */
  readonly name: string;
  readonly settings: MetaSettings & TaskDivision & { readonly identical: Identical; readonly weights?: readonly ErrorWeight[] }; // prettier-ignore
  /** Metrics that were computed, with their signatures. */
  readonly metrics: readonly ScoredMetric[];
  /** Names of metrics whose scores came from files. */
  readonly imported: readonly string[];
  /** Means of metrics among those evaluated. */
  readonly combined: readonly Combination[];
  readonly tasks: readonly MetaEvaluation[];
  /** Over all tasks. */
  readonly averages: readonly MetaAverage[];
  /** Metrics ranked over all tasks, by systems, by segments and by both; none of a single task. */
  readonly rankings: readonly RankingOverTasks[];
  /** How metrics place straw men, by task, if they were added. */
  readonly strawMen?: readonly StrawManReport[];
  /** Studies of what the parts of a metric are worth, by its variants among the metrics. */
  readonly ablations?: readonly Ablation[];
  readonly input: {
    readonly formats: readonly string[];
    /** Judgments that were left out. */
    readonly dropped: readonly Dropped[];
    readonly notes: readonly string[];
    readonly sha256: string;
  };
}

/** The first of the variants is the baseline. */
export interface Ablation {
  /** Such as `amber`. */
  readonly metric: string;
  readonly title: string;
  readonly variants: readonly { readonly name: string; readonly metric: string }[];
}

/** What tasks were divided by, and their weights. */
interface TaskDivision {
  readonly by?: 'domain' | 'document';
  readonly taskWeights?: TaskWeights;
}

/** How metrics place straw men among the judged systems of one task. */
export interface StrawManReport {
  readonly task: string;
  /** The best system by people, of which some straw men are made. */
  readonly best: string;
  readonly strawMen: readonly StrawMan[];
  readonly metrics: readonly StrawManStandings[];
}

export interface MetaOptions extends MetaSettings, TaskDivision {
  readonly ablations?: readonly Ablation[];
  readonly identical: Identical;
  /** Weights of marked errors; the defaults if there are none. */
  readonly weights?: readonly ErrorWeight[];
  /** Means of metrics, to be evaluated like any other. */
  readonly combinations?: readonly Combination[];
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
  /** If several processes draw and permute: each for some of the metrics and pairs of metrics. */
  readonly work?: DividedWork | undefined;
}

/** Human judgments and metric scores of one task; `scores` may be empty, and `notes` say why. */
export interface ScoredTask {
  readonly task: string;
  readonly side: HumanSide;
  readonly scores: readonly Scores[];
  readonly notes: readonly string[];
  readonly standings?: StrawManReport;
}

/**
 * Reports how well metrics agree with people, over one or more tasks. `metrics` are those that were computed, with the given number of
 * references; the notes of the input come first.
 */
export function reportMeta(
  { name, references, input }: Pick<MetaReport, 'name' | 'input'> & { readonly references: number | 'var' },
  scored: readonly ScoredTask[],
  metrics: readonly Metric[],
  { identical, weights, combinations = [], ablations, onProgress, work, ...settings }: MetaOptions,
): MetaReport {
  const notes = [...input.notes];
  const tasks: MetaEvaluation[] = [];
  const draws = new ExchangeDraws();
  for (const { task, side, scores, notes: own } of scored) {
    notes.push(...own);
    if (scores.length === 0) continue;
    const judged = side.scores.systems.filter((system) => scores.some(({ systems }) => systems.includes(system)));
    if (judged.length < 2) {
      notes.push(`${task}: fewer than two systems have both judgments and scores, so nothing can be compared.`);
      continue;
    }
    const evaluated = evaluateMetrics(task, side, scores, settings, onProgress, scored.length > 1 ? draws.of(task) : undefined, work); // prettier-ignore
    tasks.push(evaluated);
    notes.push(...unfitMeasures(settings.segmentMeasures ?? [], evaluated));
    if (side.id === 'ratings' && evaluated.segmentMeasures.some(({ id }) => id === 'darr')) {
      notes.push(`${task}: daRR counts raw ratings at least 25 apart; choose them with --human raw-ratings.`);
    }
  }
  const { taskWeights: weightsOfTasks = {}, alpha, seed } = settings;
  checkTaskWeights(weightsOfTasks, tasks.map(({ task }) => task)); // prettier-ignore
  const standings = scored.flatMap((each) => each.standings ?? []);
  const names = [...new Set(tasks.flatMap((each) => each.metrics.map(({ name: metric }) => metric)))];
  const computed = metrics.map((metric) => scoredMetric(metric, { references }));
  const ownNames = new Set([
    ...computed.flatMap((each) => [each.name, each.metric]),
    ...combinations.map((each) => each.name),
  ]);
  return {
    version,
    name,
    settings: { ...settings, identical, ...(weights && { weights }) },
    metrics: computed,
    imported: names.filter((metric) => !ownNames.has(metric)),
    combined: combinations,
    tasks,
    averages: metaAverages(tasks, weightsOfTasks),
    rankings: rankOverTasks(tasks, draws, { weights: weightsOfTasks, alpha, seed }),
    ...(standings.length > 0 && { strawMen: standings }),
    ...(ablations && { ablations }),
    input: { ...input, notes },
  };
}

/** What a task is divided into: documents take the place of segments with `--by document`. */
export const unitsOf = ({ by }: Pick<MetaReport['settings'], 'by'>): 'segments' | 'documents' =>
  by === 'document' ? 'documents' : 'segments';

/** Refuses a weight of a task that does not exist. */
function checkTaskWeights(weights: TaskWeights, tasks: readonly string[]): void {
  const known = [
    ...new Set([...tasks, ...tasks.map((task) => task.replace(/\/.*$/, ''))]),
    ...Object.values(levelWeights),
  ];
  const unknown = Object.keys(weights).find((name) => !known.includes(name));
  if (unknown !== undefined && tasks.length > 0) {
    throw new UsageError(`--weight ${unknown}: no such task. ${suggest(unknown, known)}`);
  }
}

/** Requested measures over segments that the judgments do not allow. */
function unfitMeasures(asked: readonly string[], { task, segmentMeasures }: MetaEvaluation): string[] {
  return [...new Set(asked)].flatMap((typed) => {
    const id = /^\d{4}$/.test(typed) ? measureOfYear(Number(typed)).id : typed;
    if (segmentMeasures.some((measure) => measure.id === id)) return [];
    const isOfRankings = comparisonMeasures.some((measure) => measure.id === id);
    const needed = isOfRankings ? 'outputs ranked by people' : 'scores of segments by people';
    return [`${task}: no ${typed}, which needs ${needed}.`];
  });
}

/** Agreement of each metric over all tasks it has a figure for, by measure. */
interface MetaAverage {
  readonly level: 'system' | 'segment';
  readonly measure: MeasureName;
  readonly metrics: readonly ({ readonly name: string } & OverTasks)[];
}

export function metaAverages(tasks: readonly MetaEvaluation[], weights: TaskWeights = {}): MetaAverage[] {
  const names = [...new Set(tasks.flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
  const levels = [
    { level: 'system', measuresOf: (task: MetaEvaluation) => task.systemMeasures, figures: 'ofSystems' },
    { level: 'segment', measuresOf: (task: MetaEvaluation) => task.segmentMeasures, figures: 'ofSegments' },
  ] as const;
  return levels.flatMap(({ level, measuresOf, figures }) => {
    const measures = new Map(tasks.flatMap(measuresOf).map((measure) => [measure.id, measure]));
    return [...measures.values()].map((measure) => ({
      level,
      measure,
      metrics: names.map((name) => ({
        name,
        ...overTasks(
          tasks.flatMap((task) => {
            const at = measuresOf(task).findIndex(({ id }) => id === measure.id);
            const agreement = task.metrics.find((metric) => metric.name === name)?.[figures]?.[at];
            return agreement ? [{ ...agreement, weight: weightOf(task.task, weights) }] : [];
          }),
        ),
      })),
    }));
  });
}
