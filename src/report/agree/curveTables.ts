/** How κ changes when judgments are left out: Figures 4 and 5 of WMT09 as tables. */
import type { CurvePoint, KindAgreement, PairAgreement } from '../../human/index.ts';
import type { Cell, Table } from '../table.ts';
import { left, numberCell, plain, right } from '../wording.ts';
import { kindNames } from './kindNames.ts';

/** Of longer curves every fifth point is shown to read; rows for programs have all. */
const most = 12;
const step = 5;

export function curveTables({ kind, curves }: KindAgreement, digits: number): Table[] {
  if (!curves) return [];
  const start = curves.first[0]?.inter.compared ?? 0;
  const kept = ({ kept: share, inter, intra }: CurvePoint): Cell[] => [
    { value: 100 * share, digits: 1 },
    numberCell((100 * inter.compared) / start, 1),
    numberCell(inter.kappa, digits),
    numberCell(intra.kappa, digits),
  ];
  const titles = ['kept %', 'pairs kept %', 'κ different', 'κ same judge'];
  const isShown = ({ dropped }: CurvePoint, i: number, all: readonly CurvePoint[]) =>
    all.length <= most || dropped % step === 0 || i === all.length - 1;
  return [
    {
      caption: `Without the first judgments of every judge, ${kindNames[kind]}`,
      columns: ['without', ...titles].map(right),
      rows: curves.first.filter(isShown).map((point) => [String(point.dropped), ...kept(point)]),
    },
    {
      caption: `Without the judges who agree least with others, ${kindNames[kind]}`,
      columns: ['without', ...titles, 'κ held out'].map(right),
      rows: curves.worst
        .filter(isShown)
        .map((point) => [String(point.dropped), ...kept(point), numberCell(point.heldOut.kappa, digits)]),
    },
  ];
}

export function curveRows(kinds: readonly KindAgreement[]): Table[] {
  const pairOf = ({ pA, pE, kappa, agreed, compared }: PairAgreement) => [pA, pE, kappa, agreed, compared].map(plain);
  const pointOf = ({ judgments, kept, inter, intra }: CurvePoint) => [
    ...[judgments, kept].map(plain),
    ...pairOf(inter),
    ...pairOf(intra),
  ];
  const none = Array.from({ length: 5 }, () => '');
  const rows = kinds.flatMap(({ kind, curves }) =>
    curves
      ? [
          ...curves.first.map((point) => [kind, 'first', String(point.dropped), '', ...pointOf(point), ...none]),
          ...curves.worst.map((point) => [
            kind,
            'worst',
            String(point.dropped),
            point.judge ?? '',
            ...pointOf(point),
            ...pairOf(point.heldOut),
          ]),
        ]
      : [],
  );
  if (rows.length === 0) return [];
  const titles = ['inter', 'intra', 'held_out'].flatMap((name) =>
    ['p_a', 'p_e', 'kappa', 'agreed', 'compared'].map((column) => `${name}_${column}`),
  );
  return [{ columns: ['kind', 'without', 'dropped', 'judge', 'judgments', 'kept', ...titles].map(left), rows }];
}
