/** Agreement of judges on everything they judged, over all tasks and in each. */
import { type Identical, byCodeUnits } from '../comparisons.ts';
import { type Annotation, type Judgment, type Judgments, type Ranking, type Rating, tasksOf } from '../judgments.ts';
import { type ErrorWeight, scoreErrors } from '../ranking/outputScores.ts';
import {
  type AgreementCurves,
  type CurveOptions,
  type JudgeAgreement,
  agreementCurves,
  agreementOfJudges,
} from './judgeAgreement.ts';
import type { Resampling } from './estimates.ts';
import { type LabelAgreement, agreementOnLabels } from './labelAgreement.ts';
import { type Labels, inOrder, rankingLabels, verdictLabels } from './labels.ts';
import { type JudgedScore, type ScoreAgreement, agreementOnScores } from './scoreAgreement.ts';
import { type Wmt16Agreement, wmt16Agreement } from './wmt16Script.ts';

/** What agreement is measured besides κ, and with what resampling. */
export interface AgreementOptions extends CurveOptions, Resampling {
  readonly identical: Identical;
  /** What marked errors cost; the usual weights if there are none. */
  readonly weights?: readonly ErrorWeight[];
  /** Also agreement of each judge. */
  readonly judges: boolean;
  /** Also what would become of κ without some judgments. */
  readonly curves: boolean;
  /** Also the figures of rankings as the script of WMT13 to WMT16 counts them. */
  readonly wmt16: boolean;
}

export interface KindAgreement {
  readonly kind: 'rankings' | 'verdicts' | 'ratings' | 'annotations';
  /** Of all tasks together. */
  readonly all: TaskAgreement;
  /** Sorted by name. */
  readonly tasks: readonly (TaskAgreement & { readonly task: string })[];
  readonly judges?: readonly JudgeAgreement[];
  readonly curves?: AgreementCurves;
  /** Of rankings, by task. */
  readonly wmt16?: readonly (Wmt16Agreement & { readonly task: string })[];
}

export interface TaskAgreement {
  readonly judgments: number;
  readonly judges: number;
  readonly segments: number;
  /** On which of two systems is better, or on yes and no. Of ratings and marked errors, the scores of a judge for a segment are a ranking. */
  readonly labels: LabelAgreement;
  /** On the scores themselves. */
  readonly scores?: ScoreAgreement;
}

/** Kinds of which there are judgments, in the order of the type. */
export function measureAgreement(judgments: Judgments, options: AgreementOptions): KindAgreement[] {
  const { rankings, verdicts, ratings, annotations } = judgments;
  const labelsOfScores = (scores: readonly JudgedScore[]) => rankingLabels(preferences(scores));
  const ranked = measureKind('rankings', rankings, (some) => rankingLabels(some, options.identical), options);
  return [
    options.wmt16 ? { ...ranked, wmt16: byTask(rankings, wmt16Agreement) } : ranked,
    measureKind('verdicts', verdicts, verdictLabels, options),
    measureKind('ratings', scoresByRatings(ratings), labelsOfScores, options, agreementOnScores),
    measureKind(
      'annotations',
      scoresByErrors(annotations, options.weights),
      labelsOfScores,
      options,
      agreementOnScores,
    ),
  ].filter((kind) => kind.all.judgments > 0);
}

/** What is found of each task, sorted by name. */
function byTask<Kind extends Judgment, Found>(
  judgments: readonly Kind[],
  find: (some: readonly Kind[]) => Found,
): (Found & { task: string })[] {
  return tasksOf(judgments)
    .sort(byCodeUnits)
    .map((task) => ({ task, ...find(judgments.filter((each) => each.task === task)) }));
}

function measureKind<Kind extends Judgment>(
  kind: KindAgreement['kind'],
  judgments: readonly Kind[],
  labelsOf: (some: readonly Kind[]) => Labels,
  options: AgreementOptions,
  onScores?: (some: readonly Kind[], resampling: Resampling) => ScoreAgreement,
): KindAgreement {
  const measured = (some: readonly Kind[], labels = labelsOf(some)): TaskAgreement => ({
    judgments: some.length,
    judges: labels.judges.length,
    segments: labels.segments,
    labels: agreementOnLabels(labels, options, options),
    ...(onScores && { scores: onScores(some, options) }),
  });
  const labels = labelsOf(judgments);
  const all = measured(judgments, labels);
  return {
    kind,
    all,
    // Of a single task, all is the task.
    tasks: byTask(judgments, (some) => (some.length === judgments.length ? all : measured(some))),
    ...(options.judges && { judges: agreementOfJudges(labels) }),
    ...(options.curves && { curves: agreementCurves(labels, options) }),
  };
}

/** References and outputs damaged on purpose only check judges; outputs rated again show how far judges agree with themselves. */
const scoresByRatings = (ratings: readonly Rating[]): JudgedScore[] =>
  ratings.filter(({ item }) => item === 'output' || item === 'repeat');

const scoresByErrors = (annotations: readonly Annotation[], weights?: readonly ErrorWeight[]): JudgedScore[] =>
  annotations.map(({ errors, ...judgment }) => ({ ...judgment, score: scoreErrors(errors, weights) }));

/** The systems that a judge scored in one segment, ranked by the first score of each. */
function preferences(scores: readonly JudgedScore[]): Ranking[] {
  const rankings: (Omit<Ranking, 'systems' | 'ranks'> & { systems: string[]; ranks: number[] })[] = [];
  for (const { task, segment, judge, order, system, score } of inOrder(scores)) {
    let last = rankings.at(-1);
    if (last?.task !== task || last.segment !== segment || last.judge !== judge) {
      last = { task, segment, judge, order, systems: [], ranks: [] };
      rankings.push(last);
    }
    if (last.systems.includes(system)) continue;
    last.systems.push(system);
    last.ranks.push(-score);
  }
  return rankings;
}
