/** Which systems people judged best, as data, and as a report to read. */
import { counted, version } from '../core/index.ts';
import {
  type AnnotatedSystems,
  type ErrorWeight,
  type Identical,
  type Judgments,
  type PairTestId,
  type RankedSystems,
  type RankingMethodId,
  type RatedSystems,
  type RatingScale,
  type SignTies,
  compareRankings,
  rankAnnotations,
  rankRatings,
  rankSystems,
  tasksOf,
  withOwnWeights,
} from '../human/index.ts';
import { type JudgmentInput, judgmentNotes } from './judgmentNotes.ts';
import { annotationNotes, annotationRows, annotationTables } from './rank/annotationTables.ts';
import { pairRows, pairwiseNotes, pairwiseTable } from './rank/pairwiseTable.ts';
import { rankingNotes, rankingRows, rankingTable } from './rank/rankingTable.ts';
import { ratingNotes, ratingRows, ratingTables } from './rank/ratingTables.ts';
import type { Note, Report, Table } from './table.ts';

export interface RankSettings {
  /** What orders systems that were ranked. */
  readonly by: RankingMethodId;
  readonly test: PairTestId;
  readonly signTies: SignTies;
  readonly identical: Identical;
  /** The greatest p of a significant difference between ranked systems, and between rated ones. */
  readonly alpha: number;
  readonly ratingAlpha: number;
  /** What orders systems that were rated. */
  readonly scale: RatingScale;
  readonly excludeUnreliable: boolean;
  /** What errors cost, where errors were marked. */
  readonly weights: readonly ErrorWeight[];
  readonly samples: number;
  readonly seed: number;
  /** How much of the ranks of a system its range holds: 0.95. */
  readonly level: number;
}

/** What holds unless told otherwise, on the command line as on the live page of a campaign. */
export const rankDefaults: RankSettings = {
  by: 'ge',
  test: 'sign',
  signTies: 'dropped',
  identical: 'ties',
  alpha: 0.1,
  ratingAlpha: 0.05,
  scale: 'standardised',
  excludeUnreliable: false,
  weights: withOwnWeights([]),
  samples: 1000,
  seed: 12345,
  level: 0.95,
};

export interface RankReport {
  readonly version: string;
  readonly settings: RankSettings;
  /** One for each task, sorted by name, by the kind of judgments; what is unknown is NaN, null in JSON. */
  readonly rankings: readonly RankedSystems[];
  readonly ratings: readonly RatedSystems[];
  readonly annotations: readonly AnnotatedSystems[];
  readonly input: JudgmentInput;
}

export interface RankContext {
  readonly isConstrained?: (task: string, system: string) => boolean;
  /** Systems that are not listed count as opponents only. */
  readonly isListed?: (task: string, system: string) => boolean;
  readonly onProgress?: (progress: { readonly share: number; readonly task: string }) => void;
}

export function reportRanking(
  judgments: Judgments,
  input: JudgmentInput,
  settings: RankSettings,
  { isConstrained, isListed, onProgress }: RankContext = {},
): RankReport {
  const { rankings, ratings, annotations } = judgments;
  const { alpha, ratingAlpha, identical } = settings;
  const listedIn = (task: string) => isListed && { isListed: (system: string) => isListed(task, system) };
  const tasks = tasksOf(rankings).sort();
  return {
    version,
    settings,
    rankings: tasks.map((task, t) =>
      rankSystems(compareRankings(task, rankings, identical), {
        ...settings,
        alpha,
        ...(isConstrained && { isConstrained: (system) => isConstrained(task, system) }),
        ...listedIn(task),
        ...(onProgress && { onProgress: (share) => onProgress({ share: (t + share) / tasks.length, task }) }),
      }),
    ),
    ratings: tasksOf(ratings)
      .sort()
      .map((task) => rankRatings(task, ratings, { ...settings, alpha: ratingAlpha, ...listedIn(task) })),
    annotations: tasksOf(annotations)
      .sort()
      .map((task) => rankAnnotations(task, annotations, { ...settings, ...listedIn(task) })),
    input,
  };
}

/** `digits` are decimals, where asked for. */
export function rankTables(report: RankReport, pairwise: boolean, digits?: number): Report {
  const { settings, rankings, ratings, annotations, input } = report;
  const tables: Table[] = [
    ...rankings.flatMap((each) => [
      rankingTable(each, settings.by, digits),
      ...(pairwise ? [pairwiseTable(each, digits)] : []),
    ]),
    ...ratings.flatMap((each) => ratingTables(each, settings.scale, digits)),
    ...annotations.flatMap((each) => annotationTables(each, digits)),
  ];
  const notes: Note[] = [
    ...(rankings.length > 0 ? rankingNotes(rankings, settings) : []),
    ...(rankings.length > 0 && pairwise ? pairwiseNotes() : []),
    ...(ratings.length > 0 ? ratingNotes(ratings, settings) : []),
    ...(annotations.length > 0 ? annotationNotes(settings) : []),
    ...otherKinds(input),
    ...judgmentNotes(input),
  ];
  return { title: 'Systems as judged by people', tables, notes };
}

/** Rows of plain values for other programs: a table for each kind of judgments. */
export function rankRows({ rankings, ratings, annotations }: RankReport, pairwise: boolean): Report {
  return {
    title: 'Systems as judged by people',
    tables: [
      ...(rankings.length > 0 ? [rankingRows(rankings), ...(pairwise ? [pairRows(rankings)] : [])] : []),
      ...(ratings.length > 0 ? [ratingRows(ratings)] : []),
      ...(annotations.length > 0 ? [annotationRows(annotations)] : []),
    ],
    notes: [],
  };
}

/** Edits and verdicts rank no systems here. */
function otherKinds({ counts }: JudgmentInput): Note[] {
  const others = (['edits', 'verdicts'] as const).filter((kind) => (counts[kind] ?? 0) > 0);
  if (others.length === 0) return [];
  const listed = others.map((kind) => counted(counts[kind]!, kind.slice(0, -1))).join(' and ');
  return [{ name: 'not used', text: `${listed}: see assay accept` }];
}
