/** Agreement between judges, over all tasks and for each task. */
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

/** The options for measuring agreement: what to measure besides κ, and how to resample. */
export interface AgreementOptions extends CurveOptions, Resampling {
  readonly identical: Identical;
  /** Weights of marked errors; default: `errorWeights`. */
  readonly weights?: readonly ErrorWeight[];
  /** Whether to include the agreement of each judge. */
  readonly judges: boolean;
  /** Whether to include how κ changes when judgments are left out. */
  readonly curves: boolean;
  /** Whether to include the agreement of rankings as the script of WMT13 to WMT16 counts it. */
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
  /** On which of two systems is better, or on yes and no. Ratings and marked errors give a ranking of each segment by the judge's scores. */
  readonly labels: LabelAgreement;
  /** The same without pairs of systems whose outputs are one text, shown once; none if there are none of these or if they are left out anyway. */
  readonly distinct?: LabelAgreement;
  /** On the scores themselves. */
  readonly scores?: ScoreAgreement;
}

/**
 * Measures how well judges agree with each other and with themselves, for each kind of judgment. Kinds without judgments are left out; the
 * others come in the order rankings, verdicts, ratings, annotations.
 */
export function measureAgreement(judgments: Judgments, options: AgreementOptions): KindAgreement[] {
  const { rankings, verdicts, ratings, annotations } = judgments;
  const labelsOfScores = (scores: readonly JudgedScore[]) => rankingLabels(preferences(scores));
  const labelsOfRankings = (some: readonly Ranking[]) => rankingLabels(some, options.identical);
  const ranked = measureKind('rankings', rankings, labelsOfRankings, options, { distinct: distinctLabels });
  return [
    options.wmt16 ? { ...ranked, wmt16: byTask(rankings, wmt16Agreement) } : ranked,
    measureKind('verdicts', verdicts, verdictLabels, options),
    measureKind('ratings', scoresByRatings(ratings), labelsOfScores, options, { onScores: agreementOnScores }),
    measureKind('annotations', scoresByErrors(annotations, options.weights), labelsOfScores, options, {
      onScores: agreementOnScores,
    }),
  ].filter((kind) => kind.all.judgments > 0);
}

/** The results for each task, sorted by name. */
function byTask<Kind extends Judgment, Found>(
  judgments: readonly Kind[],
  find: (some: readonly Kind[]) => Found,
): (Found & { task: string })[] {
  return tasksOf(judgments)
    .sort(byCodeUnits)
    .map((task) => ({ task, ...find(judgments.filter((each) => each.task === task)) }));
}

/** Of rankings in which a text was shown once for several systems. */
const distinctLabels = (rankings: readonly Ranking[], { identical }: AgreementOptions): Labels | undefined =>
  identical === 'ties' && rankings.some(({ shown }) => shown && new Set(shown).size < shown.length)
    ? rankingLabels(rankings, 'left-out')
    : undefined;

function measureKind<Kind extends Judgment>(
  kind: KindAgreement['kind'],
  judgments: readonly Kind[],
  labelsOf: (some: readonly Kind[]) => Labels,
  options: AgreementOptions,
  {
    distinct,
    onScores,
  }: {
    readonly distinct?: (some: readonly Kind[], options: AgreementOptions) => Labels | undefined;
    readonly onScores?: (some: readonly Kind[], resampling: Resampling) => ScoreAgreement;
  } = {},
): KindAgreement {
  const measured = (some: readonly Kind[], labels = labelsOf(some)): TaskAgreement => {
    const apart = distinct?.(some, options);
    return {
      judgments: some.length,
      judges: labels.judges.length,
      segments: labels.segments,
      labels: agreementOnLabels(labels, options, options),
      ...(apart && { distinct: agreementOnLabels(apart, options, options) }),
      ...(onScores && { scores: onScores(some, options) }),
    };
  };
  const labels = labelsOf(judgments);
  const all = measured(judgments, labels);
  return {
    kind,
    all,
    // With a single task, the overall result is that of the task.
    tasks: byTask(judgments, (some) => (some.length === judgments.length ? all : measured(some))),
    ...(options.judges && { judges: agreementOfJudges(labels) }),
    ...(options.curves && { curves: agreementCurves(labels, options) }),
  };
}

/** References and damaged outputs only check judges; repeated outputs show how far judges agree with themselves. */
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
