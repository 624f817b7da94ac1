/** Lays out a learned metric as tables and findings to read. */
import { droppedNotes, inputNotes } from '../notes.ts';
import { counted } from '../../core/index.ts';
import type { MetricAgreement } from '../../meta/index.ts';
import { rankedBy, winnersOf } from '../meta/metaAnswer.ts';
import { unbeaten } from '../meta/metaTables.ts';
import { typedNames } from '../score/scoreTables.ts';
import { type Cell, type Note, type Report, type Table, notes } from '../table.ts';
import { intervalText, left, listed, numberCell, percent, plainReport, right, shownP } from '../wording.ts';
import { type LearnEvaluation, type LearnReport, learnedName } from './learnReport.ts';

export function learnTables(report: LearnReport, digits: number): Report {
  return {
    title: 'A metric learned from judgments',
    tables: [weightTable(report, digits), ...report.evaluations.map((each) => agreementTable(report, each, digits))],
    findings: [
      ...(report.amber === undefined ? [] : [{ name: 'metric', text: report.amber }]),
      ...report.evaluations.flatMap((each) => findings(each, report.settings.alpha, digits)),
    ],
    notes: notesOf(report),
  };
}

/** The heaviest first; those of AMBER in the order of the paper. */
function weightTable({ features, kind, settings, examples, tasks, amber }: LearnReport, digits: number): Table {
  const what = kind === 'pairwise' ? 'decided comparison' : 'rating';
  const isAmber = amber !== undefined;
  const shown = isAmber ? features : [...features].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return {
    caption: `Weights, from ${counted(examples.count, what)} of ${counted(examples.sentences, 'sentence')} of ${listed(tasks)}`,
    columns: [
      left('feature'),
      right('weight'),
      right(percent(settings.level)),
      ...(isAmber ? [] : [right('mean'), right('deviation')]),
    ],
    rows: shown.map(({ feature, weight, interval, mean, scale }) => [
      feature,
      numberCell(weight, digits),
      intervalText(interval, digits),
      ...(isAmber ? [] : [numberCell(mean, digits), numberCell(scale, digits)]),
    ]),
  };
}

/** Single features shown of each table; all of them are in the data. */
const mostShown = 15;

function agreementTable(
  { kind, amber, settings: { level } }: LearnReport,
  evaluation: LearnEvaluation,
  digits: number,
): Table {
  const { task, set, all, contest, losses } = evaluation;
  const winners = winnersOf(contest.segmentTest);
  const isIn = (name: string): boolean => contest.metrics.some((each) => each.name === name);
  const ranked = rankedBy(all.metrics, ({ ofSegments }) => ofSegments?.[0]).filter(
    ({ name }, place) => place < mostShown || isIn(name),
  );
  const mark = (name: string): string => (winners?.has(name) ? '●' : isIn(name) ? '○' : '');
  return {
    caption: `${task}, ${set}: ${all.comparisons ? `${counted(all.comparisons.decided, 'decided comparison')} of ${all.comparisons.all}` : `people by ${all.human.name}`}`,
    columns: [
      left('metric or feature alone'),
      ...all.segmentMeasures.flatMap(({ title }, m) => [right(title), ...(m === 0 ? [right(percent(level))] : [])]),
      unbeaten,
      ...(amber === undefined ? [right(kind === 'pairwise' ? 'log loss' : 'squared error')] : []),
      right('compared'),
      ...all.systemMeasures.map(({ title }) => right(`systems: ${title}`)),
    ],
    rows: ranked.map(({ name, ofSegments, ofSystems }): Cell[] => [
      name,
      ...all.segmentMeasures.flatMap((_, m) => [
        numberCell(ofSegments?.[m]?.value, digits),
        ...(m === 0 ? [intervalText(ofSegments?.[m]?.interval, digits)] : []),
      ]),
      mark(name),
      ...(amber === undefined ? [numberCell(losses[name], digits)] : []),
      String(ofSegments?.[0]?.counted ?? '–'),
      ...ofSystems.map(({ value }) => numberCell(value, digits)),
    ]),
  };
}

/** How the learned metric compares with the others. */
function findings({ task, set, all, contest }: LearnEvaluation, alpha: number, digits: number): Note[] {
  const test = contest.segmentTest;
  const own = figureOf(contest.metrics, learnedName);
  if (!test || own === undefined) return [];
  const place = test.names.indexOf(learnedName);
  return test.names.flatMap((name, i): Note[] => {
    const other = figureOf(contest.metrics, name);
    if (i === place || other === undefined) return [];
    const p = own >= other ? test.p[place]![i]! : test.p[i]![place]!;
    const direction = own > other ? 'better' : 'worse';
    const verdict =
      own === other
        ? 'as good'
        : p <= alpha
          ? `significantly ${direction}`
          : p > alpha
            ? `${direction}, but not significantly`
            : direction;
    const shown = Number.isNaN(p) ? '' : ` (${shownP(p)})`;
    return [
      {
        name: `${task}, ${set}`,
        text: `learned ${own.toFixed(digits)} against ${other.toFixed(digits)} of ${name} in ${all.segmentMeasures[0]!.title}: ${verdict}${shown}.`,
      },
    ];
  });
}

