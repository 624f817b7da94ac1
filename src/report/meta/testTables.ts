/** p of one metric agreeing better than another, for each two of them. */
import type { MetaEvaluation, MetricTest } from '../../meta/index.ts';
import type { Table } from '../table.ts';
import { left, pText, right } from '../wording.ts';

export function testTables({ task, systemTest, segmentTest }: MetaEvaluation): Table[] {
  return [
    ...(systemTest ? [pTable(`${task}, systems`, systemTest, metricNames(systemTest))] : []),
    ...(segmentTest ? [pTable(`${task}, segments`, segmentTest, metricNames(segmentTest))] : []),
  ];
}

const metricNames = ({ ranked }: MetricTest): string[] => ranked.map(({ name }) => name);

function pTable(caption: string, { test, measure, p, names, ranked }: MetricTest, order: readonly string[]): Table {
  const places = order.map((name) => names.indexOf(name));
  return {
    caption: `${caption}: p, one-sided; small where the metric of the row agrees better than that of the column (${test}, ${measure})`,
    columns: [left('metric'), right('cluster'), ...order.map(right)],
    rows: ranked.map(({ name, rank }, i) => [
      name,
      String(rank ?? '–'),
      ...places.map((column) => {
        const value = p[places[i]!]![column]!;
        return places[i] === column ? '' : Number.isNaN(value) ? '–' : pText(value);
      }),
    ]),
  };
}
