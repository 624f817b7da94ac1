/** The audit of a plan as tables, to read before the campaign starts. */
import { counted } from '../../core/index.ts';
import type { KindAudit, PlanAudit, Spread } from '../../human/index.ts';
import { type Cell, type Note, type Report, type Table, notes } from '../table.ts';
import { left, percent, right } from '../wording.ts';

export function planTables(audit: PlanAudit): Report {
  const { kinds, problems } = audit;
  const compared = kinds.filter(({ pairs }) => pairs !== undefined);
  return {
    title: 'Plan',
    tables: [
      ...(kinds.length > 0 ? [listTable(audit), balanceTable(kinds)] : []),
      ...(compared.length > 0 ? [pairTable(compared)] : []),
    ],
    findings: problems.map((text) => ({ name: 'problem', text })),
    notes: notesOf(audit),
  };
}

/** `12`, or `11–12` if it varies. */
const range = (min: number, max: number): string => (min === max ? String(min) : `${min}–${max}`);
const spreadText = ({ min, max }: Spread): string => range(min, max);
const shareText = ({ count, share }: { count: number; share: number }): string =>
  count === 0 ? 'none' : percent(Number(share.toFixed(3)));

function listTable({ kinds, judges, systems, segments }: PlanAudit): Table {
  const titles = ['assignments', 'per judge', 'practice', 'repeats', 'apart', 'pool', 'judges of each', 'checks'];
  return {
    caption: `${counted(judges, 'judge')}, ${counted(systems, 'system')}, ${counted(segments, 'segment')}`,
    columns: [left('task'), ...titles.map(right)],
    rows: kinds.map((each): Cell[] => {
      const counts = each.perJudge.map(({ assignments }) => assignments);
      const { repeats, pool } = each;
      return [
        each.kind,
        String(each.assignments),
        counts.length === 0 ? '0' : range(minOf(counts), maxOf(counts)),
        String(each.practice),
        shareText(repeats),
        repeats.closest === undefined ? '–' : `≥ ${repeats.closest}`,
        shareText(pool),
        pool.items === 0 ? '–' : judgesText(pool),
        shareText(each.checks),
      ];
    }),
  };
}

const minOf = (counts: readonly number[]): number => counts.reduce((a, b) => Math.min(a, b));
const maxOf = (counts: readonly number[]): number => counts.reduce((a, b) => Math.max(a, b));

/** `12`, or `≥ 2, 11.5 on average`. */
const judgesText = ({ fewestJudges, meanJudges }: KindAudit['pool']): string =>
  fewestJudges === meanJudges ? String(fewestJudges) : `≥ ${fewestJudges}, mean ${Number(meanJudges.toFixed(1))}`;

function balanceTable(kinds: readonly KindAudit[]): Table {
  return {
    caption: 'what is judged',
    columns: [left('task'), ...['segments', 'in the pool', 'outputs of a system'].map(right)],
    rows: kinds.map(({ kind, segments, pool, systems }) => [
      kind,
      String(segments),
      String(pool.items),
      spreadText(systems),
    ]),
  };
}

function pairTable(kinds: readonly KindAudit[]): Table {
  const titles = ['systems together', 'mean', '± win share', 'pairs never compared', 'system in a place'];
  return {
    caption: 'comparisons',
    columns: [left('task'), ...titles.map(right)],
    rows: kinds.map(({ kind, pairs, places, halfWidth }): Cell[] => [
      kind,
      spreadText(pairs!),
      { value: pairs!.mean, digits: 1 },
      halfWidth === undefined ? '–' : { value: halfWidth, digits: 3 },
      String(pairs!.never.length),
      spreadText(places!),
    ]),
  };
}

const units: Readonly<Record<PlanAudit['split']['by'], string>> = {
  document: 'by documents',
  run: 'by runs of neighbours',
  segment: 'by segments',
  none: '',
};

function notesOf({ split, kinds, notes: said, editorsSeeingTwo, seed }: PlanAudit): Note[] {
  const { by, judged, edited, isDisjoint } = split;
  const edits = kinds.some(({ kind }) => kind === 'edit');
  const isCompared = kinds.some(({ pairs }) => pairs !== undefined);
  return [
    ...notes({
      'kept apart':
        by !== 'none' &&
        `${isDisjoint ? 'yes' : 'NO'}: ${judged} segments are ranked or rated, ${edited} others edited; split ${units[by]}`,
      editors: edits && `see outputs of two systems for one segment ${counted(editorsSeeingTwo, 'time')}`,
      apart: 'other assignments of the same task between a repeat and its original',
      outputs: 'number of judgments per system, without repeats and checks',
      '± win share':
        isCompared &&
        'half the width of a 95 % interval for two equally good systems, as if all comparisons were independent',
    }),
    ...said.map((text) => ({ name: 'note', text })),
    { name: 'seed', text: String(seed) },
  ];
}
