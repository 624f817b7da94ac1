/** Systems by the errors marked in their outputs. */
import { counted } from '../../core/index.ts';
import type { AnnotatedSystems, ErrorWeight } from '../../human/index.ts';
import type { RankSettings } from './rankReport.ts';
import type { Note, Table } from '../table.ts';
import { fine, left, numberCell, ofTask, percent, plain, right } from '../wording.ts';
import { clusterLines, rangeText } from './rankingTable.ts';

export function annotationTables({ task, annotations, judges, systems }: AnnotatedSystems, digits = fine): Table[] {
  return [
    {
      caption: ofTask(task, `errors marked in ${counted(annotations, 'output')} by ${counted(judges, 'judge')}`),
      columns: [left('system'), right('MQM'), right('ranks'), right('cluster'), right('segments'), right('errors')],
      rows: systems.map(({ system, score, ranks, cluster, segments, errors }) => [
        system,
        numberCell(score, digits),
        rangeText(ranks),
        String(cluster),
        String(segments),
        String(errors),
      ]),
      lines: clusterLines(systems),
    },
  ];
}

export function annotationNotes({ weights, samples, seed, level }: RankSettings): Note[] {
  return [
    {
      name: 'MQM',
      text: `minus the weights of errors, mean over judges, then over segments; 0 is perfect. Weights: ${weights.map(weightText).join(', ')}`,
    },
    {
      name: 'ranks',
      text: `range that holds ${percent(level)} of the ranks on ${counted(samples, 'resample')} of segments, seed ${seed}; a cluster ends where no range reaches across`,
    },
  ];
}

/** As typed on the command line: `minor:fluency/punctuation=0.1`. */
const weightText = ({ severity = '*', category, weight }: ErrorWeight): string =>
  `${severity}${category === undefined ? '' : `:${category}`}=${weight}`;

export function annotationRows(tasks: readonly AnnotatedSystems[]): Table {
  return {
    columns: ['task', 'system', 'mqm', 'best_rank', 'worst_rank', 'cluster', 'segments', 'annotations', 'errors'].map(left), // prettier-ignore
    rows: tasks.flatMap(({ task, systems }) =>
      systems.map(({ system, score, ranks, cluster, segments, annotations, errors }) => [
        task,
        system,
        ...[score, ranks.best, ranks.worst, cluster, segments, annotations, errors].map(plain),
      ]),
    ),
  };
}
