/** Lays out an agreement report as tables to read. */
import { counted } from '../../core/index.ts';
import {
  type JudgeAgreement,
  type KindAgreement,
  type LabelledAgreement,
  type PairAgreement,
  landisKoch,
} from '../../human/index.ts';
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
import { fine, fineText, left, numberCell, percent, plain, right } from '../wording.ts';

const title = 'Agreement between judges';

export function agreeTables(report: AgreeReport, digits = fine): Report {
  const { kinds, input } = report;
  return {
    title,
    answer: kinds.slice(0, mostKinds).flatMap(agreementText),
    tables: [...coefficientTables(report, digits), ...kinds.flatMap((kind) => curveTables(kind, digits))],
    findings: [...kinds.flatMap(nothingShared), ...kinds.flatMap(sameTexts), ...kinds.flatMap(strengthGained)],
    notes: [...countingNotes(report), ...judgmentNotes(input)],
  };
}

/** All tables but those of curves, which pages draw. */
export function coefficientTables({ kinds, settings }: AgreeReport, digits: number): Table[] {
  const level = percent(settings.level);
  return [
    kappaTable(kinds, digits, level),
    coefficientTable(kinds, digits, level),
    ...(kinds.some(({ tasks }) => tasks.length > 1)
      ? [taskTable(kinds, digits, level), ...taskScoreTable(kinds, digits, level)]
      : []),
    ...wmt16Table(kinds, digits),
    ...kinds.flatMap((kind) => judgeTable(kind, digits)),
  ];
}

/** Lines that a reader has room for. */
const mostKinds = 4;

/** How far different judges agree, and judges with their own earlier judgments. */
function agreementText({ kind, all: { labels } }: KindAgreement, place: number): Note[] {
  const { inter, intra } = labels;
  if (inter.compared === 0 || Number.isNaN(inter.kappa.value)) return [];
  const strength = ({ kappa, strength: named }: typeof inter): string =>
    `${named === null ? '' : `${named}, `}κ ${fineText(kappa.value)}`;
  const isRepeated = intra.compared > 0 && !Number.isNaN(intra.kappa.value);
  const own = isRepeated ? ` Of judges with themselves it is ${strength(intra)}.` : '';
  const name = kindNames[kind];
  return [
    { name: place === 0 ? 'answer' : name, text: `Agreement between judges (${name}) is ${strength(inter)}.${own}` },
  ];
}

/** Lays out an agreement report as rows of plain values for other programs, one table for each kind of result. */
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
  return [{ name: kindNames[kind], text: 'No item was judged twice, so agreement is undefined.' }];
}

/** How identical outputs affect agreement. */
function sameTexts({ kind, all: { labels, distinct } }: KindAgreement): Note[] {
  const [own, apart] = [labels.inter, distinct?.inter];
  if (!apart || apart.compared === own.compared) return [];
  const textOf = ({ kappa: { value } }: LabelledAgreement) => kappaText({ kappa: value });
  return [
    {
      name: kindNames[kind],
      text: `${own.compared - apart.compared} of ${own.compared} pairs show identical outputs, a forced tie: κ ${textOf(own)} with them, ${textOf(apart)} without.`,
    },
  ];
}

/** Where the curve of judges left out first reaches a better level of Landis and Koch, as the paper reports it. */
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
        `on held-out segments, which were not used to choose judges, it is ${kappaText(heldOut)}.`,
    },
  ];
}

const kappaText = ({ kappa }: Pick<PairAgreement, 'kappa'>): string =>
  Number.isNaN(kappa) ? 'not defined' : kappa.toFixed(3);

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
          ? 'share of pairs with equal labels, over all pairs; pairs of one judge never count as pairs of different judges'
          : 'share of pairs with equal labels, averaged over labelled items; pairs of one judge never count as pairs of different judges',
      'P(E)':
        chance === 'uniform'
          ? 'all labels equally likely: 1/3 for better, equal, worse and 1/2 for yes and no, as in WMT09'
          : 'labels as frequent as observed, with better and worse equally likely: p² + 2 ((1 − p) / 2)² for a share p of ties, as in WMT13 to WMT16; p² + (1 − p)² for a share p of yes',
      κ: '(P(A) − P(E)) / (1 − P(E)); strength as in Landis and Koch (1977)',
      identical:
        hasRankings && identical === 'left-out' && 'systems with the same output, shown once, are not compared',
      WMT16:
        wmt16 &&
        hasRankings &&
        'the official script compares only systems written in the same order, counts repeats by one judge as if they came from two, and for same judges takes P(E) only from their judgments of segments in which they repeated a pair',
      halves: judges && 'agreement with others in the first and in the last half of the judge’s work',
      'who agrees':
        curves &&
        `ordered by the share of equal pairs with other judges, computed ${rerank ? 'again after leaving each judge out' : 'once'}${atLeast > 1 ? `; judges with fewer than ${atLeast} such pairs stay` : ''}`,
      'held out':
        curves &&
        'judges are chosen on every second segment (sorted by task and name) and κ is measured on the others, then the other way round, and both are pooled; choosing judges by agreement makes agreement look better',
      intervals: `${percent(level)} percentile bootstrap over segments, with the judges fixed; ${counted(samples, 'sample')}, seed ${seed}`,
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
