export {
  AnalysisStore,
  type Batch,
  type EmptyReferences,
  type FormatId,
  type FormatKind,
  type MtmeRating,
  type MtmeTask,
  type NbestFormat,
  type NbestOrder,
  type PlaceOfError,
  type ReadLattice,
  type TaskScores,
  type WeightStyle,
  type WmtCsvOptions,
  analysisFormats,
  featureFormats,
  formatIds,
  formatKinds,
  holdsAnalyses,
  invalidUtf8,
  isPlainText,
  judgmentFormats,
  latticeFormats,
  namesOf,
  nbestFormats,
  readAnalyses,
  structuredEndings,
  weightStyles,
  writeJudgments,
  writeJudgmentsJsonl,
  writeLattice,
  writeMtme,
  writeNbest,
  writeWeights,
  writeWmtCsv,
} from '../formats/index.ts';
export { filesLike, nameOfPattern } from './filePattern.ts';
export { type ByteStream, checkStandardInput, digestOf } from './input.ts';
export {
  type ForestRequest,
  LatticeFiles,
  type LatticeFilesRequest,
  type LatticeRequest,
  listDerivations,
  readForests,
  readLattices,
  unequalLattices,
} from './latticeFiles.ts';
export { type Task, type TaskRequest, openTask, withBatches } from './openTask.ts';
export { type JudgmentRequest, type ReadJudgments, readJudgments } from './readJudgments.ts';
export { readAllLines, readLines, readWordClasses } from './readLines.ts';
export { type NbestRequest, type ReadNbest, holdLists, readNbest, readWeights, readWeightsFor } from './readNbest.ts';
export { type ReadScores, type ScoreRequest, readScores } from './readScores.ts';
export { type ReadTexts, type TextRequest, type WithReferences, readTexts } from './readTexts.ts';
export { type SharedTask, type SharedTaskOptions, openSharedTask } from './sharedTask/openSharedTask.ts';
export type { NamedFile, TaskPart } from './sharedTask/findTexts.ts';
export { isInRoom } from './sharedTask/taskFolder.ts';
export { nameSystems } from './systemNames.ts';
