/** Lays out what each metric says about the systems of a task, beside what people say. */
import type { MetaEvaluation } from '../../meta/index.ts';
import { digitsOf } from '../compare/comparisonTables.ts';
import { scoreCell } from '../score/scoreTables.ts';
import type { Table } from '../table.ts';
import { fine, left, numberCell, right } from '../wording.ts';

/** Metrics side by side in one table; more would be too wide to read. */
const mostMetrics = 8;

/** Systems by metrics, the best by people first; with many metrics several tables. */
export function metricScoreTables({ task, human, systems, metrics }: MetaEvaluation, digits?: number): Table[] {
  const columns = metrics.map(({ name, higherIsBetter }, m) => {
    const known = systems.map(({ scores }) => scores[m]!).filter((score) => !Number.isNaN(score));
    const decimals = digits ?? digitsOf({ systems: known.map((score) => ({ score })) }, 2);
    return {
      title: right(`${name} ${higherIsBetter ? '↑' : '↓'}`),
      cell: (score: number) => (Number.isNaN(score) ? '–' : scoreCell(score, known, higherIsBetter, decimals)),
      m,
    };
  });
  return Array.from({ length: Math.ceil(columns.length / mostMetrics) }, (_, t) => {
    const some = columns.slice(t * mostMetrics, (t + 1) * mostMetrics);
    return {
      caption: `${task}: scores of systems`,
      columns: [left('system'), right(human.name), ...some.map(({ title }) => title)],
      rows: systems.map(({ system, human: judged, scores }) => [
        system,
        numberCell(judged, digits ?? fine),
        ...some.map(({ cell, m }) => cell(scores[m]!)),
      ]),
    };
  });
}