const figureOf = (metrics: readonly MetricAgreement[], wanted: string): number | undefined =>
  metrics.find(({ name }) => name === wanted)?.ofSegments?.[0]?.value;

function notesOf(report: LearnReport): Note[] {
  const { settings, examples, penalty, foldPenalties, evaluations, metrics, input, amber } = report;
  const { folds, innerFolds, seed, samples, level, alpha } = settings;
  const left = [
    ...(examples.ties > 0 ? [counted(examples.ties, 'tie')] : []),
    ...(examples.missing > 0 ? [`${examples.missing} of outputs that were not given`] : []),
  ];
  const most = Math.max(...evaluations.map(({ all }) => all.metrics.length));
  const isAmber = amber !== undefined;
  return [
    ...notes({
      method: methodText(report),
      penalty: `${penalty}, chosen by ${innerFolds} folds; in the folds: ${foldPenalties.join(' ')}`,
      weights: isAmber
        ? `of AMBER’s penalties and θ; intervals ${percent(level)}, by bootstrap over sentences with θ fixed`
        : `of features in standard deviations; intervals ${percent(level)}, by standard errors clustered by sentence; the penalty shrinks weights and intervals towards 0`,
      'cross-validated': `${folds} folds of sentences, seed ${seed}: each is scored by a model learned from the others, as are single features; sentences are the same if they share a source or reference`,
      'not learned': left.length > 0 && `from ${left.join(' and ')}`,
    }),
    ...evaluations.flatMap(({ task, set, known }) =>
      notes({
        tested:
          set === 'tested' &&
          `${task}, with weights learned on other tasks; ${known ? `${known.sentences} of its ${counted(known.of, 'sentence')} were also learned from, in another language pair` : ''}`,
      }),
    ),
    ...notes({
      '● ○': `compared with each other: the learned metric${isAmber ? ' and the baselines' : ', the baselines, and the best single feature on this task; choosing that feature by these figures favours it, so p against it is conservative for the learned metric'}; ● no other is significantly better by permutation of sentences, ${counted(samples, 'permutation')}, p ≤ ${alpha}; ○ another is`,
      shown: most > mostShown && `the ${mostShown} best of ${most}, and those compared; --format json or tsv has all`,
      intervals: `of agreement ${percent(level)}, by ${counted(samples, 'bootstrap sample')} of sentences`,
      systems:
        'learned metric and single features: the mean of segment scores by these models; other metrics: their own system scores',
    }),
    ...metrics.map(({ metric, signature, segmentSignature }) => ({
      name: metric,
      text: segmentSignature ?? signature,
    })),
    ...droppedNotes(input.dropped),
    ...inputNotes(input),
  ];
}

function methodText({ kind, amber }: LearnReport): string {
  if (amber !== undefined) {
    return 'logistic regression on differences of logarithms: AMBER is its score times its penalties raised to their weights; weights are at least 0, and the penalty draws them towards the given ones; θ in steps of 0.1';
  }
  return kind === 'pairwise'
    ? 'logistic regression on differences of standardised features, without an intercept, squared weights penalised'
    : 'ridge regression of ratings on standardised features, squared weights penalised';
}

/** Lays out a learned metric as rows for other programs: one for each weight, then one for each task, metric and measure. */
export function learnRows({ features, evaluations }: LearnReport): Report {
  const rows = [
    ...features.map(({ feature, weight, interval }) => ['weight', '', feature, '', weight, interval.low, interval.high, '']), // prettier-ignore
    ...evaluations.flatMap(({ task, set, all, losses }) => {
      const names = typedNames(all.metrics);
      return all.metrics.flatMap(({ name, ofSegments = [], ofSystems }, place) => [
        ...all.segmentMeasures.map(({ id }, m) => [set, task, names[place]!, id, ofSegments[m]?.value, ofSegments[m]?.interval?.low, ofSegments[m]?.interval?.high, ofSegments[m]?.counted]), // prettier-ignore
        ...all.systemMeasures.map(({ id }, m) => [set, task, names[place]!, `system ${id}`, ofSystems[m]?.value, ofSystems[m]?.interval?.low, ofSystems[m]?.interval?.high, ofSystems[m]?.systems]), // prettier-ignore
        ...(losses[name] === undefined ? [] : [[set, task, names[place]!, 'loss', losses[name], '', '', '']]),
      ]);
    }),
  ];
  const titles = ['what', 'task', 'metric', 'measure', 'value', 'low', 'high', 'count'];
  return plainReport('A metric learned from judgments', titles, rows);
}
