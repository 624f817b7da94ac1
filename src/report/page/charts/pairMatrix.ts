/** Systems against systems: how often one was judged better than the other, with marks of significance, as in the appendix of Callison-Burch et al. 2009. */
import { counted } from '../../../core/index.ts';
import { left, right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { type ChartText, cell, chartFigure, named } from './chart.ts';
import { type GridCell, drawGrid } from './grid.ts';
import { shown } from './plot.ts';

export interface PairMatrixOptions extends ChartText {
  readonly systems: readonly string[];
  /** By row, then by column: the share of comparisons of the two in which the system of `shareOf` was better; NaN for a pair never compared. The diagonal is not read. */
  readonly shares: readonly (readonly number[])[];
  /** `*`, `†`, `‡` or nothing; say in the note what they mean. */
  readonly marks?: readonly (readonly string[])[];
  /** Whose share it is: that of the column, as in the paper, unless given. */
  readonly shareOf?: 'column' | 'row';
  readonly digits?: number;
}

interface Pair {
  readonly better: string;
  readonly worse: string;
  readonly share: number;
  readonly mark: string;
}

export function pairMatrix(options: PairMatrixOptions): ChartFigure {
  const { systems, shareOf = 'column', digits = 2 } = options;
  const pairs = systems.map((row, r) =>
    systems.map((column, c): Pair | undefined => {
      if (r === c) return undefined;
      const [better, worse] = shareOf === 'column' ? [column, row] : [row, column];
      return { better, worse, share: options.shares[r]?.[c] ?? Number.NaN, mark: options.marks?.[r]?.[c] ?? '' };
    }),
  );
  const cells = pairs.map((line, r) =>
    line.map((pair, c): GridCell | undefined => {
      if (pair === undefined) return undefined;
      const { better, worse, share, mark } = pair;
      // With ties, both shares may be below a half. The colour says who of the two is ahead.
      const back = pairs[c]?.[r]?.share ?? Number.NaN;
      return {
        value: Number.isFinite(back) ? share - back : 2 * share - 1,
        text: `${shown(share, digits)}${mark}`,
        words: Number.isFinite(share)
          ? `${named(better)} better than ${named(worse)}: ${shown(share, digits)}${mark}`
          : `${named(better)} and ${named(worse)} were never compared`,
      };
    }),
  );
  const known = pairs.flat().filter((pair) => pair !== undefined);
  return chartFigure(options, {
    picture: drawGrid({
      rows: systems,
      columns: systems,
      ...(shareOf === 'column'
        ? { columnTitle: 'judged better', rowTitle: 'than' }
        : { rowTitle: 'judged better', columnTitle: 'than' }),
      cells,
      from: -1,
      to: 1,
      scaleTitle: 'share judged better − share judged worse',
    }),
    data: {
      columns: [
        left('judged better'),
        left('than'),
        right('share'),
        ...(options.marks === undefined ? [] : [left('mark')]),
      ],
      rows: known.map(({ better, worse, share, mark }) => [
        better,
        worse,
        cell(share, digits),
        ...(options.marks === undefined ? [] : [mark]),
      ]),
    },
    seen: seen(systems.length, known, digits),
  });
}

function seen(systems: number, pairs: readonly Pair[], digits: number): string[] {
  const compared = pairs.filter(({ share }) => Number.isFinite(share));
  const marked = compared.filter(({ mark }) => mark !== '').length;
  const count = counted(systems, 'system');
  const parts = [systems < 2 ? `${count}, so no pairs.` : `${count} against each other.`];
  if (compared.length > 0) {
    const { better, worse, share } = compared.reduce((a, b) => (b.share > a.share ? b : a));
    parts.push(
      `Most often better: ${named(better)} than ${named(worse)}, in ${shown(share, digits)} of their comparisons.`,
    );
  }
  if (marked > 0) parts.push(`${marked} of ${counted(compared.length, 'cell')} have a mark of significance.`);
  const never = pairs.length - compared.length;
  if (never > 0) parts.push(`${counted(never, 'cell')} of systems never compared.`);
  return parts;
}
