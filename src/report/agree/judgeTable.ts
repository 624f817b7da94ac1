/** How far each judge agrees with the others and with what he or she said before. */
import type { JudgeAgreement, KindAgreement } from '../../human/index.ts';
import type { Table } from '../table.ts';
import { left, numberCell, plain, right } from '../wording.ts';
import { kindNames, labelledNouns } from './kindNames.ts';

export function judgeTable({ kind, judges }: KindAgreement, digits: number): Table[] {
  if (!judges) return [];
  const titles = [`${labelledNouns[kind]}s`, 'with others', 'pairs', 'first half', 'last half', 'with self', 'pairs'];
  return [
    {
      caption: `P(A) by judge, ${kindNames[kind]}: least agreement with others first`,
      columns: [left('judge'), ...titles.map(right)],
      rows: judges.map(({ judge, judgments, withOthers, firstHalf, lastHalf, withSelf }) => [
        judge,
        String(judgments),
        numberCell(withOthers.share, digits),
        String(withOthers.compared),
        numberCell(firstHalf.share, digits),
        numberCell(lastHalf.share, digits),
        numberCell(withSelf.share, digits),
        String(withSelf.compared),
      ]),
    },
  ];
}

export function judgeRows(kinds: readonly KindAgreement[]): Table[] {
  const parts = ['withOthers', 'firstHalf', 'lastHalf', 'withSelf'] as const;
  const names = ['others', 'first_half', 'last_half', 'self'];
  const rowOf = (each: JudgeAgreement): string[] => [
    each.judge,
    String(each.judgments),
    ...parts.flatMap((part) => [each[part].share, each[part].agreed, each[part].compared].map(plain)),
  ];
  const rows = kinds.flatMap(({ kind, judges = [] }) => judges.map((each) => [kind, ...rowOf(each)]));
  if (rows.length === 0) return [];
  const titles = names.flatMap((name) => [`${name}_p_a`, `${name}_agreed`, `${name}_compared`]);
  return [{ columns: ['kind', 'judge', 'judgments', ...titles].map(left), rows }];
}
