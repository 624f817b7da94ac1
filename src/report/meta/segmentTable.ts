/** Agreement over single segments, and what the score of the system adds to that of the segment: a row for each metric. */
import { counted } from '../../core/index.ts';
import type { MetaEvaluation, MetaSettings } from '../../meta/index.ts';
import type { Cell, Table } from '../table.ts';
import { intervalText, left, numberCell, percent, right } from '../wording.ts';
import { rankedBy, winnersOf } from './rankedBy.ts';

/** None if no metric has scores of segments, or if nothing of what was asked for can be measured. */
export function segmentTable(task: MetaEvaluation, { level }: MetaSettings, digits: number): Table[] {
  const { segmentMeasures: measures, comparisons } = task;
  const metrics = task.metrics.filter(({ ofSegments, prior }) => ofSegments || prior);
  if (metrics.length === 0 || measures.length === 0) return [];
  const winners = winnersOf(task.segmentTest);
  const hasChance = measures.map((_, m) => metrics.some(({ ofSegments }) => ofSegments?.[m]?.chance !== undefined));
  const ranked = rankedBy(metrics, ({ ofSegments, prior }) => ofSegments?.[0] ?? prior?.system);
  const table: Table = {
    caption: `${task.task}, segments: ${comparisons ? `${counted(comparisons.decided, 'decided comparison')} of ${comparisons.all}` : `people by ${task.human.name}`}`,
    columns: [
      left('metric'),
      ...measures.flatMap(({ title }, m) => [
        right(title),
        ...(m === 0 ? [right(percent(level))] : []),
        ...(hasChance[m] ? [right('by chance'), right('ties up to')] : []),
      ]),
      ...(winners ? [left('best')] : []),
      right(comparisons ? 'compared' : 'counted'),
      ...(comparisons ? [right('system alone'), right('mixed'), right('weight')] : []),
    ],
    rows: ranked.map(({ name, ofSegments, prior }) => [
      name,
      ...measures.flatMap((_, m) => [
        numberCell(ofSegments?.[m]?.value, digits),
        ...(m === 0 ? [intervalText(ofSegments?.[m]?.interval, digits)] : []),
        ...(hasChance[m]
          ? [numberCell(ofSegments?.[m]?.chance, digits), numberCell(ofSegments?.[m]?.epsilon, digits)]
          : []),
      ]),
      ...(winners ? [winners.has(name) ? '●' : ''] : []),
      String(ofSegments?.[0]?.counted ?? prior?.system.counted ?? '–'),
      ...(comparisons
        ? [
            numberCell(prior?.system.value, digits),
            numberCell(prior?.mixture?.consistency, digits),
            numberCell(meanOf(prior?.mixture?.weights ?? []), 2),
          ]
        : []),
    ]),
  };
  if (!comparisons) return [table];
  const told = new Map<string, Cell>([
    ['metric', '(people)'],
    ['compared', String(comparisons.oracle.counted)],
    ['system alone', numberCell(comparisons.oracle.value, digits)],
  ]);
  const oracle = table.columns.map(({ title }) => told.get(title) ?? '');
  return [{ ...table, rows: [...table.rows, oracle], lines: [table.rows.length] }];
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
