/** What a reader of an evaluation of metrics should know first: which metrics agree best with people, and which cannot be told apart. */
import { counted } from '../../core/index.ts';
import type { MetaEvaluation, MetricTest } from '../../meta/index.ts';
import { type Note, notes } from '../table.ts';
import { fineText, listed, ofTask } from '../wording.ts';
import { type MetaReport, unitsOf } from './metaReport.ts';
import { levelName } from './rankingTables.ts';
import { strawAnswer } from './strawTables.ts';

/** Tasks, and metrics, that a line has room for. */
const mostTasks = 3;
const mostMetrics = 5;

/** With fewer systems, a correlation is hardly more than chance. */
const fewSystems = 8;

export function metaAnswer(report: MetaReport): Note[] {
  const { tasks } = report;
  const studied = ablationFigures(report).flatMap(studyText);
  if (studied.length > 0) {
    return studied.slice(0, mostMetrics).map((text, i) => ({ name: i === 0 ? 'answer' : 'study', text }));
  }
  const shown = tasks.slice(0, mostTasks);
  const several = tasks.length > 1;
  const more = tasks.length > mostTasks ? ` ${counted(tasks.length - mostTasks, 'more task')} below.` : '';
  const lines = (level: 'systems' | 'segments'): string => {
    const texts = shown.flatMap((task) => levelText(task, level, several, unitsOf(report.settings)));
    return texts.length === 0 ? '' : `${texts.join(' ')}${more}`;
  };
  const few = tasks.filter(({ systems, systemMeasures }) => systemMeasures.length > 0 && systems.length < fewSystems);
  const [overAll, first, second] = [overAllText(report), lines('systems'), lines('segments')];
  return notes({
    answer: overAll || first || second,
    systems: overAll !== '' && first,
    [unitsOf(report.settings)]: (overAll !== '' || first !== '') && second,
    'straw men': strawAnswer(report),
    beware:
      few.length > 0 &&
      `Correlations over fewer than ${fewSystems} systems are uncertain${few.length < tasks.length ? ` (${listed(few.map(({ task }) => task))})` : ''}: see the confidence intervals.`,
  });
}

/** The best metric over all tasks, and those that it does not beat significantly. */
function overAllText({ rankings, tasks, settings }: MetaReport): string {
  const ranking = rankings.find(({ level }) => level === 'both') ?? rankings[0];
  const [best, ...others] = ranking?.ranked ?? [];
  if (!ranking || !best) return '';
  const level = levelName(ranking.level, settings);
  const unbeaten = others.filter(({ isWinner }) => isWinner).map(({ name }) => name);
  const compared = ranking.p ? beatsText(unbeaten, others.length) : '';
  const what = settings.by === 'domain' ? 'domains' : 'tasks';
  return `Over ${level} of ${tasks.length} ${what}, ${best.name} agrees best with people (mean ${fineText(best.mean)})${compared}.`;
}

/** Agreement of each variant of each study, over systems and over segments: means over tasks, NaN where there is none. */
export function ablationFigures({ ablations = [], averages, tasks }: MetaReport) {
  const all = tasks.flatMap(({ metrics }) => metrics);
  const nameOf = (typed: string): string | undefined => all.find(({ metric }) => metric === typed)?.name;
  const levels = (['system', 'segment'] as const).flatMap(
    (level) => averages.find((each) => each.level === level) ?? [],
  );
  return ablations.map((study) => ({
    ...study,
    levels: levels.map(({ level, measure, metrics }) => ({
      level,
      measure,
      values: study.variants.map((variant) => metrics.find(({ name }) => name === nameOf(variant.metric))?.mean ?? NaN),
    })),
  }));
}

/** The best variant of a study against its baseline, over segments if there are any, because systems are few. */
function studyText({ metric, title, variants, levels }: ReturnType<typeof ablationFigures>[number]): string[] {
  const figures = levels.at(-1);
  const [ofBaseline = NaN] = figures?.values ?? [];
  if (!figures || Number.isNaN(ofBaseline)) return [];
  const best = figures.values.reduce((at, value, v) => (value > figures.values[at]! ? v : at), 0);
  const against = best === 0 ? 'the baseline' : `${variants[0]!.name} has ${fineText(ofBaseline)}`;
  return [
    `${metric}, ${title}: ${variants[best]!.name} agrees best over ${figures.level}s (${figures.measure.title} ${fineText(figures.values[best]!)}; ${against}).`,
  ];
}

/** The metric that agrees best, and those that it does not beat significantly. */
function levelText(
  task: MetaEvaluation,
  level: 'systems' | 'segments',
  several: boolean,
  units: 'segments' | 'documents',
): string[] {
  const isSystems = level === 'systems';
  const [measure] = isSystems ? task.systemMeasures : task.segmentMeasures;
  const figureOf = ({ ofSystems, ofSegments }: MetaEvaluation['metrics'][number]) =>
    isSystems ? ofSystems[0] : ofSegments?.[0];
  const known = task.metrics.filter((metric) => Number.isFinite(figureOf(metric)?.value));
  const [best] = rankedBy(known, figureOf);
  if (!measure || !best) return [];
  const where = several ? ofTask(task.task, '') : '';
  const found = `${best.name} agrees best with people over ${isSystems ? level : units} (${measure.title} ${fineText(figureOf(best)!.value)})`;
  return [`${where}${found}${unbeatenText(isSystems ? task.systemTest : task.segmentTest, best.name)}.`];
}

function unbeatenText(test: MetricTest | undefined, best: string): string {
  const winners = winnersOf(test);
  if (!test || !winners) return '';
  return beatsText(
    test.names.filter((name) => name !== best && winners.has(name)),
    test.names.length - 1,
  );
}

/** `others` are not significantly worse than the best, of `all` other metrics. */
function beatsText(others: readonly string[], all: number): string {
  if (all === 0) return '';
  if (others.length === 0) return ', significantly better than every other metric';
  const named =
    others.length <= mostMetrics
      ? listed(others)
      : `${others.slice(0, mostMetrics - 1).join(', ')} and ${others.length - mostMetrics + 1} more`;
  return `; ${named} ${others.length === 1 ? 'is' : 'are'} not significantly worse`;
}

/** From the best to the worst, what has no figure last. */
export function rankedBy<T>(items: readonly T[], figure: (item: T) => { readonly value: number } | undefined): T[] {
  const valueOf = (item: T): number => {
    const value = figure(item)?.value ?? NaN;
    return Number.isNaN(value) ? -Infinity : value;
  };
  return [...items].sort((a, b) => (valueOf(b) > valueOf(a) ? 1 : valueOf(b) < valueOf(a) ? -1 : 0));
}

/** Names of the metrics that no other beats significantly. */
export const winnersOf = (test: MetricTest | undefined): ReadonlySet<string> | undefined =>
  test && new Set(test.ranked.filter(({ isWinner }) => isWinner).map(({ name }) => name));
