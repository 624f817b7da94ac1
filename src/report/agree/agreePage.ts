/** Makes a web page of how well judges agree, with curves of agreement without some of the judges or judgments. */
import type { KindAgreement } from '../../human/index.ts';
import { countsText } from '../notes.ts';
import { charts } from '../page/charts/index.ts';
import { type Figure, type FigureMaker, type Page, type Section, figureMaker } from '../page/page.ts';
import { fine } from '../wording.ts';
import type { AgreeReport } from './agreeReport.ts';
import { agreeTables, coefficientTables } from './agreeTables.ts';
import { kindNames } from './kindNames.ts';

export function agreePage(report: AgreeReport, digits = fine): Page {
  const { title, answer = [], notes: facts } = agreeTables(report, digits);
  return {
    title,
    answer,
    lead: `${countsText(report.input.counts)}.`,
    sections: [{ ...agreeSection(report, figureMaker(), digits), heading: 'Results' }],
    facts,
  };
}

export function agreeSection(report: AgreeReport, make: FigureMaker, digits = fine): Section {
  const { kinds } = report;
  const { findings = [] } = agreeTables(report, digits);
  return {
    id: make.id('agreement'),
    heading: 'Agreement between judges',
    text: findings.map(({ name, text }) => (findings.length > 1 ? `${name}: ${text}` : text)),
    figures: [
      ...coefficientTables(report, digits).map((table) =>
        make.table(table.caption ?? 'agreement', table, table.caption ?? 'Agreement'),
      ),
      ...kinds.flatMap((kind) => curveFigures(kind, make, digits)),
    ],
  };
}

function curveFigures({ kind, curves }: KindAgreement, make: FigureMaker, digits: number): Figure[] {
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
      note: 'Choosing judges by their agreement makes agreement look better; held out: measured on segments that were not used to choose them.',
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
