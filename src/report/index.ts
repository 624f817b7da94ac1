import { html, latex, markdown } from './media/markup.ts';
import { csv, tsv } from './media/separated.ts';
import { type Style, text } from './media/text.ts';
import type { Report } from './table.ts';

export { type AcceptReport, acceptDefaults, acceptRows, acceptTables, reportAcceptability } from './acceptReport.ts';
export { type AgreeReport, agreeDefaults, agreeRows, agreeTables, reportAgreement } from './agreeReport.ts';
export { type Style, plainStyle } from './media/text.ts';
export { type ComparedTexts, comparePage } from './comparePage.ts';
export { compareRows } from './compare/comparisonRows.ts';
export { type ComparedMetric, type CompareReport, compareTables } from './compareReport.ts';
export type { LiveCampaign, LiveComment, LiveFigures, LiveJudge, LiveKind, LivePace } from './live/liveCampaign.ts';
export { positionTables } from './live/positionTables.ts';
export { signText } from './live/signText.ts';
export { type JudgmentInput, judgmentNotes } from './judgmentNotes.ts';
export { drawDot, drawSvg } from './lattice/latticePicture.ts';
export { type LatticeReport, latticeRows, latticeTables } from './lattice/latticeReport.ts';
export { type OracleReport, oracleLines, oracleRows, oracleTables } from './lattice/oracleReport.ts';
export {
  type DotIntervalsOptions,
  type CloudOptions,
  type HeatMapOptions,
  type HistogramOptions,
  type LinesOptions,
  type PairMatrixOptions,
  type ScatterOptions,
  charts,
} from './page/charts/index.ts';
export type {
  BrowsedLabel,
  BrowsedMetric,
  BrowsedSystem,
  SegmentBrowserData,
} from './comparePage/segmentBrowserData.ts';
export { textWidth } from './page/charts/textWidth.ts';
export { printable } from './page/escape.ts';
export { figuresOf, idMaker } from './page/figures.ts';
export { pageHtml } from './page/html.ts';
export type { BrowserFigure, ChartFigure, Figure, Page, Section, TableFigure, VegaLiteSpec } from './page/page.ts';
export { type LearnEvaluation, type LearnReport, type LearnedFeature, learnedName } from './learn/learnReport.ts';
export { learnRows, learnTables } from './learn/learnTables.ts';
export { type MbrReport, mbrRows, mbrTables } from './mbrReport.ts';
export { type MetaAverage, metaAverages } from './meta/metaAverages.ts';
export { type MetaReport, metaRows, metaTables } from './metaReport.ts';
export { type DeletionOutcome, type DeletionStudyReport, type ParadoxReport, paradoxTables } from './paradoxReport.ts';
export { planTables } from './plan/planReport.ts';
export {
  type RankContext,
  type RankReport,
  type RankSettings,
  rankDefaults,
  rankRows,
  rankTables,
  reportRanking,
} from './rankReport.ts';
export { type RerankReport, rerankRows, rerankTables } from './rerankReport.ts';
export { documentLines, segmentLines } from './scoreLines.ts';
export {
  type Score,
  type ScoreBlock,
  type ScoreReport,
  type ScoredMetric,
  metricTitles,
  scoreRows,
  scoreTables,
} from './scoreReport.ts';
export { taskPage } from './taskPage.ts';
export { type TaskReport, taskTables } from './taskReport.ts';
export { type Cell, type Column, type Note, type Report, type Table } from './table.ts';

/** The media a report can take the form of; JSON is the data itself, not the report. */
export const media: Readonly<
  Record<'text' | 'markdown' | 'latex' | 'html' | 'csv' | 'tsv', (report: Report, style?: Style) => string>
> = {
  text,
  markdown,
  latex,
  html,
  csv,
  tsv,
};
export {
  type TuneReport,
  type TunedScores,
  type TunedSystem,
  type TuningMethod,
  tuningMethods,
} from './tune/tuneReport.ts';
export { tuneRows, tuneTables } from './tune/tuneTables.ts';
export { alignPage } from './align/alignPage.ts';
export { type AlignReport, type AlignedPair, alignRows, mosesLines } from './align/alignReport.ts';
export { alignText } from './align/alignText.ts';
