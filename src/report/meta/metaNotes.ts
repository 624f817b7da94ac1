/** How to read the tables about metrics, and where their numbers come from. */
import { droppedNotes, inputNotes } from '../notes.ts';
import { counted } from '../../core/index.ts';
import type { MetaEvaluation, MetaSettings } from '../../meta/index.ts';
import { type MetaReport, unitsOf } from './metaReport.ts';
import { strawNotes } from './strawTables.ts';
import { type Note, notes } from '../table.ts';
import { listed, percent } from '../wording.ts';

export function metaNotes(report: MetaReport): Note[] {
  const { tasks, settings, metrics, imported, combined, input } = report;
  const units = unitsOf(settings);
  const { level, samples, seed, identical } = settings;
  const hasComparisons = tasks.some(({ comparisons, segmentMeasures }) => comparisons && segmentMeasures.length > 0);
  const hasChance = tasks.some((task) =>
    task.metrics.some(({ ofSegments = [] }) => ofSegments.some(({ chance }) => chance !== undefined)),
  );
  return [
    ...notes({
      direction: 'error metrics are negated: higher always means better agreement',
      intervals: `${percent(level)}: for correlations of systems by Fisher’s transformation, for ${units} by ${counted(samples, 'bootstrap sample')} of ${units}, seed ${seed}`,
      '● systems': testsText(tasks, 'system', settings),
      [`● ${units}`]: testsText(tasks, 'segment', settings),
      ...rankingNotes(report),
      'system alone':
        hasComparisons &&
        'consistency if the score of the system replaces that of the segment (WMT09, section 6.2); (people): the human score of the system',
      mixed:
        hasComparisons &&
        'with λ of the segment’s score and 1 − λ of the system’s, both standardised; weight: λ, the mean over ten folds, each chosen on the other nine',
      'by chance':
        hasChance &&
        'figure of an uninformative metric with calibrated ties; ties up to: scores at most this far apart count as ties',
      identical: identical === 'left-out' && 'identical outputs are not compared',
    }),
    ...strawNotes(report),
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
      text: `the mean of ${listed(of)}${normalized ? ', each divided by the best score of a system or segment' : ''}; error metrics are negated`,
    })),
    ...droppedNotes(input.dropped),
    ...inputNotes(input),
  ];
}

/** How metrics were ranked over tasks, and what was divided. */
function rankingNotes({ rankings, settings, tasks }: MetaReport) {
  const { taskWeights = {}, by, alpha, samples } = settings;
  const weights = Object.entries(taskWeights).map(([task, weight]) => `${task} ${weight}`);
  const isTested = rankings.some(({ p }) => p);
  const isMoved = rankings.some((each) => each.isMoved);
  const means = 'scores by people and in files are means over segments; metrics are computed over all segments';
  return {
    by:
      by === 'document'
        ? `documents in place of segments: ${means}; of two ranked outputs, the better one is the one preferred in more segments`
        : by === 'domain' && `each domain is a task of its own: ${means}`,
    weights: tasks.length > 1 && weights.length > 0 && `${listed(weights)}; 1 for all others`,
    mean:
      isMoved && 'correlations r count as (1 + r) / 2, so that they can be averaged with shares, as in mt-metrics-eval',
    cluster:
      isTested &&
      `over all tasks: from the best down, a metric joins the current cluster unless one in it is significantly better, p ≤ ${alpha} by mean differences after ${counted(samples, 'permutation')} in each task`,
    'mean rank': isTested && 'weighted mean of the metric’s clusters in each task',
  };
}

/** What ● says, for each measure and test that some task has; and which of the tests find too much. */
function testsText(tasks: readonly MetaEvaluation[], level: 'system' | 'segment', settings: MetaSettings): string {
  const texts = tasks.flatMap((task) => {
    const tested = task[`${level}Test`];
    if (!tested) return [];
    const { test, measure } = tested;
    const { title } = task[`${level}Measures`].find(({ id }) => id === measure)!;
    const exchanged = test === 'williams' ? '' : `, ${counted(settings.samples, 'permutation')}`;
    // Scores of whole systems cannot be exchanged by segment.
    const means = level === 'system' && bySegments.has(test) ? ' over means of segments, if there are any' : '';
    const least = level === 'system' && test === 'systems' ? leastP(task, settings.alpha) : '';
    return [`${testNames.get(test)!} of ${title}${means}${exchanged}${limitOf(test, level)}${least}`];
  });
  return texts.length === 0
    ? ''
    : `not significantly beaten: no metric agrees significantly better, p ≤ ${settings.alpha} by ${listed([...new Set(texts)])}`;
}

const bySegments: ReadonlySet<string> = new Set(['inputs', 'systems-and-inputs', 'cells']);

/** Each system is exchanged or not: with few of them, no p is small. */
function leastP({ metrics }: MetaEvaluation, alpha: number): string {
  const systems = Math.max(...metrics.map(({ ofSystems }) => ofSystems[0]?.systems ?? 0));
  return 2 ** -systems <= alpha
    ? ''
    : `; with ${counted(systems, 'system')} no p is below ${(2 ** -systems).toFixed(2)}, so no metric can be significantly better`;
}

/** Tests that find too much, and how much: `typeOneError.systems.test.ts` measures it. */
function limitOf(test: string, level: 'system' | 'segment'): string {
  const finds = (share: string, where: string, instead: string) =>
    `; in ${share} % of cases it finds one of two equally good metrics better at 5 %${where}: use ${instead}`;
  if (test === 'pairs') return finds('8–20', '', 'inputs');
  if (test !== 'cells' && test !== 'systems-and-inputs') return '';
  return level === 'system'
    ? finds('32–38', ' if systems have effects of their own', 'systems')
    : finds('17–21', ' if segments have effects of their own', 'inputs');
}

const testNames = new Map<string, string>([
  ['williams', 'Williams’ test'],
  ['systems', 'permutation of systems between metrics'],
  ['inputs', 'permutation of segments between metrics'],
  ['systems-and-inputs', 'permutation of systems and of segments between metrics'],
  ['cells', 'permutation of single scores between metrics'],
  ['pairs', 'permutation of pairs between metrics'],
]);
