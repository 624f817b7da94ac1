/** How to read the tables about metrics, and where their numbers come from. */
import { droppedNotes, inputNotes } from '../notes.ts';
import { counted } from '../../core/index.ts';
import type { MetaReport } from './metaReport.ts';
import { type Note, notes } from '../table.ts';
import { listed, percent } from '../wording.ts';

export function metaNotes({ tasks, settings, metrics, imported, combined, input }: MetaReport): Note[] {
  const { level, samples, seed, alpha, identical } = settings;
  const systemTest = tasks.find((task) => task.systemTest)?.systemTest;
  const segmentTest = tasks.find((task) => task.segmentTest)?.segmentTest;
  const hasComparisons = tasks.some(({ comparisons, segmentMeasures }) => comparisons && segmentMeasures.length > 0);
  const hasChance = tasks.some((task) =>
    task.metrics.some(({ ofSegments = [] }) => ofSegments.some(({ chance }) => chance !== undefined)),
  );
  return [
    ...notes({
      direction: 'metrics that count errors are turned round: more agreement is always more',
      intervals: `${percent(level)}: of correlations of systems by Fisher’s transformation, of segments by ${counted(samples, 'bootstrap sample')} of segments, seed ${seed}`,
      '● systems':
        systemTest &&
        `no metric is significantly better: ${testNames.get(systemTest.test)!} of ${systemTest.measure}${bySegments.has(systemTest.test) ? ' over means of segments, where there are any' : ''}, p ≤ ${alpha}`,
      '● segments':
        segmentTest &&
        `no metric is significantly better: ${testNames.get(segmentTest.test)!} of ${segmentTest.measure}, ${counted(samples, 'permutation')}, p ≤ ${alpha}`,
      'system alone':
        hasComparisons &&
        'consistency with the score of the system in place of the segment’s (WMT09, section 6.2); (people): with the human score of the system',
      mixed:
        hasComparisons &&
        'with λ of the segment’s score and 1 − λ of the system’s, both standardised; weight: λ, the mean over ten folds, each chosen on the other nine',
      'by chance':
        hasChance &&
        'what a metric that knows nothing reaches when its ties are calibrated; ties up to: scores at most this far apart count as ties',
      identical: identical === 'left-out' && 'outputs that are one text are not compared',
    }),
    ...tasks.flatMap(({ task, outliers }) =>
      notes({
        outliers:
          outliers.length > 0 &&
          `${task}: ${listed(outliers)}, more than 2.5 robust deviations off among the human scores`,
      }),
    ),
    ...metrics.map(({ metric, signature, segmentSignature }) => ({
      name: metric,
      text: segmentSignature === undefined ? signature : `${signature}; segments: ${segmentSignature}`,
    })),
    ...notes({ 'from files': imported.join(', ') }),
    ...combined.map(({ name, of, normalized }) => ({
      name,
      text: `the mean of ${listed(of)}${normalized ? ', each divided by the best score of a system or segment' : ''}; errors with a minus`,
    })),
    ...droppedNotes(input.dropped),
    ...inputNotes(input),
  ];
}

/** Tests of systems that exchange scores of segments, and so cannot look at scores of whole systems. */
const bySegments: ReadonlySet<string> = new Set(['inputs', 'systems-and-inputs', 'cells']);

const testNames = new Map<string, string>([
  ['williams', 'Williams’ test'],
  ['systems', 'permutation of systems between metrics'],
  ['inputs', 'permutation of segments between metrics'],
  ['systems-and-inputs', 'permutation of systems and of segments between metrics'],
  ['cells', 'permutation of single scores between metrics'],
  ['pairs', 'permutation of pairs between metrics'],
]);
