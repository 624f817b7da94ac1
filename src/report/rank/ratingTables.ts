/** Systems by ratings of their outputs, and quality checks of the judges. */
import { counted } from '../../core/index.ts';
import type { AnnotatedSystems, ErrorWeight, JudgeCheck, RankRule, RatedSystems } from '../../human/index.ts';
import { type RankSettings, ruleOf } from './rankReport.ts';
import { clusterLines, rangeText } from './rankingTable.ts';
import { type Note, type Table, notes } from '../table.ts';
import { fine, left, listed, numberCell, ofTask, pText, percent, plainTable, right } from '../wording.ts';

export function ratingTables(rated: RatedSystems, settings: RankSettings, digits = fine): Table[] {
  const { task, ratings, systems, judges } = rated;
  const rule = ruleOf(settings);
  const scales: readonly Scale[] = rule
    ? ruleScales(rated, rule)
    : settings.scale === 'raw'
      ? ['raw', 'standardised']
      : ['standardised', 'raw'];
  const checked = judges.filter(({ damaged, repeats }) => damaged.pairs + repeats.pairs > 0);
  const table: Table = {
    caption: ofTask(
      task,
      `${counted(ratings, 'rating')} by ${counted(judges.length - rated.excluded.length, 'judge')}`,
    ),
    columns: [
      left('system'),
      ...scales.map((id) => right(id === 'score' ? rule!.score! : id)),
      ...['ranks', 'cluster', 'segments', 'ratings'].map(right),
    ],
    rows: systems.map((each) => [
      each.system,
      ...scales.map((id) => numberCell(each[id], digits)),
      rangeText(each.ranks),
      ...[each.cluster, each.segments, each.ratings].map(String),
    ]),
    lines: clusterLines(systems),
  };
  return checked.length > 0 ? [table, judgeTable(task, checked, digits)] : [table];
}

type Scale = 'score' | 'standardised' | 'raw';

/** The score of the rule, and raw scores where these are something else and known. */
const ruleScales = ({ systems }: RatedSystems, { score }: RankRule): Scale[] =>
  score !== 'mean' && systems.some(({ raw }) => !Number.isNaN(raw)) ? ['score', 'raw'] : ['score'];

function judgeTable(task: string, checks: readonly JudgeCheck[], digits: number): Table {
  return {
    caption: ofTask(task, 'how the judges rated damaged and repeated outputs'),
    columns: [
      left('judge'),
      ...['ratings', 'damaged', 'rated lower', 'higher', 'p', 'repeated', 'difference'].map(right),
      left('reliable'),
    ],
    rows: checks.map(({ judge, ratings, damaged, p, repeats, reliable }) => [
      judge,
      ...[ratings, damaged.pairs, damaged.higher, damaged.lower].map(String),
      damaged.pairs > 0 ? pText(p) : '–',
      String(repeats.pairs),
      numberCell(repeats.difference, digits),
      reliable === undefined ? '–' : reliable ? 'yes' : 'no',
    ]),
  };
}

export function ratingNotes(tasks: readonly RatedSystems[], settings: RankSettings): Note[] {
  const { scale, ratingAlpha } = settings;
  const byRule = ruleOf(settings) !== undefined;
  const withoutSpread = tasks.flatMap((each) => each.withoutSpread);
  const excluded = tasks.flatMap((each) => each.excluded);
  return notes({
    standardised:
      !byRule &&
      "each rating minus the judge's mean, divided by the judge's standard deviation; mean over judges, then over segments",
    ranks:
      !byRule &&
      `rank range from one-sided Mann–Whitney tests on ${scale} scores of common segments, p ≤ ${ratingAlpha}: from 1 + systems better to all − systems worse; a cluster ends where all above are better than all below`,
    reliable:
      tasks.some(({ judges }) => judges.some(({ damaged }) => damaged.pairs > 0)) &&
      'damaged outputs are rated lower than their originals: one-sided sign test, p < 0.05; fewer than five cannot show it',
    excluded: excluded.length > 0 && `${byRule ? 'unlikely' : 'unreliable'} judges: ${listed(excluded)}`,
    'no spread':
      withoutSpread.length > 0 &&
      `ratings of ${listed(withoutSpread)}, which are all equal or only one, cannot be standardised and count only in raw scores`,
  });
}

export function ratingRows(tasks: readonly RatedSystems[], settings: RankSettings): Table {
  const byRule = ruleOf(settings) !== undefined;
  return plainTable(
    ['task', 'system', ...(byRule ? ['score'] : []), 'standardised', 'raw', 'best_rank', 'worst_rank', 'cluster', 'segments', 'ratings'],
    tasks.flatMap(({ task, systems }) =>
      systems.map(({ system, score, standardised, raw, ranks, cluster, segments, ratings }) => [
        ...[task, system, ...(byRule ? [score] : []), standardised, raw],
        ...[ranks.best, ranks.worst, cluster, segments, ratings],
      ]),
    ),
  ); // prettier-ignore
}

export function annotationTables({ task, annotations, judges, systems }: AnnotatedSystems, digits = fine): Table[] {
  return [
    {
      caption: ofTask(task, `errors marked in ${counted(annotations, 'output')} by ${counted(judges, 'judge')}`),
      columns: [left('system'), right('MQM'), right('ranks'), right('cluster'), right('segments'), right('errors')],
      rows: systems.map(({ system, score, ranks, cluster, segments, errors }) => [
        system,
        numberCell(score, digits),
        rangeText(ranks),
        ...[cluster, segments, errors].map(String),
      ]),
      lines: clusterLines(systems),
    },
  ];
}

export function annotationNotes(settings: RankSettings): Note[] {
  const { weights, samples, seed, level } = settings;
  return notes({
    MQM: `negated sum of error weights, mean over judges, then over segments; 0 is perfect. Weights: ${weights.map(weightText).join(', ')}`,
    ranks:
      !ruleOf(settings) &&
      `rank range: covers ${percent(level)} of the ranks in ${counted(samples, 'resample')} of segments, seed ${seed}; a cluster ends where no rank range crosses`,
  });
}

/** As typed on the command line: `minor:fluency/punctuation=0.1`. */
const weightText = ({ severity = '*', category, weight }: ErrorWeight): string =>
  `${severity}${category === undefined ? '' : `:${category}`}=${weight}`;

export const annotationRows = (tasks: readonly AnnotatedSystems[]): Table =>
  plainTable(
    ['task', 'system', 'mqm', 'best_rank', 'worst_rank', 'cluster', 'segments', 'annotations', 'errors'],
    tasks.flatMap(({ task, systems }) =>
      systems.map(({ system, score, ranks, cluster, segments, annotations, errors }) => [
        ...[task, system, score, ranks.best, ranks.worst, cluster, segments, annotations, errors],
      ]),
    ),
  );
