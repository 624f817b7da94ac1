/** Makes figures with ids that no two share. */
import type { Table } from '../table.ts';
import { idMaker } from './figures.ts';
import type { TableFigure } from './page.ts';

export interface FigureMaker {
  /** An id for a section or a chart. */
  id(name: string): string;
  table(name: string, table: Table, caption: string, note?: string): TableFigure;
}

export function figureMaker(): FigureMaker {
  const id = idMaker();
  return {
    id,
    table: (name, table, caption, note) => ({
      kind: 'table',
      id: id(name),
      table: { ...table, caption },
      ...(note !== undefined && { note }),
    }),
  };
}
