/** How much runs of a tuner differ, as tables. Clark, Dyer, Lavie and Smith (ACL 2011). */
import type { Instability, Spread } from '../../tune/index.ts';
import type { Cell, Table } from '../table.ts';
import { fine, left, numberCell, right } from '../wording.ts';

export function instabilityTables(instability: Instability, metric: string, digits: number): Table[] {
  const { runs, dev, test, selection, weights, similarity } = instability;
  const row = (name: string, spread: Spread | undefined, shown: number): Cell[][] =>
    spread ? [[name, ...cells(spread, shown)]] : [];
  const columns = [right('mean'), right('deviation'), right('lowest'), right('highest')];
  return [
    {
      caption: `${runs} runs of tuning to ${metric}`,
      columns: [left('over runs'), ...columns],
      rows: [
        ...row(`${metric} on the segments tuned on`, dev, digits),
        ...row(`${metric} on the segments held out`, test, digits),
        ...(selection === undefined
          ? []
          : [['the same, over resampled segments', '–', { value: selection, digits }, '–', '–']]),
        ...row('cosine between weights of two runs', similarity, fine),
      ],
    },
    {
      caption: `Weights over ${runs} runs of tuning to ${metric}, divided by the sum of their sizes`,
      columns: [left('feature'), ...columns],
      rows: weights.map((weight) => [weight.name, ...cells(weight, fine)]),
    },
  ];
}

const cells = ({ mean, deviation, min, max }: Spread, digits: number): Cell[] => [
  numberCell(mean, digits),
  numberCell(deviation, digits),
  numberCell(min, digits),
  numberCell(max, digits),
];
