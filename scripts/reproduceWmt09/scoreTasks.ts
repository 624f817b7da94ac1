/** Scores of all metrics for the available outputs of WMT09, and the judgments to compare them with, for each language pair and pooled. */
import { createMetrics, parseMetric, scoreOutputs } from '../../src/engine/index.ts';
import { type Comparisons, type Ranking, compareRankings } from '../../src/human/index.ts';
import { type Scores, humanSides, mixWithPrior, systemPrior } from '../../src/meta/index.ts';
import { type ListedMetric, tasks, typedFor } from './metricList.ts';
import type { Wmt09 } from './wmt09.ts';

/** What a metric is evaluated on: one language pair, or all as one. */
export interface Judged {
  readonly task: string;
  readonly comparisons: Comparisons;
  /** By label. */
  readonly scores: ReadonlyMap<string, Scores>;
  /** The same with the score of the system for each of its segments. */
  readonly priors: ReadonlyMap<string, Scores>;
  /** The mixture of both, weights learned from other segments. */
  readonly mixtures: ReadonlyMap<string, Scores>;
  /** People's scores of systems, for each of their segments. */
  readonly oracle: Scores;
}

interface JudgedTask extends Judged {
  /** People's scores of the systems that have outputs. */
  readonly human: Scores;
}

export interface JudgedMetrics {
  readonly tasks: readonly JudgedTask[];
  readonly all: Judged;
}

interface ScoringSettings {
  /** The folder of the files of analyses that metrics name. */
  readonly analyses?: string;
  readonly threads: number;
  readonly seed: number;
  /** Whether priors and mixtures are wanted; else there are none. */
  readonly withPriors?: boolean;
}

export async function scoreTasks(
  wmt09: Wmt09,
  listed: readonly ListedMetric[],
  { analyses = '', threads, seed, withPriors = true }: ScoringSettings,
): Promise<JudgedMetrics> {
  const judged: JudgedTask[] = [];
  for (const task of tasks) {
    const part = wmt09.task.parts.find((each) => each.task === task)!;
    const typed = listed.map((metric) => typedFor(metric, task).replace('analyses=', `analyses=${analyses}/`));
    const metrics = await createMetrics(typed.map(parseMetric));
    const found = await scoreOutputs(part, metrics, { threads });
    const scores = new Map(listed.map(({ label }, m) => [label, found[m]!]));
    const { scores: everyone, comparisons } = humanSides(task, wmt09.judgments)[0]!;
    const human = only(everyone, found[0]!.systems);
    judged.push({
      task,
      human,
      comparisons: comparisons!,
      scores,
      priors: withPriors ? each(scores, (own) => systemPrior(own, own.segments)) : new Map(),
      mixtures: withPriors ? each(scores, (own) => mixWithPrior(comparisons!, own, { seed })) : new Map(),
      oracle: systemPrior(human, found[0]!.segments),
    });
  }
  return { tasks: judged, all: pool(wmt09.judgments.rankings, judged) };
}

const each = (scores: ReadonlyMap<string, Scores>, change: (own: Scores) => Scores): Map<string, Scores> =>
  new Map([...scores].map(([label, own]) => [label, change(own)]));

function only(human: Scores, systems: readonly string[]): Scores {
  const kept = human.systems.flatMap((system, s) => (systems.includes(system) ? [s] : []));
  return {
    ...human,
    systems: kept.map((s) => human.systems[s]!),
    ofSystems: Float64Array.from(kept, (s) => human.ofSystems[s]!),
  };
}

/**
 * All language pairs as one task, systems named after their pair. The test set is the same in all languages, so a segment stays one segment:
 * judgments of it in several pairs are drawn and exchanged together.
 */
function pool(rankings: readonly Ranking[], judged: readonly JudgedTask[]): Judged {
  const name = (task: string, system: string) => `${task} ${system}`;
  const pooled = rankings
    .filter(({ task }) => judged.some((one) => one.task === task))
    .map((ranking) => ({
      ...ranking,
      task: 'all',
      systems: ranking.systems.map((system) => name(ranking.task, system)),
    }));
  const joined = (scoresOf: (one: JudgedTask) => Scores): Scores => {
    const parts = judged.map((one) => ({ task: one.task, scores: scoresOf(one) }));
    const segments = parts.map(({ scores }) => scores.ofSegments);
    const ofSegments = new Float64Array(segments.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const own of segments) {
      ofSegments.set(own, at);
      at += own.length;
    }
    return {
      ...parts[0]!.scores,
      systems: parts.flatMap(({ task, scores }) => scores.systems.map((system) => name(task, system))),
      ofSystems: Float64Array.from(parts.flatMap(({ scores }) => [...scores.ofSystems])),
      ofSegments,
    };
  };
  const all = (kind: 'scores' | 'priors' | 'mixtures') =>
    new Map([...judged[0]![kind].keys()].map((label) => [label, joined((one) => one[kind].get(label)!)]));
  return {
    task: 'all',
    comparisons: compareRankings('all', pooled),
    scores: all('scores'),
    priors: all('priors'),
    mixtures: all('mixtures'),
    oracle: joined(({ oracle }) => oracle),
  };
}
