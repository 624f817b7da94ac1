export { type AcceptReport, acceptDefaults, reportAcceptability } from './accept/acceptReport.ts';
export { acceptRows, acceptTables } from './accept/acceptTables.ts';
export { type AgreeReport, agreeDefaults, reportAgreement } from './agree/agreeReport.ts';
export { agreeRows, agreeTables } from './agree/agreeTables.ts';
export { agreePage } from './agree/agreePage.ts';
export { type Style, folded, plainStyle } from './media/text.ts';
export { comparePage } from './compare/comparePage.ts';
export { compareRows } from './compare/comparisonRows.ts';
export {
  type CompareReport,
  type ComparedOutputs,
  type ComparisonOptions,
  type ReportedComparison,
  type RunsOfSystem,
  reportComparison,
} from './compare/compareReport.ts';
export { compareTables } from './compare/compareTables.ts';
export {
  type CampaignJudgments,
  type LiveCampaign,
  type LiveJudge,
  type LiveKind,
  type LiveOptions,
  reportLive,
} from './live/liveReport.ts';
export { type CorpusReport, reportCorpora } from './corpus/corpusReport.ts';
export { corpusPage, corpusRows, corpusTables, corpusWarnings } from './corpus/corpusTables.ts';
export { type CurveReport, reportCurve } from './curve/curveReport.ts';
export { curvePage, curveRows, curveSvg, curveTables } from './curve/curveTables.ts';
export { type GateReport, reportGate } from './gate/gateReport.ts';
export { gateJunit, gateRows, gateSentence, gateTables } from './gate/gateTables.ts';
export { type HistoryEntry, reportHistory } from './history/historyReport.ts';
export { historyPage, historyRows, historySvg, historyTables } from './history/historyTables.ts';
export { type JudgmentInput, countsText } from './notes.ts';
export { drawDot, drawSvg } from './lattice/latticePicture.ts';
export { type LatticeReport, describeLattice } from './lattice/latticeReport.ts';
export { edgeLines, latticeRows, latticeTables, ngramLines } from './lattice/latticeTables.ts';
export { LatticeOracles, type OracleReport, reportListOracle } from './oracle/oracleReport.ts';
export { oracleLines, oracleRows, oracleTables } from './oracle/oracleTables.ts';
export { charts } from './page/charts/index.ts';
export type { SegmentBrowserData } from './comparePage/segmentBrowserData.ts';
export { figuresOf, reportPage } from './page/page.ts';
export { pageHtml } from './page/html.ts';
export type { ChartFigure, Page } from './page/page.ts';
export { type RequestedFeature, checkKind } from './learn/checkExamples.ts';
export {
  type LearnEvaluation,
  type LearnInput,
  type LearnOptions,
  type LearnReport,
  type LearnedMetric,
  type RequestedFeatures,
  reportLearned,
  titlesBesideLearned,
} from './learn/learnReport.ts';
export { type WeighedRows, learnableWeights, reportLearnedWeights } from './learn/learnWeights.ts';
export { learnRows, learnTables } from './learn/learnTables.ts';
export { type MbrReport, type MbrSelection, mbrTexts, reportMbr } from './mbr/mbrReport.ts';
export { mbrRows, mbrTables } from './mbr/mbrTables.ts';
export {
  type Ablation,
  type MetaOptions,
  type MetaReport,
  type ScoredTask,
  type StrawManReport,
  reportMeta,
} from './meta/metaReport.ts';
export { metaPage } from './meta/metaPage.ts';
export { metaLatex, metaRows, metaTables } from './meta/metaTables.ts';
export {
  type DeletionStudyReport,
  type DeletionStudyRequest,
  reportDeletionStudy,
} from './paradox/deletionStudyReport.ts';
export { type FoundParadox, makeUpParadox, reportParadox, textSize } from './paradox/paradoxReport.ts';
export { type ParadoxReport, paradoxTables } from './paradox/paradoxTables.ts';
export { planTables } from './plan/planTables.ts';
export {
  type RankReport,
  type RankSettings,
  isRanked,
  judgmentsOfRule,
  rankDefaults,
  reportRanking,
} from './rank/rankReport.ts';
export { rankPage } from './rank/rankPage.ts';
export { rankRows, rankTables } from './rank/rankTables.ts';
export { type Chooser, type RerankReport, reportRerank, rerankTexts } from './rerank/rerankReport.ts';
export { rerankRows, rerankTables } from './rerank/rerankTables.ts';
export { type ImportedScores, comparableScores, importedMeasurement } from './score/importedScores.ts';
export { documentLines, segmentLines } from './score/scoreLines.ts';
export { scorePage } from './score/scorePage.ts';
export { type ScoreReport, reportScores, scoredMetric } from './score/scoreReport.ts';
export { metricTitles, scoreRows, scoreTables } from './score/scoreTables.ts';
export { taskPage } from './task/taskPage.ts';
export { taskTables } from './task/taskTables.ts';
export { type TaskReport, type TaskSettings, reportTask } from './task/taskReport.ts';
export { type Cell, type Report, type Table } from './table.ts';

export { media } from './media/media.ts';
export {
  type MertTuner,
  type MethodSettings,
  type TuneReport,
  type Tuned,
  type TunedScores,
  type TunedSystem,
  type TuningRequest,
  reportTuning,
  tuningMethods,
} from './tune/tuneReport.ts';
export { tunePage, tuneRows, tuneTables } from './tune/tuneTables.ts';
export { alignPage } from './align/alignPage.ts';
export { type AlignReport, alignRows, mosesLines, reportAlignments } from './align/alignReport.ts';
export { alignText } from './align/alignText.ts';
export { type ExplainReport, reportExplanations } from './explain/explainReport.ts';
export { explainPage } from './explain/explainPage.ts';
export { explainRows, explainTables } from './explain/explainTables.ts';
