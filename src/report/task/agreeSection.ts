/** How far judges agree, and what would become of it without some judgments. */
import type { KindAgreement } from '../../human/index.ts';
import { coefficientTable, kappaTable } from '../agree/kappaTables.ts';
import { kindNames } from '../agree/kindNames.ts';
import type { AgreeReport } from '../agree/agreeReport.ts';
import { agreeTables } from '../agree/agreeTables.ts';
import { charts } from '../page/charts/index.ts';
import type { FigureMaker } from '../page/figureMaker.ts';
import type { Figure, Section } from '../page/page.ts';
import { percent } from '../wording.ts';

const digits = 3;

export function agreeSection(report: AgreeReport, make: FigureMaker): Section {
  const { kinds, settings } = report;
  const level = percent(settings.level);
  const { findings = [] } = agreeTables(report, digits);
  return {
    id: make.id('agreement'),
    heading: 'Agreement of judges',
    text: findings.map(({ text }) => text),
    figures: [
      make.table('kappa', kappaTable(kinds, digits, level), 'Agreement between judges and of judges with themselves'),
      make.table('coefficients', coefficientTable(kinds, digits, level), 'Other coefficients of agreement'),
      ...kinds.flatMap((kind) => curveFigures(kind, make)),
    ],
  };
}

function curveFigures({ kind, curves }: KindAgreement, make: FigureMaker): Figure[] {
  if (!curves) return [];
  const of = kindNames[kind];
  const kept = (points: readonly { readonly dropped: number; readonly kept: number }[]) => ({
    y: { title: 'share kept', digits: 2, from: 0, to: 1 },
    series: [{ name: 'share kept', points: points.map((point) => ({ x: point.dropped, y: point.kept })) }],
  });
  const { first, worst } = curves;
  return [
    charts.lines({
      id: make.id(`first ${kind}`),
      caption: `${of}: κ without the first judgments of each judge`,
      x: { title: 'judgments left out of each judge', digits: 0 },
      panels: [
        {
          y: { title: 'κ', digits },
          series: [
            { name: 'different judges', points: first.map(({ dropped, inter }) => ({ x: dropped, y: inter.kappa })) },
            { name: 'the same judge', points: first.map(({ dropped, intra }) => ({ x: dropped, y: intra.kappa })) },
          ],
        },
        kept(first),
      ],
    }),
    charts.lines({
      id: make.id(`worst ${kind}`),
      caption: `${of}: κ without the judges who agree least with others`,
      note: 'Choosing judges by their agreement makes agreement look better; held out: measured on segments that had no part in the choice.',
      x: { title: 'judges left out', digits: 0 },
      panels: [
        {
          y: { title: 'κ', digits },
          series: [
            { name: 'different judges', points: worst.map(({ dropped, inter }) => ({ x: dropped, y: inter.kappa })) },
            { name: 'held out', points: worst.map(({ dropped, heldOut }) => ({ x: dropped, y: heldOut.kappa })) },
          ],
        },
        kept(worst),
      ],
    }),
  ];
}
