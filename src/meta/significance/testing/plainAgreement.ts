/** Agreement from the definition: scores laid out as drawn and exchanged, and correlated. */
import { kendallTauB, pearson, spearman } from '../../../stats/index.ts';
import type { Agreement } from '../agreement.ts';
import type { Arrangement } from '../correlationOfGroups.ts';
import type { ComparableTable } from '../scoreTable.ts';

export function plainAgreement(
  agreement: Agreement,
  table: ComparableTable,
  { swapped, times }: Arrangement,
): number[] {
  const { segments, human, humanOfSystems, metrics } = table;
  const isCommon = new Set(table.cells);
  const drawn = (count: number, times?: Uint32Array): number[] =>
    Array.from({ length: count }, (_, i) => new Array<number>(times?.[i] ?? 1).fill(i)).flat();
  const rows = drawn(table.systems, times?.ofSystems);
  const columns = drawn(segments, times?.ofSegments);
  const { correlation } = agreement;
  const correlate =
    typeof correlation === 'function' ? correlation : { pearson, spearman, kendall: kendallTauB }[correlation];
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

  return metrics.map((_, side) => {
    const scoreOf = (at: number): number => metrics[side ^ swapped[at]!]![at]!;
    const correlateCells = (cells: number[]): number =>
      correlate(cells.map(scoreOf), cells.map((at) => human[at]!)); // prettier-ignore
    const cellsOf = (rows: number[], columns: number[]): number[] =>
      rows.flatMap((row) => columns.map((column) => row * segments + column)).filter((at) => isCommon.has(at));
    if (agreement.level === 'system') {
      const systems = rows
        .map((row) => ({ row, cells: cellsOf([row], columns) }))
        .filter(({ cells }) => cells.length > 0);
      return correlate(
        systems.map(({ cells }) => withoutRounding(mean(cells.map(scoreOf)))),
        systems.map(({ row, cells }) => humanOfSystems?.[row] ?? withoutRounding(mean(cells.map((at) => human[at]!)))),
      );
    }
    const groups = {
      none: () => [cellsOf(rows, columns)],
      item: () => columns.map((column) => cellsOf(rows, [column])),
      system: () => rows.map((row) => cellsOf([row], columns)),
    }[agreement.averaging]();
    return mean(groups.map(correlateCells).filter((value) => !Number.isNaN(value)));
  });
}

/** Means that are equal are added up in different orders. */
const withoutRounding = (value: number): number => Math.round(value * 1e9) / 1e9;
