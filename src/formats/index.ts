export { parseJson } from './json.ts';
export { AnalysisStore } from './analyses/analysisStore.ts';
export { analysisFormats, holdsAnalyses, readAnalyses } from './analyses/index.ts';
export { type FileFormat, formatByName, namesOf, uncompressed } from './fileFormat.ts';
export { type FormatKind, formatKinds } from './formatKinds.ts';
export { writeJudgments } from './judgments/assay.ts';
export { JudgmentList, type PlaceOfError } from './judgments/format.ts';
export { type JudgmentParsing, judgmentFormats, parseJudgments } from './judgments/index.ts';
export { writeJudgmentsJsonl } from './judgments/jsonl.ts';
export { isLanguage, languagePair } from './judgments/languages.ts';
export { type MtmeRating, type MtmeTask, ratings, readRatings, writeMtme } from './judgments/mtme.ts';
export { writeAppraise } from './judgments/writeAppraise.ts';
export { writePearmut } from './judgments/writePearmut.ts';
export type { WrittenAnswer, WrittenSpan } from './judgments/writtenAnswer.ts';
export { type WmtCsvOptions, writeWmtCsv } from './judgments/writeWmtCsv.ts';
export { readSymbols } from './lattices/att.ts';
export {
  type LatticeParsing,
  type ReadLattice,
  latticeFormats,
  parseLattices,
  writeLattice,
} from './lattices/index.ts';
export { type ByteSource, LineReader, detached } from './lineReader.ts';
export { CandidateList } from './nbest/candidateList.ts';
export { FeatureLabels } from './nbest/featureLabels.ts';
export { type NbestFormat, featureFormats, nbestFormats } from './nbest/nbestFormat.ts';
export { type NbestParsing, isNbest, parseNbest } from './nbest/parseNbest.ts';
export { type WeightStyle, parseWeights, weightStyles, writeWeights } from './nbest/weights.ts';
export { type NbestOrder, writeNbest } from './nbest/writeNbest.ts';
export { isScoreFile } from './scores/scoreFormats.ts';
export type { TaskScores } from './scores/assembleScores.ts';
export { type ScoreContext, type ScoreFile, type ScoreOptions, ScoreReader } from './scores/scoreReader.ts';
export { ChosenColumns, type ColumnsByRole, columnRoles, roleOf } from './texts/columns.ts';
export {
  type FormatId,
  formatIds,
  formatOf,
  isPlainText,
  refuseStructure,
  structuredEndings,
  textFormats,
} from './texts/index.ts';
export {
  type Batch,
  type EmptyReferences,
  type Member,
  alignMembers,
  hasReferences,
  notesOf,
  readBatches,
} from './texts/readBatches.ts';
export { ColumnTexts, type TextColumns } from './texts/columnTexts.ts';
export { labelColumn } from './texts/text.ts';
export { type FileRole, type TextFormat, openLines } from './texts/textFormat.ts';
export { invalidUtf8 } from './utf8.ts';
export { parseWordClasses } from './wordClasses.ts';
