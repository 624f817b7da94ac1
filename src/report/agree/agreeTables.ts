/** Agreement of judges, to read. */
import { counted } from '../../core/index.ts';
import { type JudgeAgreement, type KindAgreement, type PairAgreement, landisKoch } from '../../human/index.ts';
import type { AgreeReport } from './agreeReport.ts';
import { curveRows, curveTables } from './curveTables.ts';
import {
  coefficientRows,
  coefficientTable,
  kappaRows,
  kappaTable,
  taskScoreTable,
  taskTable,
  wmt16Rows,
  wmt16Table,
} from './kappaTables.ts';
import { kindNames, kindNouns, labelledNouns, pairWords } from './kindNames.ts';
import { judgmentNotes } from '../notes.ts';
import { type Note, type Report, type Table, notes } from '../table.ts';
import { fine, left, numberCell, percent, plain, right } from '../wording.ts';

const title = 'Agreement of judges';

export function agreeTables(report: AgreeReport, digits = fine): Report {
  const { kinds, settings, input } = report;
  const hasTasks = kinds.some(({ tasks }) => tasks.length > 1);
  const level = percent(settings.level);
  return {
    title,
    tables: [
      kappaTable(kinds, digits, level),
      coefficientTable(kinds, digits, level),
      ...(hasTasks ? [taskTable(kinds, digits, level), ...taskScoreTable(kinds, digits, level)] : []),
      ...wmt16Table(kinds, digits),
      ...kinds.flatMap((kind) => judgeTable(kind, digits)),
      ...kinds.flatMap((kind) => curveTables(kind, digits)),
    ],
    findings: [...kinds.flatMap(nothingShared), ...kinds.flatMap(strengthGained)],
    notes: [...countingNotes(report), ...judgmentNotes(input)],
  };
}

/** Rows of plain values for other programs, a table for each kind of fact. */
export function agreeRows({ kinds }: AgreeReport): Report {
  return {
    title,
    tables: [kappaRows(kinds), coefficientRows(kinds), ...wmt16Rows(kinds), ...judgeRows(kinds), ...curveRows(kinds)],
    notes: [],
  };
}

/** Why there are dashes. */
function nothingShared({ kind, all }: KindAgreement): Note[] {
  const { labels, scores } = all;
  if (labels.inter.compared > 0 || (scores?.inter.units ?? 0) > 0) return [];
  return [{ name: kindNames[kind], text: 'No two judges judged the same, so how far they agree cannot be told.' }];
}

/** Where the curve of judges left out first reaches a name that Landis and Koch think better of, as the paper tells it. */
function strengthGained({ kind, all, curves }: KindAgreement): Note[] {
  const before = landisKoch(all.labels.inter.kappa.value);
  const point = curves?.worst.find(({ inter }) => inter.kappa > all.labels.inter.kappa.value && landisKoch(inter.kappa) !== before); // prettier-ignore
  if (!point) return [];
  const { dropped, inter, heldOut, kept } = point;
  const pairs = inter.compared / all.labels.inter.compared;
  const share = (value: number) => `${Math.round(100 * value)} %`;
  return [
    {
      name: kindNames[kind],
      text:
        `Without the ${dropped === 1 ? 'judge who agrees' : `${dropped} judges who agree`} least, κ of different judges goes from ${before} to ${landisKoch(inter.kappa)} ` +
        `(${kappaText(inter)}) with ${share(kept)} of the ${labelledNouns[kind]}s and ${share(pairs)} of the pairs left; ` +
        `on segments that had no part in the choice it is ${kappaText(heldOut)}.`,
    },
  ];
}

const kappaText = ({ kappa }: PairAgreement): string => (Number.isNaN(kappa) ? 'not defined' : kappa.toFixed(3));

function countingNotes({ kinds, settings }: AgreeReport): Note[] {
  const { chance, average, identical, level, samples, seed, rerank, atLeast, wmt16, judges, curves } = settings;
  const hasRankings = kinds.some(({ kind }) => kind === 'rankings');
  return [
    ...kinds.map(({ kind, all }) => ({
      name: kindNames[kind],
      text: `${counted(all.judgments, kindNouns[kind])} by ${counted(all.judges, 'judge')}, ${counted(all.segments, 'segment')}; a pair: ${pairWords[kind]}`,
    })),
    ...notes({
      'P(A)':
        average === 'pairs'
          ? 'share of pairs of equal labels, all pairs pooled; pairs of one judge are never among those of different judges'
          : 'mean, over what was labelled, of the share of pairs of equal labels; pairs of one judge are never among those of different judges',
      'P(E)':
        chance === 'uniform'
          ? 'all labels equally likely: 1/3 for better, equal, worse and 1/2 for yes and no, as in WMT09'
          : 'labels as likely as they were given, better and worse alike: p² + 2 ((1 − p) / 2)² for a share p of ties, as in WMT13 to WMT16; p² + (1 − p)² for a share p of yes',
      κ: '(P(A) − P(E)) / (1 − P(E)); named after Landis and Koch (1977)',
      identical: hasRankings && identical === 'left-out' && 'outputs that are one text, shown once, are not compared',
      WMT16:
        wmt16 &&
        hasRankings &&
        'the official script compares only systems written in the same order, counts repeats of one judge as if by two, and for same judges takes P(E) only from what they said of segments where they repeated a pair',
      halves: judges && 'agreement with others in the first and in the last half of what the judge did',
      'who agrees':
        curves &&
        `least is told by the share of equal pairs with other judges, ${rerank ? 'anew after each judge left out' : 'once'}${atLeast > 1 ? `; judges with fewer than ${atLeast} such pairs stay` : ''}`,
      'held out':
        curves &&
        'judges chosen by every second segment (sorted by task and name), κ measured on the others, both ways added: choosing by agreement makes agreement look better',
      intervals: `${percent(level)} percentile bootstrap over segments, the judges staying the same; ${counted(samples, 'sample')}, seed ${seed}`,
    }),
  ];
}

function judgeTable({ kind, judges }: KindAgreement, digits: number): Table[] {
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

function judgeRows(kinds: readonly KindAgreement[]): Table[] {
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
